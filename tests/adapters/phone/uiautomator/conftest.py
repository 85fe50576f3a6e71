"""Session fixtures: one phone, one adb server and one uiautomator2 connection, because they start slowly."""

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
    """The adb binary from the adbutils wheel, with a private server."""
    with serve("wheel", tmp_path_factory.mktemp("home")) as host:
        yield host


@pytest.fixture(scope="session")
def server(host: Host) -> adbutils.AdbClient:
    """A client of that private adb server."""
    return adbutils.AdbClient(host="127.0.0.1", port=host.port, socket_timeout=40)


@pytest.fixture(scope="session")
def device(server: adbutils.AdbClient, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A virtual phone connected through adbutils, before the uiautomator server is started on it."""
    with serve_phones(1, tmp_path_factory.mktemp("p")) as phones:
        (serial,) = phones.serials
        assert "connected to" in server.connect(serial)
        server.wait_for(serial)
        yield server.device(serial=serial)
        assert phones.process.poll() is None, phones.trouble
        gc.collect()


@pytest.fixture(scope="session")
def connected(device: Any) -> Iterator[Any]:
    """A connected uiautomator2 client, which has pushed its jar and started its server."""
    client = uiautomator2.connect(device)
    client.settings["wait_timeout"] = 5.0
    yield client
    client.stop_uiautomator(wait=False)


@pytest.fixture
def d(connected: Any) -> Any:
    """The connected client with the phone at the home screen."""
    stop = "am force-stop com.android.contacts; am force-stop com.android.settings"
    connected.shell(f"{stop}; input keyevent WAKEUP HOME")
    return connected
