"""What a `ControlClient` needs of a connection; a Unix socket here and a WebSocket to another machine have it."""

from __future__ import annotations

from typing import Protocol

from adapters.phone.workers.control.messages import Message


class MessageConnection(Protocol):
    """A connection to a virtual phone that answers one request at a time."""

    async def ask(self, request: Message) -> Message:
        """Send a request and wait for its answer. After cancellation the connection must not be used again.

        Raises:
            OSError: the connection is lost.
            ControlProtocolError: the answer is invalid.
        """

    async def aclose(self) -> None:
        """Close the connection."""
