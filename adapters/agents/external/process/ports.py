"""Ports that an isolated program can connect to: sockets that listen on its loopback and are served here."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.abc

from adapters.agents.external.process.endpoints import Address, Service, assign_ports, is_public
from adapters.agents.external.wire.listeners import accept_connections
from adapters.agents.external.wire.relay import StartTask
from runtime.core.errors import UsageError

ADB_SERVER_PORT: Final = 5037
"""The default port of adb servers."""
DEVICE_PORT: Final = 5555
"""The default port of phones for `adb connect`."""
_FREE_PORTS: Final = range(5080, 5200)
_CONNECT_TIMEOUT: Final = 10.0
_PIECE: Final = 64 << 10
MAX_CONNECTIONS: Final = 256
"""Simultaneous connections through one of these ports."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The port numbers inside; `services` are further ones that the program may use."""

    talk: int
    proxy: int
    services: tuple[Service, ...] = ()

    @property
    def all(self) -> tuple[int, ...]:
        return (ADB_SERVER_PORT, DEVICE_PORT, self.talk, self.proxy, *(service.inner for service in self.services))


def assign(addresses: Sequence[Address]) -> Ports:
    """Assigns the ports of a program that may use the services at these addresses."""
    talk, proxy, *free = [port for port in _FREE_PORTS if port not in {number for _, number in addresses}]
    return Ports(talk, proxy, assign_ports(addresses, (ADB_SERVER_PORT, DEVICE_PORT, talk, proxy), free))


async def private_addresses(addresses: Iterable[Address]) -> list[Address]:
    """Those addresses whose hosts are this computer or lie in its networks, by what their names resolve to."""
    found = []
    for host, port in addresses:
        try:
            with anyio.fail_after(_CONNECT_TIMEOUT):
                rows = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError, TimeoutError):
            continue
        if not any(is_public(str(row[4][0])) for row in rows):
            found.append((host, port))
    return found


async def check_reachable(service: Service) -> None:
    """Connects to a service once.

    Raises:
        UsageError: it does not accept connections.
    """
    try:
        with anyio.fail_after(_CONNECT_TIMEOUT):
            stream = await anyio.connect_tcp(service.host, service.port)
    except (OSError, TimeoutError) as error:
        cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
        why = os.strerror(cause.errno) if cause.errno else f"no answer within {_CONNECT_TIMEOUT:g} s"
        raise UsageError(
            f"{service.text}, which the program is to use, cannot be reached ({why}): start that service, or correct "
            "its address"
        ) from None
    await stream.aclose()


async def forward_connections(listener: socket.socket, host: str, port: int) -> None:
    """Forwards every connection of the listener to a service until cancelled."""

    async def serve(client: anyio.abc.SocketStream) -> None:
        try:
            with anyio.fail_after(_CONNECT_TIMEOUT):
                there = await anyio.connect_tcp(host, port)
        except (OSError, TimeoutError):
            return
        async with there:
            await copy_both_ways(client, there)

    await serve_connections(listener, serve)


async def serve_connections(
    listener: socket.socket, serve: Callable[[anyio.abc.SocketStream], Awaitable[None]]
) -> None:
    """Serves connections until cancelled, `MAX_CONNECTIONS` at a time; further ones are closed at once.

    The listener is closed at the end.
    """
    held = 0

    async def serve_client(connection: socket.socket, _: StartTask) -> None:
        nonlocal held
        if held >= MAX_CONNECTIONS:
            return
        held += 1
        try:
            client = await _stream(connection)
            if client is not None:
                async with client:
                    await serve(client)
        finally:
            held -= 1

    with listener:
        await accept_connections(listener, serve_client)


async def _stream(connection: socket.socket) -> anyio.abc.SocketStream | None:
    """The stream of a connection; None if the client has gone, since anyio takes only connected sockets."""
    try:
        return await anyio.abc.SocketStream.from_socket(connection)
    except (ValueError, OSError):
        return None


async def copy_both_ways(left: anyio.abc.SocketStream, right: anyio.abc.SocketStream) -> None:
    """Copies until both directions have ended, or one side breaks off."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_copy, left, right, tasks.cancel_scope)
        tasks.start_soon(_copy, right, left, tasks.cancel_scope)


async def _copy(source: anyio.abc.SocketStream, target: anyio.abc.SocketStream, both: anyio.CancelScope) -> None:
    try:
        while True:
            await target.send(await source.receive(_PIECE))
    except anyio.EndOfStream:
        with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            await target.send_eof()
    except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
        both.cancel()
