"""The rules of an episode as a table: which event may follow in which state. Replay and live share it.

    fresh ──Started──▶ ready ──Decided──▶ acting ──Decided──▶ acting …
    ready, acting ──Ended──▶ over

`Performed` and `Replied` are only legal while a decision is being carried out; `Observed` and the notes of the engine
(weather, traffic, model calls, faults) are legal whenever the episode runs. Nothing follows `Ended`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from runtime.core.events import (
    AnyEvent,
    Decided,
    Ended,
    Event,
    Faulted,
    ModelCalled,
    Observed,
    Performed,
    Replied,
    Started,
    Traffic,
    Weather,
)

EpisodeState = Literal["fresh", "ready", "acting", "over"]

_RUNNING: dict[type[Event], EpisodeState] = {Decided: "acting", Ended: "over"}
_NOTES: tuple[type[Event], ...] = (Observed, ModelCalled, Weather, Traffic, Faulted)

LEGAL: Mapping[EpisodeState, Mapping[type[Event], EpisodeState]] = {
    "fresh": {Started: "ready"},
    "ready": {**_RUNNING, **dict.fromkeys(_NOTES, "ready")},
    "acting": {**_RUNNING, Performed: "acting", Replied: "acting", **dict.fromkeys(_NOTES, "acting")},
    "over": {},
}


class IllegalEvent(ValueError):
    """An event that the rules do not allow in this state: a mistake of the engine, or a damaged recording."""


def advance(state: EpisodeState, event: AnyEvent) -> EpisodeState:
    """The state after `event`.

    Raises:
        IllegalEvent: the table does not allow it; the message says what would have been legal.
    """
    legal = LEGAL[state]
    after = legal.get(type(event))
    if after is None:
        allowed = ", ".join(sorted(kind.__name__ for kind in legal)) or "nothing"
        raise IllegalEvent(f"{type(event).__name__} cannot follow in state {state!r}; allowed: {allowed}")
    return after
