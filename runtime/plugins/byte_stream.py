"""The protocol of a stream to a service of a device, apart from the others: processes of phones need no more."""

from __future__ import annotations

from typing import Protocol


class ByteStream(Protocol):
    """A raw, bidirectional stream to a service of a device. Methods raise DeviceFault if the connection fails."""

    async def receive(self, max_bytes: int = 65536) -> bytes:
        """Return 1 to `max_bytes` bytes as soon as there are any; `b""` at the end of the stream."""

    async def send(self, data: bytes) -> None:
        """Send all bytes."""

    async def aclose(self) -> None:
        """Close the stream."""
