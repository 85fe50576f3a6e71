"""Checks that the accessibility tree and what is painted agree: the same texts at the same places. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adapters.phone.ui.hit_testing import visible
from adapters.phone.ui.kinds import shown_text
from adapters.phone.ui.layout import intersect
from adapters.phone.ui.scene import Box, Scene
from benchmarks.acceptance.atlas.boxes import Mobility, name_of, visible_boxes
from benchmarks.acceptance.atlas.findings import Problem
from benchmarks.acceptance.atlas.grounds import Grounds
from benchmarks.acceptance.atlas.strokes import Stroke
from runtime.screen.tree import UiNode, UiTree

_SLACK: Final = 6
"""Pixels by which the ink of a text may leave its bounds, such as those of a low line."""


def tree_problems(scene: Scene, strokes: Sequence[Stroke], tree: UiTree) -> Iterator[Problem]:
    """Yield where the accessibility tree of the active window and the strokes differ.

    What other windows, such as a toolbar, paint over it does not count, nor what can be scrolled from under a button.
    """
    window = scene.windows[scene.active]
    mine = {id(box): box for box in visible_boxes(window.root)}
    mobility = Mobility(window.root)
    own = [stroke for stroke in strokes if id(stroke.box) in mine]
    grounds = Grounds(own)
    painted: dict[int, list[Stroke]] = {}
    """Strokes of text by the identity of their box."""
    for index, stroke in enumerate(own):
        if stroke.kind != "text" or stroke.box is None:
            continue
        if not (mobility.is_stuck(stroke.box, stroke.seen[1]) and _hidden(index, stroke, grounds)):
            painted.setdefault(id(stroke.box), []).append(stroke)
    nodes = [node for node in tree.walk() if node.text.strip()]
    texts = [(mine[key], found) for key, found in painted.items()]
    yield from _bounds(scene, tree)
    scrolled = {visible(box) for box in mine.values() if visible(box) != box.rect}
    for node in nodes:
        if node.bounds not in scrolled and not any(_says(node, box, found) for box, found in texts):
            name = f"{node.cls.rpartition('.')[2]}#{node.short_id}"
            yield Problem("text only in tree", name, f"{node.text[:60]!r} at {node.bounds}")
    for box, found in texts:
        if not any(_says(node, box, found) for node in nodes):
            yield Problem("text only painted", name_of(box), f"{shown_text(box.node)[:60]!r} at {box.rect}")


def _bounds(scene: Scene, tree: UiTree) -> Iterator[Problem]:
    screen = (0, 0, scene.width, scene.height)
    for node in tree.walk():
        left, top, right, bottom = node.bounds
        if intersect(node.bounds, screen) != node.bounds or left >= right or top >= bottom:
            yield Problem("bounds outside", node.cls.rpartition(".")[2], f"{node.label()[:40]!r} at {node.bounds}")


def _says(node: UiNode, box: Box, strokes: Sequence[Stroke]) -> bool:
    """Return whether a node of the tree stands for a painted text: it has the same words at the same place.

    A container that merges the texts in it has all of their words.
    """
    text = shown_text(box.node)
    if text != node.text and text not in node.text:
        return False
    left, top, right, bottom = node.bounds
    return all(
        left <= seen[0] + _SLACK
        and top <= seen[1] + _SLACK
        and seen[2] <= right + _SLACK
        and seen[3] <= bottom + _SLACK
        for seen in (stroke.seen for stroke in strokes)
    )


def _hidden(index: int, stroke: Stroke, grounds: Grounds) -> bool:
    """Return whether the ink of a text is painted over at its ends and in its middle."""
    left, top, right, bottom = stroke.seen
    y = (top + bottom) // 2
    return all(grounds.cover_after(index, left + (right - left) * share // 8, y) for share in (4, 1, 7))
