"""Limits a server's open connections and picks the one that is closed when there are too many.

The holder with the most connections loses its oldest one, so a client that floods the server hurts only itself. All
connections without a valid token count as one holder.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from aiohttp import web

MOST: Final = 512
"""Maximum number of open connections. It leaves file descriptors of the default limit for the phones."""


class Connection(web.RequestHandler):
    """One client's connection. `gone` is set when the client has disconnected."""

    __slots__ = ("gone",)

    def __init__(self, server: web.Server, options: Mapping[str, Any]) -> None:
        super().__init__(server, loop=asyncio.get_running_loop(), **options)
        self.gone = asyncio.Event()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Called by the loop."""
        super().connection_lost(exc)
        self.gone.set()


class ConnectionLimiter(web.BaseSite):
    """An aiohttp site that closes connections above a limit. `options` are those of `web.RequestHandler`."""

    def __init__(self, runner: web.AppRunner, host: str, port: int, most: int, options: Mapping[str, Any]) -> None:
        super().__init__(runner)
        self._host = host
        self._port = port
        self._most = most
        self._options = options
        self._holders: dict[web.RequestHandler, object] = {}

    @property
    def name(self) -> str:
        """The listening address, for aiohttp's messages."""
        return f"http://{self._host}:{self._port}"

    @property
    def present(self) -> list[web.RequestHandler]:
        """The open connections, oldest first."""
        server = self._runner.server
        return (
            []
            if server is None
            else [connection for connection in server.connections if connection.transport is not None]
        )

    async def start(self) -> None:
        """Start listening. Raises `OSError` if the port is not available."""
        await super().start()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._accept, self._host, self._port, backlog=128)

    def known(self, request: web.Request, holder: object) -> None:
        """Assign a connection to a holder that has shown a valid token."""
        self._holders[request.protocol] = holder
        if len(self._holders) > 2 * self._most:
            self._forget()

    def _accept(self) -> Connection:
        server = self._runner.server
        assert server is not None
        if len(server.connections) >= self._most:
            self._make_room()
        return Connection(server, self._options)

    def _make_room(self) -> None:
        present = self._forget()
        if len(present) < self._most:
            return  # the other connections are closing
        busiest, _ = Counter(id(self._holders.get(handler)) for handler in present).most_common(1)[0]
        abort(next(handler for handler in present if id(self._holders.get(handler)) == busiest))

    def _forget(self) -> list[web.RequestHandler]:
        """Drop closed connections from the table; returns the open ones, oldest first."""
        present = self.present
        self._holders = {handler: self._holders[handler] for handler in present if handler in self._holders}
        return present


def abort(connection: web.RequestHandler) -> None:
    """Close a connection at once, even if the peer does not read its data."""
    transport = connection.transport
    connection.force_close()
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()
