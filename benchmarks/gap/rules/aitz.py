"""Rule `aitz-official`: the evaluator published with AITZ (CoAT), as published and as intended. Pure.

It takes the correct type, direction and button from the text of `coat_action_desc`, and works in screenshot pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any, Final

import numpy as np

from benchmarks.gap.records import Match, Point, Predicted, Step, Truth
from benchmarks.gap.rules import geometry, texts
from benchmarks.gap.rules.answers import COAT, described
from benchmarks.gap.rules.harness_records import coat_record
from benchmarks.gap.rules.rule import UNGROUNDED, UNREADABLE, Family, Option, Settings

_ALIKE: Final = 0.8
_OVERLAP: Final = 0.5
_UNKNOWN_SCREEN: Final = (1000, 1000)
"""Assumed size of steps without a screenshot size: the unit of the predictions, so nothing is rounded."""
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Aitz:
    """The matcher with its options; the defaults are the published behaviour."""

    at_origin: bool = True
    tags: bool = False
    zero_is_none: bool = True
    cased: bool = True
    keep_empty: bool = True
    underscored: bool = True

    def wants_point(self, step: Step) -> bool:
        """Whether the correct action is a click."""
        return _asked(step.truth) == "click"

    def match(self, step: Step, predicted: Predicted) -> Match:
        """Compare the prediction with the step."""
        asked = _asked(step.truth)
        kind = predicted.kind if predicted.kind in COAT else None
        if kind is None:
            return UNGROUNDED if asked == "click" else UNREADABLE
        same = kind == asked
        if asked == "click":
            return self._clicked(step, predicted, kind, same)
        return Match(True, kind, same, same and self._argument(step.truth, predicted, kind))

    def _argument(self, truth: Truth, predicted: Predicted, kind: str) -> bool:
        if kind == "scroll":
            mine, wanted = predicted.text or geometry.finger(predicted) or "", _direction(truth)
            return bool(wanted) and self._case(mine) == self._case(wanted)
        if kind == "type":
            return self._typed(self._case(predicted.text or ""), self._case(truth.text))
        if kind == "press":
            return self._button(predicted.button) == _button(truth)
        return True

    def _typed(self, mine: str, wanted: str) -> bool:
        if not (mine and wanted) and not self.keep_empty:
            return mine == wanted
        return texts.contains(mine, wanted) or texts.ratio(mine, wanted) > _ALIKE

    def _case(self, text: str) -> str:
        return text if self.cased else texts.tidy(text)

    def _button(self, name: str) -> str:
        """The text after the first underscore of `PRESS_BACK`; a bare `BACK` of another format is unchanged."""
        low = name.lower()
        if not low.startswith("press"):
            return low.strip()
        if self.underscored:
            return low.split("_")[1] if "_" in low else ""
        return next((button for button in ("enter", "back", "home") if button in low), "")

    def _clicked(self, step: Step, predicted: Predicted, kind: str, same: bool) -> Match:
        screen = step.screen or _UNKNOWN_SCREEN
        with np.errstate(all="ignore"):  # boxes of a broken dataset compare as they do, without a word
            box = self._box(step, predicted, screen)
            grounded = box is not None and self._right(step, box, screen)
        gap = None
        if box is not None and step.truth.touch is not None:
            centre = ((box[0] + box[2]) / 2 / screen[0], (box[1] + box[3]) / 2 / screen[1])
            gap = geometry.distance(step.truth.touch, centre)
        return Match(True, kind, same, same and grounded, grounded, gap)

    def _box(self, step: Step, predicted: Predicted, screen: tuple[int, int]) -> Box | None:
        """The predicted box, in pixels."""
        number = predicted.element
        if self.tags and number is not None and (number or not self.zero_is_none):
            nodes = row_by_row(geometry.pixels(step.boxes, screen).tolist()) if len(step.boxes) else []
            if 0 <= number < len(nodes):
                found: Box = nodes[number]
                return found
        if predicted.box is None:
            return None
        width, height = screen
        left, top, right, bottom = predicted.box
        return _rounded(left * width), _rounded(top * height), _rounded(right * width), _rounded(bottom * height)

    def _right(self, step: Step, box: Box, screen: tuple[int, int]) -> bool:
        point = self._point(step.truth, screen)
        area = geometry.enlarge_ltrb(np.array([box], dtype=np.float64))
        if geometry.inside_ltrb(area, point)[0]:
            return True
        boxes = geometry.around(step.boxes, (point[0] / screen[0], point[1] / screen[1]))
        if not len(boxes):
            return False
        nodes = geometry.enlarge_ltrb(geometry.pixels(boxes, screen))
        nodes = nodes[geometry.inside_ltrb(nodes, point)]
        return bool((geometry.overlap(area[0], nodes) > _OVERLAP).any())

    def _point(self, truth: Truth, screen: tuple[int, int]) -> Point:
        """The correct click position in whole pixels. The published code fills it in only for scrolls."""
        if self.at_origin or truth.touch is None:
            return 0.0, 0.0
        x, y = truth.touch[0] * screen[0], truth.touch[1] * screen[1]
        return (float(int(x)), float(int(y))) if abs(x) < 1e15 and abs(y) < 1e15 else (x, y)


def _rounded(value: float) -> float:
    return float(round(value)) if abs(value) < 1e15 else value


def _asked(truth: Truth) -> str | None:
    """The type from the first word of the description, or the kind without a description."""
    if truth.description:
        return described(truth.description)
    return truth.kind if truth.kind in COAT else None


def _direction(truth: Truth) -> str:
    """The second word of the description."""
    words = truth.description.split(" ")
    if truth.description:
        return words[1].strip() if len(words) > 1 else ""
    return geometry.heading(truth.touch, truth.lift) or truth.direction or ""


def _button(truth: Truth) -> str:
    if truth.description:
        return next((button for button in ("enter", "back", "home") if button in truth.description), "")
    return texts.tidy(truth.button)


def row_by_row(nodes: list[Any]) -> list[Any]:
    """CoAT's order of numbered elements (left, top, right, bottom): rows from the top, each from the left."""
    if len(nodes) <= 1:
        return nodes
    nodes = sorted(nodes, key=cmp_to_key(_above))
    rows = [[nodes[0]]]
    for node in nodes[1:]:
        row = rows[-1]
        middle = sum((other[1] + other[3]) * 0.5 for other in row) / len(row)
        if node[1] < middle < node[3] and row[-1][1] < (node[1] + node[3]) * 0.5 < row[-1][3]:
            row.append(node)
        else:
            rows.append([node])
    return [node for row in rows for node in sorted(row, key=lambda box: box[0])]


def _above(first: Any, second: Any) -> int:
    """Negative if the first box comes earlier: in a higher row, or further left in the same row."""
    if first[1] > second[1] and first[1] > (second[1] + second[3]) / 2:
        return 1
    if first[1] < second[1] and second[1] > (first[1] + first[3]) / 2:
        return -1
    return int(first[0] > second[0]) - int(first[0] < second[0])


_OPTIONS: Final = (
    Option("click", "published", {
        "intended": "The true point of a click is never filled in and stays (0, 0): a box exactly on the target fails, "
        "one over the upper left corner is right.",
    }),
    Option("screen", "txt", {
        "tag": "Only in the mode `tag` does a click name an element by its number; elsewhere the number is not read.",
    }),
    Option("element_zero", "none", {
        "counts": "In the mode `tag` the element number 0 is taken for no number.",
    }),
    Option("case", "exact", {
        "ignore": "Typed texts and directions are compared with their case: `UP` is not up.",
    }),
    Option("empty_text", "match", {
        "refuse": "An empty text is a part of every text, so typing nothing matches whatever should have been typed.",
    }),
    Option("press", "underscore", {
        "words": "The button is what follows the first underscore; a name without one ends the published program "
        "and is no button here.",
    }),
)  # fmt: skip
_ABOUT: Final = (
    "CoAT's evaluate.py (IMNearth/CoAT), which was published with AITZ; its public code was run. The paper did not use "
    "it: numbers on AITZ must say which of the two they are by. Clicks are boxes, compared by overlap in pixels of the "
    "picture; a prediction that has only a point is never right. Texts match above a ratio of 0.8. It knows no long "
    "press, wait or opening of apps."
)


def _matcher(settings: Settings) -> Aitz:
    return Aitz(
        at_origin=settings["click"] == "published",
        tags=settings["screen"] == "tag",
        zero_is_none=settings["element_zero"] == "none",
        cased=settings["case"] == "exact",
        keep_empty=settings["empty_text"] == "match",
        underscored=settings["press"] == "underscore",
    )


_READS: Final = (
    '{"gt": {"coat_action_desc": "click on it", "result_touch_yx": "[0.5, 0.5]", "result_action_text": "", '
    '"ui_positions": [[y, x, height, width], …], "image_width": 1080, "image_height": 2400}, "pred": {"ACTION": '
    '"CLICK ELEMENT", "ARGS": {"bbox": [left, top, right, bottom of 1000], "idx": 3, "direction": "up", "text": ""}}}'
)
FAMILY: Final = Family("aitz-official", 1, _ABOUT, _READS, _OPTIONS, _matcher, coat_record)
