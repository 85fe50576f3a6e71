"""Rule `gui-r1`: the script eval_omni.py of GUI-R1, as used for AndroidControl. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from benchmarks.gap.records import (
    IMPOSSIBLE,
    NO_BOXES,
    Direction,
    Kind,
    Match,
    Point,
    Predicted,
    Status,
    Step,
    Truth,
)
from benchmarks.gap.rules import geometry, texts
from benchmarks.gap.rules.answers import prediction
from benchmarks.gap.rules.fields import listed, numbers, screen_of, sized
from benchmarks.gap.rules.harness_records import boxes, step, written_truth
from benchmarks.gap.rules.rule import UNGROUNDED, UNREADABLE, Family, Option, Settings

_REACH: Final = 0.14**2
_HALF: Final = 0.5
_KINDS: Final[Mapping[str, Kind]] = {
    "click": "click",
    "long_press": "long_press",
    "type": "type",
    "scroll": "scroll",
    "open_app": "open",
    "wait": "wait",
    "complete": "stop",
    "impossible": "stop",
    "press_back": "press",
    "press_home": "press",
    "press_enter": "press",
    "enter": "press",
}
_NAMES: Final = {"open": "open_app"}
_POINTED: Final = ("click", "long_press")
_TEXTS: Final = ("open", "type", "scroll")


@dataclass(frozen=True, slots=True)
class GuiR1:
    """The matcher with its options; the defaults are the published behaviour."""

    corner: bool = True
    from_half: bool = True
    parts: bool = True

    def wants_point(self, step: Step) -> bool:
        """Whether the correct action is a click or a long press."""
        return step.truth.kind in _POINTED

    def match(self, step: Step, predicted: Predicted) -> Match:
        """Compare the prediction with the step."""
        truth = step.truth
        pointed = truth.kind in _POINTED
        if predicted.kind in ("clear", "link", "note") or (predicted.kind == "press" and not predicted.button.strip()):
            return UNGROUNDED if pointed else UNREADABLE
        wanted = _name(truth.kind, truth.button, truth.code == IMPOSSIBLE)
        mine = _name(predicted.kind, predicted.button, predicted.status == "impossible")
        same = mine == wanted
        if pointed:
            return self._pointed(step, predicted, mine, same)
        right = same
        if same and truth.kind in _TEXTS:
            score = texts.f1_or_part(_text(truth), _predicted_text(predicted), whole_words=not self.parts)
            right = score > _HALF or (score == _HALF and self.from_half)
        return Match(True, mine, same, right)

    def _pointed(self, step: Step, predicted: Predicted, name: str, same: bool) -> Match:
        wanted, point = step.truth.touch, predicted.point
        if wanted is None or point is None:
            return Match(True, name, same, False, grounded=False)
        width, height = step.screen or (1, 1)
        if not self.corner and step.truth.candidates and step.screen is not None:
            left, top, right, bottom = step.truth.candidates[0]
            wanted = (left + right) / 2 / width, (top + bottom) / 2 / height
        (left, top), (x, y) = (_pixel(place, step.screen) for place in (wanted, point))
        grounded = geometry.square((left - x) / width) + geometry.square((top - y) / height) < _REACH
        return Match(True, name, same, same and grounded, grounded, geometry.distance(wanted, point))


def _pixel(point: Point, screen: tuple[int, int] | None) -> Point:
    return point if screen is None else geometry.steps_of(point, (float(screen[0]), float(screen[1])))


def _name(kind: str, button: str, gave_up: bool) -> str:
    if kind == "press":
        return f"press_{texts.tidy(button)}"
    if kind == "stop":
        return "impossible" if gave_up else "complete"
    return _NAMES.get(kind, kind)


def _text(truth: Truth) -> str:
    if truth.kind != "scroll":
        return truth.text
    return truth.text or geometry.heading(truth.touch, truth.lift) or truth.direction or ""


def _predicted_text(predicted: Predicted) -> str:
    return predicted.text or (geometry.finger(predicted) or "" if predicted.kind == "scroll" else "")


def record(mapping: Mapping[str, Any]) -> tuple[Step, Predicted | None]:
    """Parse `gt` {gt_action, gt_bbox, gt_input_text, image_size} and `pred` {pred_action, pred_coord,
    pred_input_text}.

    All fields may also be in one object. Coordinates are screenshot pixels; `gt_bbox` is a point, or a box whose upper
    left corner is compared. Coded steps, JSON actions and bare texts ({"text": …}) are parsed too.

    Raises:
        ValueError: the correct action is malformed.
    """
    gt = mapping["gt"] if isinstance(mapping.get("gt"), Mapping) else mapping
    pred = mapping.get("pred") if "pred" in mapping else mapping
    screen = _size(gt) or screen_of(gt, mapping)
    if "result_action_type" in gt or "text" in gt:
        return step(gt, written_truth(gt), boxes(gt, screen), screen), prediction(pred, screen)
    truth = _truth(gt, screen)
    found = step(gt, truth, NO_BOXES, screen)
    if isinstance(pred, Mapping) and "pred_action" in pred:
        return found, _predicted(pred, screen)
    return found, prediction(pred, screen)


def _size(gt: Mapping[str, Any]) -> tuple[int, int] | None:
    size = listed(gt, "image_size")
    if size is None:
        return None
    width, height = (int(number) for number in numbers(size, 2))
    return sized({"width": width, "height": height}, "width", "height")


def _truth(gt: Mapping[str, Any], screen: tuple[int, int] | None) -> Truth:
    action = str(gt.get("gt_action", ""))
    if action not in _KINDS:
        raise ValueError(f"gt_action {action!r} means nothing")
    kind, box = _KINDS[action], listed(gt, "gt_bbox")
    touch: Point | None = None
    candidates: tuple[tuple[float, float, float, float], ...] = ()
    if kind in _POINTED:
        if box is None or screen is None:
            raise ValueError("a click needs gt_bbox and image_size")
        touch = _fraction(box, screen)
        candidates = (cast("Any", tuple(numbers(box, 4))),) if len(box) >= 4 else ()
    return Truth(
        kind,
        IMPOSSIBLE if action == "impossible" else None,
        touch,
        text=str(gt.get("gt_input_text") or "") if kind in _TEXTS else "",
        button=_button(action),
        candidates=candidates,
    )


def _predicted(pred: Mapping[str, Any], screen: tuple[int, int] | None) -> Predicted | None:
    action = str(pred.get("pred_action", ""))
    if action not in _KINDS:
        return None
    kind = _KINDS[action]
    try:
        where = listed(pred, "pred_coord")
        point = None if where is None or screen is None else _fraction(where, screen)
    except ValueError:
        return None
    input_text = str(pred.get("pred_input_text") or "")
    ended = ("impossible" if action == "impossible" else "finish") if kind == "stop" else ""
    direction = (
        cast("Direction", input_text.lower()) if kind == "scroll" and input_text.lower() in _DIRECTIONS else None
    )
    return Predicted(
        kind, point, direction, text=input_text if kind in _TEXTS else None, button=_button(action),
        status=cast("Status", ended),
    )  # fmt: skip


_DIRECTIONS: Final = ("up", "down", "left", "right")


def _fraction(value: Any, screen: tuple[int, int]) -> Point:
    x, y = numbers(value, 2)
    return x / screen[0], y / screen[1]


def _button(action: str) -> str:
    return action.removeprefix("press_") if _KINDS[action] == "press" else ""


_OPTIONS: Final = (
    Option("corner", "upper_left", {
        "centre": "Where the truth is a box, its upper left corner is where one should have clicked.",
    }),
    Option("half", "accept", {
        "refuse": "An F1 of exactly one half is enough: one word of three matches all of them.",
    }),
    Option("single", "part", {
        "equal": "One word each counts as the same text if one is a part of the other.",
    }),
)  # fmt: skip
_ABOUT: Final = (
    "eval_omni.py of GUI-R1, read only, but for its F1 functions, which were run. Clicks and long presses less than "
    "0.14 from the true point, apps, texts and directions from an F1 of one half on, the type alone otherwise. Its "
    "`step` adds up grounding and text without asking for the type, over the steps that have a point or a text; here "
    "an exact match has the type too, and `grounded` is its grounding, over all clicks."
)


def _matcher(settings: Settings) -> GuiR1:
    return GuiR1(
        corner=settings["corner"] == "upper_left",
        from_half=settings["half"] == "accept",
        parts=settings["single"] == "part",
    )


_READS: Final = (
    '{"gt": {"gt_action": "click", "gt_bbox": [540, 1200], "gt_input_text": "", "image_size": [1080, 2400]}, '
    '"pred": {"pred_action": "click", "pred_coord": [550, 1210], "pred_input_text": ""}}, or all fields in one object'
)
FAMILY: Final = Family("gui-r1", 1, _ABOUT, _READS, _OPTIONS, _matcher, record)
