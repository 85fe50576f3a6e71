"""What watching a run costs it: no dashboard, one that nobody looks at, one viewer, and ten that do not read.

The same run is played in turns, in rounds. A second run without a dashboard is the floor: what equal runs differ by.
Viewers are in this process, whose time does not count, and do what the page does: read the stream, and fetch the newest
screen of each phone at most once a second, and ten screens a second of all phones.
"""

from __future__ import annotations

import json
import re
import resource
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import urldefrag, urlsplit

import aiohttp
import anyio
import anyio.abc
from anyio.streams.buffered import BufferedByteReceiveStream

from benchmarks.acceptance.bar import Bar, command, metrics_of

OPTIONS: Final[Mapping[str, str]] = {"rounds": "how often each kind of run is played (5)"}
_ADDRESS: Final = re.compile(rb"dashboard: (\S+)")
_PAUSE, _SCREEN_PAUSE = 1.0, 0.1
"""Seconds between two screens of a phone that a viewer fetches, and between any two screens, as in the page."""
_STALLED: Final = 10


@dataclass(frozen=True, slots=True)
class _Played:
    """What one run took, in seconds, its metrics, and how many states and screens its viewers got."""

    wall: float
    cpu: float
    metrics: Any
    states: int = 0
    screens: int = 0


@dataclass(slots=True)
class _Seen:
    states: int = 0
    screens: int = 0


_View = Callable[[str, str, _Seen], Coroutine[Any, Any, None]]
"""A viewer: called with the server's address, the token, and where to count."""


def measure(rounds: str = "5") -> list[Bar]:
    """Play the runs and compare them within each round."""
    return anyio.run(_measure, int(rounds))


async def _measure(rounds: int) -> list[Bar]:
    kinds: dict[str, tuple[tuple[str, ...], _View | None]] = {
        "without": ((), None),
        "without again": ((), None),
        "unseen": (("--live",), None),
        "one viewer": (("--live",), _look),
        "ten stalled": (("--live",), _stall),
    }
    found: dict[str, list[_Played]] = {kind: [] for kind in kinds}
    with tempfile.TemporaryDirectory() as name:
        for number in range(rounds):
            order = list(kinds)[number % len(kinds) :] + list(kinds)[: number % len(kinds)]
            for kind in order:
                arguments, view = kinds[kind]
                found[kind].append(await _play(Path(name) / f"{kind}-{number}".replace(" ", "-"), arguments, view))
    bars = []
    for kind, most in (("without again", None), ("unseen", 0.01), ("one viewer", 0.05), ("ten stalled", 0.01)):
        cpu, wall = (
            statistics.median(
                getattr(run, what) / getattr(plain, what) - 1
                for run, plain in zip(found[kind], found["without"], strict=True)
            )
            for what in ("cpu", "wall")
        )
        limit = "the floor" if most is None else f"at most {most:.0%} of the throughput"
        bars.append(
            Bar(
                f"{kind}: {limit}, as CPU of the run, medians of {rounds} rounds",
                f"CPU {cpu:+.1%}, wall {wall:+.1%}",
                most is None or cpu <= most,
            )
        )
    watched = found["one viewer"]
    bars.append(
        Bar(
            "the viewer gets states and screens during the run",
            f"{watched[0].states} states, {watched[0].screens} screens of the first run",
            all(run.states > 20 and run.screens > 20 for run in watched),
        )
    )
    metrics = [run.metrics for runs in found.values() for run in runs]
    bars.append(
        Bar(
            "all runs have the same metrics",
            f"{len(metrics)} runs, {metrics[0] == metrics[-1]}",
            all(document == metrics[0] for document in metrics),
        )
    )
    seconds = ", ".join(f"{kind} {statistics.median(run.wall for run in runs):.1f} s" for kind, runs in found.items())
    processor = ", ".join(f"{kind} {statistics.median(run.cpu for run in runs):.1f} s" for kind, runs in found.items())
    bars.append(Bar("(wall time, medians)", seconds, holds=True))
    bars.append(Bar("(CPU, medians)", processor, holds=True))
    return bars


async def _play(out: Path, arguments: tuple[str, ...], view: _View | None) -> _Played:
    """Play the default run once, with viewers."""
    seen = _Seen()
    began, spent = time.monotonic(), _spent()
    async with _started("--no-progress", "--out", str(out), *arguments) as process, anyio.create_task_group() as group:
        assert process.stderr is not None
        lines = BufferedByteReceiveStream(process.stderr)
        if arguments:
            url, token = urldefrag(await _address(lines))
            if view is not None:
                group.start_soon(view, url.rstrip("/"), token, seen)
        async for _ in lines:
            pass
        await process.wait()
        group.cancel_scope.cancel()
    return _Played(time.monotonic() - began, _spent() - spent, metrics_of(out), seen.states, seen.screens)


@asynccontextmanager
async def _started(*arguments: str) -> AsyncIterator[anyio.abc.Process]:
    async with await anyio.open_process(command(arguments), stdin=None, stdout=subprocess.DEVNULL) as process:
        yield process


async def _address(lines: BufferedByteReceiveStream) -> str:
    while True:
        found = _ADDRESS.match(await lines.receive_until(b"\n", 1 << 16))
        if found is not None:
            return found[1].decode()


def _spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


async def _look(url: str, token: str, seen: _Seen) -> None:
    """Watch as the page does."""
    newest: dict[str, str] = {}
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=None)) as http,
        anyio.create_task_group() as group,
    ):
        async with http.get(f"{url}/v1/live") as answer:
            async for line in answer.content:
                seen.states += 1
                for phone in json.loads(line)["phones"]:
                    known = phone["name"] in newest
                    newest[phone["name"]] = phone.get("screen", "")
                    if not known:
                        group.start_soon(_fetch, http, url, phone["name"], newest, seen)
        group.cancel_scope.cancel()


async def _fetch(http: aiohttp.ClientSession, url: str, phone: str, newest: Mapping[str, str], seen: _Seen) -> None:
    shown = ""
    known: set[str] = set()
    for _ in count():
        digest = newest[phone]
        if digest not in ("", shown) and digest not in known:
            async with http.get(f"{url}/v1/frames/0/{digest}") as answer:
                if answer.status == 200:
                    await answer.read()
                    seen.screens += 1
                    shown = digest
                    known.add(digest)
        await anyio.sleep(max(_PAUSE, _SCREEN_PAUSE * len(newest)))


async def _stall(url: str, token: str, seen: _Seen) -> None:
    """Ask for the stream ten times, and read nothing."""
    parts = urlsplit(url)
    request = f"GET /v1/live HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    async with anyio.create_task_group() as group:
        for _ in range(_STALLED):
            group.start_soon(_hold, parts.hostname or "", parts.port or 0, request)


async def _hold(host: str, port: int, request: bytes) -> None:
    with socket.create_connection((host, port)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(request)
        await anyio.sleep_forever()
