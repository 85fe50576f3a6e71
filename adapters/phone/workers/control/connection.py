"""Both ends of the control connection, on asyncio transports.

anyio's Unix streams are not used: if one is cancelled in the same event loop iteration in which bytes arrive, its
reader finds a cancelled future and the loop prints a stack trace, which happened occasionally at Ctrl-C.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import anyio

from adapters.phone.workers.control.messages import ControlProtocolError, Decoder, Message, encode


class ControlConnection(asyncio.Protocol):
    """The runtime's end of the connection: one request at a time."""

    def __init__(self) -> None:
        self._decoder = Decoder()
        self._answer: asyncio.Future[Message] | None = None
        self._transport: asyncio.Transport
        self._gone = anyio.Event()

    @classmethod
    async def dial(cls, path: Path) -> ControlConnection:
        """Connect to a phone's control socket. Raises OSError."""
        _, caller = await asyncio.get_running_loop().create_unix_connection(cls, str(path))
        return caller

    async def ask(self, request: Message) -> Message:
        """Send a request and wait for its response. After cancellation the connection must not be used again.

        Raises:
            OSError: the connection is lost.
            ControlProtocolError: the response is invalid.
        """
        if self._gone.is_set():
            raise ConnectionResetError("it has hung up")
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(encode(request))
        return await self._answer

    async def aclose(self) -> None:
        """Close the connection."""
        self._transport.abort()
        await self._gone.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        try:
            for message in self._decoder.receive(data):
                if self._answer is not None and not self._answer.done():
                    self._answer.set_result(message)
        except ControlProtocolError as error:
            self._fail(error)
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone.set()
        self._fail(exc if isinstance(exc, OSError) else ConnectionResetError("it hung up"))

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)


class _ControlServer(asyncio.Protocol):
    """The phone's end: answers immediately and disconnects peers that send invalid messages."""

    def __init__(self, answer: Callable[[Message], Message], callers: set[asyncio.Transport]) -> None:
        self._decoder = Decoder()
        self._reply = answer
        self._callers = callers
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._callers.add(self._transport)

    def data_received(self, data: bytes) -> None:
        try:
            for request in self._decoder.receive(data):
                self._transport.write(encode(self._reply(request)))
        except ControlProtocolError:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._callers.discard(self._transport)


@asynccontextmanager
async def listen(path: Path, answer: Callable[[Message], Message]) -> AsyncIterator[None]:
    """Answer requests at `path` while the block runs."""
    callers: set[asyncio.Transport] = set()
    server = await asyncio.get_running_loop().create_unix_server(lambda: _ControlServer(answer, callers), str(path))
    try:
        await anyio.Path(path).chmod(0o600)
        yield
    finally:
        server.close()
        for transport in tuple(callers):
            transport.abort()
