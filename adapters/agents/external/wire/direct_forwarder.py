"""The short way for much data of a device: from its connection into one buffer, and from there to the program at once.

A packet that is put together first, handed to a task, and sent by that, costs as much again as the kernel's two copies:
fresh memory for each, a turn of the loop, and the program waits until the last byte of it is there. Here bytes go on in
the callback in which they came. What the program does not take stays where it is, and the device is told that its
packet was taken only when nothing stays: never is more held than what it may send without that.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from adapters.adb.transport.packets import DIRECT
from adapters.adb.transport.stream import Stream
from adapters.agents.external.wire.protocols import ClientDisconnected, PushTarget, StreamObserver

_ROOM: Final = 256 << 10
"""Bytes that go on at once: what was read is still in the processor's cache when it is sent."""


class DirectForwarder:
    """A `ReceiveSink` for a stream that is diverted to it, which ends the stream where the program has gone."""

    def __init__(self, stream: Stream, client: PushTarget, tap: StreamObserver) -> None:
        self._stream = stream
        self._client = client
        self._tap = tap
        self._room = memoryview(b"")
        self._end = 0
        """Where the next bytes go in the room; what is before may still wait in there."""
        self._waiting: deque[tuple[memoryview, int, int]] = deque()
        """Rooms, and from where to where in each something waits."""
        self._gone = False
        self._empty: asyncio.Future[None] | None = None

    @property
    def ready(self) -> bool:
        """See `ReceiveSink`."""
        return not self._waiting

    def space(self, limit: int) -> memoryview | None:
        """See `ReceiveSink`."""
        return self._free(DIRECT)[:limit]

    def landed(self, count: int) -> None:
        """See `ReceiveSink`."""
        data = self._room[self._end : self._end + count]
        self._hear(data)
        sent = self._push(data)
        self._end += sent
        self._keep(count - sent)

    def feed(self, data: memoryview) -> None:
        """See `ReceiveSink`."""
        self._hear(data)
        data = data[self._push(data) :]
        while len(data) and not self._gone:
            room = self._free(1)
            count = min(len(room), len(data))
            room[:count] = data[:count]
            self._keep(count)
            data = data[count:]

    async def emptied(self) -> None:
        """Wait until the program has taken everything, or has gone."""
        if self._waiting:
            self._empty = asyncio.get_running_loop().create_future()
            await self._empty

    def end(self) -> None:
        """Pass on no more."""
        self._gone = True
        self._waiting.clear()
        self._client.when_room(None)
        if self._empty is not None and not self._empty.done():
            self._empty.set_result(None)

    def _free(self, least: int) -> memoryview:
        """Room behind what waits, so much at least."""
        if not self._waiting:
            self._end = 0
        if len(self._room) - self._end < least:
            self._room, self._end = memoryview(bytearray(_ROOM)), 0
        return self._room[self._end :]

    def _hear(self, data: memoryview) -> None:
        if self._tap.hears and not self._gone:
            self._tap.received(bytes(data))

    def _push(self, data: memoryview) -> int:
        """How much of it need not wait."""
        if self._gone:
            return len(data)
        if self._waiting:
            return 0
        try:
            return self._client.push(data)
        except ClientDisconnected:
            self._leave()
            return len(data)

    def _keep(self, count: int) -> None:
        """The next bytes in the room have to wait."""
        if not count:
            return
        start, self._end = self._end, self._end + count
        if not self._waiting:
            self._client.when_room(self._go_on)
        elif self._waiting[-1][0] is self._room and self._waiting[-1][2] == start:
            start = self._waiting.pop()[1]
        self._waiting.append((self._room, start, self._end))

    def _go_on(self) -> None:
        waiting = self._waiting
        try:
            while waiting:
                room, start, end = waiting[0]
                sent = self._client.push(room[start:end])
                if sent < end - start:
                    waiting[0] = room, start + sent, end
                    return
                waiting.popleft()
        except ClientDisconnected:
            self._leave()
            return
        self._client.when_room(None)
        self._stream.taken()
        if self._empty is not None and not self._empty.done():
            self._empty.set_result(None)

    def _leave(self) -> None:
        self.end()
        # Not here: bytes of this very stream are being read.
        asyncio.get_running_loop().call_soon(self._stream.close)
