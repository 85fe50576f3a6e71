"""One live connection: a socket, its `wire.Connection`, its streams, and what they share (`multiplexer`).

Everything here is a callback of the loop or runs within one; no task of its own is needed. Bytes go from the socket to
where the wire wants them, events go to their streams, and what the wire has to say is written in one go soon after.
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
"""A packet at a time: the usual 200 KiB cost five times the wake-ups for a screen. The system may grant less."""


class Link(asyncio.BufferedProtocol):
    """`name` says in messages who the peer is. `on_opening` gets the streams that the peer asks for (default: refuse).

    Everything that waits for the peer does so in `watchdog`, with a deadline; `progress` is that of sending (None: for
    ever). Until the connection stands, `on_greeting` gets all that concerns it, and None when it is lost; a `guarded`
    device stands when `admit` is called.
    """

    def __init__(
        self,
        role: Role,
        banner: Banner,
        name: str,
        on_opening: Callable[[Stream], None] | None = None,
        max_payload: int = MAX_PAYLOAD,
        progress: float | None = None,
        guarded: bool = False,
    ) -> None:
        self.name = name
        self.wire = Connection(role, banner.encode(), max_payload=max_payload, guarded=guarded)
        self.peer = Banner("")
        self.features: frozenset[str] = frozenset()
        self.lost: DeviceFault | None = None
        """Why the connection is of no use any more; None while it is."""
        self.on_greeting: Callable[[Greeting | None], None] | None = None
        self._banner = banner
        self._on_opening = on_opening
        self._loop = asyncio.get_running_loop()
        self.connected: asyncio.Future[None] = self._loop.create_future()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        """Done when the socket is closed."""
        self._streams: dict[int, Stream] = {}
        self.multiplexer = Multiplexer(name, self.wire, progress, self._streams.pop)

    # -- for streams and clients ------------------------------------------------------------------------------------

    def open(self, service: str, sink: ReceiveSink | None = None) -> Stream:
        """Ask for a stream; its `opened()` waits for the answer.

        Raises:
            DeviceFault: the connection is gone.
        """
        if self.lost is not None:
            raise self.lost
        identifier = self.wire.open(service, sink)
        stream = self._add(identifier, service, sink)
        self.multiplexer.flush()
        return stream

    def admit(self) -> None:
        """Let the host in that asked a guarded device; nothing happens if it is in already."""
        event = self.wire.admit()
        if event is not None:
            self._dispatch(event)
            self.multiplexer.flush()

    async def encrypt(self, context: ssl.SSLContext, seconds: float | None) -> None:
        """Go on inside TLS on the same socket, after what waits to be sent. Nothing is read or sent meanwhile.

        Raises:
            DeviceRefused: both sides did not agree.
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
                f"{self.name}: no encrypted connection came about: {error}; does the device speak TLS 1.3?"
            )
            self._fail(why)
            raise why from error
        finally:
            output.encrypting = False
            if new is None:
                # A handshake that fails tells its protocol nothing.
                old.abort()
                self.connection_lost(None)
        if new is None:
            # The loop does not raise where the socket was closed meanwhile.
            raise self.lost or DeviceLost(f"{self.name}: the connection was lost while it was being encrypted")
        # Not 0 as for a plain socket: TLS of asyncio calls an empty buffer full then.
        new.set_write_buffer_limits(high=1)
        output.transport = new
        if self.lost is not None:
            new.abort()
            raise self.lost
        output.flush()

    def close(self, why: DeviceFault | None = None) -> None:
        """Hang up now; what waits fails with `why`."""
        self._fail(why or DeviceLost(f"{self.name}: the connection was closed on our side"))
        if self.multiplexer.transport is not None:
            self.multiplexer.transport.abort()

    # -- callbacks of the transport ---------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio; anything that the socket does not take at once pauses us, so that little is copied."""
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
        """See asyncio; ADB knows no half-open connections."""
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
        # The first two by class, not by pattern: they are most of what happens.
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
                self._opening(identifier, service)
            case Connected() | AuthRequested() | TlsRequested() | HostConnecting() | SignatureReceived() | KeyOffered():
                self._greeting(event)
            case _:
                pass

    def _greeting(self, event: Greeting) -> None:
        if isinstance(event, Connected):
            self.peer = parse(event.banner)
            self.features = common(self._banner, self.peer)
            if not self.connected.done():
                self.connected.set_result(None)
        elif isinstance(event, TlsRequested) and self.multiplexer.transport is not None:
            # What comes now is not ours to read; `encrypt` goes on reading.
            self.multiplexer.transport.pause_reading()
        if self.on_greeting is not None:
            self.on_greeting(event)

    def _opening(self, identifier: int, service: str) -> None:
        if self._on_opening is None:
            self.wire.refuse(identifier)
            return
        self._on_opening(self._add(identifier, service))

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
            # Nobody may be waiting; what was lost is in `lost` anyway.
            self.connected.exception()
        if self.on_greeting is not None:
            self.on_greeting(None)
