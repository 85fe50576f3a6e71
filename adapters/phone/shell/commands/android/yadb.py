"""yadb, a small jar that some agents push: types any text, takes screenshots, dumps layouts, touches.

Behaviour follows its source. It reads as many arguments as it needs and prints every error on standard output.
"""

from __future__ import annotations

import re
from typing import Final

from adapters.phone.shell.device import programs
from adapters.phone.shell.device.encoding import clean
from adapters.phone.shell.language.command import Call, Result, reason, say

CLASS: Final = "com.ysbing.yadb.Main"
_PICTURE: Final = "/data/local/tmp/yadb_screenshot.png"
_LAYOUT: Final = "/data/local/tmp/yadb_layout_dump.xml"
_TOUCH_MS: Final = 100
_LONGEST_MS: Final = 600_000
_FLOAT: Final = re.compile(r"[+-]?\d{1,6}(\.\d*)?")


def main(call: Call, words: list[str]) -> Result:
    """Run the command named by the first word with the other words as its arguments."""
    machine = call.machine
    option, given = (words[0], words[1:]) if words else ("", [])
    if option in ("-keyboard", "-writeClipboard") and not given:
        return _exception("java.lang.ArrayIndexOutOfBoundsException: length=1; index=1")
    match option:
        case "-keyboard":
            machine.phone.type_text(_unescaped(clean(given[0])))
        case "-keyboardClear":
            machine.phone.clear_text()
        case "-touch":
            return _touch(call, given)
        case "-screenshot":
            path = given[0] if given else _PICTURE
            width, height = machine.size
            head = f"image:android.media.ImageReader$SurfaceImage@5deffd5,width:{width},height:{height},rotation:0\n"
            return _write(call, path, machine.png_screen(), f"{head}screenshot success:{path}\n")
        case "-layout":
            path = given[0] if given else _LAYOUT
            if programs.automation(machine) is not None:
                return _exception("java.lang.IllegalStateException: UiAutomationService already registered!")
            return _write(call, path, machine.phone.dump(), f"layout dumped to:{path}\n")
        case "-readClipboard":
            return say(f"{machine.phone.state.clipboard or 'null'}\n")
        case _:
            return say("Invalid argument\n")
    return Result()


def _unescaped(text: str) -> str:
    r"""`\n` is a new line, `\\n` the two characters."""
    return text.replace("\\\\n", "\0").replace("\\n", "\n").replace("\0", "\\n")


def _touch(call: Call, given: list[str]) -> Result:
    if len(given) < 2:
        return _exception(f"java.lang.ArrayIndexOutOfBoundsException: length={len(given) + 1}; index={len(given) + 1}")
    ms = given[2] if len(given) == 3 else str(_TOUCH_MS)
    for word in (*given[:2], ms):
        if not _FLOAT.fullmatch(word):
            return _exception(f'java.lang.NumberFormatException: For input string: "{word}"')
    x, y, held = int(float(given[0])), int(float(given[1])), max(1, min(_LONGEST_MS, int(float(ms))))
    call.machine.phone.touch_swipe(x, y, x, y, held)
    call.machine.pass_time(held)
    return Result()


def _write(call: Call, path: str, data: bytes, shown: str) -> Result:
    try:
        call.files.write(call.path(path), data)
    except OSError as error:
        return _exception(f"java.io.FileNotFoundException: {path}: open failed: ({reason(error)})")
    return say(shown)


def _exception(text: str) -> Result:
    return say(f"MainException:{text}\n\tat {CLASS}.main(Main.java)\n\n")
