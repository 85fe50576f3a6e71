"""Clients that leave at any moment: they send a part of a request or all of it, and then close or reset."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import struct
from collections.abc import Callable, Sequence
from typing import Final

import anyio

COUNT: Final = 200
_AT_ONCE: Final = 20
_RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER for zero seconds: closing sends RST instead of FIN."""
_ENDS: Final = ("close", "reset", "half-close", "reset after the first bytes of the answer")


async def abort_requests(port: int, requests: Sequence[bytes], *, count: int = COUNT, seed: int = 7) -> None:
    """Send a prefix of one of the requests on each of `count` connections, and end each in one of four ways.

    Half of the prefixes are complete requests; those of a WebSocket may go on with frames.
    """
    draw, slots = random.Random(seed), anyio.Semaphore(_AT_ONCE)

    async def abort(data: bytes, end: str) -> None:
        async with slots:
            await _abort(port, data, end)

    async with anyio.create_task_group() as group:
        for _ in range(count):
            data = draw.choice(requests)
            cut = len(data) if draw.random() < 0.5 else draw.randrange(len(data))
            group.start_soon(abort, data[:cut], draw.choice(_ENDS))


async def _abort(port: int, data: bytes, end: str) -> None:
    loop = asyncio.get_running_loop()
    with socket.socket() as wire:
        wire.setblocking(False)
        await loop.sock_connect(wire, ("127.0.0.1", port))
        await loop.sock_sendall(wire, data)
        if end == "half-close":
            wire.shutdown(socket.SHUT_WR)
        elif end.startswith("reset"):
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            if "after" in end:
                with anyio.move_on_after(0.05):
                    await loop.sock_recv(wire, 20)


class Resources:
    """The tasks and descriptors of this process, compared with those at the time of creation."""

    def __init__(self) -> None:
        self._before = self._count()

    async def settled(self, served: Callable[[], int] = lambda: 0) -> None:
        """Return once the server has noticed every disconnection.

        Raises:
            TimeoutError: tasks, descriptors or connections are left.
        """
        with anyio.fail_after(10):
            while served() or any(now > then for now, then in zip(self._count(), self._before, strict=True)):
                await anyio.wait_all_tasks_blocked()

    @staticmethod
    def _count() -> tuple[int, int]:
        return len(asyncio.all_tasks()), len(os.listdir("/proc/self/fd"))
