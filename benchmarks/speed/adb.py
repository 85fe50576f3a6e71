"""ADB: our client against floors and peers on one bare device and server, and the device side of virtual phones."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

import anyio

from adapters.adb.host.client import connect_tcp
from benchmarks.speed import adb_packets
from benchmarks.speed.comparison import Claim, Result
from benchmarks.speed.contender import Places
from benchmarks.speed.contest import Contest, Entrant, bare_device, phones, play

SESSIONS: Final = 20
_AGAIN: Final = 130.0
"""Seconds from the start in which a contest that tells nothing may be played again: all within four minutes."""
_PHONES: Final = "virtual phones"
_MB: Final = adb_packets.FILE_BYTES / 1e9

CONTESTS: Final = (
    Contest(
        "ping",
        {"ours": Entrant("our_client.ping", 20000), "raw protocol": Entrant("floors.ping", 20000)},
        "raw protocol",
        (Claim("ping-pong 24+32 bytes, 20 devices: per CPU second", "ours", "raw protocol", "efficiency", 0.55),),
    ),
    Contest(
        "shell",
        {
            "ours": Entrant("our_client.shell", 2000),
            "ours, direct": Entrant("our_client.shell_direct", 4000),
            "raw streams": Entrant("floors.shell", 2000),
            "adbutils, 20 threads": Entrant("peer_clients.adbutils_shell", 640),
            "adb processes": Entrant("peer_clients.adb_process", 240),
        },
        "raw streams",
        (
            Claim("one shell command through a server, 20 sessions: CPU", "ours", "raw streams", "cost", 1.5),
            # What the rest is for: the server and the kernel's connections set the limit of what goes through one.
            Claim("… straight from the device: per second", "ours, direct", "adbutils, 20 threads", "rate", 5),
            Claim("… straight from the device: per second", "ours, direct", "adb processes", "rate", 15),
        ),
    ),
    Contest(
        "frame",
        {
            "ours": Entrant("our_client.frame", 100),
            "blocking recv_into": Entrant("floors.frame", 100),
            "a virtual user of a load test": Entrant("our_client.frame_user", 100),
            "ours, through a server": Entrant("our_client.frame_server", 100),
            "adbutils": Entrant("peer_clients.adbutils_frame", 2),
        },
        "blocking recv_into",
        (
            Claim("raw screen of 10.4 MB: per second", "ours", "blocking recv_into", "rate", 0.7),
            Claim("… per second", "a virtual user of a load test", "blocking recv_into", "rate", 0.7),
            Claim("… per CPU second", "ours", "adbutils", "efficiency", 20),
            Claim("… per CPU second", "ours, through a server", "adbutils", "efficiency", 20),
        ),
    ),
    Contest(
        "lstat",
        {
            "ours": Entrant("our_client.lstat", 4000),
            "raw protocol": Entrant("floors.lstat", 4000),
            "adb-shell async": Entrant("peer_clients.adb_shell_lstat", 1000),
        },
        "raw protocol",
        (Claim("open sync, lstat, close, 20 devices: per second", "ours", "adb-shell async", "rate", 3),),
    ),
    Contest(
        "pull",
        {
            "ours": Entrant("our_client.pull", 40),
            "ours, into a buffer": Entrant("our_client.pull_into", 40),
            "blocking recv_into": Entrant("floors.pull", 40),
            "adb-shell async": Entrant("peer_clients.adb_shell_pull", 4),
        },
        "blocking recv_into",
        (
            Claim("pull of 10 MB: per second", "ours", "adb-shell async", "rate", 7),
            Claim("… per CPU second", "ours", "adb-shell async", "efficiency", 15),
        ),
    ),
    Contest(
        "phones-lstat",
        {_PHONES: Entrant("floors.lstat", 4000), "bare device": Entrant("floors.lstat", 4000)},
        "bare device",
        (Claim("20 virtual phones: open sync, lstat, close", _PHONES, "bare device", "absolute", 4000, "/s"),),
    ),
    Contest(
        "phones-pull",
        {_PHONES: Entrant("floors.pull", 40), "bare device": Entrant("floors.pull", 40)},
        "bare device",
        (Claim("virtual phone: pull of 10 MB", _PHONES, "bare device", "absolute", 0.5, " GB/s", _MB),),
    ),
)


def measure(repeat: int, only: Collection[str] = (), scale: float = 1.0) -> Iterator[tuple[Contest, Result]]:
    """Run the comparisons, all or only those named; a `scale` below 1 makes them shorter."""
    chosen = [contest for contest in CONTESTS if not only or contest.name in only]
    until = time.monotonic() + _AGAIN
    with bare_device(SESSIONS) as places:
        for contest in chosen:
            short = replace(
                contest, entrants={label: _cut(entrant, scale) for label, entrant in contest.entrants.items()}
            )
            if _PHONES not in short.entrants:
                yield contest, play(short, {}, places, repeat, until)
                continue
            with _furnished() as virtual:
                yield contest, play(short, {_PHONES: virtual}, places, repeat, until)


def _cut(entrant: Entrant, scale: float) -> Entrant:
    """Fewer operations, but one for each session where there were that many."""
    least = min(entrant.count, SESSIONS)
    return replace(entrant, count=max(least, round(entrant.count * scale)))


@contextmanager
def _furnished() -> Iterator[Places]:
    """Virtual phones, the first with the file."""
    with phones(SESSIONS) as places:

        async def furnish() -> None:
            async with connect_tcp("127.0.0.1", places.devices[0]) as connection:
                await connection.files.push(bytes(adb_packets.FILE_BYTES), adb_packets.FILE)

        anyio.run(furnish)
        yield places
