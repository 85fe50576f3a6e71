"""Carries the bytes of one stream: the program's end on one side, a stream to the device on the other.

Nothing is held: what one side does not take is not read from the other, so that a client which never reads costs the
packet under way and no more. Bytes pass as they come; who listens is told of them and waits for nothing.
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
_GOODBYE: Final = 1.0
T = TypeVar("T")

Opener = Callable[[str], Awaitable[ByteStream]]
Start = Callable[[Callable[[], Coroutine[Any, Any, None]]], None]
"""Has somebody's task started; from callbacks, too."""


class PlainDeviceEnd:
    """Any stream as a `DeviceEnd`; `aclose` it in the end."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._closed = False
        self._used: set[anyio.CancelScope] = set()

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
            self._used.add(scope)
            try:
                if self._closed:
                    scope.cancel()
                return await work
            finally:
                self._used.discard(scope)
        return None

    def close(self) -> None:
        """See `DeviceEnd`."""
        self._closed = True
        for scope in self._used:
            scope.cancel()

    async def aclose(self) -> None:
        """Close the stream itself."""
        with anyio.CancelScope(shield=True), anyio.move_on_after(_GOODBYE):
            await self._stream.aclose()


class Relay:
    """Carries one stream both ways until either side ends; the stream is closed then.

    ADB streams have no half that could be closed alone: the end of either side is the end of both. A program that says
    nothing, as with most command lines, costs no task of its own, and nothing here needs a cancel scope for each line:
    they cost as much as all the rest.
    """

    def __init__(self, client: ProgramEnd, stream: ByteStream, tap: StreamObserver, start: Start) -> None:
        self._client = client
        self._far: DeviceEnd = stream if isinstance(stream, BufferedStream) else PlainDeviceEnd(stream)
        self._tap = tap
        self._start = start
        self._risen: asyncio.Future[None] | None = None
        """Done when nothing is carried to the device any more; None before that was begun."""

    async def run(self, hello: bytes = b"", first: bytes = b"") -> None:
        """Say `hello`, then carry; `first` came from the client already."""
        try:
            if first:
                self._rise(first)
            else:
                self._client.await_more(self._rise)
            await self._carry_down(hello)
        except (DeviceFault, ClientDisconnected):
            pass  # either side has gone; so goes the other
        finally:
            self._end()
            self._tap.closed()
            if self._risen is not None:
                with anyio.CancelScope(shield=True):
                    await self._risen  # the client is not to be closed under it
            if isinstance(self._far, PlainDeviceEnd):
                await self._far.aclose()

    def _end(self) -> None:
        self._client.finish()
        self._far.close()

    async def _carry_down(self, hello: bytes) -> None:
        client, far, tap = self._client, self._far, self._tap
        if hello and isinstance(far, Stream) and far.ready:
            data = await far.receive_packet()
            if tap.hears:
                tap.received(data)
            hello += data
        if hello:
            await client.send(hello)
        tap.opened()
        if isinstance(far, Stream) and client.pushed is not None:
            while far.ready:
                await self._send(await far.receive_packet())
            await self._divert(far, client.pushed)
        else:
            while data := await far.receive_packet():
                await self._send(data)

    async def _send(self, data: bytes | bytearray) -> None:
        if self._tap.hears:
            self._tap.received(data)
        if len(data) >= PIECE:
            # The device is told first that this was taken, and makes the next one while this goes on.
            await asyncio.sleep(0)
        await self._client.send(data)

    async def _divert(self, far: Stream, client: PushTarget) -> None:
        """What comes from now on goes the short way, to the end."""
        passage = DirectForwarder(far, client, self._tap)
        far.divert(passage)
        try:
            await far.finished(None, "end")
            await passage.emptied()
        finally:
            passage.end()

    def _rise(self, data: bytes) -> None:
        if data:
            self._start(partial(self._carry_up, data))
        else:
            self._end()  # it has hung up

    async def _carry_up(self, data: bytes) -> None:
        client, far, tap = self._client, self._far, self._tap
        if client.finished:
            return
        self._risen = asyncio.get_running_loop().create_future()
        try:
            while data:
                tap.sent(data)
                await far.send(data)
                data = await client.receive()
        except DeviceFault:
            pass
        finally:
            self._risen.set_result(None)
            if not client.finished:
                self._end()
