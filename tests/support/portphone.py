"""The phone of these tests: the tiny one with programs that listen in it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio

from adapters.adb.daemon.sockets import Ports
from runtime.plugins.protocols import ByteStream
from tests.support.tinyphone import TinyPhone

ECHO, DIGEST, BLOB, DEAF = "tcp:9008", "tcp:9009", "localabstract:blob", "tcp:9010"
SIZE = 5_000_000
CONTENT = hashlib.sha256(b"blob").digest() * (SIZE // 32)


class PortPhone(TinyPhone):
    """Echoes, digests what it is sent to the end, gives a blob and closes, or reads nothing until `reads` is set."""

    def __init__(self, serial: str = "ports-1") -> None:
        super().__init__(serial)
        self.ports = Ports()
        self.digests: list[str] = []
        self.digested = anyio.Event()
        self.reads = anyio.Event()
        self.ports.listen(ECHO, echo)
        self.ports.listen(DIGEST, self._digest)
        self.ports.listen(BLOB, self._blob)
        self.ports.listen(DEAF, self._deaf)

    async def _digest(self, stream: ByteStream) -> None:
        digest = hashlib.sha256()
        while data := await stream.receive():
            digest.update(data)
        self.digests.append(digest.hexdigest())
        self.digested.set()

    async def _blob(self, stream: ByteStream) -> None:
        await stream.send(CONTENT)

    async def _deaf(self, stream: ByteStream) -> None:
        await self.reads.wait()
        await self._digest(stream)


async def echo(stream: ByteStream) -> None:
    """Send back what comes."""
    while data := await stream.receive():
        await stream.send(data)


@asynccontextmanager
async def host_server(greeting: bytes = b"") -> AsyncIterator[int]:
    """A server on this machine that greets and echoes: the local end of a reverse. Its port."""
    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        with suppress(OSError):
            writer.write(greeting)
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    with anyio.CancelScope(shield=True):
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for writer in writers:
            writer.close()


async def through(port: int, data: bytes, *, half_close: bool = False) -> bytes:
    """Send over a TCP connection and get as many bytes back; with `half_close` everything until the other side ends."""
    got = bytearray()
    async with await anyio.connect_tcp("127.0.0.1", port) as client, anyio.create_task_group() as tasks:

        async def send() -> None:
            await client.send(data)
            if half_close:
                await client.send_eof()

        tasks.start_soon(send)
        while half_close or len(got) < len(data):
            try:
                got += await client.receive(1 << 20)
            except anyio.EndOfStream:
                break
    return bytes(got)


def port_of(spec: str) -> int:
    """The number in `tcp:PORT`."""
    assert spec.startswith("tcp:")
    return int(spec[4:])
