"""Training: what a step costs through Gymnasium, against sessions that are driven directly."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from benchmarks.speed.comparison import Claim, Result
from benchmarks.speed.contender import Places
from benchmarks.speed.contest import Contest, Entrant, play

_AGAIN: Final = 60.0
"""Seconds from the start in which a contest that tells nothing may be played again."""
_EPISODE: Final = 25
"""Steps of an episode: entrants play whole ones."""
_STEP: Final = "step with its reward: per CPU second"


def _contest(number: int, ours: str, direct: str, steps: int, bar: float) -> Contest:
    ours_label, direct_label = f"Gymnasium, {number} at once", f"sessions, {number} at once"
    return Contest(
        f"steps-{number}",
        {ours_label: Entrant(ours, steps), direct_label: Entrant(direct, steps)},
        direct_label,
        (Claim(f"{_STEP}, {number} at once", ours_label, direct_label, "efficiency", bar),),
        parts=1,
    )


CONTESTS: Final = (
    _contest(1, "training_clients.env", "training_clients.session", 250, 0.6),  # each step crosses threads twice
    _contest(8, "training_clients.vector_8", "training_clients.sessions_8", 800, 0.8),
    _contest(64, "training_clients.vector_64", "training_clients.sessions_64", 1600, 0.8),
)


def measure(repeat: int, only: Collection[str] = (), scale: float = 1.0) -> Iterator[tuple[Contest, Result]]:
    """Play the contests, or those named; `scale` makes them shorter."""
    until = time.monotonic() + _AGAIN
    for contest in CONTESTS:
        if only and contest.name not in only:
            continue
        smallest = _EPISODE * int(contest.name.partition("-")[2])
        entrants = {
            label: replace(entrant, count=max(1, round(entrant.count * scale / smallest)) * smallest)
            for label, entrant in contest.entrants.items()
        }
        yield contest, play(replace(contest, entrants=entrants), {}, Places((), 0), repeat, until)
