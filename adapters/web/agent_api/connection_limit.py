"""How many connections a door holds at once, and whose is closed when there are too many.

Whoever holds most of them loses its oldest: one client that floods the door drops its own connections and nobody
else's. Who has shown no valid token counts as one holder with all others who have not.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from aiohttp import web

MOST: Final = 512
"""Connections at once: few enough for the descriptors that a process has by default, beside those of its phones."""


class ConnectionLimiter(web.BaseSite):
    """Listens for a runner, as aiohttp's own site does."""

    def __init__(self, runner: web.AppRunner, host: str, port: int, most: int) -> None:
        super().__init__(runner)
        self._host = host
        self._port = port
        self._most = most
        self._holders: dict[web.RequestHandler, object] = {}

    @property
    def name(self) -> str:
        """Where it listens, for messages of aiohttp."""
        return f"http://{self._host}:{self._port}"

    @property
    def present(self) -> list[web.RequestHandler]:
        """The connections that are open now, the oldest first."""
        server = self._runner.server
        return (
            []
            if server is None
            else [connection for connection in server.connections if connection.transport is not None]
        )

    async def start(self) -> None:
        """Listen. OSError if the port cannot be had."""
        await super().start()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._visitor, self._host, self._port, backlog=128)

    def known(self, request: web.Request, holder: object) -> None:
        """Somebody who may come in has used this connection."""
        self._holders[request.protocol] = holder
        if len(self._holders) > 2 * self._most:
            self._forget()

    def _visitor(self) -> web.RequestHandler:
        server = self._runner.server
        assert server is not None
        if len(server.connections) >= self._most:
            self._make_room()
        return server()

    def _make_room(self) -> None:
        present = self._forget()
        if len(present) < self._most:
            return  # the others are on their way out
        greedy, _ = Counter(id(self._holders.get(handler)) for handler in present).most_common(1)[0]
        abort(next(handler for handler in present if id(self._holders.get(handler)) == greedy))

    def _forget(self) -> list[web.RequestHandler]:
        """Let go of connections that are no more; those that are, the oldest first."""
        present = self.present
        self._holders = {handler: self._holders[handler] for handler in present if handler in self._holders}
        return present


def abort(connection: web.RequestHandler) -> None:
    """Close a connection now, also if the other side does not read what it was sent."""
    transport = connection.transport
    connection.force_close()
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()
