"""Finding an element on a phone: what is in sight, what has to be scrolled to, and how far that is. No pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adapters.phone.state.phone_state import PhoneState
from judges.gap.world import World
from runtime.core.actions import Swipe
from runtime.core.tasks import Selector
from runtime.screen.tree import UiNode, UiTree

LEAST_VISIBLE: Final = 24
"""Pixels of an element that must show, in both directions, before it can be touched."""
_MOST_SCROLLS: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class Reached:
    """An element that can be touched: the phone then, how many strokes it took, how far (px) the first way is."""

    state: PhoneState
    node: UiNode
    strokes: int = 0
    far: int = 0


def reach(world: World, state: PhoneState, wanted: Selector) -> Reached | None:
    """The element, scrolled to by strokes of half a window where it has to be; None if no scrolling shows it."""
    if not world.may_hold(state, wanted):
        return None
    tree = world.tree(state)
    node = in_sight(tree, wanted)
    if node is not None:
        return Reached(state, node)
    found = [path for window in windows(tree) for path in _both_ways(world, state, window, wanted)]
    return min(found, key=lambda item: (item.strokes, item.far), default=None)


def in_sight(tree: UiTree, wanted: Selector) -> UiNode | None:
    """The element if enough of it shows; of a narrow letter in a wide chip the chip counts."""
    node = tree.find(wanted)
    if node is None:
        return None
    touched = next((ancestor for ancestor in (node, *node.ancestors()) if ancestor.clickable), node)
    left, _, right, _ = touched.bounds
    _, top, _, bottom = node.bounds
    return node if min(right - left, bottom - top) >= LEAST_VISIBLE else None


def windows(tree: UiTree) -> list[UiNode]:
    """What scrolls, the largest first."""
    found = [node for node in tree.walk() if node.scrollable and min(_size(node)) > LEAST_VISIBLE]
    return sorted(found, key=lambda node: -_size(node)[0] * _size(node)[1])


def strokes(window: UiNode) -> Iterator[Swipe]:
    """The strokes that move a window on by half its extent: towards its end, towards its beginning."""
    left, top, right, bottom = window.bounds
    x, y = (left + right) // 2, (top + bottom) // 2
    if sideways(window):
        quarter = (right - left) // 4
        on = Swipe(right - quarter, y, left + quarter, y, 500)
    else:
        quarter = (bottom - top) // 4
        on = Swipe(x, bottom - quarter, x, top + quarter, 500)
    yield on
    yield Swipe(on.x2, on.y2, on.x1, on.y1, 500)


def sideways(window: UiNode) -> bool:
    """Whether it scrolls from side to side."""
    return window.cls.endswith(("HorizontalScrollView", "ViewPager"))


def _both_ways(world: World, state: PhoneState, window: UiNode, wanted: Selector) -> Iterator[Reached]:
    for stroke in strokes(window):
        at, begun = state, _offsets(state)
        for count in range(1, _MOST_SCROLLS + 1):
            after = world.act(at, stroke)
            if after.top.route != state.top.route or after.panel != state.panel or _offsets(after) == _offsets(at):
                break
            at = after
            tree = world.tree(at)
            node = in_sight(tree, wanted)
            if node is not None:
                yield Reached(at, node, count, max(1, _far(begun, _offsets(at)) - _slack(window, node, stroke)))
                break


def _offsets(state: PhoneState) -> dict[str, int]:
    return dict(state.top.scrolls)


def _far(before: dict[str, int], after: dict[str, int]) -> int:
    return sum(abs(offset - before.get(key, 0)) for key, offset in after.items())


def _slack(window: UiNode, node: UiNode, stroke: Swipe) -> int:
    """How much less scrolling would have shown the element as well."""
    left, top, right, bottom = window.bounds
    if stroke.y2 < stroke.y1:
        return max(0, bottom - node.bounds[3])
    if stroke.y2 > stroke.y1:
        return max(0, node.bounds[1] - top)
    return max(0, right - node.bounds[2] if stroke.x2 < stroke.x1 else node.bounds[0] - left)


def _size(node: UiNode) -> tuple[int, int]:
    left, top, right, bottom = node.bounds
    return right - left, bottom - top
