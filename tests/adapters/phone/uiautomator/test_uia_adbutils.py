"""adbutils, which the client is based on: the parts of its device API not covered by tests/adapters/adb/hosts."""

from __future__ import annotations

import re
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import adbutils
import pytest

from tests.adapters.adb.hosts.hosts import Host, environment

# The library leaves sockets to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SETTINGS, HOME = "com.android.settings", "com.android.launcher3"


@pytest.fixture
def phone(device: Any) -> Any:
    """The phone at the home screen, with nothing that holds its UiAutomation."""
    device.shell("pkill -f com.wetest.uia2.Main")
    device.app_stop(SETTINGS)
    device.keyevent("HOME")
    return device


def test_the_app_in_front(phone: Any):
    """`app_current` names the package, activity and process of the app in front."""
    assert phone.app_current().package == HOME
    phone.app_start(SETTINGS, ".Settings")
    current = phone.app_current()
    assert (current.package, current.activity) == (SETTINGS, ".Settings")
    assert str(current.pid) in phone.shell(["pidof", SETTINGS])


def test_dump_hierarchy_equals_the_shells_dump(phone: Any):
    """`dump_hierarchy` returns the same tree as `uiautomator dump` in the shell."""
    tree = ElementTree.fromstring(phone.dump_hierarchy())
    assert {element.get("package") for element in tree.iter("node")} == {HOME}
    phone.shell("uiautomator dump /sdcard/x.xml")
    assert phone.sync.read_text("/sdcard/x.xml") == phone.dump_hierarchy()


def test_screenshots_and_screen_size(phone: Any):
    """Screenshots, with or without a display id, window sizes and rotation have the expected values."""
    assert phone.screenshot().size == (1080, 2400)
    assert phone.screenshot(display_id=0).size == (1080, 2400)
    assert phone.window_size() == (1080, 2400)
    assert phone.window_size(landscape=True) == (2400, 1080)
    assert phone.rotation() == 0


@pytest.mark.parametrize("v2", [False, True])
def test_shell_commands_with_exit_status(phone: Any, v2: bool):
    """Commands return output and exit status; the second shell protocol separates standard error."""
    done = phone.shell2(["cat", "/absent"], v2=v2)
    assert done.returncode == 1
    assert "No such file or directory" in done.output
    assert ("No such file" in done.stderr) == v2
    assert phone.shell2("echo 文; false", v2=v2, rstrip=True).output == "文"
    assert phone.shell2("printf 'a\\0b'", v2=v2, encoding=None).output == b"a\0b"


def test_installing_and_uninstalling_an_apk(phone: Any, tmp_path: Path):
    """A known APK is installed, described and removed; an invalid one is refused with Android's error code."""
    apk = str(files("uiautomator2") / "assets" / "app-uiautomator.apk")
    phone.install(apk, nolaunch=True, silent=True)
    assert "com.github.uiautomator" in phone.list_packages(["-3"])
    assert phone.app_info("com.github.uiautomator").version_name == "2.4.0"
    assert "Success" in phone.uninstall("com.github.uiautomator")
    assert phone.app_info("com.github.uiautomator") is None
    bad = tmp_path / "bad.apk"
    bad.write_bytes(b"PK nonsense")
    with pytest.raises(adbutils.AdbInstallError, match="INSTALL_PARSE_FAILED_NOT_APK"):
        phone.install(str(bad), silent=True)


def test_adb_installs_by_streaming(phone: Any, host: Host):
    """`adb install` of the adb binary, which streams the APK, and `adb uninstall` succeed."""
    apk = str(files("uiautomator2") / "assets" / "app-uiautomator.apk")

    def adb(*words: str) -> str:
        command = [host.binary, "-P", str(host.port), "-s", phone.serial, *words]
        done = subprocess.run(command, env=environment(host.home), capture_output=True, timeout=200, check=False)
        return (done.stdout + done.stderr).decode()

    assert "Success" in adb("install", "-r", apk)
    assert "com.github.uiautomator" in phone.list_packages(["-3"])
    assert "Success" in adb("uninstall", "com.github.uiautomator")


def test_device_switches(phone: Any):
    """Brightness, Wi-Fi, screen, volume, browser and the IP address work through adbutils."""
    phone.brightness_value = 77
    assert phone.brightness_value == 77
    phone.switch_wifi(False)
    assert phone.shell("settings get global wifi_on") == "0"
    phone.switch_wifi(True)
    phone.switch_screen(False)
    assert not phone.is_screen_on()
    phone.switch_screen(True)
    assert phone.is_screen_on()
    before = int(phone.shell("settings get system volume_music"))
    phone.volume_up()
    assert int(phone.shell("settings get system volume_music")) == min(15, before + 1)
    phone.volume_mute()
    phone.open_browser("example.org")
    phone.keyevent("HOME")
    assert re.fullmatch(r"\d+(\.\d+){3}", phone.wlan_ip())


def test_a_connection_reaches_a_program_on_the_phone(phone: Any):
    """A TCP port of a program in the phone answers, and is refused after the program has ended."""
    phone.sync.push(b"PK", "/data/local/tmp/u2.jar.test")
    start = "CLASSPATH=/data/local/tmp/u2.jar.test app_process / com.wetest.uia2.Main -p 9555"
    stream = phone.shell(start, stream=True)
    try:
        assert b"Starting Server" in stream.conn.recv(100)
        connection = phone.create_connection(adbutils.Network.TCP, 9555)
        connection.sendall(b"GET /ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        content = b""
        while data := connection.recv(1000):
            content += data
        connection.close()
        assert content.endswith(b"pong")
    finally:
        stream.close()
        phone.remove("/data/local/tmp/u2.jar.test")
        phone.shell("pkill app_process")
    with pytest.raises(adbutils.AdbError):
        phone.create_connection(adbutils.Network.TCP, 9555)


@pytest.mark.parametrize("flags", [[], ["-tt"], ["-x"]], ids=["shell v2", "terminal", "shell v1"])
def test_adb_shell_waits_for_a_long_running_program(phone: Any, host: Host, flags: list[str]):
    """`adb shell` prints the first line at once and exits when the program is killed, with its status."""
    phone.sync.push(b"PK", "/data/local/tmp/u2.jar.test")
    start = "CLASSPATH=/data/local/tmp/u2.jar.test app_process / com.wetest.uia2.Main -p 9555"
    command = [host.binary, "-P", str(host.port), "-s", phone.serial, "shell", *flags, start]
    with subprocess.Popen(
        command, env=environment(host.home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout is not None
        assert b"Starting Server" in process.stdout.readline()
        assert process.poll() is None
        phone.shell("pkill -f com.wetest.uia2.Main")
        status = process.wait(40)
    assert status == (0 if flags == ["-x"] else 143)
    phone.remove("/data/local/tmp/u2.jar.test")
