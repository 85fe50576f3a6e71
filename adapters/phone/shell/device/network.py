"""The network inside a phone, as programs of its shell use it. What waits here waits as tasks do."""

from __future__ import annotations

from typing import Protocol


class Socket(Protocol):
    """A program's end of a connection."""

    def read(self) -> bytes:
        """Return what has come, waiting for it; b"" at the end."""

    def write(self, data: bytes | memoryview) -> None:
        """Send bytes, waiting while too many are on their way.

        Raises:
            Signalled: with SIGPIPE, the peer has closed the connection.
        """

    def end_output(self) -> None:
        """End what the peer receives; it may still send."""

    def close(self) -> None:
        """End both directions. What was written still arrives."""


class Listener(Protocol):
    """A port on which a program listens: connections wait until it accepts them."""

    def accept(self) -> Socket:
        """Return the next connection, waiting for it."""

    def close(self) -> None:
        """Stop listening and refuse who still waits."""


class Network(Protocol):
    """The TCP ports of one phone. Nothing outside of it can be reached."""

    def listens(self, port: int) -> bool:
        """Return whether a program listens on a port."""

    def connect(self, port: int) -> Socket:
        """Return a connection.

        Raises:
            ConnectionRefusedError: no program listens there.
        """

    def listen(self, port: int) -> Listener:
        """Listen on a port.

        Raises:
            OSError: it is in use (EADDRINUSE) or privileged (EACCES).
        """
