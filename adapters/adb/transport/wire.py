"""The ADB transport protocol, sans-IO, for both roles: bytes in, events out; commands in, bytes out.

The owner of the socket drives a `Connection` like this:

    view = connection.buffer()           # where the next bytes go, often directly into a `ReceiveSink`
    count = socket.recv_into(view)
    for event in connection.received(count): ...
    socket.sendall(...)                  # everything in `connection.outgoing`

It follows the rules of real daemons and servers 29 to 36. Packets with bad magic, unknown commands and data for closed
streams are skipped. Closes may cross. A late OKAY for a closed stream is answered with CLSE, a late CLSE is not. Ids of
the peer may repeat, since streams are identified by our own. A second CNXN closes all streams and keeps the connection.
A device that requires authentication sends no banner and opens nothing before `admit`; the caller decides whom to
admit. Checksums are correct until both sides use version 0x01000001, and are never checked.

This module establishes the connection; `packet_reader` reads packets, `stream_table` has the streams and their flow
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
    """One connection seen from one end. `outgoing` holds the output in order.

    `banner` is our own; `max_payload` the largest packet data we accept. After `Connected`, `max_payload` is the most
    that either side may send. With `requires_auth` a device waits for `admit` before it is connected.
    """

    def __init__(
        self,
        role: Role,
        banner: bytes,
        *,
        max_payload: int = MAX_PAYLOAD,
        version: int = VERSION,
        requires_auth: bool = False,
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
        """Our version until `Connected`, then the one that both sides use."""
        self._requires_auth = requires_auth
        self._pending_connect: Connected | None = None

    # -- commands ---------------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Sends the host's CNXN, which begins the connection.

        Raises:
            LocalProtocolError: this is the device, which only answers.
        """
        if self.role == "device":
            raise LocalProtocolError("the device waits for the host's CNXN")
        self._send_banner()

    def authenticate(self, kind: int, data: bytes) -> None:
        """Answers `AuthRequested` with SIGNATURE or PUBLIC_KEY."""
        self._send(AUTH, kind, 0, data)

    def agree_to_tls(self) -> None:
        """Answers `TlsRequested`; nothing more may be sent in the clear."""
        self._send(STLS, STLS_VERSION, 0)

    def challenge(self, token: bytes) -> None:
        """Asks a `HostConnecting` host to sign these 20 bytes."""
        self._send(AUTH, TOKEN, 0, token)

    def ask_tls(self) -> None:
        """Asks a `HostConnecting` host to switch to TLS, whose first bytes may follow its answer at once."""
        self._read_headers_only()
        self._send(STLS, STLS_VERSION, 0)

    def admit(self) -> Connected | None:
        """Admits a `HostConnecting` host; None if it is admitted already."""
        event, self._pending_connect = self._pending_connect, None
        if event is not None:
            self.connected = True
            self._send_banner()
        return event

    # -- bytes in ---------------------------------------------------------------------------------------------------

    def ended(self) -> list[Event]:
        """Handles the end of the peer's data: closes every stream.

        Raises:
            RemoteProtocolError: it ended within a packet.
        """
        events = self._close_all()
        self.connected = False
        return events + super().ended()

    def _destination(self, command: int, arg0: int, arg1: int, size: int, events: list[Event]) -> ReceiveSink | bool:
        if command == WRTE:
            stream = self._announced(arg0, arg1, size, events) if self.connected else None
            if stream is None:
                return False
            if stream.sink is None:
                return True
            if size >= DIRECT and not self.windowed and stream.sink.ready:
                # The sink is ready, so acknowledge early: the peer can prepare the next packet meanwhile.
                stream.early = True
                self._send(OKAY, stream.id, stream.peer)
            return stream.sink
        if command == OKAY:
            return self.windowed and size == CREDIT.size
        return command in (OPEN, CNXN, AUTH)

    def _has_reader(self, command: int, arg0: int, arg1: int) -> bool:
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

    def _on_protocol_error(self) -> None:
        self.connected = False

    # -- establishing the connection ---------------------------------------------------------------------------------

    def _on_connect(self, version: int, max_payload: int, banner: bytes, events: list[Event]) -> None:
        if max_payload < MIN_PAYLOAD:
            raise RemoteProtocolError(f"the peer takes {max_payload} bytes a packet; the least is {MIN_PAYLOAD}")
        again = self.connected
        events += self._close_all("greeted anew (CNXN), which ends every stream")
        self.version = min(version, VERSION)
        self._checked = self.version < VERSION
        self.max_payload = min(self._max_size, max_payload)
        self.windowed = DELAYED_ACK in banners.common(banners.parse(self._banner), banners.parse(banner))
        event = Connected(banner, self.version, self.max_payload, again)
        if self._requires_auth:
            self.connected = False
            self._pending_connect = event
            events.append(HostConnecting())
            return
        self.connected = True
        if self.role == "device":
            self._send_banner()
        events.append(event)

    def _before(self, command: int, kind: int, size: int, data: bytes) -> Event:
        """The event of a packet that arrives before the connection is established."""
        if self.role == "host":
            if command == AUTH and kind == TOKEN:
                return AuthRequested(data)
            if command == STLS:
                return TlsRequested()
        elif self._pending_connect is not None:
            if command == AUTH and kind == SIGNATURE:
                return SignatureReceived(data)
            if command == AUTH and kind == PUBLIC_KEY:
                return KeyOffered(data)
            if command == STLS and self._reads_headers_only and not size:
                self._read_normally()
                return TlsRequested()
        return PacketIgnored(command, "not connected yet")

    def _send_banner(self) -> None:
        header = pack(CNXN, self.version, self._max_size, (self._banner,), checked=self._checked)
        self.outgoing.append(header + self._banner)
