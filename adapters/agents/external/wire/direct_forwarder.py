"""Forwards bulk data from the device's connection to the program within the receive callback.

Assembling a packet and handing it to a task costs as much again as the kernel's two copies: new memory, a turn of the
loop, and a program that waits for the last byte. Here bytes are forwarded as they arrive, from one buffer. Bytes that
the program does not take stay in the buffer, and the packet is acknowledged to the device only when the buffer is
empty. So at most one unacknowledged window is buffered.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from adapters.adb.transport.packets import DIRECT
from adapters.adb.transport.stream import Stream
from adapters.agents.external.wire.protocols import ClientDisconnected, PushTarget, StreamObserver

_BUFFER_SIZE: Final = 256 << 10
"""Bytes forwarded at once: small enough that they are still in the CPU cache when they are sent."""


class DirectForwarder:
    """A `ReceiveSink` for a diverted stream, which it closes when the program disconnects."""

    def __init__(self, stream: Stream, client: PushTarget, observer: StreamObserver) -> None:
        self._stream = stream
        self._client = client
        self._observer = observer
        self._buffer = memoryview(b"")
        self._end = 0
        """Offset of the next free byte in the buffer; earlier bytes may still be unsent."""
        self._waiting: deque[tuple[memoryview, int, int]] = deque()
        """Buffers with unsent bytes: (buffer, start, end)."""
        self._gone = False
        self._empty: asyncio.Future[None] | None = None

    @property
    def ready(self) -> bool:
        """See `ReceiveSink`."""
        return not self._waiting

    def space(self, limit: int) -> memoryview | None:
        """See `ReceiveSink`."""
        return self._free_space(DIRECT)[:limit]

    def buffer_updated(self, count: int) -> None:
        """See `ReceiveSink`."""
        data = self._buffer[self._end : self._end + count]
        self._notify(data)
        sent = self._push(data)
        self._end += sent
        self._queue_bytes(count - sent)

    def feed(self, data: memoryview) -> None:
        """See `ReceiveSink`."""
        self._notify(data)
        data = data[self._push(data) :]
        while len(data) and not self._gone:
            buffer = self._free_space(1)
            count = min(len(buffer), len(data))
            buffer[:count] = data[:count]
            self._queue_bytes(count)
            data = data[count:]

    async def emptied(self) -> None:
        """Waits until the program has taken everything, or has disconnected."""
        if self._waiting:
            self._empty = asyncio.get_running_loop().create_future()
            await self._empty

    def end(self) -> None:
        """Stops forwarding and discards unsent bytes."""
        self._gone = True
        self._waiting.clear()
        self._client.on_writable(None)
        if self._empty is not None and not self._empty.done():
            self._empty.set_result(None)

    def _free_space(self, least: int) -> memoryview:
        """Free space behind the unsent bytes, at least `least` bytes."""
        if not self._waiting:
            self._end = 0
        if len(self._buffer) - self._end < least:
            self._buffer, self._end = memoryview(bytearray(_BUFFER_SIZE)), 0
        return self._buffer[self._end :]

    def _notify(self, data: memoryview) -> None:
        if self._observer.wants_data and not self._gone:
            self._observer.received(bytes(data))

    def _push(self, data: memoryview) -> int:
        """Sends what the program takes now; returns how many bytes need not be queued."""
        if self._gone:
            return len(data)
        if self._waiting:
            return 0
        try:
            return self._client.push(data)
        except ClientDisconnected:
            self._disconnect()
            return len(data)

    def _queue_bytes(self, count: int) -> None:
        """Marks the next `count` bytes of the buffer as unsent."""
        if not count:
            return
        start, self._end = self._end, self._end + count
        if not self._waiting:
            self._client.on_writable(self._resume)
        elif self._waiting[-1][0] is self._buffer and self._waiting[-1][2] == start:
            start = self._waiting.pop()[1]
        self._waiting.append((self._buffer, start, self._end))

    def _resume(self) -> None:
        waiting = self._waiting
        try:
            while waiting:
                buffer, start, end = waiting[0]
                sent = self._client.push(buffer[start:end])
                if sent < end - start:
                    waiting[0] = buffer, start + sent, end
                    return
                waiting.popleft()
        except ClientDisconnected:
            self._disconnect()
            return
        self._client.on_writable(None)
        self._stream.resume()
        if self._empty is not None and not self._empty.done():
            self._empty.set_result(None)

    def _disconnect(self) -> None:
        self.end()
        # Deferred, because this stream's bytes are being read right now.
        asyncio.get_running_loop().call_soon(self._stream.close)
