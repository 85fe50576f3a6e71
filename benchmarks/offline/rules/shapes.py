"""One record of a public harness as a step and a prediction: what `Rule.record` reads. Pure.

Lists may be real ones or JSON text in the JSON, points are [y, x] where a dataset of Android in the Wild has them and
[x, y] in pixels where the Qwen form has them. A prediction is read by the keys that it has (AgentCPM-GUI, mobile_use,
CoAT, Android in the Wild), as an object or as a model's raw text; what cannot be read is None, not an error.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

import numpy as np

from benchmarks.offline import records
from benchmarks.offline.records import (
    DIRECTIONS,
    NO_BOXES,
    Boxes,
    Direction,
    Kind,
    Point,
    Predicted,
    Status,
    Step,
    Truth,
    decoded,
)
from benchmarks.offline.rules import reading

Screen = tuple[int, int]
_FRACTIONS: Final = 2.0
"""A box with a number beyond is in pixels, or off the screen; where most are so, boxes are in pixels."""
_WIDEST: Final = 10**6
_MOBILE: Final[Mapping[str, Kind]] = {
    "click": "click",
    "long_press": "long_press",
    "swipe": "scroll",
    "type": "type",
    "system_button": "press",
    "open": "open",
    "wait": "wait",
    "terminate": "stop",
}
_STEP: Final = ("result_action_type", "coat_action_desc")
"""What a step of a dataset has, by which it is known where nothing else says so."""
_CODES: Final = ("result_action_type", "action_type")


def true_part(record: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    """The truth of a record: `gt` (or what else it is called), or the record itself where it is a step with a `pred`.

    Raises:
        ValueError: there is none.
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
    return step(gt, coded_truth(gt), boxes(gt, screen), screen), strictly(record.get("pred"))


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
        touch, lift = _yx(gt, "result_touch_yx"), _yx(gt, "result_lift_yx")
        text = str(gt.get("result_action_text") or "")
        truth = Truth(kind, touch=touch, lift=lift, text=text, description=description)
    return step(gt, truth, boxes(gt, screen), screen), prediction(record.get("pred"), screen)


def described(name: str) -> Kind | None:
    """The type that CoAT finds in the first word of a description, or in an action's name."""
    word = name.split(" ")[0].lower()
    return "type" if word == "input" else next((kind for kind in COAT if kind in word), None)


def options_record(record: Mapping[str, Any]) -> tuple[Step, Predicted | None]:
    """`gt`: `check_options`, pixels of the picture (`width`, `height`); `pred`: arguments of `mobile_use`.

    The prediction's pixels are those of the picture that the model saw (`resized_width`, `resized_height` if given).
    """
    gt = true_part(record, "check_options")
    screen = screen_of(gt, record)
    action = str(gt.get("action"))
    if action not in _MOBILE:
        raise ValueError(f"action {action!r} means nothing")
    direction = gt.get("direction")
    where = listed(gt, "coordinate")
    if where is not None and screen is None:
        raise ValueError("coordinates in pixels need width and height")
    truth = Truth(
        _MOBILE[action],
        touch=None if where is None or screen is None else scaled(where, screen),
        lift=None if screen is None or (to := listed(gt, "coordinate2")) is None else scaled(to, screen),
        direction=cast("Direction", direction) if direction in DIRECTIONS else None,
        text=str(gt.get("text") or ""),
        button=str(gt.get("button") or "").lower().strip(),
        candidates=tuple(cast("Any", tuple(numbers(box, 4))) for box in listed(gt, "candidate_bbox") or ()),
    )
    seen = sized(record, "resized_width", "resized_height") or screen
    return step(gt, truth, NO_BOXES, screen), prediction(record.get("pred"), seen)


def step(gt: Mapping[str, Any], truth: Truth, where: Boxes, screen: Screen | None) -> Step:
    """A step of these parts, named as the record names it."""
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
    """The truth of a `result_action_type`.

    Raises:
        ValueError: it means nothing, or its points are missing.
    """
    code, touch, lift = _coded(gt)
    kind, button = decoded(code, touch, lift)
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


def _coded(action: Mapping[str, Any]) -> tuple[int, Point | None, Point | None]:
    code = next((action[name] for name in _CODES if name in action), None)
    if not isinstance(code, int) or isinstance(code, bool):
        raise ValueError(f"result_action_type is a number, not {code!r}")
    return code, _yx(action, "result_touch_yx", "touch_yx"), _yx(action, "result_lift_yx", "lift_yx")


def _yx(action: Mapping[str, Any], *names: str) -> Point | None:
    for name in names:
        if (value := listed(action, name)) is not None:
            y, x = numbers(value, 2)
            return None if x < 0 and y < 0 else (x, y)
    return None


def boxes(gt: Mapping[str, Any], screen: Screen | None) -> Boxes:
    """`ui_positions` as fractions, also where they are pixels and the picture's size is known.

    Raises:
        ValueError: they are no boxes, or pixels of a picture whose size is not there.
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


def screen_of(*places: Mapping[str, Any]) -> Screen | None:
    """The picture's size, under any of its names in any of these objects."""
    for place in places:
        found = sized(place, "image_width", "image_height") or sized(place, "width", "height")
        if found is not None:
            return found
    return None


def sized(place: Mapping[str, Any], wide: str, high: str) -> Screen | None:
    """Two whole positive numbers; no picture is wider than a million pixels."""
    width, height = place.get(wide), place.get(high)
    if isinstance(width, int) and isinstance(height, int) and 0 < width < _WIDEST and 0 < height < _WIDEST:
        return width, height
    return None


def listed(place: Mapping[str, Any], name: str) -> list[Any] | None:
    """A list that may be JSON text; None where there is none.

    Raises:
        ValueError: it is something else.
    """
    value = place.get(name)
    if isinstance(value, str):
        try:
            value = json.loads(value) if value.strip() else None
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{name}: not JSON") from error
    if value is None or isinstance(value, list):
        return value
    raise ValueError(f"{name}: not a list")


def numbers(value: Any, most: int) -> list[float]:
    """The first numbers of a list.

    Raises:
        ValueError: there are fewer, or others than numbers.
    """
    if not isinstance(value, list) or len(value) < most:
        raise ValueError(f"{str(value)[:40]!r} instead of {most} numbers")
    try:
        found = [float(number) for number in value[:most]]
    except (TypeError, OverflowError) as error:
        raise ValueError(f"{str(value)[:40]!r} instead of {most} numbers") from error
    if not all(map(math.isfinite, found)):
        raise ValueError(f"{str(value)[:40]!r} instead of {most} numbers")
    return found


def scaled(value: Any, screen: Screen) -> Point:
    """A point in pixels as fractions, by the division that the public code does."""
    x, y = numbers(value, 2)
    return x / screen[0], y / screen[1]


def strictly(value: Any) -> Predicted | None:
    """A prediction in the AgentCPM-GUI schema and no other, as an object or as text; None if it cannot be read."""
    try:
        return reading.from_text(value) if isinstance(value, str) else reading.predicted(value)
    except ValueError:
        return None


def prediction(value: Any, screen: Screen | None = None) -> Predicted | None:
    """A prediction by the keys that it has, as an object or as text; None if it cannot be read."""
    try:
        if isinstance(value, str):
            value = json.loads(value)
        if isinstance(value, Mapping):
            for key, reader in _READERS.items():
                if key in value:
                    return reader(value, screen)
        return reading.predicted(value)
    except (ValueError, OverflowError, RecursionError):
        return None


def _mobile(value: Mapping[str, Any], screen: Screen | None) -> Predicted | None:
    if isinstance(value.get("arguments"), Mapping):
        value = value["arguments"]
    kind = _MOBILE.get(str(value.get("action")))
    where = {name: listed(value, name) for name in ("coordinate", "coordinate2")}
    if kind is None or (screen is None and any(where.values())):
        return None
    point, to = (scaled(at, screen) if at is not None and screen else None for at in where.values())
    time, text = value.get("time"), value.get("text")
    ended = {"success": "finish", "failure": "impossible"}.get(str(value.get("status")), "finish")
    return Predicted(
        kind,
        point,
        to,
        float(time) * 1000 if isinstance(time, int | float) else None,
        text if isinstance(text, str) else None,
        str(value.get("button") or ""),
        cast("Status", ended) if kind == "stop" else "",
    )


def _coat(value: Mapping[str, Any], screen: Screen | None) -> Predicted | None:
    del screen
    name = str(value.get("ACTION") or "").lower()
    arguments = value["ARGS"] if isinstance(value.get("ARGS"), Mapping) else {}
    kind = "type" if name == "input" else next((word for word in COAT if word in name), None)
    if kind is None:
        return None
    area = arguments.get("bbox")
    number, text, direction = (arguments.get(key) for key in ("idx", "text", "direction"))
    left, top, right, bottom = numbers(area, 4) if area is not None else (0.0,) * 4
    return Predicted(
        kind,
        to=cast("Direction", direction) if direction in DIRECTIONS else None,
        text=str(direction or "") if kind == "scroll" else str(text or ""),
        button=name if kind == "press" else "",
        status="finish" if kind == "stop" else "",
        box=(left / 1000, top / 1000, right / 1000, bottom / 1000) if area is not None else None,
        element=int(number) if isinstance(number, int) or (isinstance(number, str) and number.isdecimal()) else None,
    )


COAT: Final[tuple[Kind, ...]] = ("click", "scroll", "type", "press", "stop")
"""CoAT's types, in the order in which it looks for them in an action's name."""


def _wild(value: Mapping[str, Any], screen: Screen | None) -> Predicted | None:
    del screen
    code, touch, lift = _coded(value)
    kind, button = decoded(code, touch, lift)
    status: Status | str = {records.COMPLETE: "finish", records.IMPOSSIBLE: "impossible"}.get(code, "")
    text = str(value.get("result_action_text") or "") if kind == "type" else None
    dual = code == records.DUAL
    return Predicted(kind, touch, lift if dual else None, text=text, button=button, status=cast("Status", status))


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any], Screen | None], Predicted | None]]] = {
    "action": _mobile,
    "arguments": _mobile,
    "ACTION": _coat,
    "result_action_type": _wild,
    "action_type": _wild,
}
