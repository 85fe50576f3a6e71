"""Properties, time and identity: getprop, date, sleep, id, uname, df and others."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from adapters.phone.shell.language.command import Call, Result, fail, say

_FINGERPRINT = "virtual/phone/phone:13/TQ3A.230805.001/1:user/release-keys"
PROPS: tuple[tuple[str, str], ...] = (
    ("dev.bootcomplete", "1"),
    ("gsm.sim.state", "LOADED"),
    ("init.svc.adbd", "running"),
    ("init.svc.bootanim", "stopped"),
    ("persist.sys.country", "US"),
    ("persist.sys.language", "en"),
    ("persist.sys.locale", "en-US"),
    ("persist.sys.timezone", "UTC"),
    ("ro.boot.serialno", "VIRTUAL0001"),
    ("ro.bootmode", "unknown"),
    ("ro.build.characteristics", "default"),
    ("ro.build.date.utc", "1793520000"),
    ("ro.build.display.id", "TQ3A.230805.001"),
    ("ro.build.fingerprint", _FINGERPRINT),
    ("ro.build.id", "TQ3A.230805.001"),
    ("ro.build.tags", "release-keys"),
    ("ro.build.type", "user"),
    ("ro.build.version.codename", "REL"),
    ("ro.build.version.incremental", "1"),
    ("ro.build.version.release", "13"),
    ("ro.build.version.sdk", "33"),
    ("ro.build.version.security_patch", "2026-11-01"),
    ("ro.debuggable", "0"),
    ("ro.hardware", "virtual"),
    ("ro.kernel.qemu", "0"),
    ("ro.product.brand", "virtual"),
    ("ro.product.cpu.abi", "arm64-v8a"),
    ("ro.product.cpu.abilist", "arm64-v8a,armeabi-v7a,armeabi"),
    ("ro.product.device", "phone"),
    ("ro.product.locale", "en-US"),
    ("ro.product.manufacturer", "Virtual"),
    ("ro.product.model", "Virtual Phone"),
    ("ro.product.name", "phone"),
    ("ro.secure", "1"),
    ("ro.serialno", "VIRTUAL0001"),
    ("ro.sf.lcd_density", "420"),
    ("sys.boot_completed", "1"),
)


def getprop(call: Call) -> Result:
    """Run `getprop` (all properties, sorted) or `getprop NAME [DEFAULT]`."""
    table = {**dict(PROPS), **dict(call.machine.memory.props)}
    if not call.args:
        return say("".join(f"[{name}]: [{value}]\n" for name, value in sorted(table.items())))
    default = call.args[1] if len(call.args) > 1 else ""
    return say(f"{table.get(call.args[0]) or default}\n")


def setprop(call: Call) -> Result:
    """Run `setprop NAME VALUE`; read-only properties cannot be changed."""
    if len(call.args) != 2:
        return fail('setprop: Needs 2 arguments (see "setprop --help")')
    name, value = call.args
    if name.startswith("ro."):
        return fail(f"Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.")
    remaining = tuple(pair for pair in call.machine.memory.props if pair[0] != name)
    call.machine.remember(props=(*remaining, (name, value)))
    return Result()


# Time.

MAX_SLEEP_S = 86_400
_DATE_DEFAULT = "%a %b %e %H:%M:%S %Z %Y"


def date(call: Call) -> Result:
    """Run `date [-u] [-d @SECONDS | -d 'Y-m-d H:M[:S]'] [+FORMAT]`. Only root may set the clock."""
    when, template = call.machine.now, _DATE_DEFAULT
    words = list(call.args)
    while words:
        word = words.pop(0)
        if word == "-u":
            continue
        if word in ("-d", "-D", "-r") and words:
            text = words.pop(0)
            parsed = _moment(call, word, text)
            if parsed is None:
                return fail(f"date: bad date {text}")
            when = parsed
        elif word.startswith("+"):
            template = word[1:]
        elif word.startswith("-"):
            return fail(f"date: Unknown option '{word[1:]}' (see \"date --help\")")
        elif re.fullmatch(r"\d{8}(\d{2}|\d{4})?(\.\d{2})?", word):
            return fail("date: cannot set date: Operation not permitted")
        else:
            return fail(f"date: bad date {word}")
    return say(strftime(when, template) + "\n")


def _moment(call: Call, option: str, text: str) -> datetime | None:
    if option == "-r":
        found = call.files.stat(call.path(text))
        return datetime.fromtimestamp(found.mtime, UTC) if found else None
    if re.fullmatch(r"@\d{1,11}", text):
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=int(text[1:]))
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return None


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_LONG_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def strftime(when: datetime, template: str) -> str:
    """Format a time independently of the host's locale and libraries."""
    seconds = int(when.timestamp())
    values = {
        "a": _DAYS[when.weekday()],
        "A": _LONG_DAYS[when.weekday()],
        "b": _MONTHS[when.month - 1][:3],
        "h": _MONTHS[when.month - 1][:3],
        "B": _MONTHS[when.month - 1],
        "d": f"{when.day:02d}",
        "e": f"{when.day:2d}",
        "H": f"{when.hour:02d}",
        "I": f"{(when.hour - 1) % 12 + 1:02d}",
        "M": f"{when.minute:02d}",
        "S": f"{when.second:02d}",
        "m": f"{when.month:02d}",
        "Y": f"{when.year:04d}",
        "y": f"{when.year % 100:02d}",
        "j": f"{when.timetuple().tm_yday:03d}",
        "p": "AM" if when.hour < 12 else "PM",
        "s": str(seconds),
        "N": f"{when.microsecond * 1000:09d}",
        "Z": "UTC",
        "z": "+0000",
        "n": "\n",
        "t": "\t",
        "%": "%",
        "F": f"{when.year:04d}-{when.month:02d}-{when.day:02d}",
        "T": f"{when.hour:02d}:{when.minute:02d}:{when.second:02d}",
        "R": f"{when.hour:02d}:{when.minute:02d}",
        "D": f"{when.month:02d}/{when.day:02d}/{when.year % 100:02d}",
        "u": str(when.isoweekday()),
        "w": str(when.isoweekday() % 7),
    }
    return re.sub(r"%(.)", lambda match: values.get(match[1], match[0]), template, flags=re.DOTALL)


def sleep(call: Call) -> Result:
    """Run `sleep N[s|m|h|d] …`: advance the virtual clock, by a day at most, without real waiting."""
    if not call.args:
        return fail('sleep: Needs 1 argument (see "sleep --help")')
    total = 0.0
    for word in call.args:
        match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})([smhd]?)", word)
        if match is None:
            return fail(f"sleep: Not a number '{word}'")
        total += float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match[2]]
    call.machine.pass_time(round(min(total, MAX_SLEEP_S) * 1000))
    return Result()


def uptime(call: Call) -> Result:
    """Print the time since the phone's reset."""
    seconds = call.machine.phone.state.now_ms // 1000
    clock = strftime(call.machine.now, "%H:%M:%S")
    return say(f" {clock} up {seconds // 3600}:{seconds // 60 % 60:02d},  0 users,  load average: 0.00, 0.00, 0.00\n")


# Identity.

_GROUPS = (
    "2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),1078(ext_data_rw),1079(ext_obb_rw),"
    "3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs)"
)


def identity(call: Call) -> Result:
    """Run `id [-u|-g|-n|-un]`."""
    flags = "".join(word[1:] for word in call.args if word.startswith("-"))
    if flags:
        return say("shell\n" if "n" in flags else "2000\n")
    return say(f"uid=2000(shell) gid=2000(shell) groups={_GROUPS} context=u:r:shell:s0\n")


def whoami(call: Call) -> Result:
    """Print the user of an ADB shell."""
    return say("shell\n")


def uname(call: Call) -> Result:
    """Run `uname [-a|-m|-n|-r|-s]`."""
    flags = "".join(word[1:] for word in call.args) or "s"
    parts = {
        "s": "Linux",
        "n": "localhost",
        "r": "5.15.41-android13-8",
        "v": "#1 SMP PREEMPT Tue Nov 1 00:00:00 UTC 2026",
        "m": "aarch64",
    }
    chosen = parts.values() if "a" in flags else (text for key, text in parts.items() if key in flags)
    return say(" ".join(chosen) + "\n")


def reboot(call: Call) -> Result:
    """Refuse to reboot a phone whose state belongs to a running episode."""
    return fail("reboot: Operation not permitted")


def df(call: Call) -> Result:
    """Run `df [-h] [PATH]` for one large partition."""
    where = call.args[-1] if call.args and not call.args[-1].startswith("-") else "/data"
    return say(
        f"Filesystem     1K-blocks     Used Available Use% Mounted on\n/dev/fuse       52428800 10485760  "
        f"41943040  20% {where}\n"
    )


def hostname(call: Call) -> Result:
    """Print the host name."""
    return say("localhost\n")


def nproc(call: Call) -> Result:
    """Print the number of processors."""
    return say("8\n")


def getenforce(call: Call) -> Result:
    """Print that SELinux is enforcing; the shell cannot change it."""
    if call.name == "getenforce":
        return say("Enforcing\n")
    return fail("setenforce: Couldn't set enforcing status to '" + " ".join(call.args[:1]) + "': Permission denied")


def run_as(call: Call) -> Result:
    """Run `run-as PACKAGE`, which fails: no package is debuggable."""
    if not call.args:
        return fail("run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]")
    known = call.machine.package(call.args[0]) is not None
    return fail(f"run-as: {'package not debuggable' if known else 'unknown package'}: {call.args[0]}")


def nothing(call: Call) -> Result:
    """Run a program without visible effect, such as `sync`."""
    return Result()
