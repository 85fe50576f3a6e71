"""Models: what a request with one picture costs our client and the SDK as it comes, on one bare endpoint."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from benchmarks.speed.chat_clients import AT_ONCE
from benchmarks.speed.comparison import Claim, Result
from benchmarks.speed.contender import Places
from benchmarks.speed.contest import Contest, Entrant, play, started

_AGAIN: Final = 60.0
"""Seconds from the start in which a contest that tells nothing may be played again."""

CONTESTS: Final = (
    Contest(
        "picture",
        {
            "ours": Entrant("chat_clients.ours", 2000),
            "ours, in bulk": Entrant("chat_clients.ours_bulk", 4000),
            "aiohttp, bytes made before": Entrant("chat_clients.floor", 4000),
            "SDK, default": Entrant("chat_clients.sdk", 800),
            "SDK, aiohttp transport": Entrant("chat_clients.sdk_aiohttp", 800),
        },
        "aiohttp, bytes made before",
        (
            Claim("request with one picture, 20 at once: per CPU second", "ours", "SDK, default", "efficiency", 1.8),
            Claim(
                "the same where a recording is judged again",
                "ours, in bulk",
                "aiohttp, bytes made before",
                "efficiency",
                0.5,
            ),
        ),
    ),
)


def measure(repeat: int, only: Collection[str] = (), scale: float = 1.0) -> Iterator[tuple[Contest, Result]]:
    """Play the contests, or those named; `scale` makes them shorter."""
    until = time.monotonic() + _AGAIN
    with started("endpoint") as process:
        places = Places((), process.answer()["port"])
        for contest in CONTESTS:
            if only and contest.name not in only:
                continue
            entrants = {
                label: replace(entrant, count=max(AT_ONCE, round(entrant.count * scale)))
                for label, entrant in contest.entrants.items()
            }
            yield contest, play(replace(contest, entrants=entrants), {}, places, repeat, until)
