"""ADB: the client, directly or through adb servers, and the device side. Imports its modules only when needed.

    servers       devices behind an adb server: device list, forwards; never kills a server
    device        AdbDevice, the engine's device; `screen_capture` captures its screen
    host          operations on a device over any transport: `device_connection` with its parts `file_operations`,
        `port_operations` and `package_operations`; `client` dials devices, `boot` waits for one that is starting,
        `liveness` checks that one answers
    daemon        the device side as a library: pass `services.DeviceServices` to `server` and hosts can connect
    framing       formats inside streams, sans-IO: shell frames, file transfer, compression, the framebuffer, the
        adb server protocol
    transport     the connection: the sans-IO protocol (`packets`, `packet_reader`, `stream_table`, `wire`), a live
        connection (`link`, `multiplexer`, `stream`), authentication (`handshake`, `auth`, `keys`, `tls`), dialing
        and errors
    peer_identity names what listens on a port where no device or adb server answers
    uri           parses device URIs; `health_checks` serves `doctor`; `buffer_pool` reuses large buffers

Each package imports only from those below it (import-linter). The openers below are entry points.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from adapters.adb.uri import parse_adb, parse_tcp, parse_unix
from runtime.plugins.specs import DeviceSpec

if TYPE_CHECKING:
    from adapters.adb.host.client import Deadlines
    from runtime.plugins.protocols import Device, Finding


@asynccontextmanager
async def open_tcp(uri: str, *, deadlines: Deadlines | None = None) -> AsyncIterator[Sequence[Device]]:
    """Opens the device at `tcp://HOST:PORT`; with `?boot=SECONDS` waits for one that is starting.

    Raises:
        UsageError: the URI is invalid.
        DeviceFault: the device cannot be reached.
    """
    place = parse_tcp(uri)
    from adapters.adb.device import AdbDevice
    from adapters.adb.host.boot import wait_ready
    from adapters.adb.host.client import dial_tcp
    from adapters.adb.peer_identity import naming_wrong_peers

    dial, attempt = partial(dial_tcp, place.host, place.port, deadlines), partial(dial_tcp, place.host, place.port)
    first = partial(wait_ready, attempt, uri, place.boot) if place.boot else None
    async with naming_wrong_peers("tcp", place):
        device = await AdbDevice.connect(uri, dial, first=first)
    async with aclosing(device):
        yield (device,)


@asynccontextmanager
async def open_unix(uri: str, *, deadlines: Deadlines | None = None) -> AsyncIterator[Sequence[Device]]:
    """Opens the device at `unix:/PATH`.

    Raises:
        UsageError: the URI is invalid.
        DeviceFault: the device cannot be reached.
    """
    path = parse_unix(uri)
    from adapters.adb.device import AdbDevice
    from adapters.adb.host.client import dial_unix

    async with aclosing(await AdbDevice.connect(uri, partial(dial_unix, path, deadlines))) as device:
        yield (device,)


@asynccontextmanager
async def open_adb(uri: str, *, deadlines: Deadlines | None = None) -> AsyncIterator[Sequence[Device]]:
    """Opens the device at `adb://HOST:PORT/SERIAL`, or all devices of the adb server `adb://HOST:PORT`.

    Of all devices, those that do not answer are unreached (`DeviceInfo.unreached`).

    With `adb://HOST:PORT/SERIAL?boot=SECONDS` the device and the server may still be starting.

    Raises:
        UsageError: the URI is invalid, or the serial number fits several devices.
        DeviceFault: there is no server or no such device, it cannot be used, or no device of the server answers.
    """
    place = parse_adb(uri)
    from adapters.adb.peer_identity import naming_wrong_peers
    from adapters.adb.servers import device as servers_device
    from adapters.adb.servers.client import AdbServer

    server = AdbServer.tcp(place.host, place.port, deadlines)
    async with AsyncExitStack() as stack:
        async with naming_wrong_peers("adb", place):
            if place.boot:
                await servers_device.wait_ready(server, place.serial, place.boot)
            devices = await stack.enter_async_context(servers_device.open_devices(server, place.serial))
        yield devices


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


TCP: Final = DeviceSpec(open=open_tcp, parse=parse_tcp, health_check=check_tcp)
UNIX: Final = DeviceSpec(open=open_unix, parse=parse_unix, health_check=check_unix)
ADB: Final = DeviceSpec(open=open_adb, parse=parse_adb, health_check=check_adb)
