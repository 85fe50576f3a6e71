"""The private adb server of one episode, which serves exactly one device.

    async with endpoint(session.open, visible, watch) as server:   # ANDROID_ADB_SERVER_PORT = server.port

`server_protocol` decides what is answered, `relay` carries the bytes. `watch` returns an observer for every stream;
observers never block.
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
from adapters.agents.external.wire.listeners import (
    REQUEST_TIMEOUT,
    Bind,
    ProgramConnection,
    accept_connections,
    listen_on_loopback,
    port_of,
)
from adapters.agents.external.wire.protocols import ClientDisconnected, ObserverFactory
from adapters.agents.external.wire.relay import OpenStream, Relay, StartTask
from adapters.agents.external.wire.server_protocol import (
    AddForward,
    DeviceSelected,
    KeepOpen,
    ListForwards,
    RemoveForward,
    Reply,
    RequestParser,
    VisibleDevice,
)
from runtime.core.boundary import unwrap_group
from runtime.core.errors import DeviceFault

MAX_CLIENTS: Final = 128
"""Simultaneous connections of one agent, its forwards included; further ones are closed at once."""
_MAX_FORWARDS: Final = 16


class Endpoint:
    """A running server. `port` is where it listens.

    `bind` makes the sockets of `adb forward`; `request_timeout` limits how long a client may take to send its request,
    in seconds.
    """

    def __init__(
        self,
        open_stream: OpenStream,
        shown: VisibleDevice,
        watch: ObserverFactory,
        tasks: anyio.abc.TaskGroup,
        *,
        bind: Bind = listen_on_loopback,
        request_timeout: float = REQUEST_TIMEOUT,
    ) -> None:
        self.port = 0
        self.refused = 0
        """Connections rejected because of `MAX_CLIENTS`."""
        self._open = open_stream
        self._shown = shown
        self._watch = watch
        self._tasks = tasks
        self._bind = bind
        self._request_timeout = request_timeout
        self.connected = 0
        """Open connections."""
        self._forwards: dict[int, _Forward] = {}

    # -- one client -------------------------------------------------------------------------------------------------

    async def client(self, connection: socket.socket, start: StartTask, forwarded: str = "") -> None:
        """Serves a connection, which the caller closes. `forwarded` is the service that its port was forwarded to, if
        any.
        """
        if self.connected >= MAX_CLIENTS:
            self.refused += 1
            return
        self.connected += 1
        client = ProgramConnection(connection)
        try:
            if forwarded:
                await Relay(client, await self._open(forwarded), self._watch(forwarded), start).run()
            else:
                await self._serve_requests(client, start)
        except (ClientDisconnected, RemoteProtocolError, DeviceFault):
            pass  # the client disconnected, does not speak ADB, or the device refused the service
        finally:
            client.finish()
            self.connected -= 1

    async def _serve_requests(self, client: ProgramConnection, start: StartTask) -> None:
        requests, selected, hello = RequestParser(), False, b""
        # A slow client is disconnected; after the last request the timeout ends.
        timeout = asyncio.get_running_loop().call_later(self._request_timeout, client.finish)
        try:
            while (request := await _next_request(client, requests)) is not None:
                # A client that has selected the device may still query the server, as the real client does.
                if selected and not request.startswith("host"):
                    timeout.cancel()
                    await self._serve(client, start, request, hello, requests.rest)
                    return
                verdict = server_protocol.answer_request(request, self._shown)
                hello += await self._answer(verdict)
                selected = isinstance(verdict, DeviceSelected)
                if selected and requests.has_request:
                    continue  # the next request is here already: answer all of them at once
                await client.send(hello)
                hello = b""
                if isinstance(verdict, KeepOpen):
                    timeout.cancel()
                    while await client.receive():
                        pass
                if not selected:
                    return
        finally:
            timeout.cancel()

    async def _answer(self, verdict: server_protocol.ServerReply) -> bytes:
        match verdict:
            case Reply(data=data) | DeviceSelected(data=data) | KeepOpen(data=data):
                return data
            case AddForward():
                return await self._forward(verdict)
            case RemoveForward(port=port):
                return self._unforward(port)
            case ListForwards():
                rules = (
                    f"{self._shown.serial} tcp:{port} {forward.remote}\n" for port, forward in self._forwards.items()
                )
                return server_protocol.okay("".join(rules))

    async def _serve(
        self, client: ProgramConnection, start: StartTask, service: str, hello: bytes, first: bytes
    ) -> None:
        """Opens a stream to the device if the service is allowed, and relays it."""
        if why := server_protocol.refusal_reason(service):
            await client.send(hello + server_protocol.fail(why))
            return
        try:
            stream = await self._open(service)
        except DeviceFault:
            await client.send(hello + server_protocol.fail("closed"))
            return
        await Relay(client, stream, self._watch(service), start).run(hello + server_protocol.okay(), first)

    # -- forwards ---------------------------------------------------------------------------------------------------

    async def _forward(self, rule: AddForward) -> bytes:
        known = self._forwards.get(rule.port)
        if known is not None:
            if not rule.rebind:
                return server_protocol.okay() + server_protocol.fail("cannot rebind existing socket")
            known.remote = rule.remote  # the port stays open
            return server_protocol.okay() + server_protocol.okay(str(rule.port))
        if len(self._forwards) >= _MAX_FORWARDS:
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
            await accept_connections(
                forward.listener, lambda connection, start: self.client(connection, start, forward.remote)
            )

    def close(self) -> None:
        """Closes every forward's listener, after the tasks that used them have ended."""
        for forward in self._forwards.values():
            forward.listener.close()
        self._forwards.clear()


@dataclass(slots=True)
class _Forward:
    """Relays connections from the listener to `remote` on the device, until the scope is cancelled."""

    listener: socket.socket
    remote: str
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)


async def _next_request(client: ProgramConnection, requests: RequestParser) -> str | None:
    """The next request; None if the client disconnects."""
    while (request := requests.take()) is None:
        data = await client.receive()
        if not data:
            return None
        requests.feed(data)
    return request


@asynccontextmanager
async def endpoint(
    open_stream: OpenStream,
    shown: VisibleDevice,
    watch: ObserverFactory,
    *,
    port: int = 0,
    listener: socket.socket | None = None,
    bind: Bind = listen_on_loopback,
    request_timeout: float = REQUEST_TIMEOUT,
) -> AsyncIterator[Endpoint]:
    """Serves until the block ends.

    Listens on `listener`, which is closed at the end, or on a port from `bind` (0: any free one).

    Raises:
        OSError: the port is not available.
    """
    listener = listener or await bind(port)
    server: Endpoint | None = None
    try:
        async with anyio.create_task_group() as tasks:
            server = Endpoint(open_stream, shown, watch, tasks, bind=bind, request_timeout=request_timeout)
            server.port = port_of(listener)
            tasks.start_soon(accept_connections, listener, server.client)
            try:
                yield server
            finally:
                tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        # Our tasks raise nothing; the only exception is that of the caller's block.
        raise unwrap_group(group) from None
    finally:
        listener.close()
        if server is not None:
            server.close()
