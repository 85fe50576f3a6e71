"""Properties, time and identity: getprop, date, sleep, id, uname and others."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from adapters.phone.shell.commands.unix.options import missing_operands, options
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
        raise missing_operands(call, 2)
    name, value = call.args
    if name.startswith("ro."):
        return fail(f"Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.")
    remaining = tuple(pair for pair in call.machine.memory.props if pair[0] != name)
    call.machine.remember(props=(*remaining, (name, value)))
    return Result()


# Time.

MAX_SLEEP_S = 86_400
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DATE_DEFAULT = "%a %b %e %H:%M:%S %Z %Y"


def date(call: Call) -> Result:
    """Run `date [-u] [-d @SECONDS | -d 'Y-m-d H:M[:S]'] [+FORMAT]`. Only root may set the clock."""
    flags, operands = options(call, "u", "d")
    when, template = call.machine.now, _DATE_DEFAULT
    if (given := flags.get("d")) is not None:
        try:
            is_count = re.fullmatch(r"@\d{1,11}", given)
            when = _EPOCH + timedelta(seconds=int(given[1:])) if is_count else datetime.fromisoformat(given)
        except ValueError:
            return fail(f"date: bad date {given}")
    for word in operands:
        if re.fullmatch(r"\d{8}(\d{2}|\d{4})?(\.\d{2})?", word):
            return fail("date: cannot set date: Operation not permitted")
        if not word.startswith("+"):
            return fail(f"date: bad date {word}")
        template = word[1:]
    return say(strftime(when.replace(tzinfo=UTC), template) + "\n")


_NAMES = {
    "a": "Mon Tue Wed Thu Fri Sat Sun",
    "A": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "b": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "B": "January February March April May June July August September October November December",
}
"""Names of days and months, which must not depend on the host's locale."""


def strftime(when: datetime, template: str) -> str:
    """Format a time as C's `strftime` does in the locale C and in UTC."""

    def convert(match: re.Match[str]) -> str:
        letter = match[1]
        if letter in _NAMES:
            return _NAMES[letter].split()[when.weekday() if letter in "aA" else when.month - 1]
        match letter:
            case "p":
                return "AM" if when.hour < 12 else "PM"
            case "s":
                return str(int(when.timestamp()))
            case "N":
                return f"{when.microsecond * 1000:09d}"
            case "e":
                return f"{when.day:2d}"
            case _ if letter in "dHIMSmYyjZzntFTRDuw%":
                return when.strftime(match[0])
            case _:
                return match[0]

    return re.sub(r"%(.)", convert, template, flags=re.DOTALL)


def sleep(call: Call) -> Result:
    """Run `sleep N[s|m|h|d] …`: advance the virtual clock, by a day at most, without real waiting."""
    if not call.args:
        raise missing_operands(call, 1)
    total = 0.0
    for word in call.args:
        match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})([smhd]?)", word)
        if match is None:
            return fail(f"sleep: Not a number '{word}'")
        total += float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match[2]]
    call.machine.pass_time(round(min(total, MAX_SLEEP_S) * 1000))
    return Result()


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


def getenforce(call: Call) -> Result:
    """Print that SELinux is enforcing."""
    return say("Enforcing\n")


def run_as(call: Call) -> Result:
    """Run `run-as PACKAGE`, which fails: no package is debuggable."""
    if not call.args:
        return fail("run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]")
    known = call.machine.package(call.args[0]) is not None
    return fail(f"run-as: {'package not debuggable' if known else 'unknown package'}: {call.args[0]}")
