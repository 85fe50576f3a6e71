"""One socket to an adb server: first requests and replies, then, if a service was requested, the raw stream to it.

Like in `link`, everything here runs in callbacks of the loop; a socket has no task of its own.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from adapters.adb.framing.smart_wire import Okay, Reply, ReplyParser, ReplyPart
from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.adb.transport.packets import Buffer, ReceiveSink, RemoteProtocolError
from adapters.adb.transport.watchdog import Watchdog
from runtime.core.errors import DeviceFault, DeviceLost

_SMALL_BUFFER: Final = 4 << 10
"""First read buffer: enough for a reply and most commands, and cheap to allocate for each of them."""
_LARGE_BUFFER: Final = 64 << 10
"""Read buffer after the small one was full once."""
_SLICE: Final = 128 << 10
"""Bytes given to the transport at once: unsent bytes are copied, so little more than the socket accepts."""
_MAX_BUFFERED: Final = 1 << 20
"""Unread bytes above which reading from the server pauses."""
_MAX_REPLIES: Final = 64
"""Unread replies above which reading from the server pauses."""
_MAX_IN_PLACE: Final = 1 << 20
"""Largest buffer requested for receiving in place; a peer's announcement never allocates more."""


class SmartStream(BufferedStream, asyncio.BufferedProtocol):
    """A socket to an adb server: requests and replies, then the stream to a service.

    `name` identifies it in messages. With a `sink` the socket is read directly into it.
    """

    largest: Final = _LARGE_BUFFER
    _expected: Final = "send anything"

    def __init__(self, name: str, sink: ReceiveSink | None = None) -> None:
        hint = "; if every device of that server is silent, the server hangs"
        super().__init__(Watchdog(f"{name}: the device or its adb server", hint), sink)
        self.name = name
        self.on_gone: Callable[[], None] | None = None
        self.gone: asyncio.Future[None] = self._watchdog.loop.create_future()
        """Done when the socket is closed."""
        self._raw = False
        self._replies = ReplyParser()
        self._next_request: tuple[bytes, tuple[ReplyPart, ...], bool] | None = None
        self._pending_replies: deque[Reply] = deque()
        self._buffered = 0
        self._scratch = memoryview(bytearray(_SMALL_BUFFER))
        self._direct = False
        self._transport: asyncio.Transport | None = None
        self._full = False
        self._reading_paused = False

    def __repr__(self) -> str:
        return f"<SmartStream of {self.name}>"

    # -- requests and replies---------------------------------------------------------------------------------------

    def ask(self, request: bytes, *steps: ReplyPart, then_raw: bool = False) -> None:
        """Sends a request that implies these replies; what follows belongs to the stream if `then_raw`."""
        self._replies = ReplyParser(*steps)
        self._raw = then_raw
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(request)

    def ask_through(self, choice: bytes, request: bytes, *steps: ReplyPart, then_raw: bool = False) -> None:
        """Selects a device, then sends a request; the OKAY to the selection is not returned as a reply.

        They are not one write, since servers drop what arrives with the selection. A callback sends the second one, so
        that the task need not wake up for it.
        """
        self._next_request = request, steps, then_raw
        self.ask(choice, "status")

    async def reply(self, seconds: float | None, what: str, of: float | None = None) -> Reply | None:
        """Returns the next reply; None if the server may end without one and does. `what` completes "did not …".

        `of` is the deadline of which `seconds` remain, if it differs.

        Raises:
            DeviceTimeout: no reply came.
            DeviceLost: the server disconnected instead, or is not an adb server.
        """
        while not self._pending_replies:
            if self._error is not None:
                raise self._error
            if self.ended:
                self._check_complete()
                return None
            if self._replies.done:
                return None
            await self._wait_to_read(seconds, what, of)
        reply = self._pending_replies.popleft()
        self._resume_reading()
        return reply

    # -- the stream -------------------------------------------------------------------------------------------------

    async def send(self, data: Buffer, *more: Buffer, deadline: float | None = None) -> None:
        """See `BufferedStream`; the deadline applies to each part that the server accepts."""
        waiting: list[memoryview] = []
        size = 0
        for part in (data, *more):
            view = memoryview(part).cast("B")
            while len(view):
                piece = view[: _SLICE - size]
                view = view[len(piece) :]
                waiting.append(piece)
                size += len(piece)
                if size == _SLICE:
                    await self._write(waiting, deadline)
                    waiting, size = [], 0
        if waiting:
            await self._write(waiting, deadline)

    def close(self) -> None:
        """See `BufferedStream`."""
        self._end()
        self._chunks.clear()
        self._pending_replies.clear()
        self._sink = None
        if self._transport is not None:
            self._transport.abort()

    def fail(self, why: DeviceFault) -> None:
        """Ends the stream now; waiting tasks raise `why`."""
        self._end(why)
        self.close()

    # -- callbacks of the transport ---------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio; the write limit pauses us as soon as the socket is full, so that little is copied."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=0)
        if self.ended:
            transport.abort()

    def get_buffer(self, sizehint: int) -> memoryview:
        """See asyncio; screen data are received in place."""
        if self._raw and self._sink is not None and self._replies.done:
            space = self._sink.space(_MAX_IN_PLACE)
            if space is not None and len(space):
                self._direct = True
                return space
        self._direct = False
        return self._scratch

    def buffer_updated(self, nbytes: int) -> None:
        """See asyncio."""
        if self.ended:
            return
        if self._direct:
            assert self._sink is not None
            self._sink.buffer_updated(nbytes)
            self._on_data()
            return
        data = self._scratch[:nbytes]
        if nbytes == _SMALL_BUFFER:
            self._scratch = memoryview(bytearray(_LARGE_BUFFER))
        if not self._replies.done:
            data = self._handle_replies(data)
        if len(data) and not self.ended:
            self._data(data)

    def eof_received(self) -> bool:
        """See asyncio; services cannot be half-closed."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio; among replies the end may be an error, in a stream it is just the end."""
        error: DeviceFault | None = None
        self._transport = None  # it is closed; unsent data must not abort it again
        if exc is not None:
            error = DeviceLost(f"{self.name}: the connection to the adb server broke: {exc}; does it still run?")
        elif not self.ended:
            try:
                self._check_complete()
            except DeviceLost as broken:
                error = broken
        self._end(error)
        if not self.gone.done():
            self.gone.set_result(None)
        on_gone, self.on_gone = self.on_gone, None
        if on_gone is not None:
            on_gone()

    def pause_writing(self) -> None:
        """See asyncio."""
        self._full = True

    def resume_writing(self) -> None:
        """See asyncio."""
        self._full = False
        self._on_writable()

    # -- inside -----------------------------------------------------------------------------------------------------

    def _check_complete(self) -> None:
        try:
            self._replies.ended()
        except RemoteProtocolError as wrong:
            raise DeviceLost(
                f"{self.name}: no answer from the adb server: {wrong}; does it still run, and is it one?"
            ) from None

    def _handle_replies(self, data: memoryview) -> memoryview:
        """Parses replies; returns the data after them."""
        try:
            self._pending_replies += self._replies.feed(data)
        except RemoteProtocolError as error:
            self.fail(DeviceLost(f"{self.name}: this is no adb server: {error}"))
            return data[:0]
        if self._next_request is not None and self._replies.done and isinstance(self._pending_replies[-1], Okay):
            self._pending_replies.pop()
            (request, steps, then_raw), self._next_request = self._next_request, None
            self.ask(request, *steps, then_raw=then_raw)
            return data[:0]
        self.finish()
        if len(self._pending_replies) > _MAX_REPLIES:
            self._pause_reading()
        return memoryview(self._replies.rest)

    def _data(self, data: memoryview) -> None:
        if not self._raw:
            # The request implies no further data, so they are ignored.
            return
        if self._sink is not None:
            self._sink.feed(data)
            self._on_data()
            return
        self._chunks.append(bytes(data))
        self._buffered += len(data)
        if self._buffered > _MAX_BUFFERED:
            self._pause_reading()
        self._on_data()

    def _on_taken(self, size: int) -> None:
        self._buffered -= size
        self._resume_reading()

    def _pause_reading(self) -> None:
        if not self._reading_paused and self._transport is not None:
            self._reading_paused = True
            self._transport.pause_reading()

    def _resume_reading(self) -> None:
        if (
            self._reading_paused
            and self._buffered <= _MAX_BUFFERED // 2
            and len(self._pending_replies) <= _MAX_REPLIES // 2
        ):
            self._reading_paused = False
            if self._transport is not None and not self._transport.is_closing():
                self._transport.resume_reading()

    def _end(self, error: DeviceFault | None = None) -> None:
        super()._end(error)
        self._watchdog.stop()

    async def _write(self, parts: list[memoryview], deadline: float | None) -> None:
        while self._full and not self.ended:
            await self._wait_to_write(deadline, "take what was sent")
        if self._error is not None:
            raise self._error
        if self.ended or self._transport is None:
            raise DeviceLost(f"{self.name}: the stream was closed before everything was sent")
        self._transport.write(parts[0] if len(parts) == 1 else b"".join(parts))
