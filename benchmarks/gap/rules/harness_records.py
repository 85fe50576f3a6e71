"""Parses a record of a public harness to a step and a prediction, for `Rule.record`. Pure.

Lists may be real ones or JSON text in the JSON, points are [y, x] where a dataset of Android in the Wild has them and
[x, y] in pixels where the Qwen form has them. A prediction that cannot be read is None, not an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

import numpy as np

from benchmarks.gap.records import DIRECTIONS, NO_BOXES, Boxes, Direction, Predicted, Step, Truth, decode_action_type
from benchmarks.gap.rules.answers import MOBILE, described, parse_strict, prediction
from benchmarks.gap.rules.fields import CODES, Screen, coded, listed, numbers, scaled, screen_of, sized, yx

_FRACTIONS: Final = 2.0
"""A larger coordinate means pixels, or a box off the screen; if most boxes have one, all are in pixels."""
_STEP: Final = ("result_action_type", "coat_action_desc")
"""Fields that identify a record as a step of a dataset."""


def true_part(record: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    """The correct step of a record: `gt` (or one of its other names), or the record itself if it is a step with `pred`.

    Raises:
        ValueError: the record has none.
    """
    for name in ("gt", *names):
        if isinstance(record.get(name), Mapping):
            return cast("Mapping[str, Any]", record[name])
    if "gt" not in record and any(name in record for name in _STEP):
        return record
    raise ValueError(f"no {' or '.join(('gt', *names))}")


def dual_record(record: Mapping[str, Any]) -> tuple[Step, Predicted | None]:
    """`gt`: a step in AgentCPM-GUI's form (AITZ, CAGUI, AndroidControl); `pred`: its schema, or text."""
    gt = true_part(record)
    screen = screen_of(gt, record)
    return step(gt, coded_truth(gt), boxes(gt, screen), screen), parse_strict(record.get("pred"))


def coded_record(record: Mapping[str, Any]) -> tuple[Step, Predicted | None]:
    """`gt` and `pred`: actions of Android in the Wild: result_action_type, result_touch_yx, result_lift_yx."""
    gt = true_part(record)
    screen = screen_of(gt, record)
    return step(gt, coded_truth(gt), boxes(gt, screen), screen), prediction(record.get("pred"), screen)


def coat_record(record: Mapping[str, Any]) -> tuple[Step, Predicted | None]:
    """`gt`: a step of AITZ with its `coat_action_desc`; `pred`: CoAT's {"ACTION": …, "ARGS": {…}}, boxes 0..1000."""
    gt = true_part(record)
    screen = screen_of(gt, record)
    description = gt.get("coat_action_desc")
    if gt.get("result_action_type") is not None or not isinstance(description, str):
        truth = coded_truth(gt)
    elif (kind := described(description)) is None:
        raise ValueError(f"coat_action_desc {description[:40]!r} begins with no action")
    else:
        touch, lift = yx(gt, "result_touch_yx"), yx(gt, "result_lift_yx")
        text = str(gt.get("result_action_text") or "")
        truth = Truth(kind, touch=touch, lift=lift, text=text, description=description)
    return step(gt, truth, boxes(gt, screen), screen), prediction(record.get("pred"), screen)


def options_record(record: Mapping[str, Any]) -> tuple[Step, Predicted | None]:
    """`gt`: `check_options`, pixels of the picture (`width`, `height`); `pred`: arguments of `mobile_use`.

    The prediction's pixels are those of the picture that the model saw (`resized_width`, `resized_height` if given).
    """
    gt = true_part(record, "check_options")
    screen = screen_of(gt, record)
    seen = sized(record, "resized_width", "resized_height") or screen
    if "action" not in gt and "result_action_type" in gt:
        return step(gt, coded_truth(gt), boxes(gt, screen), screen), prediction(record.get("pred"), seen)
    action = str(gt.get("action"))
    if action not in MOBILE:
        raise ValueError(f"action {action!r} means nothing")
    direction = gt.get("direction")
    where = listed(gt, "coordinate")
    if where is not None and screen is None:
        raise ValueError("coordinates in pixels need width and height")
    truth = Truth(
        MOBILE[action],
        touch=None if where is None or screen is None else scaled(where, screen),
        lift=None if screen is None or (to := listed(gt, "coordinate2")) is None else scaled(to, screen),
        direction=cast("Direction", direction) if direction in DIRECTIONS else None,
        text=str(gt.get("text") or ""),
        button=str(gt.get("button") or "").lower().strip(),
        candidates=tuple(cast("Any", tuple(numbers(box, 4))) for box in listed(gt, "candidate_bbox") or ()),
    )
    return step(gt, truth, NO_BOXES, screen), prediction(record.get("pred"), seen)


def step(gt: Mapping[str, Any], truth: Truth, where: Boxes, screen: Screen | None) -> Step:
    """Builds a step from these parts, with the names in the record."""
    number = gt.get("step_id")
    return Step(
        str(gt.get("subset") or ""),
        str(gt.get("episode_id", "")),
        number if isinstance(number, int) else 0,
        str(gt.get("instruction") or ""),
        truth,
        where,
        screen=screen,
    )


def coded_truth(gt: Mapping[str, Any]) -> Truth:
    """The correct action of a `result_action_type`.

    Raises:
        ValueError: the code is unknown, or its points are missing.
    """
    code, touch, lift = coded(gt)
    kind, button = decode_action_type(code, touch, lift)
    if kind == "long_press" and touch is None:
        raise ValueError("a long press needs result_touch_yx")
    duration = gt.get("duration")
    return Truth(
        kind,
        code,
        touch,
        lift,
        text=str(gt.get("result_action_text") or ""),
        button=button,
        duration=duration if isinstance(duration, int | float) else None,
        description=str(gt.get("coat_action_desc") or ""),
    )


def written_truth(gt: Mapping[str, Any]) -> Truth:
    """The correct action of a coded step, or of a record with only the text to type ({"text": …}).

    Raises:
        ValueError: the value is neither.
    """
    if isinstance(gt.get("text"), str) and not any(name in gt for name in CODES):
        return Truth("type", text=gt["text"])
    return coded_truth(gt)


def boxes(gt: Mapping[str, Any], screen: Screen | None) -> Boxes:
    """Converts `ui_positions` to fractions; pixels are converted if the screenshot's size is known.

    Raises:
        ValueError: the value is not a list of boxes, or is in pixels of a screenshot of unknown size.
    """
    value = listed(gt, "ui_positions")
    if not value:
        return NO_BOXES
    try:
        found = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError("ui_positions: not a list of [y, x, height, width]") from error
    if found.ndim != 2 or found.shape[1] != 4:
        raise ValueError("ui_positions: not a list of [y, x, height, width]")
    if 2 * np.count_nonzero(found.max(axis=1) > _FRACTIONS) <= len(found):
        return found
    if screen is None:
        raise ValueError("ui_positions in pixels need image_width and image_height")
    width, height = screen
    return found / np.array((height, width, height, width), dtype=np.float64)
