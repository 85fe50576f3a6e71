"""The phone of these tests, connected directly and through a real adb server."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.host.client import connect_tcp
from adapters.adb.host.operations import DeviceConnection
from adapters.adb.servers.smart import AdbServer
from adapters.adb.servers.smart_device import connect_smart
from tests.adb_server.realserver import real_server
from tests.adb_services.servicephone import ServicePhone


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests here, so that they can share a server: it takes three seconds to start."""
    return "asyncio"


@pytest.fixture(scope="module")
async def server_port(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[int]:
    """The port of a private adb server."""
    async with real_server(tmp_path_factory.mktemp("home")) as port:
        yield port


@pytest.fixture
def phone() -> ServicePhone:
    """The device behind the listener."""
    return ServicePhone()


@pytest.fixture
async def listener(phone: ServicePhone) -> AsyncIterator[Listener]:
    """The phone on a free TCP port."""
    async with listen_tcp("127.0.0.1", 0, phone) as listener:
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
