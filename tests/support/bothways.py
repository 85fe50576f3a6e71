"""A device behind a listener, reached directly or through a real adb server: the same connection for the same tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapters.adb.daemon.server import Listener
from adapters.adb.host.client import connect_tcp
from adapters.adb.host.device_connection import DeviceConnection
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import connect_smart

WAYS = ("direct", "server")


@asynccontextmanager
async def reached(way: str, listener: Listener, server_port: int) -> AsyncIterator[DeviceConnection]:
    """The device, in one of the `WAYS`, for the length of a block."""
    if way == "direct":
        async with connect_tcp("127.0.0.1", listener.port) as direct:
            yield direct
        return
    server = AdbServer.tcp("127.0.0.1", server_port)
    target = await server.connect(f"127.0.0.1:{listener.port}")
    async with connect_smart(server, str(target)) as smart:
        yield smart
    await server.disconnect(target.serial)
