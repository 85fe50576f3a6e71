"""Bytes from a peer into packets: limits before memory, data straight to where they belong. No I/O, no meaning.

What a packet means, and where the data of one go, says whoever inherits from `PacketReader`.
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
"""Stands for the command of a packet that is not for us whatever it means; command and magic follow."""


class _PacketSink:
    """A `ReceiveSink` that keeps the data of one packet together."""

    __slots__ = ("_at", "data")
    ready = True

    def __init__(self, size: int) -> None:
        self.data = bytearray(size)
        self._at = 0

    def space(self, limit: int) -> memoryview:
        return memoryview(self.data)[self._at : self._at + limit]

    def landed(self, count: int) -> None:
        self._at += count

    def feed(self, data: memoryview) -> None:
        self.data[self._at : self._at + len(data)] = data
        self._at += len(data)


class PacketReader(ABC):
    """One direction of a connection, in packets of at most `largest` bytes of data; longer ones are skipped."""

    def __init__(self, largest: int) -> None:
        self._mine = largest
        self._scratch = memoryview(bytearray(DIRECT + HEADER.size))
        self._filled = 0
        """Bytes at the start of the scratch that are the beginning of a header."""
        self._packet = _NOTHING
        """Command, both arguments and size of the packet whose data are under way."""
        self._left = 0
        """Bytes of those data that are still to come."""
        self._target: ReceiveSink | None = None
        self._direct = False
        self._failed: RemoteProtocolError | None = None

    # -- what it means ----------------------------------------------------------------------------------------------

    @abstractmethod
    def _place(self, command: int, arg0: int, arg1: int, size: int, events: list[Event]) -> ReceiveSink | bool:
        """Where the data of a packet go whose header has come: True to `_complete`, False nowhere, or a sink."""

    @abstractmethod
    def _wanted(self, command: int, arg0: int, arg1: int) -> bool:
        """Whether data under way still have a reader: their stream may have been closed meanwhile."""

    @abstractmethod
    def _complete(
        self, command: int, arg0: int, arg1: int, size: int, data: bytes | bytearray, events: list[Event]
    ) -> None:
        """A packet is there; `data` are empty unless `_place` asked for them."""

    @abstractmethod
    def _died(self) -> None:
        """The peer broke the protocol: nothing more can be said or heard."""

    # -- bytes in ---------------------------------------------------------------------------------------------------

    def buffer(self) -> memoryview:
        """Where the next bytes from the peer go. Never empty."""
        if self._left >= DIRECT and self._target is not None and self._wanted(*self._packet[:3]):
            space = self._target.space(self._left)
            if space is not None and len(space) >= DIRECT:
                self._direct = True
                return space[: self._left]
        self._direct = False
        return self._scratch[self._filled :]

    def received(self, count: int) -> list[Event]:
        """`count` bytes were put at the start of the last `buffer()`; what they mean.

        Raises:
            RemoteProtocolError: the peer announced what is beyond all limits. The connection is dead from then on; what
                came before in the same bytes is in its `events`.
        """
        if self._failed is not None:
            raise self._failed
        events: list[Event] = []
        try:
            if self._direct:
                self._landed(count, events)
            else:
                self._read(self._filled + count, events)
        except RemoteProtocolError as error:
            self._failed = RemoteProtocolError(str(error))
            self._died()
            error.events = tuple(events)
            raise
        return events

    def receive(self, data: Buffer) -> list[Event]:
        """Bytes that are in memory already, copied in. Raises as `received` does."""
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
        """The peer sends nothing more.

        Raises:
            RemoteProtocolError: it stopped in the middle of a packet.
        """
        if self._failed is not None:
            raise self._failed
        if self._left or self._filled:
            self._failed = RemoteProtocolError("the connection ended in the middle of a packet")
            raise self._failed
        return []

    def _narrow(self) -> None:
        """From now on no byte behind a header is taken out of turn, until `_widen`.

        What follows may not be for us; a buffer of one header never reaches beyond the end of the next one.
        """
        started = bytes(self._scratch[: self._filled])
        self._scratch = memoryview(bytearray(HEADER.size))
        self._scratch[: self._filled] = started

    def _widen(self) -> None:
        self._scratch = memoryview(bytearray(DIRECT + HEADER.size))

    @property
    def _narrowed(self) -> bool:
        return len(self._scratch) == HEADER.size

    # -- inside -----------------------------------------------------------------------------------------------------

    def _landed(self, count: int, events: list[Event]) -> None:
        """Bytes were put where they belong."""
        self._direct = False
        self._left -= count
        if self._target is not None and self._wanted(*self._packet[:3]):
            self._target.landed(count)
        if not self._left:
            self._finish(events)

    def _read(self, end: int, events: list[Event]) -> None:
        """The scratch is filled up to `end`."""
        at, scratch = 0, self._scratch
        while True:
            if self._left:
                take = min(self._left, end - at)
                if take and self._target is not None and self._wanted(*self._packet[:3]):
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
            if magic != command ^ ALL or size > (MIN_PAYLOAD if command in (CNXN, AUTH) else self._mine):
                self._begin((_SKIPPED, command, magic, size), None)
                if not size:
                    self._finish(events)
            elif not size:
                self._place(command, arg0, arg1, 0, events)
                self._complete(command, arg0, arg1, 0, b"", events)
            else:
                place = self._place(command, arg0, arg1, size, events)
                if place is True and size <= end - at:
                    # The usual small packet, whole in the scratch: no detour.
                    data = bytes(scratch[at : at + size])
                    at += size
                    self._complete(command, arg0, arg1, size, data, events)
                elif isinstance(place, bool):
                    self._begin((command, arg0, arg1, size), _PacketSink(size) if place else None)
                else:
                    self._begin((command, arg0, arg1, size), place)
        rest = end - at
        if at and rest:
            scratch[:rest] = bytes(scratch[at:end])
        self._filled = rest

    def _begin(self, packet: tuple[int, int, int, int], target: ReceiveSink | None) -> None:
        self._packet = packet
        self._left = packet[3]
        self._target = target

    def _finish(self, events: list[Event]) -> None:
        """All data of the packet under way have come."""
        (command, arg0, arg1, size), self._packet = self._packet, _NOTHING
        target, self._target = self._target, None
        if command == _SKIPPED:
            events.append(PacketIgnored(arg0, "bad magic" if arg1 != arg0 ^ ALL else "too much data for its kind"))
        else:
            self._complete(command, arg0, arg1, size, target.data if isinstance(target, _PacketSink) else b"", events)
