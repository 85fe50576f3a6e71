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


class Visitors(web.BaseSite):
    """Listens for a runner, as aiohttp's own site does."""

    def __init__(self, runner: web.AppRunner, host: str, port: int, most: int) -> None:
        super().__init__(runner)
        self._host = host
        self._port = port
        self._most = most
        self._holders: dict[web.RequestHandler, object] = {}
        self.dropped = 0
        """Connections that were closed to make room."""

    @property
    def name(self) -> str:
        """Where it listens, for messages of aiohttp."""
        return f"http://{self._host}:{self._port}"

    async def start(self) -> None:
        """Listen. OSError if the port cannot be had."""
        await super().start()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._visitor, self._host, self._port, backlog=128)

    def known(self, request: web.Request, holder: object) -> None:
        """Somebody who may come in has used this connection."""
        self._holders[request.protocol] = holder

    def _visitor(self) -> web.RequestHandler:
        server = self._runner.server
        assert server is not None
        here = server.connections
        if len(here) >= self._most:
            self._make_room(here)
        return server()

    def _make_room(self, here: list[web.RequestHandler]) -> None:
        self._holders = {one: self._holders[one] for one in here if one in self._holders}
        open_ones = [one for one in here if one.transport is not None]
        if len(open_ones) < self._most:
            return  # the others are on their way out
        greedy, _ = Counter(id(self._holders.get(one)) for one in open_ones).most_common(1)[0]
        oldest = next(one for one in open_ones if id(self._holders.get(one)) == greedy)
        oldest.force_close()
        self.dropped += 1
