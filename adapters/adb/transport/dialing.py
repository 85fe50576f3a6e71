"""Shared by all device connections of a loop: a limit on new connections per second, and TCP keepalive.

When a hub, farm or network returns, all lost connections are dialed again at once, which could overload the farm. With
the limit and the jitter of `runtime.core.backoff`, twenty phones reconnect in a moment and a thousand in seconds. The
limit applies to TCP connections to devices, to devices opened through an adb server, and to SSH logins. It does not
apply to single operations through an adb server, nor to Unix sockets.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Final

import anyio
from anyio.lowlevel import RunVar

from adapters.adb.transport.dial_limiter import RateLimit

DIALS_PER_SECOND: Final = 50
_KEEPALIVE_IDLE: Final = 20
_KEEPALIVE_INTERVAL: Final = 5
_KEEPALIVE_COUNT: Final = 4
"""Seconds of silence, seconds between probes, probes: after 40 s without an answer the connection is lost."""
_UNACKNOWLEDGED_MS: Final = 30_000
"""Milliseconds that sent data may stay unacknowledged before the connection is lost."""


class DialQueue:
    """A first-come, first-served queue for new connections."""

    def __init__(self, per_second: int = DIALS_PER_SECOND) -> None:
        self._turns = RateLimit(per_second)
        self._next = anyio.Lock()

    async def wait_for_turn(self) -> None:
        """Waits until a connection may be started. A cancelled wait uses up no turn."""
        async with self._next:
            now = anyio.current_time()
            due = now + self._turns.wait(now)
            if due > now:
                await anyio.sleep_until(due)
            # The loop may wake us slightly too early.
            self._turns.take(max(anyio.current_time(), due))


_SHARED: Final[RunVar[DialQueue]] = RunVar("dialling")


def limit_dials(per_second: int) -> None:
    """Limits new connections on this event loop to that many per second (default: 50)."""
    _SHARED.set(DialQueue(per_second))


async def wait_for_turn() -> None:
    """Waits until this event loop may start one more connection."""
    try:
        shared = _SHARED.get()
    except LookupError:
        shared = DialQueue()
        _SHARED.set(shared)
    await shared.wait_for_turn()


def enable_keepalive(transport: asyncio.BaseTransport) -> None:
    """Lets the kernel detect that the other computer is gone; local sockets do not need it.

    The protocol has no keepalive of its own, and a phone that loses its network sends nothing.
    """
    raw_socket = transport.get_extra_info("socket")
    if raw_socket is None or raw_socket.family not in (socket.AF_INET, socket.AF_INET6):
        return
    raw_socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", _KEEPALIVE_IDLE),
        ("TCP_KEEPINTVL", _KEEPALIVE_INTERVAL),
        ("TCP_KEEPCNT", _KEEPALIVE_COUNT),
        ("TCP_USER_TIMEOUT", _UNACKNOWLEDGED_MS),
    ):
        # Not every system has all of them.
        if hasattr(socket, name):
            raw_socket.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
