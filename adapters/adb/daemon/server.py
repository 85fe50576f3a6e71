"""Serves a device to ADB hosts, given its `DeviceServices`.

    async with listen_unix("/run/phone/1", services) as listener: ...
    async with listen_tcp("127.0.0.1", 0, services) as listener: listener.port

`connection` describes the services. Connections and streams are independent of each other.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
import anyio.abc
from anyio.streams.memory import MemoryObjectReceiveStream

from adapters.adb.daemon.connection import DaemonConnection, Work
from adapters.adb.daemon.services import DeviceServices
from adapters.adb.transport.handshake import Authorizer, guard_device
from adapters.adb.transport.link import Link
from adapters.adb.transport.packets import MAX_PAYLOAD

MAX_HOSTS = 64
"""Simultaneous connections to one device; further ones are closed at once."""
_CLOSE_TIMEOUT = 1.0


class Listener:
    """Accepts hosts. `port` is 0 for Unix sockets; `connections` counts open connections."""

    def __init__(self, server: asyncio.Server, links: set[Link]) -> None:
        self.port = 0
        for item in server.sockets:
            if item.family in (socket.AF_INET, socket.AF_INET6):
                self.port = int(item.getsockname()[1])
        self._links = links

    @property
    def connections(self) -> int:
        return len(self._links)

    def hang_up(self) -> None:
        """Drops every connection, like a phone that loses its network; new ones are accepted."""
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
    """Serves on a TCP port (0: any free one) until the block ends. Raises OSError.

    With `authorize` hosts must prove that they hold a key (AUTH); with `tls` they must show a certificate that the
    context trusts instead (STLS, as for wireless debugging).
    """
    async with _serve_links(services, max_payload, authorize, tls) as (links, make):
        server = await asyncio.get_running_loop().create_server(_limited(links, make), host, port)
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
    """Serves on a Unix socket until the block ends, then removes its path. Raises OSError."""
    async with _serve_links(services, max_payload, authorize) as (links, make):
        server = await asyncio.get_running_loop().create_unix_server(_limited(links, make), str(path))
        try:
            yield Listener(server, links)
        finally:
            server.close()
            with anyio.CancelScope(shield=True), suppress(FileNotFoundError):
                await anyio.Path(path).unlink()


async def serve_device(
    connection: socket.socket,
    services: DeviceServices,
    *,
    max_payload: int = MAX_PAYLOAD,
    authorize: Authorizer | None = None,
    tls: ssl.SSLContext | None = None,
) -> None:
    """Serves one connected socket until the host disconnects, then closes it. Otherwise as `listen_tcp`."""
    connection.setblocking(False)
    async with _serve_links(services, max_payload, authorize, tls) as (_, make):
        _, link = await asyncio.get_running_loop().create_connection(make, sock=connection)
        # Shielded, because cancelling the waiter must not mark the connection as gone.
        await asyncio.shield(link.gone)


class _RefusedConnection(asyncio.Protocol):
    """Closes a connection that is one too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by the loop."""
        transport.close()


def _limited(links: set[Link], make: Callable[[], Link]) -> Callable[[], asyncio.BaseProtocol]:
    """A factory for the protocol of new connections that makes at most `MAX_HOSTS` links."""
    return lambda: make() if len(links) < MAX_HOSTS else _RefusedConnection()


@asynccontextmanager
async def _serve_links(
    services: DeviceServices,
    max_payload: int,
    authorize: Authorizer | None = None,
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[tuple[set[Link], Callable[[], Link]]]:
    """Runs the tasks of all streams; yields the links and a factory for the protocol of new connections."""
    links: set[Link] = set()
    numbers = itertools.count(1)
    try:
        async with anyio.create_task_group() as tasks:
            # Protocol callbacks run outside of any task, where a task group cannot start one in every embedding
            # (under plain `asyncio.run` it cannot tell which library it runs on). They queue their work here.
            send_stream, receive_stream = anyio.create_memory_object_stream[Work](math.inf)
            tasks.start_soon(_start, tasks, receive_stream)
            start = send_stream.send_nowait

            def restart() -> None:
                for link in tuple(links):
                    link.close()

            def make() -> Link:
                asks = authorize is not None or tls is not None
                link = DaemonConnection(services, start, max_payload, asks, restart, f"host-{next(numbers)}").link
                if asks:
                    start(lambda: guard_device(link, authorize, tls))
                links.add(link)
                link.gone.add_done_callback(lambda _: links.discard(link))
                return link

            try:
                yield links, make
            finally:
                tasks.cancel_scope.cancel()
                send_stream.close()
                with anyio.CancelScope(shield=True), anyio.move_on_after(_CLOSE_TIMEOUT):
                    for link in tuple(links):
                        link.close()
                        await link.gone
    except BaseExceptionGroup as group:
        # Our tasks raise nothing; the only exception is that of the caller's block.
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise


async def _start(tasks: anyio.abc.TaskGroup, receive_stream: MemoryObjectReceiveStream[Work]) -> None:
    """Starts each queued piece of work as a task."""
    with receive_stream:
        async for work in receive_stream:
            tasks.start_soon(work)
