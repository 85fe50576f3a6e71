"""Actions of the vocabulary as shell commands of the phone. Pure.

What `input text` cannot do (anything but printable ASCII, emptying a field) goes through ADB Keyboard, an input method
that takes text by broadcast and is installed on virtual phones and on most phones that agents drive.
"""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Mapping
from typing import Final

from runtime.core.actions import Action, DoubleTap, Key, Launch, LongPress, Swipe, Tap, Type
from runtime.core.key_codes import normal_key_name

ADB_KEYBOARD: Final = "com.android.adbkeyboard/.AdbIME"
WHICH_KEYBOARD: Final = "settings get secure default_input_method"
"""The command that tells which input method is current."""

_PRINTABLE = re.compile(r"[ -~]*")
_CHUNK = 3 << 10
"""Bytes of text per broadcast: in base64 4 KiB, which every shell and intent takes."""


def commands(action: Action, *, adb_keyboard: bool = False) -> tuple[str, ...]:
    """The command lines that carry the action out, in order; none for what does not reach the phone.

    `adb_keyboard` tells whether ADB Keyboard is the current input method; where the action needs it and it is not, it
    is made so first. `Launch.app` must be a package (see `resolve`).
    """
    match action:
        case Tap(x, y):
            return (f"input tap {x} {y}",)
        case DoubleTap(x, y):
            return (f"input tap {x} {y} && input tap {x} {y}",)
        case LongPress(x, y, ms):
            return (f"input swipe {x} {y} {x} {y} {ms}",)
        case Swipe(x1, y1, x2, y2, ms):
            return (f"input swipe {x1} {y1} {x2} {y2} {ms}",)
        case Key(name):
            return (f"input keyevent {shlex.quote(key(name))}",)
        case Launch(app):
            return (f"monkey -p {shlex.quote(app)} -c android.intent.category.LAUNCHER 1",)
        case Type(text, clear):
            return _type(text, clear, adb_keyboard)
        case _:
            return ()


def needs_adb_keyboard(action: Action) -> bool:
    """Whether the action can only be carried out with ADB Keyboard as the input method."""
    return isinstance(action, Type) and (action.clear or not _PRINTABLE.fullmatch(action.text))


def key(name: str) -> str:
    """The argument of `input keyevent`: a number stays one, a name gets its prefix once, in capitals."""
    word = normal_key_name(name)
    return word if word.isdigit() else f"KEYCODE_{word}"


def resolve(label: str, packages: Mapping[str, str]) -> str | None:
    """The package of an app that was named by its package or its label; `packages` maps labels to packages.

    Compared without case and spacing; else the last part of a package (`com.android.chrome` for "Chrome"), if only one
    fits. None if nothing does.
    """
    if label in packages.values():
        return label
    wanted = _plain(label)
    if not wanted:
        return None
    for known, package in packages.items():
        if _plain(known) == wanted or package.casefold() == label.strip().casefold():
            return package
    fitting = {package for package in packages.values() if package.rpartition(".")[2].casefold() == wanted}
    return fitting.pop() if len(fitting) == 1 else None


def _plain(label: str) -> str:
    return "".join(label.casefold().split())


def _type(text: str, clear: bool, adb_keyboard: bool) -> tuple[str, ...]:
    if not clear and _PRINTABLE.fullmatch(text):
        return (_input_text(text),) if text else ()
    lines: list[str] = []
    if not adb_keyboard:
        lines += (f"ime enable {ADB_KEYBOARD}", f"ime set {ADB_KEYBOARD}")
    if clear:
        lines.append("am broadcast -a ADB_CLEAR_TEXT")
    for piece in _pieces(text):
        lines.append(f"am broadcast -a ADB_INPUT_B64 --es msg {base64.b64encode(piece.encode()).decode()}")
    return tuple(lines)


def _input_text(text: str) -> str:
    """`input text` reads `%s` as a space, so a literal `%s` is typed in two goes."""
    pieces = re.split(r"(?<=%)(?=s)", text)
    return " && ".join(f"input text {_quoted(piece.replace(' ', '%s'))}" for piece in pieces)


def _quoted(text: str) -> str:
    # Always in quotes: a word that needs none may still be an operator or a number to somebody's sniffer.
    return "'" + text.replace("'", "'\\''") + "'"


def _pieces(text: str) -> list[str]:
    """The text in parts of at most `_CHUNK` bytes, never cut inside of a character."""
    pieces: list[str] = []
    start = size = 0
    for at, character in enumerate(text):
        length = len(character.encode("utf-8", "surrogatepass"))
        if size + length > _CHUNK:
            pieces.append(text[start:at])
            start, size = at, 0
        size += length
    if text[start:]:
        pieces.append(text[start:])
    return [piece.encode("utf-8", "replace").decode() for piece in pieces]
