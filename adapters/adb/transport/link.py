"""One live connection: a socket, its `wire.Connection`, its streams, and one watchdog for everything that waits.

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
from adapters.adb.transport.packets import (
    MAX_PAYLOAD,
    Acked,
    AuthAsked,
    Closed,
    Connected,
    Event,
    Greeting,
    Knocked,
    Landing,
    Offered,
    Opened,
    Opening,
    Received,
    RemoteProtocolError,
    Role,
    Signed,
    TlsAsked,
)
from adapters.adb.transport.stream import Stream
from adapters.adb.transport.wire import Connection
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout

_SOCKET_BUFFER = 1 << 20
"""A packet at a time: the usual 200 KiB cost five times the wake-ups for a screen. The system may grant less."""
_CROWD = 64
"""Pieces that wait to be sent: beyond, streams with a window wait for the socket."""
_FLOOD = 10_000
"""Pieces that wait to be sent: beyond, no more is read of a peer that asks and asks and does not read the answers. Two
for each stream that it may have, and more: two peers that behave never wait for each other."""
_SLICE = 128 << 10
"""Bytes given to the transport at once: what its socket does not take of them is copied, so not much more than fits."""


class Link(asyncio.BufferedProtocol):
    """`name` says in messages who the peer is. `on_opening` gets the streams that the peer asks for (default: refuse).

    Everything that waits for the peer does so in `wait`, with a deadline; `progress` is that of sending (None: for
    ever, which suits a device, whose host may stop reading for as long as it likes). Until the connection stands,
    `on_greeting` gets all that concerns it, and None when it is lost; a `guarded` device stands when `admit` is called.
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
        self.progress = progress
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
        self._transport: asyncio.Transport | None = None
        self._paused = False
        self._crowd: dict[Stream, None] = {}
        self._flooded = False
        self._flushing = False
        self._encrypting = False
        self._watched: dict[asyncio.Future[None], tuple[float, float, str]] = {}
        self._watchdog: asyncio.TimerHandle | None = None

    # -- for streams and clients ------------------------------------------------------------------------------------

    def open(self, service: str, landing: Landing | None = None) -> Stream:
        """Ask for a stream; its `opened()` waits for the answer.

        Raises:
            DeviceFault: the connection is gone.
        """
        if self.lost is not None:
            raise self.lost
        identifier = self.wire.open(service, landing)
        stream = self._streams[identifier] = Stream(self, identifier, service, landing=landing)
        self.flush()
        return stream

    def forget(self, identifier: int) -> None:
        """A stream was closed from this side."""
        self._streams.pop(identifier, None)

    async def wait(self, future: asyncio.Future[None], seconds: float | None, what: str) -> None:
        """Wait until the future is done, at most so long. `what` completes "did not …".

        Raises:
            DeviceTimeout: the deadline passed.
        """
        if future.done() or seconds is None:
            await future
            return
        deadline = self._loop.time() + seconds
        self._watched[future] = deadline, seconds, what
        if self._watchdog is None or self._watchdog.when() > deadline:
            self._arm(deadline)
        try:
            await future
        finally:
            del self._watched[future]

    @property
    def crowded(self) -> bool:
        """Whether what waits to be sent should not grow: with windows the peer does not bound it, the socket does."""
        return self._paused or len(self.wire.outgoing) >= _CROWD

    def want_room(self, stream: Stream) -> None:
        """Call the stream's `on_room` when it is not crowded any more; streams take turns in the order of asking."""
        self._crowd[stream] = None
        self.flush()

    def push(self) -> None:
        """Send what waits, now."""
        self._flush()

    def flush(self) -> None:
        """Send what waits when the callbacks and tasks that are ready now have had their say: one write for all."""
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Give the transport what it takes now; the rest follows when the socket has room again."""
        self._flushing = False
        waiting, transport = self.wire.outgoing, self._transport
        if self._encrypting:
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
            for stream in crowd:
                stream.on_room()
        if self._flooded and len(waiting) <= _FLOOD // 2:
            self._flooded = False
            transport.resume_reading()

    def admit(self) -> None:
        """Let the host in that asked a guarded device; nothing happens if it is in already."""
        event = self.wire.admit()
        if event is not None:
            self._dispatch(event)
            self.flush()

    async def encrypt(self, context: ssl.SSLContext, seconds: float | None) -> None:
        """Go on inside TLS on the same socket, after what waits to be sent. Nothing is read or sent meanwhile.

        Raises:
            DeviceRefused: both sides did not agree.
            DeviceLost: the connection broke.
        """
        old = self._transport
        if old is None or old.is_closing():
            raise self.lost or DeviceLost(f"{self.name}: there is no connection to encrypt")
        self._flush()
        new: asyncio.Transport | None = None
        self._encrypting = True
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
            self._encrypting = False
            if new is None:
                # A handshake that fails tells its protocol nothing.
                old.abort()
                self.connection_lost(None)
        if new is None:
            # The loop does not raise where the socket was closed meanwhile.
            raise self.lost or DeviceLost(f"{self.name}: the connection was lost while it was being encrypted")
        # Not 0 as for a plain socket: TLS of asyncio calls an empty buffer full then.
        new.set_write_buffer_limits(high=1)
        self._transport = new
        if self.lost is not None:
            new.abort()
            raise self.lost
        self.flush()

    def close(self, why: DeviceFault | None = None) -> None:
        """Hang up now; what waits fails with `why`."""
        self._fail(why or DeviceLost(f"{self.name}: the connection was closed on our side"))
        if self._transport is not None:
            self._transport.abort()

    # -- callbacks of the transport ---------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See asyncio; anything that the socket does not take at once pauses us, so that little is copied."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(high=0)
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, option, _SOCKET_BUFFER)
        if self.lost is not None:
            transport.abort()
        elif self.wire.role == "host":
            self.wire.connect()
            self.flush()

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
        if self.wire.outgoing:
            self.flush()
            if len(self.wire.outgoing) > _FLOOD and self._transport is not None and not self._flooded:
                self._flooded = True
                self._transport.pause_reading()

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
        self._paused = True

    def resume_writing(self) -> None:
        """See asyncio."""
        self._paused = False
        self._flush()

    # -- inside -----------------------------------------------------------------------------------------------------

    def _dispatch(self, event: Event) -> None:
        # The first two by class, not by pattern: they are most of what happens.
        if isinstance(event, Received):
            if event.stream in self._streams:
                self._streams[event.stream].on_received(event.size, event.data)
            return
        if isinstance(event, Acked):
            if event.stream in self._streams:
                self._streams[event.stream].on_acked()
            return
        match event:
            case Opened(identifier):
                if identifier in self._streams:
                    self._streams[identifier].on_opened()
            case Closed(identifier):
                stream = self._streams.pop(identifier, None)
                if stream is not None:
                    stream.on_closed(event)
            case Opening(identifier, service):
                self._opening(identifier, service)
            case Connected() | AuthAsked() | TlsAsked() | Knocked() | Signed() | Offered():
                self._greeting(event)
            case _:
                pass

    def _greeting(self, event: Greeting) -> None:
        if isinstance(event, Connected):
            self.peer = parse(event.banner)
            self.features = common(self._banner, self.peer)
            if not self.connected.done():
                self.connected.set_result(None)
        elif isinstance(event, TlsAsked) and self._transport is not None:
            # What comes now is not ours to read; `encrypt` goes on reading.
            self._transport.pause_reading()
        if self.on_greeting is not None:
            self.on_greeting(event)

    def _opening(self, identifier: int, service: str) -> None:
        if self._on_opening is None:
            self.wire.refuse(identifier)
            return
        stream = self._streams[identifier] = Stream(self, identifier, service)
        self._on_opening(stream)

    def _fail(self, why: DeviceFault) -> None:
        if self.lost is not None:
            return
        self.lost = why
        self.wire.outgoing.clear()
        self._crowd.clear()
        if self._watchdog is not None:
            self._watchdog.cancel()
            self._watchdog = None
        streams, self._streams = list(self._streams.values()), {}
        for stream in streams:
            stream.on_lost(why)
        if not self.connected.done():
            self.connected.set_exception(why)
            # Nobody may be waiting; what was lost is in `lost` anyway.
            self.connected.exception()
        if self.on_greeting is not None:
            self.on_greeting(None)

    def _arm(self, deadline: float) -> None:
        if self._watchdog is not None:
            self._watchdog.cancel()
        self._watchdog = self._loop.call_at(deadline, self._expire)

    def _expire(self) -> None:
        self._watchdog = None
        now = self._loop.time()
        for future, (deadline, seconds, what) in self._watched.items():
            if deadline <= now and not future.done():
                future.set_exception(DeviceTimeout(f"{self.name}: the device did not {what} within {seconds:.3g} s"))
                # Whoever waits may be cancelled in this very moment and never look at it.
                future.exception()
        left = [deadline for future, (deadline, _, _) in self._watched.items() if not future.done()]
        if left:
            self._arm(min(left))
