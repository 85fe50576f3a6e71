"""Every listener of the project that speaks ADB, running, with requests that it answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final, cast

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.host.client import connect_tcp
from adapters.adb.transport.packets import CNXN, OPEN, VERSION, pack
from adapters.agents.external.capture.sniffer import Sniffer
from adapters.agents.external.wire.device_port import device_port
from adapters.agents.external.wire.features import visible_device
from adapters.web.shared.serving import Limits
from runtime.plugins.protocols import Device
from tests.support.http_servers import Served
from tests.support.sandboxlab import Noting, asked, sandbox
from tests.support.tinyphone import TinyPhone


def _packet(command: int, arg0: int, arg1: int, data: bytes) -> bytes:
    return pack(command, arg0, arg1, (data,), checked=True) + data


_HELLO: Final = _packet(CNXN, VERSION, 1 << 18, b"host::features=shell_v2")
_HOST_REQUESTS: Final = (
    _HELLO + b"".join(_packet(OPEN, number, 0, b"shell:cat\0") for number in range(1, 20)),
    _HELLO + _packet(OPEN, 1, 0, b"shell:echo on\0"),
    _HELLO,
)
_SERVER_REQUESTS: Final = (
    asked("host:transport-any") + asked("shell:cat"),
    asked("host:transport-any") + asked("shell:echo on"),
    asked("host:track-devices"),
    asked("host:version"),
)


@asynccontextmanager
async def _phone(_: Limits) -> AsyncIterator[Served]:
    async with listen_tcp("127.0.0.1", 0, TinyPhone()) as listener:
        yield Served(listener.port, _HOST_REQUESTS, b"CNXN", lambda: listener.connections)


@asynccontextmanager
async def _adb_server(_: Limits) -> AsyncIterator[Served]:
    async with (
        listen_tcp("127.0.0.1", 0, TinyPhone()) as phone,
        connect_tcp("127.0.0.1", phone.port) as link,
        sandbox(cast("Device", link)) as (server, _sniffer, _session),
    ):
        yield Served(server.port, _SERVER_REQUESTS, b"OKAY00040029", lambda: server.connected)


@asynccontextmanager
async def _device_port(_: Limits) -> AsyncIterator[Served]:
    async with listen_tcp("127.0.0.1", 0, TinyPhone()) as phone, connect_tcp("127.0.0.1", phone.port) as link:
        session = Noting(cast("Device", link))
        async with device_port(session.open, visible_device(), Sniffer(session).watch) as served:
            yield Served(served.port, _HOST_REQUESTS, b"CNXN")


ADB_LISTENERS: Final[dict[str, Callable[[Limits], AbstractAsyncContextManager[Served]]]] = {
    "virtual phone": _phone,
    "ADB server of an episode": _adb_server,
    "phone of an episode": _device_port,
}
