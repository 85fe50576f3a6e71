"""What to try on a screen: inputs on every control that is visible, in groups of controls that are built alike. Pure.

A control gets a tap and, where it declares one, a long press, double tap or drag; a field several texts once it has the
focus; a slider two positions; a scroll both directions. Every screen gets BACK, one with a dialog or sheet also a tap
beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from adapters.phone.style.typography import DENSITY
from adapters.phone.ui import hit_testing
from adapters.phone.ui.gestures import EDGE
from adapters.phone.ui.kinds import interactive
from adapters.phone.ui.scene import OVERLAYS, Box, Rect, Scene, Window
from benchmarks.acceptance.atlas.boxes import describe_box, is_in_view, touch_point, visible_boxes, windows_in_reach
from benchmarks.acceptance.atlas.signature import shape
from runtime.core.actions import Action, DoubleTap, Key, LongPress, Swipe, Tap, Type

TEXTS: Final = ("an", "12", "Harbour supper with Mara & <Co> on the 12th of November, 18:30")
"""Typed into fields: letters that many searches find, a number, and a text longer than most labels."""
_DRAG_DP: Final = 120
_BACK: Final = Key("BACK")
_SYSTEM_KEYS: Final = (Key("NOTIFICATION"), Key("APP_SWITCH"))


@dataclass(frozen=True, slots=True)
class Trial:
    """An input to try. `control` describes what it touches; `must_act`: it is a fault if nothing changes."""

    action: Action
    control: str
    must_act: bool = False


Groups = list[list[Trial]]
"""Trials of controls that are built alike, in screen order."""


def trials(scene: Scene, *, system_keys: bool) -> Groups:
    """Return what to try on a screen; `system_keys` adds the keys that open the system's panels."""
    groups: dict[tuple[object, ...], list[Trial]] = {}
    for window in windows_in_reach(scene):
        for box in visible_boxes(window.root):
            for name, trial in _on_box(scene, box) if is_in_view(box) else ():
                if window.kind == "ime":
                    trial = replace(trial, must_act=False)  # "Delete" in an empty field
                groups.setdefault((window.kind, name, shape(box)), []).append(trial)
    made = list(groups.values())
    active = scene.windows[scene.active]
    if any(hit_testing.focused(window.root) is not None for window in windows_in_reach(scene)):
        made += [[Trial(Type(text), "focused field", must_act=text.isdigit())] for text in TEXTS]
        made += [[Trial(Key("ENTER"), "focused field")]]
    if active.kind in OVERLAYS and (beside := _beside(scene, active)) is not None:
        made.append([Trial(Tap(*beside), "beside the window")])
        made += [[Trial(swipe, "window")] for swipe in _dismissing(active)]
    made.append([Trial(_BACK, "key")])
    if system_keys:
        made += [[Trial(key, "key")] for key in _SYSTEM_KEYS]
    return made


def _on_box(scene: Scene, box: Box) -> Iterator[tuple[str, Trial]]:
    """Yield the trials on one box with the names of their gestures."""
    node = box.node
    if node.kind == "scroll" and box.scroll[1] > 0:
        yield from _scrolls(box)
    if node.variant == "pages":
        yield from ((name, Trial(swipe, describe_box(box))) for name, swipe in _across(hit_testing.visible(box)))
    if not interactive(node) or not node.enabled:
        return
    point = touch_point(scene, box)
    if point is None:
        return
    words = describe_box(box)
    if node.kind == "field":
        yield "tap", Trial(Tap(*point), words, must_act=not box.focused)
        if node.text:
            yield "long", Trial(LongPress(*point), words)
        return
    if node.kind == "slider":
        left, _, right, _ = box.rect
        for share in (2, 7):
            yield f"slide{share}", Trial(Tap(left + (right - left) * share // 8, point[1]), words)
        return
    yield from _gestures(box, point, words)


def _gestures(box: Box, point: tuple[int, int], words: str) -> Iterator[tuple[str, Trial]]:
    """Yield a trial for each gesture that a node declares."""
    x, y = point
    for name, _ in box.node.on:
        if name == "tap":
            yield name, Trial(Tap(x, y), words, must_act=not _is_chosen(box))
        elif name == "long":
            yield name, Trial(LongPress(x, y), words, must_act=True)
        elif name == "double":
            yield name, Trial(DoubleTap(x, y), words, must_act=True)
        elif name == "drag":
            by = round(_DRAG_DP * DENSITY)
            yield "drag up", Trial(Swipe(x, y, x, y - by), words)
            yield "drag down", Trial(Swipe(x, y, x, y + by), words)


def _is_chosen(box: Box) -> bool:
    """Return whether a control shows a choice that is made, which another tap need not change."""
    return box.node.selected or box.node.checked or any(_is_chosen(child) for child in box.children)


def _scrolls(box: Box) -> Iterator[tuple[str, Trial]]:
    """Yield a swipe in each direction in which a scroll can move."""
    offset, most = box.scroll
    names = _across(hit_testing.visible(box)) if box.node.horizontal else _along(hit_testing.visible(box))
    words = describe_box(box)
    for (name, swipe), possible in zip(names, (offset < most, offset > 0), strict=True):
        if possible:
            yield name, Trial(swipe, words)


def _along(rect: Rect) -> tuple[tuple[str, Swipe], tuple[str, Swipe]]:
    """Return a swipe up and one down inside a rectangle."""
    left, top, right, bottom = rect
    x, low, high = (left + right) // 2, top + (bottom - top) * 4 // 5, top + (bottom - top) // 5
    return ("swipe up", Swipe(x, low, x, high)), ("swipe down", Swipe(x, high, x, low))


def _across(rect: Rect) -> tuple[tuple[str, Swipe], tuple[str, Swipe]]:
    """Return a swipe to the left and one to the right inside a rectangle, away from the screen's edges."""
    left, top, right, bottom = rect
    y, low, high = (top + bottom) // 2, max(left, EDGE) + (right - left) // 8, right - EDGE - (right - left) // 8
    return ("swipe left", Swipe(high, y, low, y)), ("swipe right", Swipe(low, y, high, y))


def _beside(scene: Scene, window: Window) -> tuple[int, int] | None:
    """Return a point outside a modal window that touches nothing above it."""
    x = scene.width // 2
    for point in ((x, scene.height // 10), (x, scene.height * 9 // 10), (scene.width - EDGE, scene.height // 2)):
        if hit_testing.window_at(scene, *point) is window and not hit_testing.inside(window.rect, *point):
            return point
    return None


def _dismissing(window: Window) -> Iterator[Swipe]:
    """Yield the swipe that closes a sheet or drawer."""
    left, top, right, bottom = window.rect
    if window.kind == "sheet":
        x = (left + right) // 2
        yield Swipe(x, top + 20, x, min(bottom - 1, top + 20 + (bottom - top) // 2))
    elif window.kind == "drawer":
        y = (top + bottom) // 2
        yield Swipe(right - 20, y, EDGE + 20, y)
