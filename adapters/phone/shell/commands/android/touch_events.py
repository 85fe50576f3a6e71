"""`getevent` and `sendevent`: the touch screen as a kernel input device, multi-touch protocols B and A.

When a contact lifts, it becomes one stroke from its start to its last position, taking the virtual time between them.
Of several simultaneous contacts only the first counts; the screen has no two-finger gestures.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.memory import Contact, Panel
from adapters.phone.shell.language.command import Call, Result, fail, say

TOUCH: Final = "/dev/input/event1"
KEYS: Final = "/dev/input/event0"
_NAMES: Final = {KEYS: "gpio-keys", TOUCH: "virtio_input_multi_touch_1"}
_MOST: Final = 32767
_SYN, _KEY, _ABS = 0, 1, 3
_SLOT, _MAJOR, _X, _Y, _ID, _PRESSURE = 0x2F, 0x30, 0x35, 0x36, 0x39, 0x3A
_MT_REPORT: Final = 2
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
    now = panel.contact(panel.slot)
    match kind, code:
        case 3, 0x2F:
            return replace(panel, slot=min(max(value, 0), 9))
        case 3, 0x39:
            if value < 0:
                return panel.put(panel.slot, replace(now, id=-1))
            return panel.put(panel.slot, Contact(value, now.x, now.y, None, machine.now_ms))
        case 3, 0x35:
            return replace(
                panel.put(panel.slot, replace(now, x=value)), pending_position=(value, panel.pending_position[1])
            )
        case 3, 0x36:
            return replace(
                panel.put(panel.slot, replace(now, y=value)), pending_position=(panel.pending_position[0], value)
            )
        case 1, 0x14A:
            return replace(panel, down=value != 0)
        case 0, 2:
            return _end_contact(machine, panel)
        case 0, 0:
            return _end_packet(machine, panel)
        case _:
            return panel


def _end_contact(machine: Machine, panel: Panel) -> Panel:
    """End one contact of protocol A; without a position no contact is left."""
    x, y = panel.pending_position
    held = panel.contact(0)
    if x is None and y is None:
        return panel.put(0, replace(held, id=-1))
    if held.id < 0:
        held = Contact(1, held.x, held.y, None, machine.now_ms)
    return replace(panel.put(0, replace(held, x=held.x if x is None else x, y=held.y if y is None else y)), slot=0)


def _end_packet(machine: Machine, panel: Panel) -> Panel:
    """End a packet: apply contacts that came down, moved or lifted."""
    panel = replace(panel, pending_position=(None, None))
    first = min((slot for slot, contact in panel.contacts if contact.start is not None or contact.id >= 0), default=0)
    for slot, contact in panel.contacts:
        if contact.id >= 0 and contact.start is None:
            panel = panel.put(slot, replace(contact, start=(contact.x, contact.y)))
        elif contact.id < 0 and contact.start is not None:
            panel = panel.put(slot, Contact())
            if slot == first:
                begin, end = _pixels(machine, contact.start), _pixels(machine, (contact.x, contact.y))
                machine.phone.touch_swipe(*begin, *end, machine.now_ms - contact.since)
    return panel


def _pixels(machine: Machine, at: tuple[int, int]) -> tuple[int, int]:
    """Convert panel units to pixels; unlike a real panel this one turns with the screen."""
    width, height = machine.size
    x, y = (min(max(value, 0), _MOST) for value in at)
    return x * (width - 1) // _MOST, y * (height - 1) // _MOST
