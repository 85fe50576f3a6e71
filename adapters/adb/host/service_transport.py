"""The connection to a device that carries the streams to its services, whether a link or an adb server is behind it."""

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
    """Seconds: until a connection or stream stands, between two pieces of a transfer, and for a whole command."""

    open: float = 10.0
    progress: float = 15.0
    command: float = 30.0
    accept: float = 30.0
    """Until a person has accepted our key on the screen of a device that does not know it."""


class ServiceTransport(ABC):
    """A device at hand. `name` says which in messages; `features` are what both sides can."""

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
        """Whether it is of no use any more."""

    @abstractmethod
    def close(self) -> None:
        """Hang up; what waits fails with DeviceLost."""

    @abstractmethod
    async def aclose(self) -> None:
        """Hang up and wait until everything is closed."""

    @abstractmethod
    async def open(
        self, service: str, sink: ReceiveSink | None = None, *, deadline: float | None = None
    ) -> BufferedStream:
        """A raw stream to a service; close it. Its data go to `sink` if there is one.

        `deadline` is the seconds until it stands (default and at most: `deadlines.open`). Nothing is left open when it
        raises.

        Raises:
            DeviceRefused: the device has no such service.
            DeviceTimeout: it did not answer.
            DeviceLost: the connection broke.
        """

    async def collect(self, service: str, *, deadline: float | None = None, limit: int = 256 << 20) -> bytes:
        """All that a service writes until the device closes the stream, at most `limit` bytes in `deadline` seconds.

        Raises as `open` does; DeviceRefused also where it writes more.
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
    """A command line or service as messages show it."""
    return repr(command if len(command) <= _SHOWN else command[:_SHOWN] + "…")
