"""One socket to an adb server: first a conversation, then, if a service was asked for, the raw stream to it.

Like `link`, everything here is a callback of the loop or runs within one; a socket has no task of its own.
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
"""Enough for an answer and most commands; making more for each of them would cost more than the rest of it."""
_LARGE_BUFFER: Final = 64 << 10
"""As soon as the small one was full once."""
_SLICE: Final = 128 << 10
"""Bytes given to the transport at once: what its socket does not take of them is copied, so not much more than fits."""
_MAX_BUFFERED: Final = 1 << 20
"""Bytes that wait to be received before the server is held back."""
_MAX_REPLIES: Final = 64
"""Replies that wait to be taken before the server is held back."""
_MAX_IN_PLACE: Final = 1 << 20
"""Room offered for data that land in place: no more is ever allocated on the word of a peer."""


class SmartStream(BufferedStream, asyncio.BufferedProtocol):
    """First a conversation with an adb server, then, once a service is open, the stream to it.

    `name` says in messages whose stream it is. With a `sink` the socket is read straight into it.
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
        self._following: tuple[bytes, tuple[ReplyPart, ...], bool] | None = None
        self._answers: deque[Reply] = deque()
        self._held = 0
        self._scratch = memoryview(bytearray(_SMALL_BUFFER))
        self._direct = False
        self._transport: asyncio.Transport | None = None
        self._full = False
        self._holding = False

    def __repr__(self) -> str:
        return f"<SmartStream of {self.name}>"

    # -- the conversation -------------------------------------------------------------------------------------------

    def ask(self, request: bytes, *steps: ReplyPart, then_raw: bool = False) -> None:
        """Send a request that promises these replies; what comes after them belongs to the stream if `then_raw`."""
        self._replies = ReplyParser(*steps)
        self._raw = then_raw
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(request)

    def ask_through(self, choice: bytes, request: bytes, *steps: ReplyPart, then_raw: bool = False) -> None:
        """Choose a device, and ask for something once the server has agreed; its OKAY to the choice is no reply.

        Not in one write: servers drop what comes along with the choice. Nor by the task, which need not wake for it.
        """
        self._following = request, steps, then_raw
        self.ask(choice, "status")

    async def reply(self, seconds: float | None, what: str, of: float | None = None) -> Reply | None:
        """The next reply; None where the server may end without one and does. `what` completes "did not …".

        `of` is the deadline of which `seconds` are left, if it is another.

        Raises:
            DeviceTimeout: it did not come.
            DeviceLost: the server hung up instead, or is none.
        """
        while not self._answers:
            if self._error is not None:
                raise self._error
            if self.ended:
                self._check_promise()
                return None
            if self._replies.done:
                return None
            await self._wait_to_read(seconds, what, of)
        reply = self._answers.popleft()
        self._release()
        return reply

    # -- the stream -------------------------------------------------------------------------------------------------

    async def send(self, data: Buffer, *more: Buffer, deadline: float | None = None) -> None:
        """See `BufferedStream`; the deadline is for each part that the server takes."""
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
        self._answers.clear()
        self._sink = None
        if self._transport is not None:
            self._transport.abort()

    def fail(self, why: DeviceFault) -> None:
        """End it now; what waits raises `why`."""
        self._end(why)
        self.close()

    # -- callbacks of the transport ---------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio; anything that the socket does not take at once pauses us, so that little is copied."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=0)
        if self.ended:
            transport.abort()

    def get_buffer(self, sizehint: int) -> memoryview:
        """See asyncio; data of a screen land where they belong."""
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
            self._sink.landed(nbytes)
            self._on_data()
            return
        data = self._scratch[:nbytes]
        if nbytes == _SMALL_BUFFER:
            self._scratch = memoryview(bytearray(_LARGE_BUFFER))
        if not self._replies.done:
            data = self._converse(data)
        if len(data) and not self.ended:
            self._data(data)

    def eof_received(self) -> bool:
        """See asyncio; services know no half-open streams."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio; in a conversation the end may be an error, in a stream it is just the end."""
        error: DeviceFault | None = None
        self._transport = None  # it is gone; what still waits to be written must not be aborted again
        if exc is not None:
            error = DeviceLost(f"{self.name}: the connection to the adb server broke: {exc}; does it still run?")
        elif not self.ended:
            try:
                self._check_promise()
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

    def _check_promise(self) -> None:
        try:
            self._replies.ended()
        except RemoteProtocolError as wrong:
            raise DeviceLost(
                f"{self.name}: no answer from the adb server: {wrong}; does it still run, and is it one?"
            ) from None

    def _converse(self, data: memoryview) -> memoryview:
        """Take what belongs to the conversation; the rest."""
        try:
            self._answers += self._replies.feed(data)
        except RemoteProtocolError as error:
            self.fail(DeviceLost(f"{self.name}: this is no adb server: {error}"))
            return data[:0]
        if self._following is not None and self._replies.done and isinstance(self._answers[-1], Okay):
            self._answers.pop()
            (request, steps, then_raw), self._following = self._following, None
            self.ask(request, *steps, then_raw=then_raw)
            return data[:0]
        self.finish()
        if len(self._answers) > _MAX_REPLIES:
            self._hold()
        return memoryview(self._replies.rest)

    def _data(self, data: memoryview) -> None:
        if not self._raw:
            # Nothing was promised beyond the answer; a server that talks on is not listened to.
            return
        if self._sink is not None:
            self._sink.feed(data)
            self._on_data()
            return
        self._chunks.append(bytes(data))
        self._held += len(data)
        if self._held > _MAX_BUFFERED:
            self._hold()
        self._on_data()

    def _on_taken(self, size: int) -> None:
        self._held -= size
        self._release()

    def _hold(self) -> None:
        if not self._holding and self._transport is not None:
            self._holding = True
            self._transport.pause_reading()

    def _release(self) -> None:
        if self._holding and self._held <= _MAX_BUFFERED // 2 and len(self._answers) <= _MAX_REPLIES // 2:
            self._holding = False
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
