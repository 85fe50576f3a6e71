"""What the keys of a phone do, by their Android codes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adapters.world.state import Keyboard, PhoneState

if TYPE_CHECKING:
    from adapters.world.phone import Phone

HOME, BACK = 3, 4
VOLUME_UP, VOLUME_DOWN, POWER = 24, 25, 26
TAB, SPACE, ENTER, DEL = 61, 62, 66, 67
NOTIFICATION, ESCAPE, FORWARD_DEL = 83, 111, 112
NUMPAD_ENTER, VOLUME_MUTE, APP_SWITCH = 160, 164, 187
SLEEP, WAKEUP = 223, 224
CUT, COPY, PASTE = 277, 278, 279

_LOUDEST = 15
PUNCTUATION = {
    17: "*", 18: "#", 55: ",", 56: ".", 62: " ", 68: "`", 69: "-", 70: "=", 71: "[", 72: "]", 73: "\\", 74: ";",
    75: "'", 76: "/", 77: "@", 81: "+",
}  # fmt: skip


def character(code: int) -> str:
    """The character that a key types without shift, or an empty text."""
    if 7 <= code <= 16:
        return chr(ord("0") + code - 7)
    if 29 <= code <= 54:
        return chr(ord("a") + code - 29)
    return PUNCTUATION.get(code, "")


def press(phone: Phone, code: int, *, long: bool) -> None:
    """Do what the key does. A sleeping phone only hears the keys that wake it."""
    state = phone.state
    if code in (POWER, SLEEP, WAKEUP):
        awake = code == WAKEUP or (code == POWER and not state.awake)
        if awake != state.awake:
            phone.state = replace(state, awake=awake, keyboard=Keyboard(), panel="")
    elif state.awake:
        _awake(phone, code, long)


def _awake(phone: Phone, code: int, long: bool) -> None:
    state = phone.state
    if code in (BACK, ESCAPE):
        phone.back()
    elif code == HOME:
        phone.home()
    elif code == APP_SWITCH:
        phone.state = replace(state, panel="" if state.panel == "recents" else "recents", keyboard=Keyboard())
    elif code == NOTIFICATION:
        phone.state = replace(state, panel="shade", keyboard=Keyboard())
    elif code in (VOLUME_UP, VOLUME_DOWN, VOLUME_MUTE):
        phone.state = volume(state, code)
    elif code in (ENTER, NUMPAD_ENTER):
        phone.editor_action()
    elif code in (DEL, FORWARD_DEL):
        if code == DEL:
            phone.clear_text() if long else phone.delete()
    elif code in (CUT, COPY, PASTE):
        _clipboard(phone, code)
    elif code == TAB:
        _next_field(phone)
    elif typed := character(code):
        phone.type_text(typed)


def volume(state: PhoneState, code: int) -> PhoneState:
    """One step louder or softer, or silent."""
    level = int(state.setting("system", "volume_music", "0") or 0)
    step = {VOLUME_UP: 1, VOLUME_DOWN: -1}.get(code, -_LOUDEST)
    return state.put("system", "volume_music", str(max(0, min(_LOUDEST, level + step))))


def _clipboard(phone: Phone, code: int) -> None:
    if code == PASTE:
        phone.type_text(phone.state.clipboard)
        return
    key = phone.state.top.focus
    text = next((node.text for name, node in phone.fields() if name == key and not node.password), "")
    if text:
        phone.state = replace(phone.state, clipboard=text)
        if code == CUT:
            phone.clear_text()


def _next_field(phone: Phone) -> None:
    names = [name for name, _ in phone.fields()]
    if names:
        at = names.index(phone.state.top.focus) + 1 if phone.state.top.focus in names else 0
        phone.focus(names[at % len(names)])
