"""Each of the 99 recorded real commands: equal output, or parsed by the client's own parser, or a listed exception.

`android_commands.jsonl` holds the recordings with their sources. Word for word go those of a device with Android 13 and
those of the real mksh and toybox; what changes from run to run or from device to device is masked by the patterns in
`VOLATILE`, on both sides. Where a client is named and installed here (adbutils), its own code reads our output; for the
other clients the expressions in `PARSED` are what they demand of it.
"""

from __future__ import annotations

import json
import re
import shlex
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from adbutils.shell import ShellExtension

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Effect, Focus, Icon, Screen, View, route
from adapters.phone.ui.app import Route as Place
from adapters.phone.ui.node import Ev, ev, node
from adapters.phone.workers.registry import with_launcher

RECORDED: dict[int, dict[str, Any]] = {
    row["id"]: row
    for row in map(json.loads, (Path(__file__).parent / "android_commands.jsonl").read_text().splitlines())
}
APP = "com.demo.notes"
START = f"am start -n {APP}/.ListActivity"
BORN = 1697384045  # 2023-10-15 15:34:05 UTC, when the recorded files were made

VOLATILE = (
    (re.compile(r"(?<=[{@ ])[0-9a-f]{6,8}(?=[ :}\n]|$)"), "HASH"),
    (re.compile(r"\d+(?=:u0a)"), "PID"),
    (re.compile(r"(?<=Window #)\d+"), "N"),
    (re.compile(r"\[\d+,\d+\]"), "[X,Y]"),
    (re.compile(r"(?<=\(fillx)\d+"), "HEIGHT"),
    (re.compile(r"(?<=u0 )com\.[\w.]*launcher\w*/[\w.]+"), "LAUNCHER"),
)
"""Object names, process ids, places in the order of windows, the panel's size, and which launcher a device has."""


@dataclass(frozen=True, slots=True)
class Notes:
    """The state of the demo app."""

    text: str = ""


def _screen(state: Notes, place: Place, view: View) -> Screen:
    field = node("field", id="note", hint="Note", text=state.text, width="fill", on={"change": ev("typed")})
    return Screen(body=node("scroll", field, id="rows", align="stretch"))


def _update(state: Notes, event: Ev, view: View) -> tuple[Notes, tuple[Effect, ...]]:
    if event.name == "typed":
        return replace(state, text=event.get("text")), ()
    return state, (Focus(None),)


DEMO = App(
    name="notes", package=APP, label="Notes", icon=Icon("#112233", "#FFFFFF", "home"), theme=Theme("#5B5FEF"),
    home=route("list"), initial=Notes, screen=_screen, update=_update, version="2.1.0",
    activities={"list": ".ListActivity"},
)  # fmt: skip


class Device(ShellExtension):  # type: ignore[misc]  # adbutils has no types
    """A phone behind adbutils' own device methods, which need only `shell`."""

    def __init__(self) -> None:
        self.phone = Phone(with_launcher((DEMO,)))
        self.commands = Shell(self.phone, lambda: memoryview(bytes(16 + 1080 * 2400 * 4)))
        files = self.commands.files
        files.add_entry("/tmp", mode=stat.S_IFDIR | 0o1777)
        files.add_entry("/system/etc/passwd", mode=stat.S_IFREG | 0o644)
        files.add_entry("/folder", mode=stat.S_IFDIR | 0o755, uid=2000, gid=2000)
        files.add_entry("/folder/a.txt", mode=stat.S_IFREG | 0o644, data=b"hello\n", mtime=BORN)

    def shell(self, cmdargs: Any, *args: Any, rstrip: bool = True, **more: Any) -> Any:
        """Run a command as adbutils calls it."""
        line = cmdargs if isinstance(cmdargs, str) else shlex.join(cmdargs)
        out = self.run(line)[0]
        return out.rstrip() if rstrip else out

    @property
    def sync(self) -> Any:
        """Files go through the shell alone here."""
        raise NotImplementedError

    def run(self, command: str, *, merged: bool = False) -> tuple[str, str, int]:
        """Run a command; return standard output, standard error and exit status."""
        result = self.commands.run(command, merged=merged)
        return bytes(result.stdout).decode(), result.stderr.decode(), result.exit

    def writing(self) -> None:
        """Bring the demo app to the front and focus its text field."""
        self.run(START)
        found = re.search(rf'{APP}:id/note"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', self.phone.dump().decode())
        assert found
        left, top, right, bottom = map(int, found.groups())
        self.run(f"input tap {(left + right) // 2} {(top + bottom) // 2}")


@pytest.fixture
def device() -> Device:
    """A freshly reset phone with the launcher in front."""
    return Device()


def masked(text: str) -> str:
    """The text with everything masked that changes from run to run."""
    for pattern, name in VOLATILE:
        text = pattern.sub(name, text)
    return text


# Word for word.

QUOTED = {99: "stat -c '%Y %n' a.txt", 115: "find . -name '*.txt'", 120: "date -u -d @1697384045 '+%Y-%m-%d %H:%M:%S'",
          129: "echo -e 'a\\tb'"}  # fmt: skip
"""Recorded as words; with the quotes that make one line of them."""
ORACLE = [number for number, row in RECORDED.items() if row["kind"] == "oracle-run"]
THIRTEEN = {36: "StatusBar", 37: "imeLayeringTarget", 39: "mHasPermanentDpad", 40: "imeInputTarget",
            42: "NavigationBar0", 43: "Frames: "}  # fmt: skip
"""Excerpts of `dumpsys window windows` of an Android 13 device, and where each begins."""


@pytest.mark.parametrize("number", ORACLE)
def test_recordings_of_mksh_and_toybox_are_matched_exactly(device: Device, number: int) -> None:
    """Output, errors and status equal those recorded with mksh 59c and toybox 0.8.9."""
    row = RECORDED[number]
    command = QUOTED.get(number, row["command"])
    assert device.run(f"cd /folder\n{command}") == (row["output"], row["stderr"], row["exit"])


@pytest.mark.parametrize("number", sorted(THIRTEEN))
def test_window_dumps_of_android_13_are_matched_exactly(device: Device, number: int) -> None:
    """The recorded excerpt is in our `dumpsys window windows`, apart from ids and positions."""
    lines = RECORDED[number]["output"].split("\n")
    ours = device.run("dumpsys window windows")[0].split("\n")
    at = next(index for index, line in enumerate(ours) if THIRTEEN[number] in line)
    indent = len(ours[at]) - len(ours[at].lstrip())
    mine = [line[indent:] for line in ours[at : at + len(lines)]]
    assert masked("\n".join(mine)) == masked("\n".join(line.rstrip() for line in lines))


@pytest.mark.parametrize(("number", "shown"), [(93, False), (94, True)])
def test_the_keyboard_line_of_android_13_is_matched_exactly(device: Device, number: int, shown: bool) -> None:
    """The recorded line that tells whether the keyboard is shown is in our dump."""
    if shown:
        device.writing()
    assert RECORDED[number]["output"] in device.run("dumpsys input_method")[0].split("\n")


SAME = {
    4: "pwd", 24: "", 25: "", 27: "", 28: "", 30: "", 31: "", 63: "pm clear com.missing", 67: f"pm uninstall {APP}",
    78: "ime set com.android.adbkeyboard/.AdbIME", 82: "monkey -p com.missing -c android.intent.category.LAUNCHER 1",
    84: "", 55: "",
}  # fmt: skip
"""Recorded elsewhere, and yet the same here: the command where ours names another package, else as recorded."""


@pytest.mark.parametrize("number", sorted(SAME))
def test_recordings_of_other_devices_are_matched(device: Device, number: int) -> None:
    """Output (at least its end), errors and status equal the recorded ones."""
    row = RECORDED[number]
    if row["command"].startswith("input"):
        device.writing()
    out, err, status = device.run(SAME[number] or row["command"])
    wanted = row["output"].replace("\r\n", "\n").strip("\n")
    assert out.strip("\n").endswith(wanted)
    assert bool(wanted) == bool(out)
    if row["stderr"]:
        assert err.startswith(row["stderr"].partition("(...)")[0])
    if row["exit"] is not None:
        assert status == row["exit"]


TYPED = {24: "text", 25: "some text  with spaces", 27: "()<>|;&*\\~^\"'$`"}


@pytest.mark.parametrize("number", sorted(TYPED))
def test_text_escaped_by_a_client_is_typed_unescaped(device: Device, number: int) -> None:
    """Text that a client escaped for the shell reaches the field unescaped."""
    device.writing()
    device.run(RECORDED[number]["command"])
    assert device.phone.state.apps["notes"].text == TYPED[number]


# By the client's parser.


def _battery(device: Device) -> None:
    value = device.battery()
    assert (value.usb_powered, value.level, value.technology) == (True, 80, "Li-ion")


def _rotation(device: Device) -> None:
    assert device.rotation() == 0


def _packages(device: Device) -> None:
    assert APP in device.list_packages()


def _current(device: Device) -> None:
    device.run(START)
    found = device.app_current()
    assert (found.package, found.activity) == (APP, ".ListActivity")


def _matches(command: str, *patterns: str, before: str = "", merged: bool = False) -> Callable[[Device], None]:
    """Returns a check that all these patterns are in the command's output or errors."""

    def check(device: Device) -> None:
        device.run(before or "true")
        out, err, _ = device.run(command, merged=merged)
        for pattern in patterns:
            assert re.search(pattern, out + err, re.MULTILINE), (pattern, out, err)

    return check


_NODE = (
    r'<node (NAF="true" )?index="\d+" text="[^"]*" resource-id="[^"]*" class="[^"]+" package="[^"]+" '
    r'content-desc="[^"]*" checkable="\w+" checked="\w+" clickable="\w+" enabled="\w+" focusable="\w+" '
    r'focused="\w+" scrollable="\w+" long-clickable="\w+" password="\w+" selected="\w+" '
    r'bounds="\[\d+,\d+\]\[\d+,\d+\]"'
)
_XML = rf"^<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation=\"0\">{_NODE}"
_DUMP = _matches("uiautomator dump >/dev/null; cat /sdcard/window_dump.xml", _XML, before=START)
_FOCUS = rf"mCurrentFocus=Window\{{\w+ u0 {APP}/{APP}\.ListActivity\}}"
_RECORD = rf"ActivityRecord\{{\w+ u0 {APP}/\.ListActivity t\d+\}}"
_VOLUMES = (
    r"- STREAM_MUSIC:\n(.*\n)*?- STREAM",
    r"Devices: (.*?)\W",
    r"Max: (\d{1,})",
    r"Muted: (.*?)\W",
    r"\): (\d{1,})",
)

PARSED: dict[int, Callable[[Device], None]] = {
    1: _battery,
    3: _rotation,
    9: _packages,
    10: _matches("cmd package list packages --show-versioncode", r"^package:(\S+)(?: versionCode:(\d+))$"),
    12: _matches("dumpsys window displays", rf"^\s*{_FOCUS}$", rf"^\s*mFocusedApp={_RECORD}$", before=START),
    16: _matches("am start -n com.demo.notes/.Nope", r"Error: Activity class \{?\S+\}? does not exist"),
    18: _matches(
        f"dumpsys package {APP}",
        r"Activity Resolver Table:",
        rf"^\s+android\.intent\.action\.MAIN:\n\s+\w+ {APP}/\.ListActivity filter \w+\n\s+Action: "
        r'"android\.intent\.action\.MAIN"\n\s+Category: "android\.intent\.category\.LAUNCHER"',
    ),
    19: _matches("pm list packages --show-versioncode", r"^package:(\S+)(?: versionCode:(\d+))$"),
    21: _matches(
        "ime list -a", r"^(com\.android\.inputmethod\.latin/\.LatinIME):\n  mId=\1 ", r"^\s+packageName=(\S+)$"
    ),
    22: _matches("dumpsys input_method", r"mInputShown=(\w+)"),
    33: _matches(
        "dumpsys window",
        r"\bscreenState=SCREEN_STATE_OFF\b",
        r"\binteractiveState=INTERACTIVE_STATE_SLEEP\b",
        r"KeyguardStateMonitor\n\s+mIsShowing=false\n\s+mSimSecure=false\n\s+mInputRestricted=false",
        before="input keyevent 26",
    ),
    34: _matches("ps -A", r"^USER\s+PID\s+PPID\s.*\bNAME\s*$", r"^\S+\s+\d+\s+\d+\s.*\bcom\.android\.phone$"),
    45: _matches("pm list libraries", r"^library:[\w.]+$"),
    46: _packages,
    49: _matches(
        "am stack list | grep -E visible=true",
        rf"^\s+taskId=(\d+): ({APP}/\S+) .*visible=true\s+topActivity=ComponentInfo\{{({APP}/\S+)\}}$",
        before=START,
    ),
    51: _matches("dumpsys input", r"\sSurfaceOrientation: (\d)"),
    57: _matches("dumpsys telephony.registry", r"\bmCallState=(\d)"),
    58: _matches("dumpsys audio | grep '\\- STREAM_MUSIC:' -A 11", *_VOLUMES),
    60: _matches("dumpsys audio | grep '\\- STREAM_MUSIC:' -A 11", *_VOLUMES),
    61: _matches("ps -A | grep u0_a", r"^u0_a\d+\s.*\s([\w.]+)$"),
    64: _matches("getprop", r"^\[([\s\S]*?)\]: \[([\s\S]*?)\]\r?$"),
    70: _DUMP,
    72: _DUMP,
    73: _DUMP,
    75: _matches(
        f"am start -W -n {APP}/.ListActivity",
        rf"^Starting: Intent \{{ cmp={APP}/\.ListActivity \}}\nStatus: ok\nLaunchState: COLD\n"
        rf"Activity: {APP}/\.ListActivity\nTotalTime: \d+\nWaitTime: \d+\nComplete$",
    ),
    76: _matches(
        f"am start -W -n {APP}/.ListActivity",
        rf"^Starting: Intent \{{ cmp={APP}/\.ListActivity \}}\n"
        r"Warning: Activity not started, its current task has been brought to the front\n"
        rf"Status: ok\nLaunchState: HOT\nActivity: {APP}/\.ListActivity\nTotalTime: \d+\nWaitTime: \d+\nComplete$",
        before=f"{START}; input keyevent HOME",
    ),
    79: _matches(
        "ime disable com.android.inputmethod.latin/.LatinIME",
        r"^Input method com\.android\.inputmethod\.latin/\.LatinIME: now disabled for user #0$",
    ),
    81: _matches("ime set org.demo/org.demo.KeysIME", r"^Unknown input method \S+ cannot be selected for user #0$"),
    85: _matches(
        "uiautomator dump /dev/tty", _XML, r"</hierarchy>UI hierchary dumped to: /dev/tty$", before=START, merged=True
    ),
    87: _matches("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'", rf"^\s+{_FOCUS}$", before=START),
    88: _matches(
        "dumpsys activity activities | grep ResumedActivity", rf"^  topResumedActivity={_RECORD}$", before=START
    ),
    90: _matches(
        f"cmd package resolve-activity --brief {APP}",
        rf"^priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=\w+\n{APP}/\.ListActivity$",
    ),
    91: _matches(
        "am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE",
        r"^Broadcasting: Intent \{ act=\S+ (flg=0x\w+ )?\}\nBroadcast completed: result=0$",
    ),
}


@pytest.mark.parametrize("number", sorted(PARSED))
def test_our_output_is_parsed_by_the_client(device: Device, number: int) -> None:
    """The recorded client's own parser, or its patterns, accept our output."""
    PARSED[number](device)


def test_adbutils_finds_the_app_in_front(device: Device) -> None:
    """`app_current` of adbutils returns the started app and its activity."""
    _current(device)


# Exceptions.

EXCEPTIONS = {
    6: ("window dump of Android 9 and older", "dumpsys window windows", "AppWindowToken"),
    7: ("a service of the adb server, not a command of the phone", "host:devices-l", "dummydevice"),
    13: ("window dump of Android 9 and older", "dumpsys window windows", "AppWindowToken"),
    15: (
        "a fixture in the words of an older Android; 13 says `unable to resolve Intent { … }`",
        "am start -W -a android.intent.action.VIEW -d nothing://x",
        "Unable to resolve intent",
    ),
    48: (
        "a start that fails for an unknown reason (code 101) does not happen here",
        "am start -S -W -n com.missing/.X",
        "unknown error code 101",
    ),
    52: ("spelling of Android 14 and later", "dumpsys input", "InputDeviceOrientation"),
    54: ("the app that answers this broadcast is not installed", "am broadcast -a clipper.get", "data="),
    66: ("there is no device policy here", f"pm uninstall {APP}", "DEVICE_POLICY_MANAGER"),
    69: ("a service of the device's daemon, not a command", "framebuffer:", "version"),
}
"""Recordings that are not met: why, what shows it, and the text whose appearance would end the exception."""


@pytest.mark.parametrize("number", sorted(EXCEPTIONS))
def test_every_exception_is_still_needed(device: Device, number: int) -> None:
    """The recorded text does not occur in our output; if it did, the exception should be removed."""
    reason, command, text = EXCEPTIONS[number]
    out, err, _ = device.run(command)
    assert reason
    assert text in RECORDED[number]["output"]
    assert text not in out.replace(command, "")
    assert text not in err.replace(command, "")


def test_every_recording_is_matched_or_an_exception() -> None:
    """57 are matched exactly, 33 by a parser, 9 are exceptions: 99 in total, none twice."""
    exact = {*ORACLE, *THIRTEEN, 93, 94, *SAME}
    assert (len(exact), len(PARSED), len(EXCEPTIONS), len(RECORDED)) == (57, 33, 9, 99)
    assert exact | PARSED.keys() | EXCEPTIONS.keys() == RECORDED.keys()
    must = {number for number, row in RECORDED.items() if row["kind"] == "oracle-run" or "13" in str(row["android"])}
    assert must <= exact
