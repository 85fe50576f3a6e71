"""State machine of an episode's events: which event may follow in which state, both live and in replay.

    fresh ──Started──▶ ready ──Decided──▶ acting ──Decided──▶ acting …
    ready, acting ──Ended──▶ over

`Performed` and `Replied` are only legal while a decision is executed. `Observed` and the runtime's own events
(disturbances, traffic, model calls, faults) are legal whenever the episode runs. Nothing follows `Ended`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from runtime.core.events import (
    AnyEvent,
    Decided,
    DisturbanceOccurred,
    Ended,
    Event,
    Faulted,
    ModelCalled,
    Observed,
    Performed,
    Replied,
    Started,
    Traffic,
)

EpisodeState = Literal["fresh", "ready", "acting", "over"]

_RUNNING: dict[type[Event], EpisodeState] = {Decided: "acting", Ended: "over"}
_NOTES: tuple[type[Event], ...] = (Observed, ModelCalled, DisturbanceOccurred, Traffic, Faulted)

LEGAL: Mapping[EpisodeState, Mapping[type[Event], EpisodeState]] = {
    "fresh": {Started: "ready"},
    "ready": {**_RUNNING, **dict.fromkeys(_NOTES, "ready")},
    "acting": {**_RUNNING, Performed: "acting", Replied: "acting", **dict.fromkeys(_NOTES, "acting")},
    "over": {},
}


class IllegalEvent(ValueError):
    """An event is not allowed in the current state: a bug in the runtime, or a damaged recording."""


def advance(state: EpisodeState, event: AnyEvent) -> EpisodeState:
    """Return the state after `event`.

    Raises:
        IllegalEvent: the table does not allow it; the message names the legal events.
    """
    legal = LEGAL[state]
    after = legal.get(type(event))
    if after is None:
        allowed = ", ".join(sorted(kind.__name__ for kind in legal)) or "nothing"
        raise IllegalEvent(f"{type(event).__name__} cannot follow in state {state!r}; allowed: {allowed}")
    return after
