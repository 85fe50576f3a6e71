"""Serves the phone for `adb connect`: the device side of ADB on a TCP port, in front of the session's streams.

    async with device_port(session.open, visible, watch) as server:      # adb connect 127.0.0.1:{server.port}

No key is required, since the port belongs to the program. Allowed services, observers and the relay are those of
`endpoint`.
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
from adapters.agents.external.wire.listeners import REQUEST_TIMEOUT, accept_connections, listen_on_loopback, port_of
from adapters.agents.external.wire.protocols import ClientDisconnected, ObserverFactory
from adapters.agents.external.wire.relay import OpenStream, Relay, StartTask
from adapters.agents.external.wire.server_protocol import VisibleDevice
from runtime.core.boundary import unwrap_group
from runtime.core.errors import DeviceFault

MAX_HOSTS: Final = 16
"""Simultaneous connections; further ones are closed at once."""
MAX_STREAMS: Final = 128
"""Simultaneous streams of all hosts; further ones are refused."""
_MAX_PACKET: Final = 256 << 10
"""Largest packet in bytes: the most that a host that never reads makes us buffer per stream."""
_CLOSE_TIMEOUT: Final = 1.0
_PROPS: Final = {"product": "ro.product.name", "model": "ro.product.model", "device": "ro.product.device"}


class DevicePort:
    """A running device port. `port` is where it listens; `request_timeout` limits the handshake, in seconds."""

    def __init__(
        self,
        open_stream: OpenStream,
        shown: VisibleDevice,
        watch: ObserverFactory,
        *,
        request_timeout: float = REQUEST_TIMEOUT,
    ) -> None:
        self.port = 0
        self.refused = 0
        """Connections and streams rejected because of the limits."""
        self._open = open_stream
        self._watch = watch
        self._request_timeout = request_timeout
        props = {value: shown.props.get(name, shown.serial) for name, value in _PROPS.items()}
        self._banner = Banner("device", props, shown.features)
        self._hosts = 0
        self._streams = 0

    async def host(self, connection: socket.socket, start: StartTask) -> None:
        """Serves a connection until it ends."""
        if self._hosts >= MAX_HOSTS:
            self.refused += 1
            return
        self._hosts += 1
        send_stream, receive_stream = anyio.create_memory_object_stream[Stream](math.inf)
        # Streams are requested in a callback, which cannot start a task.
        link = Link("device", self._banner, "the program", send_stream.send_nowait, _MAX_PACKET)
        try:
            with receive_stream, send_stream:
                await asyncio.get_running_loop().connect_accepted_socket(lambda: link, connection)
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._enforce_handshake, link)
                    tasks.start_soon(self._serve_streams, receive_stream, start)
                    await asyncio.shield(link.gone)
                    tasks.cancel_scope.cancel()
        finally:
            self._hosts -= 1
            link.close()
            with anyio.CancelScope(deadline=anyio.current_time() + _CLOSE_TIMEOUT, shield=True):
                await asyncio.shield(link.gone)

    async def _enforce_handshake(self, link: Link) -> None:
        """Closes the connection of a host that does not complete the handshake in time."""
        with anyio.move_on_after(self._request_timeout) as patience:
            await asyncio.wait((link.connected, link.gone), return_when=asyncio.FIRST_COMPLETED)
        if patience.cancelled_caught:
            link.close()

    async def _serve_streams(self, requested: anyio.abc.ObjectReceiveStream[Stream], start: StartTask) -> None:
        async for stream in requested:
            if self._streams >= MAX_STREAMS or server_protocol.refusal_reason(stream.service):
                self.refused += self._streams >= MAX_STREAMS
                stream.refuse()
            else:
                self._streams += 1
                start(partial(self._relay, stream, start))

    async def _relay(self, host: Stream, start: StartTask) -> None:
        try:
            try:
                stream = await self._open(host.service)
            except DeviceFault:
                host.refuse()
                return
            host.accept()
            await Relay(_HostStream(host, start), stream, self._watch(host.service), start).run()
        finally:
            self._streams -= 1


class _HostStream:
    """A host's stream as a `ProgramEnd`."""

    pushed = None

    def __init__(self, stream: Stream, start: StartTask) -> None:
        self.finished = False
        self._stream = stream
        self._start = start

    def on_data(self, begin: Callable[[bytes], None]) -> None:
        """See `ProgramEnd`."""
        self._start(partial(self._begin, begin))

    async def _begin(self, begin: Callable[[bytes], None]) -> None:
        data = await self.receive()
        if not self.finished:
            begin(data)

    async def receive(self) -> bytes:
        """Returns some bytes, b"" when the host has closed the stream."""
        try:
            return bytes(await self._stream.receive_packet())
        except DeviceFault:
            return b""

    async def send(self, data: bytes | bytearray) -> None:
        """Sends all of it, as fast as the host takes it. Raises ClientDisconnected if the stream is closed."""
        try:
            await self._stream.send(data)
        except DeviceFault as error:
            raise ClientDisconnected from error

    def finish(self) -> None:
        """Closes the stream; bytes already sent still arrive."""
        self.finished = True
        self._stream.close()


@asynccontextmanager
async def device_port(
    open_stream: OpenStream,
    shown: VisibleDevice,
    watch: ObserverFactory,
    *,
    port: int = 0,
    listener: socket.socket | None = None,
    request_timeout: float = REQUEST_TIMEOUT,
) -> AsyncIterator[DevicePort]:
    """Serves the device until the block ends.

    Listens on `listener`, which is closed at the end, or on a loopback port (0: any free one).

    Raises:
        OSError: the port is not available.
    """
    listener = listener or await listen_on_loopback(port)
    try:
        server = DevicePort(open_stream, shown, watch, request_timeout=request_timeout)
        server.port = port_of(listener)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(accept_connections, listener, server.host)
            try:
                yield server
            finally:
                tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        # Our tasks raise nothing; the only exception is that of the caller's block.
        raise unwrap_group(group) from None
    finally:
        listener.close()
