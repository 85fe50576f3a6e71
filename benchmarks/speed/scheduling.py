"""Scheduling: what placing an episode costs on 20 to 10,000 phones."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from benchmarks.speed.comparison import Claim, Result
from benchmarks.speed.contest import Contest, Entrant, play_alone

CONTESTS: Final = (
    Contest(
        "placing",
        {
            "20 phones": Entrant("simulated_dispatch.phones_20", 2_000),
            "100 phones": Entrant("simulated_dispatch.phones_100", 2_000),
            "1,000 phones": Entrant("simulated_dispatch.phones_1000", 3_000),
            "10,000 phones": Entrant("simulated_dispatch.phones_10000", 20_000),
            "a queue, 10,000 phones": Entrant("simulated_dispatch.queue", 20_000),
        },
        "a queue, 10,000 phones",
        (
            Claim("CPU to place an episode, 10,000 phones to 20", "10,000 phones", "20 phones", "cost", 5.0),
            Claim(
                "CPU to place an episode",
                "10,000 phones",
                "a queue, 10,000 phones",
                "spent",
                1.0,
                " ms",
                1e3,
            ),
        ),
        parts=1,
    ),
)


def measure(repeat: int, only: Collection[str] = (), scale: float = 1.0) -> Iterator[tuple[Contest, Result]]:
    """Play the contests, or those named; `scale` makes them shorter."""
    return play_alone(CONTESTS, repeat, only, scale)
