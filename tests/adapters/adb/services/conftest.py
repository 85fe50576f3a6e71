"""The phone of these tests, connected directly and through a real adb server."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.host.device_connection import DeviceConnection
from tests.adapters.adb.servers.realserver import real_server
from tests.support.bothways import WAYS, reached
from tests.support.servicephone import ServicePhone


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


@pytest.fixture(params=WAYS)
async def connection(
    request: pytest.FixtureRequest, listener: Listener, server_port: int
) -> AsyncIterator[DeviceConnection]:
    """The phone, reached in both ways."""
    async with reached(request.param, listener, server_port) as connection:
        yield connection
