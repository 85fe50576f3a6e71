"""Android's own commands on a phone with one small app: effects, output, exit status and virtual time."""

from __future__ import annotations

import base64
import json
import re
import shlex
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.shell.commands.android.dumpsys import SECTIONS
from adapters.phone.shell.commands.table import SERVICES, TABLE
from adapters.phone.shell.language.builtins import TABLE as BUILTINS
from adapters.phone.workers.registry import installed_apps
from runtime.screen.frames.png import decode

APP = "com.demo.notes"
ADB_IME = "com.android.adbkeyboard/.AdbIME"
LATIN = "com.android.inputmethod.latin/.LatinIME"


# input


def test_a_tap_acts_and_takes_fifty_milliseconds(writing: Any) -> None:
    """The tapped button gets its event, and the phone's clock moves by 50 ms."""
    before = writing.phone.state.now_ms
    writing.tap("count")
    assert writing.notes.taps == 1
    assert writing.phone.state.now_ms == before + 50


def test_a_swipe_on_the_spot_is_a_long_press(writing: Any) -> None:
    """A swipe without movement is a long press or, if short, a tap; the clock moves by its duration plus 50 ms."""
    x, y = writing.center("count")
    before = writing.phone.state.now_ms
    writing.out(f"input swipe {x} {y} {x} {y} 800")
    assert (writing.notes.holds, writing.notes.taps) == (1, 0)
    assert writing.phone.state.now_ms == before + 850
    writing.out(f"input touchscreen swipe {x} {y} {x} {y} 100")
    assert (writing.notes.holds, writing.notes.taps) == (1, 1)


def test_a_swipe_scrolls_and_its_default_time_is_300(writing: Any) -> None:
    """A swipe upwards scrolls the list; a negative duration means the default of 300 ms."""
    writing.out("input keyevent BACK")
    first = writing.phone.dump()
    before = writing.phone.state.now_ms
    writing.out("input swipe 540 1800 540 900 -5")
    assert writing.phone.state.now_ms == before + 350
    assert writing.phone.dump() != first


def test_motion_events_make_one_gesture(writing: Any) -> None:
    """DOWN, a second's sleep and UP at one place are a long press; CANCEL discards the gesture."""
    x, y = writing.center("count")
    writing.out(f"input motionevent DOWN {x} {y}; sleep 1; input motionevent UP {x} {y}")
    assert writing.notes.holds == 1
    writing.out(f"input motionevent DOWN {x} {y}; input motionevent CANCEL {x} {y}; input motionevent UP {x} {y}")
    assert (writing.notes.holds, writing.notes.taps) == (1, 0)


def test_text_types_spaces_and_a_lone_percent(writing: Any) -> None:
    """In `input text`, `%s` types a space, any other `%` stays, and further arguments are ignored."""
    writing.out("input text a%sb%d% ignored")
    assert writing.notes.text == "a b%d%"


def test_text_without_focus_is_ignored(device: Any) -> None:
    """`input text` without a focused field succeeds and changes nothing."""
    before = device.phone.read()
    assert device.all("input text hello") == ("", "", 0)
    assert device.phone.read() == before


def test_text_that_is_not_ascii_fails(writing: Any) -> None:
    """One character that is not ASCII makes `input text` fail, and nothing is typed."""
    assert writing.all("input text abcé")[2] == 255
    assert writing.notes.text == ""


def test_keys_by_code_name_and_long_name(writing: Any) -> None:
    """Keys are pressed by number, short or long name, several in a row; unknown names are ignored."""
    writing.out("input keyevent 29 KEYCODE_B C KEYCODE_NUMPAD_7 NO_SUCH_KEY 99999")
    assert writing.notes.text == "abc7"
    writing.out("input keyevent DEL; input keyboard keyevent ENTER")
    assert writing.notes.sent == ("abc",)


def test_shortcuts_type_nothing(writing: Any) -> None:
    """A letter key pressed with Ctrl types no character."""
    writing.out("input keycombination CTRL_LEFT A")
    assert writing.notes.text == ""


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("input tap", 'Argument expected after "tap"'),
        ("input tap 5", 'Argument expected after "5"'),
        ("input tap a 5", 'NumberFormatException: For input string: "a"'),
        ("input tap NaN 5", "Error: Invalid arguments for command: tap"),
        ("input text", 'Argument expected after "text"'),
        ("input keyevent", 'Argument expected after "keyevent"'),
        ("input swipe 1 2 3 4 x", 'NumberFormatException: For input string: "x"'),
        ("input motionevent FLY 1 2", "Unknown action: FLY"),
    ],
)
def test_invalid_input_arguments_are_reported(device: Any, command: str, error: str) -> None:
    """Invalid arguments give the input service's exception message and exit status 255."""
    out, err, status = device.all(command)
    assert (out, status) == ("", 255)
    assert err.startswith("\nException occurred while executing '")
    assert error in err


def test_an_unknown_or_missing_input_command(device: Any) -> None:
    """An unknown `input` command prints a message and exits with 0, a missing one with 255, as on Android."""
    assert device.all("input fly") == ("Unknown command: fly\n", "", 0)
    assert device.all("input")[2] == 255


# The screen.


def test_a_raw_capture_is_not_copied(device: Any) -> None:
    """`screencap` returns the very memory object of the pixels, also if silent commands follow."""
    assert device.shell.run("screencap").stdout is device.pixels
    assert device.shell.run("screencap 2>/dev/null; true").stdout is device.pixels


def test_pixels_without_a_header_get_one(device: Any) -> None:
    """A raw capture begins with width, height, format 1 and colour space 1, and has the exact length."""
    device.pixels = memoryview(bytes(1080 * 2400 * 4))
    raw = bytes(device.shell.run("screencap").stdout)
    assert struct.unpack("<4I", raw[:16]) == (1080, 2400, 1, 1)
    assert len(raw) == 16 + 10_368_000


def test_a_png_capture_is_rgba_and_lossless(device: Any) -> None:
    """The PNG has four channels and decodes to the same pixels, on standard output and in files."""
    pixels = np.random.default_rng(7).integers(0, 256, (2400, 1080, 4), np.uint8)
    device.pixels = memoryview(bytes(16) + pixels.tobytes())
    png = bytes(device.shell.run("screencap -p").stdout)
    assert png[25] == 6
    assert np.array_equal(decode(png).pixels, pixels)
    device.out("screencap -p /sdcard/s.png; screencap /sdcard/t.png")
    assert device.shell.files.read("/sdcard/s.png") == device.shell.files.read("/sdcard/t.png") == png


def test_a_capture_that_cannot_be_written_fails(device: Any) -> None:
    """`screencap` to a missing folder prints Android's error and exits with 1."""
    assert device.all("screencap /nosuch/x.png") == (
        "",
        "Error opening file: /nosuch/x.png (No such file or directory)\n",
        1,
    )
    assert device.all("screencap -x")[2] == 1


def test_captures_and_dumps_take_no_virtual_time(device: Any) -> None:
    """Neither `screencap` nor `uiautomator dump` moves the phone's clock."""
    device.out("screencap -p >/dev/null; uiautomator dump >/dev/null")
    assert device.phone.state.now_ms == 0


def test_a_dump_goes_to_the_default_file_and_names_it(device: Any) -> None:
    """Without a path the dump goes to /sdcard/window_dump.xml; the message (with Android's typo) names the path."""
    assert device.out("uiautomator dump") == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    assert device.shell.files.read("/storage/emulated/0/window_dump.xml") == device.phone.dump()
    assert device.out("rm -f /sdcard/T; uiautomator dump /sdcard/T && echo success").endswith("T\nsuccess\n")


def test_wm_size_and_density_cannot_be_changed(device: Any) -> None:
    """`wm` prints the physical size and density, and refuses others with an error message."""
    assert device.out("wm size; wm density") == "Physical size: 1080x2400\nPhysical density: 420\n"
    assert device.all("wm size 720x1280")[1:] == (
        "Error: the size and density of this display cannot be changed\n",
        255,
    )
    assert device.out("wm size 1080x2400; wm density 420; wm size reset; wm density reset") == ""
    assert device.out("wm size") == "Physical size: 1080x2400\n"
    assert device.all("wm size foo") == ("", "Error: bad size foo\n", 255)
    assert device.all("wm density 50") == ("", "Error: density must be >= 72\n", 255)


# Settings and switches.


def test_settings_commands_change_the_phones_settings(device: Any) -> None:
    """Values that are put can be read, are listed in order and seen by apps, and are gone after delete."""
    device.out("settings put global airplane_mode_on 1; settings --user 0 put system my_key 'a b'")
    assert device.out("settings get global airplane_mode_on; settings get system my_key") == "1\na b\n"
    assert device.phone.state.setting("global", "airplane_mode_on") == "1"
    listed = device.out("settings list system").splitlines()
    assert listed == sorted(listed)
    assert "my_key=a b" in listed
    assert (
        device.out("settings delete system my_key; settings delete system my_key") == "Deleted 1 rows\nDeleted 0 rows\n"
    )
    assert device.out("settings get system my_key") == "null\n"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("settings get x y", "Invalid namespace 'x'"),
        ("settings get global", "Bad arguments"),
        ("settings get global a b", "Too many arguments"),
        ("settings fly", "Invalid command: fly"),
    ],
)
def test_settings_errors(device: Any, command: str, message: str) -> None:
    """Invalid `settings` commands print Android's message on standard error and exit with 255."""
    assert device.all(command) == ("", message + "\n", 255)


def test_switch_commands_write_settings(device: Any) -> None:
    """`svc` and `cmd` switches for radios and modes change the corresponding settings."""
    device.out(
        "svc wifi disable; svc data disable; cmd connectivity airplane-mode enable; cmd bluetooth_manager disable"
    )
    assert [
        device.phone.state.setting("global", key)
        for key in ("wifi_on", "mobile_data", "airplane_mode_on", "bluetooth_on")
    ] == [
        "0",
        "0",
        "1",
        "0",
    ]
    assert device.out("cmd connectivity airplane-mode") == "enabled\n"
    assert device.out("cmd uimode night yes") == "Night mode: yes\n"
    assert device.out("cmd uimode night") == "Night mode: yes\n"
    assert device.all("svc wifi maybe")[2] == 1


def test_the_shade_opens_and_closes(device: Any) -> None:
    """`expand-notifications` and `collapse` open and close the shade, and may be repeated."""
    shown = []
    for verb in ("expand-notifications", "expand-notifications", "collapse", "collapse"):
        device.out(f"cmd statusbar {verb}")
        shown.append(any(window.kind == "shade" for window in device.phone.scene().windows))
    assert shown == [True, True, False, False]


def test_content_reads_and_writes_settings(device: Any) -> None:
    """`content` inserts, queries and deletes settings rows; an unknown provider is an error."""
    device.out("content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1")
    assert device.out("settings get system user_rotation") == "1\n"
    query = "content query --uri content://settings/system --projection name:value --where \"name='user_rotation'\""
    assert device.out(query) == "Row: 0 name=user_rotation, value=1\n"
    device.out("content delete --uri content://settings/system --where \"name='user_rotation'\"")
    assert device.out(query) == "No result found.\n"
    assert "Error while accessing provider:nosuch" in device.all("content query --uri content://nosuch/rows")[1]


# Starting and stopping.


def test_launching_by_monkey_component_and_package(device: Any) -> None:
    """`monkey`, `am start -n` and `am start PACKAGE` each bring the app to the front."""
    for command in (
        f"monkey -p {APP} -c android.intent.category.LAUNCHER 1 2>/dev/null",
        f"am start -n {APP}/.ListActivity",
        f"am start {APP}",
    ):
        device.out("am start -a android.intent.action.MAIN -c android.intent.category.HOME >/dev/null")
        assert device.phone.foreground[0] != APP
        device.shell.run(command)
        assert device.phone.foreground[0] == APP
    assert "Events injected: 1\n" in device.shell.run(f"monkey -p {APP} 1").stdout.decode()


@pytest.mark.parametrize(
    ("command", "out", "err", "status"),
    [
        (
            f"am start -n {APP}/.Nope",
            f"Starting: Intent {{ cmp={APP}/.Nope }}\n",
            f"Error type 3\nError: Activity class {{{APP}/{APP}.Nope}} does not exist.\n",
            1,
        ),
        (
            "am start -a android.intent.action.VIEW -d https://a.example/b?c",
            "Starting: Intent { act=android.intent.action.VIEW dat=https://a.example/... }\n",
            (
                "Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW "
                "dat=https://a.example/... flg=0x10000000 }\n"
            ),
            1,
        ),
        ("am force-stop com.missing", "", "", 0),
        ("am get-current-user", "0\n", "", 0),
        ("am fly", "Unknown command: fly\n", "", 255),
        (
            "am startservice com.demo/.S",
            "Starting service: Intent { cmp=com.demo/.S }\n",
            "Error: Not found; no service started.\n",
            255,
        ),
        ("cmd fly", "", "cmd: Can't find service: fly\n", 20),
        ("dumpsys fly", "", "Can't find service: fly\n", 0),
    ],
)
def test_activity_manager_errors(device: Any, command: str, out: str, err: str, status: int) -> None:
    """Output, standard error and exit status of failing `am` commands are those of Android."""
    assert device.all(command) == (out, err, status)


def test_bad_components_and_private_activities_are_exceptions(device: Any) -> None:
    """A component without a slash, and an activity that is not exported, give Android's exceptions."""
    assert "Bad component name: foo" in device.all("am start -n foo")[1]
    _, err, status = device.all(f"am start -n {APP}/.PageActivity")
    assert "SecurityException: Permission Denial" in err
    assert status == 255


def test_settings_actions_open_their_page() -> None:
    """An `android.settings.…` intent action opens the matching page of the Settings app."""
    phone = Phone(installed_apps())
    shell = Shell(phone, lambda: memoryview(b""))
    for action, place in (("ZEN_MODE_SETTINGS", "dnd"), ("WIFI_SETTINGS", "internet"), ("DISPLAY_SETTINGS", "display")):
        assert shell.run(f"am start -a android.settings.{action}").exit == 0
        assert (phone.foreground[0], phone.state.top.route.name) == ("com.android.settings", place)
    shell.run("input keyevent HOME; am start -a android.settings.SETTINGS")
    assert phone.foreground[0] == "com.android.settings"


def test_force_stop_restart_and_clear(device: Any) -> None:
    """`force-stop` keeps the app's state, `-S` stops before starting, `pm clear` resets the state."""
    device.out(f"am start -W -n {APP}/.ListActivity")
    device.tap("count")
    device.out(f"am force-stop {APP}")
    assert device.phone.foreground[0] != APP
    assert device.notes.taps == 1
    assert device.out(f"am start -S -W -n {APP}/.ListActivity").startswith(f"Stopping: {APP}\nStarting: ")
    assert device.out(f"pm clear {APP}") == "Success\n"
    assert device.notes.taps == 0


# The ADB keyboard.


def test_the_adb_keyboard_types_only_while_selected_and_focused(writing: Any) -> None:
    """Its broadcasts always succeed, but type only while it is the current keyboard and a field is focused."""
    done = "Broadcasting: Intent { act=ADB_INPUT_TEXT flg=0x400000 (has extras) }\nBroadcast completed: result=0\n"
    assert writing.out("am broadcast -a ADB_INPUT_TEXT --es msg 'hi'") == done
    assert writing.notes.text == ""
    writing.out(f"ime set {ADB_IME}")
    assert writing.out("settings get secure default_input_method") == ADB_IME + "\n"
    assert writing.out("am broadcast -a ADB_INPUT_TEXT --es msg '你 好'").endswith("result=0\n")
    assert writing.notes.text == "你 好"
    encoded = base64.b64encode(" ünï 😀".encode()).decode()
    writing.out(f"am broadcast -a ADB_INPUT_B64 --es msg {encoded}")
    assert writing.notes.text == "你 好 ünï 😀"
    writing.out("am broadcast -a ADB_CLEAR_TEXT; am broadcast -a ADB_INPUT_CHARS --eia chars '104,105'")
    assert writing.notes.text == "hi"
    writing.out("am broadcast -a ADB_EDITOR_CODE --ei code 4")
    assert writing.notes.sent == ("hi",)
    writing.out("am broadcast -a ADB_INPUT_TEXT --es msg lost")
    assert writing.notes.text == ""


def test_input_methods_are_enabled_and_selected(device: Any) -> None:
    """`ime` lists, enables, disables and selects input methods; a disabled one cannot be selected."""
    assert device.out("ime list -s").split() == [ADB_IME, LATIN]
    assert device.out(f"ime enable {ADB_IME}") == f"Input method {ADB_IME}: already enabled for user #0\n"
    device.out(f"ime set {ADB_IME}")
    assert device.out(f"ime disable {ADB_IME}") == f"Input method {ADB_IME}: now disabled for user #0\n"
    assert device.out("settings get secure default_input_method; ime list -s") == f"{LATIN}\n{LATIN}\n"
    assert device.all(f"ime set {ADB_IME}")[2] == 255
    portals = ["com.droidrun.portal/.DroidrunKeyboardIME", "com.mobilerun.portal/.input.MobilerunKeyboardIME"]
    assert device.out("ime list -a -s").split() == [ADB_IME, LATIN, *portals]
    assert device.out(f"ime enable {ADB_IME}; ime set {ADB_IME}").endswith(
        f"Input method {ADB_IME} selected for user #0\n"
    )


# Packages, properties, processes.


def test_packages_can_be_listed_filtered_and_located(device: Any) -> None:
    """Flags of `pm list packages` select packages; a filter without matches succeeds with no output."""
    third = device.out("pm list packages -3").split()
    tools = ["com.droidrun.portal", "com.mobilerun.portal"]
    assert third == [f"package:{name}" for name in ("com.android.adbkeyboard", APP, *tools)]
    assert "package:com.android.systemui" in device.out("pm list packages -s").split()
    path = device.out(f"pm path {APP}").strip().removeprefix("package:")
    assert device.out(f"pm list packages -f --user 0 | grep {APP} | head -1") == f"package:{path}={APP}\n"
    assert re.fullmatch(rf"/data/app/~~[\w]{{22}}==/{APP}-[\w]{{22}}==/base.apk", path)
    assert device.out("pm list packages nothing") == ""
    assert device.all("pm path com.missing") == ("", "", 1)
    assert device.out("cmd package resolve-activity --brief com.missing") == "No activity found\n"
    assert device.out(f"cmd package resolve-activity --brief {APP} | tail -n 1") == f"{APP}/.ListActivity\n"
    everything = device.out(
        "cmd package query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
    )
    assert f"packageName={APP}\n" in everything
    assert "versionName=2.1.0\n" in device.out(f"dumpsys package {APP}")


def test_properties(device: Any) -> None:
    """Known properties have values, unknown ones the default or an empty line; read-only ones cannot be set."""
    assert (
        device.out("getprop ro.build.version.sdk; getprop sys.boot_completed; getprop no.such; getprop no.such x")
        == "33\n1\n\nx\n"
    )
    device.out("setprop debug.x 5")
    assert device.out("getprop debug.x") == "5\n"
    assert device.all("setprop ro.build.version.sdk 5")[2] == 1


def test_identity_processes_and_pids(device: Any) -> None:
    """Commands run as the shell user; an app has a process id after it was started."""
    assert device.out("whoami; id -u") == "shell\n2000\n"
    assert device.all(f"pidof {APP}") == ("", "", 1)
    device.out(f"am start -W {APP}")
    pid = device.out(f"pidof {APP}").strip()
    assert re.search(rf"\n\S+ +{pid} .* {APP} *\n", device.out("ps -A"))
    assert device.all("kill 999999")[1] == "kill: bad pid '999999': No such process\n"


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("kill $$", 143), ("kill -9 $$; echo never", 137), ("kill -KILL $$", 137), ("kill -s SIGINT $$", 130),
        ("sh -c 'kill -9 $$'", 137), ("kill -0 $$; echo on", 0), ("kill -BOGUS $$", 1), ("kill -9 1", 1),
    ],
)  # fmt: skip
def test_kill_of_the_own_shell(device: Any, line: str, status: int) -> None:
    """A signal to `$$` exits with 128 + signal; other processes cannot be signalled."""
    out, err, code = device.all(line)
    assert code == status
    assert out == ("on\n" if "echo on" in line else "")
    assert (err == "") == (status != 1)


def test_battery_values_can_be_set(device: Any) -> None:
    """`dumpsys battery set` and `unplug` change the shown values; `reset` restores them."""
    first = device.out("dumpsys battery")
    assert device.out("dumpsys battery set level 5; dumpsys battery unplug") == ""
    assert "  USB powered: false\n" in device.out("dumpsys battery")
    assert "  level: 5\n" in device.out("dumpsys battery")
    device.out("dumpsys battery reset")
    assert device.out("dumpsys battery") == first


def test_the_log_records_app_starts(device: Any) -> None:
    """`logcat -d` shows each app start with its virtual time; `logcat -c` clears them."""
    device.out(f"sleep 2; am start -W {APP}")
    log = device.out("logcat -d")
    assert log.startswith("--------- beginning of main\n")
    assert re.search(rf"11-17 09:24:02\.\d{{3}} +582 +582 I ActivityTaskManager: Displayed {APP}/\.ListActivity", log)
    device.out("logcat -c")
    assert APP not in device.out("logcat -d")


# Time and determinism.


def test_the_clock_moves_by_fixed_amounts_per_command(device: Any) -> None:
    """`sleep` moves the clock by its time, a program by 5 ms, shell builtins not at all."""
    assert device.out("date") == "Tue Nov 17 09:24:00 UTC 2026\n"
    before = device.phone.state.now_ms
    device.out("echo a; test 1 = 1; cd /; x=1")
    assert device.phone.state.now_ms == before
    device.out("ls / >/dev/null; getprop >/dev/null")
    assert device.phone.state.now_ms == before + 10
    device.out("sleep 1.5")
    assert device.phone.state.now_ms == before + 1510


def test_equal_commands_give_equal_phones(device: Any) -> None:
    """Two phones given the same commands have equal output and state."""
    other = type(device)()
    act = f"am start -W {APP}; input tap 540 400; input text abc; echo x > /sdcard/f; sleep 3"
    script = f"{act}; dumpsys window; ls -l /sdcard; ps -A; logcat -d"
    assert device.shell.run(script) == other.shell.run(script)
    assert device.phone.state == other.phone.state


def test_snapshots_restore_the_shells_state(device: Any) -> None:
    """A snapshot restores files, battery and properties; a reset removes the changes."""
    device.out("echo one > /sdcard/f; dumpsys battery set level 7; setprop debug.x 1")
    remaining = device.shell.snapshot()
    device.out("echo two > /sdcard/f; rm -r /sdcard/Music; dumpsys battery reset; setprop debug.x 2")
    device.shell.restore(remaining)
    assert device.out("cat /sdcard/f; ls -d /sdcard/Music; getprop debug.x") == "one\n/sdcard/Music\n1\n"
    assert "level: 7" in device.out("dumpsys battery")
    device.shell.reset()
    assert device.all("cat /sdcard/f")[2] == 1
    assert "level: 80" in device.out("dumpsys battery")


def test_what_the_shell_does_not_know_is_counted(device: Any) -> None:
    """Programs, options and services, by name; snapshots have the counts, and a path of nothing is one of them too."""
    for line in ("awk 1 | awk 2", "sort -V /proc/version", "ls --color", "toybox tar", "dumpsys fly", "cmd fly; ./x"):
        device.shell.run(line)
    wanted = {"awk": 2, "sort -V": 1, "ls -color": 1, "tar": 1, "dumpsys fly": 1, "cmd fly": 1, "./x": 1}
    assert device.phone.read()["system"]["unknown_commands"] == wanted
    device.shell.run("; ".join(f"nosuch{number}{'x' * 50}" for number in range(60)))
    counts = device.phone.read()["system"]["unknown_commands"]
    assert len(counts) == 50
    assert max(map(len, counts)) == 40
    device.phone.reset({}, 0)
    assert "system" not in device.phone.read()


WORDS = st.one_of(
    st.sampled_from(
        [
            "-n",
            "-c",
            "-d",
            "-l",
            "-R",
            "-a",
            "-p",
            "-e",
            "-f",
            "-k",
            "-w",
            "--user",
            "--uri",
            "--bind",
            "-1",
            "0",
            "5",
            "x",
            "/",
            "..",
            ".",
            "/sdcard",
            "/sdcard/f",
            "/data/data/com.demo.notes",
            "/dev/null",
            "",
            "%",
            "%d%s",
            "@1",
            "*",
            "[",
            "(",
            "\\",
            "\\(",
            "-",
            "--",
            "list",
            "get",
            "put",
            "set",
            "start",
            "broadcast",
            "size",
            "density",
            "tap",
            "swipe",
            "text",
            "keyevent",
            "motionevent",
            "DOWN",
            "dump",
            "package",
            "window",
            "activity",
            "input",
            "battery",
            "level",
            "packages",
            "global",
            "night",
            "ADB_INPUT_B64",
            "é",
            "٣",
            "²",
            "999999999999999999999",
            "-5",
            "1e400",
            "1.5",
            "+x",
            "com.demo.notes",
            "com.demo.notes/.ListActivity",
            "content://settings/global",
        ]
    ),
    st.text(max_size=4).filter(
        lambda text: "\0" not in text and not any(0xD800 <= ord(char) < 0xE000 for char in text)
    ),
)


NAMES = sorted({*TABLE, *BUILTINS, *(f"cmd {name}" for name in SERVICES), *(f"dumpsys {name}" for name in SECTIONS)})


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.lists(WORDS, max_size=6)), min_size=1, max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_random_arguments_never_raise(device: Any, calls: list[tuple[str, list[str]]]) -> None:
    """Any command with random arguments returns an exit status from 0 to 255 and raises nothing."""
    for name, words in calls:
        result = device.shell.run(f"{name} {shlex.join(words)}", b"a b\n1,2\n\xff\n")
        assert 0 <= result.exit <= 255
    assert device.shell.run("echo alive").stdout == b"alive\n"


@pytest.mark.parametrize(
    "command",
    [
        "shift ²",
        "echo >&²",
        "for i in 1; do break ²; done",
        "x='9'; echo ${x:²}",
        "sleep 999999999d",
        "input swipe 1 2 3 4 --5",
        "printf '\\ud800'",
        "cut -c 99999999999999999999 /proc/version",
        "am start -f 99999999999999999999 x",
        "find / -maxdepth ²",
        "date -d @99999999999",
        "settings put global k $'\\xff'",
        "echo ${" + "9" * 5000 + "}",
        "echo $((" + "9" * 5000 + "))",
        f"ime set {ADB_IME}; am broadcast -a ADB_INPUT_TEXT --es msg $'\\xff'",
        f"ime set {ADB_IME}; am broadcast -a ADB_INPUT_CHARS --eia chars 55296,²",
    ],
)
def test_unusual_numbers_and_bytes_do_no_harm(writing: Any, command: str) -> None:
    """After odd digits, huge numbers or invalid UTF-8 the phone still works and its state is valid JSON."""
    assert 0 <= writing.shell.run(command).exit <= 255
    assert writing.out("echo alive") == "alive\n"
    writing.phone.dump()
    json.dumps(writing.phone.read()).encode()
