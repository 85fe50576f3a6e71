"""Disturbances as data: those declared for a phone, and how far each has come.

They are declared in a task's state under `weather`, such as

    weather: [{kind: ad, app: bunwright, after: 2}, {kind: offline, after: 3, ms: 5000}]

`{kind: mix}` stands for three that the seed chooses.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from random import Random
from typing import Any, Final, Literal, get_args

from pydantic import TypeAdapter, ValidationError

from runtime.core.errors import TaskFault

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


_MIX: Final = 3
_CALM: Final = frozenset({"secure", "kill"})
"""Not in a mix: where the screen cannot be seen, or work is lost, a task may have no solution."""
_SPELLS: Final = TypeAdapter(tuple[Spell, ...])
_FIELDS: Final = frozenset(field.name for field in fields(Spell))


def forecast(given: Sequence[Mapping[str, Any]], apps: Collection[str], seed: int) -> Sky:
    """The declared spells.

    Raises:
        TaskFault: a kind, an app or a value that there is not.
    """
    spells: list[Mapping[str, Any]] = []
    for number, entry in enumerate(given):
        spells += _mix(entry, seed, number) if entry.get("kind") == "mix" else (entry,)
    unknown = sorted({key for spell in spells for key in spell} - _FIELDS)
    if unknown:
        raise TaskFault(f"weather: there is no {unknown[0]!r}; a spell has {', '.join(sorted(_FIELDS))}")
    try:
        read = _SPELLS.validate_python(spells)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise TaskFault(f"weather: {where}: {first['msg']}; kinds are {', '.join(KINDS)} and mix") from None
    for spell in read:
        if spell.app and spell.app not in apps:
            raise TaskFault(f"weather for {spell.app!r}: no such app; there are {', '.join(sorted(apps))}")
        if spell.after < 1 or spell.ms < 0 or not 0 <= spell.chance <= 1:
            raise TaskFault(f"weather: {spell.kind}: after is 1 or more, ms 0 or more, chance from 0 to 1")
    return Sky(read, (Begun(),) * len(read))


def _mix(given: Mapping[str, Any], seed: int, number: int) -> list[Mapping[str, Any]]:
    random = Random(f"weather/{seed}/{number}")
    kinds = random.sample([kind for kind in KINDS if kind not in _CALM], _MIX)
    more = {key: value for key, value in given.items() if key != "kind"}
    return [{**more, "kind": kind, "after": random.randint(2, 5)} for kind in kinds]
