"""What the streams of one connection share: the state of its protocol, one way out to the socket, its deadlines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from adapters.adb.transport.watchdog import Watchdog
from adapters.adb.transport.wire import Connection

_MAX_QUEUED = 64
"""Pieces that wait to be sent: beyond, streams with a window wait for the socket."""
_MAX_UNREAD = 10_000
"""Pieces that wait to be sent: beyond, no more is read of a peer that asks and asks and does not read the answers. Two
for each stream that it may have, and more: two peers that behave never wait for each other."""
_SLICE = 128 << 10
"""Bytes given to the transport at once: what its socket does not take of them is copied, so not much more than fits."""


class Multiplexer:
    """Writes what waits in `wire.outgoing` to `transport`. `name` says in messages who the peer is.

    `progress` is the deadline for sending in seconds (None: for ever, which suits a device, whose host may stop reading
    for as long as it likes). `forget` is called with the id of a stream that was closed from this side, and None.
    """

    def __init__(
        self, name: str, wire: Connection, progress: float | None, forget: Callable[[int, None], object]
    ) -> None:
        self.name = name
        self.wire = wire
        self.progress = progress
        self.forget = forget
        self.watchdog = Watchdog(f"{name}: the device")
        self.transport: asyncio.Transport | None = None
        self.encrypting = False
        """Nothing is written while both sides agree on TLS."""
        self.flooded = False
        """The peer is not read because it does not read."""
        self._loop = asyncio.get_running_loop()
        self._paused = False
        self._crowd: dict[Callable[[], None], None] = {}
        self._flushing = False

    @property
    def crowded(self) -> bool:
        """Whether what waits to be sent should not grow: with windows the peer does not bound it, the socket does."""
        return self._paused or len(self.wire.outgoing) >= _MAX_QUEUED

    def want_room(self, on_room: Callable[[], None]) -> None:
        """Call `on_room` when it is not crowded any more; streams take turns in the order of asking."""
        self._crowd[on_room] = None
        self.flush()

    def flush(self) -> None:
        """Send what waits when the callbacks and tasks that are ready now have run: one write for all."""
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self.push)

    def push(self) -> None:
        """Give the transport what it takes now; the rest follows when the socket has room again."""
        self._flushing = False
        waiting, transport = self.wire.outgoing, self.transport
        if self.encrypting:
            return
        if transport is None or transport.is_closing():
            waiting.clear()
            return
        while waiting and not self._paused:
            if len(waiting) > 1 and len(waiting[0]) + len(waiting[1]) <= _SLICE:
                joined = bytearray()
                while waiting and len(joined) + len(waiting[0]) <= _SLICE:
                    joined += waiting.popleft()
                transport.write(joined)
            elif len(waiting[0]) > _SLICE:
                piece = memoryview(waiting[0])[:_SLICE]
                waiting[0] = memoryview(waiting[0])[_SLICE:]
                transport.write(piece)
            else:
                transport.write(waiting.popleft())
        if self._crowd and not self.crowded:
            crowd, self._crowd = self._crowd, {}
            for on_room in crowd:
                on_room()
        if self.flooded and len(waiting) <= _MAX_UNREAD // 2:
            self.flooded = False
            transport.resume_reading()

    def answer(self) -> None:
        """Send what the peer's words have called for; read no more of one that leaves too many answers unread."""
        if self.wire.outgoing:
            self.flush()
            if len(self.wire.outgoing) > _MAX_UNREAD and self.transport is not None and not self.flooded:
                self.flooded = True
                self.transport.pause_reading()

    def pause(self) -> None:
        """The socket takes nothing now."""
        self._paused = True

    def resume(self) -> None:
        """The socket takes more."""
        self._paused = False
        self.push()

    def drop(self) -> None:
        """The connection is gone: nothing is sent and nothing waited for any more."""
        self.wire.outgoing.clear()
        self._crowd.clear()
        self.watchdog.stop()
