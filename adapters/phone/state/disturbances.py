"""Weather as data: what disturbances are declared for a phone, and how far each has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

Kind = Literal[
    "ad",  # an advertisement over the app, with a close button that is hard to hit
    "update",  # a sheet that asks to update the app
    "rating",  # a dialog that asks for stars
    "permission",  # the system asks whether the app may notify
    "slow",  # pages load for a while
    "offline",  # pages cannot be loaded for a while
    "stale",  # for a while pages show what was true when it began
    "drop",  # taps are lost now and then
    "kill",  # the app is gone
    "secure",  # screenshots of the app are black
    "busy",  # the screen never rests for a while: `uiautomator dump` gives up
    "slow_keyboard",  # text arrives late
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
POPUPS: Final = frozenset({"ad", "update", "rating", "permission"})
LASTING: Final = frozenset({"drop", "secure", "slow_keyboard"})
"""Once begun these do not end."""


@dataclass(frozen=True, slots=True)
class Spell:
    """One declared disturbance."""

    kind: Kind
    app: str = ""
    """Name of the app that it strikes; empty: any but the system's own."""
    after: int = 2
    """It begins when so many places of the app have come to the front."""
    ms: int = 4000
    """How long it lasts, or how late text arrives, in virtual milliseconds."""
    chance: float = 0.2
    """Share of taps that `drop` loses."""


@dataclass(frozen=True, slots=True)
class Begun:
    """How far a spell has come: places seen, and when it began (virtual ms), if it has."""

    places: int = 0
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Late:
    """Text on its way to a field."""

    due: int
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Sky:
    """All spells of a phone."""

    spells: tuple[Spell, ...] = ()
    begun: tuple[Begun, ...] = ()
    taps: int = 0
    old: tuple[tuple[str, Any], ...] = ()
    """What `stale` shows: app name and its state when it began."""
    late: Late | None = None
