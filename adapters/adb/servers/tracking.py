"""Follows the device list of an adb server across restarts of the server."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from random import Random

import anyio

from adapters.adb.framing.smart_wire import DeviceRow
from adapters.adb.servers.client import AdbServer
from runtime.core.backoff import Backoff, BackoffPolicy
from runtime.core.errors import DeviceLost, DeviceTimeout


@asynccontextmanager
async def follow_devices(
    server: AdbServer,
    *,
    long: bool = False,
    pace: BackoffPolicy | None = None,
    random: Random | None = None,
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
) -> AsyncIterator[AsyncIterator[tuple[DeviceRow, ...]]]:
    """Yields the device list now and at every change, for the duration of a block; resumes after failures.

    When the server disconnects the list is empty; tracking is retried with growing, randomized waits (`pace`,
    `random`). An unchanged list is not repeated.

    Raises:
        DeviceRefused: the server does not support tracking.
    """
    backoff = Backoff(pace or BackoffPolicy(), random or Random())
    async with aclosing(_lists(server, long, backoff, sleep)) as lists:
        yield lists


async def _lists(
    server: AdbServer, long: bool, backoff: Backoff, sleep: Callable[[float], Awaitable[None]]
) -> AsyncGenerator[tuple[DeviceRow, ...], None]:
    last: tuple[DeviceRow, ...] | None = None
    while True:
        began = anyio.current_time()
        try:
            async with server.track_devices(long=long) as tracked:
                async for listed in tracked:
                    if listed != last:
                        last = listed
                        yield listed
        except (DeviceLost, DeviceTimeout):
            backoff.stood(anyio.current_time() - began)
        if last != ():
            last = ()
            yield ()
        await sleep(backoff.seconds())
