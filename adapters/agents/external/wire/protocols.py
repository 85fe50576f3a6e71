"""Protocols for the two ends of a relayed stream and for the observer of its bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class ClientDisconnected(Exception):
    """The client has disconnected."""


class PushTarget(Protocol):
    """The program's end of a stream that accepts bytes in a callback."""

    def push(self, data: memoryview) -> int:
        """Sends as many bytes as are accepted now; returns their number. Raises ClientDisconnected."""

    def on_writable(self, call: Callable[[], None] | None) -> None:
        """Registers a callback for whenever bytes are accepted again; None removes it."""


class StreamObserver(Protocol):
    """Observes one stream. `wants_data` says whether bytes from the device are wanted now."""

    wants_data: bool

    def opened(self) -> None:
        """The stream is established and the client informed; some bytes may have passed already."""

    def sent(self, data: bytes) -> None:
        """The agent sent these bytes to the device."""

    def received(self, data: bytes | bytearray) -> None:
        """The device sent these bytes to the agent; the buffer does not change any more."""

    def closed(self) -> None:
        """The stream has ended."""


ObserverFactory = Callable[[str], StreamObserver]
"""Returns the observer of a stream, given its service."""


class ProgramEnd(Protocol):
    """The program's end of a stream. `finished`: nothing is sent or received any more."""

    finished: bool

    @property
    def pushed(self) -> PushTarget | None:
        """This end as a `PushTarget`; None if it has no callback interface."""

    def on_data(self, begin: Callable[[bytes], None]) -> None:
        """Calls `begin` once when there is something to receive, with it, or with b"" after a disconnect."""

    async def receive(self) -> bytes:
        """Returns some bytes, b"" after a disconnect or `finish`."""

    async def send(self, data: bytes | bytearray) -> None:
        """Sends all of it, as fast as it is accepted.

        Raises:
            ClientDisconnected: the client is gone, or `finish` was called.
        """

    def finish(self) -> None:
        """Ends sending and receiving; bytes already sent still arrive."""


class DeviceEnd(Protocol):
    """The device's end of a stream."""

    async def receive_packet(self) -> bytes | bytearray:
        """Returns some bytes as they arrived, b"" at the end or after `close`. Raises DeviceFault."""

    async def send(self, data: bytes) -> None:
        """Sends all of it, as fast as the device accepts it. Raises DeviceFault, also after `close`."""

    def close(self) -> None:
        """Closes the stream without waiting."""
