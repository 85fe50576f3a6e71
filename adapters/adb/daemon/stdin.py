"""Standard input of a command on the device side, read from the stream to the host."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import anyio

from adapters.adb.framing import shell_frames as frames
from adapters.adb.transport.stream import Stream
from runtime.core.boundary import unwrap_errors
from runtime.core.errors import DeviceFault

MAX_STDIN: Final = 64 << 20


class StreamInput:
    """Implements `services.Stdin` over a stream, framed (shell,v2) or not."""

    def __init__(self, stream: Stream, framed: bool) -> None:
        self._stream = stream
        self._input = frames.FrameParser() if framed else None
        self._pending = bytearray()
        self._closed = False
        self.in_use = False
        """Whether anybody has read the input."""
        self._reads_ahead = False
        self._wanted = anyio.Event()
        self._arrived = anyio.Event()

    @asynccontextmanager
    async def read_ahead_beside(self) -> AsyncIterator[None]:
        """Reads ahead during a block. Raises DeviceFault when the host disconnects."""
        self._reads_ahead = True
        try:
            with unwrap_errors(DeviceFault):
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._read_ahead)
                    yield
                    tasks.cancel_scope.cancel()
        finally:
            self._reads_ahead = False

    async def _read_ahead(self) -> None:
        """Reads input as it arrives, once somebody reads it at all, until its end; runs beside the reader.

        A host may write everything before it reads anything; without reading ahead both sides would wait forever.
        """
        while not self._closed:
            if not self.in_use or len(self._pending) >= MAX_STDIN:
                await self._wanted.wait()
            self._wanted = anyio.Event()
            await self._receive()
            self._arrived.set()

    async def wait(self) -> None:
        """Waits until there is something to `take`, or the end."""
        while not self._pending and await self._wait_for_more():
            pass

    def take(self) -> bytes:
        """Returns what has come since; b"" at the end."""
        data, self._pending = bytes(self._pending), bytearray()
        return data

    async def read(self) -> bytes:
        """Reads until the host closes the input."""
        while await self._wait_for_more():
            del self._pending[MAX_STDIN:]
        return self.take()

    async def read_exactly(self, size: int) -> bytes:
        """Reads `size` bytes; fewer only at the end."""
        while len(self._pending) < size and await self._wait_for_more():
            pass
        data = bytes(self._pending[:size])
        del self._pending[:size]
        return data

    async def line(self) -> bytes | None:
        """The next line; None at the end."""
        while (end := self._pending.find(b"\n") + 1) == 0:
            if len(self._pending) > MAX_STDIN or self._closed:
                end = len(self._pending)
                break
            await self._wait_for_more()
        line = bytes(self._pending[:end])
        del self._pending[:end]
        return line or None

    async def _wait_for_more(self) -> bool:
        """Waits for more input; False at the end."""
        if self._closed:
            return False
        self.in_use = True
        if self._reads_ahead:
            self._arrived = anyio.Event()
            self._wanted.set()
            await self._arrived.wait()
        else:
            await self._receive()
        return not self._closed

    async def _receive(self) -> None:
        packet = await self._stream.receive_packet()
        if not packet:
            self._closed = True
        elif self._input is None:
            self._pending += packet
        else:
            for kind, data in self._input.feed(packet):
                if kind == frames.STDIN:
                    self._pending += data
                elif kind == frames.CLOSE_STDIN:
                    self._closed = True
