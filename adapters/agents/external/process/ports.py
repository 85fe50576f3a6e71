"""What a program reaches from a namespace whose only network is a loopback: sockets that listen there, served here."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.abc

from runtime.core.errors import UsageError

ADB: Final = 5037
"""Where every client looks for an adb server that is not told otherwise."""
DEVICE: Final = 5555
"""Where a phone listens for `adb connect`."""
_FREE: Final = range(5080, 5200)
_CONNECTING: Final = 10.0
_PIECE: Final = 64 << 10
MOST: Final = 256
"""Connections of a program at a time through one of these."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The numbers inside; `reach` are further services: port inside, host and port outside."""

    talk: int
    proxy: int
    reach: tuple[tuple[int, str, int], ...] = ()

    @property
    def all(self) -> tuple[int, ...]:
        return (ADB, DEVICE, self.talk, self.proxy, *(port for port, _, _ in self.reach))


def chosen(reach: Sequence[str]) -> Ports:
    """The ports of a program that may call these services of this computer (`HOST:PORT`), each at its own port.

    Raises:
        UsageError: an address is none, or two cannot be told apart inside.
    """
    found: dict[int, tuple[int, str, int]] = {}
    for address in reach:
        host, _, number = address.rpartition(":")
        if not number.isdigit() or not 0 < int(number) < 65536:
            raise UsageError(f"{address!r} is no address that a program could reach; write HOST:PORT")
        port = int(number)
        if port in (ADB, DEVICE):
            raise UsageError(f"{address}: port {port} is the phone's for a program; let the service listen elsewhere")
        if port in found:
            raise UsageError(f"{address}: two services at port {port} cannot be told apart by a program")
        found[port] = port, host.strip("[]") or "127.0.0.1", port
    talk, proxy = [port for port in _FREE if port not in found][:2]
    return Ports(talk, proxy, tuple(found.values()))


async def carried(listener: socket.socket, host: str, port: int) -> None:
    """Let every connection to the listener reach that service, until cancelled."""

    async def serve(client: anyio.abc.SocketStream) -> None:
        try:
            with anyio.fail_after(_CONNECTING):
                there = await anyio.connect_tcp(host, port)
        except (OSError, TimeoutError):
            return
        async with there:
            await both_ways(client, there)

    await serving(listener, serve)


async def serving(listener: socket.socket, serve: Callable[[anyio.abc.SocketStream], Awaitable[None]]) -> None:
    """Serve connections until cancelled, `MOST` at a time; further ones are closed at once."""
    held = 0

    async def serve_client(client: anyio.abc.SocketStream) -> None:
        nonlocal held
        async with client:
            if held >= MOST:
                return
            held += 1
            try:
                await serve(client)
            finally:
                held -= 1

    async with await anyio.abc.SocketListener.from_socket(listener) as taken:
        await taken.serve(serve_client)


async def both_ways(left: anyio.abc.SocketStream, right: anyio.abc.SocketStream) -> None:
    """Copy until both have said all, or one breaks off."""
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
