"""Virtual phones in real time, as the `phones` command serves them: what happens by itself, and what it costs."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import anyio
import anyio.abc
from anyio.streams.buffered import BufferedByteReceiveStream

from adapters.adb.host.client import AdbConnection, connect_tcp
from benchmarks.acceptance.bar import Bar, command
from runtime.core.descriptors import provide_descriptors
from runtime.screen.tree import parse

PARTS: Final[Mapping[str, str]] = {
    "notices": "a toast ends, and after fifty screens with something copied nothing covers the last one",
    "alarm": "an alarm that was set by touch rings at its time",
    "waits": "sleep and a swipe last as long as they say, and others are served meanwhile",
    "idle": "what an idle phone costs",
    "fleet": "1,000 connected phones: start and memory",
}
OPTIONS: Final[Mapping[str, str]] = {
    "minutes": "how long the idle phone is watched (30)",
    "phones": "how many phones the fleet has (1000)",
}
_CLOCK: Final = "com.android.deskclock"
_CONTACTS: Final = "com.android.contacts"
_WIDTH: Final = 1080
_HEADER: Final = 16
_STATUS_BAR: Final = 4 * _WIDTH * 120
_SCREENS: Final = 50
_PATIENCE: Final = 300.0
_LOOK: Final = 0.02
"""Seconds between two looks."""
_LINES: Final = ("sleep 2", "input swipe 500 900 500 300 2000")


def measure(parts: list[str] | None = None, minutes: str = "30", phones: str = "1000") -> list[Bar]:
    """Measure the chosen parts."""
    measured: Mapping[str, Callable[[], Awaitable[list[Bar]]]] = {
        "notices": _notices,
        "alarm": _alarm,
        "waits": _waits,
        "idle": partial(_idle, float(minutes)),
        "fleet": partial(_fleet, int(phones)),
    }
    return [bar for part in parts or PARTS for bar in anyio.run(measured[part])]


@dataclass(frozen=True, slots=True)
class _Served:
    """The process of the command, and the ports of its phones."""

    pid: int
    ports: list[int]

    @property
    def workers(self) -> list[int]:
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]


@asynccontextmanager
async def _phones(count: int = 1) -> AsyncIterator[_Served]:
    """Phones as the command serves them."""
    words = command(("phones", "--count", str(count), "--port", "0"))
    async with await anyio.open_process(words, stderr=None) as process:
        try:
            assert process.stdout is not None
            lines = BufferedByteReceiveStream(process.stdout)
            with anyio.fail_after(_PATIENCE):
                ports = [json.loads(await lines.receive_until(b"\n", 1000))["port"] for _ in range(count)]
            yield _Served(process.pid, ports)
        finally:
            process.terminate()
            with anyio.CancelScope(shield=True), anyio.move_on_after(20):
                await process.wait()


class _Hand:
    """Touches a phone and looks at it over one connection."""

    def __init__(self, connection: AdbConnection) -> None:
        self._connection = connection

    async def shell(self, line: str) -> str:
        return bytes((await self._connection.shell(line)).stdout).decode()

    async def tap(self, *names: str) -> None:
        """Tap the elements with these texts or descriptions, one after another."""
        for name in names:
            await self.shell("uiautomator dump")
            tree = parse((await self.shell("cat /sdcard/window_dump.xml")).encode())
            x, y = next(node for node in tree.walk() if name in (node.text, node.desc)).center
            await self.shell(f"input tap {x} {y}")

    async def pixels(self) -> bytes:
        """The screen below the status bar."""
        return bytes((await self._connection.exec_out("screencap"))[_HEADER + _STATUS_BAR :])

    async def now(self) -> float:
        """The phone's clock in seconds."""
        return float(await self.shell("date +%s.%N"))

    async def equals(self, before: bytes) -> bool:
        """Whether the screen is that one."""
        return await self.pixels() == before

    async def differs_from(self, before: bytes) -> bool:
        """Whether the screen is another one."""
        return await self.pixels() != before

    async def rings(self) -> bool:
        """Whether an alarm is in front."""
        return f"{_CLOCK}.alarms.AlarmActivity" in await self.shell("dumpsys window | grep mCurrentFocus")


async def _until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Look again and again, as a client of a phone has to."""
    with anyio.fail_after(_PATIENCE):
        while True:
            if await condition():
                return
            await anyio.sleep(_LOOK)


@asynccontextmanager
async def _hand() -> AsyncIterator[_Hand]:
    async with _phones() as served, connect_tcp("127.0.0.1", served.ports[0]) as connection:
        yield _Hand(connection)


async def _notices() -> list[Bar]:
    async with _hand() as hand:
        await hand.shell(f"monkey -p {_CLOCK} 1")
        await hand.tap("Alarm", "Add alarm", "Save")
        began = time.monotonic()
        shown = await hand.pixels()
        await _until(lambda: hand.differs_from(shown))
        toast = time.monotonic() - began
        await hand.shell("input keyevent HOME")
        await anyio.sleep(1)
        clean = await hand.pixels()
        for _ in range(_SCREENS):
            await hand.shell(f"am force-stop {_CONTACTS}; monkey -p {_CONTACTS} 1")
            await hand.tap("Search contacts")
            await hand.shell("input text tea; input keycombination 113 29; input keycombination 113 31")
            await hand.shell("input keyevent HOME; input keyevent HOME")
        began = time.monotonic()
        covered = await hand.differs_from(clean)
        await _until(lambda: hand.equals(clean))
        left = time.monotonic() - began
    return [
        Bar("a toast is gone within 5 s", f"{toast:.1f} s", toast <= 5),
        Bar(
            f"after {_SCREENS} screens with something copied, the notice of the last copy is gone within 7 s",
            f"{left:.1f} s, {'covered' if covered else 'not covered'} at first",
            covered and left <= 7,
        ),
    ]


async def _alarm() -> list[Bar]:
    """Sets an alarm for one of the next minutes, and looks until it is in front."""
    async with _hand() as hand:
        await hand.shell(f"monkey -p {_CLOCK} 1")
        at = (int(await hand.now()) + 20) // 60 * 60 + 60
        hour, minute = at // 3600 % 24, at // 60 % 60
        picked = (f"{hour} hours", f"{minute // 5 * 5} minutes", *["One minute later"] * (minute % 5))
        await hand.tap("Alarm", "Add alarm", "07:00", *picked, "OK", "Save")
        await _until(hand.rings)
        late = await hand.now() - at
    return [Bar("an alarm that was set by touch rings within 1 s of its time", f"{late:.2f} s", 0 <= late <= 1)]


async def _waits() -> list[Bar]:
    async with _phones() as served, AsyncExitStack() as stack:
        first, second = [
            _Hand(await stack.enter_async_context(connect_tcp("127.0.0.1", served.ports[0]))) for _ in range(2)
        ]
        figures = {line: await _duration(first, second, line) for line in _LINES}
    return [
        Bar(
            f"`{line}` lasts 2 s, and another connection's commands 0.1 s at most meanwhile",
            f"{lasted:.2f} s, {slowest * 1000:.0f} ms",
            1.9 <= lasted <= 2.4 and slowest <= 0.1,
        )
        for line, (lasted, slowest) in figures.items()
    ]


async def _duration(first: _Hand, second: _Hand, line: str) -> tuple[float, float]:
    """Seconds that a line lasts, and the slowest command of another connection meanwhile."""
    lasted = slowest = 0.0

    async def run(done: anyio.Event) -> None:
        nonlocal lasted
        began = time.monotonic()
        await first.shell(line)
        lasted = time.monotonic() - began
        done.set()

    async with anyio.create_task_group() as tasks:
        done = anyio.Event()
        tasks.start_soon(run, done)
        while not done.is_set():
            began = time.monotonic()
            await second.shell("date")
            slowest = max(slowest, time.monotonic() - began)
            with anyio.move_on_after(0.1):
                await done.wait()
    return lasted, slowest


async def _idle(minutes: float) -> list[Bar]:
    """The CPU time of the worker of a connected phone whose log is followed."""
    async with _phones() as served, connect_tcp("127.0.0.1", served.ports[0]) as connection:
        hand = _Hand(connection)
        await hand.shell("input keyevent HOME; screencap -p /sdcard/screen.png")
        log = await connection.open("shell,v2,raw:logcat")
        (worker,) = served.workers
        began, spent, shown = time.monotonic(), _cpu_seconds(worker), await hand.now()
        print(f"idle: {minutes:g} minutes", file=sys.stderr)
        await anyio.sleep(minutes * 60)
        share = (_cpu_seconds(worker) - spent) / (time.monotonic() - began)
        log.close()
        drift = await hand.now() - shown - (time.monotonic() - began)
    return [
        Bar(
            f"an idle phone over {minutes:g} minutes costs at most 1 % of a core",
            f"{share:.2%}",
            share <= 0.01,
        ),
        Bar("its clock is within 0.1 s of ours then", f"{drift * 1000:+.0f} ms", abs(drift) <= 0.1),
    ]


async def _fleet(count: int) -> list[Bar]:
    """Every phone is connected, was touched, and has sent its tree."""
    provide_descriptors(count + 200, f"{count} phones", lambda most: f"at most {most - 200} phones")
    began = time.monotonic()
    async with _phones(count) as served, AsyncExitStack() as stack:
        started = time.monotonic() - began
        for port in served.ports:
            hand = _Hand(await stack.enter_async_context(connect_tcp("127.0.0.1", port)))
            await hand.shell("input tap 500 900; uiautomator dump")
        began = time.monotonic()
        spent = sum(map(_cpu_seconds, served.workers))
        await anyio.sleep(60)
        share = (sum(map(_cpu_seconds, served.workers)) - spent) / (time.monotonic() - began)
        processes = [os.getpid(), served.pid, *served.workers]
        megabytes = sum(map(_proportional, processes)) / 1e6
    return [
        Bar(f"{count} phones start in at most 15 s", f"{started:.1f} s on {os.cpu_count()} cores", started <= 15),
        Bar(
            f"{count} connected phones and their client: at most 1,500 MB in all",
            f"{megabytes:.0f} MB in {len(processes)} processes",
            megabytes <= 1500,
        ),
        Bar(f"{count} idle phones cost at most 10 % of a core", f"{share:.1%}", share <= 0.1),
    ]


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _proportional(pid: int) -> int:
    """Bytes of memory of a process, its share of what it has in common with others (proportional set size)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024
