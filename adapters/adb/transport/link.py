"""One live connection: a socket, its `wire.Connection`, its streams, and what they share (`multiplexer`).

Everything here runs in callbacks of the loop; no task of its own is needed. Bytes go from the socket to the buffer that
the protocol chooses, events go to their streams, and output is written soon after, all at once.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable

from adapters.adb.transport.banner import Banner, common, parse
from adapters.adb.transport.faults import ProtocolFault
from adapters.adb.transport.multiplexer import Multiplexer
from adapters.adb.transport.packets import (
    MAX_PAYLOAD,
    AuthRequested,
    Connected,
    DataReceived,
    Event,
    Greeting,
    HostConnecting,
    KeyOffered,
    OpenRequested,
    ReceiveSink,
    RemoteProtocolError,
    Role,
    SignatureReceived,
    StreamClosed,
    StreamOpened,
    TlsRequested,
    WriteAcknowledged,
)
from adapters.adb.transport.stream import Stream
from adapters.adb.transport.wire import Connection
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused

_SOCKET_BUFFER = 1 << 20
"""One packet: with the default 200 KiB a screen needs five times the wake-ups. The system may grant less."""


class Link(asyncio.BufferedProtocol):
    """One ADB connection as an asyncio protocol. `name` identifies the peer in messages.

    `on_open_request` gets the streams that the peer requests (default: refuse). All waits for the peer use one watchdog
    with deadlines; `progress` is that of sending (None: forever). Until the connection is established, `on_handshake`
    gets all events, and None when the connection is lost. With `requires_auth` a device is connected once `admit` is
    called.
    """

    def __init__(
        self,
        role: Role,
        banner: Banner,
        name: str,
        on_open_request: Callable[[Stream], None] | None = None,
        max_payload: int = MAX_PAYLOAD,
        progress: float | None = None,
        requires_auth: bool = False,
    ) -> None:
        self.name = name
        self.wire = Connection(role, banner.encode(), max_payload=max_payload, requires_auth=requires_auth)
        self.peer = Banner("")
        self.features: frozenset[str] = frozenset()
        self.lost: DeviceFault | None = None
        """Why the connection is unusable; None while it is usable."""
        self.on_handshake: Callable[[Greeting | None], None] | None = None
        self._banner = banner
        self._on_open_callback = on_open_request
        self._loop = asyncio.get_running_loop()
        self.connected: asyncio.Future[None] = self._loop.create_future()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        """Done when the socket is closed."""
        self._streams: dict[int, Stream] = {}
        self.multiplexer = Multiplexer(name, self.wire, progress, self._streams.pop)

    # -- for streams and clients ------------------------------------------------------------------------------------

    def open(self, service: str, sink: ReceiveSink | None = None) -> Stream:
        """Requests a stream; its `opened()` waits for the answer.

        Raises:
            DeviceFault: the connection is lost.
        """
        if self.lost is not None:
            raise self.lost
        identifier = self.wire.open(service, sink)
        stream = self._add(identifier, service, sink)
        self.multiplexer.flush()
        return stream

    def admit(self) -> None:
        """Admits the host; does nothing if it is admitted already."""
        event = self.wire.admit()
        if event is not None:
            self._dispatch(event)
            self.multiplexer.flush()

    async def encrypt(self, context: ssl.SSLContext, seconds: float | None) -> None:
        """Switches to TLS on the same socket, after all pending output. Nothing is read or sent meanwhile.

        Raises:
            DeviceRefused: the TLS handshake failed.
            DeviceLost: the connection broke.
        """
        output = self.multiplexer
        old = output.transport
        if old is None or old.is_closing():
            raise self.lost or DeviceLost(f"{self.name}: there is no connection to encrypt")
        output.push()
        new: asyncio.Transport | None = None
        output.encrypting = True
        try:
            server = self.wire.role == "device"
            new = await self._loop.start_tls(old, self, context, server_side=server, ssl_handshake_timeout=seconds)
        except OSError as error:
            why = DeviceRefused(
                f"{self.name}: the TLS handshake failed: {error}; check that the device supports TLS 1.3"
            )
            self._fail(why)
            raise why from error
        finally:
            output.encrypting = False
            if new is None:
                # asyncio does not notify the protocol of a failed handshake.
                old.abort()
                self.connection_lost(None)
        if new is None:
            # The loop does not raise where the socket was closed meanwhile.
            raise self.lost or DeviceLost(f"{self.name}: the connection was lost while it was being encrypted")
        # Not 0 as for a plain socket: asyncio's TLS would treat an empty buffer as full.
        new.set_write_buffer_limits(high=1)
        output.transport = new
        if self.lost is not None:
            new.abort()
            raise self.lost
        output.flush()

    def close(self, why: DeviceFault | None = None) -> None:
        """Closes the connection now; waiting operations fail with `why`."""
        self._fail(why or DeviceLost(f"{self.name}: the connection was closed on our side"))
        if self.multiplexer.transport is not None:
            self.multiplexer.transport.abort()

    # -- callbacks of the transport ---------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio; the write limit pauses us as soon as the socket is full, so that little is copied."""
        assert isinstance(transport, asyncio.Transport)
        self.multiplexer.transport = transport
        transport.set_write_buffer_limits(high=0)
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, option, _SOCKET_BUFFER)
        if self.lost is not None:
            transport.abort()
        elif self.wire.role == "host":
            self.wire.connect()
            self.multiplexer.flush()

    def get_buffer(self, sizehint: int) -> memoryview:
        """See asyncio."""
        return self.wire.buffer()

    def buffer_updated(self, nbytes: int) -> None:
        """See asyncio."""
        if self.lost is not None:
            return
        try:
            events = self.wire.received(nbytes)
        except RemoteProtocolError as error:
            for event in error.events:
                self._dispatch(event)
            self.close(
                ProtocolFault(
                    f"{self.name}: the peer broke the ADB protocol: {error}; check that an ADB device is there and "
                    "that nothing on the way changes bytes, then connect again"
                )
            )
            return
        for event in events:
            self._dispatch(event)
        self.multiplexer.answer()

    def eof_received(self) -> bool:
        """See asyncio; ADB connections cannot be half-closed."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        detail = f": {exc}" if exc is not None else ""
        if exc is None:
            try:
                self.wire.ended()
            except RemoteProtocolError as error:
                detail = f": {error}"
        self._fail(DeviceLost(f"{self.name}: the connection was lost{detail}; is the device still there?"))
        if not self.gone.done():
            self.gone.set_result(None)

    def pause_writing(self) -> None:
        """See asyncio."""
        self.multiplexer.pause()

    def resume_writing(self) -> None:
        """See asyncio."""
        self.multiplexer.resume()

    # -- inside -----------------------------------------------------------------------------------------------------

    def _dispatch(self, event: Event) -> None:
        # The two most frequent events by class, which is faster than a pattern.
        if isinstance(event, DataReceived):
            if event.stream in self._streams:
                self._streams[event.stream].on_received(event.size, event.data)
            return
        if isinstance(event, WriteAcknowledged):
            if event.stream in self._streams:
                self._streams[event.stream].on_acked()
            return
        match event:
            case StreamOpened(identifier):
                if identifier in self._streams:
                    self._streams[identifier].on_opened()
            case StreamClosed(identifier):
                stream = self._streams.pop(identifier, None)
                if stream is not None:
                    stream.on_closed(event)
            case OpenRequested(identifier, service):
                self._on_open_request(identifier, service)
            case Connected() | AuthRequested() | TlsRequested() | HostConnecting() | SignatureReceived() | KeyOffered():
                self._on_handshake(event)
            case _:
                pass

    def _on_handshake(self, event: Greeting) -> None:
        if isinstance(event, Connected):
            self.peer = parse(event.banner)
            self.features = common(self._banner, self.peer)
            if not self.connected.done():
                self.connected.set_result(None)
        elif isinstance(event, TlsRequested) and self.multiplexer.transport is not None:
            # What follows belongs to TLS; `encrypt` resumes reading.
            self.multiplexer.transport.pause_reading()
        if self.on_handshake is not None:
            self.on_handshake(event)

    def _on_open_request(self, identifier: int, service: str) -> None:
        if self._on_open_callback is None:
            self.wire.refuse(identifier)
            return
        self._on_open_callback(self._add(identifier, service))

    def _add(self, identifier: int, service: str, sink: ReceiveSink | None = None) -> Stream:
        stream = self._streams[identifier] = Stream(self.multiplexer, identifier, service, sink)
        return stream

    def _fail(self, why: DeviceFault) -> None:
        if self.lost is not None:
            return
        self.lost = why
        self.multiplexer.drop()
        streams = list(self._streams.values())
        self._streams.clear()
        for stream in streams:
            stream.on_lost(why)
        if not self.connected.done():
            self.connected.set_exception(why)
            # Mark the exception as retrieved, since nobody may be waiting; `lost` has it.
            self.connected.exception()
        if self.on_handshake is not None:
            self.on_handshake(None)
