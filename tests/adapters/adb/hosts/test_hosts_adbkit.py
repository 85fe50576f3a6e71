"""adbkit, the client library of device farms in Node, against virtual phones: its everyday API."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from socket import create_server
from typing import Any

import pytest

from tests.adapters.adb.hosts.hosts import Connected
from tests.adapters.adb.hosts.node_clients import run_client

PROGRAM = Path(__file__).with_name("adbkit_client.mjs")


@pytest.fixture
async def results(phone: Connected, tmp_path: Path) -> AsyncIterator[Mapping[str, Any]]:
    """What its calls got on the first phone. The library cannot remove the forwards that it makes."""
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = (phone.serial, str(tmp_path), str(port))
    found = await run_client("@devicefarmer/adbkit", PROGRAM, phone.host, *words)
    yield {**found, "port": f"tcp:{port}"}
    await phone("forward", "--remove", f"tcp:{port}")
    await phone("reverse", "--remove-all")


async def test_everyday_calls(results: Mapping[str, Any], phone: Connected):
    """Lists, shells, files, screens, forwards, apps; what a phone refuses is an error of the library's own."""
    serial, port = phone.serial, results["port"]
    assert results["version"] == 41
    assert {"id": serial, "type": "device"} in results["devices"]
    assert (results["state"], results["properties"], results["features"]) == ("device", "Virtual Phone", True)
    assert "com.android.settings" in results["packages"]
    assert (results["shell"], results["words"]) == ("a b\n", "it's $HOME 文\n")
    assert (results["pull"], results["stat"], results["folder"]) == (True, 3_000_000, True)
    assert results["many"] == 30
    assert {"Download", "DCIM", "größe 文.bin"} <= set(results["names"])
    assert "No such file" in results["absent"]["error"]
    # The library knows only the header of Android 8, which is a word shorter, and takes that word for a pixel.
    assert (results["screencap"], results["framebuffer"]) == ("PNG", 1080 * 2400 * 4 + 4)
    assert (results["tap"], results["forward"], results["reverse"]) == ("", True, True)
    assert [port, "tcp:9008"] in results["forwards"]
    assert {"remote": "tcp:7912", "local": "tcp:7913"} in results["reverses"]
    assert "closed" in results["closed"]["error"]
    assert (results["activity"], results["installed"]) == (True, [True, False])
    assert results["service"]["error"] == "Not found; no service started."
    assert "INSTALL_PARSE_FAILED_NOT_APK" in results["install"]["error"]
    assert results["clear"]["error"] == "Package 'com.nosuch' could not be cleared"
    assert results["root"]["error"] == "adbd cannot run as root in production builds"
    assert (results["booted"], results["afterwards"]) == (True, "on\n")
