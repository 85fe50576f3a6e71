"""Parses record fields of the public harnesses: lists that may be text, points, sizes, codes. Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

from benchmarks.gap.records import Point

Screen = tuple[int, int]
CODES: Final = ("result_action_type", "action_type")
_WIDEST: Final = 10**6


def coded(action: Mapping[str, Any]) -> tuple[int, Point | None, Point | None]:
    """`result_action_type` and both of its points.

    Raises:
        ValueError: the code is not a number, or a point is malformed.
    """
    code = next((action[name] for name in CODES if name in action), None)
    if not isinstance(code, int) or isinstance(code, bool):
        raise ValueError(f"result_action_type is a number, not {code!r}")
    return code, yx(action, "result_touch_yx", "touch_yx"), yx(action, "result_lift_yx", "lift_yx")


def yx(action: Mapping[str, Any], *names: str) -> Point | None:
    """A point [y, x] under any of these names as (x, y); None without one, which may be written [-1, -1].

    Raises:
        ValueError: it is something else.
    """
    for name in names:
        if (value := listed(action, name)) is not None:
            y, x = numbers(value, 2)
            return None if x < 0 and y < 0 else (x, y)
    return None


def screen_of(*places: Mapping[str, Any]) -> Screen | None:
    """The screenshot size, under any of its names in any of these objects."""
    for place in places:
        found = sized(place, "image_width", "image_height") or sized(place, "width", "height")
        if found is not None:
            return found
    return None


def sized(place: Mapping[str, Any], wide: str, high: str) -> Screen | None:
    """Width and height if both are positive integers below a million; else None."""
    width, height = place.get(wide), place.get(high)
    if isinstance(width, int) and isinstance(height, int) and 0 < width < _WIDEST and 0 < height < _WIDEST:
        return width, height
    return None


def listed(place: Mapping[str, Any], name: str) -> list[Any] | None:
    """A list that may be JSON text; None without one.

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
    """The first `most` numbers of a list.

    Raises:
        ValueError: there are fewer numbers, or other values.
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
    """A point in pixels as fractions, by the division of the public code."""
    x, y = numbers(value, 2)
    return x / screen[0], y / screen[1]
