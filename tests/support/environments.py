"""A server of environments on headless phones, and a bare client of its WebSockets."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import anyio
from websockets.asyncio.client import ClientConnection, connect

from adapters.training.openenv.server import EnvironmentServer, Limits
from runtime import RunConfig, Runtime

TOKEN: Final = "the-token-of-the-trainer"
HEADERS: Final = {"Authorization": f"Bearer {TOKEN}"}
TASK: Final = "device.airplane.standard"


class Trainer:
    """One connection. `ask` sends a request and returns the reply's type and data."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def ask(self, kind: str, data: Any = None) -> tuple[str, dict[str, Any]]:
        """Send a request of OpenEnv's protocol."""
        return await self.say(json.dumps({"type": kind, **({} if data is None else {"data": data})}))

    async def say(self, message: str | bytes) -> tuple[str, dict[str, Any]]:
        """Send any message."""
        await self.socket.send(message)
        return await self.hear()

    async def hear(self) -> tuple[str, dict[str, Any]]:
        """Return the next reply."""
        reply = json.loads(await self.socket.recv())
        return reply["type"], reply["data"]


@asynccontextmanager
async def trainer(server: EnvironmentServer, path: str = "/ws") -> AsyncIterator[Trainer]:
    """Connect to a server."""
    url = server.url.replace("http", "ws") + path
    async with connect(url, additional_headers=HEADERS, proxy=None, compression=None, max_size=None) as socket:
        yield Trainer(socket)


@asynccontextmanager
async def serving(
    devices: str = "headless://2", *, limits: Limits | None = None, out: Any = None, config: RunConfig | None = None
) -> AsyncIterator[tuple[Runtime, EnvironmentServer]]:
    """Serve the phones of a new runtime."""
    async with (
        Runtime(config or RunConfig(), devices=[devices], out=out) as runtime,
        EnvironmentServer(runtime, token=TOKEN, limits=limits) as server,
    ):
        yield runtime, server


async def until(condition: Callable[[], bool]) -> None:
    """Return once a condition holds. Raises TimeoutError."""
    with anyio.fail_after(10):
        while not condition():
            await anyio.wait_all_tasks_blocked()


def all_free(runtime: Runtime, server: EnvironmentServer) -> Callable[[], bool]:
    """Whether no client is left, and every phone can be leased."""
    return lambda: server.clients == 0 and len(runtime._pool.free) == len(runtime.devices)
