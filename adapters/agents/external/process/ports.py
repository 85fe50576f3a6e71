"""Ports that an isolated program can connect to: sockets that listen on its loopback and are served here."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.abc

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
    """The port numbers inside; `reach` are further services: port inside, host and port outside."""

    talk: int
    proxy: int
    reach: tuple[tuple[int, str, int], ...] = ()

    @property
    def all(self) -> tuple[int, ...]:
        return (ADB_SERVER_PORT, DEVICE_PORT, self.talk, self.proxy, *(port for port, _, _ in self.reach))


def assign_ports(reach: Sequence[str]) -> Ports:
    """Assigns the ports of a program that may reach these services of this computer (`HOST:PORT`).

    A service has the same port inside as outside.

    Raises:
        UsageError: an address is invalid, or two have the same port.
    """
    found: dict[int, tuple[int, str, int]] = {}
    for address in reach:
        host, _, number = address.rpartition(":")
        if not number.isdigit() or not 0 < int(number) < 65536:
            raise UsageError(f"{address!r} is not a valid address; write HOST:PORT")
        port = int(number)
        if port in (ADB_SERVER_PORT, DEVICE_PORT):
            raise UsageError(
                f"{address}: port {port} is reserved for the phone; let the service listen on another port"
            )
        if port in found:
            raise UsageError(f"{address}: port {port} is used by two services; let one listen on another port")
        found[port] = port, host.strip("[]") or "127.0.0.1", port
    talk, proxy = [port for port in _FREE_PORTS if port not in found][:2]
    return Ports(talk, proxy, tuple(found.values()))


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
    """Serves connections until cancelled, `MAX_CONNECTIONS` at a time; further ones are closed at once."""
    held = 0

    async def serve_client(client: anyio.abc.SocketStream) -> None:
        nonlocal held
        async with client:
            if held >= MAX_CONNECTIONS:
                return
            held += 1
            try:
                await serve(client)
            finally:
                held -= 1

    async with await anyio.abc.SocketListener.from_socket(listener) as taken:
        await taken.serve(serve_client)


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
