"""Framework: what a step, an event and a score cost without any device, agent or model."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from benchmarks.speed.comparison import Claim, Result
from benchmarks.speed.contest import Contest, Entrant, play_alone

CONTESTS: Final = (
    Contest(
        "step",
        {
            "20 sessions": Entrant("framework_contenders.sessions_20", 12_000),
            "1,000 sessions": Entrant("framework_contenders.sessions_1000", 12_000),
            "bare loop, 20 sessions": Entrant("framework_contenders.bare_20", 48_000),
        },
        "bare loop, 20 sessions",
        (
            Claim("CPU per step, 1,000 sessions to 20", "1,000 sessions", "20 sessions", "cost", 1.3),
            Claim("CPU per step", "20 sessions", "bare loop, 20 sessions", "cost", 3.0),
        ),
        parts=1,
    ),
    Contest(
        "event",
        {
            "event, tally, disk": Entrant("framework_contenders.events", 18_000),
            "by hand": Entrant("framework_contenders.bare_events", 18_000),
        },
        "by hand",
        (Claim("CPU per event: made, tallied, on disk", "event, tally, disk", "by hand", "spent", 5.0, " µs", 1e6),),
    ),
    Contest(
        "reducer",
        {
            "reducers": Entrant("framework_contenders.reducers", 300_000),
            "a dictionary": Entrant("framework_contenders.bare_reducers", 300_000),
        },
        "a dictionary",
        (Claim("CPU per score and reducer", "reducers", "a dictionary", "spent", 0.5, " µs", 1e6),),
    ),
)


def measure(repeat: int, only: Collection[str] = (), scale: float = 1.0) -> Iterator[tuple[Contest, Result]]:
    """Play the contests, or those named; `scale` makes them shorter."""
    return play_alone(CONTESTS, repeat, only, scale)
