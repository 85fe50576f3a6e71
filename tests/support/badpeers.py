"""The other end of a connection, by hand: mostly right, and wrong where a test wants it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
from anyio.abc import ByteStream

from adapters.adb.transport.packets import Event, OpenRequested, Role, pack
from adapters.adb.transport.wire import Connection

FEATURES = {"classic": b"shell_v2,stat_v2,cmd", "windows": b"shell_v2,stat_v2,cmd,delayed_ack"}


class BadPeer:
    """One end of a connection. `wire` does what is right; `say` sends any packet."""

    def __init__(self, stream: ByteStream, role: Role, flow: str) -> None:
        self.wire = Connection(role, role.encode() + b"::features=" + FEATURES[flow])
        self._stream = stream

    async def hear(self) -> AsyncIterator[Event]:
        """The other end's packets until it disconnects; pending answers go out before each."""
        if self.wire.role == "host":
            self.wire.connect()
        await self.flush()
        async for data in self._stream:
            for event in self.wire.receive(data):
                await self.flush()
                yield event

    async def opened(self, name: str = "") -> tuple[OpenRequested, int]:
        """Accept streams until one to a service that begins like this: the event, and the other end's id."""
        async for event in self.hear():
            if isinstance(event, OpenRequested):
                theirs = self.wire._streams[event.stream].peer
                self.wire.accept(event.stream)
                await self.flush()
                if event.service.startswith(name):
                    return event, theirs
        raise anyio.EndOfStream

    async def flush(self) -> None:
        """Send what the wire has to say."""
        while self.wire.outgoing:
            await self._stream.send(bytes(self.wire.outgoing.popleft()))

    async def say(self, command: int, arg0: int, arg1: int, data: bytes = b"") -> None:
        """Send one packet, whatever the wire thinks of it."""
        await self._stream.send(pack(command, arg0, arg1, (data,)) + data)

    async def spill(self, data: bytes) -> None:
        """Send bytes as they are."""
        await self._stream.send(data)


@asynccontextmanager
async def bad_device(path: Path, flow: str, behave: Callable[[BadPeer], Awaitable[object]]) -> AsyncIterator[None]:
    """A device on a Unix socket that behaves like this with every host, then waits until that hangs up."""

    async def serve(stream: ByteStream) -> None:
        try:
            async with stream:
                await behave(BadPeer(stream, "device", flow))
                async for _ in stream:
                    pass
        except* (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream):
            pass

    async with await anyio.create_unix_listener(path) as listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        yield
        tasks.cancel_scope.cancel()
