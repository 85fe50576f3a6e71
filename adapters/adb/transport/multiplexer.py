"""State shared by the streams of one connection: the protocol, the output to the socket, the deadlines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from adapters.adb.transport.watchdog import Watchdog
from adapters.adb.transport.wire import Connection

_MAX_QUEUED = 64
"""Queued pieces above which windowed streams wait for the socket."""
_MAX_UNREAD = 10_000
"""Queued pieces above which reading pauses, for a peer that requests without reading answers. More than two per
possible stream, so that two correct peers never block each other.
"""
_SLICE = 128 << 10
"""Bytes given to the transport at once: unsent bytes are copied, so little more than the socket accepts."""


class Multiplexer:
    """Writes the pieces in `wire.outgoing` to `transport`. `name` identifies the peer in messages.

    `progress` is the deadline for sending in seconds (None: forever, for a device whose host may stop reading).
    `forget` is called with the id of a stream that was closed on this side, and None.
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
        """True during the TLS handshake, when nothing may be written."""
        self.flooded = False
        """True while reading is paused because the peer does not read."""
        self._loop = asyncio.get_running_loop()
        self._paused = False
        self._waiting: dict[Callable[[], None], None] = {}
        self._flushing = False

    @property
    def congested(self) -> bool:
        """Whether the output queue should not grow: with windows only the socket limits it, not the peer."""
        return self._paused or len(self.wire.outgoing) >= _MAX_QUEUED

    def call_when_free(self, callback: Callable[[], None]) -> None:
        """Calls `callback` when the output is no longer congested; streams take turns in order."""
        self._waiting[callback] = None
        self.flush()

    def flush(self) -> None:
        """Schedules one write of all output, after the callbacks and tasks that are ready now."""
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self.push)

    def push(self) -> None:
        """Gives the transport what it accepts now; the rest follows when the socket is writable again."""
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
        if self._waiting and not self.congested:
            waiting_streams, self._waiting = self._waiting, {}
            for callback in waiting_streams:
                callback()
        if self.flooded and len(waiting) <= _MAX_UNREAD // 2:
            self.flooded = False
            transport.resume_reading()

    def answer(self) -> None:
        """Sends answers to the peer; pauses reading from a peer that leaves too many answers unread."""
        if self.wire.outgoing:
            self.flush()
            if len(self.wire.outgoing) > _MAX_UNREAD and self.transport is not None and not self.flooded:
                self.flooded = True
                self.transport.pause_reading()

    def pause(self) -> None:
        """Called when the socket accepts nothing more."""
        self._paused = True

    def resume(self) -> None:
        """Called when the socket accepts data again."""
        self._paused = False
        self.push()

    def drop(self) -> None:
        """Discards all output and deadlines after the connection is lost."""
        self.wire.outgoing.clear()
        self._waiting.clear()
        self.watchdog.stop()
