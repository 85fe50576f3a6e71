"""The uiautomator2 client's own keyboard: what it makes of broadcasts.

It listens while it is the current one, and answers each: -1 and, where there is something to tell, a text. Without a
field that has the focus it only tells the action back. ADB_KEYBOARD_SHOW does nothing: the keyboard is there as soon as
a field is touched.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Final

from adapters.phone.shell.device.encoding import clean
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.packages import AUTOMATION_IME
from adapters.phone.shell.language.command import parse_count

OK: Final = -1
CANCELED: Final = 0
_BACK: Final = 4
_PREFIX: Final = "ADB_KEYBOARD_"


def numbers(words: Sequence[str]) -> dict[str, int]:
    """The whole numbers among an intent's extras; others are none to the keyboard, even if they look so."""
    found = {}
    for at, word in enumerate(words[:-2]):
        if word == "--ei" and (value := parse_count(words[at + 2])) is not None:
            found[words[at + 1]] = value
    return found


def answer(
    machine: Machine, action: str, extras: Mapping[str, str], codes: Mapping[str, int]
) -> tuple[int, str | None] | None:
    """Result and text of a broadcast; None where nobody listens to it."""
    if machine.ime != AUTOMATION_IME or not action.startswith(_PREFIX):
        return None
    if not machine.phone.state.top.focus:
        return OK, action
    phone = machine.phone
    match action.removeprefix(_PREFIX):
        case "INPUT_TEXT" | "SET_TEXT" as what:
            if "text" not in extras and what == "INPUT_TEXT":
                return OK, action
            try:
                text = base64.b64decode(extras.get("text", ""), validate=False).decode("utf-8", "replace")
            except (binascii.Error, ValueError):
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
        case "HIDE" if machine.keyboard_shown:
            phone.key(_BACK)
        case _:
            pass
    return OK, None
