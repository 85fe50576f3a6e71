"""Screenshots taken with the phone's keys: a PNG in shared storage and a notification that opens it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from adapters.phone.files.filesystem_tree import STORAGE
from adapters.phone.shell.device.intents import Intent
from adapters.phone.shell.device.links import VIEW, resolve
from adapters.phone.shell.device.machine import Machine
from adapters.phone.state.notifications import posted
from adapters.phone.state.phone_state import TOAST_MS, ToastShown
from adapters.phone.ui.app import Notice
from adapters.phone.ui.package_names import SYSTEM_UI

FOLDER: Final = "Pictures/Screenshots"
SYSRQ: Final = 120
_POWER, _VOLUME_DOWN = 26, 25


def is_screenshot_combination(codes: Iterable[int]) -> bool:
    """Return whether these keys, held together, take a screenshot."""
    held = set(codes)
    return SYSRQ in held or {_POWER, _VOLUME_DOWN} <= held


def take(machine: Machine) -> None:
    """Save the current screen; nothing if it is off, a refusal message if it is protected."""
    phone = machine.phone
    state = phone.state
    if not state.awake:
        return
    if any(window.secure for window in phone.scene().windows):
        words = "Taking screenshots isn't allowed by the app or your organization"
        phone.state = replace(state, toast=ToastShown(words, SYSTEM_UI, state.now_ms + TOAST_MS))
        return
    stem = f"{FOLDER}/Screenshot_{state.now:%Y%m%d-%H%M%S}"
    path, count = f"{stem}.png", 0
    while machine.files.stat(f"{STORAGE}/{path}") is not None:
        count += 1
        path = f"{stem} ({count}).png"
    phone.carry_out(partial(_save, machine, path))
    viewer = resolve(machine, Intent(action=VIEW, data=f"file://{STORAGE}/{path}"))
    if viewer is not None:
        app, place = viewer
        notice = Notice("screenshot", "Screenshot saved", "Tap here to open it", place)
        phone.state = posted(phone.state, app.package, notice)


def _save(machine: Machine, path: str) -> None:
    machine.files.mkdir(f"{STORAGE}/{FOLDER}", parents=True)
    machine.files.write(f"{STORAGE}/{path}", machine.png_screen())
