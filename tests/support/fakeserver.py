"""An adb server by script: each connection gets the next piece of it, and what was asked is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import anyio
from anyio.abc import SocketAttribute, SocketStream

from adapters.adb.host.device_connection import Deadlines
from adapters.adb.servers.client import AdbServer

SHORT = Deadlines(open=0.3, progress=0.3, command=0.3)
LONG = Deadlines(open=60, progress=60, command=60)
"""Longer than any test may take: what ends under these ends by itself."""


def hex4(text: str) -> bytes:
    """A text as a server sends it."""
    return b"%04x" % len(text.encode()) + text.encode()


class FakeServer:
    """`answers` maps a request to the bytes that come back; None: nothing, ever. `hang_up` closes after the answer.

    What is asked for without being in `answers` gets `otherwise`. `garbage` is sent before anything is asked.
    """

    def __init__(self, answers: dict[str, bytes | None], otherwise: bytes | None = b"FAIL0007no such") -> None:
        self.answers = answers
        self.otherwise = otherwise
        self.asked: list[str] = []
        self.connections = 0
        self.closed = 0
        self.hang_up: Callable[[str], bool] = lambda request: not request.startswith(("host:transport", "host:track"))

    async def serve(self, stream: SocketStream) -> None:
        """One connection."""
        self.connections += 1
        try:
            async with stream:
                while True:
                    request = await self._request(stream)
                    self.asked.append(request)
                    answer = self.answers.get(request, self.otherwise)
                    if answer:
                        await stream.send(answer)
                    if answer is not None and self.hang_up(request):
                        return
        except (anyio.EndOfStream, anyio.BrokenResourceError):
            pass
        finally:
            self.closed += 1

    async def _request(self, stream: SocketStream) -> str:
        head = b""
        while len(head) < 4:
            head += await stream.receive(4 - len(head))
        try:
            size = int(head, 16)
        except ValueError:
            # A server closes without an answer then.
            raise anyio.EndOfStream from None
        data = b""
        while len(data) < size:
            data += await stream.receive(size - len(data))
        return data.decode()


@asynccontextmanager
async def serving(fake: FakeServer, deadlines: Deadlines = LONG) -> AsyncIterator[AdbServer]:
    """A client of the fake."""
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, fake.serve)
        yield AdbServer.tcp("127.0.0.1", int(listener.extra(SocketAttribute.local_port)), deadlines)
        tasks.cancel_scope.cancel()
