"""Finds the screens of an app by touching what can be touched, breadth first; the same on every run."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from runtime.screen.tree import parse

_TAPS: Final = 400
"""Taps spent on one app at most."""
_WORDS: Final = "an"
"""Typed where a field has the focus, so that searches find something."""


@dataclass(frozen=True, slots=True)
class Found:
    """One screen: whose, which (route, with its dialog if it has one), and the phone there."""

    app: str
    place: str
    state: PhoneState


def explore(phone: Phone, app: App, most: int) -> list[Found]:
    """Up to `most` different screens of an app, its home first. The phone is left anywhere."""
    phone.start(app.package)
    found = [Found(app.name, _place(phone), phone.snapshot())]
    waiting = deque(found)
    seen = {found[0].place}
    taps = 0
    while waiting and len(found) < most and taps < _TAPS:
        here = waiting.popleft()
        for x, y in _targets(phone, here.state):
            phone.restore(here.state)
            phone.touch_tap(x, y)
            taps += 1
            if phone.focused is not None:
                phone.type_text(_WORDS)
            if phone.state.top.package != app.package or phone.state.crashes:
                continue
            place = _place(phone)
            if place not in seen:
                seen.add(place)
                found.append(Found(app.name, place, phone.snapshot()))
                waiting.append(found[-1])
                if len(found) == most:
                    break
    return found


def _targets(phone: Phone, state: PhoneState) -> list[tuple[int, int]]:
    """The controls to touch; of rows with one id (or, without ids, of one position and width) the first two."""
    phone.restore(state)
    counts: dict[tuple[object, ...], int] = {}
    centres = []
    for node in parse(phone.dump()).walk():
        if not node.clickable or not node.enabled or node.package == "com.android.systemui":
            continue
        left, _, right, _ = node.bounds
        words = node.text or node.desc
        kind = (node.cls, node.resource_id or (words, left, right) if words else (left, right))
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= 2:
            centres.append(node.center)
    return centres


def _place(phone: Phone) -> str:
    """Names a screen; two that differ only in their content are one."""
    overlay = phone.screen().overlay
    name = phone.state.top.route.name
    parts = [name, overlay.kind if overlay is not None else "", phone.state.panel]
    tab = phone.state.top.route.get("tab", "")
    return "/".join(filter(None, (*parts, str(tab))))
