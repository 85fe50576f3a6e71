"""Hardware and keyboard keys by Android key code."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.kernel import editing
from adapters.phone.kernel.running_phone import RunningPhone
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.system_ui import recents, shade

HOME, BACK = 3, 4
VOLUME_UP, VOLUME_DOWN, POWER = 24, 25, 26
TAB, SPACE, ENTER, DEL = 61, 62, 66, 67
NOTIFICATION, ESCAPE, FORWARD_DEL = 83, 111, 112
NUMPAD_ENTER, VOLUME_MUTE, APP_SWITCH = 160, 164, 187
SLEEP, WAKEUP = 223, 224
CUT, COPY, PASTE = 277, 278, 279

_LOUDEST = 15
_CLIPBOARD = {CUT: "cut", COPY: "copy", PASTE: "paste"}
_SHORTCUTS = {29: "all", 31: "copy", 52: "cut", 50: "paste"}
"""CTRL with A, C, X, V."""
PUNCTUATION = {
    17: "*", 18: "#", 55: ",", 56: ".", 62: " ", 68: "`", 69: "-", 70: "=", 71: "[", 72: "]", 73: "\\", 74: ";",
    75: "'", 76: "/", 77: "@", 81: "+",
}  # fmt: skip


def character(code: int) -> str:
    """Return the character that a key types without shift, empty if none."""
    if 7 <= code <= 16:
        return chr(ord("0") + code - 7)
    if 29 <= code <= 54:
        return chr(ord("a") + code - 29)
    return PUNCTUATION.get(code, "")


def press(phone: RunningPhone, code: int, *, long: bool, ctrl: bool = False, shift: bool = False) -> None:
    """Press a key. A sleeping phone reacts only to the keys that wake it."""
    state = phone.state
    if code in (POWER, SLEEP, WAKEUP):
        awake = code == WAKEUP or (code == POWER and not state.awake)
        if awake != state.awake:
            locked = state.locked or shade.lockable(state)
            phone.state = replace(state.opened(""), awake=awake, locked=locked, occluded=False)
    elif not state.awake or (state.lock_screen_shown and code not in (VOLUME_UP, VOLUME_DOWN, VOLUME_MUTE)):
        return
    elif ctrl:
        _shortcut(phone, code)
    elif code in editing.MOVES:
        editing.move(phone, code, selecting=shift)
    elif not _system(phone, code):
        _text(phone, code, long, shift)


def _system(phone: RunningPhone, code: int) -> bool:
    """Handle a key that does not type; False if it is not one."""
    state = phone.state
    if code in (BACK, ESCAPE):
        phone.back()
    elif code == HOME:
        phone.home()
    elif code == APP_SWITCH:
        if state.panel == "recents":
            phone.dismiss()
        else:
            phone.state = state.opened("recents", recents.SCROLL)
    elif code == NOTIFICATION:
        phone.state = state.opened("shade", shade.SCROLL)
    elif code in (VOLUME_UP, VOLUME_DOWN, VOLUME_MUTE):
        phone.state = volume(state, code)
    else:
        return False
    return True


def _text(phone: RunningPhone, code: int, long: bool, shift: bool) -> None:
    """Handle a key that types or edits text."""
    if code in (ENTER, NUMPAD_ENTER):
        phone.editor_action()
    elif code == DEL and long:
        phone.clear_text()
    elif code in (DEL, FORWARD_DEL):
        editing.delete(phone, forward=code == FORWARD_DEL)
    elif code in _CLIPBOARD:
        editing.action(phone, _CLIPBOARD[code])
    elif code == TAB:
        _next_field(phone)
    elif typed := character(code):
        phone.type_text(typed.upper() if shift else typed)


def _shortcut(phone: RunningPhone, code: int) -> None:
    """Handle a letter or arrow pressed with CTRL."""
    if code in _SHORTCUTS:
        editing.action(phone, _SHORTCUTS[code])
    elif code in (editing.LEFT, editing.RIGHT):
        editing.move(phone, editing.HOME if code == editing.LEFT else editing.END)


def volume(state: PhoneState, code: int) -> PhoneState:
    """Return the state with the volume one step up or down, or muted."""
    level = state.number("system", "volume_music", 0)
    step = {VOLUME_UP: 1, VOLUME_DOWN: -1}.get(code, -_LOUDEST)
    return state.put("system", "volume_music", str(max(0, min(_LOUDEST, level + step))))


def _next_field(phone: RunningPhone) -> None:
    names = [name for name, _ in phone.fields()]
    if names:
        at = names.index(phone.state.top.focus) + 1 if phone.state.top.focus in names else 0
        phone.focus(names[at % len(names)])
