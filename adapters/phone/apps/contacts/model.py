"""The address book's state, and what can be asked of it."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from adapters.phone.apps.contacts.people import CONTACTS, GROUPS, MAIL_TYPES, PHONE_TYPES, Contact
from adapters.phone.framework.state_paths import find
from adapters.phone.ui.address_book import Person
from adapters.phone.ui.records import Reach


@dataclass(frozen=True, slots=True)
class Ui:
    """What is searched for, and the name of a new group while it is written."""

    query: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the address book remembers. `draft` stands in the form; nothing does while its id is empty."""

    contacts: tuple[Contact, ...] = CONTACTS
    groups: tuple[str, ...] = GROUPS
    draft: Contact = Contact("")
    ui: Ui = Ui()


def contact_of(state: State, key: str) -> Contact | None:
    """The contact with this id."""
    return find(state.contacts, id=key)


def path_of(state: State, contact: Contact) -> str:
    """Where a contact stands in the state, such as `contacts.4`."""
    return f"contacts.{state.contacts.index(contact)}"


def chinese(text: str) -> bool:
    """Whether a name is written without a space, the family first."""
    return bool(text) and ord(text[0]) > 0x2E7F


def name_of(contact: Contact) -> str:
    """The name; without one the company, the first number or mail."""
    if chinese(contact.last or contact.first):
        return contact.last + contact.first
    number = next((reach.value for reach in (*contact.phones, *contact.mails)), "No name")
    return f"{contact.first} {contact.last}".strip() or contact.company or number


def folded(text: str) -> str:
    """For comparing: lower case, without accents."""
    plain = unicodedata.normalize("NFD", text)
    return "".join(char for char in plain if not unicodedata.combining(char)).casefold()


def sort_key(contact: Contact) -> str:
    """What a contact is sorted by."""
    return folded(contact.reading or name_of(contact))


def letter(contact: Contact) -> str:
    """The letter under which it stands."""
    first = sort_key(contact)[:1].upper()
    return first if "A" <= first <= "Z" else "#"


def in_order(contacts: Iterable[Contact]) -> list[Contact]:
    """Sorted by name; what begins with no letter comes last."""
    return sorted(contacts, key=lambda contact: (letter(contact) == "#", sort_key(contact), contact.id))


def found(state: State, query: str) -> list[Contact]:
    """Contacts whose names, company, numbers, mails or note have the words; numbers also without spaces."""
    words = folded(query).split()
    if not words:
        return []

    def hit(contact: Contact) -> bool:
        numbers = " ".join(f"{phone.value} {phone.value.replace(' ', '')}" for phone in contact.phones)
        mails = " ".join(mail.value for mail in contact.mails)
        names = (name_of(contact), contact.first, contact.reading, contact.company)
        text = folded(" ".join((*names, numbers, mails, contact.note)))
        return all(word in text for word in words)

    return in_order(contact for contact in state.contacts if hit(contact))


def people(state: State) -> tuple[Person, ...]:
    """Everybody's numbers, as other apps get them."""
    return tuple(
        Person(name_of(contact), phone.value, phone.type, sort_key(contact))
        for contact in in_order(state.contacts)
        for phone in contact.phones
    )


def blank() -> Contact:
    """The form of a new contact: one empty number and one empty mail."""
    return Contact("new", phones=(Reach("", PHONE_TYPES[0]),), mails=(Reach("", MAIL_TYPES[0]),))


def draft_for(state: State, key: str) -> Contact:
    """What the form of this contact holds."""
    return state.draft if state.draft.id == key else contact_of(state, key) or blank()


def with_form(state: State, key: str) -> State:
    """The state with the form of this contact as its draft, to which the form's controls are bound."""
    return replace(state, draft=draft_for(state, key))


def tidy(draft: Contact) -> Contact:
    """A draft as it is saved: without spaces around and without empty lines."""

    def filled(lines: tuple[Reach, ...]) -> tuple[Reach, ...]:
        return tuple(Reach(line.value.strip(), line.type) for line in lines if line.value.strip())

    return replace(
        draft, first=draft.first.strip(), last=draft.last.strip(), company=draft.company.strip(),
        phones=filled(draft.phones), mails=filled(draft.mails), address=draft.address.strip(),
        birthday=draft.birthday.strip(), note=draft.note.strip(),
    )  # fmt: skip


def is_blank(draft: Contact) -> bool:
    """Whether there is nothing in it to save."""
    return not (draft.first or draft.last or draft.company or draft.phones or draft.mails)


def next_id(state: State) -> str:
    """An id that no contact has."""
    return str(1 + max((int(contact.id) for contact in state.contacts if contact.id.isdigit()), default=0))
