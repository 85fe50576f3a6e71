"""Rule `aitw-ams`: the action matching score of Android in the Wild, in the float32 of its JAX code. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from benchmarks.gap import records
from benchmarks.gap.records import COMPLETE, DUAL, IMPOSSIBLE, TAP_REACH, Match, Point, Predicted, Step, Truth
from benchmarks.gap.rules import geometry, texts
from benchmarks.gap.rules.harness_records import coded_record
from benchmarks.gap.rules.rule import UNGROUNDED, UNREADABLE, Family, Option, Settings

_REACH: Final = 0.14
_GROWTH: Final = 1.4
_SWIPE: Final = 0.2
"""Length of a swipe that has only a direction; only its axis is compared."""
_WAYS: Final = {"up": (-_SWIPE, 0.0), "down": (_SWIPE, 0.0), "left": (0.0, -_SWIPE), "right": (0.0, _SWIPE)}
_BUTTONS: Final = {"back": records.BACK, "home": records.HOME, "enter": records.ENTER}
_NAMES: Final = {
    records.LONG_PRESS: "long_point",
    records.WAIT: "no_action",
    records.TYPE: "type",
    records.BACK: "press_back",
    records.HOME: "press_home",
    records.ENTER: "press_enter",
    COMPLETE: "status_task_complete",
    IMPOSSIBLE: "status_task_impossible",
}
Real = npt.NDArray[Any]
Touched = tuple[int, Real | None, Real | None]
"""A code, and (y, x) of touch and lift for a dual point."""


@dataclass(frozen=True, slots=True)
class Aitw:
    """The matcher with its options; the defaults are the published behaviour."""

    wide: bool = True
    axis_only: bool = True
    any_text: bool = True
    cut: bool = False
    single: bool = True

    def wants_point(self, step: Step) -> bool:
        """Whether the correct action is a tap."""
        with np.errstate(all="ignore"):
            code, touch, lift = self._truth(step.truth)
            return code == DUAL and (touch is None or lift is None or self._tap(touch, lift))

    def match(self, step: Step, predicted: Predicted) -> Match:
        """Compare the prediction with the step."""
        with np.errstate(all="ignore"):  # points of a broken dataset compare as they do, without a word
            return self._match(step, self._truth(step.truth), self._predicted(predicted), predicted)

    def _match(self, step: Step, truth: Touched, mine: Touched | None, predicted: Predicted) -> Match:
        code, touch, lift = truth
        taps = code == DUAL and (touch is None or lift is None or self._tap(touch, lift))
        if mine is None:
            return UNGROUNDED if taps else UNREADABLE
        grounded, gap = self._grounded(step, touch, mine[1]) if taps else (None, None)
        if mine[0] != DUAL:
            same = mine[0] == code
            right = same and (self.any_text or _same_text(predicted, step.truth, mine[0]))
            return Match(True, _NAMES[mine[0]], same, right, grounded, gap)
        first, last = mine[1], mine[2]
        if first is None or last is None:
            return UNGROUNDED if taps else UNREADABLE
        tapped = self._tap(first, last)
        kind = "tap" if tapped else "drag"
        if code != DUAL or touch is None or lift is None or tapped != taps:
            return Match(True, kind, False, False, grounded, gap)
        exact = bool(grounded) if taps else self._drags(lift - touch, last - first)
        return Match(True, kind, True, exact, grounded, gap)

    def _grounded(self, step: Step, wanted: Real | None, point: Real | None) -> tuple[bool, float | None]:
        if wanted is None or point is None:
            return False, None
        gap = _norm(wanted - point)
        grounded = bool(gap <= self._real(_REACH))
        if not grounded and len(step.boxes):
            boxes = self._grown(step.boxes.astype(wanted.dtype))
            both = geometry.inside_yxhw(boxes, _xy(wanted)) & geometry.inside_yxhw(boxes, _xy(point))
            grounded = bool(both.any())
        return grounded, float(gap)

    def _grown(self, boxes: Real) -> Real:
        growth = self._real(_GROWTH if self.wide else _GROWTH - 1)
        taller, wider = growth * boxes[:, 2], growth * boxes[:, 3]
        half = self._real(2)
        upper, outer = boxes[:, 0] - taller / half, boxes[:, 1] - wider / half
        item, zero = self._real(1), self._real(0)
        high, broad = np.minimum(item, boxes[:, 2] + taller), np.minimum(item, boxes[:, 3] + wider)
        if self.cut:
            high, broad = high + np.minimum(zero, upper), broad + np.minimum(zero, outer)
        return np.stack((np.maximum(zero, upper), np.maximum(zero, outer), high, broad), axis=1)

    def _drags(self, wanted: Real, mine: Real) -> bool:
        axis = int(np.argmax(np.abs(wanted)))  # a tie goes to the first, which is y
        if axis != int(np.argmax(np.abs(mine))):
            return False
        return self.axis_only or bool((wanted[axis] > 0) == (mine[axis] > 0))

    def _tap(self, touch: Real, lift: Real) -> bool:
        return bool(_norm(touch - lift) <= self._real(TAP_REACH))

    def _real(self, value: float) -> Any:
        return np.float32(value) if self.single else np.float64(value)

    def _yx(self, point: Point | None) -> Real | None:
        if point is None:
            return None
        return np.array((point[1], point[0]), dtype=np.float32 if self.single else np.float64)

    def _truth(self, truth: Truth) -> Touched:
        code = truth.code
        if code is None:
            code = _BUTTONS.get(truth.button, -1) if truth.kind == "press" else _code(truth.kind)
        if code != DUAL:
            return code, None, None
        lift = truth.lift
        if lift is None and truth.touch is not None:
            lift = truth.touch if truth.kind == "click" else _moved(truth.touch, truth.direction)
        touch = truth.touch
        if touch is None and truth.direction is not None:
            touch, lift = (0.5, 0.5), _moved((0.5, 0.5), truth.direction)
        return code, self._yx(touch), self._yx(lift)

    def _predicted(self, predicted: Predicted) -> Touched | None:
        """The action as a code of the enumeration; None if it has no code."""
        if predicted.kind == "press":
            code = _BUTTONS.get(texts.tidy(predicted.button))
        elif predicted.kind == "stop":
            code = IMPOSSIBLE if predicted.status == "impossible" else COMPLETE
        else:
            code = _code(predicted.kind)
        if code is None or code < 0:
            return None
        if code != DUAL:
            return code, self._yx(predicted.point), None
        touch, to = predicted.point, predicted.to
        if touch is None and predicted.kind == "scroll":
            touch = (0.5, 0.5)
        if touch is None:
            return code, None, None
        lift = _moved(touch, to) if isinstance(to, str) else to
        if lift is None and predicted.kind == "click":
            lift = touch
        return code, self._yx(touch), self._yx(lift)


def _code(kind: str) -> int:
    codes = {
        "click": DUAL,
        "scroll": DUAL,
        "type": records.TYPE,
        "long_press": records.LONG_PRESS,
        "wait": records.WAIT,
    }
    return COMPLETE if kind == "stop" else codes.get(kind, -1)


def _moved(point: Point, direction: str | None) -> Point | None:
    if direction not in _WAYS:
        return None
    down, across = _WAYS[direction]
    return point[0] + across, point[1] + down


def _norm(gap: Real) -> Any:
    """The Euclidean length in the precision of its argument, like `jax.numpy.linalg.norm`."""
    return np.sqrt((gap * gap).sum())


def _xy(point: Real) -> Any:
    return point[1], point[0]


def _same_text(predicted: Predicted, truth: Truth, code: int) -> bool:
    return code != records.TYPE or texts.tidy(predicted.text or "") == texts.tidy(truth.text)


_OPTIONS: Final = (
    Option("boxes", "added", {
        "factor": "Boxes grow by 1.4 of their size, to 2.4 of it, where the factor reads like growing to 1.4.",
    }),
    Option("drag", "axis", {
        "direction": "Two drags are the same if they go along the same axis: up matches down.",
    }),
    Option("text", "any", {
        "equal": "Two typings are the same whatever was typed.",
    }),
    Option("clamp", "keep_size", {
        "cut": "A box at the left or upper edge keeps its full enlarged size: it grows twice as far on the other side.",
    }),
    Option("float", "single", {
        "double": "Everything is compared in float32, JAX's default, which decides ties.",
    }),
)  # fmt: skip
_ABOUT: Final = (
    "Action matching of Android in the Wild (google-research, Apache-2.0); the copy in AgentCPM-GUI was run. Actions "
    "that are no dual points are compared by their number alone (complete is not impossible); two taps match in one "
    "enlarged box or up to 0.14 apart, two drags along one axis. Without any box the published code raises an error; "
    "here the distance decides. The last bit of a float32 sum of squares may differ where a processor fuses it."
)


def _matcher(settings: Settings) -> Aitw:
    return Aitw(
        wide=settings["boxes"] == "added",
        axis_only=settings["drag"] == "axis",
        any_text=settings["text"] == "any",
        cut=settings["clamp"] == "cut",
        single=settings["float"] == "single",
    )


_READS: Final = (
    '{"gt": {"result_action_type": 4, "result_touch_yx": [0.5, 0.5], "result_lift_yx": [0.5, 0.5], "ui_positions": []}'
    ', "pred": {"result_action_type": 4, "result_touch_yx": [0.5, 0.6], "result_lift_yx": [0.5, 0.6]}}; pred may be '
    "an action in AgentCPM-GUI's schema, too"
)
FAMILY: Final = Family("aitw-ams", 1, _ABOUT, _READS, _OPTIONS, _matcher, coded_record)
