"""`logcat` and `log`: boot messages, app starts, crashes and lines written with `log`."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from adapters.phone.shell.commands.unix.system import strftime
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Line
from adapters.phone.shell.language.command import Call, Result, fail

_LEVELS: Final = "VDIWEFS"
_BUFFERS: Final = ("main", "system", "radio", "events", "crash", "all", "default", "kernel", "stats", "security")
_KEPT: Final = 200
_VALUED: Final = "bvtT"
_ENTRY: Final = struct.Struct("<HHiIIIII")
"""Size of the payload and of this header, process, thread, seconds, nanoseconds, buffer and user."""


def log(call: Call) -> Result:
    """Run `log [-p LEVEL] [-t TAG] MESSAGE…`."""
    words = list(call.args)
    level, tag = "I", "log"
    while len(words) > 1 and words[0] in ("-p", "-t"):
        option, value = words.pop(0), words.pop(0)
        level, tag = (value[:1].upper(), tag) if option == "-p" else (level, value)
    text = " ".join(words) or decode(call.input.read()).rstrip("\n")
    machine = call.machine
    pids = machine.scheduler.running_pids()
    made = Line(machine.now_ms, pids[0] if pids else 0, level if level in _LEVELS else "I", tag, text)
    machine.remember(logged=(*machine.memory.logged, made)[-_KEPT:])
    return Result()


def _all(machine: Machine) -> list[Line]:
    boot = machine.now_ms - machine.phone.state.now_ms
    lines = [
        Line(boot, 310, "D", "AndroidRuntime", ">>>>>> START com.android.internal.os.ZygoteInit uid 0 <<<<<<"),
        Line(boot, 582, "I", "SystemServer", "Entered the Android system server!", "system"),
        Line(boot, 582, "I", "boot_progress_enable_screen", "12", "events"),
    ]
    for when, name in machine.memory.starts:
        text = f"START u0 {{act=android.intent.action.MAIN cmp={name}}} from uid 2000"
        lines.append(Line(when, 582, "I", "ActivityTaskManager", text, "system"))
        lines.append(Line(when, 582, "I", "ActivityTaskManager", f"Displayed {name}: +357ms", "system"))
    for crash in machine.phone.state.crashes:
        about = ("FATAL EXCEPTION: main", f"Process: {crash.package}", *crash.lines)
        lines += [Line(boot + crash.at_ms, 4000, "E", "AndroidRuntime", text, "crash") for text in about]
    lines += machine.memory.logged
    return sorted((line for line in lines if line.at >= machine.memory.cleared), key=lambda line: line.at)


@dataclass(slots=True)
class _Options:
    form: str = "threadtime"
    buffers: tuple[str, ...] = ("default",)
    last: int | None = None
    since: str = ""
    pid: int | None = None
    silent: bool = False
    binary: bool = False
    ends: bool = False
    """Whether it ends with the current log."""
    levels: tuple[tuple[str, str], ...] = ()


class _UsageError(Exception):
    pass


def logcat(call: Call) -> Result:
    """Run `logcat`: print, clear or follow the log, filtered by TAG:LEVEL, buffer, process, time and count.

    Without an option that ends it, further lines follow as they are logged, where somebody can wait for them.
    """
    words = list(call.args)
    if "-c" in words or "--clear" in words:
        call.machine.remember(starts=(), logged=(), cleared=call.machine.now_ms)
        return Result()
    try:
        options = _parse_options(words)
    except _UsageError as bad:
        return fail(f"logcat: {bad}")
    shown = [line for line in _all(call.machine) if _matches(line, options)]
    shown = shown[-options.last :] if options.last else shown
    if options.since:
        shown = [line for line in shown if _moment(line.at) >= options.since]
    if options.binary:
        first = _further(shown, options)
    else:
        first = encode(_text(shown, options) or "--------- beginning of main\n")
    if options.ends or not call.machine.can_wait:
        return Result(first)
    call.out.write(first)
    _follow(call, options)
    return Result()


def _follow(call: Call, options: _Options) -> None:
    """Write further lines as they are logged; lines of a cleared log are not repeated."""
    machine = call.machine
    known = Counter(_all(machine))
    while True:
        call.out.flush()
        machine.wait_for_change()
        lines = _all(machine)
        added, known = Counter(lines) - known, Counter(lines)
        call.out.write(_further([line for line in added if _matches(line, options)], options))


def _further(shown: list[Line], options: _Options) -> bytes:
    """Return lines in the chosen form, without headings of buffers."""
    if options.binary:
        return b"".join(map(_record, shown))
    return encode("".join(_FORMS[options.form](line) + "\n" for line in shown))


def _text(shown: list[Line], options: _Options) -> str:
    """Return lines in the chosen form, with a heading where the buffer changes."""
    form = _FORMS[options.form]
    out: list[str] = []
    buffer = ""
    for item in shown:
        if item.buffer != buffer:
            first = item.buffer not in {line.buffer for line in shown[: shown.index(item)]}
            out.append(f"--------- {'beginning of' if first else 'switch to'} {item.buffer}\n")
            buffer = item.buffer
        out.append(form(item) + "\n")
    return "".join(out)


def _parse_options(words: list[str]) -> _Options:
    options = _Options()
    levels: list[tuple[str, str]] = []
    buffers: list[str] = []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        name, joined, value = word.partition("=")
        if word == "-s":
            options.silent = True
        elif word in ("-B", "--binary"):
            options.binary = True
        elif word in ("-d", "--dump"):
            options.ends = True
        elif name in ("--pid", "--buffer", "--format") or re.match(rf"-[{_VALUED}]", word):
            option = {"--buffer": "-b", "--format": "-v"}.get(name, name)
            if not joined and not option.startswith("--"):
                option, value = word[:2], word[2:]
            if not value:
                if not queue:
                    raise _UsageError(f"option requires an argument -- '{option.lstrip('-')}'")
                value = queue.pop(0)
            _set_option(options, buffers, option, value)
        elif word.startswith("-"):
            raise _UsageError(f"unrecognized option '{word}'")
        else:
            tag, _, level = word.partition(":")
            level = (level or "V")[0].upper() if level != "*" else "V"
            if level not in _LEVELS:
                raise _UsageError(f"Invalid filter expression '{word}'")
            levels.append((tag, level))
    options.levels = tuple(levels)
    options.buffers = tuple(buffers) or options.buffers
    return options


def _set_option(options: _Options, buffers: list[str], option: str, value: str) -> None:
    if option == "-b":
        unknown = next((part for part in value.split(",") if part not in _BUFFERS), None)
        if unknown is not None:
            raise _UsageError(f"Unknown buffer '{unknown}'")
        buffers += value.split(",")
    elif option == "-v":
        if value in _FORMS:
            options.form = value
        elif value not in ("color", "colour", "descriptive", "epoch", "monotonic", "nsec", "printable", "uid", "usec",
                           "UTC", "year", "zone"):  # fmt: skip
            raise _UsageError(f'Invalid parameter "{value}" to -v')
    elif option in ("-t", "-T"):
        options.ends |= option == "-t"
        if value.isdigit() and len(value) < 10:
            options.last = int(value) or None
        else:
            options.since = value
    elif option == "--pid":
        options.pid = int(value) if value.isdigit() and len(value) < 10 else -1


def _matches(part: Line, options: _Options) -> bool:
    if "all" not in options.buffers:
        named = {"main", "system", "crash"} if "default" in options.buffers else set(options.buffers)
        if part.buffer not in named:
            return False
    if options.pid is not None and part.pid != options.pid:
        return False
    # The last filter of a tag applies; `*` covers all other tags; -s silences those.
    own = [level for tag, level in options.levels if tag == part.tag]
    others = [level for tag, level in options.levels if tag == "*"]
    level = own[-1] if own else others[-1] if others else "S" if options.silent else "V"
    return level != "S" and _LEVELS.index(part.level) >= _LEVELS.index(level)


def _record(line: Line) -> bytes:
    """Return a line as the log daemon sends it: `struct logger_entry` of version 4, level, tag and text."""
    payload = bytes([_LEVELS.index(line.level) + 2]) + encode(line.tag) + b"\0" + encode(line.text) + b"\0"
    seconds, ms = divmod(line.at, 1000)
    buffer = {"main": 0, "radio": 1, "events": 2, "system": 3, "crash": 4}[line.buffer]
    return _ENTRY.pack(len(payload), _ENTRY.size, line.pid, line.pid, seconds, ms * 1_000_000, buffer, 2000) + payload


def _moment(at: int) -> str:
    return f"{strftime(datetime.fromtimestamp(at // 1000, UTC), '%m-%d %H:%M:%S')}.{at % 1000:03d}"


_FORMS: Final[dict[str, Callable[[Line], str]]] = {
    "brief": lambda line: f"{line.level}/{line.tag:<8}({line.pid:>5}): {line.text}",
    "raw": lambda line: line.text,
    "tag": lambda line: f"{line.level}/{line.tag:<8}: {line.text}",
    "threadtime": lambda line: (
        f"{_moment(line.at)} {line.pid:>5} {line.pid:>5} {line.level} {line.tag:<8}: {line.text}"
    ),
    "time": lambda line: f"{_moment(line.at)} {line.level}/{line.tag:<8}({line.pid:>5}): {line.text}",
}
