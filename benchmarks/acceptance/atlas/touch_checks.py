"""Checks that hit testing equals drawing: what a touch reaches is what is painted at that point. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adapters.phone.ui import hit_testing
from adapters.phone.ui.kinds import interactive
from adapters.phone.ui.scene import Box, Scene
from benchmarks.acceptance.atlas.boxes import (
    all_boxes,
    box_touched,
    describe_box,
    name_of,
    touch_point,
    visible_boxes,
    windows_in_reach,
)
from benchmarks.acceptance.atlas.findings import Problem
from benchmarks.acceptance.atlas.grounds import Grounds
from benchmarks.acceptance.atlas.strokes import Stroke


def touch_problems(scene: Scene, strokes: Sequence[Stroke]) -> Iterator[Problem]:
    """Yield where hit testing and drawing differ."""
    painting: dict[int, int] = {}
    """By the box's identity: the index of its last stroke."""
    for index, stroke in enumerate(strokes):
        if stroke.box is not None:
            painting[id(stroke.box)] = index
    for window in windows_in_reach(scene):
        for box in visible_boxes(window.root):
            if interactive(box.node):
                yield from _problems(scene, box, strokes, painting)


def _problems(scene: Scene, box: Box, strokes: Sequence[Stroke], painting: dict[int, int]) -> Iterator[Problem]:
    name = name_of(box)
    if not any(id(item) in painting for item in all_boxes(box)):
        yield Problem("invisible control", name, describe_box(box))
        return
    left, top, right, bottom = hit_testing.visible(box)
    x, y = (left + right) // 2, (top + bottom) // 2
    touched = box_touched(scene, x, y)
    if touched is box:
        return
    if touch_point(scene, box) is None:
        yield Problem("unreachable control", name, describe_box(box))
        return
    other = "nothing" if touched is None else describe_box(touched)
    example = f"{describe_box(box)}: a touch at {x} {y} reaches {other}"
    what = f"{name} under {'nothing' if touched is None else name_of(touched)}"
    if touched is not None and _paints(touched, strokes, x, y):
        yield Problem("covered control", what, example)
    else:
        yield Problem("stray touch", what, example)


def _paints(box: Box, strokes: Sequence[Stroke], x: int, y: int) -> bool:
    """Return whether the topmost thing painted at a point belongs to a box; of texts and icons rectangles count."""
    mine = {id(item) for item in all_boxes(box)}
    cover = Grounds(strokes).cover_after(-1, x, y)
    for stroke in reversed(strokes):
        if stroke is cover or (stroke.kind in ("text", "icon") and hit_testing.inside(stroke.seen, x, y)):
            return id(stroke.box) in mine
    return False
