"""The address book's state, and what can be asked of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations

from adapters.phone.apps.contacts.content import CONTACTS, LOG
from adapters.phone.apps.contacts.people import GROUPS, MAIL_TYPES, PHONE_TYPES, Contact, Entry
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

    `apart` are pairs of ids, joined by `+`, that are not to be suggested as twins again.
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
    return next((one for one in state.contacts if one.id == key), None)


def chinese(text: str) -> bool:
    """Whether a name is written without a space, the family first."""
    return bool(text) and ord(text[0]) > 0x2E7F


def name_of(one: Contact, order: str = FORMATS[0]) -> str:
    """The name as the settings have it; without one the company, the first number or mail."""
    if chinese(one.last or one.first):
        return one.last + one.first
    if order == FORMATS[1] and one.first and one.last:
        return f"{one.last}, {one.first}"
    reach = next((each.value for each in (*one.phones, *one.mails)), "No name")
    return f"{one.first} {one.last}".strip() or one.company or reach


def shown_name(state: State, one: Contact) -> str:
    """The name in the order of the settings."""
    return name_of(one, state.prefs.format)


def folded(text: str) -> str:
    """For comparing: lower case, without accents."""
    plain = unicodedata.normalize("NFD", text)
    return "".join(char for char in plain if not unicodedata.combining(char)).casefold()


def sort_key(state: State, one: Contact) -> str:
    """What a contact is sorted by."""
    if one.reading:
        return folded(one.reading)
    last = state.prefs.sort == SORTS[1]
    return folded((f"{one.last} {one.first}" if last else f"{one.first} {one.last}").strip() or name_of(one))


def letter(state: State, one: Contact) -> str:
    """The letter under which it stands."""
    first = sort_key(state, one)[:1].upper()
    return first if "A" <= first <= "Z" else "#"


def in_order(state: State, contacts: Sequence[Contact]) -> list[Contact]:
    """Sorted as the settings say; what begins with no letter comes last."""
    return sorted(contacts, key=lambda one: (letter(state, one) == "#", sort_key(state, one), one.id))


def found(state: State, query: str) -> list[Contact]:
    """Contacts whose names, company, numbers, mails or note have the words; numbers also without spaces."""
    words = folded(query).split()
    if not words:
        return []

    def hit(one: Contact) -> bool:
        numbers = " ".join(f"{each.value} {each.value.replace(' ', '')}" for each in one.phones)
        mails = " ".join(each.value for each in one.mails)
        said = folded(" ".join((name_of(one), one.first, one.reading, one.company, numbers, mails, one.note)))
        return all(word in said for word in words)

    return in_order(state, [one for one in state.contacts if hit(one)])


def people(state: State) -> tuple[Person, ...]:
    """Everybody's numbers, as other apps are told them."""
    return tuple(
        Person(shown_name(state, one), each.value, each.type, sort_key(state, one))
        for one in in_order(state, state.contacts)
        for each in one.phones
    )


def pair(one: Contact, other: Contact) -> str:
    """The name of two contacts as a pair."""
    return "+".join(sorted((one.id, other.id), key=lambda each: (len(each), each)))


def alike(one: Contact, other: Contact) -> str:
    """Why two contacts may be one person: the same name, or the same number or mail and last name; else nothing."""
    if folded(name_of(one)) == folded(name_of(other)):
        return "Same name"
    if not one.last or folded(one.last) != folded(other.last) or folded(one.first)[:3] != folded(other.first)[:3]:
        return ""
    if {each.value for each in one.phones} & {each.value for each in other.phones}:
        return "Same number"
    return "Same address" if {each.value for each in one.mails} & {each.value for each in other.mails} else ""


def twins(state: State) -> list[tuple[Contact, Contact, str]]:
    """Pairs that may be the same person, and why."""
    pairs = [(one, other, alike(one, other)) for one, other in combinations(state.contacts, 2)]
    return [each for each in pairs if each[2] and pair(each[0], each[1]) not in state.apart]


def joined(one: Contact, other: Contact) -> Contact:
    """Both as one: the first one's words where it has some, and every number, mail and group once."""

    def both(mine: tuple[Reach, ...], theirs: tuple[Reach, ...]) -> tuple[Reach, ...]:
        known = {each.value for each in mine}
        return (*mine, *(each for each in theirs if each.value not in known))

    return replace(
        one, company=one.company or other.company, phones=both(one.phones, other.phones),
        mails=both(one.mails, other.mails), address=one.address or other.address,
        birthday=one.birthday or other.birthday, note="\n".join(dict.fromkeys(filter(None, (one.note, other.note)))),
        groups=tuple(dict.fromkeys((*one.groups, *other.groups))), favourite=one.favourite or other.favourite,
        face=one.face or other.face, reading=one.reading or other.reading,
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
        return tuple(Reach(each.value.strip(), each.type) for each in lines if each.value.strip())

    return replace(
        draft, first=draft.first.strip(), last=draft.last.strip(), company=draft.company.strip(),
        phones=filled(draft.phones), mails=filled(draft.mails), note=draft.note.strip(),
    )  # fmt: skip


def nothing(draft: Contact) -> bool:
    """Whether there is nothing in it to save."""
    return not (draft.first or draft.last or draft.company or draft.phones or draft.mails)


def next_id(state: State) -> str:
    """An id that no contact has had."""
    return str(1 + max((int(one.id) for one in (*state.contacts, *state.bin) if one.id.isdigit()), default=0))


def logged(state: State, now: datetime, what: str, who: str, detail: str = "") -> State:
    """The same with one more line in the history."""
    return replace(state, history=(*state.history, Entry(now.strftime("%Y-%m-%dT%H:%M"), what, who, detail)))


def day_label(at: str, now: datetime) -> str:
    """Today, Yesterday, or the date of a stamp."""
    then = datetime.fromisoformat(at).date()
    near = {0: "Today", 1: "Yesterday"}
    return near.get((now.date() - then).days, f"{then.day} {MONTHS[then.month - 1]}")
