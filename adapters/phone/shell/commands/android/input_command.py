"""`input`: touches, text and keys. Successful commands print nothing."""

from __future__ import annotations

import math
import re

from adapters.phone.shell.device import screenshots
from adapters.phone.shell.device.costs import INPUT_MS, LONG_KEY_MS
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Pointer
from adapters.phone.shell.language.command import (
    Call,
    CommandError,
    Result,
    argument,
    argument_expected,
    java_exception,
    say,
)
from runtime.core.key_codes import MODIFIERS, PRINTABLE, key_code

LONG_PRESS_MS = 400
_SOURCES = frozenset(
    ["keyboard", "dpad", "gamepad", "touchscreen", "mouse", "stylus", "trackball", "touchpad", "touchnavigation",
     "joystick"]
)  # fmt: skip
_SUBCOMMANDS = frozenset(
    ["text", "keyevent", "tap", "swipe", "draganddrop", "press", "roll", "motionevent", "keycombination"]
)
_SHIFT, _CTRL = frozenset((59, 60)), frozenset((113, 114))
_DIGIT_0, _POWER, _ENTER, _NUMPAD_0 = 7, 26, 66, 144
_FAR = 1 << 20
_HELP = """\
Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The commands and default sources are:
      text <string> (Default: touchscreen)
      keyevent [--longpress|--doubletap|--async] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)
"""


def input_command(call: Call) -> Result:
    """Run `input [SOURCE] [-d DISPLAY] SUBCOMMAND …`."""
    words = list(call.args)
    if words and words[0] in _SOURCES:
        words.pop(0)
    if words and words[0] == "-d":
        if len(words) < 2:
            return argument_expected("-d", "-d")
        del words[:2]
    if not words or words[0] in ("-h", "help"):
        return say(_HELP, 255 if not words else 0)
    sub, args = words[0], words[1:]
    if sub not in _SUBCOMMANDS:
        # The handler ignores the result of its help printer: an unknown word succeeds.
        return say(f"Unknown command: {sub}\n")
    _run(call.machine, sub, args)
    return Result()


def _run(machine: Machine, sub: str, args: list[str]) -> None:
    phone = machine.phone
    match sub:
        case "tap":
            x, y = _point(sub, args, 0)
            phone.touch_tap(x, y)
            machine.spend(INPUT_MS)
        case "swipe" | "draganddrop":
            x1, y1 = _point(sub, args, 0)
            x2, y2 = _point(sub, args, 2)
            ms = _duration(args[4]) if len(args) > 4 else 300
            (phone.drag if sub == "draganddrop" else phone.touch_swipe)(x1, y1, x2, y2, ms)
            machine.pass_time(ms + (LONG_PRESS_MS if sub == "draganddrop" else 0))
            machine.spend(INPUT_MS)
        case "motionevent":
            _motion(machine, args)
            machine.spend(INPUT_MS)
        case "text":
            _text(machine, args)
            machine.spend(INPUT_MS)
        case "keyevent":
            _keys(machine, args)
        case "keycombination":
            _combination(machine, args)
            machine.spend(INPUT_MS)
        case _:
            machine.spend(INPUT_MS)


def _float(sub: str, text: str) -> float:
    try:
        # Android's parser also accepts NaN and Infinity in exactly this spelling.
        value = (
            float(text)
            if text.strip("+-") in ("NaN", "Infinity") or text[-1:].isdigit() or text.endswith(".")
            else None
        )
    except ValueError:
        value = None
    if value is None or "_" in text:
        message = (
            f'java.lang.NumberFormatException: For input string: "{text}"'
            if text
            else "java.lang.NumberFormatException: empty String"
        )
        raise CommandError(java_exception(sub, message, "java.lang.Float.parseFloat(Float.java:455)"))
    if math.isnan(value):
        message = f"java.lang.IllegalArgumentException: Error: Invalid arguments for command: {sub}"
        raise CommandError(
            java_exception(sub, message, "com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java)")
        )
    return max(-_FAR, min(_FAR, value))


def _point(sub: str, args: list[str], at: int) -> tuple[int, int]:
    if len(args) < at + 2:
        raise CommandError(argument_expected(sub, args[-1] if args else sub))
    return math.floor(_float(sub, args[at])), math.floor(_float(sub, args[at + 1]))


def _duration(text: str) -> int:
    if not re.fullmatch(r"[-+]?[0-9]{1,10}", text):
        raise CommandError(
            java_exception(
                "swipe",
                f'java.lang.NumberFormatException: For input string: "{text}"',
                "java.lang.Integer.parseInt(Integer.java:652)",
            )
        )
    ms = int(text)
    return 300 if ms < 0 else min(ms, 600_000)


def _motion(machine: Machine, args: list[str]) -> None:
    action = argument(args, "motionevent").upper()
    if action not in ("DOWN", "MOVE", "UP", "CANCEL"):
        raise CommandError(
            java_exception("motionevent", f"java.lang.IllegalArgumentException: Unknown action: {action}")
        )
    at = _point("motionevent", args, 1)
    down = machine.memory.pointer
    if action == "DOWN":
        machine.remember(pointer=Pointer(at, at, machine.now_ms))
    elif down is not None and action == "MOVE":
        machine.remember(pointer=Pointer(down.start, at, down.since))
    else:
        machine.remember(pointer=None)
        if down is not None and action == "UP":
            machine.phone.touch_swipe(*down.start, *at, machine.now_ms - down.since)


def _text(machine: Machine, args: list[str]) -> None:
    text = argument(args, "text").replace("%s", " ")
    if not text.isascii():
        # The virtual keyboard has no key for a character: nothing is typed at all.
        raise CommandError(
            java_exception(
                "text",
                "java.lang.NullPointerException: Attempt to get length of null array",
                "com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:282)",
            )
        )
    for index, line in enumerate(text.split("\n")):
        if index:
            machine.phone.key(_ENTER)
        if line:
            machine.phone.type_text(line)


def _keys(machine: Machine, args: list[str]) -> None:
    names = list(args)
    long = double = False
    while names and names[0].startswith("--"):
        flag = names.pop(0)
        long, double = long or flag == "--longpress", double or flag == "--doubletap"
    if not names:
        raise CommandError(argument_expected("keyevent", args[-1] if args else "keyevent"))
    for name in names:
        code = key_code(name)
        for _ in range(2 if double else 1):
            _press(machine, code, long=long)
            if long:
                machine.pass_time(LONG_KEY_MS)
            machine.spend(INPUT_MS)


def _press(machine: Machine, code: int, *, long: bool = False) -> None:
    if _NUMPAD_0 <= code <= _NUMPAD_0 + 9:
        code += _DIGIT_0 - _NUMPAD_0
    if screenshots.is_screenshot_combination((code,)):
        screenshots.take(machine)
    elif code:
        machine.phone.key(code, long)


def _combination(machine: Machine, args: list[str]) -> None:
    names = list(args)
    if names[:1] == ["-t"]:
        del names[:2]
    if len(names) < 2:
        raise CommandError(
            java_exception(
                "keycombination", "java.lang.IllegalArgumentException: keycombination requires at least 2 keycodes"
            )
        )
    codes = [key_code(name) for name in names]
    if screenshots.is_screenshot_combination(codes):
        screenshots.take(machine)
        return
    ctrl, shift = not _CTRL.isdisjoint(codes), not _SHIFT.isdisjoint(codes)
    held = any(code in MODIFIERS for code in codes)
    for code in codes:
        # No app has shortcuts with other modifiers than these two.
        if code in MODIFIERS or code in _SHIFT or code == _POWER or (held and not ctrl and code in PRINTABLE):
            continue
        machine.phone.key(code, ctrl=ctrl, shift=shift)
