"""The list of an adb server's devices for as long as somebody wants it, whatever becomes of the server meanwhile."""

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
    """The list now and again at every change, for the length of a block: `AdbServer.track_devices` that resumes.

    When the server goes (somebody restarts it, a network drops) the list is empty, and it is tracked anew when it
    answers again: after waits that grow, in `pace`, spread by `random`. A list that says nothing new is not repeated.

    Raises:
        DeviceRefused: the server does not track devices; no new attempt will mend that.
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
