"""The effect of windows on a slow path: a pull over a link that delays every byte by a fixed time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from adapters.adb.daemon.server import listen_unix
from adapters.adb.daemon.services import ANDROID_13_FEATURES, SUPPORTED_FEATURES
from adapters.adb.host.client import connect_unix
from tests.support.tinyphone import TinyPhone


class _Half(asyncio.Protocol):
    """One side of the relay: what comes goes to the other side `delay` seconds later."""

    def __init__(self, delay: float) -> None:
        self.other: _Half | None = None
        self._delay = delay
        self._transport: asyncio.Transport | None = None
        self._early: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        for data in self._early:
            transport.write(data)
        self._early.clear()

    def data_received(self, data: bytes) -> None:
        assert self.other is not None
        asyncio.get_running_loop().call_later(self._delay, self.other.write, data)

    def write(self, data: bytes) -> None:
        """Send on; what comes before the connection stands waits."""
        if self._transport is None:
            self._early.append(data)
        else:
            self._transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.other is not None and self.other._transport is not None:
            self.other._transport.close()


@asynccontextmanager
async def faraway(path: Path, device: Path, delay: float) -> AsyncIterator[None]:
    """A device that is `delay` seconds away in each direction, at `path`."""
    loop = asyncio.get_running_loop()
    dialled: set[asyncio.Task[object]] = set()

    def make() -> _Half:
        near, far = _Half(delay), _Half(delay)
        near.other, far.other = far, near
        dialled.add(loop.create_task(loop.create_unix_connection(lambda: far, str(device))))
        return near

    server = await loop.create_unix_server(make, str(path))
    try:
        yield
    finally:
        server.close()
        for task in dialled:
            await task


async def pull_seconds(folder: Path, *, windowed: bool, delay: float = 0.01, size: int = 10 << 20) -> float:
    """Seconds of one pull of `size` bytes from so far away; sockets are made in `folder`."""
    phone = TinyPhone(features=SUPPORTED_FEATURES if windowed else ANDROID_13_FEATURES)
    phone.files.write("/sdcard/far", bytes(size))
    near, device = folder / f"near-{windowed}", folder / f"device-{windowed}"
    async with listen_unix(device, phone), faraway(near, device, delay), connect_unix(near) as connection:
        assert len(await connection.files.pull("/sdcard/far")) == size
        started = time.monotonic()
        assert len(await connection.files.pull("/sdcard/far")) == size
        return time.monotonic() - started
