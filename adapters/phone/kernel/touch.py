"""Touch input: finds the window and box of a tap, swipe or hold and applies it."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.kernel import editing, keys, system_events
from adapters.phone.kernel.running_phone import RunningPhone
from adapters.phone.style.typography import DENSITY
from adapters.phone.system_ui import recents, shade, windows
from adapters.phone.ui import gestures, hit_testing, text_fields
from adapters.phone.ui.kinds import dp, padding
from adapters.phone.ui.node import Gesture, ev
from adapters.phone.ui.package_names import HOME
from adapters.phone.ui.scene import OVERLAYS, Box, Window

Point = tuple[int, int]
DOUBLE_MS, DOUBLE_SLOP = 300, 24
"""Two taps so close in time (ms) and place (dp) are a double tap."""
UNLOCK = 80
"""How far, in dp, a stroke goes up that unlocks the phone."""
THUMB = 10
"""Half a slider's thumb in dp: its centre moves between that far from either end."""


def tap(phone: RunningPhone, x: int, y: int, gesture: Gesture) -> None:
    """Apply a stationary touch: `tap` or `long`. The second of two quick taps is a `double`."""
    if not phone.state.awake:
        return
    if gesture == "tap":
        gesture = _tap_or_double(phone, x, y)
    window = hit_testing.window_at(phone.scene(), x, y)
    if window is None:
        return
    if phone.state.toolbar and window.kind not in ("toolbar", "ime"):
        phone.state = replace(phone.state, toolbar=False)
    if not hit_testing.inside(window.rect, x, y):
        _outside(phone, window)
        return
    box = hit_testing.box_at(window.root, x, y)
    if box is None or not box.node.enabled:
        return
    if box.node.kind == "field":
        _field(phone, box, x, y, gesture)
        _reveal(phone, window, box)
    elif box.node.kind == "slider":
        _slide(phone, box, x)
        return
    if window.kind != "ime" and not phone.tap_arrives():
        return
    event = box.node.event(gesture) or box.node.event("tap")
    if event is not None:
        if {"x", "y"} <= {name for name, _ in event.args}:
            event = event.plus(x=round(x / DENSITY), y=round(y / DENSITY))
        phone.dispatch(event)


def _tap_or_double(phone: RunningPhone, x: int, y: int) -> Gesture:
    """Return whether this tap is the second of a double tap; a third tap starts over."""
    state, last = phone.state, phone.state.tapped
    near = last is not None and max(abs(x - last[0]), abs(y - last[1])) <= dp(DOUBLE_SLOP)
    double = near and last is not None and state.now_ms - last[2] <= DOUBLE_MS
    phone.replace_silently(replace(state, tapped=None if double else (x, y, state.now_ms)))
    return "double" if double else "tap"


def _field(phone: RunningPhone, box: Box, x: int, y: int, gesture: Gesture) -> None:
    """Touch a text field: place the caret; a double tap or long press selects the word."""
    node, at = box.node, _offset(phone, box, x, y)
    phone.focus(box.key)
    if gesture == "tap":
        editing.select(phone, at, at)
    else:
        begun, end = (0, len(node.text)) if node.password else text_fields.word_at(node.text, at)
        editing.select(phone, begun, end, toolbar=bool(node.text or phone.state.clipboard))


def swipe(phone: RunningPhone, start: Point, end: Point, ms: int) -> None:
    """Apply a straight swipe that takes `ms`."""
    if not phone.state.awake:
        return
    size = phone.size
    kind = gestures.classify_stroke(*start, *end, ms, size.width, size.height)
    if phone.state.lock_screen_shown and kind not in ("tap", "long"):
        if start[1] - end[1] > dp(UNLOCK):
            phone.unlock()
    elif kind in ("tap", "long"):
        tap(phone, *start, kind)
    elif kind == "home":
        phone.key(keys.HOME)
    elif kind == "recents":
        phone.state = phone.state.opened("recents", recents.SCROLL)
    elif kind == "back":
        phone.key(keys.BACK)
    elif kind == "shade" and phone.state.panel != "shade":
        phone.state = phone.state.opened("shade", shade.SCROLL)
    else:
        _move(phone, start, end, ms)


def drag(phone: RunningPhone, start: Point, end: Point, ms: int) -> None:
    """Apply a drag that starts with a long press."""
    if not phone.state.awake:
        return
    window = hit_testing.window_at(phone.scene(), *start)
    box = None if window is None else hit_testing.box_at(window.root, *start)
    if box is not None and box.node.kind == "slider":
        _slide(phone, box, end[0])
    elif box is not None and box.node.kind == "field" and box.node.enabled:
        _select_words(phone, box, start, end)
    elif box is None or not _drag_node(phone, box, start, end):
        phone.touch_long(*start, max(ms, gestures.LONG_PRESS_MS))


def _drag_node(phone: RunningPhone, box: Box, start: Point, end: Point) -> bool:
    """Drag a node that supports it, such as the handle of a row; False if this one does not."""
    event = box.node.event("drag")
    if event is None or not box.node.enabled:
        return False
    phone.dispatch(event.plus(x=round((end[0] - start[0]) / DENSITY), y=round((end[1] - start[1]) / DENSITY)))
    return True


def _select_words(phone: RunningPhone, box: Box, start: Point, end: Point) -> None:
    """Select from the first to the last word under a long press that moves across a field's text."""
    _field(phone, box, *start, "long")
    scene = phone.scene()
    now = next((item for window in scene.windows if (item := hit_testing.focused(window.root)) is not None), None)
    if now is None or now.node.password or not now.node.text:
        return
    begun = text_fields.clamp_span(phone.state.top.caret, len(now.node.text))
    last = text_fields.word_at(now.node.text, _offset(phone, now, *end))
    editing.select(phone, min(*begun, *last), max(*begun, *last), toolbar=True)


def _offset(phone: RunningPhone, box: Box, x: int, y: int) -> int:
    """Return the text offset in a field at a point."""
    left, above, _, _ = padding(box.node)
    span = phone.state.top.caret if phone.state.top.focus == box.key else None
    width = box.rect[2] - box.rect[0]
    return text_fields.offset_at(box.node, width, span, x - box.rect[0] - left, y - box.rect[1] - above)


def _outside(phone: RunningPhone, window: Window) -> None:
    """Touch outside a modal window: dismisses it unless the screen is asleep."""
    if window.kind == "shade" or (window.kind in OVERLAYS and phone.state.panel != "permission"):
        phone.dismiss()


def _slide(phone: RunningPhone, box: Box, x: int) -> None:
    left, _, right, _ = box.rect
    edge = dp(THUMB)
    share = (x - left - edge) / max(1, right - left - 2 * edge)
    event = box.node.event("change")
    if event is not None and box.node.enabled:
        phone.dispatch(event.plus(value=round(min(1.0, max(0.0, share)), 2)))


def _move(phone: RunningPhone, start: Point, end: Point, ms: int) -> None:
    window = hit_testing.window_at(phone.scene(), *start)
    if window is None or window.kind == "ime":
        return
    across = abs(end[0] - start[0]) > abs(end[1] - start[1])
    if window.kind == "drawer" and across and end[0] < start[0]:
        phone.dismiss()
        return
    if not hit_testing.inside(window.rect, *start):
        return
    box = hit_testing.box_at(window.root, *start)
    if box is not None and box.node.kind == "slider" and across:
        _slide(phone, box, end[0])
        return
    if box is not None and _drag_node(phone, box, start, end):
        return
    distance = start[0] - end[0] if across else start[1] - end[1]
    event = box.node.event("tap") if box is not None else None
    if event is not None and system_events.dismiss_by_swipe(
        phone, event, "across" if across else "up" if distance > 0 else "down"
    ):
        return
    for scroll in hit_testing.scrolls_at(window.root, *start):
        if scroll.node.horizontal == across and _scroll(phone, scroll, gestures.scroll_distance(distance, ms)):
            return
    if not across and (window.kind, distance < 0) in (("sheet", True), ("shade", False)):
        phone.dismiss()
    elif window.package == HOME and not phone.state.panel:
        _on_home(phone, across, distance)


def _on_home(phone: RunningPhone, across: bool, distance: int) -> None:
    """Apply a swipe on the launcher that nothing there scrolls with."""
    if across:
        phone.dispatch(ev("page", by=1 if distance > 0 else -1))
    elif phone.state.top.route.name == "drawer":
        if distance < 0:
            phone.back()
    elif distance > 0:
        phone.dispatch(ev("drawer"))
    else:
        phone.state = phone.state.opened("shade", shade.SCROLL)


def _reveal(phone: RunningPhone, before: Window, field: Box) -> None:
    """Scroll a field up if the keyboard that has just opened would cover it."""
    x, y = (field.rect[0] + field.rect[2]) // 2, (field.rect[1] + field.rect[3]) // 2
    holder = next((box for box in hit_testing.scrolls_at(before.root, x, y) if not box.node.horizontal), None)
    if before.kind not in ("app", *OVERLAYS) or (holder is not None and holder.node.variant == "end"):
        return
    scene = phone.scene()
    # A dialog without a scrolling part may be too tall now; then the dialog itself scrolls.
    key = holder.key if holder is not None else f"{before.kind}/{windows.WHOLE}"
    was = holder.rect if holder is not None else before.rect
    now = hit_testing.scroll_named(scene.windows[scene.active].root, key)
    if now is not None:
        below = field.rect[3] - was[1] + now.rect[1] + dp(8) - hit_testing.visible(now)[3]
        if below > 0:
            _scroll(phone, now, below)


def _scroll(phone: RunningPhone, box: Box, by: int) -> bool:
    offset, most = box.scroll
    moved = min(most, max(0, offset + by))
    if box.node.horizontal and box.node.columns:
        moved = _rested(offset, by, most, dp(box.node.columns), at_end=box.node.variant == "end")
    if moved == offset:
        return False
    scrolled = most - moved if box.node.variant == "end" else moved
    phone.state = phone.state.with_top(phone.state.top.scrolled(box.key, scrolled))
    return True


def _rested(offset: int, by: int, most: int, pitch: int, *, at_end: bool) -> int:
    """Return the resting offset of a pager: on a page, at least the next one if the swipe covered a fifth of a page."""
    base = most % pitch if at_end else 0
    now = round((offset - base) / pitch)
    page = round((offset + by - base) / pitch)
    if page == now and abs(by) * 5 > pitch:
        page += 1 if by > 0 else -1
    return min(most, max(0, base + page * pitch))
