"""Programs that connect: sockets that listen, and the connections to them, each served in a task of its own.

Plain sockets and not transports: a large packet goes to the system from where the device's connection put it, and the
sockets may be anybody's, made in another network namespace.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final

import anyio

from adapters.agents.external.wire.protocols import ClientDisconnected
from adapters.agents.external.wire.relay import PIECE, Start

ASKING: Final = 60.0
"""Seconds that a client may take to say what it wants."""
_BUFFER: Final = 1 << 20
"""What the system may hold for a client on its way: one packet of the device."""
_FIRST: Final = 16 << 10
"""Bytes that are read at once to begin with: requests are short; files make it more."""
_BACKLOG: Final = 512
_BREATH: Final = 0.1
"""Seconds until connections are accepted again after the system had nothing left to accept one with."""

Bind = Callable[[int], Awaitable[socket.socket]]
"""Makes a socket that listens on that port (0: any) of the loopback that the agent sees; OSError if there is none."""
Serve = Callable[[socket.socket, Start], Coroutine[Any, Any, None]]
"""Serves a connection, which its giver closes; other tasks can be started, which end before the listening does."""


class Client:
    """One connected socket, a `ProgramEnd`. One task may receive while another sends.

    It is read ahead of who receives by one piece at most.
    """

    def __init__(self, connection: socket.socket) -> None:
        self.finished = False
        """Nothing is sent or received any more."""
        self._socket = connection
        self._number = connection.fileno()
        self._loop = asyncio.get_running_loop()
        self._most = _FIRST
        self._ahead: bytes | None = None
        """What was read and not received; b"" once it has hung up."""
        self._reading = False
        self._room: Callable[[], None] | None = None
        self._begin: Callable[[bytes], None] | None = None
        self._receiving: asyncio.Future[bytes] | None = None
        connection.setblocking(False)
        self._read_on()

    @property
    def pushed(self) -> Client:
        """See `ProgramEnd`."""
        return self

    def await_more(self, begin: Callable[[bytes], None]) -> None:
        """See `ProgramEnd`."""
        if self._ahead is None:
            self._begin = begin
            self._read_on()
        else:
            begin(self._take(self._ahead))

    async def receive(self) -> bytes:
        """See `ProgramEnd`."""
        if self.finished:
            return b""
        if self._ahead is not None:
            return self._take(self._ahead)
        self._read_on()
        self._receiving = self._loop.create_future()
        try:
            return await self._receiving
        finally:
            self._receiving = None

    async def send(self, data: bytes | bytearray) -> None:
        """See `ProgramEnd`."""
        try:
            try:
                sent = self._socket.send(data)
            except BlockingIOError:
                sent = 0
            if sent < len(data):
                await self._loop.sock_sendall(self._socket, memoryview(data)[sent:])
        except OSError as error:
            raise ClientDisconnected from error

    def push(self, data: memoryview) -> int:
        """See `PushTarget`."""
        if self.finished:
            raise ClientDisconnected
        try:
            return self._socket.send(data)
        except (BlockingIOError, InterruptedError):
            return 0
        except OSError as error:
            raise ClientDisconnected from error

    def when_room(self, call: Callable[[], None] | None) -> None:
        """See `PushTarget`."""
        if call is not None:
            self._loop.add_writer(self._number, call)
        elif self._room is not None:
            self._loop.remove_writer(self._number)
        self._room = call

    def finish(self) -> None:
        """See `ProgramEnd`."""
        if self.finished:
            return
        self.finished = True
        self._begin = None
        self._stop_reading()
        if self._room is not None:
            self._loop.call_soon(self._room)  # it learns that nothing is taken any more
            self.when_room(None)
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
        if self._receiving is not None and not self._receiving.done():
            self._receiving.set_result(b"")

    def _take(self, ahead: bytes) -> bytes:
        if ahead:
            self._ahead = None
        return ahead

    def _read_on(self) -> None:
        if not self._reading and not self.finished:
            self._reading = True
            # By number: a socket that is not registered yet would be looked up by its whole description.
            self._loop.add_reader(self._number, self._readable)

    def _stop_reading(self) -> None:
        if self._reading:
            self._reading = False
            self._loop.remove_reader(self._number)

    def _readable(self) -> None:
        try:
            data = self._socket.recv(self._most)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if len(data) == self._most:
            self._most = min(2 * self._most, PIECE)
        begin, self._begin = self._begin, None
        if begin is not None:
            self._stop_reading()
            begin(data)
        elif self._receiving is not None and not self._receiving.done():
            if not data:
                self._ahead = data
                self._stop_reading()
            self._receiving.set_result(data)
        else:
            self._ahead = data
            self._stop_reading()


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


async def accepting(listener: socket.socket, serve: Serve) -> None:
    """Serve everybody who connects, each in a task of its own, until cancelled; then nobody is connected any more."""
    loop, number = asyncio.get_running_loop(), listener.fileno()
    listener.setblocking(False)
    # Connections have what their listener has.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
    if listener.family != socket.AF_UNIX:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connected: set[socket.socket] = set()
    # Tasks cannot be started where sockets call back, so what is to be done is left there.
    works: deque[Callable[[], Coroutine[Any, Any, None]]] = deque()
    left = asyncio.Event()

    def start(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        works.append(work)
        left.set()

    async def serve_connection(connection: socket.socket) -> None:
        try:
            await serve(connection, start)
        finally:
            connection.close()
            connected.discard(connection)

    def accept() -> None:
        try:
            connection, _ = listener.accept()
        except BlockingIOError:
            return  # it has left again
        except OSError:
            loop.remove_reader(number)
            pauses.append(loop.call_later(_BREATH, loop.add_reader, number, accept))
            del pauses[:-1]
            return
        connected.add(connection)
        start(partial(serve_connection, connection))

    pauses: list[asyncio.TimerHandle] = []
    try:
        async with anyio.create_task_group() as tasks:
            loop.add_reader(number, accept)
            try:
                while True:
                    await left.wait()
                    left.clear()
                    while works:
                        tasks.start_soon(works.popleft())
            finally:
                loop.remove_reader(number)
                for pause in pauses:
                    pause.cancel()
    finally:
        # A task that was cancelled before its first step closes nothing.
        for connection in tuple(connected):
            connection.close()
