"""Finds the window, box or scroll container at a point of the screen."""

from __future__ import annotations

from adapters.phone.ui.kinds import interactive
from adapters.phone.ui.layout import intersect
from adapters.phone.ui.scene import OVERLAYS, Box, Rect, Scene, Window


def inside(rect: Rect, x: int, y: int) -> bool:
    """Return whether the point lies in the rectangle."""
    return rect[0] <= x < rect[2] and rect[1] <= y < rect[3]


def box_at(box: Box, x: int, y: int) -> Box | None:
    """Return the box that takes a touch: later siblings are on top, the deepest interactive one wins."""
    if not inside(box.rect, x, y) or not inside(box.clip, x, y):
        return None
    for child in reversed(box.children):
        found = box_at(child, x, y)
        if found is not None:
            return found
    return box if interactive(box.node) else None


def scrolls_at(box: Box, x: int, y: int) -> list[Box]:
    """Return the scroll boxes under the point, innermost first."""
    if not inside(box.rect, x, y) or not inside(box.clip, x, y):
        return []
    for child in reversed(box.children):
        found = scrolls_at(child, x, y)
        if found or box_at(child, x, y) is not None:
            return [*found, box] if box.node.kind == "scroll" else found
    return [box] if box.node.kind == "scroll" else []


def window_at(scene: Scene, x: int, y: int) -> Window | None:
    """Return the topmost touchable window at a point. An overlay or the shade blocks touches on all below it."""
    for window in reversed(scene.windows):
        if not window.touchable:
            continue
        if inside(window.rect, x, y):
            return window
        if window.kind == "shade" or window.kind in OVERLAYS:
            return window
    return None


def scroll_named(box: Box, key: str) -> Box | None:
    """Return the scroll box with this offset key."""
    if box.node.kind == "scroll" and box.key == key:
        return box
    for child in box.children:
        found = scroll_named(child, key)
        if found is not None:
            return found
    return None


def focused(box: Box) -> Box | None:
    """Return the field with the input focus."""
    if box.focused:
        return box
    return next((found for child in box.children if (found := focused(child)) is not None), None)


def visible(box: Box) -> Rect:
    """Return the visible part of a box."""
    return intersect(box.rect, box.clip)
