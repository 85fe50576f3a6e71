"""Opens the devices of a load test, behind proxies if faults are to be made, and asks how they are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

import anyio
import anyio.to_thread

from adapters.adb.device import AdbDevice
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import SmartConnection
from adapters.farm.results.health import CLEAN, COMMAND, Health, parse_health
from adapters.faults.proxy import FaultProxy, open_proxy
from adapters.faults.specification import FaultSpec
from adapters.phone.workers.device import PhoneDevice
from runtime.core.boundary import unwrap_errors
from runtime.core.errors import DeviceFault, MobileRuntimeError, UsageError
from runtime.devices.pool import unique_devices
from runtime.plugins import registry

_DEADLINE: Final = 20.0
"""Seconds for questions before and after a test."""


@dataclass(frozen=True, slots=True)
class FarmDevice:
    """A device of a load test, the adb server that it is behind, and the proxy before it; None if there is none."""

    device: AdbDevice
    server: AdbServer | None = None
    proxy: FaultProxy | None = None


@asynccontextmanager
async def open_devices(
    uris: Sequence[str], *, proxies: bool, left_out: Callable[[str], None] = lambda _: None
) -> AsyncIterator[list[FarmDevice]]:
    """Open the devices that the URIs name, each only once.

    Of a URI of many devices those that do not answer are left out; `left_out` gets a sentence for each, and for each
    phone that has two addresses.

    Raises:
        UsageError: a URI is invalid or names no ADB device.
        DeviceFault: a device cannot be reached, is not authorized, or does not answer correctly.
    """
    found: list[FarmDevice] = []
    with unwrap_errors(MobileRuntimeError):
        async with AsyncExitStack() as stack:
            for uri in uris:
                found += await _open(stack, uri, proxies, left_out)
            unique = unique_devices([item.device for item in found], left_out)
            yield [item for item in found if item.device in unique]


async def _open(stack: AsyncExitStack, uri: str, proxies: bool, left_out: Callable[[str], None]) -> list[FarmDevice]:
    proxy: FaultProxy | None = None
    opened = uri
    if proxies:
        opened, proxy = await _behind_proxy(stack, uri)
    spec = await anyio.to_thread.run_sync(registry.load, registry.DEVICES, opened.partition(":")[0])
    devices: list[FarmDevice] = []
    for device in await stack.enter_async_context(spec.open(opened)):
        if not isinstance(device, AdbDevice):
            raise UsageError(f"{uri}: this device is not reached by ADB, so there is no farm to put under load")
        if device.info.unreached:
            left_out(f"{device.info.name} is left out: {device.info.unreached}")
            continue
        connection = await device.connection()
        server = connection.server if isinstance(connection, SmartConnection) else None
        before = device.proxies[0] if isinstance(device, PhoneDevice) and device.proxies else proxy
        device.info = replace(device.info, uri=device.info.uri.replace(opened, uri))
        devices.append(FarmDevice(device, server, before))
    return devices


async def _behind_proxy(stack: AsyncExitStack, uri: str) -> tuple[str, FaultProxy | None]:
    """Open a proxy before the device or adb server of a URI; return the URI of the way through it.

    Raises:
        UsageError: no proxy can be put there.
    """
    scheme, _, rest = uri.partition(":")
    if scheme == "phone":
        return f"{uri}{'&' if '?' in uri else '?'}faults=seed=0", None
    if scheme == "unix":
        proxy = await stack.enter_async_context(open_proxy(rest.removeprefix("//"), FaultSpec(), name=uri))
        return f"tcp://{proxy.address}", proxy
    if scheme in ("tcp", "adb"):
        parts = urlsplit(uri)
        address = f"{parts.hostname}:{parts.port or 5037}"
        proxy = await stack.enter_async_context(open_proxy(address, FaultSpec(), name=uri))
        return parts._replace(netloc=proxy.address).geturl(), proxy
    raise UsageError(
        f"{uri}: faults can be made before phone://, tcp://, unix: and adb:// devices, not before {scheme}"
    )


async def ask_health(device: AdbDevice) -> Health | None:
    """Ask a device; None if it does not answer."""
    try:
        with anyio.fail_after(_DEADLINE):
            result = await device.shell(COMMAND)
    except (DeviceFault, TimeoutError):
        return None
    return parse_health(bytes(result.stdout).decode("utf-8", "replace"))


async def clean(device: AdbDevice) -> None:
    """Remove the files that load tests wrote, if the device answers."""
    with suppress(DeviceFault), anyio.move_on_after(_DEADLINE):
        await device.shell(CLEAN)
