"""What all ADB streams have in common, whoever carries them: received bytes, the end, and the tasks that wait."""

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

    One task may receive while another sends. A stream that nobody reads holds its peer back. With a `ReceiveSink` data
    never come here: `on_packet`, if set, is called after the sink has got them.
    """

    def __init__(self, watchdog: Watchdog, sink: ReceiveSink | None) -> None:
        self.ended = False
        """The peer or we have closed it; what came before can still be received."""
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
        """Bytes that are best sent in one piece."""

    @abstractmethod
    async def send(self, data: Buffer, *more: Buffer, deadline: float | None = None) -> None:
        """Send all of it, as fast as the peer takes it; cancelled, it may have sent a part.

        Raises:
            DeviceTimeout: nothing was taken within the deadline in seconds.
            DeviceLost: the stream was closed or the connection broke.
        """

    @abstractmethod
    def close(self) -> None:
        """End it now. What has been received but not taken is dropped."""

    async def aclose(self) -> None:
        """End it; never waits."""
        self.close()

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
        """Bytes in the pieces in which they came, b"" at the end; raises as `receive` does."""
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
        """Wait for the end, or for `finish()`; for streams with a `ReceiveSink`. `what` completes "did not …".

        Raises:
            DeviceTimeout: it did not come.
            DeviceLost: the connection broke.
        """
        if not self.ended:
            await self._wait_to_read(seconds, what)
        if self._error is not None:
            raise self._error

    def finish(self) -> None:
        """Wake the task that waits in `finished`."""
        _wake(self._reader)

    # -- for those who carry it -------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def _expected(self) -> str:
        """Completes "did not …" where nothing is received in time."""

    @abstractmethod
    def _on_taken(self, size: int) -> None:
        """A task has taken so many received bytes: the peer may send more."""

    def _on_data(self) -> None:
        """Data have come: they are in `_chunks`, or in the sink."""
        if self.on_packet is not None:
            self.on_packet()
        elif self._sink is None:
            _wake(self._reader)

    def _on_writable(self) -> None:
        """The peer, or the socket, may take more."""
        _wake(self._writer)

    def _end(self, error: DeviceFault | None = None) -> None:
        """Nothing comes or goes any more, because of `error` if there is one."""
        if self.ended:
            return
        self.ended = True
        self._error = error or self._error
        _wake(self._reader)
        _wake(self._writer)
        if self.on_end is not None:
            self.on_end()

    async def _wait_to_read(self, seconds: float | None, what: str, of: float | None = None) -> None:
        """Wait for data or the end; see `Watchdog.wait`."""
        if self._reader is not None:
            raise RuntimeError(f"two tasks receive from {self!r}")
        self._reader = self._watchdog.loop.create_future()
        try:
            await self._watchdog.wait(self._reader, seconds, what, of)
        finally:
            self._reader = None

    async def _wait_to_write(self, seconds: float | None, what: str) -> None:
        """Wait until the peer may take something, or the end; see `Watchdog.wait`."""
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
