"""The two ends of a relayed stream, and the observer that is told of its bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class ClientDisconnected(Exception):
    """The client has gone."""


class PushTarget(Protocol):
    """A program's end that takes bytes in a callback."""

    def push(self, data: memoryview) -> int:
        """Send as much as is taken now; how much that was. Raises ClientDisconnected where nobody takes any."""

    def when_room(self, call: Callable[[], None] | None) -> None:
        """Call that whenever something is taken again; None: not any more."""


class StreamObserver(Protocol):
    """Who listens to one stream. `hears` says whether bytes of the device are wanted now."""

    hears: bool

    def opened(self) -> None:
        """The stream stands, and the client was told so; some bytes may have passed already."""

    def sent(self, data: bytes) -> None:
        """Bytes from the agent to the device."""

    def received(self, data: bytes | bytearray) -> None:
        """Bytes from the device to the agent; they do not change any more."""

    def closed(self) -> None:
        """The stream has ended."""


Watch = Callable[[str], StreamObserver]
"""Is told of every stream to the device by its service; gives who listens to it."""


class ProgramEnd(Protocol):
    """The program's end of a stream. `finished`: nothing is sent or received any more."""

    finished: bool

    @property
    def pushed(self) -> PushTarget | None:
        """The same end where it takes bytes in callbacks."""

    def await_more(self, begin: Callable[[bytes], None]) -> None:
        """Call that once when there is something to receive: with it, or with b"" where it has hung up."""

    async def receive(self) -> bytes:
        """Some bytes, b"" when it has hung up, or after `finish`."""

    async def send(self, data: bytes | bytearray) -> None:
        """Send all of it, as fast as it is taken.

        Raises:
            ClientDisconnected: nobody takes it, or `finish` was called.
        """

    def finish(self) -> None:
        """Send and receive no more; what was sent still arrives."""


class DeviceEnd(Protocol):
    """The device's end of a stream."""

    async def receive_packet(self) -> bytes | bytearray:
        """Some bytes as they came, b"" when it has ended, or after `close`. Raises DeviceFault."""

    async def send(self, data: bytes) -> None:
        """Send all of it, as fast as the device takes it. Raises DeviceFault, also after `close`."""

    def close(self) -> None:
        """End it now, without waiting."""
