"""One socket to an adb server: first a conversation, then, if a service was asked for, the raw stream to it.

Like `link`, everything here is a callback of the loop or runs within one; a socket has no task of its own.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from adapters.adb.framing.smart_wire import Okay, Replies, Reply, Step
from adapters.adb.transport.packets import Buffer, Landing, RemoteProtocolError
from runtime.core.errors import DeviceFault, DeviceLost, DeviceTimeout

_SCRATCH: Final = 4 << 10
"""Enough for an answer and most commands; making more for each of them would cost more than the rest of it."""
_LARGE: Final = 64 << 10
"""As soon as the small one was full once."""
_SLICE: Final = 128 << 10
"""Bytes given to the transport at once: what its socket does not take of them is copied, so not much more than fits."""
_HELD: Final = 1 << 20
"""Bytes that wait to be received before the server is held back."""
_ANSWERS: Final = 64
"""Replies that wait to be taken before the server is held back."""
_IN_PLACE: Final = 1 << 20
"""Room offered for data that land in place: no more is ever allocated on the word of a peer."""


class SmartStream(asyncio.BufferedProtocol):
    """Once a service is open, a bidirectional byte stream (`runtime.plugins.protocols.ByteStream`,
    `operations.ServiceStream`).

    One task may receive while another sends. Whoever does not receive holds the device back. With a `landing` data
    never come here, and `on_packet`, if set, is called after them. `name` says in messages whose stream it is.
    """

    largest: Final = _LARGE

    def __init__(self, name: str, landing: Landing | None = None) -> None:
        self.name = name
        self.ended = False
        """The peer or we have closed it; what came before can still be received."""
        self.on_packet: Callable[[], None] | None = None
        self.on_gone: Callable[[], None] | None = None
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        """Done when the socket is closed."""
        self._landing = landing
        self._raw = False
        self._replies = Replies()
        self._following: tuple[bytes, tuple[Step, ...], bool] | None = None
        self._answers: deque[Reply] = deque()
        self._chunks: deque[bytes] = deque()
        self._held = 0
        self._rest = memoryview(b"")
        self._scratch = memoryview(bytearray(_SCRATCH))
        self._direct = False
        self._error: DeviceFault | None = None
        self._transport: asyncio.Transport | None = None
        self._full = False
        self._holding = False
        self._reader: asyncio.Future[None] | None = None
        self._writer: asyncio.Future[None] | None = None

    # -- the conversation -------------------------------------------------------------------------------------------

    def ask(self, request: bytes, *steps: Step, then_raw: bool = False) -> None:
        """Send a request that promises these replies; what comes after them belongs to the stream if `then_raw`."""
        self._replies = Replies(*steps)
        self._raw = then_raw
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(request)

    def ask_through(self, choice: bytes, request: bytes, *steps: Step, then_raw: bool = False) -> None:
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
            await self._read(seconds, what, of)
        reply = self._answers.popleft()
        self._release()
        return reply

    # -- the stream -------------------------------------------------------------------------------------------------

    async def receive(self, max_bytes: int = 65536, *, deadline: float | None = None) -> bytes:
        """Some bytes, b"" at the end. Waits for ever unless a deadline in seconds is given: a stream may be idle.

        Raises:
            DeviceTimeout: nothing came within the deadline.
            DeviceLost: the connection broke.
        """
        if not len(self._rest):
            self._rest = memoryview(await self.receive_packet(deadline))
        piece = bytes(self._rest[:max_bytes])
        self._rest = self._rest[max_bytes:]
        return piece

    async def receive_packet(self, deadline: float | None = None) -> bytes | bytearray:
        """Bytes as they came, b"" at the end; raises as `receive` does."""
        while not self._chunks:
            if self._error is not None:
                raise self._error
            if self.ended:
                return b""
            await self._read(deadline, "send anything")
        chunk = self._chunks.popleft()
        self._held -= len(chunk)
        self._release()
        return chunk

    async def finished(self, seconds: float | None, what: str) -> None:
        """Wait for the end, or for `finish()`; for streams with a `Landing`.

        Raises:
            DeviceTimeout: it did not come.
            DeviceLost: the connection broke.
        """
        if not self.ended:
            await self._read(seconds, what)
        if self._error is not None:
            raise self._error

    def finish(self) -> None:
        """Wake whoever waits in `finished`."""
        _finish(self._reader)

    async def send(self, data: Buffer, *more: Buffer, deadline: float | None = None) -> None:
        """Send all of it; cancelled, it may have sent a part.

        Raises:
            DeviceTimeout: the server took nothing within the deadline.
            DeviceLost: the stream was closed or the connection broke.
        """
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
        """End it now. What has been received but not taken is dropped."""
        self._end(None)
        self._chunks.clear()
        self._answers.clear()
        self._landing = None
        if self._transport is not None:
            self._transport.abort()

    def fail(self, why: DeviceFault) -> None:
        """End it now; what waits raises `why`."""
        if not self.ended:
            self._error = why
        self.close()

    async def aclose(self) -> None:
        """End it; never waits."""
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
        if self._raw and self._landing is not None and self._replies.done:
            space = self._landing.space(_IN_PLACE)
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
            assert self._landing is not None
            self._landing.landed(nbytes)
            self._arrived()
            return
        data = self._scratch[:nbytes]
        if nbytes == _SCRATCH:
            self._scratch = memoryview(bytearray(_LARGE))
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
        _finish(self._writer)

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
        _finish(self._reader)
        if len(self._answers) > _ANSWERS:
            self._hold()
        return memoryview(self._replies.rest)

    def _data(self, data: memoryview) -> None:
        if not self._raw:
            # Nothing was promised beyond the answer; a server that talks on is not listened to.
            return
        if self._landing is not None:
            self._landing.feed(data)
            self._arrived()
            return
        self._chunks.append(bytes(data))
        self._held += len(data)
        if self._held > _HELD:
            self._hold()
        self._arrived()

    def _arrived(self) -> None:
        if self.on_packet is not None:
            self.on_packet()
        elif self._landing is None:
            _finish(self._reader)

    def _hold(self) -> None:
        if not self._holding and self._transport is not None:
            self._holding = True
            self._transport.pause_reading()

    def _release(self) -> None:
        if self._holding and self._held <= _HELD // 2 and len(self._answers) <= _ANSWERS // 2:
            self._holding = False
            if self._transport is not None and not self._transport.is_closing():
                self._transport.resume_reading()

    def _end(self, error: DeviceFault | None) -> None:
        if self.ended:
            return
        self._error = error or self._error
        self.ended = True
        _finish(self._reader)
        _finish(self._writer)

    async def _write(self, parts: list[memoryview], deadline: float | None) -> None:
        while self._full and not self.ended:
            if self._writer is not None:
                raise RuntimeError(f"two tasks send on one stream of {self.name}")
            self._writer = self._loop.create_future()
            try:
                await self._wait(self._writer, deadline, "take what was sent")
            finally:
                self._writer = None
        if self._error is not None:
            raise self._error
        if self.ended or self._transport is None:
            raise DeviceLost(f"{self.name}: the stream was closed before everything was sent")
        self._transport.write(parts[0] if len(parts) == 1 else b"".join(parts))

    async def _read(self, seconds: float | None, what: str, of: float | None = None) -> None:
        if self._reader is not None:
            raise RuntimeError(f"two tasks receive from one stream of {self.name}")
        self._reader = self._loop.create_future()
        try:
            await self._wait(self._reader, seconds, what, of)
        finally:
            self._reader = None

    async def _wait(
        self, future: asyncio.Future[None], seconds: float | None, what: str, of: float | None = None
    ) -> None:
        """Wait until the future is done, at most so long. Raises DeviceTimeout."""
        if seconds is None:
            await future
            return
        timer = self._loop.call_later(seconds, self._expire, future, seconds if of is None else of, what)
        try:
            await future
        finally:
            timer.cancel()

    def _expire(self, future: asyncio.Future[None], seconds: float, what: str) -> None:
        if not future.done():
            future.set_exception(
                DeviceTimeout(
                    f"{self.name}: the device or its adb server did not {what} within {_shown(seconds)} s; if every "
                    "device of that server is silent, the server hangs"
                )
            )
            # Whoever waits may be cancelled in this very moment and never look at it.
            future.exception()


def _shown(seconds: float) -> str:
    """What is left of a deadline is never quite round."""
    return f"{max(round(seconds, 1), 0.1):g}"


def _finish(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)
