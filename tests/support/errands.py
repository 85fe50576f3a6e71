"""Everything that is done with devices all day, with every failure, to find leaks."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

import anyio
import anyio.lowlevel

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.framing.shell_frames import EXIT, STDOUT, frame
from adapters.adb.framing.smart_wire import Target
from adapters.adb.host.client import AdbConnection, connect_tcp, dial_tcp
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import SmartConnection
from adapters.adb.transport import dialing
from adapters.faults.proxy import FaultProxy, open_proxy
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout
from tests.support.fakeserver import FakeServer, hex4, serving
from tests.support.tinyphone import TinyPhone, blob

_DEADLINES = Deadlines(open=20, progress=20, command=20)
_DATA = blob("errand 30000")


@dataclass(frozen=True)
class World:
    """A device that is connected directly, one behind a server, and a cable that is cut now and then."""

    direct: AdbConnection
    server: AdbServer
    behind: SmartConnection
    listener: Listener
    relay: FaultProxy


Errand = Callable[[World, int], Awaitable[None]]


async def _fails(kind: type[DeviceFault], operation: Awaitable[object]) -> None:
    try:
        await operation
    except kind:
        return
    raise AssertionError(f"{operation} was to end in {kind.__name__}")


async def _command(world: World, number: int) -> None:
    assert (await world.direct.shell(f"echo {number}")).stdout == f"{number}\n".encode()


async def _failing(world: World, number: int) -> None:
    assert (await world.direct.shell(f"both {number % 250}")).exit == number % 250


async def _file(world: World, number: int) -> None:
    path = f"/sdcard/errand{number % 50}"
    await world.direct.files.push(_DATA, path)
    assert await world.direct.files.pull(path) == _DATA


async def _looked_up(world: World, number: int) -> None:
    assert (await world.direct.files.stat("/sdcard")).mode
    assert not await world.direct.files.list_dir(f"/absent{number}")


async def _nothing_there(world: World, number: int) -> None:
    await _fails(DeviceRefused, world.direct.files.pull(f"/sdcard/absent{number}"))


async def _not_writable(world: World, number: int) -> None:
    await _fails(DeviceRefused, world.direct.files.push(_DATA, f"/ro/x{number}"))


async def _no_service(world: World, number: int) -> None:
    await _fails(DeviceRefused, world.direct.open(f"nosuch{number}:"))


async def _overdue(world: World, number: int) -> None:
    await _fails(DeviceTimeout, world.direct.shell("hang", deadline=0.001))


async def _given_up(world: World, number: int) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(world.direct.shell, "hang")
        for _ in range(number % 9):
            await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()


async def _left_open(world: World, number: int) -> None:
    stream = await world.direct.open("shell:cat")
    await stream.send(b"something")
    stream.close()


async def _asked(world: World, number: int) -> None:
    assert await world.server.version() == 41
    await _fails(DeviceRefused, world.server.get_state(Target(f"y{number}")))


async def _behind(world: World, number: int) -> None:
    assert (await world.behind.shell("echo")).stdout == b"hi\n"
    await _fails(DeviceRefused, world.behind.open(f"nosuch{number}:"))


async def _visit(world: World, number: int) -> None:
    async with connect_tcp("127.0.0.1", world.listener.port, _DEADLINES) as connection:
        await connection.open("shell:hang")


async def _nobody(world: World, number: int) -> None:
    world.relay.refuse()
    try:
        await _fails(DeviceLost, dial_tcp("127.0.0.1", world.relay.port, _DEADLINES))
    finally:
        world.relay.listen()


async def _cut(world: World, number: int) -> None:
    world.relay.cut = number % 400
    try:
        async with connect_tcp("127.0.0.1", world.relay.port, _DEADLINES) as connection:
            await connection.shell("blob x 400")
    except DeviceLost:
        return
    finally:
        world.relay.cut = None
    raise AssertionError("400 bytes of output passed through a cable that was cut before")


async def _reset(world: World, number: int) -> None:
    async with connect_tcp("127.0.0.1", world.relay.port, _DEADLINES) as connection:
        await connection.shell("echo")
        world.relay.reset()
        await _fails(DeviceLost, connection.shell("hang"))


OFTEN: tuple[Errand, ...] = (
    *(_command, _failing, _file, _looked_up, _nothing_there, _not_writable, _no_service),
    *(_given_up, _left_open, _asked, _behind),
)
SELDOM: tuple[Errand, ...] = (_visit, _nobody, _cut, _reset, _overdue)
"""What costs a connection or a wait."""
_OPERATIONS: dict[Errand, int] = {_file: 2, _looked_up: 2, _asked: 2, _behind: 2}
"""Where an errand is more than one operation."""


async def run(least: int, often: int = 6) -> tuple[int, int, int]:
    """At least this many operations, the frequent ones several times for each rare one.

    Returns their number, and how many descriptors of this process were open before and after.
    """
    answers: dict[str, bytes | None] = {
        "host:version": b"OKAY" + hex4("0029"),
        "host:transport:x": b"OKAY",
        "shell,v2,raw:echo": b"OKAY" + frame(STDOUT, b"hi\n") + frame(EXIT, b"\0"),
    }
    done = 0
    dialing.limit_dials(100_000)
    async with AsyncExitStack() as stack:
        listener = await stack.enter_async_context(listen_tcp("127.0.0.1", 0, TinyPhone()))
        server = await stack.enter_async_context(serving(fake := FakeServer(answers), _DEADLINES))
        world = World(
            await stack.enter_async_context(connect_tcp("127.0.0.1", listener.port, _DEADLINES)),
            server,
            SmartConnection(server, Target("x"), frozenset({"shell_v2"}), _DEADLINES),
            listener,
            await stack.enter_async_context(open_proxy(listener.port)),
        )
        rounds = (*(OFTEN * often), *SELDOM)
        before = 0
        while done < least:
            for number, errand in enumerate(rounds, done):
                await errand(world, number)
                done += _OPERATIONS.get(errand, 1)
            fake.asked.clear()
            if not before:
                # The first round brings what stays: lazily opened files, the pools of the loop.
                before = await open_files(0)
        return done, before, await open_files(before)


async def open_files(most: int) -> int:
    """The number of open descriptors, once it is at most this or the loop has turned a thousand times."""
    count = 0
    for _ in range(1000):
        count = len(os.listdir("/proc/self/fd"))
        if count <= most:
            break
        await anyio.lowlevel.checkpoint()
    return count
