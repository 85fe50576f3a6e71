"""The device class of mobilerun, once droidrun, against virtual phones: it requires its portal app on them."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import anyio
import pytest

from tests.adapters.adb.hosts.hosts import WAIT, Connected, environment

PROGRAM = Path(__file__).with_name("mobilerun_client.py")


async def test_the_driver_with_its_portal(phone: Connected):
    """It finds its portal ready, reads the screen, types in two scripts, and uses the clipboard."""
    if find_spec("mobilerun_core_local") is None:
        pytest.skip("mobilerun-core-local is not installed: pip install -e '.[clients]'")
    server = {"ANDROID_ADB_SERVER_HOST": "127.0.0.1", "ANDROID_ADB_SERVER_PORT": str(phone.host.port)}
    command = [sys.executable, str(PROGRAM), phone.serial]
    with anyio.fail_after(2 * WAIT):
        done = await anyio.run_process(command, env=environment(phone.host.home) | server, check=False)
    assert not done.returncode, done.stderr.decode()
    results = json.loads(done.stdout)
    assert results["ping"] == "success"
    assert results["start"] == "App started: com.android.contacts with activity .activities.PeopleActivity"
    assert results["app"] == "com.android.contacts"
    assert (results["typed"], results["field"]) == (True, "Sam 好")
    assert "com.mobilerun.portal" in results["packages"]
    assert results["apps"]["com.android.contacts"] == "Contacts"
    assert results["clipboard"] == ["käse 文", ""]
    assert results["screenshot"] == "PNG"
    assert results["home"] == "com.android.launcher3"
    assert results["date"].endswith("UTC 2026")
    assert results["stop"] == "Stopped com.android.contacts"
    await phone.shell("settings delete secure enabled_accessibility_services; ime reset")
