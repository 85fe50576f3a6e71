"""Rule `androidcontrol-qwen`: the evaluator of Qwen2.5-VL, InfiGUI-R1 and UI-S1 on AndroidControl. Pure.

The correct action is `check_options`: an action with the boxes that it may hit, in screenshot pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from benchmarks.gap.records import Boxes, Direction, Match, Point, Predicted, Step, Truth
from benchmarks.gap.rules import geometry, texts
from benchmarks.gap.rules.harness_records import options_record
from benchmarks.gap.rules.rule import UNGROUNDED, UNREADABLE, Family, Option, Settings

_REACH: Final = 0.04
_LEAST_PIXELS: Final = 4 * 28 * 28
_MOST_PIXELS: Final = 6400 * 28 * 28
_NAMES: Final = {"scroll": "swipe", "press": "system_button", "stop": "terminate"}
_POINTED: Final = ("click", "long_press")
Variant = Literal["infigui", "qwen", "ui-s1"]


@dataclass(frozen=True, slots=True)
class Qwen:
    """The matcher with its options; the defaults are what InfiGUI-R1 published."""

    variant: Variant = "infigui"
    resized: bool = False
    slack: float = 0.0
    keep_empty: bool = True
    parts: bool = True
    icons: bool = True
    beside_boxes: bool = True

    def wants_point(self, step: Step) -> bool:
        """Whether the correct action is a click or a long press."""
        return step.truth.kind in _POINTED

    def match(self, step: Step, predicted: Predicted) -> Match:
        """Compare the prediction with the step."""
        truth = step.truth
        kind = predicted.kind
        pointed = truth.kind in _POINTED
        if not _has_argument(predicted):
            return UNGROUNDED if pointed else UNREADABLE
        name = _NAMES.get(kind, kind)
        if pointed:
            return self._pointed(step, predicted, name)
        if truth.kind == "open" and kind == "click":
            right = self.icons and self._on_icon(step, predicted.point)
            return Match(True, name, self.icons and bool(truth.candidates), right)
        same = kind == truth.kind
        return Match(True, name, same, same and self._argument(truth, predicted))

    def _argument(self, truth: Truth, predicted: Predicted) -> bool:
        if truth.kind == "press":
            return texts.tidy(predicted.button) == texts.tidy(truth.button)
        if truth.kind in ("type", "open"):
            return self._text(texts.tidy(predicted.text or ""), texts.tidy(truth.text))
        if truth.kind == "scroll" and self.variant != "ui-s1":
            wanted = truth.direction or _swiped(truth.touch, truth.lift)
            to = predicted.to
            return wanted is not None and wanted == (to if isinstance(to, str) else _swiped(predicted.point, to))
        return True

    def _text(self, mine: str, wanted: str) -> bool:
        if not (mine and wanted) and not self.keep_empty:
            return mine == wanted
        return texts.contains(mine, wanted) if self.parts else mine == wanted

    def _pointed(self, step: Step, predicted: Predicted, name: str) -> Match:
        wanted, point, same = step.truth.touch, predicted.point, predicted.kind == step.truth.kind
        if point is None:
            return Match(True, name, same, False, grounded=False)
        boxes = _candidates(step)
        grounded = self._hit(step, boxes, point, wanted)
        gap = None if wanted is None else geometry.distance(wanted, point)
        return Match(True, name, same, same and grounded, grounded, gap)

    def _on_icon(self, step: Step, point: Point | None) -> bool:
        """Whether a click opens the app: it hits one of its icons, or is near the centre of the first one."""
        boxes = _candidates(step)
        if boxes is None or point is None:
            return False
        left, top, right, bottom = (float(number) for number in boxes[0])
        return self._hit(step, boxes, point, ((left + right) / 2, (top + bottom) / 2))

    def _hit(self, step: Step, boxes: Boxes | None, point: Point, wanted: Point | None) -> bool:
        if boxes is not None:
            with np.errstate(all="ignore"):  # boxes of a broken dataset compare as they do, without a word
                if geometry.inside_ltrb(geometry.enlarge_ltrb(boxes), point, self.slack).any():
                    return True
            if not self.beside_boxes:
                return False
        if wanted is None:
            return False
        if self.variant != "infigui":
            return geometry.distance(wanted, point) <= _REACH + self.slack
        width, height = self._frame(step)
        across, down = (wanted[0] - point[0]) * width, (wanted[1] - point[1]) * height
        gap = math.sqrt(geometry.square(across) + geometry.square(down))
        return gap <= _REACH * max(width, height) + self.slack * max(width, height)

    def _frame(self, step: Step) -> tuple[int, int]:
        """The size in whose pixels distances are measured; (1, 1) if it is unknown, which means fractions."""
        if step.screen is None:
            return 1, 1
        if not self.resized:
            return step.screen
        from adapters.agents.formats.grammar.coordinates import Screen, smart_resize
        from adapters.agents.formats.grammar.errors import FormatError

        try:
            return smart_resize(Screen(*step.screen), least=_LEAST_PIXELS, most=_MOST_PIXELS)
        except FormatError:
            return step.screen


def _has_argument(predicted: Predicted) -> bool:
    """Whether the action is one of `mobile_use` with its argument; the published program counts no others."""
    match predicted.kind:
        case "click" | "long_press":
            return predicted.point is not None
        case "scroll":
            return isinstance(predicted.to, str) or (predicted.point is not None and predicted.to is not None)
        case "type" | "open":
            return predicted.text is not None
        case "press":
            return bool(predicted.button)
        case "wait" | "stop":
            return True
        case "clear" | "link" | "note":
            return False


def _candidates(step: Step) -> Boxes | None:
    """The boxes that may be hit as fractions (left, top, right, bottom); None without any."""
    if not step.truth.candidates or step.screen is None:
        return None
    width, height = step.screen
    return np.array(step.truth.candidates, dtype=np.float64) / np.array(
        (width, height, width, height), dtype=np.float64
    )


def _swiped(start: Point | None, end: Point | None) -> Direction | None:
    """The direction along the larger axis; a tie, and no motion, count as vertical, as published."""
    if start is None or end is None:
        return None
    across, down = end[0] - start[0], end[1] - start[1]
    if abs(across) > abs(down):
        return "right" if across > 0 else "left"
    return "down" if down > 0 else "up"


_OPTIONS: Final = (
    Option("variant", "infigui", {
        "qwen": "InfiGUI-R1 measures distances in pixels, up to 0.04 of the longer side; Qwen2.5-VL in fractions.",
        "ui-s1": "InfiGUI-R1 compares the direction of a swipe with the stored one; UI-S1 takes any swipe, since the "
        "labels' up and down are wrong, and measures distances in fractions.",
    }),
    Option("frame", "picture", {
        "resized": "Distances are measured in the picture as recorded; InfiGUI-R1 measures in the one that its model "
        "saw, with sides that are multiples of 28.",
    }),
    Option("empty_text", "match", {
        "refuse": "An empty text is a part of every text, so typing nothing matches whatever should have been typed.",
    }),
    Option("text", "part", {
        "equal": "Either text may be a part of the other; so one letter matches a sentence that has it.",
    }),
    Option("open_click", "icon", {
        "refuse": "A click is as good as opening an app if it hits the app's icon, where the dataset knows of one.",
    }),
    Option("distance", "always", {
        "boxless": "A point near enough to the true one is right although boxes are known and it is in none of them.",
    }),
    Option("float", "exact", {
        "epsilon": "Thresholds are compared in float64 as the numbers fall: 96 pixels of 2400 are beyond 0.04 "
        "downwards, not upwards.",
    }),
)  # fmt: skip
_ABOUT: Final = (
    "The evaluator that Qwen2.5-VL uses for AndroidControl, as InfiGUI-R1 has it (ran). variant=qwen: the gist known "
    "only through its two copies; variant=ui-s1: X-PLUG/MobileAgent, UI-S1, read only. Clicks hit a candidate box "
    "enlarged by 1.2 or the true point up to 0.04; swipes by the larger axis against the stored direction; a wait of "
    "any length is a wait. The end of a task is not part of the set; here terminate matches a truth that stops."
)


def _matcher(settings: Settings) -> Qwen:
    variants: dict[str, Variant] = {"infigui": "infigui", "qwen": "qwen", "ui-s1": "ui-s1"}
    return Qwen(
        variant=variants[settings["variant"]],
        resized=settings["frame"] == "resized",
        slack=geometry.EPSILON if settings["float"] == "epsilon" else 0.0,
        keep_empty=settings["empty_text"] == "match",
        parts=settings["text"] == "part",
        icons=settings["open_click"] == "icon",
        beside_boxes=settings["distance"] == "always",
    )


_READS: Final = (
    '{"width": 1080, "height": 2400, "gt": {"action": "click", "coordinate": [540, 1200], "candidate_bbox": '
    '[[left, top, right, bottom], …]}, "pred": {"action": "click", "coordinate": [550, 1210]}}, all in pixels; '
    "resized_width and resized_height if the prediction's are of another picture; check_options is another name for gt"
)
FAMILY: Final = Family("androidcontrol-qwen", 1, _ABOUT, _READS, _OPTIONS, _matcher, options_record)
