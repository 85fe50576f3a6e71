"""An unread log, larger than memory, beside other streams that read everything."""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from pathlib import Path

import anyio

from adapters.adb.daemon.server import listen_unix
from adapters.adb.daemon.services import Stdin
from adapters.adb.host.client import AdbConnection, connect_unix
from adapters.adb.host.device_connection import Deadlines
from tests.support.tinyphone import TinyPhone, TinyResult, blob

ENDLESS = 8 << 30
_DEADLINES = Deadlines(open=20, progress=20, command=60)
_SERVICES = ("shell,v2,raw:logcat", "exec:logcat", "shell:logcat")


class Talkative(TinyPhone):
    """Its log of eight gigabytes costs no memory: pages of zeros that the system does not even have."""

    def __init__(self) -> None:
        super().__init__()
        self.log = memoryview(mmap.mmap(-1, ENDLESS, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ))

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        return TinyResult(self.log) if command == "logcat" else await super().shell(command, stdin)


@dataclass(frozen=True)
class Report:
    """Bytes by which this process, which is host and device, has grown; seconds for the same work of the others."""

    grown: int
    before: float
    beside: float
    read: int
    """Bytes that the others got in each of the two."""


async def run(folder: Path, rounds: int = 10, streams: int = 3) -> Report:
    """Leave this many streams unread while ten others at once read a megabyte each, this many times."""
    async with listen_unix(folder / "talkative", Talkative()), connect_unix(folder / "talkative", _DEADLINES) as there:
        # The first time is for what allocators keep.
        await _others(there, rounds)
        start = resident()
        before = await _others(there, rounds)
        left = [await there.open(_SERVICES[number % 3]) for number in range(streams)]
        async with there.logcat():
            beside = await _others(there, rounds)
            grown = resident() - start
            for stream in left:
                assert await stream.receive(1 << 20), "a stream that nobody read was ended"
        for stream in left:
            await stream.aclose()
        assert (await there.shell("echo still")).stdout == b"still\n"
    return Report(grown, before, beside, rounds * 10_000_000)


async def _others(connection: AdbConnection, rounds: int) -> float:
    async def run_other(number: int) -> None:
        assert (await connection.shell(f"blob {number} 1000000")).stdout == blob(f"{number} 1000000")

    began = anyio.current_time()
    for _ in range(rounds):
        async with anyio.create_task_group() as tasks:
            for number in range(10):
                tasks.start_soon(run_other, number)
    return anyio.current_time() - began


def resident() -> int:
    """Bytes of memory that this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE
