"""The ADB transport protocol without any I/O: bytes in, events out; commands in, bytes out. Both roles.

A `Connection` is driven like this, whoever owns the socket:

    view = connection.buffer()           # where the next bytes should go, often straight into somebody's `Landing`
    count = socket.recv_into(view)
    for event in connection.received(count): ...
    socket.sendall(...)                  # everything that waits in `connection.outgoing`

The rules are those of real daemons and servers 29 to 36: bad magic, unknown commands and data for streams that are gone
are skipped; a stream has at most one unacknowledged WRTE in each direction; closes may cross; a late OKAY for a stream
that is gone is answered with CLSE, a CLSE never. A guarded device says nothing of itself and opens nothing before
`admit`; who may come in is decided elsewhere. Checksums are right until both sides speak version 0x01000001 and are
never asked for. What a peer announces is checked before anything is allocated for it.
"""

from __future__ import annotations

from collections import deque
from typing import Final, Literal

from adapters.adb.packets import (
    ALL,
    AUTH,
    CLSE,
    CNXN,
    DIRECT,
    HEADER,
    MAX_PAYLOAD,
    MIN_PAYLOAD,
    OKAY,
    OPEN,
    PUBLIC_KEY,
    SIGNATURE,
    STLS,
    STLS_VERSION,
    TOKEN,
    VERSION,
    WRTE,
    Acked,
    AuthAsked,
    Buffer,
    Closed,
    Connected,
    Event,
    Ignored,
    Knocked,
    Landing,
    LocalProtocolError,
    Offered,
    Opened,
    Opening,
    Received,
    RemoteProtocolError,
    Role,
    Signed,
    TlsAsked,
    pack,
)

_SMALL: Final = 16 << 10
"""Up to this size data is copied behind its header: one write instead of two."""
_UNACKNOWLEDGED: Final = 16
"""How many unacknowledged packets of a peer that ignores flow control are taken before its stream is closed."""


class _Stream:
    __slots__ = ("abandoned", "id", "landing", "owed", "peer", "state", "unacked")

    def __init__(self, identifier: int, peer: int, state: Literal["asking", "asked", "open"]) -> None:
        self.id = identifier
        self.peer = peer
        self.state = state
        self.unacked = False
        self.owed = 0
        self.abandoned = False
        self.landing: Landing | None = None


class _Whole:
    """Collects the data of one packet."""

    __slots__ = ("_at", "data")

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


class Connection:
    """One connection seen from one end. `outgoing` holds what is to be sent, in order.

    `banner` is what we say of ourselves; `max_payload` the largest data we take in one packet. After `Connected`,
    `max_payload` is the largest that either side may send. A `guarded` device asks who the host is before that.
    """

    def __init__(
        self,
        role: Role,
        banner: bytes,
        *,
        max_payload: int = MAX_PAYLOAD,
        version: int = VERSION,
        guarded: bool = False,
    ) -> None:
        if not MIN_PAYLOAD <= max_payload <= MAX_PAYLOAD:
            raise LocalProtocolError(f"max_payload must be {MIN_PAYLOAD} to {MAX_PAYLOAD}, not {max_payload}")
        if len(banner) > MIN_PAYLOAD:
            raise LocalProtocolError(f"the banner must fit into {MIN_PAYLOAD} bytes")
        self.role = role
        self.connected = False
        self.max_payload = max_payload
        self.outgoing: deque[Buffer] = deque()
        self._banner = banner
        self._mine = max_payload
        self._version = version
        self._checked = True
        self._guarded = guarded
        self._knocked: Connected | None = None
        self._streams: dict[int, _Stream] = {}
        self._next = 0
        self._scratch = memoryview(bytearray(DIRECT + HEADER.size))
        self._filled = 0
        self._direct = False
        self._left = 0
        self._packet = (0, 0, 0, 0)
        self._target: Landing | None = None
        self._failed: RemoteProtocolError | None = None

    @property
    def streams(self) -> tuple[int, ...]:
        """Ids of the streams that exist, whatever their state."""
        return tuple(self._streams)

    # -- commands ---------------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Say who we are; the host speaks first.

        Raises:
            LocalProtocolError: on the device's side, which only answers.
        """
        if self.role == "device":
            raise LocalProtocolError("the device waits for the host's CNXN")
        self._send_banner()

    def authenticate(self, kind: int, data: bytes) -> None:
        """The host's answer to `AuthAsked`: SIGNATURE or PUBLIC_KEY."""
        self._send(AUTH, kind, 0, data)

    def agree_to_tls(self) -> None:
        """The host's answer to `TlsAsked`; nothing more may be said in the clear."""
        self._send(STLS, STLS_VERSION, 0)

    def challenge(self, token: bytes) -> None:
        """Ask the host that `Knocked` to sign these 20 bytes."""
        self._send(AUTH, TOKEN, 0, token)

    def ask_tls(self) -> None:
        """Ask the host that `Knocked` to go on inside TLS. From now on no byte behind a header is taken out of turn.

        The first bytes of TLS may follow the host's answer at once, and they are not for us; a buffer of one header
        never reaches beyond the end of the next one.
        """
        started = bytes(self._scratch[: self._filled])
        self._scratch = memoryview(bytearray(HEADER.size))
        self._scratch[: self._filled] = started
        self._send(STLS, STLS_VERSION, 0)

    def admit(self) -> Connected | None:
        """Let the host in that `Knocked`; None if it is in already."""
        event, self._knocked = self._knocked, None
        if event is not None:
            self.connected = True
            self._send_banner()
        return event

    def open(self, service: str, landing: Landing | None = None) -> int:
        """Ask the peer for a service; the id of the stream. Data for it goes to `landing` if there is one.

        Raises:
            LocalProtocolError: not connected, no service, or a name that does not fit into one packet.
        """
        self._must_be_connected()
        name = service.encode("utf-8", "surrogateescape") + b"\0"
        if len(name) == 1:
            raise LocalProtocolError("a stream needs the name of a service")
        if len(name) > self.max_payload:
            raise LocalProtocolError(f"the service name has {len(name)} bytes, the peer takes {self.max_payload}")
        stream = self._new(0, "asking")
        stream.landing = landing
        self._send(OPEN, stream.id, 0, name)
        return stream.id

    def accept(self, identifier: int) -> None:
        """Grant a stream that the peer is `Opening`; nothing happens if it is gone by now."""
        stream = self._streams.get(identifier)
        if stream is None:
            return
        if stream.state != "asked":
            raise LocalProtocolError(f"stream {identifier} is not waiting to be accepted")
        stream.state = "open"
        self._send(OKAY, stream.id, stream.peer)

    def refuse(self, identifier: int) -> None:
        """Say no to a stream that the peer is `Opening`."""
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
        return stream is not None and stream.state == "open" and not stream.unacked

    def write(self, identifier: int, *parts: Buffer) -> None:
        """Send one packet of data. Large parts are not copied: they must not change until the peer has acked.

        Raises:
            LocalProtocolError: no such open stream, the last write is not acked yet, or too much for one packet.
        """
        stream = self._streams.get(identifier)
        if stream is None or stream.state != "open":
            raise LocalProtocolError(f"stream {identifier} is not open")
        if stream.unacked:
            raise LocalProtocolError(f"the last write on stream {identifier} has not been acknowledged")
        size = sum(map(len, parts))
        if size > self.max_payload:
            raise LocalProtocolError(f"{size} bytes in one write, the peer takes {self.max_payload}")
        self._send(WRTE, stream.id, stream.peer, *parts)
        stream.unacked = True

    def acknowledge(self, identifier: int) -> None:
        """Tell the peer that one received packet has been taken; nothing happens if the stream is gone."""
        stream = self._streams.get(identifier)
        if stream is None:
            return
        if not stream.owed:
            raise LocalProtocolError(f"nothing to acknowledge on stream {identifier}")
        stream.owed -= 1
        self._send(OKAY, stream.id, stream.peer)

    def close(self, identifier: int) -> None:
        """End a stream in any state; nothing happens if it is gone. No further event names it."""
        stream = self._streams.get(identifier)
        if stream is None:
            return
        if stream.state == "asking":
            # The peer's id is not known yet: close as soon as its answer tells.
            stream.abandoned = True
            stream.landing = None
            return
        if stream.state == "asked":
            self.refuse(identifier)
            return
        del self._streams[identifier]
        self._send(CLSE, stream.id, stream.peer)

    # -- bytes in ---------------------------------------------------------------------------------------------------

    def buffer(self) -> memoryview:
        """Where the next bytes from the peer go. Never empty."""
        if self._left >= DIRECT and self._target is not None and self._wanted():
            space = self._target.space(self._left)
            if space is not None and len(space) >= DIRECT:
                self._direct = True
                return space[: self._left]
        self._direct = False
        return self._scratch[self._filled :]

    def received(self, count: int) -> list[Event]:
        """`count` bytes were put at the start of the last `buffer()`; what they mean.

        Raises:
            RemoteProtocolError: the peer announced a packet beyond all limits. The connection is dead from then on.
        """
        if self._failed is not None:
            raise self._failed
        events: list[Event] = []
        if self._direct:
            self._direct = False
            self._left -= count
            if self._target is not None and self._wanted():
                self._target.landed(count)
            if not self._left:
                self._complete(events)
            return events
        at, end, scratch = 0, self._filled + count, self._scratch
        while True:
            if self._left:
                take = min(self._left, end - at)
                if take and self._target is not None and self._wanted():
                    self._target.feed(scratch[at : at + take])
                at += take
                self._left -= take
                if self._left:
                    break
                self._complete(events)
            if end - at < HEADER.size:
                break
            self._begin(at, events)
            at += HEADER.size
        rest = end - at
        if at and rest:
            scratch[:rest] = bytes(scratch[at:end])
        self._filled = rest
        return events

    def receive(self, data: Buffer) -> list[Event]:
        """Bytes that are in memory already, copied in."""
        events: list[Event] = []
        view = memoryview(data)
        while len(view):
            space = self.buffer()
            count = min(len(space), len(view))
            space[:count] = view[:count]
            events += self.received(count)
            view = view[count:]
        return events

    def ended(self) -> list[Event]:
        """The peer sends nothing more: every stream is closed.

        Raises:
            RemoteProtocolError: it stopped in the middle of a packet.
        """
        if self._failed is not None:
            raise self._failed
        events = self._close_all()
        self.connected = False
        if self._left or self._filled:
            self._failed = RemoteProtocolError("the connection ended in the middle of a packet")
            raise self._failed
        return events

    # -- inside: packets --------------------------------------------------------------------------------------------

    def _begin(self, at: int, events: list[Event]) -> None:
        command, arg0, arg1, size, _, magic = HEADER.unpack_from(self._scratch, at)
        if size > MAX_PAYLOAD:
            self._failed = RemoteProtocolError(
                f"the peer announced a packet of {size} bytes; the most is {MAX_PAYLOAD}"
            )
            raise self._failed
        self._packet = command, arg0, arg1, size
        self._left = size
        self._target = None
        if magic != command ^ ALL or size > (MIN_PAYLOAD if command in (CNXN, AUTH) else self._mine):
            self._packet = 0, command, magic, size
        elif command == WRTE:
            stream = self._streams.get(arg1)
            if stream is not None and stream.state == "open" and stream.peer == arg0 and size:
                self._target = stream.landing or _Whole(size)
        elif size and command in (CNXN, AUTH, OPEN):
            self._target = _Whole(size)
        if not size:
            self._complete(events)

    def _wanted(self) -> bool:
        """Whether the data under way still has a reader: its stream may have been closed meanwhile."""
        command, arg0, arg1, _ = self._packet
        if command != WRTE:
            return True
        stream = self._streams.get(arg1)
        return stream is not None and stream.peer == arg0

    def _complete(self, events: list[Event]) -> None:
        command, arg0, arg1, size = self._packet
        target, self._target = self._target, None
        data = target.data if isinstance(target, _Whole) else b""
        if command == 0:
            events.append(Ignored(arg0, "bad magic" if arg1 != arg0 ^ ALL else "too much data for its kind"))
        elif command == CNXN:
            self._on_connect(arg0, arg1, bytes(data), events)
        elif not self.connected:
            events.append(self._before(command, arg0, bytes(data)))
        elif command == OKAY:
            self._on_okay(arg0, arg1, events)
        elif command == WRTE:
            self._on_write(arg0, arg1, size, data, events)
        elif command == CLSE:
            self._on_close(arg0, arg1, events)
        elif command == OPEN:
            self._on_open(arg0, arg1, bytes(data), events)
        else:
            events.append(Ignored(command, "unknown command"))

    def _on_connect(self, version: int, max_payload: int, banner: bytes, events: list[Event]) -> None:
        if max_payload < MIN_PAYLOAD:
            self._failed = RemoteProtocolError(
                f"the peer takes {max_payload} bytes a packet; the least is {MIN_PAYLOAD}"
            )
            raise self._failed
        again = self.connected
        events += self._close_all()
        self._version = min(version, VERSION)
        self._checked = self._version < VERSION
        self.max_payload = min(self._mine, max_payload)
        event = Connected(banner, self._version, self.max_payload, again)
        if self._guarded:
            self.connected = False
            self._knocked = event
            events.append(Knocked())
            return
        self.connected = True
        if self.role == "device":
            self._send_banner()
        events.append(event)

    def _before(self, command: int, kind: int, data: bytes) -> Event:
        """What came while nothing stands; whoever is in cannot ask again."""
        if self.role == "host":
            if command == AUTH and kind == TOKEN:
                return AuthAsked(data)
            if command == STLS:
                return TlsAsked()
        elif self._knocked is not None:
            if command == AUTH and kind == SIGNATURE:
                return Signed(data)
            if command == AUTH and kind == PUBLIC_KEY:
                return Offered(data)
            if command == STLS and len(self._scratch) == HEADER.size and not self._packet[3]:
                self._scratch = memoryview(bytearray(DIRECT + HEADER.size))
                return TlsAsked()
        return Ignored(command, "not connected yet")

    def _on_open(self, peer: int, window: int, name: bytes, events: list[Event]) -> None:
        if not peer:
            events.append(Ignored(OPEN, "stream id 0"))
            return
        service = name.rstrip(b"\0").decode("utf-8", "surrogateescape")
        if window or not service or self.role == "host":
            # A window means delayed acks, which we never offer; a host has nothing to open.
            self._send(CLSE, 0, peer)
            events.append(Ignored(OPEN, "refused"))
            return
        events.append(Opening(self._new(peer, "asked").id, service))

    def _on_okay(self, peer: int, identifier: int, events: list[Event]) -> None:
        stream = self._streams.get(identifier)
        if stream is not None and stream.state == "asking" and peer:
            stream.peer = peer
            stream.state = "open"
            if stream.abandoned:
                self.close(identifier)
                events.append(Ignored(OKAY, "the stream was given up"))
            else:
                events.append(Opened(identifier))
        elif stream is None or stream.peer != peer:
            if peer and identifier:
                self._send(CLSE, identifier, peer)
            events.append(Ignored(OKAY, "no such stream"))
        elif stream.unacked:
            stream.unacked = False
            events.append(Acked(identifier))
        else:
            events.append(Ignored(OKAY, "nothing was waiting for it"))

    def _on_write(self, peer: int, identifier: int, size: int, data: bytes | bytearray, events: list[Event]) -> None:
        stream = self._streams.get(identifier)
        if stream is None or stream.peer != peer or stream.state != "open":
            events.append(Ignored(WRTE, "no such stream"))
            return
        stream.owed += 1
        events.append(Received(identifier, size, data))
        if stream.owed > _UNACKNOWLEDGED:
            self.close(identifier)
            events.append(Closed(identifier))

    def _on_close(self, peer: int, identifier: int, events: list[Event]) -> None:
        stream = self._streams.get(identifier)
        # Old peers close with id 0; any other id that is not the stream's is about a stream that is gone.
        if stream is None or (peer and stream.state != "asking" and peer != stream.peer):
            events.append(Ignored(CLSE, "no such stream"))
            return
        del self._streams[identifier]
        if stream.abandoned:
            events.append(Ignored(CLSE, "the stream was given up"))
            return
        if stream.state == "open":
            self._send(CLSE, identifier, stream.peer)
        events.append(Closed(identifier, refused=stream.state == "asking"))

    # -- inside: helpers --------------------------------------------------------------------------------------------

    def _must_be_connected(self) -> None:
        if self._failed is not None or not self.connected:
            raise LocalProtocolError("not connected")

    def _new(self, peer: int, state: Literal["asking", "asked"]) -> _Stream:
        while True:
            self._next = self._next % ALL + 1
            if self._next not in self._streams:
                break
        stream = self._streams[self._next] = _Stream(self._next, peer, state)
        return stream

    def _close_all(self) -> list[Event]:
        gone, self._streams = self._streams, {}
        return [Closed(one.id, refused=one.state == "asking") for one in gone.values() if not one.abandoned]

    def _send_banner(self) -> None:
        header = pack(CNXN, self._version, self._mine, (self._banner,), checked=self._checked)
        self.outgoing.append(header + self._banner)

    def _send(self, command: int, arg0: int, arg1: int, *parts: Buffer) -> None:
        header = pack(command, arg0, arg1, parts, checked=self._checked)
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
