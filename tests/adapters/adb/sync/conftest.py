"""The phone of these tests, connected directly."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.host.client import AdbConnection, connect_tcp
from tests.support.syncphone import SyncPhone


@pytest.fixture
def phone() -> SyncPhone:
    """The device behind the listener."""
    return SyncPhone()


@pytest.fixture
async def listener(phone: SyncPhone) -> AsyncIterator[Listener]:
    """The phone on a free TCP port."""
    async with listen_tcp("127.0.0.1", 0, phone) as listener:
        yield listener


@pytest.fixture
async def connection(listener: Listener) -> AsyncIterator[AdbConnection]:
    """One connection to it."""
    async with connect_tcp("127.0.0.1", listener.port) as connection:
        yield connection
