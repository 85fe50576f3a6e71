"""Standard input of a command on the device's side, out of a stream to the host."""

from __future__ import annotations

from typing import Final

import anyio

from adapters.adb.framing import shell_frames as frames
from adapters.adb.transport.stream import Stream

MAX_STDIN: Final = 64 << 20
_READ_AHEAD: Final = 256 << 10
"""Bytes that are taken before anybody reads them; about what the buffers between a daemon and its shell hold."""


class StreamInput:
    """Implements `services.Stdin` over a stream, framed (shell,v2) or not.

    With `ahead` a task must run `take_ahead` beside what reads.
    """

    def __init__(self, stream: Stream, framed: bool, *, ahead: bool = False) -> None:
        self._stream = stream
        self._input = frames.FrameParser() if framed else None
        self._pending = bytearray()
        self._closed = False
        self._ahead = ahead
        self._wanted = anyio.Event()
        self._came = anyio.Event()

    async def take_ahead(self) -> None:
        """Take input as it comes, until its end.

        A host may write all before it reads any: it would wait for us while we wait for it.
        """
        while not self._closed:
            if len(self._pending) >= _READ_AHEAD:
                await self._wanted.wait()
            self._wanted = anyio.Event()
            await self._packet()
            self._came.set()

    async def read(self) -> bytes:
        """Everything until the host closes it."""
        while await self._more():
            del self._pending[MAX_STDIN:]
        data, self._pending = bytes(self._pending), bytearray()
        return data

    async def read_exactly(self, size: int) -> bytes:
        """So many bytes, fewer only at the end."""
        while len(self._pending) < size and await self._more():
            pass
        data = bytes(self._pending[:size])
        del self._pending[:size]
        return data

    async def line(self) -> bytes | None:
        """The next line, None at the end."""
        while (end := self._pending.find(b"\n") + 1) == 0:
            if len(self._pending) > MAX_STDIN or self._closed:
                end = len(self._pending)
                break
            await self._more()
        line = bytes(self._pending[:end])
        del self._pending[:end]
        return line or None

    async def _more(self) -> bool:
        """Wait for more; False when none will come."""
        if self._closed:
            return False
        if self._ahead:
            self._came = anyio.Event()
            self._wanted.set()
            await self._came.wait()
        else:
            await self._packet()
        return not self._closed

    async def _packet(self) -> None:
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
