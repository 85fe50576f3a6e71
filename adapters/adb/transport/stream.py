"""One stream over a `Link`: what the tasks of a client or a service hold in their hands."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from adapters.adb.transport import faults
from adapters.adb.transport.packets import Buffer, Closed, Landing
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused

if TYPE_CHECKING:
    from adapters.adb.transport.link import Link

_SHOWN = 80
_SMALL = 4 << 10
"""Fits into one packet of any peer."""
_JOINED = 16 << 10
"""Packets are joined up to this size while they wait."""
_LARGE = 128 << 10
"""Where a window allows many packets, one of this size goes out before the next is made: little waits to be sent."""


class Stream:
    """A bidirectional byte stream to a service (`runtime.plugins.protocols.ByteStream`).

    One task may receive while another sends. Data are acknowledged when they are taken by `receive`, so whoever does
    not read holds the peer back. With a `Landing` data never come here: each packet is acknowledged as soon as that is
    ready for more, and `on_packet`, if set, is called after it.
    """

    def __init__(self, link: Link, identifier: int, service: str, *, landing: Landing | None = None) -> None:
        self.id = identifier
        self.service = service
        self.ended = False
        """The peer or we have closed it; what came before can still be received."""
        self.on_packet: Callable[[], None] | None = None
        self.on_end: Callable[[], None] | None = None
        self._link = link
        self._error: DeviceFault | None = None
        self._refused = False
        self._accepted = False
        self._landing = landing
        self._landed: list[int] = []
        """Sizes of packets that have landed and are not taken."""
        self._sending = ""
        self._chunks: deque[bytes | bytearray] = deque()
        self._rest = memoryview(b"")
        self._reader: asyncio.Future[None] | None = None
        self._writer: asyncio.Future[None] | None = None

    def __repr__(self) -> str:
        return f"<Stream {self.id} {self._title}>"

    @property
    def _title(self) -> str:
        return self.service if len(self.service) <= _SHOWN else self.service[:_SHOWN] + "…"

    @property
    def largest(self) -> int:
        """Bytes that fit into one packet."""
        return self._link.wire.max_payload

    @property
    def ready(self) -> bool:
        """Whether there is something that `receive` gives without waiting."""
        return bool(self._chunks) or len(self._rest) > 0

    # -- for tasks --------------------------------------------------------------------------------------------------

    async def opened(self, seconds: float | None) -> None:
        """Wait until the peer has accepted.

        Raises:
            DeviceRefused: it said no.
            DeviceTimeout: it said nothing.
            DeviceLost: the connection broke.
        """
        while not self._accepted:
            self._check()
            await self._turn(seconds, f"answer the request for {self._title!r}")

    async def receive(self, max_bytes: int = 65536, *, deadline: float | None = None) -> bytes:
        """Some bytes, b"" at the end. Waits for ever unless a deadline in seconds is given: a stream may be idle.

        Raises:
            DeviceTimeout: nothing came within the deadline.
            DeviceLost: the connection broke.
        """
        if not len(self._rest):
            self._rest = memoryview(await self.receive_packet(deadline))
        piece = bytes(self._rest[:max_bytes])
        self._rest = self._rest[max_bytes:]
        return piece

    async def receive_packet(self, deadline: float | None = None) -> bytes | bytearray:
        """The next packet as it came, b"" at the end; raises as `receive` does."""
        while True:
            while self._chunks:
                chunk = self._chunks.popleft()
                wire = self._link.wire
                wire.acknowledge(self.id, len(chunk))
                if wire.outgoing:
                    self._link.flush()
                if chunk:
                    return chunk
            if self._error is not None:
                raise self._error
            if self.ended:
                return b""
            await self.activity(deadline, f"send anything on {self._title!r}")

    async def activity(self, seconds: float | None, what: str) -> None:
        """Wait for the next packet or the end."""
        if self._reader is not None:
            raise RuntimeError(f"two tasks receive from {self!r}")
        self._reader = self._link.connected.get_loop().create_future()
        try:
            await self._link.wait(self._reader, seconds, what)
        finally:
            self._reader = None

    def divert(self, landing: Landing) -> None:
        """From now on data go to `landing`, as if opened with it; what is `ready` has to be received before."""
        self._landing = landing
        self._link.wire.divert(self.id, landing)

    def taken(self) -> None:
        """The landing is ready again: what it was not ready for is acknowledged."""
        wire, landed, self._landed = self._link.wire, self._landed, []
        for size in landed:
            wire.acknowledge(self.id, size)
        if wire.outgoing:
            self._link.flush()

    async def finished(self, seconds: float | None, what: str) -> None:
        """Wait for the end, or for `finish()`; for streams with a `Landing`.

        Raises:
            DeviceTimeout: it did not come.
            DeviceLost: the connection broke.
        """
        if not self.ended:
            await self.activity(seconds, what)
        if self._error is not None:
            raise self._error

    async def send(self, data: Buffer, *more: Buffer, deadline: float | None = None) -> None:
        """Send all of it in as few packets as possible, each as soon as the peer's flow control allows.

        Large buffers are not copied and must not change before the peer has taken them. Cancelled, it may have sent a
        part.

        Raises:
            DeviceTimeout: the peer did not take a packet within the deadline (default: the link's `progress`).
            DeviceLost: the stream was closed or the connection broke.
        """
        largest = self._link.wire.max_payload
        seconds = self._link.progress if deadline is None else deadline
        if not more and isinstance(data, bytes) and 0 < len(data) <= _SMALL:
            # What most operations send: no detour.
            await self._writable(seconds)
            self._link.wire.write(self.id, data)
            self._link.flush()
            return
        parts = [memoryview(part).cast("B") for part in (data, *more) if len(part)]
        while parts:
            packet: list[memoryview] = []
            room = largest
            while parts and room:
                packet.append(parts[0][:room])
                room -= len(packet[-1])
                if len(packet[-1]) < len(parts[0]):
                    parts[0] = parts[0][len(packet[-1]) :]
                else:
                    del parts[0]
            await self._writable(seconds)
            self._link.wire.write(self.id, *packet)
            self._link.flush()
            if largest - room >= _LARGE and self._link.wire.windowed:
                self._link.push()

    def accept(self) -> None:
        """Grant the stream that the peer asks for."""
        self._link.wire.accept(self.id)
        self._link.flush()

    def refuse(self) -> None:
        """Refuse the stream that the peer asks for."""
        self.close()

    def close(self) -> None:
        """End it now. What has been received but not taken is dropped."""
        if not self.ended:
            self.ended = True
            self._chunks.clear()
            self._link.forget(self.id)
            self._link.wire.close(self.id)
            self._link.flush()
            self._wake()

    async def aclose(self) -> None:
        """End it; never waits."""
        self.close()

    # -- for the link -----------------------------------------------------------------------------------------------

    def on_received(self, size: int, data: bytes | bytearray) -> None:
        """A packet came; without data where a `Landing` took them."""
        if self._landing is not None:
            if data:
                self._landing.feed(memoryview(data))  # it was under way when the stream was diverted
            if self._landing.ready:
                self._link.wire.acknowledge(self.id, size)
            elif self._landed and self._link.wire.windowed:
                self._landed[-1] += size  # packets may be many then, and only bytes count
            else:
                self._landed.append(size)
        elif self._link.wire.windowed:
            self._keep(size, data)
        else:
            self._chunks.append(data)
        if self.on_packet is not None:
            self.on_packet()
        elif self._landing is None:
            _finish(self._reader)

    def on_opened(self) -> None:
        """The peer accepted it."""
        self._accepted = True
        _finish(self._writer)

    def on_acked(self) -> None:
        """The peer took the last packet."""
        _finish(self._writer)

    def on_closed(self, event: Closed) -> None:
        """The peer closed it, or broke it."""
        self.ended = True
        self._refused = event.refused
        self._error = faults.closed(self._link.name, self._title, event)
        self._wake()

    def on_lost(self, why: DeviceFault) -> None:
        """The connection is gone."""
        self._error = why
        self.ended = True
        self._wake()

    def on_room(self) -> None:
        """The socket takes more."""
        _finish(self._writer)

    def finish(self) -> None:
        """Wake whoever waits in `finished`."""
        _finish(self._reader)

    # -- inside -----------------------------------------------------------------------------------------------------

    def _keep(self, size: int, data: bytes | bytearray) -> None:
        """Within a window any number of packets may wait: small ones are joined, so that they cost what they hold."""
        last = self._chunks[-1] if self._chunks else None
        if last is None or len(last) + size > _JOINED:
            if size:
                self._chunks.append(data)
            return
        if not isinstance(last, bytearray):
            last = self._chunks[-1] = bytearray(last)
        last += data

    def _wake(self) -> None:
        _finish(self._reader)
        _finish(self._writer)
        if self.on_end is not None:
            self.on_end()

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
        if self._refused:
            raise DeviceRefused(f"{self._link.name}: the device has no service {self._title!r}")
        if self.ended:
            raise DeviceLost(f"{self._link.name}: {self._title!r} was closed before it was done")

    async def _writable(self, seconds: float | None) -> None:
        link = self._link
        wire = link.wire
        while True:
            if self.ended:
                self._check()
            if wire.writable(self.id):
                if not (wire.windowed and link.crowded):
                    return
                link.want_room(self)
            if not self._sending:
                self._sending = f"take what was sent to {self._title!r}"
            # `_turn`, spelled out: every packet in classic flow control waits here.
            if self._writer is not None:
                raise RuntimeError(f"two tasks send to {self!r}")
            self._writer = link.connected.get_loop().create_future()
            try:
                await link.wait(self._writer, seconds, self._sending)
            finally:
                self._writer = None

    async def _turn(self, seconds: float | None, what: str) -> None:
        if self._writer is not None:
            raise RuntimeError(f"two tasks send to {self!r}")
        self._writer = self._link.connected.get_loop().create_future()
        try:
            await self._link.wait(self._writer, seconds, what)
        finally:
            self._writer = None


def _finish(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)
