"""The unmodified uiautomator2 client drives a virtual phone through a real adb server."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import adbutils
import numpy as np
import pytest
import uiautomator2
from PIL import Image
from uiautomator2.core import launch_uiautomator

# The library leaves sockets to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
CONTACTS, SETTINGS, HOME = "com.android.contacts", "com.android.settings", "com.android.launcher3"
JAR = "/data/local/tmp/u2.jar"


def test_the_port_is_refused_before_the_client_connects(device: Any):
    """Without a client the server's port is closed and its jar missing; must run before the shared connection."""
    with pytest.raises(adbutils.AdbError):
        device.create_connection(adbutils.Network.TCP, 9008)
    assert not device.sync.exists(JAR)


def test_connecting_pushes_the_jar_and_starts_the_server(connected: Any, device: Any):
    """The complete jar is on the phone; a second client reuses the jar and the running server."""
    jar = (files("uiautomator2") / "assets" / "u2.jar").read_bytes()
    assert device.sync.stat(JAR).size == len(jar) > 3_500_000
    assert hashlib.md5(jar).hexdigest() in device.shell(["toybox", "md5sum", JAR])
    before = device.sync.stat(JAR).mtime
    other = uiautomator2.connect(device)
    assert other._process is None
    assert other.info == connected.info
    assert device.sync.stat(JAR).mtime == before


def test_device_information(d: Any):
    """`info`, `device_info`, the window size and the serial number have the expected values."""
    assert d.info["currentPackageName"] == HOME
    assert (d.info["displayWidth"], d.info["displayHeight"], d.info["sdkInt"]) == (1080, 2400, 33)
    assert d.device_info["version"] == 13
    assert d.device_info["arch"] == "arm64-v8a"
    assert d.window_size() == (1080, 2400)
    assert d.serial.startswith("127.0.0.1:")


def test_touch_gestures_and_keys(d: Any):
    """Clicks, long and double clicks, swipes, drags and keys have their effect in real apps."""
    d.app_start(SETTINGS)
    top = d(text="Network & internet").bounds()
    d.swipe(540, 1800, 540, 900, duration=0.2)
    assert not d(text="Network & internet").exists or d(text="Network & internet").bounds() != top
    d.swipe_points([(540, 900), (540, 1500), (540, 2300)], 0.1)
    d.swipe_ext("down", 0.8)
    d.click(*d(text="Network & internet").center())
    assert d(text="Network & internet").wait(timeout=1)
    d.press("back")
    d.long_click(*d(text="Apps").center(), duration=0.6)
    assert d.app_current()["package"] == SETTINGS
    d.press("home")
    d.double_click(0.5, 0.3, duration=0.0)
    d.drag(200, 1200, 800, 1200, 0.2)
    d.swipe(0.9, 0.5, 0.1, 0.5)
    d.press(24)
    d.press("volume_down")
    d.long_press("back")
    d.keyevent("home")
    assert d.info["currentPackageName"] == HOME


def test_selectors(d: Any):
    """Selectors find, count, navigate, wait, describe and click elements, and raise when there is none."""
    d.app_start(CONTACTS)
    row = d(resourceId=f"{CONTACTS}:id/row_contact")
    assert row.exists
    assert d.exists(text="Contacts")
    assert not d(text="absent").exists(timeout=1)
    assert row.count == len(row) == len(list(row)) > 5
    names = [row[at].child(resourceId=f"{CONTACTS}:id/cliv_name_textview").get_text() for at in range(3)]
    assert names == [item["text"] for item in d(resourceId=f"{CONTACTS}:id/cliv_name_textview").info_list()[:3]]
    assert row[-1].exists
    assert d(text=names[1]).info["resourceName"] == f"{CONTACTS}:id/cliv_name_textview"
    left, top, right, bottom = d(text=names[1]).bounds()
    assert 0 < left < right < 1080
    assert 0 < top < bottom < 2400
    assert d(text=names[0]).down(text=names[1]).info["text"] == names[1]
    assert d(text="Favourites").right(text="Organise").info["text"] == "Organise"
    assert d(text=names[0]).wait(timeout=1)
    assert not d(text="absent").wait(timeout=30)  # seconds of the phone, not ours
    assert d(text="absent").wait_gone(timeout=1)
    scroller = d(scrollable=True)
    found = scroller.child_by_text(names[2], resourceId=f"{CONTACTS}:id/row_contact", allow_scroll_search=False)
    assert found.info["className"] == row.info["className"]
    assert not d(text="absent").click_exists()
    with pytest.raises(uiautomator2.UiObjectNotFoundError):
        d(text="absent").click(timeout=1)
    with pytest.raises(uiautomator2.UiObjectNotFoundError):
        _ = d(text="absent").info
    d(text=names[1]).click()
    assert d(text=names[1]).wait(timeout=2)
    assert not d(text=names[2]).exists


def test_scrolling(d: Any):
    """Scrolling to a text, flinging to both ends and single scroll steps work."""
    d.app_start(SETTINGS)
    assert d(scrollable=True).scroll.to(text="About phone")
    assert d(text="About phone").exists
    d(scrollable=True).fling.vert.toBeginning(max_swipes=20)
    assert d(text="Search settings").exists
    assert d(scrollable=True).fling() in (True, False)
    d(scrollable=True).scroll.toEnd()
    assert d(scrollable=True).scroll.vert.forward(steps=30) is False
    d(scrollable=True).scroll.vert.backward()
    assert d.xpath.scroll_to("Network & internet", "down") is not None
    d(text="Network & internet").swipe("up")


def test_xpath(d: Any):
    """XPath queries and the client's shorthands find, read, wait for and click elements."""
    d.app_start(CONTACTS)
    assert d.xpath("Contacts").exists
    assert d.xpath("@com.android.contacts:id/count").get_text().endswith("contacts")
    assert d.xpath("%contacts").wait(timeout=2)
    assert not d.xpath("//*[@text='absent']").wait(timeout=0.3)
    first = d.xpath(f"//*[@resource-id='{CONTACTS}:id/row_contact']").child("//android.widget.TextView").all()
    name = first[0].text
    assert d.xpath(f"^{name[:3]}.*").get().text == name
    element = d.xpath(f"//*[@text='{name}']").get()
    assert element.bounds == d(text=name).bounds()
    assert element.attrib["package"] == CONTACTS
    assert element.info["longClickable"] in (True, False)
    d.xpath(name).click()
    assert d.xpath("Contacts").wait_gone(timeout=2)
    with pytest.raises(uiautomator2.XPathElementNotFoundError):
        d.xpath("absent").get(timeout=0.2)
    assert element.screenshot().size == (element.bounds[2] - element.bounds[0], element.bounds[3] - element.bounds[1])


def test_dump_hierarchy(d: Any):
    """The dump can be pretty, compressed, limited in depth, or limited to the active window."""
    d.app_start(SETTINGS)
    plain, pretty, small = d.dump_hierarchy(), d.dump_hierarchy(pretty=True), d.dump_hierarchy(compressed=True)
    count = len(_nodes(plain))
    assert len(_nodes(pretty)) == count
    assert 5 < len(_nodes(small)) < count
    assert len(ElementTree.fromstring(d.dump_hierarchy(max_depth=2)).findall("node/node/node")) > 0
    assert not ElementTree.fromstring(d.dump_hierarchy(max_depth=2)).findall("node/node/node/node")
    assert {node.get("package") for node in _nodes(plain)} == {SETTINGS, "com.android.systemui"}
    assert {node.get("package") for node in _nodes(d.dump_hierarchy(root_in_active=True))} == {SETTINGS}


def _nodes(text: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter("node"))


def test_screenshots(d: Any, device: Any, tmp_path: Path):
    """Screenshots as image, array and file have the screen's size and nearly the lossless pixels."""
    shot = d.screenshot()
    assert (shot.size, shot.mode) == ((1080, 2400), "RGB")
    array = d.screenshot(format="opencv")
    assert array.shape == (2400, 1080, 3)
    d.screenshot(str(tmp_path / "shot.png"))
    assert Image.open(tmp_path / "shot.png").size == (1080, 2400)
    exact = np.asarray(device.screenshot().convert("RGB"), np.int16)
    assert np.abs(exact - np.asarray(shot, np.int16)).mean() < 3


def test_starting_and_stopping_apps(d: Any):
    """Apps are started, waited for, stopped, listed and described; a session notices that its app was stopped."""
    d.app_start(CONTACTS, use_monkey=True, wait=True)
    assert d.app_current()["package"] == CONTACTS
    assert d.app_wait(CONTACTS, front=True) > 0
    d.app_start(SETTINGS, ".Settings", stop=True)
    assert d.app_current()["package"] == SETTINGS
    assert d.wait_activity(d.app_current()["activity"], timeout=2)
    assert {CONTACTS, SETTINGS} <= set(d.app_list())
    assert CONTACTS not in d.app_list("-3")
    assert SETTINGS in d.app_list_running()
    d.app_stop(SETTINGS)
    assert d.app_current()["package"] != SETTINGS
    assert d.app_info(SETTINGS) == {"versionName": "13", "versionCode": 13}
    with pytest.raises(uiautomator2.AppNotFoundError):
        d.app_info("com.absent")
    with d.session(CONTACTS) as session:
        assert session(text="Contacts").exists
        assert session.running()
        d.app_stop(CONTACTS)
        with pytest.raises(uiautomator2.SessionBrokenError):
            session(text="Contacts").exists()


def test_panels_rotation_and_power(d: Any):
    """Notifications, quick settings, URLs, rotation, and switching the screen off and on work."""
    assert d.open_notification()
    assert d(resourceId="com.android.systemui:id/notification_panel").exists
    d.press("back")
    assert d.open_quick_settings()
    assert d(text="Wi-Fi").exists
    d.press("back")
    d.open_url("https://example.org/")
    d.press("home")
    d.app_start(SETTINGS)
    d.orientation = "left"
    assert d.orientation == "left"
    assert (d.info["displayWidth"], d.info["displayHeight"]) == d.window_size() == d.screenshot().size == (2400, 1080)
    assert 'rotation="1"' in d.dump_hierarchy()
    d.orientation = "natural"
    d.freeze_rotation(False)
    d.freeze_rotation(True)
    assert d.orientation == "natural"
    d.screen_off()
    assert not d.info["screenOn"]
    d.unlock()
    assert d.info["screenOn"]
    d.screen_on()


def test_files_and_commands(d: Any, tmp_path: Path):
    """Pushed files are pulled back unchanged; shell commands return output and status."""
    local = tmp_path / "a.bin"
    local.write_bytes(bytes(range(256)) * 1000)
    d.push(str(local), "/sdcard/Download/a.bin")
    d.pull("/sdcard/Download/a.bin", str(tmp_path / "b.bin"))
    assert (tmp_path / "b.bin").read_bytes() == local.read_bytes()
    assert d.shell("echo a b").output == "a b\n"
    assert d.shell(["cat", "/absent"]).exit_code == 1
    d.show_touch_trace()
    assert d.shell("settings get system show_touches").output.strip() == "1"


def test_the_clipboard(d: Any):
    """Any text that is copied to the clipboard is read back."""
    for text in ("plain", "Zoë 文字 🙂", "line\nline"):
        d.clipboard = text
        assert d.clipboard == text


def test_watchers(d: Any):
    """A watcher of the client clicks the element that it waits for when it is run."""
    d.app_start(SETTINGS)
    d.watcher("apps").when("Network & internet").click()
    d.watcher.run()
    assert d(text="Network & internet").wait(timeout=2)
    assert not d(text="Search settings").exists
    d.watcher.remove()


def test_the_shells_dump_is_killed_while_the_server_runs(d: Any):
    """While the server holds UiAutomation, `uiautomator dump` is killed; it works after the server has stopped."""
    value = d.shell("uiautomator dump")
    assert (value.exit_code, value.output) == (137, "Killed \n")
    second = launch_uiautomator(d.adb_device, 9008)
    second.wait()
    assert b"already registered" in second.output
    d.stop_uiautomator()
    assert d.shell("uiautomator dump").exit_code == 0
    assert d.info["currentPackageName"] == HOME


@pytest.mark.parametrize("how", ["close", "pkill -f com.wetest.uia2.Main", "kill $(pidof app_process)", "/stop"])
def test_the_server_lives_as_long_as_its_process(d: Any, how: str):
    """After the server process ends, its port is refused, and the client's next call starts a new server."""
    assert "app_process" in d.shell("ps -A").output
    if how == "close":
        d.stop_uiautomator()
    elif how == "/stop":
        connection = d.adb_device.create_connection(adbutils.Network.TCP, 9008)
        connection.sendall(b"GET /stop HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"Server stopped!!!" in connection.recv(1000)
        connection.close()
    else:
        d.shell(how)
    assert "app_process" not in d.shell("ps -A").output
    with pytest.raises(adbutils.AdbError):
        d.adb_device.create_connection(adbutils.Network.TCP, 9008)
    assert d.info["currentPackageName"] == HOME
    assert d.shell("pidof app_process").exit_code == 0


def test_a_server_on_another_port(d: Any, device: Any):
    """A client can start its server on another port."""
    d.stop_uiautomator()
    other = uiautomator2.connect(device, port=9123)
    assert other.info["currentPackageName"] == HOME
    other.stop_uiautomator()
    assert d.info["currentPackageName"] == HOME
