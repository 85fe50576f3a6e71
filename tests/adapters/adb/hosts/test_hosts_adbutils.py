"""adbutils, the client library that most programs use, against virtual phones: its everyday API."""

from __future__ import annotations

import gc
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import adbutils
import pytest
from adbutils._utils import list2cmdline

from tests.adapters.adb.hosts.hosts import Host, Phones, pattern

# The library leaves sockets to the garbage collector, after errors above all.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture
def device(host: Host, phones: Phones) -> Iterator[Any]:
    """The third phone, as the library has it through the host's server."""
    client = adbutils.AdbClient(host="127.0.0.1", port=host.port, socket_timeout=40)
    serial = phones.serials[2]
    assert "connected to" in client.connect(serial)
    client.wait_for(serial)
    yield client.device(serial=serial)
    gc.collect()


def test_the_server_lists_the_phone(device: Any, host: Host):
    """Version 41; plain and extended lists; state and features."""
    client = adbutils.AdbClient(host="127.0.0.1", port=host.port)
    assert client.server_version() == 41
    assert device.serial in [item.serial for item in client.device_list()]
    (info,) = [item for item in client.list(extended=True) if item.serial == device.serial]
    assert (info.state, info.tags["model"]) == ("device", "Virtual_Phone")
    assert device.get_state() == "device"
    assert "shell_v2" in device.get_features()


def test_shells(device: Any):
    """Text, bytes, words to be quoted; the second protocol keeps output, errors and status apart."""
    assert device.shell("echo a b") == "a b"
    words = ["echo", "it's", "a  b", "$HOME", '"', "文件"]
    assert device.shell(list2cmdline(words)) == device.shell(words)
    assert device.shell(words) == "it's a  b $HOME \" 文件"
    assert device.shell(r"printf 'a\000b'", encoding=None) == b"a\0b"
    done = device.shell2("echo o; echo e >&2; exit 3", v2=True)
    assert (done.returncode, done.stdout, done.stderr) == (3, "o\n", "e\n")
    assert device.shell2("false").returncode == 1
    with device.shell("echo one; echo two", stream=True) as stream:
        assert stream.read_until_close() == "one\ntwo\n"


def test_errors_come_where_they_fall(device: Any):
    """The library's default way to the status of a command is a line after its output: errors must be before it."""
    done = device.shell2("cat /sdcard/absent")
    assert (done.returncode, done.output) == (1, "cat: /sdcard/absent: No such file or directory\n")


@pytest.mark.parametrize("size", [0, 65537, (1 << 20) + 1])
def test_files_go_there_and_back(device: Any, tmp_path: Path, size: int):
    """Files pushed from a file, bytes or a reader are pulled and read unchanged; also with a name in two scripts."""
    remote, data = f"/data/local/tmp/größe {size} 文.bin", pattern(size)
    local = tmp_path / "local"
    local.write_bytes(data)
    for source in (local, data, io.BytesIO(data)):
        device.sync.push(source, remote)
        assert device.sync.read_bytes(remote) == data
    assert b"".join(device.sync.iter_content(remote)) == data
    assert device.sync.pull(remote, tmp_path / "back") == size
    assert (tmp_path / "back").read_bytes() == data
    assert device.sync.stat(remote).size == size
    device.remove(remote)
    assert not device.sync.exists(remote)


def test_folders(device: Any, tmp_path: Path):
    """`list` and iter_directory agree with the folder; it is pulled and removed completely."""
    listed = {item.path: item.mode for item in device.sync.list("/sdcard")}
    assert {".", "..", "Download", "DCIM"} <= listed.keys()
    assert listed["."] == listed["Download"] == 0o42770
    assert {item.path for item in device.sync.iter_directory("/sdcard")} == listed.keys()
    device.sync.push(b"a", "/data/local/tmp/some/a")
    device.sync.push(pattern(70_000), "/data/local/tmp/some/deep/ß")
    assert device.sync.read_bytes("/data/local/tmp/some/deep/ß") == pattern(70_000)
    device.sync.pull_dir("/data/local/tmp/some", tmp_path / "back")
    assert (tmp_path / "back" / "deep" / "ß").read_bytes() == pattern(70_000)
    device.rmtree("/data/local/tmp/some")
    assert not device.sync.exists("/data/local/tmp/some")


def test_errors_are_its_own(device: Any):
    """A file that cannot be read or written is an AdbError; the next command works."""
    with pytest.raises(adbutils.AdbError, match="No such file or directory"):
        device.sync.read_bytes("/sdcard/absent")
    with pytest.raises(adbutils.AdbError, match="FAIL"):
        device.sync.push(b"x", "/system/x")
    assert device.shell("echo on") == "on"


def test_the_screen(device: Any):
    """Size, pictures by PNG and by framebuffer that are the same, the tree, the rotation."""
    assert device.window_size() == (1080, 2400)
    shot = device.screenshot()
    assert shot.size == (1080, 2400)
    assert device.framebuffer().convert("RGB").tobytes() == shot.convert("RGB").tobytes()
    assert device.dump_hierarchy().startswith("<?xml")
    assert device.rotation() == 0
    assert device.is_screen_on()


def test_apps_and_properties(device: Any):
    """Properties, packages, starting and stopping an app, which one is in front."""
    assert (device.prop.name, device.prop.model, device.prop.device) == ("phone", "Virtual Phone", "phone")
    assert device.getprop("ro.build.version.sdk") == "33"
    assert "com.android.settings" in device.list_packages()
    assert device.app_info("com.android.settings").version_name == "13"
    device.app_start("com.android.settings")
    assert device.app_current().package == "com.android.settings"
    device.keyevent("HOME")
    assert device.app_current().package == "com.android.launcher3"
    device.app_start("com.android.settings")
    device.app_stop("com.android.settings")
    assert device.app_current().package == "com.android.launcher3"


def test_fingers_and_switches(device: Any):
    """Touches, text and switches are accepted; the battery is read; root is refused."""
    device.click(10, 10)
    device.swipe(500, 1800, 500, 600, 0.1)
    device.keyevent("HOME")
    device.switch_airplane(True)
    assert device.shell("settings get global airplane_mode_on") == "1"
    device.switch_airplane(False)
    assert device.battery().level == 80
    assert device.root().strip() == "adbd cannot run as root in production builds"
