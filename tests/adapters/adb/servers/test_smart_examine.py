"""The health checks that `doctor` runs on devices and adb servers."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from adapters.adb.daemon.server import listen_tcp, listen_unix
from adapters.adb.health_checks import check_adb, check_tcp, check_unix
from adapters.adb.host.client import connect_tcp
from adapters.adb.servers.client import AdbServer
from runtime.core.errors import UsageError
from tests.adapters.adb.servers.realserver import real_server
from tests.support.tinyphone import TinyPhone


async def test_a_device_tells_protocol_features_and_whom_it_lets_in(tmp_path: Path):
    """One line, and nothing is left connected."""
    async with listen_tcp("127.0.0.1", 0, TinyPhone()) as listener, listen_unix(tmp_path / "p", TinyPhone()):
        (found,) = await check_tcp(f"tcp://127.0.0.1:{listener.port}")
        assert found.good
        assert "ADB protocol 0x01000001, packets up to 1024 KiB; it requires no key" in found.text
        assert "shell_v2" in found.text
        (other,) = await check_unix(f"unix:{tmp_path}/p")
        assert other.good
        with anyio.fail_after(10):
            async with connect_tcp("127.0.0.1", listener.port):
                assert listener.connections >= 1


async def test_a_device_that_is_not_there_is_a_finding():
    """No exception: the line says what to do. An invalid URI stays a usage error."""
    (found,) = await check_tcp("tcp://127.0.0.1:1")
    assert not found.good
    assert "is the device on and listening there?" in found.text
    (server,) = await check_adb("adb://127.0.0.1:1")
    assert not server.good
    with pytest.raises(UsageError, match="tcp://HOST:PORT"):
        await check_tcp("tcp://")


async def test_a_server_tells_of_every_device_in_whatever_state(tmp_path: Path):
    """Its version and features, the device that is ready, and what to do about the one that is offline."""
    async with real_server(tmp_path) as port, listen_tcp("127.0.0.1", 0, TinyPhone()) as ready:
        server = AdbServer.tcp("127.0.0.1", port)
        good = await server.connect(f"127.0.0.1:{ready.port}")
        async with server.track_devices() as lists:
            async with listen_tcp("127.0.0.1", 0, TinyPhone()) as left:
                await server.connect(f"127.0.0.1:{left.port}")
            with anyio.fail_after(20):
                async for rows in lists:
                    if sorted(row.state for row in rows) == ["device", "offline"]:
                        break
        found = await check_adb(f"adb://127.0.0.1:{port}")
        assert found[0].good
        assert sorted(finding.good for finding in found[1:]) == [False, True]
        assert "version 41" in found[0].text
        assert any(str(good) in finding.text and "ready" in finding.text for finding in found if finding.good)
        assert any("reconnect" in finding.text for finding in found if not finding.good)
        (only,) = [
            finding for finding in await check_adb(f"adb://127.0.0.1:{port}/{good}") if str(good) in finding.text
        ]
        assert only.good
