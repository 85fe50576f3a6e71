"""The uiautomator server's methods, called without a socket: their effects on the phone and its virtual time."""

from __future__ import annotations

import base64
import io
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.support.demo import PACKAGE, Bench, Failure, selector


@pytest.fixture
def bench() -> Bench:
    """A phone with the demo app in front."""
    return Bench()


# The phone.


def test_device_information(bench: Bench):
    """`deviceInfo` returns the values that the client's `info` shows."""
    assert bench("deviceInfo") == {
        "currentPackageName": PACKAGE, "displayHeight": 2400, "displayRotation": 0, "displaySizeDpX": 411,
        "displaySizeDpY": 914, "displayWidth": 1080, "naturalOrientation": True, "productName": "phone",
        "screenOn": True, "sdkInt": 33,
    }  # fmt: skip


def test_clicks(bench: Bench):
    """Clicks by point or selector and long clicks reach the app; clicks outside the screen return False."""
    info = bench("objInfo", selector(text="Save"))["bounds"]
    x, y = (info["left"] + info["right"]) / 2, (info["top"] + info["bottom"]) / 2
    assert bench("click", x, y) is True
    assert (bench.state.saved, bench.state.held) == (1, 0)
    assert bench("click", x, y, 600) is True
    assert (bench.state.saved, bench.state.held) == (1, 1)
    assert bench("click", -1, 5) is False
    for corner in (None, "center", "tl", "br"):
        assert bench("click", selector(text="Save"), corner) is True
    assert bench("click", selector(text="Save"), "middle") is False
    assert bench("longClick", selector(text="Save")) is True
    assert (bench.state.saved, bench.state.held) == (5, 2)
    assert bench("clickAndWaitForNewWindow", selector(text="Save as…"), 1000) is True
    assert bench("clickAndWaitForNewWindow", selector(text="Save under another name?"), 1000) is False


def test_touch_events_swipes_and_drags(bench: Bench):
    """Injected touch events and swipe paths scroll a list, and a drag moves a slider."""

    def first() -> int:
        return int(bench("getText", selector(textStartsWith="Row")).split()[1])

    bench("injectInputEvent", 0, 500, 2000, 0)
    bench("injectInputEvent", 2, 500, 1800, 0)
    assert bench("injectInputEvent", 1, 500, 1300, 0) is True
    assert bench("injectInputEvent", 7, 1, 1, 0) is False
    below = first()
    assert below > 3
    bench("swipePoints", [500, 1300, 500, 1200, 500, 2300], 20)
    assert first() < below
    assert bench("swipePoints", [1], 20) is False
    share = bench("objInfo", selector(description="Share"))["bounds"]
    bench("drag", share["left"] + 100, share["top"] + 20, share["right"] - 30, share["top"] + 20, 40)
    assert bench.state.share > 0.9


def test_keys(bench: Bench):
    """Keys work by name and by code; with Ctrl held they are shortcuts and type no letter."""
    bench("click", selector(text="Your name"))
    for code in (36, 37):
        assert bench("pressKeyCode", code) is True
    assert bench.state.name == "hi"
    bench("setClipboard", None, "!")
    bench("pressKeyCode", 50, 0x1000)
    assert bench.state.name == "hi!"
    bench("pressKeyCode", 29, 0x1000)
    assert bench.state.name == "hi!"
    assert bench("pressKey", "enter") is True
    assert bench.state.sent == ("hi!",)
    assert bench("pressKey", "nonsense") is False
    bench("pressKey", "home")
    assert bench("deviceInfo")["currentPackageName"] == "com.android.launcher3"


def test_text(bench: Bench):
    """Text fields are set, read and cleared by selector; other elements keep their text."""
    field, secret = selector(resourceId=f"{PACKAGE}:id/name"), selector(resourceId=f"{PACKAGE}:id/secret")
    assert bench("getText", field) == "Your name"
    assert bench("setText", field, "Zoë 文字 🙂") is True
    assert (bench.state.name, bench("getText", field)) == ("Zoë 文字 🙂", "Zoë 文字 🙂")
    bench("setText", secret, "1234")
    assert (bench.state.secret, bench("getText", secret)) == ("1234", "••••")
    bench("clearTextField", field)
    assert (bench.state.name, bench.state.secret) == ("", "1234")
    assert bench("setText", selector(text="Lists"), "Other") is True
    assert bench("exist", selector(text="Lists"))
    with pytest.raises(Failure, match="UiObjectNotFoundException"):
        bench("setText", selector(text="absent"), "x")


def test_clipboard_and_focus(bench: Bench):
    """Copied text is pasted only into a focused field, and can be cleared there."""
    assert bench("getClipboard") is None
    bench("setClipboard", "label", "文 a")
    assert bench("getClipboard") == "文 a"
    bench("pasteClipboard")
    assert bench.state.name == ""
    bench("click", selector(text="Your name"))
    bench("pasteClipboard")
    assert bench.state.name == "文 a"
    bench("clearInputText")
    assert bench.state.name == ""


def test_screenshots(bench: Bench):
    """Screenshots are JPEGs in base64, at full or reduced size, or a PNG file."""
    value = bench("takeScreenshot", 1, 80)
    assert max(map(len, value.split("\n"))) == 76
    data = base64.b64decode(value)
    assert data.startswith(b"\xff\xd8\xff\xe0\x00\x10JFIF")
    assert Image.open(io.BytesIO(data)).size == (1080, 2400)
    small = base64.b64decode(bench("takeScreenshot", 0.5, 50))
    assert Image.open(io.BytesIO(small)).size == (540, 1200)
    path = bench("takeScreenshot", "shot.png", 0.25, 90)
    assert Image.open(io.BytesIO(bench.shell.files.read(path))).size == (270, 600)


def test_waiting_moves_the_phones_clock(bench: Bench):
    """A wait that times out moves the phone's clock by its timeout, in no real time; one that succeeds ends at once."""
    before = bench.phone.state.now_ms
    assert bench("waitForExists", selector(text="absent"), 20_000) is False
    assert 20_000 <= bench.phone.state.now_ms - before <= 20_100
    assert bench("waitForExists", selector(text="09:25"), 100_000) is True
    assert bench.phone.state.now_ms < 61_000
    assert bench("waitUntilGone", selector(text="09:25"), 100_000) is True
    assert bench.phone.state.now_ms < 121_000
    assert bench("waitUntilGone", selector(text="Save"), 300) is False
    assert bench("waitForWindowUpdate", "com.other", 1000) is False
    assert bench("waitForWindowUpdate", PACKAGE, 70_000) is True
    bench("waitForIdle", 10)
    before = bench.phone.state.now_ms
    assert bench("waitForExists", selector(text="absent"), 10**12) is False
    assert bench.phone.state.now_ms - before <= 600_100


def test_toasts(bench: Bench):
    """The last toast's text is kept after the toast has gone, until it is cleared."""
    assert bench("getLastToast") is None
    bench("click", selector(text="Save"))
    bench("waitForExists", selector(text="absent"), 5000)
    assert bench.phone.state.toast is None
    assert bench("getLastToast") == "Saved"
    bench("clearLastToast")
    assert bench("getLastToast") is None
    bench("click", selector(text="Save"))
    bench("clearLastToast")
    assert bench.phone.snapshot().toast is not None
    assert bench("getLastToast") is None  # it was told once


def test_panels_power_and_rotation(bench: Bench):
    """Notifications, quick settings, sleep, waking and rotation change the phone's state."""
    assert bench("openNotification") is True
    assert bench("exist", selector(resourceId="com.android.systemui:id/notification_panel"))
    bench("pressKey", "back")
    assert bench("openQuickSettings") is True
    bench("pressKey", "back")
    bench("sleep")
    assert bench("isScreenOn") is False
    bench("wakeUp")
    assert bench("isScreenOn") is True
    bench("setOrientation", "left")
    settings_ = bench.phone.settings["system"]
    assert (settings_["accelerometer_rotation"], settings_["user_rotation"]) == ("0", "1")
    info = bench("deviceInfo")
    assert (info["displayRotation"] % 2 == 1) == (info["displayWidth"] > info["displayHeight"])
    bench("setOrientation", "natural")
    bench("freezeRotation", False)
    assert bench.phone.settings["system"]["accelerometer_rotation"] == "1"
    bench("setOrientation", "sideways")
    assert bench("deviceInfo")["displayRotation"] == 0


# Scrolling.


def test_scrolling(bench: Bench):
    """Scrolling and flinging return True while the list moves and False at its ends."""
    rows = selector(resourceId=f"{PACKAGE}:id/rows")
    assert bench("scrollForward", rows, True, 55) is True
    assert bench("scrollToEnd", rows, True, 100, 55) is True
    assert bench("exist", selector(text="Row 39"))
    assert bench("scrollForward", rows, True, 55) is False
    assert bench("flingToBeginning", rows, True, 100) is True
    assert bench("exist", selector(text="Row 0"))
    assert bench("scrollBackward", rows, True, 55) is False
    assert bench("flingForward", rows, True) in (True, False)
    assert bench("flingToEnd", rows, True, 100) is True
    assert bench("exist", selector(text="Row 39"))
    with pytest.raises(Failure, match="UiObjectNotFoundException"):
        bench("scrollForward", selector(scrollable=True, text="absent"), True, 55)


def test_scrolling_to_an_element(bench: Bench):
    """A list is scrolled in either direction until an element is visible; an absent element gives False."""
    rows, tags = selector(resourceId=f"{PACKAGE}:id/rows"), selector(resourceId=f"{PACKAGE}:id/tags")
    assert bench("scrollTo", rows, selector(text="Row 31"), True) is True
    assert bench("exist", selector(text="Row 31"))
    assert bench("scrollTo", rows, selector(text="Row 2"), True) is True
    assert bench("scrollTo", tags, selector(text="Tag 15"), False) is True
    assert bench("exist", selector(text="Tag 15"))
    assert bench("scrollTo", rows, selector(text="Row 99"), True) is False
    assert bench("swipe", rows, "up", 0.8, 3000) is True
    assert bench("swipe", rows, "down", 20) is True
    assert bench("swipe", tags, "inwards", 20) is False


# Elements under a name.


def test_elements_kept_under_a_name(bench: Bench):
    """A row found by its content is kept under a name, which works in place of a selector."""
    rows, row = selector(resourceId=f"{PACKAGE}:id/rows"), selector(resourceId=f"{PACKAGE}:id/row")
    name = bench("childByText", rows, row, "Row 33")
    assert bench("click", name) is True
    assert bench.state.opened == "33"
    inner = bench("getChild", name, selector(className="android.widget.ImageButton"))
    assert bench("objInfo", inner)["contentDescription"] == "Delete 33"
    assert bench("exist", inner) is True
    title = bench("childByDescription", rows, row, "Delete 4", True)
    assert bench("objInfo", title)["className"] == bench("objInfo", row)["className"]
    second = bench("childByInstance", rows, row, 1)
    beside = bench("getFromParent", second, selector(text="Row 0"))
    assert bench("exist", beside) in (True, False)
    assert bench("getUiObjects")[0] == name
    bench("removeUiObject", name)
    with pytest.raises(Failure, match="UiObjectNotFoundException") as caught:
        bench("click", name)
    assert caught.value.data == f"UiObject {name} not found!"
    with pytest.raises(Failure, match="UiObjectNotFoundException"):
        bench("childByText", rows, row, "Row 99")
    assert bench("getChild", "absent", row) is None
    remaining = bench("getUiObject", selector(textContains="sAvE A"))
    assert bench("getText", remaining) == "Save as…"  # the older half's, which reads "contains" without case
    assert bench("getText", bench("getUiObject", row)) == ""
    assert bench("getText", row) is None


def test_dragging_an_element(bench: Bench):
    """An element is dragged to a point or onto another element."""
    slider = selector(description="Share")
    assert bench("dragTo", slider, 1000, 900, 40) is True
    assert bench.state.share > 0.8
    assert bench("dragTo", slider, selector(text="Row 0"), 40) is True
    assert bench("pinchIn", slider, 50, 10) is True
    assert bench("gesture", slider, {"x": 1, "y": 1}, {"x": 2, "y": 2}, {"x": 3, "y": 3}, {"x": 4, "y": 4}, 5) is True


# The rest.


def test_watchers(bench: Bench):
    """A watcher acts when it is run and its conditions are met, and stays triggered until reset."""
    bench("registerClickUiObjectWatcher", "yes", [selector(textContains="another name")], selector(text="Yes"))
    bench("registerPressKeyskWatcher", "home", [selector(text="absent")], ["home"])
    assert bench("getWatchers") == ["yes", "home"]
    bench("runWatchers")
    assert bench("hasAnyWatcherTriggered") is False
    bench("click", selector(text="Save as…"))
    bench("runWatchers")
    assert not bench.state.asking
    assert (bench("hasWatcherTriggered", "yes"), bench("hasWatcherTriggered", "home")) == (True, False)
    bench("resetWatcherTriggers")
    assert bench("hasAnyWatcherTriggered") is False
    bench("removeWatcher", "yes")
    bench("removeWatcher", "absent")
    assert bench("getWatchers") == ["home"]


def test_configurator_values_are_stored(bench: Bench):
    """A configurator value that is set is read back; an unknown one is refused."""
    before = bench("getConfigurator")
    after = bench("setConfigurator", {**before, "actionAcknowledgmentTimeout": 501})
    assert after == bench("getConfigurator") == {**before, "actionAcknowledgmentTimeout": 501}
    with pytest.raises(Failure, match="IllegalArgumentException"):
        bench("setConfigurator", {"nonsense": 1})


def test_commands_and_apps(bench: Bench):
    """A command runs without a shell around it; an app is launched by its package."""
    assert bench("executeShellCommand", "echo $HOME  a", 1000) == {"stdout": "$HOME a\n", "stderr": "", "returnCode": 0}
    assert bench("executeShellCommand", "cat /absent", 1000)["returnCode"] == 1
    assert bench("launchApp", "com.absent") is False
    bench("pressKey", "home")
    assert bench("launchApp", PACKAGE) is True
    assert bench("deviceInfo")["currentPackageName"] == PACKAGE
    assert bench("getLastTraversedText") is None
    assert re.fullmatch(r"\d+", str(bench.phone.state.now_ms))


# Laws.

_CALLS: list[tuple[Any, ...]] = [
    ("click", selector(text="Save")),
    ("click", selector(text="Save as…")),
    ("click", selector(text="Your name")),
    ("click", 500, 1500, 700),
    ("setText", selector(resourceId=f"{PACKAGE}:id/name"), "文 a"),
    ("pressKey", "back"),
    ("pressKey", "recent"),
    ("pressKeyCode", 29),
    ("swipe", 500, 1800, 500, 900, 20),
    ("flingToEnd", selector(resourceId=f"{PACKAGE}:id/rows"), True, 5),
    ("childByText", selector(resourceId=f"{PACKAGE}:id/rows"), selector(resourceId=f"{PACKAGE}:id/row"), "Row 9"),
    ("waitForExists", selector(text="No"), 30_000),
    ("openNotification",),
    ("launchApp", PACKAGE),
    ("dumpWindowHierarchy", True),
    ("sleep",),
    ("wakeUp",),
]


def _outcome(bench: Bench, call: tuple[Any, ...]) -> Any:
    try:
        return bench(*call)
    except Failure as failure:
        return failure.message, failure.data


@given(st.lists(st.sampled_from(_CALLS), max_size=8), st.lists(st.sampled_from(_CALLS), max_size=4))
@settings(max_examples=25)
def test_equal_calls_give_equal_phones(first: list[tuple[Any, ...]], then: list[tuple[Any, ...]]):
    """Two phones, and one restored from a snapshot, give equal results, trees and times for equal calls."""
    item, other = Bench(), Bench()
    assert [_outcome(item, call) for call in first] == [_outcome(other, call) for call in first]
    state = item.phone.snapshot()
    after = [_outcome(item, call) for call in then], item("dumpWindowHierarchy", False), item.phone.state
    assert after == ([_outcome(other, call) for call in then], other("dumpWindowHierarchy", False), other.phone.state)
    item.phone.restore(state)
    again = Bench()
    again.phone.restore(state)
    assert item("dumpWindowHierarchy", False) == again("dumpWindowHierarchy", False)
