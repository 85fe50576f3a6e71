"""A person of the address book, and what its entries are made of."""

from __future__ import annotations

from dataclasses import dataclass

from adapters.phone.ui.records import Reach

PHONE_TYPES = ("Mobile", "Home", "Work", "Main", "Other")
MAIL_TYPES = ("Home", "Work", "Other")
GROUPS = ("Family", "Running club", "Evening class", "Neighbours", "Work")


@dataclass(frozen=True, slots=True)
class Contact:
    """One entry. `reading` is how a name of another script is sorted; `face` a picture's seed, 0 for none."""

    id: str
    first: str = ""
    last: str = ""
    company: str = ""
    phones: tuple[Reach, ...] = ()
    mails: tuple[Reach, ...] = ()
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
