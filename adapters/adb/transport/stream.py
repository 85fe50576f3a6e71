"""One stream over a `Link`, as used by a client or a service."""

from __future__ import annotations

from adapters.adb.transport import faults
from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.adb.transport.multiplexer import Multiplexer
from adapters.adb.transport.packets import Buffer, ReceiveSink, StreamClosed
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused

_SHOWN = 80
_SMALL = 4 << 10
"""Fits into one packet of any peer."""
_JOINED = 16 << 10
"""Unread packets are joined up to this size."""
_LARGE = 128 << 10
"""With windows, a packet of this size is sent before the next is prepared, so that little is queued."""


class Stream(BufferedStream):
    """A stream of the connection that `multiplexer` writes to.

    Data are acknowledged when `receive` returns them. With a `ReceiveSink` each packet is acknowledged as soon as the
    sink is ready for more.
    """

    def __init__(
        self, multiplexer: Multiplexer, identifier: int, service: str, sink: ReceiveSink | None = None
    ) -> None:
        super().__init__(multiplexer.watchdog, sink)
        self.id = identifier
        self.service = service
        self._multiplexer = multiplexer
        self._wire = multiplexer.wire
        self._refused = False
        self._accepted = False
        self._unacknowledged: list[int] = []
        """Sizes of received packets that are not acknowledged."""

    def __repr__(self) -> str:
        return f"<Stream {self.id} {self._title}>"

    @property
    def _title(self) -> str:
        return self.service if len(self.service) <= _SHOWN else self.service[:_SHOWN] + "…"

    @property
    def _expected(self) -> str:
        return f"send anything on {self._title!r}"

    @property
    def largest(self) -> int:
        """Number of bytes that fit into one packet."""
        return self._wire.max_payload

    @property
    def ready(self) -> bool:
        """Whether `receive` can return something without waiting."""
        return bool(self._chunks) or len(self._rest) > 0

    # -- for tasks --------------------------------------------------------------------------------------------------

    async def opened(self, seconds: float | None) -> None:
        """Waits until the peer has accepted the stream.

        Raises:
            DeviceRefused: it was refused.
            DeviceTimeout: no answer came.
            DeviceLost: the connection broke.
        """
        while not self._accepted:
            self._check()
            await self._wait_to_write(seconds, f"answer the request for {self._title!r}")

    def divert(self, sink: ReceiveSink) -> None:
        """Sends further data to `sink`, as if opened with it; receive everything that is `ready` first."""
        self._sink = sink
        self._wire.divert(self.id, sink)

    def resume(self) -> None:
        """Called when the sink is ready again: acknowledges what it was not ready for."""
        buffer_updated, self._unacknowledged = self._unacknowledged, []
        for size in buffer_updated:
            self._on_taken(size)

    async def send(self, data: Buffer, *more: Buffer, deadline: float | None = None) -> None:
        """See `BufferedStream`: uses as few packets as possible, each as soon as flow control allows.

        Large buffers are not copied and must not change before the peer has acknowledged them. `deadline` applies to
        each packet (default: the connection's `progress`).
        """
        if not more and isinstance(data, bytes) and 0 < len(data) <= _SMALL:
            # The usual case, without the loop below.
            await self._writable(deadline)
            self._wire.write(self.id, data)
            self._multiplexer.flush()
            return
        largest = self.largest
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
            await self._writable(deadline)
            self._wire.write(self.id, *packet)
            self._multiplexer.flush()
            if largest - room >= _LARGE and self._wire.windowed:
                self._multiplexer.push()

    def accept(self) -> None:
        """Accepts the stream that the peer requests."""
        self._wire.accept(self.id)
        self._multiplexer.flush()

    def refuse(self) -> None:
        """Refuses the stream that the peer requests."""
        self.close()

    def close(self) -> None:
        """See `BufferedStream`."""
        if not self.ended:
            self._chunks.clear()
            self._multiplexer.forget(self.id, None)
            self._wire.close(self.id)
            self._multiplexer.flush()
            self._end()

    # -- for the link -----------------------------------------------------------------------------------------------

    def on_received(self, size: int, data: bytes | bytearray) -> None:
        """Handles a packet; `data` is empty if a `ReceiveSink` received it."""
        if self._sink is not None:
            if data:
                self._sink.feed(memoryview(data))  # received while the stream was diverted
            if self._sink.ready:
                self._wire.acknowledge(self.id, size)
            elif self._unacknowledged and self._wire.windowed:
                self._unacknowledged[-1] += size  # with windows there may be many packets, and only bytes count
            else:
                self._unacknowledged.append(size)
        elif self._wire.windowed:
            self._append(size, data)
        else:
            self._chunks.append(data)
        self._on_data()

    def on_opened(self) -> None:
        """Handles the peer's acceptance."""
        self._accepted = True
        self._on_writable()

    def on_acked(self) -> None:
        """Handles the acknowledgement of the last packet."""
        self._on_writable()

    def on_closed(self, event: StreamClosed) -> None:
        """Handles the end of the stream, normal or not."""
        self._refused = event.refused
        self._end(faults.closing_fault(self._multiplexer.name, self._title, event))

    def on_lost(self, why: DeviceFault) -> None:
        """Handles the loss of the connection."""
        self._end(why)

    # -- inside -----------------------------------------------------------------------------------------------------

    def _on_taken(self, size: int) -> None:
        self._wire.acknowledge(self.id, size)
        if self._wire.outgoing:
            self._multiplexer.flush()

    def _append(self, size: int, data: bytes | bytearray) -> None:
        """Buffers a packet. With windows any number may wait, so small ones are joined to save memory."""
        last = self._chunks[-1] if self._chunks else None
        if last is None or len(last) + size > _JOINED:
            if size:
                self._chunks.append(data)
            return
        if not isinstance(last, bytearray):
            last = self._chunks[-1] = bytearray(last)
        last += data

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
        if self._refused:
            raise DeviceRefused(f"{self._multiplexer.name}: the device has no service {self._title!r}")
        if self.ended:
            raise DeviceLost(f"{self._multiplexer.name}: {self._title!r} was closed before it was done")

    async def _writable(self, deadline: float | None) -> None:
        output = self._multiplexer
        while True:
            if self.ended:
                self._check()
            if self._wire.writable(self.id):
                if not (self._wire.windowed and output.congested):
                    return
                output.call_when_free(self._on_writable)
            seconds = output.progress if deadline is None else deadline
            await self._wait_to_write(seconds, f"take what was sent to {self._title!r}")
