"""Measures how a farm grows: more and more devices are connected, listed and asked, all of them at once each time."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from adapters.adb.device import AdbDevice
from adapters.adb.framing.smart_wire import DeviceRow
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import dial_smart
from adapters.adb.uri import parse_tcp
from adapters.farm.devices import open_devices
from adapters.farm.probes import Probes
from adapters.farm.reports.growth_row import GrowthRow
from adapters.farm.results.histogram import Latencies
from runtime.core.errors import DeviceFault, DeviceTimeout

SIZES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
_ROUNDS: Final = 3
_TRACKED: Final = 30.0
"""Seconds for an adb server to list all devices as ready."""


async def measure_growth(
    uris: Sequence[str], server: AdbServer | None, observe: Callable[[GrowthRow], None] = lambda _: None
) -> tuple[GrowthRow, ...]:
    """Connect more and more of the devices, directly or by asking an adb server to, and measure at each size.

    Raises:
        DeviceFault: a device or the server cannot be reached.
    """
    rows: list[GrowthRow] = []
    async with AsyncExitStack() as stack:
        lists = None if server is None else await stack.enter_async_context(server.track_devices())
        devices: list[AdbDevice] = []
        for size in _sizes(len(uris)):
            clock = asyncio.get_running_loop().time
            began = clock()
            devices += [await stack.enter_async_context(_connected(uri, server)) for uri in uris[len(devices) : size]]
            connecting = clock() - began
            tracking = None if lists is None else await _tracked(lists, size)
            rows.append(await _row(devices, server, connecting, tracking))
            observe(rows[-1])
    return tuple(rows)


def _sizes(most: int) -> Iterator[int]:
    yield from (size for size in SIZES if size < most)
    yield most


@asynccontextmanager
async def _connected(uri: str, server: AdbServer | None) -> AsyncIterator[AdbDevice]:
    if server is None:
        async with open_devices([uri], proxies=False) as (found,):
            yield found.device
        return
    place = parse_tcp(uri)
    target = await server.connect(f"{place.host}:{place.port}")
    device = await AdbDevice.connect(uri, lambda: dial_smart(server, target))
    try:
        yield device
    finally:
        await device.aclose()


async def _tracked(lists: AsyncIterator[tuple[DeviceRow, ...]], size: int) -> float:
    """Return how many milliseconds later a server that reports changes has reported so many ready devices."""
    clock = asyncio.get_running_loop().time
    began = clock()
    try:
        with anyio.fail_after(_TRACKED):
            async for rows in lists:
                if sum(row.state == "device" for row in rows) >= size:
                    break
    except TimeoutError:
        raise DeviceTimeout(f"the adb server has not listed {size} devices as ready within {_TRACKED:g} s") from None
    return (clock() - began) * 1000


async def _row(
    devices: Sequence[AdbDevice], server: AdbServer | None, connecting: float, tracking: float | None
) -> GrowthRow:
    clock = asyncio.get_running_loop().time
    listing = listed = None
    if server is not None:
        began = clock()
        rows = await server.devices(long=False)  # a long list of more than 900 is cut by the server
        listing, listed = (clock() - began) * 1000, sum(row.state == "device" for row in rows)
    answers, failed = Latencies(), 0
    probes = Probes()

    async def ask(device: AdbDevice) -> None:
        nonlocal failed
        began = clock()
        try:
            await (await device.connection()).files.stat("/sdcard")
        except DeviceFault:
            failed += 1
        else:
            answers.add(clock() - began)

    async with anyio.create_task_group() as watching:
        watching.start_soon(probes.run)
        for _ in range(_ROUNDS):
            async with anyio.create_task_group() as group:
                for device in devices:
                    group.start_soon(ask, device)
        watching.cancel_scope.cancel()
    return GrowthRow(
        devices=len(devices),
        connecting=round(connecting, 3),
        tracking=None if tracking is None else round(tracking, 2),
        listing=None if listing is None else round(listing, 2),
        listed=listed,
        answers=answers.summary(),
        failed=failed,
        memory=round(await anyio.to_thread.run_sync(_resident), 1),
        lag=probes.lags.summary().max,
    )


def _resident() -> float:
    """Megabytes of memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6
