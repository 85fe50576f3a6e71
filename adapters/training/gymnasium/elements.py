"""Selects the elements of a screen that are worth acting on or reading. Pure."""

from __future__ import annotations

from typing import NamedTuple

from runtime.core.geometry import Point
from runtime.screen.tree import Bounds, UiNode, UiTree


class Element(NamedTuple):
    """An element of the accessibility tree and the part of it that lies on the screen, in pixels."""

    node: UiNode
    visible: Bounds

    @property
    def center(self) -> Point:
        """The center of the visible part."""
        left, top, right, bottom = self.visible
        return (left + right) // 2, (top + bottom) // 2


def screen_size(screen: tuple[int, int], tree: UiTree | None) -> tuple[int, int]:
    """Return width and height of the screen in pixels as it is turned now; `screen` is the size when upright."""
    width, height = screen
    return (height, width) if tree is not None and tree.rotation % 2 else (width, height)


def find_elements(tree: UiTree | None, screen: tuple[int, int], limit: int) -> tuple[Element, ...]:
    """Return the first `limit` visible elements that have a text or can be acted on, in document order."""
    if tree is None:
        return ()
    width, height = screen
    found: list[Element] = []
    for node in tree.walk():
        if not (node.text or node.desc or node.clickable or node.scrollable or node.long_clickable or node.checkable):
            continue
        left, top, right, bottom = visible = node.bounds
        if left < 0 or top < 0 or right > width or bottom > height:
            left, top, right, bottom = visible = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        if left < right and top < bottom:
            found.append(Element(node, visible))
            if len(found) == limit:
                break
    return tuple(found)
