"""The floors: the same work by hand on raw sockets with known replies; no client can be much cheaper."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from typing import Final

from benchmarks.speed import adb_packets
from benchmarks.speed.comparison import shares
from benchmarks.speed.contender import AsyncRun, Places, Run, looped

_HOST: Final = "127.0.0.1"
_PING: Final = bytes(32)
_SECONDS: Final = 15.0


def ping(places: Places) -> AbstractContextManager[Run]:
    """See `ours.ping`: a raw protocol, with one watchdog for each connection."""
    return looped(_ping(places))


def shell(places: Places) -> AbstractContextManager[Run]:
    """See `ours.shell`: raw streams, no deadline."""
    return looped(_shell(places))


def lstat(places: Places) -> AbstractContextManager[Run]:
    """See `ours.lstat`: a raw protocol, no deadline."""
    return looped(_lstat(places))


@contextmanager
def frame(places: Places) -> Iterator[Run]:
    """See `ours.frame`: a blocking socket and `recv_into` one buffer."""
    pixels = memoryview(bytearray(adb_packets.SCREEN_BYTES))
    with Blocking(places.devices[0]) as device:

        def run(count: int) -> None:
            for _ in range(count):
                assert device.screen(pixels) == adb_packets.SCREEN_BYTES

        yield run


@contextmanager
def pull(places: Places) -> Iterator[Run]:
    """See `ours.pull`: a blocking socket and `recv_into` one buffer, the heads of the pieces included."""
    room = memoryview(bytearray(adb_packets.FILE_BYTES * 2))
    with Blocking(places.devices[0]) as device:

        def run(count: int) -> None:
            for _ in range(count):
                assert device.file(room) > adb_packets.FILE_BYTES

        yield run


class Blocking:
    """A blocking connection to a device."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection((_HOST, port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, adb_packets.LARGEST)
        self._head = memoryview(bytearray(adb_packets.HEADER.size))
        self._stream = 0
        self._remote = 0
        self._socket.sendall(adb_packets.hello())
        self._skip(self._packet()[2])

    def __enter__(self) -> Blocking:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def screen(self, into: memoryview) -> int:
        """Its bytes."""
        self.open("shell,v2,raw:screencap")
        at = 0
        while True:
            left = self.data()
            while left:
                self._into(self._head[: adb_packets.FRAME.size])
                kind, size = adb_packets.FRAME.unpack_from(self._head)
                left -= adb_packets.FRAME.size + size
                if kind == adb_packets.EXIT:
                    self._skip(size + left)
                    self.close()
                    return at
                self._into(into[at : at + size])
                at += size
            self.say(adb_packets.OKAY)

    def file(self, into: memoryview) -> int:
        """All bytes of the file."""
        self.open("sync:")
        self.say(adb_packets.WRTE, adb_packets.sync(b"RECV", adb_packets.FILE))
        at = 0
        while at < 8 or bytes(into[at - 8 : at - 4]) != b"DONE":
            size = self.data()
            self._into(into[at : at + size])
            at += size
            self.say(adb_packets.OKAY)
        self.close()
        return at

    def open(self, service: str) -> None:
        """Have a stream to that service."""
        self._stream += 1
        self._socket.sendall(adb_packets.packet(adb_packets.OPEN, self._stream, 0, service.encode() + b"\0"))
        while True:
            command, remote, size, mine = self._packet()
            self._skip(size)
            if mine == self._stream and command == adb_packets.OKAY:
                self._remote = remote
                return

    def data(self) -> int:
        """Bytes of the next packet with data, which are read next."""
        while True:
            command, _, size, mine = self._packet()
            if command == adb_packets.WRTE and mine == self._stream:
                return size
            assert command != adb_packets.CLSE or mine != self._stream
            self._skip(size)

    def close(self) -> None:
        """Take the last packet and end the stream."""
        self.say(adb_packets.OKAY)
        self.say(adb_packets.CLSE)

    def say(self, command: int, data: bytes = b"") -> None:
        """Send a packet of the stream."""
        self._socket.sendall(adb_packets.packet(command, self._stream, self._remote, data))

    def _packet(self) -> tuple[int, int, int, int]:
        """Command, the peer's stream, size, our stream."""
        self._into(self._head)
        command, arg0, arg1, size, _, _ = adb_packets.HEADER.unpack(self._head)
        return command, arg0, size, arg1

    def some(self, room: memoryview) -> int:
        """The available bytes, as far as they fit."""
        count = self._socket.recv_into(room)
        if not count:
            raise ConnectionResetError("the device hung up")
        return count

    def _into(self, room: memoryview) -> None:
        got = 0
        while got < len(room):
            got += self.some(room[got:])

    def _skip(self, size: int) -> None:
        self._into(memoryview(bytearray(size)))


class _Ping(asyncio.BufferedProtocol):
    """One stream on which everything is acknowledged."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._buffer = memoryview(bytearray(64 << 10))
        self._got = 0
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[None] | None = None
        self._watched: dict[asyncio.Future[None], float] = {}
        self._watchdog: asyncio.TimerHandle | None = None
        self._remote = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer[self._got :]

    def buffer_updated(self, nbytes: int) -> None:
        self._got += nbytes
        at = 0
        while self._got - at >= adb_packets.HEADER.size:
            _, remote, _, size, _, _ = adb_packets.HEADER.unpack_from(self._buffer, at)
            if self._got - at < adb_packets.HEADER.size + size:
                break
            at += adb_packets.HEADER.size + size
            self._remote = remote
            if self._waiting is not None and not self._waiting.done():
                self._waiting.set_result(None)
        if at < self._got:
            self._buffer[: self._got - at] = bytes(self._buffer[at : self._got])
        self._got -= at

    async def ask(self, command: int, mine: int, data: bytes) -> None:
        """Send a packet and wait for an answer."""
        assert self._transport is not None
        future = self._waiting = self._loop.create_future()
        if command == adb_packets.CNXN:
            self._transport.write(adb_packets.hello())
        else:
            self._transport.write(adb_packets.packet(command, mine, self._remote, data))
        deadline = self._loop.time() + _SECONDS
        self._watched[future] = deadline
        if self._watchdog is None or self._watchdog.when() > deadline:
            self._arm(deadline)
        try:
            await future
        finally:
            del self._watched[future]

    def close(self) -> None:
        """Hang up."""
        if self._watchdog is not None:
            self._watchdog.cancel()
        if self._transport is not None:
            self._transport.abort()

    def _arm(self, deadline: float) -> None:
        if self._watchdog is not None:
            self._watchdog.cancel()
        self._watchdog = self._loop.call_at(deadline, self._expire)

    def _expire(self) -> None:
        self._watchdog = None
        now = self._loop.time()
        for future, deadline in self._watched.items():
            if deadline <= now and not future.done():
                future.set_exception(TimeoutError())
        left = [deadline for future, deadline in self._watched.items() if not future.done()]
        if left:
            self._arm(min(left))


@asynccontextmanager
async def _ping(places: Places) -> AsyncIterator[AsyncRun]:
    loop = asyncio.get_running_loop()
    peers = [(await loop.create_connection(_Ping, _HOST, port))[1] for port in places.devices]
    for peer in peers:
        await peer.ask(adb_packets.CNXN, 0, b"")
        await peer.ask(adb_packets.OPEN, 1, b"ping:\0")

    async def ping_once(peer: _Ping, count: int) -> None:
        for _ in range(count):
            await peer.ask(adb_packets.WRTE, 1, _PING)

    async def run(count: int) -> None:
        async with asyncio.TaskGroup() as tasks:
            for peer, share in zip(peers, shares(count, len(peers)), strict=True):
                tasks.create_task(ping_once(peer, share))

    try:
        yield run
    finally:
        for peer in peers:
            peer.close()


@asynccontextmanager
async def _shell(places: Places) -> AsyncIterator[AsyncRun]:
    choose, command = (
        adb_packets.asked(f"host:transport:{adb_packets.SERIAL}"),
        adb_packets.asked("shell,v2,raw:echo hello"),
    )

    async def run_once() -> bytes:
        reader, writer = await asyncio.open_connection(_HOST, places.server)
        output = b""
        for request in (choose, command):
            writer.write(request)
            assert await reader.readexactly(4) == b"OKAY"
        while True:
            kind, size = adb_packets.FRAME.unpack(await reader.readexactly(adb_packets.FRAME.size))
            data = await reader.readexactly(size)
            if kind == adb_packets.EXIT:
                writer.close()
                return output
            output += data

    async def session(count: int) -> None:
        for _ in range(count):
            assert await run_once() == adb_packets.WORDS

    async def run(count: int) -> None:
        async with asyncio.TaskGroup() as tasks:
            for share in shares(count, len(places.devices)):
                tasks.create_task(session(share))

    yield run


class _Files(asyncio.Protocol):
    """The file service of one device, opened for every question."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._held = b""
        self._transport: asyncio.Transport | None = None
        self._stream = 0
        self._wanted = adb_packets.CNXN
        self._waiting: asyncio.Future[tuple[int, bytes]] = self._loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        data = self._held + data
        at = 0
        while len(data) - at >= adb_packets.HEADER.size:
            command, remote, mine, size, _, _ = adb_packets.HEADER.unpack_from(data, at)
            if len(data) - at < adb_packets.HEADER.size + size:
                break
            at += adb_packets.HEADER.size
            known = mine == self._stream or command == adb_packets.CNXN
            if command == self._wanted and known and not self._waiting.done():
                self._waiting.set_result((remote, data[at : at + size]))
            at += size
        self._held = data[at:]

    async def ask(self, data: bytes, wanted: int) -> tuple[int, bytes]:
        """Send it and wait for such a packet: the peer's stream and the data."""
        assert self._transport is not None
        self._wanted = wanted
        self._waiting = self._loop.create_future()
        self._transport.write(data)
        return await self._waiting

    async def lstat(self) -> bytes:
        """Open, ask, close."""
        assert self._transport is not None
        self._stream = mine = self._stream + 1
        remote, _ = await self.ask(adb_packets.packet(adb_packets.OPEN, mine, 0, b"sync:\0"), adb_packets.OKAY)
        question = adb_packets.packet(adb_packets.WRTE, mine, remote, adb_packets.sync(b"STAT", "/sdcard"))
        _, answer = await self.ask(question, adb_packets.WRTE)
        self._transport.write(
            adb_packets.packet(adb_packets.OKAY, mine, remote) + adb_packets.packet(adb_packets.CLSE, mine, remote)
        )
        return answer

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


@asynccontextmanager
async def _lstat(places: Places) -> AsyncIterator[AsyncRun]:
    loop = asyncio.get_running_loop()
    peers = [(await loop.create_connection(_Files, _HOST, port))[1] for port in places.devices]
    for peer in peers:
        await peer.ask(adb_packets.hello(), adb_packets.CNXN)

    async def stat_once(peer: _Files, count: int) -> None:
        for _ in range(count):
            assert adb_packets.STAT.unpack(await peer.lstat())[1]

    async def run(count: int) -> None:
        async with asyncio.TaskGroup() as tasks:
            for peer, share in zip(peers, shares(count, len(peers)), strict=True):
                tasks.create_task(stat_once(peer, share))

    try:
        yield run
    finally:
        for peer in peers:
            peer.close()
