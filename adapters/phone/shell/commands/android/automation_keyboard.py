"""The keyboard of the uiautomator2 client: handles its broadcasts.

It listens while it is the current keyboard and answers each broadcast with -1 and, if there is one, a text. Without a
focused field it only returns the action. ADB_KEYBOARD_SHOW does nothing: the keyboard appears as soon as a field is
touched.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Final

from adapters.phone.shell.device.encoding import clean, from_base64
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.packages import AUTOMATION_IME
from adapters.phone.shell.language.command import parse_count

OK: Final = -1
CANCELED: Final = 0
_BACK: Final = 4
_PREFIX: Final = "ADB_KEYBOARD_"


def numbers(words: Sequence[str]) -> dict[str, int]:
    """Return the integer extras of an intent; strings are skipped even if they look like numbers."""
    found = {}
    for at, word in enumerate(words[:-2]):
        if word == "--ei" and (value := parse_count(words[at + 2])) is not None:
            found[words[at + 1]] = value
    return found


def answer(
    machine: Machine, action: str, extras: Mapping[str, str], codes: Mapping[str, int]
) -> tuple[int, str | None] | None:
    """Return code and text of a broadcast's result; None if the keyboard does not handle it."""
    if machine.ime != AUTOMATION_IME or not action.startswith(_PREFIX):
        return None
    if not machine.phone.state.top.focus:
        return OK, action
    phone = machine.phone
    match action.removeprefix(_PREFIX):
        case "INPUT_TEXT" | "SET_TEXT" as what:
            if "text" not in extras and what == "INPUT_TEXT":
                return OK, action
            text = from_base64(extras.get("text", ""))
            if text is None:
                return CANCELED, "error:bad base-64"
            if what == "SET_TEXT":
                phone.clear_text()
            if text:
                phone.type_text(clean(text))
        case "INPUT_KEYCODE" if "code" in codes:
            phone.key(codes["code"])
        case "CLEAR_TEXT":
            phone.clear_text()
        case "EDITOR_CODE" if "code" in codes:
            phone.editor_action()
        case "SMART_ENTER":
            phone.editor_action()
            return OK, "Enter"
        case "GET_CLIPBOARD":
            return OK, base64.b64encode(phone.state.clipboard.encode()).decode()
        case "HIDE" if machine.phone.state.keyboard.shown:
            phone.key(_BACK)
        case _:
            pass
    return OK, None
