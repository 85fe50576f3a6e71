"""One tiny device, served on both kinds of sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.adb.daemon.server import Listener, listen_tcp, listen_unix
from adapters.adb.host.client import AdbConnection, connect_unix
from tests.support.tinyphone import TinyPhone


@pytest.fixture
def phone() -> TinyPhone:
    """The device behind the listeners."""
    return TinyPhone()


@pytest.fixture
async def socket_path(phone: TinyPhone, tmp_path: Path) -> AsyncIterator[Path]:
    """The phone on a Unix socket."""
    path = tmp_path / "phone"
    async with listen_unix(path, phone):
        yield path


@pytest.fixture
async def listener(phone: TinyPhone) -> AsyncIterator[Listener]:
    """The phone on a free TCP port."""
    async with listen_tcp("127.0.0.1", 0, phone) as listener:
        yield listener


@pytest.fixture
async def connection(socket_path: Path) -> AsyncIterator[AdbConnection]:
    """One connection to it."""
    async with connect_unix(socket_path) as connection:
        yield connection
