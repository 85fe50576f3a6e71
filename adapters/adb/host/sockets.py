"""Sockets on our side of a forward or reverse: `tcp:[HOST:]PORT`, `localabstract:NAME`, `localfilesystem:/PATH`.

Callbacks accept connections, not a task, because cancelling a task could leak an accepted socket.
"""

from __future__ import annotations

import asyncio
import math
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream

from runtime.core.errors import DeviceLost

_UNIX: Final = {"local": "", "localfilesystem": "", "localabstract": "\0"}
"""Prefixes of Unix socket addresses; abstract ones start with NUL."""
_LOOPBACK: Final = "127.0.0.1"
MAX_CLIENTS: Final = 256
"""Simultaneous clients of one listening socket; further ones are closed at once."""
_BUFFER: Final = 512 << 10
"""Bytes that are read ahead; at twice that much the peer is paused."""


class BadAddress(Exception):
    """A socket name that is invalid here; the message says what to write."""


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a socket: a path, or if that is empty a port of a host (0: any free one)."""

    path: str
    host: str = ""
    port: int = 0


class SocketEnd:
    """A connected socket as a `ByteStream`; errors count as its end."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        # Sending waits until the system has all data, so that closing loses nothing and need not wait.
        writer.transport.set_write_buffer_limits(high=0)

    async def receive(self, max_bytes: int = 65536) -> bytes:
        """Returns some bytes, b"" at the end."""
        try:
            return await self._reader.read(max_bytes)
        except OSError:
            return b""

    async def send(self, data: bytes) -> None:
        """Sends all of it. Raises DeviceLost if the client has disconnected."""
        try:
            self._writer.write(data)
            await self._writer.drain()
        except OSError as error:
            raise DeviceLost(f"the client of a forwarded connection has left: {error}") from None

    def close(self) -> None:
        """Closes the socket; a waiting receiver gets the end."""
        if not self.closed:
            self._writer.transport.abort() if self._unsent else self._writer.close()
            self._reader.feed_eof()

    async def aclose(self) -> None:
        """Closes the socket; never waits."""
        self.close()

    @property
    def closed(self) -> bool:
        """Whether it is closed or closing."""
        return self._writer.transport.is_closing()

    @property
    def _unsent(self) -> int:
        # After a cancelled send, a client that never reads would keep the rest forever.
        return self._writer.transport.get_write_buffer_size()


def parse(spec: str) -> Address:
    """Parses a socket name; the default host is the loopback.

    Raises:
        BadAddress: the name is invalid here.
    """
    kind, _, rest = spec.partition(":")
    if kind == "tcp":
        host, _, number = rest.rpartition(":")
        if not (number.isascii() and number.isdigit() and len(number) < 6 and int(number) < 1 << 16):
            raise BadAddress(f"{spec!r} is not a port; write tcp:PORT with PORT from 0 to 65535")
        return Address("", host.strip("[]") or _LOOPBACK, int(number))
    if kind not in _UNIX or not rest or ";" in rest or "\0" in rest:
        raise BadAddress(f"{spec!r} names no socket here; write tcp:PORT, localabstract:NAME or localfilesystem:/PATH")
    return Address(_UNIX[kind] + rest)


@asynccontextmanager
async def listen(address: Address) -> AsyncIterator[tuple[int, MemoryObjectReceiveStream[SocketEnd]]]:
    """Listens for the duration of a block; yields the port (0 for a path) and the stream of clients. Raises OSError.

    The receiver of a client closes it; clients that nobody received are closed with the block.
    """
    item = _bound_socket(address)
    send_stream, receive_stream = anyio.create_memory_object_stream[SocketEnd](math.inf)

    connected: list[SocketEnd] = []

    def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = SocketEnd(reader, writer)
        connected[:] = [other for other in connected if not other.closed]
        if len(connected) < MAX_CLIENTS:
            connected.append(client)
            send_stream.send_nowait(client)
        else:
            client.close()

    try:
        # Start listening only when we can close the server: a cancellation in between would leak it.
        server = await asyncio.start_server(came, sock=item, limit=_BUFFER, start_serving=False)
        try:
            await server.start_serving()
            yield 0 if address.path else int(item.getsockname()[1]), receive_stream
        finally:
            server.close()
    finally:
        item.close()
        send_stream.close()
        with receive_stream, suppress(anyio.EndOfStream):
            while True:
                receive_stream.receive_nowait().close()
        if address.path and not address.path.startswith("\0"):
            with anyio.CancelScope(shield=True), suppress(OSError):
                await anyio.Path(address.path).unlink()


async def connect(address: Address, seconds: float) -> SocketEnd:
    """Connects to the address. Raises OSError (including TimeoutError) if that takes longer than `seconds`."""
    with anyio.fail_after(seconds):
        if address.path:
            reader, writer = await asyncio.open_unix_connection(address.path, limit=_BUFFER)
        else:
            reader, writer = await asyncio.open_connection(address.host, address.port, limit=_BUFFER)
    return SocketEnd(reader, writer)


def _bound_socket(address: Address) -> socket.socket:
    if address.path:
        item = socket.socket(socket.AF_UNIX)
    else:
        item = socket.socket(socket.AF_INET6 if ":" in address.host else socket.AF_INET)
    try:
        item.setblocking(False)
        if not address.path:
            item.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        item.bind(address.path or (address.host, address.port))
    except OSError:
        item.close()
        raise
    return item
