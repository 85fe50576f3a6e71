"""Who carries the streams to a device's services (a link, an adb server), and what such a stream is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from adapters.adb.transport.packets import Buffer, Landing


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds: until a connection or stream stands, between two pieces of a transfer, and for a whole command."""

    open: float = 10.0
    progress: float = 15.0
    command: float = 30.0
    accept: float = 30.0
    """Until a person has accepted our key on the screen of a device that does not know it."""


class ServiceStream(Protocol):
    """An open stream to a service. With a `Landing` nothing is received here: `on_packet` is called after data."""

    on_packet: Callable[[], None] | None

    @property
    def ended(self) -> bool:
        """Whether it is over, whoever ended it; then nothing needs to be closed."""

    @property
    def largest(self) -> int:
        """Bytes that are best sent in one piece."""

    async def receive(self, max_bytes: int = 65536, *, deadline: float | None = None) -> bytes:
        """Some bytes, b"" at the end."""

    async def receive_packet(self, deadline: float | None = None) -> bytes | bytearray:
        """Bytes in the pieces in which they came, b"" at the end."""

    async def send(self, data: Buffer, *more: Buffer, deadline: float | None = None) -> None:
        """Send all of it."""

    async def finished(self, seconds: float | None, what: str) -> None:
        """Wait for the end, or for `finish()`; `what` completes "did not …"."""

    def finish(self) -> None:
        """Wake whoever waits in `finished`."""

    def close(self) -> None:
        """End it now."""

    async def aclose(self) -> None:
        """End it now."""


class Carrier(ABC):
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
    async def _open(self, service: str, landing: Landing | None, seconds: float) -> ServiceStream:
        """A stream that stands; its data go to `landing` if there is one. Nothing is left open when it raises."""

    async def open(self, service: str) -> ServiceStream:
        """A raw stream to a service; close it.

        Raises:
            DeviceRefused: the device has no such service.
            DeviceTimeout: it did not answer.
            DeviceLost: the connection broke.
        """
        return await self._open(service, None, self.deadlines.open)
