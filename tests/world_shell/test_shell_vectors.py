"""Recorded outputs, replayed: of the real mksh and toybox word for word, of real devices and clients' fixtures in form.

Ids are those of the collection of 99 recorded commands that the phone was built against; what is not served is listed
with its reason, so that nothing is missing silently. Names of packages are ours.
"""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass
from typing import Any

import pytest

APP = "com.demo.notes"
HELLO = 1697384045  # 2023-10-15 15:34:05 UTC


@dataclass(frozen=True)
class Exact:
    """A command whose output, errors and status are recorded from the real program."""

    id: int
    command: str
    out: str
    err: str = ""
    exit: int = 0


@dataclass(frozen=True)
class Form:
    """A command whose recorded output names another device: `pattern` is its form, with our names in it."""

    id: int
    command: str
    pattern: str
    before: str = "true"
    exit: int = 0


ORACLE = [
    Exact(96, "ls /nosuch", "", "ls: /nosuch: No such file or directory\n", 1),
    Exact(97, "ls -l a.txt", "-rw-r--r-- 1 root root 6 2023-10-15 15:34 a.txt\n", "", 0),
    Exact(99, "stat -c '%Y %n' a.txt", "1697384045 a.txt\n", "", 0),
    Exact(100, "md5sum a.txt", "b1946ac92492d2347c6235b4d2611184  a.txt\n", "", 0),
    Exact(102, "cat /nosuch", "", "cat: /nosuch: No such file or directory\n", 1),
    Exact(103, "rm nosuch", "", "rm: nosuch: No such file or directory\n", 1),
    Exact(105, "rm -f nosuch", "", "", 0),
    Exact(106, "rmdir nosuch", "", "rmdir: nosuch: No such file or directory\n", 1),
    Exact(108, "mkdir -p d", "", "", 0),
    Exact(109, "cp nosuch x", "", "cp: bad 'nosuch': No such file or directory\n", 1),
    Exact(111, "touch /nosuch/x", "", "touch: '/nosuch/x': No such file or directory\n", 1),
    Exact(112, "wc -l a.txt", "1 a.txt\n", "", 0),
    Exact(114, "find nosuch", "", "find: 'nosuch': No such file or directory\n", 1),
    Exact(115, "find . -name '*.txt'", "./a.txt\n", "", 0),
    Exact(117, "grep ell a.txt", "hello\n", "", 0),
    Exact(118, "head nosuch", "", "head: nosuch: No such file or directory\n", 1),
    Exact(120, "date -u -d @1697384045 '+%Y-%m-%d %H:%M:%S'", "2023-10-15 15:34:05\n", "", 0),
    Exact(121, "date 2023", "", "date: bad date 2023\n", 1),
    Exact(123, "kill 999999", "", "kill: bad pid '999999': No such process\n", 1),
    Exact(124, "sleep x", "", "sleep: Not a number 'x'\n", 1),
    Exact(126, "dirname /a/b.txt", "/a\n", "", 0),
    Exact(127, "seq 3", "1\n2\n3\n", "", 0),
    Exact(129, "echo -e 'a\\tb'", "a\tb\n", "", 0),
    Exact(130, "which nosuch", "", "", 1),
    Exact(132, "nosuchcmd; echo $?", "127\n", "/system/bin/sh: nosuchcmd: inaccessible or not found\n", 0),
    Exact(133, "/etc/passwd", "", "/system/bin/sh: /etc/passwd: can't execute: Permission denied\n", 126),
    Exact(135, "if", "", "/system/bin/sh: syntax error: unmatched 'if'\n", 1),
    Exact(136, 'echo "x', "", "/system/bin/sh: no closing quote\n", 1),
    Exact(138, "test -d /tmp && echo Exists || echo Does not exist", "Exists\n", "", 0),
    Exact(139, "for i in 1 2; do echo $i; done", "1\n2\n", "", 0),
    Exact(141, "echo $((1+2))", "3\n", "", 0),
    Exact(142, "a=$(echo q); echo $a", "q\n", "", 0),
    Exact(144, 'echo "a\\nb"', "a\nb\n", "", 0),
    Exact(145, 'echo "X4EXIT:$?"', "X4EXIT:0\n", "", 0),
    Exact(147, "true && echo y", "y\n", "", 0),
    Exact(148, "echo a | cat", "a\n", "", 0),
]

DEVICE = [
    Exact(4, "pwd", "/\n"),
    Exact(30, "cmd -w wifi set-wifi-enabled enabled", ""),
    Exact(31, "cmd phone data disable", ""),
    Exact(63, "pm clear com.missing", "Failed\n", "", 1),
    Exact(67, "pm uninstall com.demo.notes", "Failure [DELETE_FAILED_INTERNAL_ERROR]\n", "", 1),
    Exact(
        78,
        "ime set com.android.adbkeyboard/.AdbIME",
        "Input method com.android.adbkeyboard/.AdbIME selected for user #0\n",
    ),
    Exact(
        79,
        "ime disable com.android.inputmethod.latin/.LatinIME",
        "Input method com.android.inputmethod.latin/.LatinIME: now disabled for user #0\n",
    ),
    Exact(
        81,
        "ime set org.demo.keys/org.demo.keys.KeysIME",
        "",
        "Unknown input method org.demo.keys/org.demo.keys.KeysIME cannot be selected for user #0\n",
        255,
    ),
    Exact(
        82,
        "monkey -p com.missing -c android.intent.category.LAUNCHER 1 2>/dev/null",
        "** No activities found to run, monkey aborted.\n",
        "",
        252,
    ),
    Exact(
        84,
        "input text 中文",
        "",
        "\nException occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get length of "
        "null array\n"
        "\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:282)\n",
        255,
    ),
]

_FOCUS = rf"Window\{{\w{{7}} u0 {APP}/{APP}.ListActivity\}}"
_RECORD = rf"ActivityRecord\{{\w{{7}} u0 {APP}/.ListActivity t\d+\}}"
_LAUNCHER = r"com\.android\.launcher3/com\.android\.launcher3\.[\w.]+"
_START = f"am start -n {APP}/.ListActivity"
_NODE = (
    r'<node (NAF="true" )?index="\d+" text="[^"]*" resource-id="[^"]*" class="[^"]+" package="[^"]+" '
    r'content-desc="[^"]*" '
    r'checkable="\w+" checked="\w+" clickable="\w+" enabled="\w+" focusable="\w+" focused="\w+" scrollable="\w+" '
    r'long-clickable="\w+" password="\w+" selected="\w+" bounds="\[\d+,\d+\]\[\d+,\d+\]"'
)
_XML = rf"<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation=\"0\">{_NODE}"
_BATTERY = [
    "AC powered",
    "USB powered",
    "Wireless powered",
    "Dock powered",
    "Max charging current",
    "Max charging voltage",
    "Charge counter",
    "status",
    "health",
    "present",
    "level",
    "scale",
    "voltage",
    "temperature",
]
FORMS = [
    Form(
        1,
        "dumpsys battery",
        "Current Battery Service state:\n" + "".join(f"  {key}: \\w+\n" for key in _BATTERY) + "  technology: Li-ion\n",
    ),
    Form(3, "dumpsys display", r"(?s).*mViewports=\[DisplayViewport\{[^}]*orientation=0"),
    Form(9, "cmd package list packages", r"(package:[\w.]+\n)+$"),
    Form(10, "cmd package list packages --show-versioncode", r"(package:[\w.]+ versionCode:\d+\n)+$"),
    Form(12, "dumpsys window displays", rf"(?s).*\n +mCurrentFocus={_FOCUS}\n +mFocusedApp={_RECORD}\n", _START),
    Form(
        18,
        f"dumpsys package {APP}",
        rf"(?s)Activity Resolver Table:.*android\.intent\.action\.MAIN:\n +\w+ {APP}/\.ListActivity filter \w+\n"
        r' +Action: "android\.intent\.action\.MAIN"\n +Category: "android\.intent\.category\.LAUNCHER"',
    ),
    Form(19, "pm list packages --show-versioncode", r"(package:[\w.]+ versionCode:\d+\n)+$"),
    Form(
        21,
        "ime list -a",
        r"(?s).*com\.android\.inputmethod\.latin/\.LatinIME:\n  mId=com\.android\.inputmethod\.latin/\.LatinIME .*"
        r"  Service:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n    "
        r"ServiceInfo:\n"
        r"      name=com\.android\.inputmethod\.latin\.LatinIME\n      packageName=com\.android\.inputmethod\.latin\n",
    ),
    Form(22, "dumpsys input_method", r"(?s).*mInputShown=false"),
    Form(
        33,
        "dumpsys window",
        r"(?s).*KeyguardServiceDelegate\n +showing=.*screenState=SCREEN_STATE_OFF\n "
        r"+interactiveState=INTERACTIVE_STATE_SLEEP\n"
        r" +KeyguardStateMonitor\n +mIsShowing=false\n +mSimSecure=false\n +mInputRestricted=false\n",
        "input keyevent 26",
    ),
    Form(
        36,
        "dumpsys window windows",
        r"(?s).*Window #\d+ Window\{\w+ u0 StatusBar\}:\n +mDisplayId=0 rootTaskId=\d+ mSession=Session\{\w+ "
        r"\d+:u0a10139\} "
        r"mClient=android\.os\.BinderProxy@\w+\n +mOwnerUid=\d+ showForAllUsers=true "
        r"package=com\.android\.systemui appop=NONE\n +mAttrs=\{[^\n]*ty=STATUS_BAR",
    ),
    Form(37, "dumpsys window windows", rf"(?s).*imeLayeringTarget in display# 0 Window\{{\w+ u0 {_LAUNCHER}\}}\n"),
    Form(39, "dumpsys window windows", r"(?s).*mHasPermanentDpad=false\n"),
    Form(40, "dumpsys window windows", rf"(?s).*imeInputTarget in display# 0 Window\{{\w+ u0 {_LAUNCHER}\}}\n"),
    Form(
        42,
        "dumpsys window windows",
        r"(?s).*Window #\d+ Window\{\w+ u0 NavigationBar0\}:\n.*mAttrs=\{[^\n]*ty=NAVIGATION_BAR",
    ),
    Form(
        43,
        "dumpsys window windows",
        r"(?s).*Frames: parent=\[0,0\]\[1080,2400\] display=\[0,0\]\[1080,2400\] frame=\[\d+,\d+\]\[\d+,\d+\] "
        r"last=\S+ insetsChanged=false\n",
    ),
    Form(45, "pm list libraries", r"(library:[\w.]+\n)+$"),
    Form(46, "pm list packages", r"(package:[\w.]+\n)+$"),
    Form(
        49,
        "am stack list | grep -E visible=true",
        rf"  taskId=\d+: {APP}/{APP}\.ListActivity .*visible=true "
        rf"+topActivity=ComponentInfo\{{{APP}/{APP}\.ListActivity\}}\n$",
        _START,
    ),
    Form(51, "dumpsys input", r"(?s).* SurfaceOrientation: 0\n"),
    Form(55, "am broadcast -a clipper.get", r"(?s).*Broadcast completed: result=0\n$"),
    Form(
        57,
        "dumpsys telephony.registry",
        r"last known state:\n *Phone Id=0\n +mCallState=0\n +mRingingCallState=0\n +mForegroundCallState=0\n",
    ),
    Form(64, "getprop", r"(\[[\w.]+\]: \[[^\]\n]*\]\n)+$"),
    *(
        Form(number, "uiautomator dump >/dev/null; cat /sdcard/window_dump.xml", _XML, _START)
        for number in (70, 72, 73)
    ),
    Form(
        75,
        f"am start -W -n {APP}/.ListActivity",
        rf"Starting: Intent \{{ cmp={APP}/\.ListActivity \}}\nStatus: ok\nLaunchState: COLD\n"
        rf"Activity: {APP}/\.ListActivity\nTotalTime: \d+\nWaitTime: \d+\nComplete\n$",
    ),
    Form(
        76,
        f"am start -W -n {APP}/.ListActivity",
        rf"Starting: Intent \{{ cmp={APP}/\.ListActivity \}}\n"
        r"Warning: Activity not started, its current task has been brought to the front\nStatus: ok\nLaunchState: HOT\n"
        rf"Activity: {APP}/\.ListActivity\nTotalTime: \d+\nWaitTime: \d+\nComplete\n$",
        f"{_START}; input keyevent HOME",
    ),
    Form(85, "uiautomator dump /dev/tty", _XML + r"(?s:.*)</hierarchy>UI hierchary dumped to: /dev/tty\n$"),
    Form(
        87,
        "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp' | tail -2",
        rf"  mCurrentFocus={_FOCUS}\n  mFocusedApp={_RECORD}\n$",
        _START,
    ),
    Form(88, "dumpsys activity activities | grep ResumedActivity", rf"  topResumedActivity={_RECORD}\n", _START),
    Form(
        90,
        f"cmd package resolve-activity --brief {APP}",
        r"priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=(true|false)\n"
        rf"{APP}/\.ListActivity\n$",
    ),
    Form(
        91,
        "am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE",
        r"Broadcasting: Intent \{ act=android\.intent\.action\.MEDIA_SCANNER_SCAN_FILE "
        r"(flg=0x400000 )?\}\nBroadcast completed: result=0\n$",
    ),
    Form(
        93,
        "dumpsys input_method",
        r"(?s).*\n  mShowRequested=false mShowExplicitlyRequested=false mShowForced=false mInputShown=false\n",
    ),
]

TYPED = [
    (24, "input text ''text''", "text"),
    (25, "input text ''some%stext%s%swith%sspaces''", "some text  with spaces"),
    (27, "input text ''\\(\\)\\<\\>\\|\\;\\&\\*\\\\\\~\\^\\\"\\'\\$\\`''", "()<>|;&*\\~^\"'$`"),
]

KEYBOARD = 94
ERASED = 28

NOT_SERVED = {
    6: "window dump of Android 9 and older (AppWindowToken)",
    7: "service of the adb server, not a command of the phone",
    13: "window dump of Android 9 and older (AppWindowToken)",
    15: "a client's fixture in the words of an older Android; 13 says `unable to resolve Intent { … }`",
    16: "a client's fixture without the component's braces; the real text is tested with the commands",
    34: "process list of Android 7 and older",
    48: "a start that fails for an unknown reason (code 101) does not happen here",
    52: "spelling of Android 14 and later",
    54: "a broadcast answered with data needs an installed receiver",
    58: "volumes per output device; only the speaker exists here",
    60: "volumes per output device; only the speaker exists here",
    61: "process list of Android 7 and older",
    66: "no device policy here",
    69: "service of adbd, not a command of the phone",
}


def _id(row: Exact | Form) -> str:
    return f"v{row.id}"


@pytest.mark.parametrize("row", [*ORACLE, *DEVICE], ids=_id)
def test_recorded_output_is_reproduced_word_for_word(device: Any, row: Exact) -> None:
    """Output, errors and status are those of the recording."""
    files = device.shell.files
    files.plant("/tmp", mode=stat.S_IFDIR | 0o1777)
    files.plant("/system/etc/passwd", mode=stat.S_IFREG | 0o644)
    files.plant("/folder", mode=stat.S_IFDIR | 0o755, uid=2000, gid=2000)
    files.plant("/folder/a.txt", mode=stat.S_IFREG | 0o644, data=b"hello\n", mtime=HELLO)
    enter = "" if row.id in {4} else "cd /folder\n"
    assert device.all(enter + row.command) == (row.out, row.err, row.exit)


@pytest.mark.parametrize("row", FORMS, ids=_id)
def test_recorded_form_is_kept(device: Any, row: Form) -> None:
    """The output has the form that real devices print and clients parse."""
    device.shell.run(row.before)
    out, _, status = device.all(row.command)
    assert status == row.exit
    assert re.match(row.pattern, out), out


@pytest.mark.parametrize(("number", "command", "text"), TYPED, ids=[f"v{row[0]}" for row in TYPED])
def test_clients_escapes_arrive_as_the_text_they_mean(writing: Any, number: int, command: str, text: str) -> None:
    """What a client escapes for the shell reaches the field without its escapes."""
    assert writing.all(command) == ("", "", 0)
    assert writing.notes.text == text


def test_v94_the_input_method_tells_that_the_keyboard_is_shown(writing: Any) -> None:
    """The line of the dump by which clients decide whether a keyboard covers the screen."""
    line = "  mShowRequested=true mShowExplicitlyRequested=false mShowForced=false mInputShown=true\n"
    assert line in writing.out("dumpsys input_method")


def test_v28_pairs_of_delete_keys_empty_a_field(writing: Any) -> None:
    """Several keys in one command are pressed one after the other."""
    writing.out("input text abcd")
    assert writing.all("input keyevent 67 112 67 112 67 112 67 112") == ("", "", 0)
    assert writing.notes.text == ""


def test_every_recording_is_replayed_or_accounted_for() -> None:
    """No id is both served and listed as not served, and together they are the whole collection of 99."""
    exact, forms = {row.id for row in (*ORACLE, *DEVICE)}, {row.id for row in FORMS}
    served = exact | forms | {row[0] for row in TYPED} | {KEYBOARD, ERASED}
    assert not served & NOT_SERVED.keys()
    assert len(served | NOT_SERVED.keys()) == 99
