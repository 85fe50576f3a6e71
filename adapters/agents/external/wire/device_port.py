"""The same phone for `adb connect`: the device's side of ADB on a port, in front of the same streams.

    async with device_port(session.open, shown, watch) as door: ...      # adb connect 127.0.0.1:{door.port}

Whoever connects is let in without a key: the port is the program's own. What may be opened, who listens and how bytes
are carried are the endpoint's.
"""

from __future__ import annotations

import asyncio
import math
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import anyio
import anyio.abc

from adapters.adb.transport.banner import Banner
from adapters.adb.transport.link import Link
from adapters.adb.transport.stream import Stream
from adapters.agents.external.wire import server_protocol
from adapters.agents.external.wire.listeners import ASKING, accepting, loopback, port_of
from adapters.agents.external.wire.protocols import ClientDisconnected, Watch
from adapters.agents.external.wire.relay import Opener, Relay, Start
from adapters.agents.external.wire.server_protocol import Shown
from runtime.core.boundary import unwrap_group
from runtime.core.errors import DeviceFault

MOST_HOSTS: Final = 16
"""Connections at a time; further ones are closed at once."""
MOST_STREAMS: Final = 128
"""Streams of all hosts at a time; further ones are refused."""
_PACKET: Final = 256 << 10
"""The largest packet: what a host that never reads makes us keep, for each of its streams."""
_GOODBYE: Final = 1.0
_PROPS: Final = {"product": "ro.product.name", "model": "ro.product.model", "device": "ro.product.device"}


class DevicePort:
    """The device while it stands. `port` is where it listens; `asking` how many seconds a host has to say who it is."""

    def __init__(self, open_stream: Opener, shown: Shown, watch: Watch, *, asking: float = ASKING) -> None:
        self.port = 0
        self.refused = 0
        """Connections and streams beyond what may be open at a time."""
        self._open = open_stream
        self._watch = watch
        self._asking = asking
        props = {value: shown.props.get(name, shown.serial) for name, value in _PROPS.items()}
        self._banner = Banner("device", props, shown.features)
        self._hosts = 0
        self._streams = 0

    async def host(self, connection: socket.socket, start: Start) -> None:
        """Serve a connection until it ends."""
        if self._hosts >= MOST_HOSTS:
            self.refused += 1
            return
        self._hosts += 1
        leave, take = anyio.create_memory_object_stream[Stream](math.inf)
        # Streams are asked for in a callback, which starts no task.
        link = Link("device", self._banner, "the program", leave.send_nowait, _PACKET)
        try:
            with take, leave:
                await asyncio.get_running_loop().connect_accepted_socket(lambda: link, connection)
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._greeted, link)
                    tasks.start_soon(self._streams_of, take, start)
                    await asyncio.shield(link.gone)
                    tasks.cancel_scope.cancel()
        finally:
            self._hosts -= 1
            link.close()
            with anyio.CancelScope(deadline=anyio.current_time() + _GOODBYE, shield=True):
                await asyncio.shield(link.gone)

    async def _greeted(self, link: Link) -> None:
        """A host that does not say who it is has to go."""
        with anyio.move_on_after(self._asking) as patience:
            await asyncio.wait((link.connected, link.gone), return_when=asyncio.FIRST_COMPLETED)
        if patience.cancelled_caught:
            link.close()

    async def _streams_of(self, asked: anyio.abc.ObjectReceiveStream[Stream], start: Start) -> None:
        async for stream in asked:
            if self._streams >= MOST_STREAMS or server_protocol.refusal(stream.service):
                self.refused += self._streams >= MOST_STREAMS
                stream.refuse()
            else:
                self._streams += 1
                start(partial(self._carry, stream, start))

    async def _carry(self, host: Stream, start: Start) -> None:
        try:
            try:
                stream = await self._open(host.service)
            except DeviceFault:
                host.refuse()
                return
            host.accept()
            await Relay(_Host(host, start), stream, self._watch(host.service), start).run()
        finally:
            self._streams -= 1


class _Host:
    """A stream of a host as a `ProgramEnd`."""

    pushed = None

    def __init__(self, stream: Stream, start: Start) -> None:
        self.finished = False
        self._stream = stream
        self._start = start

    def await_more(self, begin: Callable[[bytes], None]) -> None:
        """See `ProgramEnd`."""
        self._start(partial(self._begin, begin))

    async def _begin(self, begin: Callable[[bytes], None]) -> None:
        data = await self.receive()
        if not self.finished:
            begin(data)

    async def receive(self) -> bytes:
        """Some bytes, b"" when it has closed it."""
        try:
            return bytes(await self._stream.receive_packet())
        except DeviceFault:
            return b""

    async def send(self, data: bytes | bytearray) -> None:
        """Send all of it, as fast as the host takes it. Raises ClientDisconnected where it does not any more."""
        try:
            await self._stream.send(data)
        except DeviceFault as error:
            raise ClientDisconnected from error

    def finish(self) -> None:
        """Close it; what was sent still arrives."""
        self.finished = True
        self._stream.close()


@asynccontextmanager
async def device_port(
    open_stream: Opener,
    shown: Shown,
    watch: Watch,
    *,
    port: int = 0,
    listener: socket.socket | None = None,
    asking: float = ASKING,
) -> AsyncIterator[DevicePort]:
    """Serve until the block ends: on `listener`, which is closed then, or on a port of the loopback (0: any free one).

    Raises:
        OSError: the port cannot be had.
    """
    listener = listener or await loopback(port)
    try:
        door = DevicePort(open_stream, shown, watch, asking=asking)
        door.port = port_of(listener)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(accepting, listener, door.host)
            try:
                yield door
            finally:
                tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        # Our tasks raise nothing; the one exception in it is that of the block that we serve.
        raise unwrap_group(group) from None
    finally:
        listener.close()
