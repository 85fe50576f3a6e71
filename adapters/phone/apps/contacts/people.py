"""A person of the address book, and everybody after a reset, read from people.yaml."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator

from adapters.phone.framework.content import read_content
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


CONTACTS = read_content(__package__, "people.yaml", tuple[Contact, ...])
