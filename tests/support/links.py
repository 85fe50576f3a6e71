"""A TCP relay between hosts and a device or server, and everything that a bad cable, hub or network does to it."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.abc
import anyio.lowlevel

HOST = "127.0.0.1"
_AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER that makes closing a socket a reset."""


class _End(asyncio.Protocol):
    """One socket of a pair; `left` is how many bytes it may still give to the other (None: any number).

    `up` is the side of the hosts.
    """

    def __init__(self, relay: Relay, left: int | None, *, up: bool) -> None:
        self.transport: asyncio.Transport
        self.other: _End | None = None
        self._relay = relay
        self._left = left
        self._up = up
        self._early = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.pause_reading()

    def resume(self) -> None:
        """Pass bytes on, first those that came before there was another socket."""
        self.transport.resume_reading()
        if self._early:
            early, self._early = bytes(self._early), bytearray()
            self.data_received(early)

    def data_received(self, data: bytes) -> None:
        if self.other is None:
            # Python before 3.11.4 starts reading after `connection_made`, although it has paused it.
            self._early += data
            self.transport.pause_reading()
            return
        if self._left is not None:
            data = data[: self._left]
            self._left -= len(data)
        self._relay.passed[self._up] += len(data)
        self.other.transport.write(data)
        if self._left == 0:
            # What was written is still delivered: the cut is exact.
            self.transport.abort()
            self.other.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relay.forget(self)
        if self.other is not None:
            self.other.transport.close()

    def pause_writing(self) -> None:
        if self.other is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and not self._relay.frozen:
            self.other.transport.resume_reading()

    def reset(self) -> None:
        """Close the socket with RST."""
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()


class Relay:
    """Passes bytes between `target` and the clients of `port` until it is stopped.

    `cut` is how many bytes from the target each new connection may get before it is ended (None: any number), `cut_up`
    the same for bytes to the target; `passed` counts both, from and to it, for the last connection. `dialled`
    counts the connections that hosts made, those included that were refused by nobody listening behind.
    """

    def __init__(self, target: int, held: socket.socket) -> None:
        self.target = target
        self.port = int(held.getsockname()[1])
        self.cut: int | None = None
        self.cut_up: int | None = None
        self.passed = [0, 0]
        self.frozen = False
        self.dialled = 0
        self._ends: set[_End] = set()
        self._hosts: set[_End] = set()
        self._listening: socket.socket | None = None
        self._accepting: anyio.CancelScope | None = None
        self._tasks: anyio.abc.TaskGroup

    async def has(self, connections: int) -> None:
        """Wait until exactly this many hosts are connected."""
        while len(self._hosts) != connections:
            await anyio.lowlevel.checkpoint()

    def freeze(self) -> None:
        """Pass nothing on and close nothing: the peer's silence is all that either side can notice."""
        self.frozen = True
        for end in self._ends:
            end.transport.pause_reading()

    def thaw(self) -> None:
        """Pass everything on again, what waited first."""
        self.frozen = False
        for end in self._ends:
            if end.other is not None:
                end.resume()

    def hang_up(self) -> None:
        """End every connection, as a device does that restarts its daemon."""
        for end in tuple(self._ends):
            end.transport.abort()

    def reset(self) -> None:
        """End every connection with RST on both sides."""
        for end in tuple(self._ends):
            end.reset()

    def refuse(self) -> None:
        """Refuse connections: the port answers like one without a listener."""
        if self._listening is not None:
            assert self._accepting is not None
            self._accepting.cancel()
            # The task that accepts is told only when it runs next; until then nobody may look at the socket.
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
            self._listening = None

    def listen(self) -> None:
        """Let hosts connect, on the same port as ever."""
        if self._listening is None:
            self._listening = item = _bound(self.port)
            item.listen(128)
            item.setblocking(False)
            self._accepting = anyio.CancelScope()
            self._tasks.start_soon(self._accept, item, self._accepting)

    def forget(self, end: _End) -> None:
        """A socket is gone."""
        self._ends.discard(end)
        self._hosts.discard(end)

    async def _accept(self, listening: socket.socket, scope: anyio.CancelScope) -> None:
        with scope:
            while listening.fileno() >= 0:
                item, _ = await asyncio.get_running_loop().sock_accept(listening)
                self.dialled += 1
                self._tasks.start_soon(self._join, item)

    async def _join(self, item: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        self.passed = [0, 0]
        _, host = await loop.create_connection(lambda: _End(self, self.cut_up, up=True), sock=item)
        self._ends.add(host)
        self._hosts.add(host)
        try:
            _, device = await loop.create_connection(lambda: _End(self, self.cut, up=False), HOST, self.target)
        except OSError:
            host.transport.abort()
            return
        if host not in self._ends:
            device.transport.abort()
            return
        self._ends.add(device)
        host.other, device.other = device, host
        if not self.frozen:
            host.resume()
            device.resume()


@asynccontextmanager
async def relaying(target: int) -> AsyncIterator[Relay]:
    """A relay to a port of this machine, listening on a free one; everything is closed with the block."""
    # A socket that is bound but never listens keeps the port ours while `refuse` is in force.
    with _bound(0) as held:
        relay = Relay(target, held)
        async with anyio.create_task_group() as relay._tasks:
            relay.listen()
            try:
                yield relay
            finally:
                relay.refuse()
                relay.hang_up()
                relay._tasks.cancel_scope.cancel()


@asynccontextmanager
async def never_accepting() -> AsyncIterator[int]:
    """The port of a hanging process: the system accepts connections until its queue is full, and nothing reads them."""
    with _bound(0) as item:
        item.listen(2)
        yield int(item.getsockname()[1])


def _bound(port: int) -> socket.socket:
    # Said in full, so that what it accepts is known to be TCP, and asyncio lets small packets go at once.
    item = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    item.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    item.bind((HOST, port))
    return item
