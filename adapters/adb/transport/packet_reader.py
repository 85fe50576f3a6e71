"""Reads packets from a peer's bytes: limits are checked before allocating, and data go straight to their sink. No I/O.

Subclasses of `PacketReader` decide what a packet means and where its data go.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from adapters.adb.transport.packets import (
    ALL,
    AUTH,
    CNXN,
    DIRECT,
    HEADER,
    MAX_PAYLOAD,
    MIN_PAYLOAD,
    Buffer,
    Event,
    PacketIgnored,
    ReceiveSink,
    RemoteProtocolError,
)

_NOTHING: Final = (0, 0, 0, 0)
_SKIPPED: Final = -1
"""Stands for the command of a packet that is skipped; its arguments are the command and magic."""


class _PacketSink:
    """A `ReceiveSink` that collects the data of one packet."""

    __slots__ = ("_at", "data")
    ready = True

    def __init__(self, size: int) -> None:
        self.data = bytearray(size)
        self._at = 0

    def space(self, limit: int) -> memoryview:
        return memoryview(self.data)[self._at : self._at + limit]

    def buffer_updated(self, count: int) -> None:
        self._at += count

    def feed(self, data: memoryview) -> None:
        self.data[self._at : self._at + len(data)] = data
        self._at += len(data)


class PacketReader(ABC):
    """One direction of a connection, in packets of at most `largest` bytes of data; longer ones are skipped."""

    def __init__(self, largest: int) -> None:
        self._max_size = largest
        self._scratch = memoryview(bytearray(DIRECT + HEADER.size))
        self._filled = 0
        """Bytes at the start of the scratch buffer that are the beginning of a header."""
        self._packet = _NOTHING
        """Command, both arguments and size of the packet whose data are being received."""
        self._left = 0
        """Bytes of those data still to come."""
        self._target: ReceiveSink | None = None
        self._direct = False
        self._failed: RemoteProtocolError | None = None

    # -- for subclasses ---------------------------------------------------------------------------------------------

    @abstractmethod
    def _destination(self, command: int, arg0: int, arg1: int, size: int, events: list[Event]) -> ReceiveSink | bool:
        """The destination of a packet's data by its header: True for `_complete`, False to discard them, or a sink."""

    @abstractmethod
    def _has_reader(self, command: int, arg0: int, arg1: int) -> bool:
        """Whether the data being received still have a reader, since their stream may have been closed."""

    @abstractmethod
    def _complete(
        self, command: int, arg0: int, arg1: int, size: int, data: bytes | bytearray, events: list[Event]
    ) -> None:
        """Handles a complete packet; `data` are empty unless `_destination` returned True."""

    @abstractmethod
    def _on_protocol_error(self) -> None:
        """Called when the peer has broken the protocol: the connection is unusable."""

    # -- bytes in ---------------------------------------------------------------------------------------------------

    def buffer(self) -> memoryview:
        """The buffer for the peer's next bytes. Never empty."""
        if self._left >= DIRECT and self._target is not None and self._has_reader(*self._packet[:3]):
            space = self._target.space(self._left)
            if space is not None and len(space) >= DIRECT:
                self._direct = True
                return space[: self._left]
        self._direct = False
        return self._scratch[self._filled :]

    def received(self, count: int) -> list[Event]:
        """Handles `count` bytes at the start of the last `buffer()`; returns the events.

        Raises:
            RemoteProtocolError: the peer exceeded a limit. The connection is unusable; earlier events from the same
                bytes are in `events`.
        """
        if self._failed is not None:
            raise self._failed
        events: list[Event] = []
        try:
            if self._direct:
                self._on_direct_data(count, events)
            else:
                self._read(self._filled + count, events)
        except RemoteProtocolError as error:
            self._failed = RemoteProtocolError(str(error))
            self._on_protocol_error()
            error.events = tuple(events)
            raise
        return events

    def receive(self, data: Buffer) -> list[Event]:
        """Handles bytes that are in memory already. Raises as `received` does."""
        events: list[Event] = []
        view = memoryview(data)
        while len(view):
            space = self.buffer()
            count = min(len(space), len(view))
            space[:count] = view[:count]
            try:
                events += self.received(count)
            except RemoteProtocolError as error:
                error.events = (*events, *error.events)
                raise
            view = view[count:]
        return events

    def ended(self) -> list[Event]:
        """Handles the end of the peer's data.

        Raises:
            RemoteProtocolError: it ended within a packet.
        """
        if self._failed is not None:
            raise self._failed
        if self._left or self._filled:
            self._failed = RemoteProtocolError("the connection ended in the middle of a packet")
            raise self._failed
        return []

    def _read_headers_only(self) -> None:
        """Reads no byte beyond a header until `_read_normally`, since what follows may belong to TLS.

        A buffer of one header never reaches beyond the end of the next one.
        """
        started = bytes(self._scratch[: self._filled])
        self._scratch = memoryview(bytearray(HEADER.size))
        self._scratch[: self._filled] = started

    def _read_normally(self) -> None:
        self._scratch = memoryview(bytearray(DIRECT + HEADER.size))

    @property
    def _reads_headers_only(self) -> bool:
        return len(self._scratch) == HEADER.size

    # -- inside -----------------------------------------------------------------------------------------------------

    def _on_direct_data(self, count: int, events: list[Event]) -> None:
        """Handles bytes that were received directly in their sink."""
        self._direct = False
        self._left -= count
        if self._target is not None and self._has_reader(*self._packet[:3]):
            self._target.buffer_updated(count)
        if not self._left:
            self._finish(events)

    def _read(self, end: int, events: list[Event]) -> None:
        """Handles bytes in the scratch buffer, which is filled up to `end`."""
        at, scratch = 0, self._scratch
        while True:
            if self._left:
                take = min(self._left, end - at)
                if take and self._target is not None and self._has_reader(*self._packet[:3]):
                    self._target.feed(scratch[at : at + take])
                at += take
                self._left -= take
                if self._left:
                    break
                self._finish(events)
            if end - at < HEADER.size:
                break
            command, arg0, arg1, size, _, magic = HEADER.unpack_from(scratch, at)
            at += HEADER.size
            if size > MAX_PAYLOAD:
                raise RemoteProtocolError(f"the peer announced a packet of {size} bytes; the most is {MAX_PAYLOAD}")
            if magic != command ^ ALL or size > (MIN_PAYLOAD if command in (CNXN, AUTH) else self._max_size):
                self._begin((_SKIPPED, command, magic, size), None)
                if not size:
                    self._finish(events)
            elif not size:
                self._destination(command, arg0, arg1, 0, events)
                self._complete(command, arg0, arg1, 0, b"", events)
            else:
                destination = self._destination(command, arg0, arg1, size, events)
                if destination is True and size <= end - at:
                    # The usual case: a small packet that is complete in the scratch buffer.
                    data = bytes(scratch[at : at + size])
                    at += size
                    self._complete(command, arg0, arg1, size, data, events)
                elif isinstance(destination, bool):
                    self._begin((command, arg0, arg1, size), _PacketSink(size) if destination else None)
                else:
                    self._begin((command, arg0, arg1, size), destination)
        rest = end - at
        if at and rest:
            scratch[:rest] = bytes(scratch[at:end])
        self._filled = rest

    def _begin(self, packet: tuple[int, int, int, int], target: ReceiveSink | None) -> None:
        self._packet = packet
        self._left = packet[3]
        self._target = target

    def _finish(self, events: list[Event]) -> None:
        """Handles the end of the current packet's data."""
        (command, arg0, arg1, size), self._packet = self._packet, _NOTHING
        target, self._target = self._target, None
        if command == _SKIPPED:
            events.append(PacketIgnored(arg0, "bad magic" if arg1 != arg0 ^ ALL else "too much data for its kind"))
        else:
            self._complete(command, arg0, arg1, size, target.data if isinstance(target, _PacketSink) else b"", events)
