"""Findings that are known, each with its reason. Pure data: nothing else is tolerated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from benchmarks.acceptance.atlas.findings import FindingKey


@dataclass(frozen=True, slots=True)
class Known:
    """A known finding: patterns (`*` for anything) of its kind, app, screen and control, and why it is there."""

    kind: str
    app: str
    screen: str
    what: str
    reason: str

    def covers(self, key: FindingKey) -> bool:
        """Return whether a finding is this one."""
        return (
            self.kind == key.kind
            and fnmatchcase(key.app, self.app)
            and fnmatchcase(key.route, self.screen)
            and fnmatchcase(key.what, self.what)
        )


def is_known(key: FindingKey) -> bool:
    """Return whether a finding is known."""
    return any(known.covers(key) for known in KNOWN)


def unused(keys: Iterable[FindingKey]) -> list[Known]:
    """Return the known findings that are not among these."""
    found = tuple(keys)
    return [known for known in KNOWN if not any(known.covers(key) for key in found)]


_OVER_SKY: Final = "text over a sky, whose brightness changes with its height"

KNOWN: Final[tuple[Known, ...]] = (
    Known("low contrast", "drizzlecast", "*", "text* #FFFFFF", _OVER_SKY),
    Known("low contrast", "drizzlecast", "*", "text* #E2EAF2", _OVER_SKY),
    Known("low contrast", "drizzlecast", "*", "text* #9FD4FF", _OVER_SKY),
    Known("text only in tree", "launcher", "home", "TextView#", "icons of the dock have their names in the tree only"),
)
