"""A complete virtual phone in this process, reached directly and through a real adb server."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.daemon.services import DeviceServices
from adapters.adb.host.client import connect_tcp
from adapters.adb.host.device_connection import DeviceConnection
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import connect_smart
from adapters.phone.drawing.painter import Painter
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import installed_apps
from adapters.phone.workers.screens import ScreenRenderer
from adapters.phone.workers.services import PhoneServices
from tests.adapters.adb.servers.realserver import real_server


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests of a module, so that they can share a server: it takes seconds to start."""
    return "asyncio"


@pytest.fixture(scope="module")
async def server_port(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[int]:
    """The port of a private adb server."""
    async with real_server(tmp_path_factory.mktemp("home")) as port:
        yield port


@pytest.fixture(scope="module")
def services() -> DeviceServices:
    """A virtual phone."""
    return PhoneServices(HostedPhone("phone-0", installed_apps(), ScreenRenderer(Painter())))


@pytest.fixture
async def listener(services: DeviceServices) -> AsyncIterator[Listener]:
    """The phone on a free TCP port."""
    async with listen_tcp("127.0.0.1", 0, services) as listener:
        yield listener


@pytest.fixture(params=["direct", "server"])
async def connection(
    request: pytest.FixtureRequest, listener: Listener, server_port: int
) -> AsyncIterator[DeviceConnection]:
    """The phone, reached in both ways."""
    if request.param == "direct":
        async with connect_tcp("127.0.0.1", listener.port) as direct:
            yield direct
        return
    server = AdbServer.tcp("127.0.0.1", server_port)
    target = await server.connect(f"127.0.0.1:{listener.port}")
    async with connect_smart(server, str(target)) as smart:
        yield smart
    await server.disconnect(target.serial)
