"""What fingers do: taps, strokes and holds find their window and their box there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adapters.world import gestures, hit, keys
from adapters.world.kinds import dp
from adapters.world.node import ev
from adapters.world.scene import Box, Window
from adapters.world.stack import HOME
from adapters.world.state import Keyboard

if TYPE_CHECKING:
    from adapters.world.phone import Phone

Point = tuple[int, int]
THUMB = 10
"""Half a slider's thumb in dp: its centre moves between that far from either end."""


def tap(phone: Phone, x: int, y: int, gesture: str) -> None:
    """A touch that stays where it is: `tap` or `long`."""
    if not phone.state.awake:
        return
    window = hit.window_at(phone.scene(), x, y)
    if window is None:
        return
    if not hit.inside(window.rect, x, y):
        _outside(phone, window)
        return
    box = hit.touched(window.root, x, y)
    if box is None or not box.node.enabled:
        return
    if box.node.kind == "field":
        phone.focus(box.key)
        _reveal(phone, window, box)
    elif box.node.kind == "slider":
        _slide(phone, box, x)
        return
    if window.kind != "ime" and not phone.arrives():
        return
    event = (box.node.event("long") if gesture == "long" else None) or box.node.event("tap")
    if event is not None:
        phone.dispatch(event)


def swipe(phone: Phone, start: Point, end: Point, ms: int) -> None:
    """A straight stroke that takes `ms`."""
    if not phone.state.awake:
        return
    size = phone.size
    kind = gestures.meaning(*start, *end, ms, size.width, size.height)
    if kind in ("tap", "long"):
        tap(phone, *start, kind)
    elif kind == "home":
        phone.key(keys.HOME)
    elif kind == "back":
        phone.key(keys.BACK)
    elif phone.state.panel == "shade":
        if end[1] < start[1]:
            phone.dismiss()
    elif kind == "shade":
        phone.state = replace(phone.state, panel="shade", keyboard=Keyboard())
    else:
        _move(phone, start, end, ms)


def drag(phone: Phone, start: Point, end: Point, ms: int) -> None:
    """A stroke that begins with a long press."""
    if not phone.state.awake:
        return
    window = hit.window_at(phone.scene(), *start)
    box = None if window is None else hit.touched(window.root, *start)
    if box is not None and box.node.kind == "slider":
        _slide(phone, box, end[0])
    else:
        phone.touch_long(*start, max(ms, gestures.LONG_PRESS_MS))


def _outside(phone: Phone, window: Window) -> None:
    """A touch beside a modal window; a sleeping screen has no beside."""
    if window.kind in ("shade", "dialog", "sheet", "menu"):
        phone.dismiss()


def _slide(phone: Phone, box: Box, x: int) -> None:
    left, _, right, _ = box.rect
    edge = dp(THUMB)
    share = (x - left - edge) / max(1, right - left - 2 * edge)
    event = box.node.event("change")
    if event is not None and box.node.enabled:
        phone.dispatch(event.plus(value=round(min(1.0, max(0.0, share)), 2)))


def _move(phone: Phone, start: Point, end: Point, ms: int) -> None:
    window = hit.window_at(phone.scene(), *start)
    if window is None or window.kind == "ime" or not hit.inside(window.rect, *start):
        return
    across = abs(end[0] - start[0]) > abs(end[1] - start[1])
    box = hit.touched(window.root, *start)
    if box is not None and box.node.kind == "slider" and across:
        _slide(phone, box, end[0])
        return
    distance = start[0] - end[0] if across else start[1] - end[1]
    for scroll in hit.scrolls_at(window.root, *start):
        if scroll.node.horizontal == across and _scroll(phone, scroll, gestures.travel(distance, ms)):
            return
    if window.kind == "sheet" and not across and distance < 0:
        phone.dismiss()
    elif window.package == HOME and across and not phone.state.panel:
        phone.dispatch(ev("page", by=1 if distance > 0 else -1))


def _reveal(phone: Phone, before: Window, field: Box) -> None:
    """Scroll a field up that the keyboard, which has just come, would cover."""
    x, y = (field.rect[0] + field.rect[2]) // 2, (field.rect[1] + field.rect[3]) // 2
    holder = next((box for box in hit.scrolls_at(before.root, x, y) if not box.node.horizontal), None)
    if holder is None or before.kind != "app" or holder.node.variant == "end":
        return
    scene = phone.scene()
    now = hit.scroll_named(scene.windows[scene.active].root, holder.key)
    if now is not None:
        below = field.rect[3] + dp(8) - hit.visible(now)[3]
        if below > 0:
            _scroll(phone, now, below)


def _scroll(phone: Phone, box: Box, by: int) -> bool:
    offset, most = box.scroll
    moved = min(most, max(0, offset + by))
    if moved == offset:
        return False
    kept = most - moved if box.node.variant == "end" else moved
    phone.state = phone.state.with_top(phone.state.top.scrolled(box.key, kept))
    return True
