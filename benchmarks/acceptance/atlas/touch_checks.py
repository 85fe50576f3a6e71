"""Checks that hit testing equals drawing: what a touch reaches is what is painted at that point. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adapters.phone.ui import hit_testing
from adapters.phone.ui.kinds import interactive
from adapters.phone.ui.scene import Box, Scene, Window
from benchmarks.acceptance.atlas.boxes import (
    Mobility,
    all_boxes,
    box_touched,
    describe_box,
    is_in_view,
    is_mostly_in_view,
    name_of,
    touch_point,
    visible_boxes,
    windows_in_reach,
)
from benchmarks.acceptance.atlas.findings import Problem
from benchmarks.acceptance.atlas.grounds import Grounds
from benchmarks.acceptance.atlas.strokes import Stroke


def touch_problems(scene: Scene, strokes: Sequence[Stroke]) -> Iterator[Problem]:
    """Yield where hit testing and drawing differ, and which controls are covered for good."""
    painted = {id(stroke.box) for stroke in strokes}
    for window in windows_in_reach(scene):
        mobility = Mobility(window.root)
        for box in visible_boxes(window.root):
            if not interactive(box.node) or not is_in_view(box):
                continue
            if not any(id(item) in painted for item in all_boxes(box)):
                blank = box.node.kind == "field" and box.node.text.isspace()
                if is_mostly_in_view(box) and not blank:
                    yield Problem("invisible control", name_of(box), describe_box(box))
                continue
            yield from _reach_problems(scene, window, box, strokes, mobility)


def _reach_problems(
    scene: Scene, window: Window, box: Box, strokes: Sequence[Stroke], mobility: Mobility
) -> Iterator[Problem]:
    """Yield what is wrong if a touch in the middle of a box reaches another one."""
    left, top, right, bottom = hit_testing.visible(box)
    x, y = (left + right) // 2, (top + bottom) // 2
    touched = box_touched(scene, x, y)
    if touched is box or hit_testing.window_at(scene, x, y) is not window:
        return  # a floating window takes the touches of its rectangle
    name, control = name_of(box), describe_box(box)
    other = "nothing" if touched is None else describe_box(touched)
    what = f"{name} under {'nothing' if touched is None else name_of(touched)}"
    example = f"{control}: a touch at {x} {y} reaches {other}"
    if touched is not None and id(touched) in map(id, all_boxes(box)):
        if hit_testing.visible(box) == box.rect:
            yield Problem("control within control", what, example)
    elif not _is_covered(box, strokes, x, y):
        yield Problem("stray touch", what, example)
    elif mobility.is_stuck(box, y):
        kind = "unreachable control" if touch_point(scene, box) is None else "covered control"
        yield Problem(kind, what, example)


def _is_covered(box: Box, strokes: Sequence[Stroke], x: int, y: int) -> bool:
    """Return whether something else is painted over a box at a point; of texts and icons rectangles count."""
    mine = {id(item) for item in all_boxes(box)}
    last = max((index for index, stroke in enumerate(strokes) if id(stroke.box) in mine), default=-1)
    if Grounds(strokes).cover_after(last, x, y) is not None:
        return True
    return any(
        stroke.kind in ("text", "icon") and hit_testing.inside(stroke.seen, x, y) for stroke in strokes[last + 1 :]
    )
