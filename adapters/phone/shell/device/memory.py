"""What a phone remembers for its shell alone: lines of the log, fingers told of by `sendevent`."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log; `at` is in virtual milliseconds since 1970."""

    at: int
    pid: int
    level: str
    tag: str
    text: str
    buffer: str = "main"


@dataclass(frozen=True, slots=True)
class Contact:
    """What is known of a finger: tracking id (-1: none), where it is and where it came down, in units of the panel."""

    id: int = -1
    x: int = 0
    y: int = 0
    start: tuple[int, int] | None = None
    since: int = 0


@dataclass(frozen=True, slots=True)
class Panel:
    """The touch panel between two events: the slot being told of, its contacts, and what protocol A has said so far."""

    slot: int = 0
    contacts: tuple[tuple[int, Contact], ...] = ()
    loose: tuple[int | None, int | None] = (None, None)
    """The position of protocol A, which has no slots, until its report."""
    down: bool = False

    def contact(self, slot: int) -> Contact:
        return next((one for number, one in self.contacts if number == slot), Contact())

    def put(self, slot: int, contact: Contact) -> Panel:
        rest = tuple(pair for pair in self.contacts if pair[0] != slot)
        return replace(self, contacts=(*rest, (slot, contact)))
