"""Carries the bytes of one client: a plain socket on one side, a stream to the device on the other.

Nothing is held: what one side does not take is not read from the other, so that a client which never reads costs the
packet under way and no more. Bytes pass as they come; who listens is told of them and waits for nothing.

Plain sockets and not transports: a large packet goes to the system from where the device's connection put it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

import anyio
import anyio.abc

from runtime.errors import DeviceFault
from runtime.ports import ByteStream

ASKING: Final = 60.0
"""Seconds that a client may take to say what it wants."""
PIECE: Final = 256 << 10
_BUFFER: Final = 1 << 20
"""What the system may hold for a client on its way: one packet of the device."""
_BACKLOG: Final = 512
_GOODBYE: Final = 1.0
_BREATH: Final = 0.1
"""Seconds until connections are accepted again after the system had nothing left to accept one with."""

Opener = Callable[[str], Awaitable[ByteStream]]
Bind = Callable[[int], Awaitable[socket.socket]]
"""Makes a socket that listens on that port (0: any) of the loopback that the agent sees; OSError if there is none."""


class Tap(Protocol):
    """Who listens to one stream. `hears` says whether bytes of the device are wanted now."""

    hears: bool

    def opened(self) -> None:
        """The stream stands, and the client was told so."""

    def sent(self, data: bytes) -> None:
        """Bytes from the agent to the device."""

    def received(self, data: bytes | bytearray) -> None:
        """Bytes from the device to the agent; they do not change any more."""

    def closed(self) -> None:
        """The stream has ended."""


Watch = Callable[[str], Tap]
"""Is told of every stream to the device by its service; gives who listens to it."""


class Left(Exception):
    """The client has gone."""


class Client:
    """One connected socket. One task may receive while another sends."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._number = connection.fileno()
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Future[None] | None = None
        self.finished = False
        """Nothing is sent or received any more."""
        connection.setblocking(False)
        if connection.family != socket.AF_UNIX:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)

    async def receive(self, most: int = PIECE) -> bytes:
        """Some bytes, b"" when it has hung up, or after `finish`."""
        while not self.finished:
            try:
                return self._socket.recv(most)
            except (BlockingIOError, InterruptedError):
                self._waiting = self._loop.create_future()
                await _readable(self._number, self._waiting)
            except OSError:
                break
        return b""

    async def send(self, data: bytes | bytearray | memoryview) -> None:
        """Send all of it, as fast as the client takes it. Raises Left where it does not any more."""
        try:
            await self._loop.sock_sendall(self._socket, data)
        except OSError as error:
            raise Left from error

    def finish(self) -> None:
        """Nothing will be sent any more, nor is anything received."""
        self.finished = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
        if self._waiting is not None:
            _wake(self._waiting)


async def _readable(number: int, waiting: asyncio.Future[None]) -> None:
    """Wait until there is something to read from that descriptor, or until somebody else ends the wait."""
    loop = waiting.get_loop()
    # By number: a socket that is not registered yet would be looked up by its whole description.
    loop.add_reader(number, _wake, waiting)
    try:
        await waiting
    finally:
        loop.remove_reader(number)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


class Near(Protocol):
    """The program's end of a stream. `finished`: nothing is sent or received any more."""

    finished: bool

    async def receive(self) -> bytes:
        """Some bytes, b"" when it has hung up, or after `finish`."""

    async def send(self, data: bytes | bytearray) -> None:
        """Send all of it, as fast as it is taken. Raises Left where it is not any more."""

    def finish(self) -> None:
        """Send and receive no more; what was sent still arrives."""


class Relay:
    """Carries one stream both ways until either side ends; the stream is closed then.

    ADB streams have no half that could be closed alone: the end of either side is the end of both.
    """

    def __init__(self, client: Near, stream: ByteStream, tap: Tap) -> None:
        self._client = client
        self._stream = stream
        self._tap = tap
        self._down = anyio.CancelScope()
        self._up = anyio.CancelScope()
        self._risen: asyncio.Future[None] | None = None
        """Done when nothing is carried to the device any more; None before that was begun."""

    async def run(self, tasks: anyio.abc.TaskGroup, hello: bytes = b"", first: bytes = b"") -> None:
        """Say `hello`, then carry; `first` came from the client already. `tasks` outlive this.

        A task group of its own would cost a short command as much as all else here.
        """
        tasks.start_soon(self._carry_up, first)
        try:
            with self._down, suppress(DeviceFault, Left):  # either side has gone; so goes the other
                if hello:
                    await self._client.send(hello)
                self._tap.opened()
                await self._carry_down()
        finally:
            self._client.finish()
            self._tap.closed()
            with anyio.CancelScope(deadline=anyio.current_time() + _GOODBYE, shield=True) as patience:
                await self._stream.aclose()
                if self._risen is not None:
                    await asyncio.shield(self._risen)
            if patience.cancelled_caught and self._risen is not None:
                self._up.cancel()
                with anyio.CancelScope(shield=True):
                    await self._risen  # the socket is not to be closed under it

    async def _carry_down(self) -> None:
        client, tap = self._client, self._tap
        # What comes is passed on as it lies there, if the stream can do that.
        receive = getattr(self._stream, "receive_packet", None) or partial(self._stream.receive, PIECE)
        while data := await receive():
            if tap.hears:
                tap.received(data)
            if len(data) >= PIECE:
                # The device is told first that this was taken, and makes the next one while this goes on.
                await asyncio.sleep(0)
            await client.send(data)

    async def _carry_up(self, first: bytes) -> None:
        client, tap = self._client, self._tap
        if client.finished:
            return
        self._risen = asyncio.get_running_loop().create_future()
        try:
            with self._up, suppress(DeviceFault):
                data = first or await client.receive()
                while data:
                    tap.sent(data)
                    await self._stream.send(data)
                    data = await client.receive()
        finally:
            self._risen.set_result(None)
            if not client.finished:
                self._down.cancel()  # it has hung up


async def loopback(port: int) -> socket.socket:
    """The usual `Bind`: a port of this computer that only this computer reaches."""
    listener = socket.socket(socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def port_of(listener: socket.socket) -> int:
    """Where it listens; 0 where that is no port."""
    return 0 if listener.family == socket.AF_UNIX else int(listener.getsockname()[1])


async def accepting(listener: socket.socket, serve: Callable[[socket.socket], Awaitable[None]]) -> None:
    """Serve everybody who connects, each in a task of its own, until cancelled; then nobody is connected any more."""
    listener.setblocking(False)
    loop, number = asyncio.get_running_loop(), listener.fileno()
    connected: set[socket.socket] = set()

    async def one(connection: socket.socket) -> None:
        try:
            await serve(connection)
        finally:
            connection.close()
            connected.discard(connection)

    try:
        async with anyio.create_task_group() as tasks:
            while True:
                await _readable(number, loop.create_future())
                try:
                    connection, _ = listener.accept()
                except BlockingIOError:
                    continue  # it has left again
                except OSError:
                    await anyio.sleep(_BREATH)
                    continue
                # No wait from here on: who is cancelled between the two would leave the socket to nobody.
                connected.add(connection)
                tasks.start_soon(one, connection)
    finally:
        # A task that was cancelled before its first step closes nothing.
        for connection in tuple(connected):
            connection.close()
