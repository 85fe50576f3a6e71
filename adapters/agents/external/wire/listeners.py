"""Listening sockets for programs, and their connections, each served in a task of its own.

Plain sockets instead of asyncio transports: a large packet is sent straight from the buffer of the device's connection,
and a socket may come from another network namespace.
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
from adapters.agents.external.wire.relay import PIECE, StartTask

REQUEST_TIMEOUT: Final = 60.0
"""Seconds that a client may take to send its request."""
_BUFFER: Final = 1 << 20
"""Send buffer of the system per client: one packet of the device."""
_FIRST_READ: Final = 16 << 10
"""Initial read size: requests are short; it grows for file transfers."""
_BACKLOG: Final = 512
_ACCEPT_RETRY: Final = 0.1
"""Seconds before accepting again after the system ran out of resources."""

Bind = Callable[[int], Awaitable[socket.socket]]
"""Makes a socket that listens on this port (0: any) of the loopback that the agent sees. Raises OSError."""
Serve = Callable[[socket.socket, StartTask], Coroutine[Any, Any, None]]
"""Serves a connection, which the caller closes. The tasks it starts end before listening does."""


class ProgramConnection:
    """A connected socket as a `ProgramEnd`. One task may receive while another sends.

    At most one piece is read ahead of `receive`.
    """

    def __init__(self, connection: socket.socket) -> None:
        self.finished = False
        """True when nothing is sent or received any more."""
        self._socket = connection
        self._number = connection.fileno()
        self._loop = asyncio.get_running_loop()
        self._read_size = _FIRST_READ
        self._read_ahead: bytes | None = None
        """Bytes read but not received; b"" once the client has disconnected."""
        self._reading = False
        self._writable_callback: Callable[[], None] | None = None
        self._data_callback: Callable[[bytes], None] | None = None
        self._receiving: asyncio.Future[bytes] | None = None
        connection.setblocking(False)
        self._start_reading()

    @property
    def pushed(self) -> ProgramConnection:
        """See `ProgramEnd`."""
        return self

    def on_data(self, begin: Callable[[bytes], None]) -> None:
        """See `ProgramEnd`."""
        if self._read_ahead is None:
            self._data_callback = begin
            self._start_reading()
        else:
            begin(self._take(self._read_ahead))

    async def receive(self) -> bytes:
        """See `ProgramEnd`."""
        if self.finished:
            return b""
        if self._read_ahead is not None:
            return self._take(self._read_ahead)
        self._start_reading()
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

    def on_writable(self, call: Callable[[], None] | None) -> None:
        """See `PushTarget`."""
        if call is not None:
            self._loop.add_writer(self._number, call)
        elif self._writable_callback is not None:
            self._loop.remove_writer(self._number)
        self._writable_callback = call

    def finish(self) -> None:
        """See `ProgramEnd`."""
        if self.finished:
            return
        self.finished = True
        self._data_callback = None
        self._stop_reading()
        if self._writable_callback is not None:
            self._loop.call_soon(self._writable_callback)  # so that it notices the end
            self.on_writable(None)
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
        if self._receiving is not None and not self._receiving.done():
            self._receiving.set_result(b"")

    def _take(self, data: bytes) -> bytes:
        if data:
            self._read_ahead = None
        return data

    def _start_reading(self) -> None:
        if not self._reading and not self.finished:
            self._reading = True
            # By number: asyncio would look an unregistered socket up by its repr.
            self._loop.add_reader(self._number, self._readable)

    def _stop_reading(self) -> None:
        if self._reading:
            self._reading = False
            self._loop.remove_reader(self._number)

    def _readable(self) -> None:
        try:
            data = self._socket.recv(self._read_size)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if len(data) == self._read_size:
            self._read_size = min(2 * self._read_size, PIECE)
        begin, self._data_callback = self._data_callback, None
        if begin is not None:
            self._stop_reading()
            begin(data)
        elif self._receiving is not None and not self._receiving.done():
            if not data:
                self._read_ahead = data
                self._stop_reading()
            self._receiving.set_result(data)
        else:
            self._read_ahead = data
            self._stop_reading()


async def listen_on_loopback(port: int) -> socket.socket:
    """The usual `Bind`: a port that only this computer can reach."""
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
    """The port of a listener; 0 for a Unix socket."""
    return 0 if listener.family == socket.AF_UNIX else int(listener.getsockname()[1])


async def accept_connections(listener: socket.socket, serve: Serve) -> None:
    """Serves every connection in a task of its own until cancelled; then closes all connections."""
    loop, number = asyncio.get_running_loop(), listener.fileno()
    listener.setblocking(False)
    # Connections inherit the options of their listener.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
    if listener.family != socket.AF_UNIX:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connected: set[socket.socket] = set()
    # A socket callback cannot start tasks, so it queues them here.
    pending: deque[Callable[[], Coroutine[Any, Any, None]]] = deque()
    added = asyncio.Event()

    def start(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        pending.append(work)
        added.set()

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
            return  # the client is gone already
        except OSError:
            loop.remove_reader(number)
            pauses.append(loop.call_later(_ACCEPT_RETRY, loop.add_reader, number, accept))
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
                    await added.wait()
                    added.clear()
                    while pending:
                        tasks.start_soon(pending.popleft())
            finally:
                loop.remove_reader(number)
                for pause in pauses:
                    pause.cancel()
    finally:
        # A task that is cancelled before its first step closes nothing.
        for connection in tuple(connected):
            connection.close()
