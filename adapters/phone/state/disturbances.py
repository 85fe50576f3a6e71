"""Disturbances as data: those declared for a phone, and the progress of each.

A task declares them in its state under `weather`, such as

    weather: [{kind: ad, app: bunwright, after: 2}, {kind: offline, after: 3, ms: 5000}]

`{kind: mix}` stands for three disturbances chosen by the seed. On command lines the same is written
`ad:app=bunwright:after=2,offline:after=3:ms=5000` or `mix`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from random import Random
from typing import Any, Final, Literal, get_args

from pydantic import TypeAdapter, ValidationError

from runtime.core.errors import TaskFault

Kind = Literal[
    "ad",  # an advertisement over the app with a small close button
    "update",  # a sheet that offers an update of the app
    "rating",  # a dialog that asks for a rating
    "permission",  # the system's dialog for the notification permission
    "slow",  # pages load for a while
    "offline",  # pages cannot be loaded for a while
    "stale",  # pages show outdated content for a while
    "drop",  # some taps are lost
    "kill",  # the app is closed
    "secure",  # screenshots of the app are black
    "busy",  # the screen never settles for a while: `uiautomator dump` fails
    "slow_keyboard",  # typed text arrives late
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
POPUPS: Final = frozenset({"ad", "update", "rating", "permission"})
LASTING: Final = frozenset({"drop", "secure", "slow_keyboard"})
"""Kinds that do not end once they have started."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """One declared disturbance."""

    kind: Kind
    app: str = ""
    """Name of the affected app; empty for any app except system apps."""
    after: int = 2
    """It starts when this many places of the app have been opened."""
    ms: int = 4000
    """Its duration, or the delay of typed text, in virtual milliseconds."""
    chance: float = 0.2
    """Share of taps that `drop` loses."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a disturbance: places opened so far, and its start (virtual ms), None before it starts."""

    places: int = 0
    at: int | None = None


@dataclass(frozen=True, slots=True)
class PendingText:
    """Typed text that has not arrived in its field yet; `due` is in virtual ms."""

    due: int
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Disturbances:
    """All declared disturbances of a phone and their state."""

    declared: tuple[Disturbance, ...] = ()
    progress: tuple[Progress, ...] = ()
    """One entry per declared disturbance."""
    taps: int = 0
    stale_states: tuple[tuple[str, Any], ...] = ()
    """For `stale`: app name and its state when the disturbance started."""
    pending_text: PendingText | None = None


_MIX_SIZE: Final = 3
_NOT_IN_MIX: Final = frozenset({"secure", "kill"})
"""Kinds left out of a mix: without a visible screen, or with lost work, a task may be unsolvable."""
_ADAPTER: Final = TypeAdapter(tuple[Disturbance, ...])
_FIELDS: Final = frozenset(field.name for field in fields(Disturbance))


def split_disturbances(text: str) -> tuple[dict[str, Any], ...]:
    """Split `KIND[:FIELD=VALUE…],…` into entries for `parse_disturbances`, which checks them."""
    entries = []
    for item in text.split(","):
        kind, *more = item.strip().split(":")
        entries.append({**dict(part.partition("=")[::2] for part in more), "kind": kind})
    return tuple(entries)


def parse_disturbances(
    given: Sequence[Mapping[str, Any]], apps: Collection[str], seed: int, source: str = "weather"
) -> Disturbances:
    """Parse the disturbances that a task declares; errors name the `source`.

    Raises:
        TaskFault: an unknown kind or app, or an invalid value.
    """
    entries: list[Mapping[str, Any]] = []
    for number, entry in enumerate(given):
        entries += _mix(entry, seed, number) if entry.get("kind") == "mix" else (entry,)
    unknown = sorted({key for disturbance in entries for key in disturbance} - _FIELDS)
    if unknown:
        raise TaskFault(f"{source}: unknown field {unknown[0]!r}; the fields are {', '.join(sorted(_FIELDS))}")
    try:
        read = _ADAPTER.validate_python(entries)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise TaskFault(f"{source}: {where}: {first['msg']}; kinds are {', '.join(KINDS)} and mix") from None
    for disturbance in read:
        if disturbance.app and disturbance.app not in apps:
            raise TaskFault(f"{source} for {disturbance.app!r}: no such app; the apps are {', '.join(sorted(apps))}")
        if disturbance.after < 1 or disturbance.ms < 0 or not 0 <= disturbance.chance <= 1:
            raise TaskFault(
                f"{source}: {disturbance.kind}: after must be at least 1, ms at least 0, chance from 0 to 1"
            )
    return Disturbances(read, (Progress(),) * len(read))


def _mix(given: Mapping[str, Any], seed: int, number: int) -> list[Mapping[str, Any]]:
    random = Random(f"weather/{seed}/{number}")
    kinds = random.sample([kind for kind in KINDS if kind not in _NOT_IN_MIX], _MIX_SIZE)
    more = {key: value for key, value in given.items() if key != "kind"}
    return [{**more, "kind": kind, "after": random.randint(2, 5)} for kind in kinds]
