"""ADB: the client, directly and through adb servers, and the device's side. Nothing is imported before it is asked for.

    servers     devices behind an adb server, its list of devices, forwards; a client that never ends a server
    device      AdbDevice, the port of the engine; `screens` its ways to the screen, `actions` its command lines
    host        what a host does with a device, whoever carries its streams: commands, terminals and the screen on the
                connection itself (`operations`), `files`, `ports` and `packages` as its parts; `client` dials devices,
                `boot` waits for one that still starts, `sign` asks whether one lives
    daemon      the device's side as a library: give `server` a `services.DeviceServices`, get a device for real hosts
    formats     what travels inside streams, sans-IO: shell frames, files and their compressions, the framebuffer,
                smart sockets
    transport   the connection itself: packets and the protocol sans-IO (`packets`, `intake`, `books`, `wire`), one live
                connection and its streams (`link`, `multiplexer`, `stream`), what all streams share
                (`buffered_stream`, `watchdog`), who may come in (`handshake`, `auth`, `keys`, `tls`),
                how often one may dial (`turns`, `dialling`), what can go wrong (`faults`, `refusals`)
    uri         what the URIs of phones say; `examine` what `doctor` asks before devices are used; `buffers` large
                buffers that are used again

Each room imports only from those below it (import-linter). The openers below are found through entry points.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from runtime.plugins.specs import DeviceSpec

if TYPE_CHECKING:
    from adapters.adb.device import Dial
    from adapters.adb.host.boot import DialAttempt
    from adapters.adb.host.client import Deadlines
    from runtime.plugins.protocols import Device, Finding


@asynccontextmanager
async def open_tcp(uri: str, *, deadlines: Deadlines | None = None) -> AsyncIterator[Sequence[Device]]:
    """The device at `tcp://HOST:PORT`; with `?boot=SECONDS` one that may still be starting.

    Raises:
        UsageError: the URI is none.
        DeviceFault: the device cannot be reached.
    """
    from adapters.adb.uri import parse_tcp

    place = parse_tcp(uri)
    from adapters.adb.host.client import dial_tcp

    dial, attempt = partial(dial_tcp, place.host, place.port, deadlines), partial(dial_tcp, place.host, place.port)
    async with _opened(uri, dial, place.boot, attempt) as devices:
        yield devices


@asynccontextmanager
async def open_unix(uri: str, *, deadlines: Deadlines | None = None) -> AsyncIterator[Sequence[Device]]:
    """The device at `unix:/PATH`.

    Raises:
        UsageError: the URI is none.
        DeviceFault: the device cannot be reached.
    """
    from adapters.adb.uri import parse_unix

    path = parse_unix(uri)
    from adapters.adb.host.client import dial_unix

    async with _opened(uri, lambda: dial_unix(path, deadlines)) as devices:
        yield devices


@asynccontextmanager
async def open_adb(uri: str, *, deadlines: Deadlines | None = None) -> AsyncIterator[Sequence[Device]]:
    """The device at `adb://HOST:PORT/SERIAL`, or all that are ready at the adb server `adb://HOST:PORT`.

    With `adb://HOST:PORT/SERIAL?boot=SECONDS` the device, and the server, may still be starting.

    Raises:
        UsageError: the URI is none, or the serial number fits several devices.
        DeviceFault: no server there, no such device, or it cannot be used.
    """
    from adapters.adb.uri import parse_adb

    place = parse_adb(uri)
    from adapters.adb.servers import device as servers_device
    from adapters.adb.servers.client import AdbServer

    server = AdbServer.tcp(place.host, place.port, deadlines)
    if place.boot:
        await servers_device.wait_ready(server, place.serial, place.boot)
    async with servers_device.open_devices(server, place.serial) as devices:
        yield devices


@asynccontextmanager
async def _opened(
    uri: str, dial: Dial, boot: float = 0.0, attempt: DialAttempt | None = None
) -> AsyncIterator[Sequence[Device]]:
    from adapters.adb.device import AdbDevice

    first: Dial | None = None
    if boot and attempt is not None:
        from adapters.adb.host.boot import wait_ready

        first = partial(wait_ready, attempt, uri, boot)
    device = await AdbDevice.connect(uri, dial, first=first)
    try:
        yield (device,)
    finally:
        await device.aclose()


async def check_tcp(uri: str) -> Sequence[Finding]:
    """Examine what is behind the URI; see `adapters.adb.health_checks`."""
    from adapters.adb.health_checks import check_tcp as examine_tcp

    return await examine_tcp(uri)


async def check_unix(uri: str) -> Sequence[Finding]:
    """Examine what is behind the URI; see `adapters.adb.health_checks`."""
    from adapters.adb.health_checks import check_unix as examine_unix

    return await examine_unix(uri)


async def check_adb(uri: str) -> Sequence[Finding]:
    """Examine what is behind the URI; see `adapters.adb.health_checks`."""
    from adapters.adb.health_checks import check_adb as examine_adb

    return await examine_adb(uri)


TCP: Final = DeviceSpec(open=open_tcp, health_check=check_tcp)
UNIX: Final = DeviceSpec(open=open_unix, health_check=check_unix)
ADB: Final = DeviceSpec(open=open_adb, health_check=check_adb)
