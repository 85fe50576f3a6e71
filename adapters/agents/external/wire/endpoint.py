"""The private adb server of one episode: a listening port behind which there is one device.

    async with endpoint(session.open, shown, watch) as server: ...   # ANDROID_ADB_SERVER_PORT = server.port

What may be asked is decided in `gate`, how bytes are carried in `relay`; `watch` is told of every stream, waits for
nothing and holds nothing up.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

import anyio
import anyio.abc

from adapters.adb.transport.packets import RemoteProtocolError
from adapters.agents.external.wire import server_protocol
from adapters.agents.external.wire.listeners import ASKING, Bind, Client, accepting, loopback, port_of
from adapters.agents.external.wire.protocols import ClientDisconnected, Watch
from adapters.agents.external.wire.relay import Opener, Relay, Start
from adapters.agents.external.wire.server_protocol import (
    Chosen,
    Forwarding,
    Forwards,
    Requests,
    Said,
    Shown,
    Unforwarding,
    Watched,
)
from runtime.core.boundary import unwrap_group
from runtime.core.errors import DeviceFault

MOST_CLIENTS: Final = 128
"""Connections of one agent at a time, those of its forwards included; further ones are closed at once."""
_MOST_FORWARDS: Final = 16


class Endpoint:
    """The server while it stands. `port` is where it listens.

    `bind` makes the sockets of `adb forward`; `asking` is how long a client may take to say what it wants, in seconds.
    """

    def __init__(
        self,
        open_stream: Opener,
        shown: Shown,
        watch: Watch,
        tasks: anyio.abc.TaskGroup,
        *,
        bind: Bind = loopback,
        asking: float = ASKING,
    ) -> None:
        self.port = 0
        self.refused = 0
        """Connections beyond `MOST_CLIENTS`."""
        self._open = open_stream
        self._shown = shown
        self._watch = watch
        self._tasks = tasks
        self._bind = bind
        self._asking = asking
        self.connected = 0
        """Connections that stand."""
        self._forwards: dict[int, _Forward] = {}

    # -- one client -------------------------------------------------------------------------------------------------

    async def client(self, connection: socket.socket, start: Start, forwarded: str = "") -> None:
        """Serve a connection, which its giver closes; one to a port that was forwarded to that service, if any."""
        if self.connected >= MOST_CLIENTS:
            self.refused += 1
            return
        self.connected += 1
        client = Client(connection)
        try:
            if forwarded:
                await Relay(client, await self._open(forwarded), self._watch(forwarded), start).run()
            else:
                await self._converse(client, start)
        except (ClientDisconnected, RemoteProtocolError, DeviceFault):
            pass  # it hung up, is no client of an adb server, or the device has nothing there
        finally:
            client.finish()
            self.connected -= 1

    async def _converse(self, client: Client, start: Start) -> None:
        requests, chosen, hello = Requests(), False, b""
        # Whoever takes too long is let go; from the last request on there is no hurry.
        patience = asyncio.get_running_loop().call_later(self._asking, client.finish)
        try:
            while (asked := await _next(client, requests)) is not None:
                # Who has chosen the device may still ask the server something about it, as the real client does.
                if chosen and not asked.startswith("host"):
                    patience.cancel()
                    await self._serve(client, start, asked, hello, requests.rest)
                    return
                verdict = server_protocol.answer(asked, self._shown)
                hello += await self._answer(verdict)
                chosen = isinstance(verdict, Chosen)
                if chosen and requests.whole:
                    continue  # it has asked for more already: one answer to all of it
                await client.send(hello)
                hello = b""
                if isinstance(verdict, Watched):
                    patience.cancel()
                    while await client.receive():
                        pass
                if not chosen:
                    return
        finally:
            patience.cancel()

    async def _answer(self, verdict: server_protocol.Verdict) -> bytes:
        match verdict:
            case Said(data=data) | Chosen(data=data) | Watched(data=data):
                return data
            case Forwarding():
                return await self._forward(verdict)
            case Unforwarding(port=port):
                return self._unforward(port)
            case Forwards():
                rules = (
                    f"{self._shown.serial} tcp:{port} {forward.remote}\n" for port, forward in self._forwards.items()
                )
                return server_protocol.okay("".join(rules))

    async def _serve(self, client: Client, start: Start, service: str, hello: bytes, first: bytes) -> None:
        """A stream to the device, if it is one that may be had."""
        if why := server_protocol.refusal(service):
            await client.send(hello + server_protocol.fail(why))
            return
        try:
            stream = await self._open(service)
        except DeviceFault:
            await client.send(hello + server_protocol.fail("closed"))
            return
        await Relay(client, stream, self._watch(service), start).run(hello + server_protocol.okay(), first)

    # -- forwards ---------------------------------------------------------------------------------------------------

    async def _forward(self, rule: Forwarding) -> bytes:
        known = self._forwards.get(rule.port)
        if known is not None:
            if not rule.rebind:
                return server_protocol.okay() + server_protocol.fail("cannot rebind existing socket")
            known.remote = rule.remote  # the port stays open
            return server_protocol.okay() + server_protocol.okay(str(rule.port))
        if len(self._forwards) >= _MOST_FORWARDS:
            return server_protocol.okay() + server_protocol.fail("cannot bind listener: Too many open files")
        try:
            listener = await self._bind(rule.port)
        except OSError as error:
            return server_protocol.okay() + server_protocol.fail(f"cannot bind listener: {error.strerror}")
        forward = _Forward(listener, rule.remote)
        port = port_of(listener)
        self._forwards[port] = forward
        self._tasks.start_soon(self._listen, forward)
        return server_protocol.okay() + server_protocol.okay(str(port))

    def _unforward(self, port: int | None) -> bytes:
        if port is not None and port not in self._forwards:
            return server_protocol.okay() + server_protocol.fail(f"listener 'tcp:{port}' not found")
        for forward in [port] if port is not None else list(self._forwards):
            self._forwards.pop(forward).scope.cancel()
        return server_protocol.okay() + server_protocol.okay()

    async def _listen(self, forward: _Forward) -> None:
        with forward.listener, forward.scope:
            await accepting(forward.listener, lambda connection, start: self.client(connection, start, forward.remote))

    def close(self) -> None:
        """Forget every forward; the tasks that listened have ended."""
        for forward in self._forwards.values():
            forward.listener.close()
        self._forwards.clear()


@dataclass(slots=True)
class _Forward:
    """Connections to the listener go to `remote` on the device, until the scope is cancelled."""

    listener: socket.socket
    remote: str
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)


async def _next(client: Client, requests: Requests) -> str | None:
    """The next request, None if the client hangs up."""
    while (asked := requests.take()) is None:
        data = await client.receive()
        if not data:
            return None
        requests.feed(data)
    return asked


@asynccontextmanager
async def endpoint(
    open_stream: Opener,
    shown: Shown,
    watch: Watch,
    *,
    port: int = 0,
    listener: socket.socket | None = None,
    bind: Bind = loopback,
    asking: float = ASKING,
) -> AsyncIterator[Endpoint]:
    """Serve until the block ends: on `listener`, which is closed then, or on a port by `bind` (0: any free one).

    Raises:
        OSError: the port cannot be had.
    """
    listener = listener or await bind(port)
    server: Endpoint | None = None
    try:
        async with anyio.create_task_group() as tasks:
            server = Endpoint(open_stream, shown, watch, tasks, bind=bind, asking=asking)
            server.port = port_of(listener)
            tasks.start_soon(accepting, listener, server.client)
            try:
                yield server
            finally:
                tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        # Our tasks raise nothing; the one exception in it is that of the block that we serve.
        raise unwrap_group(group) from None
    finally:
        listener.close()
        if server is not None:
            server.close()
