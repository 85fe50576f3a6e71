"""The private adb server of one episode: a listening port behind which there is one device.

    async with endpoint(session.open, shown, watch) as server: ...   # ANDROID_ADB_SERVER_PORT = server.port

What may be asked is decided in `gate`. Streams are copied both ways as they come; `watch` is told of them, waits for
nothing and holds nothing up.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final, Protocol

import anyio
import anyio.abc

from adapters.adb.transport.packets import RemoteProtocolError
from adapters.sandbox import gate
from adapters.sandbox.gate import Chosen, Forwarding, Forwards, Requests, Said, Shown, Unforwarding, Watched
from runtime.errors import DeviceFault
from runtime.ports import ByteStream

MOST_CLIENTS: Final = 256
"""Connections of one agent at a time; further ones are closed at once."""
_MOST_FORWARDS: Final = 16
_PIECE: Final = 256 << 10
_ASKING: Final = 60.0
"""Seconds that a client may take to say what it wants."""

Opener = Callable[[str], Awaitable[ByteStream]]


class Tap(Protocol):
    """Who listens to one stream."""

    def sent(self, data: bytes) -> None:
        """Bytes from the agent to the device."""

    def closed(self) -> None:
        """The stream has ended."""


Watch = Callable[[str], Tap]
"""Is told of every stream to the device by its service; gives who listens to it."""


class Endpoint:
    """The server while it stands. `port` is where it listens, on the loopback."""

    def __init__(self, open_stream: Opener, shown: Shown, watch: Watch) -> None:
        self.port = 0
        self.refused = 0
        """Connections beyond `MOST_CLIENTS`."""
        self._open = open_stream
        self._shown = shown
        self._watch = watch
        self._clients = 0
        self._forwards: dict[int, tuple[str, anyio.CancelScope]] = {}
        self._tasks: anyio.abc.TaskGroup | None = None

    async def serve(self, listener: anyio.abc.Listener[anyio.abc.SocketStream]) -> None:
        """Answer clients until cancelled."""
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            await listener.serve(self._client, tasks)

    # -- one client -------------------------------------------------------------------------------------------------

    async def _client(self, client: anyio.abc.SocketStream) -> None:
        async with client:
            if self._clients >= MOST_CLIENTS:
                self.refused += 1
                return
            self._clients += 1
            try:
                await self._converse(client)
            except (anyio.BrokenResourceError, anyio.EndOfStream, RemoteProtocolError):
                pass  # it hung up, or is no client of an adb server
            finally:
                self._clients -= 1

    async def _converse(self, client: anyio.abc.SocketStream) -> None:
        requests, chosen = Requests(), False
        while (asked := await _next(client, requests)) is not None:
            # Who has chosen the device may still ask the server something about it, as the real client does.
            if chosen and not asked.startswith("host"):
                await self._serve(client, asked, requests.rest)
                return
            verdict = gate.answer(asked, self._shown)
            await client.send(await self._answer(verdict))
            if isinstance(verdict, Watched):
                while await client.receive():
                    pass
            if not isinstance(verdict, Chosen):
                return
            chosen = True

    async def _answer(self, verdict: gate.Verdict) -> bytes:
        match verdict:
            case Said(data=data) | Chosen(data=data) | Watched(data=data):
                return data
            case Forwarding():
                return await self._forward(verdict)
            case Unforwarding(port=port):
                return self._unforward(port)
            case Forwards():
                rules = (f"{self._shown.serial} tcp:{port} {remote}\n" for port, (remote, _) in self._forwards.items())
                return gate.okay("".join(rules))

    async def _serve(self, client: anyio.abc.SocketStream, service: str, first: bytes) -> None:
        """A stream to the device, if it is one that may be had."""
        if why := gate.refusal(service):
            await client.send(gate.fail(why))
            return
        try:
            stream = await self._open(service)
        except DeviceFault:
            await client.send(gate.fail("closed"))
            return
        await self._relay(client, stream, service, gate.okay(), first)

    async def _relay(
        self, client: anyio.abc.SocketStream, stream: ByteStream, service: str, hello: bytes, first: bytes
    ) -> None:
        tap = self._watch(service)
        try:
            if hello:
                await client.send(hello)
            async with anyio.create_task_group() as both:
                both.start_soon(_upwards, client, stream, tap, first, both.cancel_scope)
                with suppress(DeviceFault):
                    while data := await stream.receive(_PIECE):
                        await client.send(data)
                both.cancel_scope.cancel()
        except* (anyio.BrokenResourceError, anyio.ClosedResourceError):
            pass  # the client has gone; so goes its stream
        finally:
            tap.closed()
            with anyio.CancelScope(shield=True), anyio.move_on_after(1):
                await stream.aclose()

    # -- forwards ---------------------------------------------------------------------------------------------------

    async def _forward(self, rule: Forwarding) -> bytes:
        if rule.port in self._forwards and not rule.rebind:
            return gate.okay() + gate.fail("cannot rebind existing socket")
        if len(self._forwards) >= _MOST_FORWARDS and rule.port not in self._forwards:
            return gate.okay() + gate.fail("cannot bind listener: Too many open files")
        if rule.port in self._forwards:
            self._unforward(rule.port)
        try:
            listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=rule.port)
        except OSError as error:
            return gate.okay() + gate.fail(f"cannot bind listener: {error.strerror}")
        port = int(listener.extra(anyio.abc.SocketAttribute.local_port))
        assert self._tasks is not None
        scope = anyio.CancelScope()
        self._forwards[port] = rule.remote, scope
        self._tasks.start_soon(self._listen, listener, rule.remote, scope)
        return gate.okay() + gate.okay(str(port))

    def _unforward(self, port: int | None) -> bytes:
        if port is not None and port not in self._forwards:
            return gate.okay() + gate.fail(f"listener 'tcp:{port}' not found")
        for one in [port] if port is not None else list(self._forwards):
            self._forwards.pop(one)[1].cancel()
        return gate.okay() + gate.okay()

    async def _listen(
        self, listener: anyio.abc.Listener[anyio.abc.SocketStream], remote: str, scope: anyio.CancelScope
    ) -> None:
        with scope:
            async with listener, anyio.create_task_group() as tasks:
                await listener.serve(partial(self._forwarded, remote), tasks)

    async def _forwarded(self, remote: str, client: anyio.abc.SocketStream) -> None:
        async with client:
            with suppress(DeviceFault, anyio.BrokenResourceError):
                await self._relay(client, await self._open(remote), remote, b"", b"")


async def _next(client: anyio.abc.SocketStream, requests: Requests) -> str | None:
    """The next request, None if the client hangs up or takes too long."""
    with anyio.move_on_after(_ASKING):
        while (asked := requests.take()) is None:
            try:
                requests.feed(await client.receive())
            except anyio.EndOfStream:
                return None
        return asked
    return None


async def _upwards(
    client: anyio.abc.SocketStream, stream: ByteStream, tap: Tap, first: bytes, both: anyio.CancelScope
) -> None:
    """From the agent to the device; a client that hangs up ends the stream, as with a real server."""
    data = first
    with suppress(DeviceFault, anyio.EndOfStream, anyio.BrokenResourceError):
        while True:
            if data:
                tap.sent(data)
                await stream.send(data)
            data = await client.receive(_PIECE)
    both.cancel()


@asynccontextmanager
async def endpoint(open_stream: Opener, shown: Shown, watch: Watch, *, port: int = 0) -> AsyncIterator[Endpoint]:
    """Serve on a port of the loopback (0: any free one) until the block ends. OSError if it cannot be had."""
    server = Endpoint(open_stream, shown, watch)
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=port)
    server.port = int(listener.extra(anyio.abc.SocketAttribute.local_port))
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(server.serve, listener)
        try:
            yield server
        finally:
            tasks.cancel_scope.cancel()
