"""`screencap`, `uiautomator` and `wm`: captures, UI dumps and the size of the screen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adapters.phone.accessibility.shell_dump import all_windows_dump, compressed_dump
from adapters.phone.shell.device import programs
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import DENSITY, Machine
from adapters.phone.shell.language.command import Call, Result, argument_expected, fail, java_exception, reason, say

DISPLAY_ID = "4619827259835644672"
_SCREENCAP_HELP = """\
usage: screencap [-hp] [-d display-id] [FILENAME]
   -h: this message
   -p: save the file as a png.
   -d: specify the physical display ID to capture (default: 4619827259835644672)
       see "dumpsys SurfaceFlinger --display-id" for valid display IDs.
If FILENAME ends with .png it will be saved as a png.
If FILENAME is not given, the results will be printed to stdout.
"""
_DUMP_DEFAULT = "/sdcard/window_dump.xml"
_UIAUTOMATOR_HELP = """\
Usage: uiautomator <subcommand> [options]

Available subcommands:

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
"""


def screencap(call: Call) -> Result:
    """Run `screencap [-p] [-d ID] [FILE]`."""
    png, file = False, ""
    words = list(call.args)
    while words:
        word = words.pop(0)
        if word == "-d" and words:
            display = words.pop(0)
            if display not in ("0", DISPLAY_ID):
                return fail(
                    f"Display Id '{display}' is not valid.\nsee \"dumpsys SurfaceFlinger --display-id\" for "
                    f"valid display IDs."
                )
        elif re.fullmatch(r"-p+", word):
            png = True
        elif word.startswith("-"):
            return Result(b"", encode(_SCREENCAP_HELP), 1)
        else:
            file = word
    if not file:
        return Result(call.machine.png_screen() if png else call.machine.raw_screen())
    data = call.machine.png_screen() if png or file.endswith(".png") else bytes(call.machine.raw_screen())
    try:
        call.files.write(call.path(file), data)
    except OSError as error:
        return fail(f"Error opening file: {file} ({reason(error)})")
    return Result()


def uiautomator(call: Call) -> Result:
    """Run `uiautomator dump [--compressed] [FILE]`. The misspelled message is the tool's own.

    Without a terminal it cannot write to /dev/tty, and prints the message nevertheless.
    """
    if not call.args or call.args[0] == "help":
        return say(_UIAUTOMATOR_HELP)
    if call.args[0] != "dump":
        return say(_UIAUTOMATOR_HELP, 1)
    if programs.automation(call.machine) is not None:
        return Result(b"", b"Killed \n", 137)  # the only UiAutomation is held by a client's server
    names = [word for word in call.args[1:] if not word.startswith("--")]
    file = names[0] if names else _DUMP_DEFAULT
    if call.machine.phone.busy:
        return fail("ERROR: could not get idle state.", 0)
    xml = _dumped(call.machine, call.args[1:])
    if not xml:
        return fail("ERROR: null root node returned by UiTestAutomationBridge.", 0)
    message = encode(f"UI hierchary dumped to: {file}\n")
    if file == "/dev/tty":
        if call.terminal is not None:
            call.terminal.write(xml)
        return Result(message)
    try:
        call.files.write(call.path(file), xml)
    except OSError as error:
        return fail(f"java.io.FileNotFoundException: {file}: open failed: ({reason(error)})", 0)
    return Result(message)


def _dumped(machine: Machine, flags: Sequence[str]) -> bytes:
    """Return the dump of the active window, or of all windows, optionally without layout-only nodes."""
    if "--windows" in flags:
        return all_windows_dump(machine.phone.scene(), compress="--compressed" in flags)
    return compressed_dump(machine.phone.scene()) if "--compressed" in flags else machine.phone.dump()


def wm(call: Call) -> Result:
    """Run `wm size|density [VALUE|reset]`, `wm user-rotation`, `wm dismiss-keyguard` and similar commands.

    Size and density cannot be overridden: layouts support one panel only, and the command says so.
    """
    if not call.args:
        return say("Window manager (window) commands:\n  size [reset|WxH|WdpxHdp]\n  density [reset|DENSITY]\n", 255)
    machine, sub = call.machine, call.args[0]
    words = _displayed(list(call.args[1:]))
    match sub:
        case "size":
            return _size(machine, words)
        case "density":
            return _density(words)
        case "user-rotation" | "set-user-rotation":
            return _rotation(machine, sub, words)
        case "dismiss-keyguard":
            call.machine.phone.unlock()
            return Result()
        case _:
            return say(f"Unknown command: {sub}\n", 255)


def _displayed(words: list[str]) -> list[str]:
    """Return the arguments without the display id."""
    if "-d" in words:
        at = words.index("-d")
        del words[at : at + 2]
    return words


_SIZE_FIXED = "Error: the size and density of this display cannot be changed"


def _size(machine: Machine, words: list[str]) -> Result:
    width, height = machine.upright
    if not words:
        return say(f"Physical size: {width}x{height}\n")
    if words[0] == "reset":
        return Result()
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", words[0])
    if match is None:
        return fail(f"Error: bad size {words[0]}", 255)
    return Result() if (int(match[1]), int(match[2])) == (width, height) else fail(_SIZE_FIXED, 255)


def _density(words: list[str]) -> Result:
    if not words:
        return say(f"Physical density: {DENSITY}\n")
    if words[0] == "reset":
        return Result()
    if not re.fullmatch(r"\d{1,5}", words[0]):
        return fail(f"Error: bad number {words[0]}", 255)
    if int(words[0]) < 72:
        return fail("Error: density must be >= 72", 255)
    return Result() if int(words[0]) == DENSITY else fail(_SIZE_FIXED, 255)


def _rotation(machine: Machine, sub: str, words: list[str]) -> Result:
    if not words:
        locked = machine.setting("system", "accelerometer_rotation") == "0"
        return say(f"lock {machine.setting('system', 'user_rotation') or '0'}\n" if locked else "free\n")
    if words[0] not in ("free", "lock"):
        return java_exception(sub, f"java.lang.IllegalArgumentException: Unknown argument: {words[0]}")
    machine.put("system", "accelerometer_rotation", "1" if words[0] == "free" else "0")
    if words[0] == "lock" and len(words) > 1:
        if words[1] not in ("0", "1", "2", "3"):
            return argument_expected(sub, "lock")
        machine.put("system", "user_rotation", words[1])
    return Result()
