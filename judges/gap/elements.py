"""Finds elements on a simulated phone: visible ones, and ones that scrolling reaches, with the scroll distance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adapters.phone.state.phone_state import PhoneState
from judges.gap.simulator import PhoneSimulator
from runtime.core.actions import Swipe
from runtime.core.tasks import Selector
from runtime.screen.tree import UiNode, UiTree

MIN_VISIBLE: Final = 24
"""Pixels of an element that must be visible in each direction for it to be touched."""
_MAX_GESTURES: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class ReachedElement:
    """An element that can be touched, the phone showing it, and the scroll gestures and distance (px) to get there."""

    state: PhoneState
    node: UiNode
    gestures: int = 0
    scroll_distance: int = 0


def find_reachable(simulator: PhoneSimulator, state: PhoneState, wanted: Selector) -> ReachedElement | None:
    """The element, after scrolling by half a container at a time if necessary; None if no scrolling shows it."""
    if not simulator.may_contain(state, wanted):
        return None
    tree = simulator.tree(state)
    node = visible_element(tree, wanted)
    if node is not None:
        return ReachedElement(state, node)
    found = [
        path
        for container in scrollable_nodes(tree)
        for path in _search_by_scrolling(simulator, state, container, wanted)
    ]
    return min(found, key=lambda reached: (reached.gestures, reached.scroll_distance), default=None)


def visible_element(tree: UiTree, wanted: Selector) -> UiNode | None:
    """The element if enough of it is visible. The width of its clickable ancestor counts, as a touch may land there."""
    node = tree.find(wanted)
    if node is None:
        return None
    touched = next((ancestor for ancestor in (node, *node.ancestors()) if ancestor.clickable), node)
    left, _, right, _ = touched.bounds
    _, top, _, bottom = node.bounds
    return node if min(right - left, bottom - top) >= MIN_VISIBLE else None


def scrollable_nodes(tree: UiTree) -> list[UiNode]:
    """The scrollable nodes, the largest first."""
    found = [node for node in tree.walk() if node.scrollable and min(_extent(node)) > MIN_VISIBLE]
    return sorted(found, key=lambda node: -_extent(node)[0] * _extent(node)[1])


def scroll_gestures(container: UiNode) -> Iterator[Swipe]:
    """The gestures that scroll a container by half its extent: towards its end, then towards its beginning."""
    left, top, right, bottom = container.bounds
    x, y = (left + right) // 2, (top + bottom) // 2
    if scrolls_sideways(container):
        quarter = (right - left) // 4
        on = Swipe(right - quarter, y, left + quarter, y, 500)
    else:
        quarter = (bottom - top) // 4
        on = Swipe(x, bottom - quarter, x, top + quarter, 500)
    yield on
    yield Swipe(on.x2, on.y2, on.x1, on.y1, 500)


def scrolls_sideways(container: UiNode) -> bool:
    """Whether a container scrolls horizontally."""
    return container.cls.endswith(("HorizontalScrollView", "ViewPager"))


def _search_by_scrolling(
    simulator: PhoneSimulator, state: PhoneState, container: UiNode, wanted: Selector
) -> Iterator[ReachedElement]:
    for gesture in scroll_gestures(container):
        at, start = state, _offsets(state)
        for count in range(1, _MAX_GESTURES + 1):
            after = simulator.act(at, gesture)
            if after.top.route != state.top.route or after.panel != state.panel or _offsets(after) == _offsets(at):
                break
            at = after
            tree = simulator.tree(at)
            node = visible_element(tree, wanted)
            if node is not None:
                yield ReachedElement(
                    at,
                    node,
                    count,
                    max(1, _scroll_distance(start, _offsets(at)) - _excess_scroll(container, node, gesture)),
                )
                break


def _offsets(state: PhoneState) -> dict[str, int]:
    return dict(state.top.scrolls)


def _scroll_distance(before: dict[str, int], after: dict[str, int]) -> int:
    return sum(abs(offset - before.get(key, 0)) for key, offset in after.items())


def _excess_scroll(container: UiNode, node: UiNode, gesture: Swipe) -> int:
    """By how many pixels the scrolling went further than necessary to show the element."""
    left, top, right, bottom = container.bounds
    if gesture.y2 < gesture.y1:
        return max(0, bottom - node.bounds[3])
    if gesture.y2 > gesture.y1:
        return max(0, node.bounds[1] - top)
    return max(0, right - node.bounds[2] if gesture.x2 < gesture.x1 else node.bounds[0] - left)


def _extent(node: UiNode) -> tuple[int, int]:
    left, top, right, bottom = node.bounds
    return right - left, bottom - top
