"""One phone, one adb server and one client connection for all tests of this folder, because they start slowly."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import adbutils
import pytest
import uiautomator2

from tests.adapters.adb.hosts.hosts import Host, serve, serve_phones


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The adb of the wheel with a private server."""
    with serve("wheel", tmp_path_factory.mktemp("home")) as host:
        yield host


@pytest.fixture(scope="session")
def server(host: Host) -> adbutils.AdbClient:
    """That server, as the library has it."""
    return adbutils.AdbClient(host="127.0.0.1", port=host.port, socket_timeout=40)


@pytest.fixture(scope="session")
def device(server: adbutils.AdbClient, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A virtual phone through adbutils; the server of the uiautomator client does not run on it yet."""
    with serve_phones(1, tmp_path_factory.mktemp("p")) as phones:
        (serial,) = phones.serials
        assert "connected to" in server.connect(serial)
        server.wait_for(serial)
        yield server.device(serial=serial)
        assert phones.process.poll() is None, phones.trouble
        gc.collect()


@pytest.fixture(scope="session")
def connected(device: Any) -> Iterator[Any]:
    """The client, connected: it has pushed its jar and started its server."""
    client = uiautomator2.connect(device)
    client.settings["wait_timeout"] = 5.0
    yield client
    client.stop_uiautomator(wait=False)


@pytest.fixture
def d(connected: Any) -> Any:
    """The same client at the home screen."""
    stop = "am force-stop com.android.contacts; am force-stop com.android.settings"
    connected.shell(f"{stop}; input keyevent WAKEUP HOME")
    return connected
