"""Relays one stream between a program and the device.

Nothing is buffered: what one side does not accept is not read from the other, so a client that never reads costs only
the packet in transit. Bytes are relayed as they arrive; the observer sees them but never delays them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

import anyio

from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.adb.transport.stream import Stream
from adapters.agents.external.wire.direct_forwarder import DirectForwarder
from adapters.agents.external.wire.protocols import (
    ClientDisconnected,
    DeviceEnd,
    ProgramEnd,
    PushTarget,
    StreamObserver,
)
from runtime.core.errors import DeviceFault, DeviceLost
from runtime.plugins.protocols import ByteStream

PIECE: Final = 256 << 10
_CLOSE_TIMEOUT: Final = 1.0
T = TypeVar("T")

OpenStream = Callable[[str], Awaitable[ByteStream]]
StartTask = Callable[[Callable[[], Coroutine[Any, Any, None]]], None]
"""Starts a task in a task group; may be called from callbacks."""


class PlainDeviceEnd:
    """Any byte stream as a `DeviceEnd`; call `aclose` at the end."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._closed = False
        self._scopes: set[anyio.CancelScope] = set()

    async def receive_packet(self) -> bytes:
        """See `DeviceEnd`."""
        return await self._until_closed(self._stream.receive(PIECE)) or b""

    async def send(self, data: bytes) -> None:
        """See `DeviceEnd`."""
        await self._until_closed(self._stream.send(data))
        if self._closed:
            raise DeviceLost("a stream was closed while something was sent")

    async def _until_closed(self, work: Coroutine[Any, Any, T]) -> T | None:
        with anyio.CancelScope() as scope:
            self._scopes.add(scope)
            try:
                if self._closed:
                    scope.cancel()
                return await work
            finally:
                self._scopes.discard(scope)
        return None

    def close(self) -> None:
        """See `DeviceEnd`."""
        self._closed = True
        for scope in self._scopes:
            scope.cancel()

    async def aclose(self) -> None:
        """Closes the stream itself."""
        with anyio.CancelScope(shield=True), anyio.move_on_after(_CLOSE_TIMEOUT):
            await self._stream.aclose()


class Relay:
    """Relays one stream in both directions until either side ends, then closes it.

    ADB streams cannot be half-closed: the end of one side is the end of both. A program that sends nothing, as with
    most command lines, costs no task, and no cancel scope is used per line: both would cost as much as all the rest.
    """

    def __init__(self, client: ProgramEnd, stream: ByteStream, observer: StreamObserver, start: StartTask) -> None:
        self._client = client
        self._device: DeviceEnd = stream if isinstance(stream, BufferedStream) else PlainDeviceEnd(stream)
        self._observer = observer
        self._start = start
        self._uplink_done: asyncio.Future[None] | None = None
        """Done when nothing is copied to the device any more; None before copying began."""

    async def run(self, hello: bytes = b"", first: bytes = b"") -> None:
        """Sends `hello` to the client, then relays; `first` is what the client has sent already."""
        try:
            if first:
                self._start_uplink(first)
            else:
                self._client.on_data(self._start_uplink)
            await self._copy_to_client(hello)
        except (DeviceFault, ClientDisconnected):
            pass  # one side has disconnected, which ends the other
        finally:
            self._end()
            self._observer.closed()
            if self._uplink_done is not None:
                with anyio.CancelScope(shield=True):
                    await self._uplink_done  # the task still uses the client
            if isinstance(self._device, PlainDeviceEnd):
                await self._device.aclose()

    def _end(self) -> None:
        self._client.finish()
        self._device.close()

    async def _copy_to_client(self, hello: bytes) -> None:
        client, device, observer = self._client, self._device, self._observer
        if hello and isinstance(device, Stream) and device.ready:
            data = await device.receive_packet()
            if observer.wants_data:
                observer.received(data)
            hello += data
        if hello:
            await client.send(hello)
        observer.opened()
        if isinstance(device, Stream) and client.pushed is not None:
            while device.ready:
                await self._send(await device.receive_packet())
            await self._divert(device, client.pushed)
        else:
            while data := await device.receive_packet():
                await self._send(data)

    async def _send(self, data: bytes | bytearray) -> None:
        if self._observer.wants_data:
            self._observer.received(data)
        if len(data) >= PIECE:
            # Acknowledge this packet first: the device prepares the next one while this one is sent.
            await asyncio.sleep(0)
        await self._client.send(data)

    async def _divert(self, device: Stream, client: PushTarget) -> None:
        """Forwards the rest of the stream directly, until its end."""
        forwarder = DirectForwarder(device, client, self._observer)
        device.divert(forwarder)
        try:
            await device.finished(None, "end")
            await forwarder.emptied()
        finally:
            forwarder.end()

    def _start_uplink(self, data: bytes) -> None:
        if data:
            self._start(partial(self._copy_to_device, data))
        else:
            self._end()  # the client has disconnected

    async def _copy_to_device(self, data: bytes) -> None:
        client, device, observer = self._client, self._device, self._observer
        if client.finished:
            return
        self._uplink_done = asyncio.get_running_loop().create_future()
        try:
            while data:
                observer.sent(data)
                await device.send(data)
                data = await client.receive()
        except DeviceFault:
            pass
        finally:
            self._uplink_done.set_result(None)
            if not client.finished:
                self._end()
