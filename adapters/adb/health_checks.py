"""Health checks that `doctor` runs for device URIs: who answers, its version and features, who is refused.

One function per URI scheme, registered as entry points. None of them raises a `Fault`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from adapters.adb import uri as uris
from adapters.adb.framing.smart_wire import Target
from adapters.adb.host import boot
from adapters.adb.host.client import AdbConnection, dial_tcp, dial_unix
from adapters.adb.peer_identity import naming_wrong_peers
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import wait_ready
from adapters.adb.transport.server_errors import unusable_fault
from runtime.core.errors import DeviceFault
from runtime.plugins.protocols import Finding

_AUTHENTICATION = {
    "": "requires no key",
    "key": "knows this computer's key",
    "tls": "is paired with this computer (TLS)",
}


async def check_tcp(uri: str) -> Sequence[Finding]:
    """Checks the device at `tcp://HOST:PORT`."""
    place = uris.parse_tcp(uri)
    attempt = partial(dial_tcp, place.host, place.port)
    try:
        async with naming_wrong_peers("tcp", place):
            if place.boot:
                await (await boot.wait_ready(attempt, uri, place.boot)).aclose()
            return [await _check_device(await attempt())]
    except DeviceFault as fault:
        return [Finding(False, str(fault))]


async def check_unix(uri: str) -> Sequence[Finding]:
    """Checks the device at `unix:/PATH`."""
    try:
        return [await _check_device(await dial_unix(uris.parse_unix(uri)))]
    except DeviceFault as fault:
        return [Finding(False, str(fault))]


async def check_adb(uri: str) -> Sequence[Finding]:
    """Checks the adb server at `adb://HOST:PORT`, and the named device or all of its devices."""
    place = uris.parse_adb(uri)
    server = AdbServer.tcp(place.host, place.port)
    try:
        async with naming_wrong_peers("adb", place):
            if place.boot:
                await wait_ready(server, place.serial, place.boot)
            await server.version()
    except DeviceFault as fault:
        return [Finding(False, str(fault))]
    return await check_server(server, place.serial)


async def check_server(server: AdbServer, serial: str) -> Sequence[Finding]:
    """Checks an adb server and its devices."""
    try:
        version = await server.version()
        host = await server.host_features()
        rows = await server.devices()
    except DeviceFault as fault:
        return [Finding(False, str(fault))]
    found = [Finding(True, f"{server.name}: adb server, version {version}; features: {_joined(host)}")]
    for row in rows:
        if serial and serial not in (row.serial, f"transport_id:{row.transport_id}"):
            continue
        name = f"{server.name}/{row.serial}"
        if row.state != "device":
            found.append(Finding(False, str(unusable_fault(name, row.state))))
            continue
        try:
            features = await server.features(Target(row.serial, row.transport_id))
            model = row.props.get("model", "unknown model")
            found.append(Finding(True, f"{name}: {model}, ready; features: {_joined(features)}"))
        except DeviceFault as fault:
            found.append(Finding(False, str(fault)))
    return found


async def _check_device(connection: AdbConnection) -> Finding:
    try:
        banner = connection.banner
        model = banner.props.get("ro.product.model", "unknown model")
        summary = f"{connection.name}: {banner.kind}, {model}; ADB protocol {connection.version:#010x}, "
        summary += f"packets up to {connection.max_payload >> 10} KiB; it {_AUTHENTICATION[connection.asked]}"
        return Finding(True, f"{summary}; features of both sides: {_joined(connection.features)}")
    finally:
        await connection.aclose()


def _joined(features: frozenset[str]) -> str:
    return ", ".join(sorted(features)) or "none"
