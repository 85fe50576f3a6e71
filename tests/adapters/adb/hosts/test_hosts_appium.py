"""appium-adb, through which Appium's drivers and UI-TARS's operator reach phones, against virtual phones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from socket import create_server
from typing import Any

import pytest

from tests.adapters.adb.hosts.hosts import Host, Phones
from tests.adapters.adb.hosts.node_clients import run_client

PROGRAM = Path(__file__).with_name("appium_client.mjs")


@pytest.fixture
async def results(phone: object, host: Host, phones: Phones, tmp_path: Path) -> Mapping[str, Any]:
    """What its methods got on the first phone. The binary must lie in an Android SDK."""
    tools = tmp_path / "sdk" / "platform-tools"
    tools.mkdir(parents=True)
    (tools / "adb").symlink_to(host.binary)
    with create_server(("127.0.0.1", 0)) as free:
        words = (phones.serials[0], str(tmp_path), str(free.getsockname()[1]))
    found = await run_client("appium-adb", PROGRAM, host, *words, ANDROID_HOME=str(tmp_path / "sdk"))
    return {**found, "port": f"tcp:{words[-1]}"}


async def test_public_methods(results: Mapping[str, Any], phones: Phones):
    """The device and its settings, files, apps, forwards, keyboards, the lock screen and the log."""
    assert (results["devices"], results["apiLevel"], results["platform"]) == ("device", 33, "13")
    assert (results["model"], results["size"], results["density"]) == ("Virtual Phone", "1080x2400", 420)
    assert (results["locale"], results["zone"], results["orientation"]) == ("en-US", "UTC", 0)
    assert (results["setting"], results["location"], results["animation"]) == ("77", ["gps"], True)
    assert results["wifi"] == [True, False, True]
    assert results["airplane"] == [True, False]
    assert results["exists"] == [True, False]
    assert {"Download", "DCIM"} <= set(results["names"])
    assert results["files"] == [5 * 9999, True, []]
    assert results["screenshot"] == "PNG"
    assert {"shell_v2", "cmd"} <= set(results["features"])
    assert results["installed"] == [True, False]
    assert results["information"]["versionName"] == "13.4"
    assert results["launchable"] == "com.android.contacts/.activities.PeopleActivity"
    assert results["permissions"] == ["android.permission.INTERNET"]
    assert results["start"] == {"appPackage": "com.android.contacts", "appActivity": ".activities.PeopleActivity"}
    assert (results["running"], results["clear"], results["uninstall"]) == (True, "Success", False)
    assert results["stop"]["appPackage"] == "com.android.launcher3"
    assert results["forward"] == [[f"{phones.serials[0]} {results['port']} tcp:9008"], []]
    assert results["reverse"][0].endswith("tcp:7933 tcp:7934")
    assert results["keys"] == 4
    assert results["keyboard"] == {"isKeyboardShown": False, "canCloseKeyboard": False}
    assert "com.android.inputmethod.latin/.LatinIME" in results["keyboards"]
    assert results["otherKeyboard"] == [
        "com.android.adbkeyboard/.AdbIME",
        "com.android.inputmethod.latin/.LatinIME",
    ]
    assert results["lock"] == [True, False]
    assert "beginning of" in results["log"]
    assert (results["shell"], results["root"], results["connected"]) == ("a b", False, True)
