"""Opens connections to an adb server, with a deadline and helpful errors."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import anyio

from adapters.adb.servers.stream import SmartStream
from adapters.adb.transport.dialing import enable_keepalive
from adapters.adb.transport.packets import ReceiveSink
from adapters.adb.transport.server_errors import ServerAbsent
from runtime.core.errors import DeviceTimeout

_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
"""Local hosts need no keepalive, and a socket per command should be as cheap as possible."""

OpenConnection = Callable[[Callable[[], SmartStream]], Awaitable[SmartStream]]
"""Opens a connection to an adb server for the protocol that the argument creates. Raises OSError."""


def tcp_opener(host: str, port: int) -> OpenConnection:
    """Returns the opener for a server that listens on a TCP port."""

    async def open_connection(make: Callable[[], SmartStream]) -> SmartStream:
        transport, stream = await asyncio.get_running_loop().create_connection(make, host, port)
        if host not in _LOOPBACK:
            enable_keepalive(transport)
        return stream

    return open_connection


async def dial(
    open_connection: OpenConnection, name: str, seconds: float, sink: ReceiveSink | None = None
) -> SmartStream:
    """Opens a new connection to an adb server.

    Raises:
        ServerAbsent: nobody listens there.
        DeviceTimeout: no connection within `seconds`.
    """
    try:
        with anyio.fail_after(seconds):
            return await open_connection(lambda: SmartStream(name, sink))
    except TimeoutError:
        raise DeviceTimeout(
            f"{name}: no connection to the adb server within {seconds:g} s; is the address right?"
        ) from None
    except OSError as error:
        raise ServerAbsent(
            f"{name}: no adb server listens there ({error}); start one with `adb start-server`, or with "
            "`adb -a nodaemon server` if it is to serve other computers"
        ) from error
