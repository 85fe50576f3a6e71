"""Parses the AgentCPM-GUI action schema: a JSON value to a `Predicted`, or the reason why it is invalid. Pure.

The schema is that of the public harness (`schema_for_extraction.json`): no other keys, one primitive at a time, whole
numbers 0..1000, capital letters for keys, and at least one action unless the status is final.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, get_args

from benchmarks.gap.records import DIRECTIONS, Direction, Point, Predicted, Status

FINAL: Final[frozenset[str]] = frozenset(get_args(Status))
STATUSES: Final = FINAL | {"continue", "start"}
PRESSES: Final = frozenset({"HOME", "BACK", "ENTER", "APPSELECT"})
DEFAULT_DURATION: Final = 200
"""Milliseconds that a touch without a duration lasts."""
PRIMITIVES: Final = ("POINT", "PRESS", "TYPE", "DEEP_LINK", "CLEAR")
_KEYS: Final = frozenset({"thought", "to", "duration", "STATUS", *PRIMITIVES})
_MOST: Final = 1000


def from_text(text: str) -> Predicted:
    """The action in a model's raw text, which must be exactly one JSON object.

    Raises:
        ValueError: the text is something else; the message gives the reason.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from error
    return predicted(value)


def predicted(value: Any) -> Predicted:
    """The action that a JSON value of this schema states.

    Raises:
        ValueError: the value violates the schema; the message gives the reason.
    """
    if not isinstance(value, dict):
        raise ValueError(f"{type(value).__name__} instead of an object")
    if unknown := [key for key in value if key not in _KEYS]:
        raise ValueError(f"unknown key {unknown[0]!r}")
    named = [key for key in PRIMITIVES if key in value]
    if len(named) > 1:
        raise ValueError(f"{' and '.join(named)} in one action")
    _text(value, "thought")
    text = _text(value, "TYPE")
    point = _point(value["POINT"], "POINT") if "POINT" in value else None
    to = _to(value["to"], point) if "to" in value else None
    duration = _duration(value["duration"]) if "duration" in value else None
    button = _one_of(value, "PRESS", PRESSES)
    status = _one_of(value, "STATUS", STATUSES)
    for key in ("CLEAR", "DEEP_LINK"):
        if value.get(key) is not None:
            raise ValueError(f"{key} takes null")
    if not named and duration is None and status not in FINAL:
        raise ValueError("nothing to do")
    kind = _kind(named, to, duration, status)
    return Predicted(kind, point, to, duration, text, button, status)  # type: ignore[arg-type]


def _kind(named: list[str], to: Point | Direction | None, duration: float | None, status: str) -> str:
    if status in FINAL:
        return "stop"
    if not named:
        return "wait"
    if named[0] != "POINT":
        return {"PRESS": "press", "TYPE": "type", "CLEAR": "clear", "DEEP_LINK": "link"}[named[0]]
    if to is not None:
        return "scroll"
    return "long_press" if duration is not None and duration > DEFAULT_DURATION else "click"


def _text(value: dict[str, Any], key: str) -> str | None:
    if key in value and not isinstance(value[key], str):
        raise ValueError(f"{key} is no text")
    return value.get(key)


def _one_of(value: dict[str, Any], key: str, allowed: frozenset[str]) -> str:
    if key not in value:
        return ""
    if not isinstance(value[key], str) or value[key] not in allowed:
        raise ValueError(f"{key} is one of {', '.join(sorted(allowed))}, not {str(value[key])[:40]!r}")
    return str(value[key])


def _is_integer(number: Any) -> bool:
    """Whether JSON Schema calls the value an integer: 1000.0 is one, true is not."""
    return (isinstance(number, int) and not isinstance(number, bool)) or (
        isinstance(number, float) and number.is_integer()
    )


def _point(value: Any, key: str) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{key} is not [x, y]")
    for number in value:
        if not _is_integer(number) or not 0 <= number <= _MOST:
            raise ValueError(f"{key} has whole numbers 0..{_MOST}, not {str(number)[:40]}")
    return value[0] / _MOST, value[1] / _MOST


def _to(value: Any, point: Point | None) -> Point | Direction:
    if point is None:
        raise ValueError("`to` without POINT")
    for direction in DIRECTIONS:
        if isinstance(value, str) and value == direction:
            return direction
    if isinstance(value, str):
        raise ValueError(f"`to` is one of {', '.join(DIRECTIONS)}, not {value[:40]!r}")
    return _point(value, "to")


def _duration(value: Any) -> float:
    if not _is_integer(value) or value < 0:
        raise ValueError(f"duration is a whole number of milliseconds, not {str(value)[:40]}")
    try:
        return float(value)
    except OverflowError:
        return math.inf
