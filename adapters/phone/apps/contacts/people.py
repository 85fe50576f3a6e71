"""A person of the address book, what its entries are made of, and everybody after a reset, read from people.yaml."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator

from adapters.phone.framework.content import content, read_content
from adapters.phone.ui.records import Reach

PHONE_TYPES = ("Mobile", "Home", "Work", "Main", "Other")
MAIL_TYPES = ("Home", "Work", "Other")
GROUPS = ("Family", "Running club", "Evening class", "Neighbours", "Work")


def _read_reach(value: object) -> object:
    if not isinstance(value, str):
        return value
    kind, _, rest = value.partition(" ")
    return Reach(rest, kind)


LabelledReach = Annotated[Reach, BeforeValidator(_read_reach)]
"""A number or an address, in YAML written after its label: `Mobile 555 0142`."""


@dataclass(frozen=True, slots=True)
class Contact:
    """One entry. `reading` is how a name of another script is sorted; `face` a picture's seed, 0 for none."""

    id: str
    first: str = ""
    last: str = ""
    company: str = ""
    phones: tuple[LabelledReach, ...] = ()
    mails: tuple[LabelledReach, ...] = ()
    address: str = ""
    birthday: str = ""
    note: str = ""
    groups: tuple[str, ...] = ()
    favourite: bool = False
    blocked: bool = False
    face: int = 0
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that was done with the address book or through it."""

    at: str
    what: str
    who: str
    detail: str = ""


@content
class AddressBook:
    """Everything in people.yaml."""

    contacts: tuple[Contact, ...]
    history: tuple[Entry, ...]


_BOOK = read_content(__package__, "people.yaml", AddressBook)
CONTACTS, LOG = _BOOK.contacts, _BOOK.history
