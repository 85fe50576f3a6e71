"""Our client, used as its users call it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager
from typing import Any, Final, TypeVar

import anyio

from adapters.adb.buffer_pool import BufferPool
from adapters.adb.device import AdbDevice
from adapters.adb.host.client import AdbConnection, connect_tcp
from adapters.adb.host.device_connection import DeviceConnection
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import connect_smart
from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.farm.phone import LoadedDevice, MeasuredPhone
from adapters.farm.results.layers import LoopLog, Route
from adapters.farm.results.measurements import Measurements
from benchmarks.speed import adb_packets
from benchmarks.speed.comparison import shares
from benchmarks.speed.contender import AsyncRun, Places, Run, looped
from runtime.plugins.protocols import DeviceInfo

_HOST: Final = "127.0.0.1"
_PING: Final = bytes(32)
T = TypeVar("T")


def ping(places: Places) -> AbstractContextManager[Run]:
    """32 bytes to every device, each after the one before was taken."""
    return looped(_ping(places))


def shell(places: Places) -> AbstractContextManager[Run]:
    """One command through the adb server, on as many sessions at once as there are devices."""
    return looped(_shell(places))


def shell_direct(places: Places) -> AbstractContextManager[Run]:
    """The same straight from the device, on a connection for each session."""
    return looped(_shell_direct(places))


def frame(places: Places) -> AbstractContextManager[Run]:
    """A screen, straight from the device."""
    return looped(_frame(lambda stack: stack.enter_async_context(connect_tcp(_HOST, places.devices[0]))))


def frame_server(places: Places) -> AbstractContextManager[Run]:
    """A screen through the adb server."""
    server = AdbServer.tcp(_HOST, places.server)
    return looped(_frame(lambda stack: stack.enter_async_context(connect_smart(server, adb_packets.SERIAL))))


def frame_user(places: Places) -> AbstractContextManager[Run]:
    """A screen by a virtual user of a load test, straight from the device and measured."""
    return looped(_frame_user(places))


def lstat(places: Places) -> AbstractContextManager[Run]:
    """Open the file service, lstat, close, on every device."""
    return looped(_lstat(places))


def pull(places: Places) -> AbstractContextManager[Run]:
    """The file of ten megabytes, as new bytes."""
    return looped(_pull(places))


def pull_into(places: Places) -> AbstractContextManager[Run]:
    """The same into one buffer of the caller's."""
    return looped(_pull_into(places))


@asynccontextmanager
async def _ping(places: Places) -> AsyncIterator[AsyncRun]:
    async def ping_once(stream: BufferedStream, count: int) -> None:
        for _ in range(count):
            await stream.send(_PING)

    async with AsyncExitStack() as stack:
        streams = [await connection.open("ping:") for connection in await _connect(stack, places)]

        async def run(count: int) -> None:
            await _share(count, streams, ping_once)

        yield run


@asynccontextmanager
async def _shell(places: Places) -> AsyncIterator[AsyncRun]:
    async with AsyncExitStack() as stack:
        server = AdbServer.tcp(_HOST, places.server)
        sessions = [await stack.enter_async_context(connect_smart(server, adb_packets.SERIAL)) for _ in places.devices]

        async def run(count: int) -> None:
            await _share(count, sessions, _commands)

        yield run


@asynccontextmanager
async def _shell_direct(places: Places) -> AsyncIterator[AsyncRun]:
    async with AsyncExitStack() as stack:
        sessions = await _connect(stack, places)

        async def run(count: int) -> None:
            await _share(count, sessions, _commands)

        yield run


async def _commands(connection: DeviceConnection, count: int) -> None:
    for _ in range(count):
        result = await connection.shell("echo hello")
        assert result.stdout == adb_packets.WORDS


@asynccontextmanager
async def _frame(connect: Callable[[AsyncExitStack], Awaitable[DeviceConnection]]) -> AsyncIterator[AsyncRun]:
    async with AsyncExitStack() as stack:
        device = _device(await connect(stack))

        async def run(count: int) -> None:
            for _ in range(count):
                shown, _tree = await device.capture(frozenset({"frame"}))
                assert shown is not None

        yield run


@asynccontextmanager
async def _frame_user(places: Places) -> AsyncIterator[AsyncRun]:
    async with connect_tcp(_HOST, places.devices[0]) as connection:
        device = _device(connection)
        found = Measurements(anyio.current_time(), {device.info.name: Route(LoopLog())})
        loaded = LoadedDevice(device, found, BufferPool())

        async def run(count: int) -> None:
            for number in range(count):
                await MeasuredPhone(loaded, anyio.current_time(), number).screenshot()
            found.settle(anyio.current_time())

        yield run


def _device(connection: DeviceConnection) -> AdbDevice:
    async def dial() -> DeviceConnection:
        return connection

    info = DeviceInfo(adb_packets.SERIAL, "", (adb_packets.WIDTH, adb_packets.HEIGHT), virtual=True)
    return AdbDevice(info, dial, connection=connection)


@asynccontextmanager
async def _lstat(places: Places) -> AsyncIterator[AsyncRun]:
    async def stat_once(connection: DeviceConnection, count: int) -> None:
        for _ in range(count):
            assert (await connection.files.stat("/sdcard", follow=False)).exists

    async with AsyncExitStack() as stack:
        connections = await _connect(stack, places)

        async def run(count: int) -> None:
            await _share(count, connections, stat_once)

        yield run


@asynccontextmanager
async def _pull(places: Places) -> AsyncIterator[AsyncRun]:
    async with connect_tcp(_HOST, places.devices[0]) as connection:

        async def run(count: int) -> None:
            for _ in range(count):
                assert len(await connection.files.pull(adb_packets.FILE)) == adb_packets.FILE_BYTES

        yield run


@asynccontextmanager
async def _pull_into(places: Places) -> AsyncIterator[AsyncRun]:
    buffer = bytearray(adb_packets.FILE_BYTES)
    async with connect_tcp(_HOST, places.devices[0]) as connection:

        async def run(count: int) -> None:
            for _ in range(count):
                assert await connection.files.pull_into(adb_packets.FILE, buffer) == adb_packets.FILE_BYTES

        yield run


async def _connect(stack: AsyncExitStack, places: Places) -> list[AdbConnection]:
    return [await stack.enter_async_context(connect_tcp(_HOST, port)) for port in places.devices]


async def _share(count: int, sessions: Sequence[T], function: Callable[[T, int], Coroutine[Any, Any, None]]) -> None:
    async with anyio.create_task_group() as tasks:
        for session, share in zip(sessions, shares(count, len(sessions)), strict=True):
            tasks.start_soon(function, session, share)
