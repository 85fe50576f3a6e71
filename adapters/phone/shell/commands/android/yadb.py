"""yadb, a small jar that some agents push: types any text and takes screenshots.

Behaviour follows its source. It reads as many arguments as it needs and prints every error on standard output.
"""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.encoding import clean
from adapters.phone.shell.language.command import Call, Result, reason, say

CLASS: Final = "com.ysbing.yadb.Main"
_PICTURE: Final = "/data/local/tmp/yadb_screenshot.png"


def main(call: Call, words: list[str]) -> Result:
    """Run the command named by the first word with the other words as its arguments."""
    machine = call.machine
    option, given = (words[0], words[1:]) if words else ("", [])
    if option == "-keyboard" and not given:
        return _exception("java.lang.ArrayIndexOutOfBoundsException: length=1; index=1")
    match option:
        case "-keyboard":
            machine.phone.type_text(_unescaped(clean(given[0])))
        case "-keyboardClear":
            machine.phone.clear_text()
        case "-screenshot":
            path = given[0] if given else _PICTURE
            width, height = machine.size
            head = f"image:android.media.ImageReader$SurfaceImage@5deffd5,width:{width},height:{height},rotation:0\n"
            return _write(call, path, machine.png_screen(), f"{head}screenshot success:{path}\n")
        case _:
            return say("Invalid argument\n")
    return Result()


def _unescaped(text: str) -> str:
    r"""`\n` is a new line, `\\n` the two characters."""
    return text.replace("\\\\n", "\0").replace("\\n", "\n").replace("\0", "\\n")


def _write(call: Call, path: str, data: bytes, shown: str) -> Result:
    try:
        call.files.write(call.path(path), data)
    except OSError as error:
        return _exception(f"java.io.FileNotFoundException: {path}: open failed: ({reason(error)})")
    return say(shown)


def _exception(text: str) -> Result:
    return say(f"MainException:{text}\n\tat {CLASS}.main(Main.java)\n\n")
