"""The address book's state, and what can be asked of it."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations

from adapters.phone.apps.contacts.people import CONTACTS, GROUPS, LOG, MAIL_TYPES, PHONE_TYPES, Contact, Entry
from adapters.phone.ui.address_book import Person
from adapters.phone.ui.records import Reach

SORTS = ("First name", "Last name")
FORMATS = ("First name first", "Last name first")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page holds."""

    sort: str = SORTS[0]
    format: str = FORMATS[0]
    pictures: bool = True


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking."""

    query: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the address book remembers. `draft` stands in the form; nothing does while its id is empty.

    `apart` are pairs of ids, joined by `+`, that are not to be suggested as duplicates again.
    """

    contacts: tuple[Contact, ...] = CONTACTS
    groups: tuple[str, ...] = GROUPS
    bin: tuple[Contact, ...] = ()
    apart: tuple[str, ...] = ()
    draft: Contact = Contact("")
    prefs: Prefs = Prefs()
    history: tuple[Entry, ...] = LOG
    ui: Ui = Ui()


def contact_of(state: State, key: str) -> Contact | None:
    """The contact with this id."""
    return next((contact for contact in state.contacts if contact.id == key), None)


def path_of(state: State, contact: Contact) -> str:
    """Where a contact stands in the state, such as `contacts.4`."""
    return f"contacts.{state.contacts.index(contact)}"


def chinese(text: str) -> bool:
    """Whether a name is written without a space, the family first."""
    return bool(text) and ord(text[0]) > 0x2E7F


def name_of(contact: Contact, order: str = FORMATS[0]) -> str:
    """The name as the settings have it; without one the company, the first number or mail."""
    if chinese(contact.last or contact.first):
        return contact.last + contact.first
    if order == FORMATS[1] and contact.first and contact.last:
        return f"{contact.last}, {contact.first}"
    number = next((reach.value for reach in (*contact.phones, *contact.mails)), "No name")
    return f"{contact.first} {contact.last}".strip() or contact.company or number


def shown_name(state: State, contact: Contact) -> str:
    """The name in the order of the settings."""
    return name_of(contact, state.prefs.format)


def folded(text: str) -> str:
    """For comparing: lower case, without accents."""
    plain = unicodedata.normalize("NFD", text)
    return "".join(char for char in plain if not unicodedata.combining(char)).casefold()


def sort_key(state: State, contact: Contact) -> str:
    """What a contact is sorted by."""
    if contact.reading:
        return folded(contact.reading)
    names = (contact.first, contact.last) if state.prefs.sort == SORTS[0] else (contact.last, contact.first)
    return folded(" ".join(names).strip() or name_of(contact))


def letter(state: State, contact: Contact) -> str:
    """The letter under which it stands."""
    first = sort_key(state, contact)[:1].upper()
    return first if "A" <= first <= "Z" else "#"


def in_order(state: State, contacts: Sequence[Contact]) -> list[Contact]:
    """Sorted as the settings say; what begins with no letter comes last."""
    return sorted(contacts, key=lambda contact: (letter(state, contact) == "#", sort_key(state, contact), contact.id))


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

    return in_order(state, [contact for contact in state.contacts if hit(contact)])


def people(state: State) -> tuple[Person, ...]:
    """Everybody's numbers, as other apps get them."""
    return tuple(
        Person(shown_name(state, contact), phone.value, phone.type, sort_key(state, contact))
        for contact in in_order(state, state.contacts)
        for phone in contact.phones
    )


def pair(first: Contact, second: Contact) -> str:
    """The name of two contacts as a pair."""
    return "+".join(sorted((first.id, second.id), key=lambda key: (len(key), key)))


def _values(reaches: tuple[Reach, ...]) -> set[str]:
    return {reach.value for reach in reaches}


def likeness(first: Contact, second: Contact) -> str:
    """Why two contacts may be one person: the same name, or the same number or mail and last name; else nothing."""
    if folded(name_of(first)) == folded(name_of(second)):
        return "Same name"
    same_last = first.last and folded(first.last) == folded(second.last)
    if not same_last or folded(first.first)[:3] != folded(second.first)[:3]:
        return ""
    if _values(first.phones) & _values(second.phones):
        return "Same number"
    return "Same address" if _values(first.mails) & _values(second.mails) else ""


def duplicates(state: State) -> list[tuple[Contact, Contact, str]]:
    """Pairs that may be the same person, and why."""
    pairs = [(first, second, likeness(first, second)) for first, second in combinations(state.contacts, 2)]
    return [(first, second, why) for first, second, why in pairs if why and pair(first, second) not in state.apart]


def joined(main: Contact, other: Contact) -> Contact:
    """Both as one: the first one's words where it has some, and every number, mail and group once."""

    def both(mine: tuple[Reach, ...], theirs: tuple[Reach, ...]) -> tuple[Reach, ...]:
        known = _values(mine)
        return (*mine, *(reach for reach in theirs if reach.value not in known))

    return replace(
        main, company=main.company or other.company, phones=both(main.phones, other.phones),
        mails=both(main.mails, other.mails), address=main.address or other.address,
        birthday=main.birthday or other.birthday, note="\n".join(dict.fromkeys(filter(None, (main.note, other.note)))),
        groups=tuple(dict.fromkeys((*main.groups, *other.groups))), favourite=main.favourite or other.favourite,
        face=main.face or other.face, reading=main.reading or other.reading,
    )  # fmt: skip


def blank() -> Contact:
    """The form of a new contact: one empty number and one empty mail."""
    return Contact("new", phones=(Reach("", PHONE_TYPES[0]),), mails=(Reach("", MAIL_TYPES[0]),))


def draft_for(state: State, key: str) -> Contact:
    """What the form of this contact holds."""
    return state.draft if state.draft.id == key else contact_of(state, key) or blank()


def tidy(draft: Contact) -> Contact:
    """A draft as it is saved: without spaces around and without empty lines."""

    def filled(lines: tuple[Reach, ...]) -> tuple[Reach, ...]:
        return tuple(Reach(line.value.strip(), line.type) for line in lines if line.value.strip())

    return replace(
        draft, first=draft.first.strip(), last=draft.last.strip(), company=draft.company.strip(),
        phones=filled(draft.phones), mails=filled(draft.mails), note=draft.note.strip(),
    )  # fmt: skip


def is_blank(draft: Contact) -> bool:
    """Whether there is nothing in it to save."""
    return not (draft.first or draft.last or draft.company or draft.phones or draft.mails)


def next_id(state: State) -> str:
    """An id that no contact has had."""
    known = (contact.id for contact in (*state.contacts, *state.bin))
    return str(1 + max((int(key) for key in known if key.isdigit()), default=0))


def logged(state: State, now: datetime, what: str, who: str, detail: str = "") -> State:
    """The same with one more line in the history."""
    return replace(state, history=(*state.history, Entry(now.strftime("%Y-%m-%dT%H:%M"), what, who, detail)))


def day_label(at: str, now: datetime) -> str:
    """Today, Yesterday, or the date of a stamp."""
    then = datetime.fromisoformat(at).date()
    near = {0: "Today", 1: "Yesterday"}
    return near.get((now.date() - then).days, f"{then.day} {MONTHS[then.month - 1]}")
