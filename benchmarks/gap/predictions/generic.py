"""Parser of `{"thought": …, "action": {…}}`, for models without a format of their own. Pure.

`action` has the fields of `records.Predicted`: `kind` (one of its kinds), `point` and `to` as [x, y], `to` also as the
direction of the *finger*, `duration` in milliseconds, `text`, `button`, `status`, `box` as [left, top, right, bottom],
`element`. `unit` states the unit of coordinates: `fraction` (default), `thousandth` or `pixel`.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, get_args

from benchmarks.gap.predictions.answer import Answer, SizeLookup
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


def read(document: Any, size: SizeLookup) -> Answer:
    """The thought, and the action if it is valid."""
    if isinstance(document, str):
        try:
            document = json.loads(document)
        except (ValueError, RecursionError) as error:
            return Answer("", None, f"not JSON: {error}")
    if not isinstance(document, dict):
        return Answer("", None, f"{type(document).__name__} instead of an object")
    thought = document.get("thought")
    thought = thought.strip() if isinstance(thought, str) else ""
    try:
        return Answer(thought, _action(document.get("action", document), size))
    except ValueError as error:
        return Answer(thought, None, str(error))


def _action(answer: Any, size: SizeLookup) -> Predicted:
    if not isinstance(answer, dict):
        raise ValueError("`action` is no object")
    if unknown := [key for key in answer if key not in (*_KEYS, "thought")]:
        raise ValueError(f"unknown key {str(unknown[0])[:40]!r}")
    kind = _one_of(answer, "kind", _KINDS)
    span = _span(answer.get("unit", "fraction"), size)
    found = Predicted(
        kind,  # type: ignore[arg-type]
        _numbers(answer["point"], span, "point") if answer.get("point") is not None else None,
        _to(answer["to"], span) if answer.get("to") is not None else None,
        _number(answer["duration"], "duration") if answer.get("duration") is not None else None,
        _text(answer, "text"),
        _text(answer, "button") or "",
        _one_of(answer, "status", _STATUSES) if answer.get("status") else "",  # type: ignore[arg-type]
        _box(answer["box"], span) if answer.get("box") is not None else None,
        _integer(answer["element"]) if answer.get("element") is not None else None,
    )
    need = _NEEDS.get(kind, "")
    given = getattr(found, need) not in (None, "") if need else True
    if not given and not (need == "point" and _elsewhere(found)) and not (need == "text" and found.text == ""):
        raise ValueError(f"{kind} without {need}")
    return found


def _elsewhere(found: Predicted) -> bool:
    return found.box is not None or found.element is not None


def _span(unit: Any, size: SizeLookup) -> Point:
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


def _one_of(record_fields: dict[str, Any], key: str, allowed: tuple[str, ...]) -> str:
    value = record_fields.get(key)
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{key} is one of {', '.join(text for text in allowed if text)}, not {str(value)[:40]!r}")
    return value


def _text(record_fields: dict[str, Any], key: str) -> str | None:
    value = record_fields.get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{key} is no text")
    return value


def _number(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise ValueError(f"{key} is no number")
    return float(value)


def _integer(value: Any) -> int:
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
