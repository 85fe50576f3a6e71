"""How a connection to an adb server is made, with a deadline, and what is said when it cannot be."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Final

import anyio

from adapters.adb.packets import Landing
from adapters.adb.smart_errors import ServerAbsent
from adapters.adb.smart_stream import SmartStream
from runtime.errors import DeviceTimeout

_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
_KEEPALIVE: Final = ((socket.TCP_KEEPIDLE, 20), (socket.TCP_KEEPINTVL, 5), (socket.TCP_KEEPCNT, 4))
"""Seconds of silence, seconds between questions, questions: after 40 s without any answer the connection is lost."""

Reach = Callable[[Callable[[], SmartStream]], Awaitable[SmartStream]]
"""Makes a connection to an adb server for the protocol that the argument makes; raises OSError if it cannot."""


def reach_tcp(host: str, port: int) -> Reach:
    """The way to a server that listens on a TCP port."""

    async def reach(make: Callable[[], SmartStream]) -> SmartStream:
        transport, stream = await asyncio.get_running_loop().create_connection(make, host, port)
        if host not in _LOOPBACK:
            # A computer that loses its network says nothing, and trackers wait for ever: the kernel finds out.
            one = transport.get_extra_info("socket")
            one.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in _KEEPALIVE:
                one.setsockopt(socket.IPPROTO_TCP, option, value)
        return stream

    return reach


async def dial(reach: Reach, name: str, seconds: float, landing: Landing | None = None) -> SmartStream:
    """A fresh connection to an adb server.

    Raises:
        ServerAbsent: nobody listens there.
        DeviceTimeout: no connection within so many seconds.
    """
    try:
        with anyio.fail_after(seconds):
            return await reach(lambda: SmartStream(name, landing))
    except TimeoutError:
        raise DeviceTimeout(
            f"{name}: no connection to the adb server within {seconds:g} s; is the address right?"
        ) from None
    except OSError as error:
        raise ServerAbsent(
            f"{name}: no adb server listens there ({error}); start one with `adb start-server`, or with "
            "`adb -a nodaemon server` if it is to serve other computers"
        ) from error
