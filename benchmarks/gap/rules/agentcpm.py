"""Rules `agentcpm` and `agentcpm-androidcontrol`: the matcher of AgentCPM-GUI, which scores EM and GTA. Pure.

A prediction first gets a category by the fields of its schema, in a fixed order. The category is then compared with
that of the correct action, and if they are equal, so is the argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from benchmarks.gap.records import COMPLETE, DUAL, Boxes, Match, Predicted, Step, Truth
from benchmarks.gap.rules import geometry, texts
from benchmarks.gap.rules.harness_records import dual_record
from benchmarks.gap.rules.reading import DEFAULT_DURATION, FINAL, PRESSES
from benchmarks.gap.rules.rule import UNGROUNDED, UNREADABLE, Family, Option, Settings

_REACH: Final = 0.14
_REACH_ANDROIDCONTROL: Final = 0.04
_SCREENFUL: Final = 0.5
"""With `containers=ignore`, a box with at least this share of the screen is a container."""
_POINTED: Final = ("click", "long_point")
_COMPLETING: Final = ("finish", "satisfied")


@dataclass(frozen=True, slots=True)
class AgentCpm:
    """The matcher with its options; the defaults are the published behaviour."""

    neighbours: bool = False
    """Whether the five boxes nearest to the correct point count, instead of the boxes that contain it."""
    reach: float = _REACH
    slack: float = 0.0
    keep_empty: bool = True
    parts: bool = True
    waiting_stops: bool = True
    ending_stops: bool = True
    rest_stops: bool = True
    status_first: bool = True
    duration_first: bool = True
    cut: bool = False
    beside_boxes: bool = True
    containing: bool = False
    containers: bool = True

    def wants_point(self, step: Step) -> bool:
        """Whether the correct action is a click or a long press."""
        return self._asked(step.truth) in _POINTED

    def match(self, step: Step, predicted: Predicted) -> Match:
        """Compare the prediction with the step."""
        asked = self._asked(step.truth)
        pointed = asked in _POINTED
        kind = self.category(predicted)
        if kind is None:
            return UNGROUNDED if pointed else UNREADABLE
        same = kind == asked
        if pointed:
            return self._pointed(step, predicted, kind, same)
        return Match(True, kind, same, same and self._argument(step.truth, predicted, kind))

    def category(self, predicted: Predicted) -> str | None:
        """The category of an action under this rule; None if its schema has no such action."""
        kind, point, duration = predicted.kind, predicted.point, predicted.duration
        if kind in ("open", "note") or (kind == "scroll" and predicted.to is None):
            return None
        if predicted.button and texts.tidy(predicted.button).upper() not in PRESSES:
            return None
        if kind == "long_press" and duration is None:
            duration = DEFAULT_DURATION + 1
        lasting = DEFAULT_DURATION if duration is None else duration
        touching = point is not None and (self.status_first is False or predicted.status not in FINAL)
        if not touching and (kind == "stop" or predicted.status in FINAL):
            return "stop"
        if predicted.text is not None and kind != "scroll":
            return "type"
        swiping = predicted.to is not None and (point is not None or kind == "scroll")
        if swiping and (lasting == DEFAULT_DURATION or point is None or not self.duration_first):
            return "scroll"
        if point is not None and not swiping and lasting == DEFAULT_DURATION:
            return "click"
        if point is not None and lasting > DEFAULT_DURATION:
            return "long_point"
        if predicted.button:
            return "press"
        return self._rest(predicted)

    def _rest(self, predicted: Predicted) -> str | None:
        """The category of a wait, CLEAR, DEEP_LINK, or a touch that is shorter than the default."""
        if predicted.point is None and predicted.kind not in ("wait", "clear", "link"):
            return None  # a click, press or text whose argument is missing: its schema does not let one through
        if predicted.kind == "wait" and predicted.point is None:
            return "stop" if self.waiting_stops else "wait"
        if self.rest_stops:
            return "stop"
        return predicted.kind if predicted.point is None else "scroll" if predicted.to is not None else "click"

    def _asked(self, truth: Truth) -> str | None:
        """The category of the correct action; None for opening an app, which this rule's datasets do not have."""
        if truth.code == DUAL and (tap := geometry.is_tap(truth, self.slack)) is not None:
            return "click" if tap else "scroll"
        if truth.kind == "wait":
            return "stop" if self.waiting_stops else "wait"
        if truth.kind == "open":
            return None
        return "long_point" if truth.kind == "long_press" else truth.kind

    def _argument(self, truth: Truth, predicted: Predicted, kind: str) -> bool:
        if kind == "scroll":
            wanted = geometry.heading(truth.touch, truth.lift) or truth.direction
            return wanted is not None and geometry.finger(predicted) == wanted
        if kind == "type":
            return self._typed(texts.tidy(predicted.text or ""), texts.tidy(truth.text))
        if kind == "press":
            return texts.tidy(predicted.button) == texts.tidy(truth.button)
        return kind != "stop" or self.ending_stops or _ended(truth, predicted)

    def _typed(self, mine: str, wanted: str) -> bool:
        if not (mine and wanted) and not self.keep_empty:
            return mine == wanted
        return texts.contains(mine, wanted) if self.parts else mine == wanted

    def _pointed(self, step: Step, predicted: Predicted, kind: str, same: bool) -> Match:
        point, wanted = predicted.point, step.truth.touch
        if point is None or wanted is None:
            return Match(True, kind, same, False, grounded=False)
        gap = geometry.distance(wanted, point)
        near = gap <= self.reach + self.slack
        if near and self.beside_boxes:
            grounded = True
        else:
            with np.errstate(all="ignore"):  # boxes of a broken dataset compare as they do, without a word
                boxes = self._boxes(step, wanted) if len(step.boxes) else step.boxes
                grounded = bool(geometry.inside_yxhw(boxes, point, self.slack).any()) if len(boxes) else near
        return Match(True, kind, same, same and grounded, grounded, gap)

    def _boxes(self, step: Step, wanted: tuple[float, float]) -> Boxes:
        """The enlarged boxes that accept a touch for the correct point."""
        boxes = step.boxes
        if not self.containers:
            boxes = boxes[boxes[:, 2] * boxes[:, 3] < _SCREENFUL]
        boxes = geometry.enlarge_yxhw(boxes, self.cut)
        if self.neighbours:
            boxes = geometry.nearest(boxes, wanted)
        if not self.neighbours or self.containing:
            boxes = boxes[geometry.inside_yxhw(boxes, wanted, self.slack)]
        return boxes


def _ended(truth: Truth, predicted: Predicted) -> bool:
    """Whether both completed, both gave up, or both waited."""
    if truth.kind == "wait" or predicted.status not in FINAL:
        return truth.kind == "wait" and predicted.status not in FINAL
    if truth.code is None or truth.code == COMPLETE:
        return predicted.status in _COMPLETING
    return predicted.status == "impossible"


_SHARED: Final = (
    Option("empty_text", "match", {
        "refuse": "An empty text is a part of every text, so typing nothing matches whatever should have been typed.",
    }),
    Option("text", "part", {
        "equal": "Either text may be a part of the other; so one letter matches a sentence that has it.",
    }),
    Option("wait", "stop", {
        "own": "Waiting counts as stopping, on both sides: a model that always stops gets every wait right.",
    }),
    Option("stop", "any", {
        "status": "Complete, impossible, interrupted and asking back are one type, and the type alone is compared.",
    }),
    Option("leftover", "stop", {
        "own": "CLEAR, DEEP_LINK and a touch shorter than 200 ms count as stopping, since nothing else catches them.",
    }),
    Option("status", "first", {
        "last": "A final STATUS beside a POINT makes the action a stop; the point is not looked at.",
    }),
    Option("swipe_duration", "long_press", {
        "ignore": "A swipe that lasts longer than 200 ms counts as a long press.",
    }),
    Option("clamp", "keep_size", {
        "cut": "A box at the left or upper edge keeps its full enlarged size: it grows twice as far on the other side.",
    }),
    Option("distance", "always", {
        "boxless": "A point near enough to the true one is right although boxes are known and it is in none of them.",
    }),
    Option("containers", "count", {
        "ignore": "A box of half the screen or more counts as any other: whoever touches anywhere in it is right.",
    }),
    Option("float", "exact", {
        "epsilon": "Thresholds are compared in float64 as they fall: 0.54 - 0.50 is beyond 0.04, 0.24 - 0.20 is not.",
    }),
)  # fmt: skip
_NEAREST: Final = Option("nearest", "five", {
    "containing": "The five boxes nearest to the true point count whether or not they hold it, so that touching an "
    "unrelated neighbour is right.",
})  # fmt: skip

_ABOUT: Final = (
    "The matcher of AgentCPM-GUI (OpenBMB, Apache-2.0; the one of LZ-Dong/AgentCPM-GUI-Evaluation is the same file), "
    "by which the paper scores EM and GTA. {} Its public code was run. Clicks and long presses: inside an enlarged "
    "box or near the true point; long presses of any length; scrolls by the direction of the finger; truths of the "
    "kind `open` are unknown to it and match nothing."
)


def _matcher(settings: Settings, neighbours: bool) -> AgentCpm:
    return AgentCpm(
        neighbours=neighbours,
        reach=_REACH_ANDROIDCONTROL if neighbours else _REACH,
        slack=geometry.EPSILON if settings["float"] == "epsilon" else 0.0,
        keep_empty=settings["empty_text"] == "match",
        parts=settings["text"] == "part",
        waiting_stops=settings["wait"] == "stop",
        ending_stops=settings["stop"] == "any",
        rest_stops=settings["leftover"] == "stop",
        status_first=settings["status"] == "first",
        duration_first=settings["swipe_duration"] == "long_press",
        cut=settings["clamp"] == "cut",
        beside_boxes=settings["distance"] == "always",
        containing=settings.get("nearest") == "containing",
        containers=settings["containers"] == "count",
    )


_READS: Final = (
    '{"gt": {"result_action_type": 4, "result_touch_yx": "[0.5, 0.5]", "result_lift_yx": "[0.5, 0.5]", '
    '"result_action_text": "", "ui_positions": "[[y, x, height, width], …]"}, "pred": {"POINT": [640, 500]}}; lists '
    "may be real ones, pred may be a model's raw text; a dataset's step with a `pred` in it "
    "is a record, too; boxes in pixels need image_width and image_height"
)
FAMILIES: Final = (
    Family(
        "agentcpm",
        1,
        _ABOUT.format("The default, for AITZ and CAGUI: boxes that hold the true point, or a distance up to 0.14."),
        _READS,
        _SHARED,
        lambda settings: _matcher(settings, neighbours=False),
        dual_record,
    ),
    Family(
        "agentcpm-androidcontrol",
        1,
        _ABOUT.format("With its flag --eval_android_control: the five boxes nearest to the true point, or up to 0.04."),
        _READS,
        (*_SHARED, _NEAREST),
        lambda settings: _matcher(settings, neighbours=True),
        dual_record,
    ),
)
