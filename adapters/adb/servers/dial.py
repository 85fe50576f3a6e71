"""How a connection to an adb server is made, with a deadline, and what is said when it cannot be."""

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
"""Nothing is lost on the way to them, and a socket for each command should cost no more than it must."""

OpenConnection = Callable[[Callable[[], SmartStream]], Awaitable[SmartStream]]
"""Makes a connection to an adb server for the protocol that the argument makes; raises OSError if it cannot."""


def tcp_opener(host: str, port: int) -> OpenConnection:
    """The way to a server that listens on a TCP port."""

    async def reach(make: Callable[[], SmartStream]) -> SmartStream:
        transport, stream = await asyncio.get_running_loop().create_connection(make, host, port)
        if host not in _LOOPBACK:
            enable_keepalive(transport)
        return stream

    return reach


async def dial(reach: OpenConnection, name: str, seconds: float, sink: ReceiveSink | None = None) -> SmartStream:
    """A fresh connection to an adb server.

    Raises:
        ServerAbsent: nobody listens there.
        DeviceTimeout: no connection within so many seconds.
    """
    try:
        with anyio.fail_after(seconds):
            return await reach(lambda: SmartStream(name, sink))
    except TimeoutError:
        raise DeviceTimeout(
            f"{name}: no connection to the adb server within {seconds:g} s; is the address right?"
        ) from None
    except OSError as error:
        raise ServerAbsent(
            f"{name}: no adb server listens there ({error}); start one with `adb start-server`, or with "
            "`adb -a nodaemon server` if it is to serve other computers"
        ) from error
