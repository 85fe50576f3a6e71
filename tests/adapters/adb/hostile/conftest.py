"""Our device on a Unix socket, in both kinds of flow control, and a witness that nothing else on the loop notices."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from adapters.adb.daemon.server import Listener, listen_unix
from adapters.adb.daemon.services import ANDROID_13_FEATURES, SUPPORTED_FEATURES
from adapters.adb.host.client import AdbConnection, connect_unix
from tests.support.servicephone import ServicePhone


@pytest.fixture(params=["classic", "windows"])
def flow(request: pytest.FixtureRequest) -> str:
    """The kind of flow control."""
    return str(request.param)


@pytest.fixture
def phone(flow: str) -> ServicePhone:
    """The device."""
    phone = ServicePhone()
    phone.features = SUPPORTED_FEATURES if flow == "windows" else ANDROID_13_FEATURES
    return phone


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the listener's socket."""
    return tmp_path / "phone"


@pytest.fixture
async def listener(phone: ServicePhone, path: Path) -> AsyncIterator[Listener]:
    """It, listening."""
    async with listen_unix(path, phone) as listener:
        yield listener


@pytest.fixture
async def connection(listener: Listener, path: Path) -> AsyncIterator[AdbConnection]:
    """One connection to it."""
    async with connect_unix(path) as connection:
        yield connection


@pytest.fixture
async def bystander(tmp_path: Path) -> AsyncIterator[None]:
    """A second device and a connection to it, which works on and on while the test does what it does."""
    done = 0

    async def work(connection: AdbConnection) -> None:
        nonlocal done
        while True:
            assert (await connection.shell(f"echo {done}")).stdout == f"{done}\n".encode()
            done += 1

    path = tmp_path / "bystander"
    async with (
        listen_unix(path, ServicePhone()),
        connect_unix(path) as connection,
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(work, connection)
        yield
        before = done
        with anyio.fail_after(10):
            while done < before + 3:
                await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()
