"""`{"thought": …, "action": {…}}`: predictions of whoever has no form of his own. Pure.

`action` has the words of `records.Predicted`: `kind` (one of its kinds), `point` and `to` as [x, y], `to` also as the
direction in which the *finger* goes, `duration` in milliseconds, `text`, `button`, `status`, `box` as
[left, top, right, bottom], `element`. `unit` says what coordinates are: `fraction` (as it is without it), `thousandth`
or `pixel`.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, get_args

from benchmarks.gap.predictions.answer import Answer, Asking
from benchmarks.gap.records import DIRECTIONS, KINDS, Direction, Point, Predicted, Status

_KINDS: Final = (*KINDS, "clear", "link", "note")
_STATUSES: Final = (*get_args(Status), "continue", "start", "")
_KEYS: Final = ("kind", "point", "to", "duration", "text", "button", "status", "box", "element", "unit")
_NEEDS: Final = {
    "click": "point",
    "long_press": "point",
    "scroll": "to",
    "type": "text",
    "press": "button",
    "open": "text",
}


def read(said: Any, size: Asking) -> Answer:
    """The thought, and the action if it is one."""
    if isinstance(said, str):
        try:
            said = json.loads(said)
        except (ValueError, RecursionError) as error:
            return Answer("", None, f"not JSON: {error}")
    if not isinstance(said, dict):
        return Answer("", None, f"{type(said).__name__} instead of an object")
    thought = said.get("thought")
    thought = thought.strip() if isinstance(thought, str) else ""
    try:
        return Answer(thought, _action(said.get("action", said), size))
    except ValueError as error:
        return Answer(thought, None, str(error))


def _action(said: Any, size: Asking) -> Predicted:
    if not isinstance(said, dict):
        raise ValueError("`action` is no object")
    if unknown := [key for key in said if key not in (*_KEYS, "thought")]:
        raise ValueError(f"unknown key {str(unknown[0])[:40]!r}")
    kind = _one_of(said, "kind", _KINDS)
    span = _span(said.get("unit", "fraction"), size)
    found = Predicted(
        kind,  # type: ignore[arg-type]
        _numbers(said["point"], span, "point") if said.get("point") is not None else None,
        _to(said["to"], span) if said.get("to") is not None else None,
        _number(said["duration"], "duration") if said.get("duration") is not None else None,
        _text(said, "text"),
        _text(said, "button") or "",
        _one_of(said, "status", _STATUSES) if said.get("status") else "",  # type: ignore[arg-type]
        _box(said["box"], span) if said.get("box") is not None else None,
        _whole(said["element"]) if said.get("element") is not None else None,
    )
    need = _NEEDS.get(kind, "")
    given = getattr(found, need) not in (None, "") if need else True
    if not given and not (need == "point" and _elsewhere(found)) and not (need == "text" and found.text == ""):
        raise ValueError(f"{kind} without {need}")
    return found


def _elsewhere(found: Predicted) -> bool:
    return found.box is not None or found.element is not None


def _span(unit: Any, size: Asking) -> Point:
    match unit:
        case "fraction":
            return 1.0, 1.0
        case "thousandth":
            return 1000.0, 1000.0
        case "pixel":
            if (known := size()) is None:
                raise ValueError("the size of the picture is not known")
            return known
        case _:
            raise ValueError("`unit` is one of fraction, thousandth, pixel")


def _one_of(said: dict[str, Any], key: str, allowed: tuple[str, ...]) -> str:
    value = said.get(key)
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{key} is one of {', '.join(one for one in allowed if one)}, not {str(value)[:40]!r}")
    return value


def _text(said: dict[str, Any], key: str) -> str | None:
    value = said.get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{key} is no text")
    return value


def _number(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise ValueError(f"{key} is no number")
    return float(value)


def _whole(value: Any) -> int:
    number = _number(value, "element")
    if not math.isfinite(number) or number != int(number):
        raise ValueError("element is no whole number")
    return int(number)


def _numbers(value: Any, span: Point, key: str) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{key} is not [x, y]")
    x, y = _number(value[0], key) / span[0], _number(value[1], key) / span[1]
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise ValueError(f"{key} is not on the screen")
    return x, y


def _to(value: Any, span: Point) -> Point | Direction:
    if isinstance(value, str):
        for way in DIRECTIONS:
            if value == way:
                return way
        raise ValueError(f"`to` is one of {', '.join(DIRECTIONS)} or [x, y]")
    return _numbers(value, span, "to")


def _box(value: Any, span: Point) -> tuple[float, float, float, float]:
    if not isinstance(value, list) or len(value) != 4:
        raise ValueError("box is not [left, top, right, bottom]")
    left, top = _numbers(value[:2], span, "box")
    right, bottom = _numbers(value[2:], span, "box")
    return left, top, right, bottom
