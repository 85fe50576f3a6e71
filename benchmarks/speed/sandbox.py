"""The sandbox: what it adds to a shell line and takes from a transfer, against the phone's own connection."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from benchmarks.speed import adb_packets
from benchmarks.speed.comparison import Claim, Result
from benchmarks.speed.contest import Contest, Entrant, bare_device, play, started

SESSIONS: Final = 20
_AGAIN: Final = 120.0
"""Seconds from the start in which a contest that tells nothing may be played again."""
_OURS: Final = "through a sandbox"
_DIRECT: Final = "the phone's own connection"
_SERVER: Final = "an adb server that answers itself"
_RAW: Final = "a blocking socket, through a sandbox"
_RAW_DIRECT: Final = "a blocking socket, straight"
_RELAY: Final = "the sandbox's own process"
_COPYING: Final = "a blocking socket, through a process that only copies"
_PER_MB: Final = 1e3 / (adb_packets.FILE_BYTES / 1e6)

CONTESTS: Final = (
    Contest(
        "line",
        {
            _OURS: Entrant("sandbox_clients.shell_sandbox", 1000),
            _DIRECT: Entrant("sandbox_clients.shell", 1000),
            _SERVER: Entrant("sandbox_clients.shell_server", 1000),
        },
        _SERVER,
        (
            # A program has no connection of its own to the phone: what it would use without us is an adb server.
            Claim("shell line, one after another: median", _OURS, _SERVER, "added", 0.3, " ms", 1e3),
        ),
        parts=50,
    ),
    Contest(
        "pull",
        {
            _RAW: Entrant("sandbox_clients.blocking_sandbox", 60),
            _RAW_DIRECT: Entrant("floors.pull", 60),
            _COPYING: Entrant("sandbox_clients.blocking_sandbox", 60),
            _RELAY: Entrant("sandbox_clients.blocking_sandbox", 60),
            _OURS: Entrant("sandbox_clients.pull_sandbox", 60),
            _DIRECT: Entrant("sandbox_clients.pull", 60),
        },
        _RAW_DIRECT,
        (
            # Three processes share two cores here: a client that costs something takes that from who carries.
            Claim("pull of 10 MB, alone", _RAW, _RAW_DIRECT, "rate", 0.55),
            # What can be held on this machine at all is said by a process that does nothing but recv and send.
            Claim("… against a process that only copies", _RAW, _COPYING, "rate", 0.8),
            Claim("… CPU for each MB", _RELAY, _RAW_DIRECT, "spent", 1.2, " ms", _PER_MB),
        ),
    ),
    Contest(
        "pulls",
        {_OURS: Entrant("sandbox_clients.pulls_sandbox", 160), _DIRECT: Entrant("sandbox_clients.pulls", 160)},
        _DIRECT,
        (Claim(f"pull of 10 MB, {SESSIONS} at once", _OURS, _DIRECT, "rate", 0.35),),
    ),
)


def measure(repeat: int, only: Collection[str] = (), scale: float = 1.0) -> Iterator[tuple[Contest, Result]]:
    """Play the contests, or those named; `scale` makes them shorter."""
    until = time.monotonic() + _AGAIN
    with (
        bare_device(SESSIONS) as places,
        started("sandbox_process", str(places.devices[0]), str(SESSIONS)) as relays,
        started("bare_relay", str(places.devices[0])) as copying,
    ):
        value = relays.answer()
        copied = replace(places, endpoints=(copying.answer()["port"],))
        places = replace(places, endpoints=tuple(value["endpoints"]))
        for contest in CONTESTS:
            if only and contest.name not in only:
                continue
            entrants = {
                label: replace(entrant, count=max(min(entrant.count, SESSIONS), round(entrant.count * scale)))
                for label, entrant in contest.entrants.items()
            }
            others = {_RELAY: replace(places, counted=value["process"]), _COPYING: copied}
            yield contest, play(replace(contest, entrants=entrants), others, places, repeat, until)
