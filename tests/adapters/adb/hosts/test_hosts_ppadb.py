"""ppadb (pure-python-adb), an old client library that many programs still use, against virtual phones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.adapters.adb.hosts.hosts import Host, Phones, pattern

ppadb = pytest.importorskip("ppadb.client", reason="ppadb is not installed: pip install -e '.[clients]'")
# The library leaves sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def device(host: Host, phones: Phones) -> Any:
    """The fourth phone, as the library has it through the host's server."""
    client = ppadb.Client("127.0.0.1", host.port)
    client.remote_connect("127.0.0.1", phones.ports[3])
    device = client.device(phones.serials[3])
    device.wait_boot_complete()
    return device


def test_the_server_lists_the_phone(device: Any, host: Host):
    """Version, devices, state, properties and features."""
    client = ppadb.Client("127.0.0.1", host.port)
    assert client.version() == 41
    assert device.serial in [item.serial for item in client.devices()]
    assert device.get_state() == "device"
    assert device.get_properties()["ro.product.model"] == "Virtual Phone"
    assert device.list_features()["android.hardware.touchscreen"] is True


def test_shells(device: Any):
    """Output as text; a command that streams is read by a handler."""
    assert device.shell("echo a b 文") == "a b 文\n"
    lines: list[str] = []

    def read(connection: Any) -> None:
        with connection.socket.makefile() as log:
            lines.append(log.readline())
        connection.close()

    device.shell("logcat", handler=read)
    assert lines[0].startswith("--------- beginning of ")


@pytest.mark.parametrize("size", [0, 65537, (1 << 20) + 1, 3_000_000])
def test_files_go_there_and_back(device: Any, tmp_path: Path, size: int):
    """Pulled as pushed, above and below the megabyte at which the library hangs with some phones."""
    (tmp_path / "local").write_bytes(pattern(size))
    device.push(str(tmp_path / "local"), "/sdcard/some.bin")
    device.pull("/sdcard/some.bin", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == pattern(size)


def test_the_screen_and_fingers(device: Any):
    """Size, density, a picture, touches, keys and text."""
    assert (device.wm_size().width, device.wm_size().height) == (1080, 2400)
    assert device.screencap().startswith(b"\x89PNG")
    device.input_tap(10, 10)
    device.input_swipe(500, 1800, 500, 600, 100)
    device.input_text("hi")
    device.input_keyevent("KEYCODE_HOME")
    assert device.get_top_activity().package == "com.android.launcher3"


def test_apps(device: Any, tmp_path: Path):
    """Packages are listed and cleared; what is no APK is refused; root is refused."""
    assert "com.android.settings" in device.list_packages()
    assert (device.is_installed("com.android.settings"), device.is_installed("com.nosuch")) == (True, False)
    assert device.get_package_version_name("com.android.settings") == "13"
    assert device.clear("com.android.contacts")
    (tmp_path / "junk.apk").write_bytes(b"no package")
    with pytest.raises(Exception, match="INSTALL_PARSE_FAILED_NOT_APK"):
        device.install(str(tmp_path / "junk.apk"))
    assert device.uninstall("com.nosuch") is False
    assert device.get_battery_level() == 80
    with pytest.raises(RuntimeError, match="adbd cannot run as root in production builds"):
        device.root()


def test_forwards(device: Any):
    """Made, listed and removed."""
    device.forward("tcp:0", "tcp:9008")
    assert "tcp:9008" in device.list_forward().values()
    device.killforward_all()
    assert device.list_forward() == {}
