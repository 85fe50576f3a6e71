"""More Android commands: monkey, raw events, sound, notifications, installation, the log, the network."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from adapters.phone.shell import InteractiveShell
from adapters.phone.shell.commands.table import SERVICES, TABLE

APP = "com.demo.notes"
EVENT = "sendevent /dev/input/event1"


def _panel(device: Any, resource_id: str) -> tuple[int, int]:
    """The centre of an element, in units of the touch panel."""
    x, y = device.center(resource_id)
    return x * 32767 // 1079 + 1, y * 32767 // 2399 + 1


# monkey


def test_monkey_is_deterministic_by_seed(device: Any) -> None:
    """Equal seeds give equal state, clock and screen; another seed gives different ones."""
    seen = []
    for seed in (3, 3, 4):
        device.phone.reset({}, 0)
        device.out(f"monkey -p {APP} -s {seed} 60 2>/dev/null")
        seen.append((device.phone.state.now_ms, device.phone.dump(), device.phone.read()))
    assert seen[0] == seen[1]
    assert seen[0] != seen[2]


def test_monkey_stays_in_its_package(device: Any) -> None:
    """After 80 random events, the package given by -p is in front."""
    out = device.out(f"monkey -p {APP} -s 8 -v 80 2>/dev/null")
    assert out.startswith(f":Monkey: seed=8 count=80\n:AllowPackage: {APP}\n")
    assert "Events injected: 80\n" in out
    assert device.phone.foreground[0] == APP


@pytest.mark.parametrize("words", ["", "-p", f"-p {APP}", f"-p {APP} x", f"-p {APP} --throttle y 1"])
def test_monkey_without_a_count_prints_its_usage(device: Any, words: str) -> None:
    """Invalid arguments give usage on standard output, an error on standard error, and status 255."""
    out, err, status = device.all(f"monkey {words}")
    assert out.startswith("usage: monkey ")
    assert "** Error: " in err
    assert status == 255


# Raw events.


def test_the_touch_screen_is_described(device: Any) -> None:
    """`getevent -p` describes the touch screen's name and axes, with labels or numbers."""
    value = device.out("getevent -lp")
    assert 'name:     "virtio_input_multi_touch_1"' in value
    assert "ABS_MT_POSITION_X     : value 0, min 0, max 32767, fuzz 0, flat 0, resolution 0\n" in value
    assert "0035  : value 0, min 0, max 32767, fuzz 0, flat 0, resolution 0\n" in device.out("getevent -p")
    assert device.all("getevent -p /dev/input/event9")[2] == 1


def test_protocol_b_taps_and_holds(writing: Any) -> None:
    """With `sendevent`, a contact that lifts at once is a tap, and one that stays a second is a long press."""
    x, y = _panel(writing, "count")
    down = f"{EVENT} 3 47 0; {EVENT} 3 57 9; {EVENT} 3 53 {x}; {EVENT} 3 54 {y}; {EVENT} 1 330 1; {EVENT} 0 0 0"
    up = f"{EVENT} 3 57 4294967295; {EVENT} 1 330 0; {EVENT} 0 0 0"
    writing.out(f"{down}; {up}")
    assert (writing.notes.taps, writing.notes.holds) == (1, 0)
    writing.out(f"{down}; sleep 1; {up}")
    assert (writing.notes.taps, writing.notes.holds) == (1, 1)


def test_a_stroke_of_raw_events_scrolls(device: Any) -> None:
    """Positions sent between touch down and up make one swipe."""
    device.out(f"am start {APP}")
    before = device.phone.dump()
    moves = "; ".join(f"{EVENT} 3 54 {y}; {EVENT} 0 0 0" for y in range(26000, 12000, -2000))
    device.out(f"{EVENT} 3 57 1; {EVENT} 3 53 16000; {moves}; {EVENT} 3 57 -1; {EVENT} 0 0 0")
    assert device.phone.dump() != before


def test_raw_key_events_press_keys(device: Any) -> None:
    """A raw BACK key event leaves the app; invalid numbers are an error."""
    device.out(f"am start {APP}; sendevent /dev/input/event0 1 158 1; sendevent /dev/input/event0 1 158 0")
    assert device.phone.foreground[0] != APP
    assert device.all("sendevent /dev/input/event1 3 x 1")[2] == 1


# Services.


def test_media_volume_is_read_and_set(device: Any) -> None:
    """Volume commands print the lines that clients parse, change the setting, and refuse values out of range."""
    value = device.out("cmd media_session volume --stream 3 --get")
    assert value.endswith("[V] will get volume\n[V] volume is 5 in range [0..15]\n")
    device.out("media volume --stream 3 --set 11; cmd media_session volume --stream 3 --adj raise")
    assert device.out("settings get system volume_music") == "12\n"
    assert "streamVolume:12" in device.out("dumpsys audio")
    assert device.all("media volume --stream 3 --set 99")[2] == 255


def test_a_notification_is_posted_and_listed(device: Any) -> None:
    """A posted notification is listed; its text is dumped only with --noredact."""
    assert device.out("cmd notification post -t Hello tag1 'the text'").startswith("posting:\n")
    assert "|tag1|" in device.out("cmd notification list")
    assert "android.text=String (the text)" in device.out("dumpsys notification --noredact")
    assert "the text" not in device.out("dumpsys notification")
    device.out("cmd notification set_dnd on")
    assert device.out("settings get global zen_mode") == "1\n"


def test_the_lock_screen_is_switched_shown_and_dismissed(device: Any) -> None:
    """`locksettings` enables the lock screen, POWER shows it, and `wm dismiss-keyguard` removes it."""
    assert device.out("locksettings get-disabled") == "true\n"
    device.out("locksettings set-disabled false; input keyevent POWER; input keyevent POWER")
    assert "mIsShowing=true" in device.out("dumpsys window policy")
    device.out("wm dismiss-keyguard")
    assert "mIsShowing=false" in device.out("dumpsys window policy")


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_service_has_help_or_says_unknown(device: Any, name: str) -> None:
    """`cmd SERVICE` without or with an unknown command prints some text."""
    for words in ("", "no-such-word"):
        out, err, status = device.all(f"cmd {name} {words}")
        assert out or err
        assert status in (0, 1, 255)


# Packages.


def test_pm_enable_and_disable(device: Any) -> None:
    """`pm enable` and `disable-user` print Android's messages; an unknown package exits with 255."""
    assert device.out(f"pm enable {APP}") == f"Package {APP} new state: enabled\n"
    assert device.out(f"pm disable-user {APP}") == f"Package {APP} new state: disabled-user\n"
    assert device.all("pm enable com.missing")[2] == 255
    assert device.all("pm fly")[0] == "Unknown command: fly\n"


def test_the_phone_is_a_consistent_production_build(device: Any) -> None:
    """The properties say `user` build, and `su`, `run-as` and `setenforce` are refused."""
    props = dict(line[1:-1].split("]: [") for line in device.out("getprop").splitlines())
    assert (props["ro.build.type"], props["ro.debuggable"], props["ro.secure"]) == ("user", "0", "1")
    assert props["ro.build.fingerprint"].endswith(f":{props['ro.build.type']}/{props['ro.build.tags']}")
    assert device.all("su -c id") == ("", "/system/bin/sh: su: inaccessible or not found\n", 127)
    assert device.all(f"run-as {APP}") == ("", f"run-as: package not debuggable: {APP}\n", 1)
    assert device.out("getenforce") == "Enforcing\n"


# The log.


def test_the_log_is_filtered_and_formatted(device: Any) -> None:
    """`logcat` filters by tag, level, buffer, process and count, in several formats."""
    device.out("log -t Tea -p w 'hot water'; log -t Tea -p d quiet; log -t Cup clink")
    assert device.out("logcat -d -s Tea:W -v brief").splitlines()[1:] == ["W/Tea     ( 4021): hot water"]
    assert device.out("logcat -d -v raw Tea:V '*:S'").splitlines()[1:] == ["hot water", "quiet"]
    assert device.out("logcat -d -v tag -t 1").splitlines()[1:] == ["I/Cup     : clink"]
    assert device.out("logcat -b crash -d") == "--------- beginning of main\n"
    assert "clink" not in device.out("logcat -d --pid 1")
    assert device.all("logcat -v nosuch")[1] == 'logcat: Invalid parameter "nosuch" to -v\n'
    assert device.all("logcat -b nosuch")[2] == 1
    device.out("logcat -c")
    assert "clink" not in device.out("logcat -d")


def test_the_log_is_binary_on_demand(device: Any) -> None:
    """`logcat -B` prints `struct logger_entry` of Android's log/log_read.h, and filters as in other formats."""
    device.out("log -t Tea -p w 'hot water'; log -t Cup clink")
    record = device.shell.run("logcat -d -B -s Tea").stdout
    length, header, pid, _, seconds, _, buffer, uid = struct.unpack_from("<HHiIIIII", record)
    assert (header, pid, buffer, uid) == (28, 4021, 0, 2000)
    assert seconds == device.shell.machine.now_ms // 1000
    assert bytes(record[header:]) == b"\x05Tea\x00hot water\x00"
    assert length == len(record) - header


# The network and what runs.


def test_the_network_follows_its_switch(device: Any) -> None:
    """The Wi-Fi address and route exist only while Wi-Fi is on."""
    assert "inet 192.168.1.42/24" in device.out("ip addr show wlan0")
    assert "inet addr:192.168.1.42 " in device.out("ifconfig wlan0")
    assert "src 192.168.1.42" in device.out("ip route")
    device.out("svc wifi disable")
    assert "inet " not in device.out("ip addr show wlan0")
    assert device.out("ip route") == ""
    assert device.all("ip addr show eth9") == ("", 'Device "eth9" does not exist.\n', 1)


def test_processes_by_field_and_pattern(device: Any) -> None:
    """`ps -o` prints the requested columns; `pgrep` and `pidof` return the same process id."""
    device.out(f"am start {APP}")
    pid = device.out(f"pidof {APP}").strip()
    assert device.out(f"ps -A -o PID,NAME | grep {APP}").split() == [pid, APP]
    assert device.out(f"pgrep -f {APP}").strip() == pid
    assert device.out("ps -o USER,NAME").splitlines()[0].split() == ["USER", "NAME"]
    assert device.all("ps -o NOPE")[2] == 1


@pytest.mark.parametrize(
    "service",
    ["audio", "batterystats", "cpuinfo", "gfxinfo", "meminfo", "notification", "telephony.registry", "wifi"],
)
def test_services_have_a_dump(device: Any, service: str) -> None:
    """`dumpsys SERVICE` prints something, alone and for a package, and the service is listed."""
    assert device.out(f"dumpsys {service}")
    assert device.out(f"dumpsys {service} {APP}")
    assert f"  {service}\n" in device.out("dumpsys -l")


def test_screenrecord_fails_with_an_explanation(device: Any) -> None:
    """`screenrecord` creates no file and explains why on standard error."""
    out, err, status = device.all("screenrecord --time-limit 1 /sdcard/x.mp4")
    assert (out, status) == ("", 1)
    assert "no video encoder" in err
    assert device.shell.files.stat("/sdcard/x.mp4") is None


def test_the_expected_programs_exist() -> None:
    """The programs that clients and people expect on a phone are in the command table."""
    wanted = """am pm cmd wm ime input settings svc dumpsys content monkey uiautomator screencap screenrecord logcat
        getprop setprop getevent sendevent media locksettings reboot sed xargs tr cut sort uniq seq tee
        sleep date find du df stat md5sum sha1sum sha256sum base64 ip ifconfig ps pidof uname id whoami
        getenforce run-as nc dd toybox"""
    assert set(wanted.split()) <= TABLE.keys()


def test_an_interactive_shell_waits_for_the_rest_of_a_here_document(device: Any) -> None:
    """Nothing runs before the closing line; functions are kept between lines."""
    sitting = InteractiveShell(device.shell.machine, tty=False)
    assert bytes(sitting.line("cat <<END").stdout) == b""
    assert sitting.prompt == "> "
    assert bytes(sitting.line("typed $((6*7))").stdout) == b""
    assert bytes(sitting.line("END").stdout) == b"typed 42\n"
    sitting.line("twice() {")
    sitting.line("echo $1 $1; }")
    assert bytes(sitting.line("twice x").stdout) == b"x x\n"


def test_a_dump_to_the_terminal_needs_one(device):
    """Services that mix output and errors have one; elsewhere only the message comes, as measured on API 30 and 36."""
    message = "UI hierchary dumped to: /dev/tty\n"
    assert device.all("uiautomator dump /dev/tty") == (message, "", 0)
    mixed = bytes(device.shell.run("uiautomator dump /dev/tty", merged=True).stdout)
    assert mixed == device.phone.dump() + message.encode()
    mixed = bytes(device.shell.run("uiautomator dump /dev/tty > /dev/null", merged=True).stdout)
    assert mixed == device.phone.dump()


def test_the_terminal_is_a_file_only_where_there_is_one(device):
    """What is written to it comes out whatever the output is."""
    lost = "/system/bin/sh: can't create /dev/tty: No such device or address\n"
    assert device.all("echo x > /dev/tty") == ("", lost, 1)
    assert bytes(device.shell.run("{ echo x > /dev/tty; echo y; } > /dev/null", merged=True).stdout) == b"x\n"
    assert bytes(device.shell.run("sh -c 'echo x > /dev/tty' | cat > /dev/null", merged=True).stdout) == b"x\n"


def test_bug_reports_fail_as_where_their_service_is_missing(device):
    """`adb bugreport` asks for the version on standard error, then reads a line that begins with FAIL."""
    assert device.all("bugreportz -v") == ("", "1.2\n", 0)
    for command in ("bugreportz", "bugreportz -p"):
        out, err, status = device.all(command)
        assert (out.startswith("FAIL:"), err, status) == (True, "", 1)
    out, err, status = device.all("bugreport")
    assert (out, status) == ("", 0)
    assert "bugreports are deprecated" in err
