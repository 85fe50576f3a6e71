"""A network between a host and a device that can fail in the ways in which networks do."""

from __future__ import annotations

import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio
from anyio.abc import SocketAttribute, SocketStream


class Relay:
    """Passes bytes on, as long as it is `open`. What comes while it is not is kept until it is again.

    `dials` are the times at which somebody connected, `mute` the number of coming connections that are taken and then
    forgotten.
    """

    def __init__(self, port: int) -> None:
        self.port = 0
        self.dials: list[float] = []
        self.mute = 0
        self._target = port
        self._open = anyio.Event()
        self._open.set()
        self._hosts: set[SocketStream] = set()

    @property
    def connected(self) -> int:
        """Connections that stand now."""
        return len(self._hosts)

    def freeze(self) -> None:
        """Lose every packet from now on, without a word to anybody."""
        self._open = anyio.Event()

    def thaw(self) -> None:
        """Go on."""
        self._open.set()

    def reset(self) -> None:
        """Let every host see a reset (RST)."""
        for host in tuple(self._hosts):
            raw = host.extra(SocketAttribute.raw_socket)
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            host._transport.abort()  # type: ignore[attr-defined]

    async def serve(self, host: SocketStream) -> None:
        """One connection."""
        self.dials.append(anyio.current_time())
        self._hosts.add(host)
        try:
            async with host:
                if self.mute:
                    self.mute -= 1
                    await anyio.sleep_forever()
                with suppress(OSError):
                    await self._relay(host)
        finally:
            self._hosts.discard(host)

    async def _relay(self, host: SocketStream) -> None:
        async with await anyio.connect_tcp("127.0.0.1", self._target) as device, anyio.create_task_group() as ways:

            async def way(source: SocketStream, sink: SocketStream) -> None:
                with suppress(anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
                    while True:
                        data = await source.receive(1 << 16)
                        await self._open.wait()
                        await sink.send(data)
                ways.cancel_scope.cancel()

            ways.start_soon(way, host, device)
            ways.start_soon(way, device, host)


@asynccontextmanager
async def relaying(port: int) -> AsyncIterator[Relay]:
    """A relay to a port of this computer."""
    relay = Relay(port)
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", backlog=128)
    async with listener, anyio.create_task_group() as tasks:
        relay.port = int(listener.extra(SocketAttribute.local_port))
        tasks.start_soon(listener.serve, relay.serve)
        try:
            yield relay
        finally:
            tasks.cancel_scope.cancel()
