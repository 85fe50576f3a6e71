"""The transport that opens streams to a device's services, over a direct link or an adb server."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from dataclasses import dataclass

from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.adb.transport.packets import ReceiveSink
from runtime.core.errors import DeviceRefused

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Timeouts in seconds: for a connection or stream, between two pieces of a transfer, and for a command."""

    open: float = 10.0
    progress: float = 15.0
    command: float = 30.0
    accept: float = 30.0
    """For a person to accept our key on the screen of a device that does not know it."""


class ServiceTransport(ABC):
    """A connected device. `name` identifies it in messages; `features` are what both sides support."""

    def __init__(self, deadlines: Deadlines) -> None:
        self.deadlines = deadlines

    @property
    @abstractmethod
    def name(self) -> str: ...

    @property
    @abstractmethod
    def features(self) -> frozenset[str]: ...

    @property
    @abstractmethod
    def closed(self) -> bool:
        """Whether the transport is unusable."""

    @abstractmethod
    def close(self) -> None:
        """Closes it; waiting operations fail with DeviceLost."""

    @abstractmethod
    async def aclose(self) -> None:
        """Closes it and waits until everything is closed."""

    @abstractmethod
    async def open(
        self, service: str, sink: ReceiveSink | None = None, *, deadline: float | None = None
    ) -> BufferedStream:
        """Opens a raw stream to a service; the caller closes it. Its data go to `sink` if there is one.

        `deadline` limits opening, in seconds (default and maximum: `deadlines.open`). Nothing is left open when it
        raises.

        Raises:
            DeviceRefused: the device has no such service.
            DeviceTimeout: it did not answer.
            DeviceLost: the connection broke.
        """

    async def collect(self, service: str, *, deadline: float | None = None, limit: int = 256 << 20) -> bytes:
        """Reads everything that a service writes, at most `limit` bytes in `deadline` seconds.

        Raises as `open` does, and DeviceRefused if it writes more.
        """
        seconds = self.deadlines.command if deadline is None else deadline
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        stream = await self.open(service, deadline=seconds)
        try:
            packets: list[bytes | bytearray] = []
            size = 0
            while packet := await stream.receive_packet(max(ends - loop.time(), 0.0)):
                packets.append(packet)
                size += len(packet)
                if size > limit:
                    raise DeviceRefused(f"{self.name}: {shortened(service)} wrote more than {limit} bytes")
            return b"".join(packets)
        finally:
            stream.close()

    def _open_seconds(self, deadline: float | None) -> float:
        return self.deadlines.open if deadline is None else min(self.deadlines.open, deadline)


def shortened(command: str) -> str:
    """A command line or service, shortened for messages."""
    return repr(command if len(command) <= _SHOWN else command[:_SHOWN] + "…")
