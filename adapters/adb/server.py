"""The device's side of ADB as a library: give it a `DeviceServices`, get a device that real hosts can connect to.

    async with listen_unix("/run/phone/1", services) as listener: ...
    async with listen_tcp("127.0.0.1", 0, services) as listener: listener.port

Served are shell (v1, v2 with separate error output and exit status, exec), files (sync: v1 and v2) and, where a device
offers them (see `daemon`), its screen and requests to its daemon; everything else is refused as a real daemon does.
Connections and their streams don't feel each other.
"""

from __future__ import annotations

import asyncio
import math
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
import anyio.abc
from anyio.streams.memory import MemoryObjectReceiveStream

from adapters.adb import framebuffer
from adapters.adb import shell_frames as frames
from adapters.adb.banner import Banner
from adapters.adb.daemon import ADMINISTERED, Administered, Notice, Photographed
from adapters.adb.handshake import guard
from adapters.adb.link import Link
from adapters.adb.packets import MAX_PAYLOAD, Buffer
from adapters.adb.services import SERVED, Authorizer, DeviceServices, Result, ShellResult
from adapters.adb.stream import Stream
from adapters.adb.sync_server import SyncService
from runtime.boundary import guarded
from runtime.errors import DeviceFault, DeviceRefused

Work = Callable[[], Coroutine[Any, Any, None]]
_MAX_STDIN = 64 << 20
_GOODBYE = 1.0
_LAST_WORDS = 0.2
"""Seconds that the hosts have to read what was sent before the daemon starts anew."""
_RAW = struct.Struct("<4I")
"""The header of a raw screencap."""


class Listener:
    """Accepts hosts. `port` is 0 for Unix sockets; `connections` counts those that stand."""

    def __init__(self, server: asyncio.Server, links: set[Link]) -> None:
        self.port = 0
        for one in server.sockets:
            if one.family in (socket.AF_INET, socket.AF_INET6):
                self.port = int(one.getsockname()[1])
        self._links = links

    @property
    def connections(self) -> int:
        return len(self._links)

    def hang_up(self) -> None:
        """Drop every connection, as a phone does that loses its network; new ones are accepted."""
        for link in tuple(self._links):
            link.close()


@asynccontextmanager
async def listen_tcp(
    host: str,
    port: int,
    services: DeviceServices,
    *,
    max_payload: int = MAX_PAYLOAD,
    authorize: Authorizer | None = None,
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[Listener]:
    """Serve on a TCP port (0: any free one) until the block ends. OSError if it cannot be had.

    With `authorize` hosts must prove that they hold a key (AUTH); with `tls` they must show a certificate that the
    context trusts instead (STLS, as for wireless debugging).
    """
    async with _serving(services, max_payload, authorize, tls) as (links, make):
        server = await asyncio.get_running_loop().create_server(make, host, port)
        try:
            yield Listener(server, links)
        finally:
            server.close()


@asynccontextmanager
async def listen_unix(
    path: str | Path,
    services: DeviceServices,
    *,
    max_payload: int = MAX_PAYLOAD,
    authorize: Authorizer | None = None,
) -> AsyncIterator[Listener]:
    """Serve on a Unix socket until the block ends; the path is removed then. OSError if it cannot be had."""
    async with _serving(services, max_payload, authorize) as (links, make):
        server = await asyncio.get_running_loop().create_unix_server(make, str(path))
        try:
            yield Listener(server, links)
        finally:
            server.close()
            with anyio.CancelScope(shield=True), suppress(FileNotFoundError):
                await anyio.Path(path).unlink()


async def serve_device(connection: socket.socket, services: DeviceServices) -> None:
    """Serve one connected socket until the host hangs up; the socket is closed then."""
    connection.setblocking(False)
    async with _serving(services, MAX_PAYLOAD) as (_, make):
        _, link = await asyncio.get_running_loop().create_connection(make, sock=connection)
        # Shielded from the waiter's cancellation, which must not mark the connection as gone.
        await asyncio.shield(link.gone)


@asynccontextmanager
async def _serving(
    services: DeviceServices,
    max_payload: int,
    authorize: Authorizer | None = None,
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[tuple[set[Link], Callable[[], Link]]]:
    """The tasks of all streams, and what makes the protocol of a new connection."""
    links: set[Link] = set()
    try:
        async with anyio.create_task_group() as tasks:
            # Protocol callbacks run outside of any task, where a task group cannot start one in every embedding
            # (under plain `asyncio.run` it cannot tell which library it runs on). They leave their work here.
            leave, take = anyio.create_memory_object_stream[Work](math.inf)
            tasks.start_soon(_start, tasks, take)
            start = leave.send_nowait

            def restart() -> None:
                for link in tuple(links):
                    link.close()

            def make() -> Link:
                asks = authorize is not None or tls is not None
                link = _DeviceEnd(services, start, max_payload, asks, restart).link
                if asks:
                    start(lambda: guard(link, authorize, tls))
                links.add(link)
                link.gone.add_done_callback(lambda _: links.discard(link))
                return link

            try:
                yield links, make
            finally:
                tasks.cancel_scope.cancel()
                leave.close()
                with anyio.CancelScope(shield=True), anyio.move_on_after(_GOODBYE):
                    for link in tuple(links):
                        link.close()
                        await link.gone
    except BaseExceptionGroup as group:
        # Our tasks raise nothing; the one exception in it is that of the block that we serve.
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise


async def _start(tasks: anyio.abc.TaskGroup, take: MemoryObjectReceiveStream[Work]) -> None:
    """Start what the callbacks left, each as a task of its own."""
    with take:
        async for work in take:
            tasks.start_soon(work)


class _DeviceEnd:
    """One connection: turns the services that the host asks for into tasks, by `start`."""

    def __init__(
        self,
        services: DeviceServices,
        start: Callable[[Work], None],
        max_payload: int,
        asks: bool,
        restart: Callable[[], None],
    ) -> None:
        self._services = services
        self._start = start
        self._restart = restart
        said = services.banner()
        banner = Banner(said.kind, said.props, tuple(one for one in said.features if one in SERVED))
        self.link = Link("device", banner, "the host", self._opening, max_payload, guarded=asks)

    def _opening(self, stream: Stream) -> None:
        name, colon, rest = stream.service.partition(":")
        kind, *words = name.split(",")
        if colon and name in ("framebuffer", *ADMINISTERED):
            self._offered(stream, name, rest)
            return
        if not colon or (kind in ("exec", "sync") and words) or kind not in ("shell", "exec", "sync"):
            stream.refuse()
        elif kind == "sync":
            stream.accept()
            self._start(lambda: self._sync(stream))
        else:
            stream.accept()
            framed = "v2" in words
            self._start(lambda: self._shell(stream, rest, framed, framed and "pty" not in words))

    def _offered(self, stream: Stream, name: str, argument: str) -> None:
        """What only some devices serve."""
        services = self._services
        if name == "framebuffer" and isinstance(services, Photographed):
            stream.accept()
            self._start(lambda: self._photograph(stream, services))
            return
        notice: Notice | None = None
        with suppress(DeviceFault), guarded(DeviceRefused, "the device's daemon"):
            notice = services.administer(name, argument) if isinstance(services, Administered) else None
        if notice is None:
            stream.refuse()
            return
        stream.accept()
        self._start(lambda: self._tell(stream, notice))

    async def _photograph(self, stream: Stream, services: Photographed) -> None:
        with anyio.CancelScope() as scope, suppress(DeviceFault):
            # The host may leave, or the device have no picture: either way this stream ends.
            stream.on_end = scope.cancel
            with guarded(DeviceRefused, "the device's screen"):
                raw = memoryview(await services.photograph())
            if len(raw) > _RAW.size:
                width, height, _, space = _RAW.unpack_from(raw)
                await stream.send(framebuffer.Header(width, height, space=space).encode(), raw[_RAW.size :])
        stream.on_end = None
        stream.close()

    async def _tell(self, stream: Stream, notice: Notice) -> None:
        with suppress(DeviceFault):
            await stream.send(notice.text.encode())
        stream.close()
        if notice.restarts:
            with anyio.move_on_after(_LAST_WORDS):
                await asyncio.shield(self.link.gone)
            self._restart()

    async def _sync(self, stream: Stream) -> None:
        try:
            with guarded(DeviceRefused, "the device's file system"):
                await SyncService(stream, self._services.files).run()
        except DeviceFault:
            # The host is gone, or the file system raised what is no OSError: either way this stream ends.
            pass
        stream.close()

    async def _shell(self, stream: Stream, command: str, framed: bool, apart: bool) -> None:
        stdin = _Stdin(stream, framed)
        try:
            with anyio.CancelScope() as scope:
                stream.on_end = scope.cancel
                if command:
                    await self._answer(stream, await self._run(command, stdin), framed, apart)
                else:
                    await self._interactive(stream, stdin, framed, apart)
        except DeviceFault:
            # The host closed the stream or the connection; nobody is left to be told.
            pass
        stream.on_end = None
        stream.close()

    async def _run(self, command: str, stdin: _Stdin) -> Result:
        try:
            with guarded(DeviceRefused, "the device's shell"):
                return await self._services.shell(command, stdin)
        except DeviceRefused as error:
            return ShellResult(b"", f"error: {error}\n".encode(), 126)

    async def _interactive(self, stream: Stream, stdin: _Stdin, framed: bool, apart: bool) -> None:
        """A shell without a command: one line of input after the other, without a prompt."""
        status = 0
        while (line := await stdin.line()) is not None:
            command = line.decode("utf-8", "surrogateescape").strip()
            if command == "exit" or command.startswith("exit "):
                given = command[5:].strip()
                status = int(given) & 0xFF if given.isascii() and given.isdigit() else status
                break
            if command:
                result = await self._run(command, _Nothing(stream, framed))
                status = result.exit
                await self._answer(stream, result, framed, apart, last=False)
        await self._answer(stream, ShellResult(b"", b"", status), framed, apart)

    async def _answer(self, stream: Stream, result: Result, framed: bool, apart: bool, *, last: bool = True) -> None:
        """Send what a command wrote: one frame a packet, the status with the last of them."""
        largest = self.link.wire.max_payload
        if not framed:
            await stream.send(memoryview(result.stdout), result.stderr)
            return
        packet: list[Buffer] = []
        size = 0
        for kind, data in ((frames.STDOUT, result.stdout), (frames.STDERR if apart else frames.STDOUT, result.stderr)):
            view = memoryview(data)
            while len(view):
                if size + frames.HEADER.size >= largest:
                    await stream.send(*packet)
                    packet, size = [], 0
                piece = view[: largest - size - frames.HEADER.size]
                view = view[len(piece) :]
                packet += (frames.HEADER.pack(kind, len(piece)), piece)
                size += frames.HEADER.size + len(piece)
        if last:
            packet.append(frames.frame(frames.EXIT, bytes((result.exit & 0xFF,))))
        if packet:
            await stream.send(*packet)


class _Stdin:
    """Standard input out of a stream, framed or not."""

    def __init__(self, stream: Stream, framed: bool) -> None:
        self._stream = stream
        self._input = frames.Input() if framed else None
        self._pending = bytearray()
        self._closed = False

    async def read(self) -> bytes:
        """Everything until the host closes it."""
        while await self._more():
            del self._pending[_MAX_STDIN:]
        data, self._pending = bytes(self._pending), bytearray()
        return data

    async def read_exactly(self, size: int) -> bytes:
        """So many bytes, fewer only at the end."""
        while len(self._pending) < size and await self._more():
            pass
        data = bytes(self._pending[:size])
        del self._pending[:size]
        return data

    async def line(self) -> bytes | None:
        """The next line, None at the end."""
        while (end := self._pending.find(b"\n") + 1) == 0:
            if len(self._pending) > _MAX_STDIN or self._closed:
                end = len(self._pending)
                break
            await self._more()
        line = bytes(self._pending[:end])
        del self._pending[:end]
        return line or None

    async def _more(self) -> bool:
        if self._closed:
            return False
        packet = await self._stream.receive_packet()
        if not packet:
            self._closed = True
        elif self._input is None:
            self._pending += packet
        else:
            for kind, data in self._input.feed(packet):
                if kind == frames.STDIN:
                    self._pending += data
                elif kind == frames.CLOSE_STDIN:
                    self._closed = True
        return not self._closed


class _Nothing(_Stdin):
    """The standard input of a command inside an interactive shell, whose input the shell itself reads."""

    async def read(self) -> bytes:
        """Nothing."""
        return b""

    async def read_exactly(self, size: int) -> bytes:
        """Nothing."""
        return b""
