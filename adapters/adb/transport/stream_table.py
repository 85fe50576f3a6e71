"""The streams of a connection, seen from one end: their states and flow control. No I/O.

All streams of a connection use one of two kinds of flow control:

    classic    one unacknowledged WRTE in each direction; each is answered by an OKAY without data
    windowed   (`delayed_ack`, if both sides list it) OPEN and the first OKAY grant a window in bytes. The sender
        may continue while some of it is left, so the last packet may exceed it. Each later OKAY tells how many
        bytes were consumed. OPEN without a window is refused, and so is one with a window where windows are not in
        use.

Both limit the unread data of a stream to `WINDOW` and one packet. A peer that exceeds this, or sends an invalid
acknowledgement, loses that stream and no other; the stream's reader gets the reason.
"""

from __future__ import annotations

import struct
from collections import deque
from typing import Final, Literal

from adapters.adb.transport.packets import (
    ALL,
    CLSE,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    WRTE,
    Buffer,
    DataReceived,
    Event,
    LocalProtocolError,
    OpenRequested,
    PacketIgnored,
    ReceiveSink,
    Role,
    StreamClosed,
    StreamOpened,
    WriteAcknowledged,
    pack,
)

DELAYED_ACK: Final = "delayed_ack"
"""The feature in both banners that enables windows."""
WINDOW: Final = 4 << 20
"""Bytes that a peer may send before they are read: 20 ms of round trip at 200 MB/s."""
SINK_WINDOW: Final = 32 << 20
"""The window if data go to a `ReceiveSink`, which buffers nothing. The same as in real peers."""
MAX_IN_FLIGHT: Final = 4 << 20
"""Bytes that a host sends ahead, whatever the device grants, since deadlines should measure answers, not a long queue.
"""
CREDIT: Final = struct.Struct("<i")
"""The data of an OKAY with windows: bytes, signed."""
_MIN_ACKNOWLEDGED: Final = 512 << 10
"""Consumed bytes are acknowledged in portions of at least this size; an OKAY per small packet would double the traffic.
"""
_MAX_WINDOW: Final = 1 << 30
"""A larger window is invalid: no real peer grants more than 32 MiB."""
_MAX_UNACKNOWLEDGED: Final = 16
"""Unacknowledged packets accepted from a peer that ignores classic flow control; real hosts accept some, too."""
_MAX_STREAMS: Final = 4096
"""Open streams per connection; further ones are refused."""
_SMALL: Final = 16 << 10
"""Data up to this size are copied behind their header: one write instead of two."""


class _Stream:
    __slots__ = ("consumed", "credit", "early", "flight", "id", "owed", "peer", "room", "sink", "state", "unread")

    def __init__(self, identifier: int, peer: int, state: Literal["asking", "asked", "open"]) -> None:
        self.id = identifier
        self.peer = peer
        self.state = state
        self.sink: ReceiveSink | None = None
        self.early = False
        """Classic: whether the current packet was acknowledged before it was complete."""
        self.owed = 0
        """Number of packets received and not acknowledged."""
        self.unread = 0
        """Number of their bytes."""
        self.flight = 0
        """Classic: whether our last packet is unacknowledged. Windowed: bytes sent and not acknowledged."""
        self.credit = 0
        """Windowed: bytes that we may send."""
        self.room = 0
        """Windowed: bytes that the peer may send."""
        self.consumed = 0
        """Windowed: bytes consumed by our reader but not yet acknowledged to the peer."""


class StreamTable:
    """The streams of a connection. `outgoing` holds the output in order; `windowed`: windows are in use."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.connected = False
        self.windowed = False
        self.max_payload = MAX_PAYLOAD
        self.outgoing: deque[Buffer] = deque()
        self._checked = True
        self._streams: dict[int, _Stream] = {}
        self._next = 0

    @property
    def streams(self) -> tuple[int, ...]:
        """Ids of the streams that exist, whatever their state."""
        return tuple(self._streams)

    # -- commands ---------------------------------------------------------------------------------------------------

    def open(self, service: str, sink: ReceiveSink | None = None) -> int:
        """Requests a service from the peer; returns the stream's id. Data go to `sink` if there is one.

        Raises:
            LocalProtocolError: not connected, no service, or a name that does not fit into one packet.
        """
        if not self.connected:
            raise LocalProtocolError("not connected")
        name = service.encode("utf-8", "surrogateescape") + b"\0"
        if len(name) == 1:
            raise LocalProtocolError("a stream needs the name of a service")
        if len(name) > self.max_payload:
            raise LocalProtocolError(f"the service name has {len(name)} bytes, the peer takes {self.max_payload}")
        stream = self._new(0, "asking")
        stream.sink = sink
        if self.windowed:
            stream.room = WINDOW if sink is None else SINK_WINDOW
        self._send(OPEN, stream.id, stream.room, name)
        return stream.id

    def divert(self, identifier: int, sink: ReceiveSink) -> None:
        """Sends data from the next packet on to `sink`; does nothing if the stream is closed."""
        stream = self._streams.get(identifier)
        if stream is not None:
            stream.sink = sink

    def accept(self, identifier: int) -> None:
        """Accepts a requested stream; does nothing if it is closed."""
        stream = self._streams.get(identifier)
        if stream is None:
            return
        if stream.state != "asked":
            raise LocalProtocolError(f"stream {identifier} is not waiting to be accepted")
        stream.state = "open"
        if self.windowed:
            stream.room = WINDOW
            self._send(OKAY, stream.id, stream.peer, CREDIT.pack(WINDOW))
        else:
            self._send(OKAY, stream.id, stream.peer)

    def refuse(self, identifier: int) -> None:
        """Refuses a requested stream."""
        stream = self._streams.get(identifier)
        if stream is None:
            return
        if stream.state != "asked":
            raise LocalProtocolError(f"stream {identifier} is not waiting to be accepted")
        del self._streams[identifier]
        self._send(CLSE, 0, stream.peer)

    def writable(self, identifier: int) -> bool:
        """Whether `write` is allowed now."""
        stream = self._streams.get(identifier)
        return stream is not None and stream.state == "open" and self._may_send(stream)

    def write(self, identifier: int, *parts: Buffer) -> None:
        """Sends one packet of data. Large parts are not copied: they must not change until they are acknowledged.

        Raises:
            LocalProtocolError: the stream is not open, the last packet is not acknowledged, or the data are too large.
        """
        stream = self._streams.get(identifier)
        if stream is None or stream.state != "open":
            raise LocalProtocolError(f"stream {identifier} is not open")
        if not self._may_send(stream):
            raise LocalProtocolError(f"the last write on stream {identifier} has not been acknowledged")
        size = sum(map(len, parts))
        if size > self.max_payload:
            raise LocalProtocolError(f"{size} bytes in one write, the peer takes {self.max_payload}")
        self._send(WRTE, stream.id, stream.peer, *parts)
        if self.windowed:
            stream.credit -= size
            stream.flight += size
        else:
            stream.flight = 1

    def acknowledge(self, identifier: int, size: int | None = None) -> None:
        """Acknowledges received data: one packet, or with windows that many bytes (None: all).

        Does nothing if the stream is closed.
        """
        stream = self._streams.get(identifier)
        if stream is None:
            return
        if self.windowed:
            self._consumed(stream, stream.unread if size is None else size)
            return
        if not stream.owed:
            raise LocalProtocolError(f"nothing to acknowledge on stream {identifier}")
        stream.owed -= 1
        if not stream.owed:
            stream.unread = 0
        if stream.early:
            stream.early = False
        else:
            self._send(OKAY, stream.id, stream.peer)

    def close(self, identifier: int) -> None:
        """Closes a stream in any state; does nothing if it is closed. No further event names it."""
        stream = self._streams.get(identifier)
        if stream is None:
            return
        if stream.state == "asked":
            self.refuse(identifier)
            return
        del self._streams[identifier]
        # CLSE needs the peer's id. If it is not known yet, its late OKAY refers to a closed stream.
        if stream.state == "open":
            self._send(CLSE, stream.id, stream.peer)

    # -- packets from the peer --------------------------------------------------------------------------------------

    def _on_open(self, peer: int, window: int, name: bytes, events: list[Event]) -> None:
        if not peer:
            events.append(PacketIgnored(OPEN, "stream id 0"))
            return
        service = name.rstrip(b"\0").decode("utf-8", "surrogateescape")
        wrong = not 0 < window <= _MAX_WINDOW if self.windowed else window != 0
        if wrong or not service or len(self._streams) >= _MAX_STREAMS:
            self._send(CLSE, 0, peer)
            events.append(PacketIgnored(OPEN, "refused"))
            return
        stream = self._new(peer, "asked")
        stream.credit = window
        events.append(OpenRequested(stream.id, service))

    def _on_okay(self, peer: int, identifier: int, size: int, data: bytes | bytearray, events: list[Event]) -> None:
        stream = self._streams.get(identifier)
        if stream is None or (stream.peer != peer if stream.state != "asking" else not peer):
            if peer and identifier:
                self._send(CLSE, identifier, peer)
            events.append(PacketIgnored(OKAY, "no such stream"))
            return
        opens = stream.state == "asking"
        if opens:
            stream.peer = peer
            stream.state = "open"
        if self.windowed:
            granted = CREDIT.unpack(data)[0] if size == CREDIT.size else None
            if granted is None or granted < 0 or stream.credit + granted > _MAX_WINDOW:
                value = f"data of {size} bytes" if granted is None else f"{granted} bytes"
                self._break(stream, f"acknowledged {value} where a number of consumed bytes belongs", events)
                return
            stream.credit += granted
            if opens:
                events.append(StreamOpened(identifier))
            elif granted:
                stream.flight = max(stream.flight - granted, 0)
                events.append(WriteAcknowledged(identifier))
            else:
                events.append(PacketIgnored(OKAY, "nothing was consumed"))
        elif opens:
            events.append(StreamOpened(identifier))
        elif stream.flight:
            stream.flight = 0
            events.append(WriteAcknowledged(identifier))
        else:
            events.append(PacketIgnored(OKAY, "nothing was waiting for it"))

    def _announced(self, peer: int, identifier: int, size: int, events: list[Event]) -> _Stream | None:
        """The stream that takes announced data, if any. Nothing may have been allocated for them yet."""
        stream = self._streams.get(identifier)
        if stream is None or stream.peer != peer or stream.state != "open":
            return None
        if self.windowed:
            beyond = size > 0 and stream.room <= 0
        else:
            beyond = stream.owed >= _MAX_UNACKNOWLEDGED or stream.unread > WINDOW
        if beyond:
            self._break(stream, f"sent more than it may with {stream.unread} bytes unread", events)
            return None
        return stream

    def _on_write(self, peer: int, identifier: int, size: int, data: bytes | bytearray, events: list[Event]) -> None:
        stream = self._streams.get(identifier)
        if stream is None or stream.peer != peer or stream.state != "open":
            events.append(PacketIgnored(WRTE, "no such stream"))
            return
        stream.unread += size
        if self.windowed:
            stream.room -= size
        else:
            stream.owed += 1
        events.append(DataReceived(identifier, size, data))

    def _on_close(self, peer: int, identifier: int, events: list[Event]) -> None:
        stream = self._streams.get(identifier)
        # Old peers close with id 0; any other wrong id refers to a closed stream.
        if stream is None or (peer and stream.state != "asking" and peer != stream.peer):
            events.append(PacketIgnored(CLSE, "no such stream"))
            return
        del self._streams[identifier]
        if stream.state == "open":
            self._send(CLSE, identifier, stream.peer)
        events.append(StreamClosed(identifier, refused=stream.state == "asking"))

    def _close_all(self, why: str = "") -> list[Event]:
        gone, self._streams = self._streams, {}
        broken: Literal["", "reset"] = "reset" if why else ""
        return [StreamClosed(item.id, item.state == "asking", broken, why) for item in gone.values()]

    # -- inside -----------------------------------------------------------------------------------------------------

    def _may_send(self, stream: _Stream) -> bool:
        if not self.windowed:
            return not stream.flight
        return stream.credit > 0 and (self.role == "device" or stream.flight < MAX_IN_FLIGHT)

    def _consumed(self, stream: _Stream, size: int) -> None:
        if not 0 <= size <= stream.unread:
            raise LocalProtocolError(f"{size} bytes to acknowledge on stream {stream.id}, of {stream.unread}")
        stream.unread -= size
        stream.consumed += size
        if stream.consumed >= _MIN_ACKNOWLEDGED:
            self._send(OKAY, stream.id, stream.peer, CREDIT.pack(stream.consumed))
            stream.room += stream.consumed
            stream.consumed = 0

    def _break(self, stream: _Stream, why: str, events: list[Event]) -> None:
        """Closes a stream whose flow control the peer has violated."""
        self.close(stream.id)
        events.append(StreamClosed(stream.id, broken="flow", why=why))

    def _new(self, peer: int, state: Literal["asking", "asked"]) -> _Stream:
        while True:
            self._next = self._next % ALL + 1
            if self._next not in self._streams:
                break
        stream = self._streams[self._next] = _Stream(self._next, peer, state)
        return stream

    def _send(self, command: int, arg0: int, arg1: int, *parts: Buffer) -> None:
        header = pack(command, arg0, arg1, parts, checked=self._checked)
        if not parts:
            self.outgoing.append(header)
            return
        if len(parts) == 1 and len(parts[0]) <= _SMALL:
            self.outgoing.append(header + parts[0])
            return
        small = [header]
        for part in parts:
            if len(part) <= _SMALL:
                small.append(bytes(part))
            else:
                self.outgoing.append(b"".join(small))
                self.outgoing.append(memoryview(part).cast("B"))
                small = []
        if small:
            self.outgoing.append(b"".join(small))
