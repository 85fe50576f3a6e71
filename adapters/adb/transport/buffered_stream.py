"""The base of all ADB streams, over any transport: received bytes, the end, and the waiting tasks."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable

from adapters.adb.transport.packets import Buffer, ReceiveSink
from adapters.adb.transport.watchdog import Watchdog
from runtime.core.errors import DeviceFault


class BufferedStream(ABC):
    """An open bidirectional byte stream to a service of a device (`runtime.plugins.protocols.ByteStream`).

    One task may receive while another sends. A stream that nobody reads pauses its peer. With a `ReceiveSink` data
    bypass the buffer, and `on_packet` is called after the sink has received them.
    """

    def __init__(self, watchdog: Watchdog, sink: ReceiveSink | None) -> None:
        self.ended = False
        """Whether either side has closed it; bytes received before can still be read."""
        self.on_packet: Callable[[], None] | None = None
        self.on_end: Callable[[], None] | None = None
        self._watchdog = watchdog
        self._sink = sink
        self._error: DeviceFault | None = None
        self._chunks: deque[bytes | bytearray] = deque()
        self._rest = memoryview(b"")
        self._reader: asyncio.Future[None] | None = None
        self._writer: asyncio.Future[None] | None = None

    # -- for tasks --------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def largest(self) -> int:
        """Best size of one piece to send, in bytes."""

    @abstractmethod
    async def send(self, data: Buffer, *more: Buffer, deadline: float | None = None) -> None:
        """Sends all of it, as fast as the peer accepts it; if cancelled, part of it may have been sent.

        Raises:
            DeviceTimeout: nothing was accepted within the deadline in seconds.
            DeviceLost: the stream was closed or the connection broke.
        """

    @abstractmethod
    def close(self) -> None:
        """Closes the stream now and drops bytes that were not read."""

    async def aclose(self) -> None:
        """Closes the stream; never waits."""
        self.close()

    async def receive(self, max_bytes: int = 65536, *, deadline: float | None = None) -> bytes:
        """Returns some bytes, b"" at the end. `deadline` is in seconds (None: forever, since a stream may be idle).

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
        """Returns bytes in the pieces in which they arrived, b"" at the end; raises as `receive` does."""
        while True:
            while self._chunks:
                chunk = self._chunks.popleft()
                self._on_taken(len(chunk))
                if chunk:
                    return chunk
            if self._error is not None:
                raise self._error
            if self.ended:
                return b""
            await self._wait_to_read(deadline, self._expected)

    async def finished(self, seconds: float | None, what: str) -> None:
        """Waits for the end, or for `finish()`; for streams with a `ReceiveSink`. `what` completes "did not …".

        Raises:
            DeviceTimeout: the deadline passed.
            DeviceLost: the connection broke.
        """
        if not self.ended:
            await self._wait_to_read(seconds, what)
        if self._error is not None:
            raise self._error

    def finish(self) -> None:
        """Wakes the task that waits in `finished`."""
        _wake(self._reader)

    # -- for subclasses ---------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def _expected(self) -> str:
        """Completes "did not …" when nothing is received in time."""

    @abstractmethod
    def _on_taken(self, size: int) -> None:
        """Called when a task has read received bytes: the peer may send more."""

    def _on_data(self) -> None:
        """Called when data have arrived in `_chunks` or in the sink."""
        if self.on_packet is not None:
            self.on_packet()
        elif self._sink is None:
            _wake(self._reader)

    def _on_writable(self) -> None:
        """Called when the peer, or the socket, may accept more."""
        _wake(self._writer)

    def _end(self, error: DeviceFault | None = None) -> None:
        """Ends the stream, with `error` if there is one."""
        if self.ended:
            return
        self.ended = True
        self._error = error or self._error
        _wake(self._reader)
        _wake(self._writer)
        if self.on_end is not None:
            self.on_end()

    async def _wait_to_read(self, seconds: float | None, what: str, of: float | None = None) -> None:
        """Waits for data or the end; see `Watchdog.wait`."""
        if self._reader is not None:
            raise RuntimeError(f"two tasks receive from {self!r}")
        self._reader = self._watchdog.loop.create_future()
        try:
            await self._watchdog.wait(self._reader, seconds, what, of)
        finally:
            self._reader = None

    async def _wait_to_write(self, seconds: float | None, what: str) -> None:
        """Waits until the peer may accept data, or the end; see `Watchdog.wait`."""
        if self._writer is not None:
            raise RuntimeError(f"two tasks send to {self!r}")
        self._writer = self._watchdog.loop.create_future()
        try:
            await self._watchdog.wait(self._writer, seconds, what)
        finally:
            self._writer = None


def _wake(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)
