"""`getevent` and `sendevent`: the touch screen as a kernel input device of multi-touch protocol B.

When a contact lifts, it becomes one stroke from its start to its last position, taking the virtual time between them.
Of several simultaneous contacts only the one in slot 0 counts; the screen has no two-finger gestures.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Panel
from adapters.phone.shell.language.command import Call, Result, fail, say

TOUCH: Final = "/dev/input/event1"
KEYS: Final = "/dev/input/event0"
_NAMES: Final = {KEYS: "gpio-keys", TOUCH: "virtio_input_multi_touch_1"}
_MOST: Final = 32767
_KEY = 1
_SLOT, _MAJOR, _X, _Y, _ID, _PRESSURE = 0x2F, 0x30, 0x35, 0x36, 0x39, 0x3A
_BTN_TOUCH: Final = 0x14A
_AXES: Final = (
    (_SLOT, "ABS_MT_SLOT", 9), (_MAJOR, "ABS_MT_TOUCH_MAJOR", 2147483647), (_X, "ABS_MT_POSITION_X", _MOST),
    (_Y, "ABS_MT_POSITION_Y", _MOST), (0x37, "ABS_MT_TOOL_TYPE", 2), (_ID, "ABS_MT_TRACKING_ID", 65535),
    (_PRESSURE, "ABS_MT_PRESSURE", 1024),
)  # fmt: skip
_LINUX_KEYS: Final = {28: 66, 102: 3, 114: 25, 115: 24, 116: 26, 139: 82, 158: 4, 172: 3, 580: 187}
"""Codes of the kernel's keys to Android's."""
_KEY_NAMES: Final = {114: "KEY_VOLUMEDOWN", 115: "KEY_VOLUMEUP", 116: "KEY_POWER"}


def getevent(call: Call) -> Result:
    """Run `getevent [-lp | -p | -i | -l | -t | -S | -c N] [DEVICE]`.

    Without -p it lists the devices and ends: the shell runs a line at once, so no event can follow.
    """
    letters = "".join(word[1:] for word in call.args if word.startswith("-"))
    devices = [word for word in call.args if word.startswith("/")]
    unknown = next((device for device in devices if device not in _NAMES), None)
    if unknown is not None:
        return fail(f"could not open {unknown}, No such file or directory")
    labelled = "l" in letters
    out = []
    for number, device in enumerate(devices or [TOUCH, KEYS], 1):
        out.append(f'add device {number}: {device}\n  name:     "{_NAMES[device]}"\n')
        if "p" in letters or "i" in letters:
            out.append(_capabilities(device, labelled=labelled))
    return say("".join(out))


def _capabilities(device: str, *, labelled: bool) -> str:
    if device == KEYS:
        names = [_KEY_NAMES[code] if labelled else f"{code:04x}" for code in sorted(_KEY_NAMES)]
        cells = "".join(f"{name:<22}" if labelled else f"{name}  " for name in names)
        return f"  events:\n    KEY (0001): {cells}\n  input props:\n    <none>\n"
    touch = f"{'BTN_TOUCH':<22}" if labelled else f"{_BTN_TOUCH:04x}"
    lines = [f"  events:\n    KEY (0001): {touch}\n"]
    for number, (code, name, most) in enumerate(_AXES):
        label = f"{name:<22}" if labelled else f"{code:04x}  "
        lead = "    ABS (0003): " if number == 0 else " " * 16
        lines.append(f"{lead}{label}: value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0\n")
    lines.append("  input props:\n    " + ("INPUT_PROP_DIRECT" if labelled else "0001") + "\n")
    return "".join(lines)


def sendevent(call: Call) -> Result:
    """Run `sendevent DEVICE TYPE CODE VALUE`, all decimal."""
    if len(call.args) != 4:
        return fail('sendevent: Needs 4 arguments (see "sendevent --help")')
    device, *numbers = call.args
    if device not in _NAMES:
        return fail(f"sendevent: {device}: No such file or directory")
    values = []
    for word in numbers:
        if not re.fullmatch(r"-?\d{1,10}", word):
            return fail(f"sendevent: bad number '{word}'")
        values.append(int(word))
    kind, code, value = values
    machine = call.machine
    value = value - 2**32 if value > 2**31 else value
    if kind == _KEY and code in _LINUX_KEYS:
        if value == 0:
            machine.phone.key(_LINUX_KEYS[code])
    elif device == TOUCH:
        machine.remember(panel=_apply_event(machine, machine.memory.panel, kind, code, value))
    return Result()


def _apply_event(machine: Machine, panel: Panel, kind: int, code: int, value: int) -> Panel:
    match kind, code:
        case 3, 0x2F:
            return replace(panel, slot=value)
        case 3, _ if panel.slot:
            return panel
        case 3, 0x39:
            return replace(panel, id=value, since=machine.now_ms if value >= 0 else panel.since)
        case 3, 0x35:
            return replace(panel, x=value)
        case 3, 0x36:
            return replace(panel, y=value)
        case 0, 0 if panel.id >= 0 and panel.start is None:
            return replace(panel, start=(panel.x, panel.y))
        case 0, 0 if panel.id < 0 and panel.start is not None:
            begin, end = _pixels(machine, panel.start), _pixels(machine, (panel.x, panel.y))
            machine.phone.touch_swipe(*begin, *end, machine.now_ms - panel.since)
            return replace(panel, start=None)
        case _:
            return panel


def _pixels(machine: Machine, at: tuple[int, int]) -> tuple[int, int]:
    """Convert panel units to pixels; unlike a real panel this one turns with the screen."""
    width, height = machine.size
    x, y = (min(max(value, 0), _MOST) for value in at)
    return x * (width - 1) // _MOST, y * (height - 1) // _MOST
