"""The same work on the phone's own connection and through a sandbox, by the same clients.

Places: `devices` is the bare device; `server` an adb server, `endpoints` those of sandboxes.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from typing import Final

import anyio

from adapters.adb.host.client import connect_tcp
from adapters.adb.host.device_connection import DeviceConnection
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import connect_smart
from benchmarks.speed import adb_packets
from benchmarks.speed.comparison import shares
from benchmarks.speed.contender import AsyncRun, Places, Run, looped

_HOST: Final = "127.0.0.1"
_ROOM: Final = adb_packets.FILE_BYTES * 2
_HELLO: Final = len(b"OKAY") + 8 + len(b"OKAY")
"""Bytes with which a server agrees to a device and to a service."""


def shell(places: Places) -> AbstractContextManager[Run]:
    """A line by our client on the phone's own connection, one after another."""
    return looped(_shells(lambda stack: stack.enter_async_context(connect_tcp(_HOST, places.devices[0]))))


def shell_server(places: Places) -> AbstractContextManager[Run]:
    """The same through an adb server with one device that answers by itself."""
    return looped(_shells(lambda stack: _smart(stack, places.server)))


def shell_sandbox(places: Places) -> AbstractContextManager[Run]:
    """The same through a sandbox."""
    return looped(_shells(lambda stack: _smart(stack, places.endpoints[0])))


def pull(places: Places) -> AbstractContextManager[Run]:
    """A file of ten megabytes by our client, into a buffer, from the phone's own connection."""
    return looped(_pulls(places.devices[:1], smart=False))


def pull_sandbox(places: Places) -> AbstractContextManager[Run]:
    """The same through a sandbox."""
    return looped(_pulls(places.endpoints[:1], smart=True))


def pulls(places: Places) -> AbstractContextManager[Run]:
    """As many at once as there are devices."""
    return looped(_pulls(places.devices, smart=False))


def pulls_sandbox(places: Places) -> AbstractContextManager[Run]:
    """As many at once, each through a sandbox of its own."""
    return looped(_pulls(places.endpoints, smart=True))


@contextmanager
def blocking_sandbox(places: Places) -> Iterator[Run]:
    """A pull by a blocking socket through a sandbox: a client that costs next to nothing."""
    room = memoryview(bytearray(_ROOM))

    def run(count: int) -> None:
        for _ in range(count):
            with socket.create_connection((_HOST, places.endpoints[0])) as server:
                server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                server.setsockopt(
                    socket.SOL_SOCKET, socket.SO_RCVBUF, adb_packets.LARGEST
                )  # as who asks straight has it
                server.sendall(adb_packets.asked("host:tport:any") + adb_packets.asked("sync:"))
                at = 0
                while at < _HELLO:
                    at += server.recv_into(room[at:_HELLO])
                server.sendall(adb_packets.sync(b"RECV", adb_packets.FILE))
                at = 0
                while at < 8 or bytes(room[at - 8 : at - 4]) != b"DONE":
                    at += server.recv_into(room[at:])
                assert at > adb_packets.FILE_BYTES

    yield run


async def _smart(stack: AsyncExitStack, port: int) -> DeviceConnection:
    return await stack.enter_async_context(connect_smart(AdbServer.tcp(_HOST, port), adb_packets.SERIAL))


@asynccontextmanager
async def _shells(connect: Callable[[AsyncExitStack], Awaitable[DeviceConnection]]) -> AsyncIterator[AsyncRun]:
    async with AsyncExitStack() as stack:
        connection = await connect(stack)

        async def run(count: int) -> None:
            for _ in range(count):
                assert (await connection.shell("echo hello")).stdout == adb_packets.WORDS

        yield run


@asynccontextmanager
async def _pulls(ports: Sequence[int], *, smart: bool) -> AsyncIterator[AsyncRun]:
    async with AsyncExitStack() as stack:
        sessions: list[DeviceConnection] = [
            await (_smart(stack, port) if smart else stack.enter_async_context(connect_tcp(_HOST, port)))
            for port in ports
        ]
        rooms = [bytearray(adb_packets.FILE_BYTES) for _ in sessions]

        async def several(session: DeviceConnection, room: bytearray, count: int) -> None:
            for _ in range(count):
                assert await session.files.pull_into(adb_packets.FILE, room) == adb_packets.FILE_BYTES

        async def run(count: int) -> None:
            async with anyio.create_task_group() as tasks:
                for session, room, share in zip(sessions, rooms, shares(count, len(sessions)), strict=True):
                    tasks.start_soon(several, session, room, share)

        yield run
