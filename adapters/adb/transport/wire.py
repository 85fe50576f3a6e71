"""The ADB transport protocol without any I/O: bytes in, events out; commands in, bytes out. Both roles.

A `Connection` is driven like this, whoever owns the socket:

    view = connection.buffer()           # where the next bytes should go, often straight into somebody's `ReceiveSink`
    count = socket.recv_into(view)
    for event in connection.received(count): ...
    socket.sendall(...)                  # everything that waits in `connection.outgoing`

The rules are those of real daemons and servers 29 to 36: bad magic, unknown commands and data for streams that are gone
are skipped; closes may cross; a late OKAY for a stream that is gone is answered with CLSE, a CLSE never. Ids of the
peer may repeat: a stream is known by our own. A second CNXN resets: all streams end, the connection stands. A guarded
device says nothing of itself and opens nothing before `admit`; who may come in is decided elsewhere. Checksums are
right until both sides speak version 0x01000001 and are never asked for.

Here is how a connection comes to stand; `intake` makes packets of bytes, `books` has the streams and their flow
control.
"""

from __future__ import annotations

from adapters.adb.transport import banner as banners
from adapters.adb.transport.packet_reader import PacketReader
from adapters.adb.transport.packets import (
    AUTH,
    CLSE,
    CNXN,
    DIRECT,
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
    AuthRequested,
    Connected,
    Event,
    HostConnecting,
    KeyOffered,
    LocalProtocolError,
    PacketIgnored,
    ReceiveSink,
    RemoteProtocolError,
    Role,
    SignatureReceived,
    TlsRequested,
    pack,
)
from adapters.adb.transport.stream_table import CREDIT, DELAYED_ACK, StreamTable


class Connection(PacketReader, StreamTable):
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
        PacketReader.__init__(self, max_payload)
        StreamTable.__init__(self, role)
        self.max_payload = max_payload
        self._banner = banner
        self.version = version
        """Ours until `Connected`, then the one that both speak."""
        self._guarded = guarded
        self._knocked: Connected | None = None

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
        """The host's answer to `AuthRequested`: SIGNATURE or PUBLIC_KEY."""
        self._send(AUTH, kind, 0, data)

    def agree_to_tls(self) -> None:
        """The host's answer to `TlsRequested`; nothing more may be said in the clear."""
        self._send(STLS, STLS_VERSION, 0)

    def challenge(self, token: bytes) -> None:
        """Ask the host that `HostConnecting` to sign these 20 bytes."""
        self._send(AUTH, TOKEN, 0, token)

    def ask_tls(self) -> None:
        """Ask the host that `HostConnecting` to go on inside TLS, whose first bytes may follow its answer at once."""
        self._narrow()
        self._send(STLS, STLS_VERSION, 0)

    def admit(self) -> Connected | None:
        """Let the host in that `HostConnecting`; None if it is in already."""
        event, self._knocked = self._knocked, None
        if event is not None:
            self.connected = True
            self._send_banner()
        return event

    # -- bytes in ---------------------------------------------------------------------------------------------------

    def ended(self) -> list[Event]:
        """The peer sends nothing more: every stream is closed.

        Raises:
            RemoteProtocolError: it stopped in the middle of a packet.
        """
        events = self._close_all()
        self.connected = False
        return events + super().ended()

    def _place(self, command: int, arg0: int, arg1: int, size: int, events: list[Event]) -> ReceiveSink | bool:
        if command == WRTE:
            stream = self._announced(arg0, arg1, size, events) if self.connected else None
            if stream is None:
                return False
            if stream.sink is None:
                return True
            if size >= DIRECT and not self.windowed and stream.sink.ready:
                # Its place is ready: the peer need not wait until the last byte is there to send the next packet.
                stream.early = True
                self._send(OKAY, stream.id, stream.peer)
            return stream.sink
        if command == OKAY:
            return self.windowed and size == CREDIT.size
        return command in (OPEN, CNXN, AUTH)

    def _wanted(self, command: int, arg0: int, arg1: int) -> bool:
        if command != WRTE:
            return True
        stream = self._streams.get(arg1)
        return stream is not None and stream.peer == arg0

    def _complete(
        self, command: int, arg0: int, arg1: int, size: int, data: bytes | bytearray, events: list[Event]
    ) -> None:
        if command == CNXN:
            self._on_connect(arg0, arg1, bytes(data), events)
        elif not self.connected:
            events.append(self._before(command, arg0, size, bytes(data)))
        elif command == OKAY:
            self._on_okay(arg0, arg1, size, data, events)
        elif command == WRTE:
            self._on_write(arg0, arg1, size, data, events)
        elif command == CLSE:
            self._on_close(arg0, arg1, events)
        elif command == OPEN:
            self._on_open(arg0, arg1, bytes(data), events)
        else:
            events.append(PacketIgnored(command, "unknown command"))

    def _died(self) -> None:
        self.connected = False

    # -- how a connection comes to stand ----------------------------------------------------------------------------

    def _on_connect(self, version: int, max_payload: int, banner: bytes, events: list[Event]) -> None:
        if max_payload < MIN_PAYLOAD:
            raise RemoteProtocolError(f"the peer takes {max_payload} bytes a packet; the least is {MIN_PAYLOAD}")
        again = self.connected
        events += self._close_all("greeted anew (CNXN), which ends every stream")
        self.version = min(version, VERSION)
        self._checked = self.version < VERSION
        self.max_payload = min(self._mine, max_payload)
        self.windowed = DELAYED_ACK in banners.common(banners.parse(self._banner), banners.parse(banner))
        event = Connected(banner, self.version, self.max_payload, again)
        if self._guarded:
            self.connected = False
            self._knocked = event
            events.append(HostConnecting())
            return
        self.connected = True
        if self.role == "device":
            self._send_banner()
        events.append(event)

    def _before(self, command: int, kind: int, size: int, data: bytes) -> Event:
        """What came while nothing stands; whoever is in cannot ask again."""
        if self.role == "host":
            if command == AUTH and kind == TOKEN:
                return AuthRequested(data)
            if command == STLS:
                return TlsRequested()
        elif self._knocked is not None:
            if command == AUTH and kind == SIGNATURE:
                return SignatureReceived(data)
            if command == AUTH and kind == PUBLIC_KEY:
                return KeyOffered(data)
            if command == STLS and self._narrowed and not size:
                self._widen()
                return TlsRequested()
        return PacketIgnored(command, "not connected yet")

    def _send_banner(self) -> None:
        header = pack(CNXN, self.version, self._mine, (self._banner,), checked=self._checked)
        self.outgoing.append(header + self._banner)
