"""What all connections to devices and farms share: a cap on how many are begun per second, and signs of life.

When a hub, a farm or a network returns, everything that was lost is dialled again. Without a cap that storm is what
breaks the farm a second time; with it, and with the jitter of `runtime.core.backoff`, twenty phones are back in a
moment and a thousand in seconds. Capped are connections to devices (TCP), to a device through an adb server, and SSH
logins; not the sockets of single operations on an adb server, nor Unix sockets, behind which there is no network.
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
"""Seconds of silence, seconds between questions, questions: after 40 s without any answer the connection is lost."""
_UNACKNOWLEDGED_MS: Final = 30_000
"""Milliseconds for which what we sent may stay unconfirmed before the connection is lost."""


class DialQueue:
    """The queue for new connections: first come, first served."""

    def __init__(self, per_second: int = DIALS_PER_SECOND) -> None:
        self._turns = RateLimit(per_second)
        self._next = anyio.Lock()

    async def wait_for_turn(self) -> None:
        """Wait until a connection may be begun. Whoever is cancelled while waiting uses nobody's turn up."""
        async with self._next:
            now = anyio.current_time()
            due = now + self._turns.wait(now)
            if due > now:
                await anyio.sleep_until(due)
            # A clock may wake us a hair too early.
            self._turns.take(max(anyio.current_time(), due))


_SHARED: Final[RunVar[DialQueue]] = RunVar("dialling")


def limit_dials(per_second: int) -> None:
    """From now on at most so many connections are begun per second on this event loop (50 unless told otherwise)."""
    _SHARED.set(DialQueue(per_second))


async def wait_for_turn() -> None:
    """Wait until this event loop may begin one more connection."""
    try:
        shared = _SHARED.get()
    except LookupError:
        shared = DialQueue()
        _SHARED.set(shared)
    await shared.wait_for_turn()


def enable_keepalive(transport: asyncio.BaseTransport) -> None:
    """Let the kernel find out when the other computer vanishes without a word; sockets of this computer need no watch.

    The protocol has no sign of life of its own, and a phone that loses its network says nothing.
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
