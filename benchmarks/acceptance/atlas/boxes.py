"""Boxes of a scene: which can be seen and touched, and their names for people. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adapters.phone.ui import hit_testing
from adapters.phone.ui.kinds import shown_text, type_style
from adapters.phone.ui.scene import OVERLAYS, Box, Scene, Window

_LEAST_VISIBLE: Final = 32
"""Pixels of a box that must be in view, so that what is in it can be seen."""


def windows_in_reach(scene: Scene) -> Iterator[Window]:
    """Yield the windows that touches can reach: the topmost modal one, those above it, else all."""
    low = scene.active if scene.windows[scene.active].kind in (*OVERLAYS, "shade") else 0
    for window in scene.windows[low:]:
        if window.touchable:
            yield window


def visible_boxes(box: Box) -> Iterator[Box]:
    """Yield a box and all boxes in it of which something is in view."""
    left, top, right, bottom = hit_testing.visible(box)
    if left < right and top < bottom:
        yield box
        for child in box.children:
            yield from visible_boxes(child)


def is_in_view(box: Box) -> bool:
    """Return whether enough of a box is in view to see what it is."""
    left, top, right, bottom = hit_testing.visible(box)
    wide, high = box.rect[2] - box.rect[0], box.rect[3] - box.rect[1]
    return right - left >= min(_LEAST_VISIBLE, max(1, wide)) and bottom - top >= min(_LEAST_VISIBLE, max(1, high))


def is_mostly_in_view(box: Box) -> bool:
    """Return whether more than half of a box is in view, in both directions."""
    left, top, right, bottom = hit_testing.visible(box)
    return 2 * (right - left) > box.rect[2] - box.rect[0] and 2 * (bottom - top) > box.rect[3] - box.rect[1]


class Mobility:
    """How a window's boxes can be scrolled: whether what covers a box covers it for good."""

    def __init__(self, root: Box) -> None:
        self._middle = (root.rect[1] + root.rect[3]) // 2
        self._ways: dict[int, tuple[bool, bool]] = {}
        self._note(root, rises=False, sinks=False)

    def _note(self, box: Box, *, rises: bool, sinks: bool) -> None:
        self._ways[id(box)] = rises, sinks
        offset, most = box.scroll
        for child in box.children:
            self._note(child, rises=rises or offset < most, sinks=sinks or offset > 0)

    def is_stuck(self, box: Box, y: int) -> bool:
        """Return whether no scroll moves a box away from what covers it at this height, such as a bar or button."""
        rises, sinks = self._ways[id(box)]
        return not (rises if y >= self._middle else sinks)


def touch_point(scene: Scene, box: Box) -> tuple[int, int] | None:
    """Return a point at which a touch reaches the box, the visible centre if possible; None if there is none."""
    left, top, right, bottom = hit_testing.visible(box)
    for down in (4, 2, 6, 1, 7):
        for across in (4, 2, 6, 1, 7):
            x, y = left + (right - left) * across // 8, top + (bottom - top) * down // 8
            if box_touched(scene, x, y) is box:
                return x, y
    return None


def box_touched(scene: Scene, x: int, y: int) -> Box | None:
    """Return the box that a touch at a point reaches."""
    window = hit_testing.window_at(scene, x, y)
    return None if window is None else hit_testing.box_at(window.root, x, y)


def describe_box(box: Box) -> str:
    """Describe a box for people: its kind, its id, and the first words in it."""
    node = box.node
    name = f"{node.kind}#{node.id}" if node.id else node.kind
    words = _first_words(box)
    return f"{name} {words!r}" if words else name


def _first_words(box: Box) -> str:
    text = shown_text(box.node) or box.node.desc
    return text[:40] if text else next((words for child in box.children if (words := _first_words(child))), "")


def name_of(box: Box) -> str:
    """Return kind and id of a box, which its content does not change."""
    return f"{box.node.kind}#{box.node.id}" if box.node.id else f"{box.node.kind} {type_style(box.node)}"


def all_boxes(box: Box) -> Iterator[Box]:
    """Yield a box and all boxes in it."""
    yield box
    for child in box.children:
        yield from all_boxes(child)
