"""One connection under everything that can be done to it: counts of operations, streams, cuts and cancellations."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import shlex
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import median

import anyio
import anyio.lowlevel
from anyio.abc import TaskGroup

from adapters.adb.daemon.server import listen_tcp, listen_unix
from adapters.adb.daemon.services import Stdin
from adapters.adb.host.client import AdbConnection, connect_tcp, connect_unix
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.transport import dialing
from benchmarks.acceptance.bar import Bar
from tests.support import cuts, errands
from tests.support import unread as unread_log
from tests.support.cancelling import cancel_everywhere
from tests.support.servicephone import ServicePhone
from tests.support.tinyphone import TinyPhone, TinyResult, blob

OPERATIONS, CONNECTIONS, STREAMS, INSTALLS = 100_000, 1000, 200, 20
APP = 50 << 20
_DEADLINES = Deadlines(open=60, progress=60, command=120)


async def operations() -> list[Bar]:
    """The day's work with all its errors: does anything stay open?"""
    done, before, after = await errands.run(OPERATIONS, often=40)
    figure = f"{done} operations, {before} files open before, {after} after"
    return [
        Bar("100 000 operations with their errors leave no descriptor", figure, done >= OPERATIONS and after <= before)
    ]


async def connections() -> list[Bar]:
    """Connections opened and closed over TCP and Unix sockets, by the host and by the device."""
    dialing.limit_dials(100_000)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "phone"
        async with listen_tcp("127.0.0.1", 0, TinyPhone()) as tcp, listen_unix(path, TinyPhone()) as unix:

            async def two(number: int) -> None:
                async with connect_tcp("127.0.0.1", tcp.port) as connection, connect_unix(path) as other:
                    await connection.shell("echo")
                    await other.open("shell:hang")
                    if number % 3 == 0:
                        tcp.hang_up()
                        unix.hang_up()

            # The first ones bring what stays: lazily opened files, the pools of the loop.
            for number in range(10):
                await two(number)
            before = await errands.open_files(0)
            for number in range(CONNECTIONS // 2):
                await two(number)
            gc.collect()
            after = await errands.open_files(before)
    return [
        Bar(
            "1000 connections opened and closed leave no descriptor", f"{before} before, {after} after", after <= before
        )
    ]


async def streams() -> list[Bar]:
    """Each stream carries bytes of its own both ways; with the peer's full packets and with small ones."""
    bars = []
    for largest in (1 << 20, 4096):
        right = 0
        async with (
            listen_tcp("127.0.0.1", 0, TinyPhone(), max_payload=largest) as listener,
            connect_tcp("127.0.0.1", listener.port, _DEADLINES) as connection,
        ):

            async def run_stream(number: int, connection: AdbConnection = connection) -> None:
                nonlocal right
                sent = blob(f"up{number} {100_000 + 997 * number}")
                back = await connection.shell("cat", stdin=sent)
                there = await connection.shell(f"blob down{number} {len(sent)}")
                same = hashlib.sha256(back.stdout).digest() == hashlib.sha256(sent).digest()
                right += same and there.stdout == blob(f"down{number} {len(sent)}")

            began = anyio.current_time()
            async with anyio.create_task_group() as tasks:
                for number in range(STREAMS):
                    tasks.start_soon(run_stream, number)
            took = anyio.current_time() - began
        figure = f"{right} of {STREAMS} right, {took:.1f} s"
        bars.append(
            Bar(f"200 streams at once, packets of {largest} bytes: each its own hash", figure, right == STREAMS)
        )
    return bars


_CANCELLED: dict[str, Callable[[AdbConnection], Awaitable[object]]] = {
    "shell": lambda connection: connection.shell("blob x 3000000"),
    "shell with input": lambda connection: connection.shell("cat", stdin=blob("x 3000000")),
    "exec": lambda connection: connection.exec_out("blob x 3000000"),
    "pull": lambda connection: connection.files.pull("/sdcard/big"),
    "push": lambda connection: connection.files.push(blob("x 3000000"), "/sdcard/other"),
    "list": lambda connection: connection.files.list_dir("/sdcard"),
    "stat": lambda connection: connection.files.stat("/sdcard/big"),
    "framebuffer": lambda connection: connection.framebuffer(),
    "install": lambda connection: connection.packages.install(b"PK" + blob("app 3000000")),
    "logcat": lambda connection: _log(connection),
}


async def _log(connection: AdbConnection) -> int:
    async with connection.logcat("-d") as lines:
        return len([line async for line in lines])


async def cancelled() -> list[Bar]:
    """Give up each operation at each of its awaits; then the same connection does its work."""
    bars = []
    async with (
        listen_tcp("127.0.0.1", 0, phone := ServicePhone()) as listener,
        connect_tcp("127.0.0.1", listener.port, _DEADLINES) as connection,
    ):
        phone.files.write("/sdcard/big", blob("b 3000000"))
        before, standing = await errands.open_files(0), len(asyncio.all_tasks())
        for name, operation in _CANCELLED.items():
            awaits = await cancel_everywhere(partial(operation, connection), partial(connection.shell, "echo"))
            turns = await _cancel_at_every_turn(partial(operation, connection))
            phone.installed.clear()
            right = 0
            for number in range(1000):
                right += (await connection.shell(f"echo {number}")).stdout == f"{number}\n".encode()
            figure = (
                f"given up at {awaits} awaits and at {turns} turns of the loop; then {right} of 1000 commands right"
            )
            bars.append(Bar(f"cancelled at every await: {name}", figure, right == 1000 and awaits > 1))
        after = await errands.open_files(before)
        left = len(asyncio.all_tasks()) - standing
    holds = after <= before and not left
    bars.append(Bar("… and nothing is left", f"files {before} before, {after} after; {left} tasks more", holds))
    return bars


async def _cancel_at_every_turn(operation: Callable[[], Awaitable[object]], most: int = 20_000) -> int:
    """Cancel it after 0, 1, 2 … turns of the loop, wherever its data are by then; how many turns until it outran that.

    It waits at few awaits, but much comes and goes during each.
    """
    for turns in range(most):
        done = anyio.Event()
        async with anyio.create_task_group() as tasks:

            async def run(done: anyio.Event = done, tasks: TaskGroup = tasks) -> None:
                await operation()
                done.set()
                tasks.cancel_scope.cancel()

            tasks.start_soon(run)
            for _ in range(turns):
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()
        if done.is_set():
            return turns
    raise AssertionError(f"not done after {most} turns of the loop")


async def cut() -> list[Bar]:
    """A cable that is cut after every byte of a pull, a push and a command, in both directions."""
    outcomes = await cuts.run(2000)
    figure = ", ".join(f"{name} {count}" for name, count in sorted(outcomes.items()))
    holds = set(outcomes) == {"DeviceLost", "whole"}
    return [Bar("the link cut at every byte of a transfer: lost or whole, never short", figure, holds)]


async def unread() -> list[Bar]:
    """Streams without a reader beside streams with one."""
    with tempfile.TemporaryDirectory() as folder:
        report = await unread_log.run(Path(folder), rounds=50, streams=20)
    rates = [report.read / seconds / 1e6 for seconds in (report.before, report.beside)]
    figure = f"{report.grown >> 20} MB more for 21 unread; others {rates[0]:.0f} MB/s before, {rates[1]:.0f} beside"
    # A window on each side of each stream, and as much again for what allocators keep.
    holds = report.grown < 21 * (4 << 20) * 2 and rates[1] > rates[0] / 3
    return [Bar("consumers that never read: memory bounded, the others at full speed", figure, holds)]


class _Shop(TinyPhone):
    """Takes apps in pieces and keeps their hashes only."""

    def __init__(self) -> None:
        super().__init__()
        self.hashes: list[str] = []

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        words = shlex.split(command)
        if words[:3] != ["cmd", "package", "install"]:
            return await super().shell(command, stdin)
        left = int(words[words.index("-S") + 1])
        digest = hashlib.blake2b()
        while left and (piece := await stdin.read_exactly(min(left, 1 << 18))):
            digest.update(piece)
            left -= len(piece)
        self.hashes.append(digest.hexdigest())
        return TinyResult(b"Success\n")


async def installs() -> list[Bar]:
    """Installs apps of 50 MB over one connection, and times a command beside them."""
    shop = _Shop()
    apps = [memoryview(b"PK" + blob(f"app{number} {APP}")) for number in range(INSTALLS)]
    wanted = sorted(hashlib.blake2b(app).hexdigest() for app in apps)
    async with (
        listen_tcp("127.0.0.1", 0, shop) as listener,
        connect_tcp("127.0.0.1", listener.port, _DEADLINES) as connection,
    ):
        quiet = [await _ping(connection) for _ in range(200)]
        beside: list[float] = []
        began = anyio.current_time()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_ping_on, connection, beside)
            async with anyio.create_task_group() as all_apps:
                for app in apps:
                    all_apps.start_soon(connection.packages.install, app)
            tasks.cancel_scope.cancel()
        took = anyio.current_time() - began
    intact = sorted(shop.hashes) == wanted
    worst = max(beside)
    figure = (
        f"{took:.1f} s; a command takes {median(quiet) * 1000:.1f} ms alone, {median(beside) * 1000:.0f} ms beside "
        f"them, {worst * 1000:.0f} ms at worst ({len(beside)} of them)"
    )
    rates = [
        Bar("20 installs of 50 MB at once: each app whole", f"{len(shop.hashes)} of {INSTALLS}, same: {intact}", intact)
    ]
    # Held up by one app it would take a twentieth of all, by the queue of all of them all of it.
    return [*rates, Bar("… and no command waits behind an app", figure, worst < took / 20 and len(beside) > 20)]


async def _ping(connection: AdbConnection) -> float:
    began = anyio.current_time()
    assert (await connection.shell("echo ping")).stdout == b"ping\n"
    return anyio.current_time() - began


async def _ping_on(connection: AdbConnection, seconds: list[float]) -> None:
    while True:
        seconds.append(await _ping(connection))
