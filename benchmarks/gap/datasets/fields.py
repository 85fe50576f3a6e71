"""Parses the fields of dataset records in all their notations, such as numbers and lists in strings. Pure.

The scripts that wrote the public datasets differ: lists are real lists, JSON inside strings, or the output of Python's
`str()`; boxes are in pixels or fractions. JSON is parsed by pydantic_core, which returns the same float64 values as the
standard library in a quarter of the time.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from typing import Final

import numpy as np
from pydantic_core import from_json

from benchmarks.gap.records import NO_BOXES, Boxes, DefectKind, Point

Record = Mapping[str, object]

SLACK: Final = 1e-6
"""Tolerance for points off the screen, in fractions of it: covers float rounding only."""
BOX_SLACK: Final = 0.02
"""Tolerance for boxes over the screen's edge, in fractions: element detectors round outwards."""
WIDEST: Final = 100_000
"""Maximum plausible width or height of a screen, in pixels."""
_SURELY_PIXELS: Final = 16.0
"""Boxes with a larger coordinate are in pixels; in fractions, no box is so far off the screen."""


class BadRecord(Exception):
    """A record that cannot be converted to a step; reported as a `Defect`."""

    def __init__(self, kind: DefectKind, detail: str) -> None:
        super().__init__(detail)
        self.kind: DefectKind = kind
        self.detail = detail


class ScreenSizeUnknown(BadRecord):
    """Boxes are in pixels, and the size of their screen is unknown."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "missing", f"no image_width and image_height, and no picture: {name} are pixels of a screen of unknown size"
        )


def missing_field(*names: str) -> BadRecord:
    """The error for a record that has none of these fields."""
    return BadRecord("missing", f"no {' or '.join(names)}")


def required(record: Record, *names: str) -> object:
    """Returns the first of these fields that is present and not null.

    Raises:
        BadRecord: there is none.
    """
    for name in names:
        value = record.get(name)
        if value is not None:
            return value
    raise missing_field(*names)


def text(record: Record, name: str) -> str:
    """Reads an optional text field; numbers are converted to text, and an absent field is empty.

    Raises:
        BadRecord: the value is neither text nor a number.
    """
    value = record.get(name)
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return str(value)
    raise BadRecord("unreadable", f"{name} is {short(value)}, which is no text")


def integer(value: object, name: str) -> int:
    """Parses an integer, also from text or a float such as `3.0`.

    Raises:
        BadRecord: the value is not an integer.
    """
    if type(value) is int:
        return value
    try:
        if isinstance(value, str):
            return int(value)
        if isinstance(value, float) and value.is_integer():
            return int(value)
    except ValueError:
        pass
    raise BadRecord("unreadable", f"{name} is {short(value)}, which is no whole number")


def number(value: object, name: str) -> float:
    """Parses a finite number, also from text.

    Raises:
        BadRecord: the value is not a finite number.
    """
    if isinstance(value, int | float | str) and not isinstance(value, bool):
        try:
            found = float(value)
        except (ValueError, OverflowError):
            found = math.nan
        if math.isfinite(found):
            return found
    raise BadRecord("unreadable", f"{name} is {short(value)}, which is no number")


def short(value: object) -> str:
    """Formats a value for an error message, in at most 60 characters."""
    shown = repr(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    return shown if len(shown) <= 60 else shown[:57] + "..."


def parse_list(value: object, name: str) -> list[object]:
    """Parses a list from a list, a tuple, JSON text, or the `str()` of a Python list.

    Raises:
        BadRecord: the value is none of these.
    """
    found = value
    if isinstance(found, str):
        try:
            found = from_json(found)
        except (ValueError, TypeError):  # TypeError: text with half a surrogate pair
            found = _literal(found)
    if isinstance(found, tuple):
        return list(found)
    if isinstance(found, list):
        return found
    raise BadRecord("unreadable", f"{name} is {short(value)}, which is no list")


def _literal(text: str) -> object:
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None


def point_yx(record: Record, name: str) -> Point | None:
    """Parses a point `[y, x]` in fractions to (x, y); None for `[-1, -1]`, which means no point in these datasets.

    Raises:
        BadRecord: the field is missing or not two numbers.
    """
    pair = parse_list(required(record, name), name)
    if len(pair) != 2:
        raise BadRecord("unreadable", f"{name} has {len(pair)} numbers, not two")
    y, x = number(pair[0], name), number(pair[1], name)
    return None if x < 0 and y < 0 and x == y == -1 else (x, y)


def on_screen(point: Point) -> bool:
    """Whether a point in fractions lies on the screen, including its edges."""
    x, y = point
    return -SLACK <= x <= 1 + SLACK and -SLACK <= y <= 1 + SLACK


def boxes_yxhw(value: object, name: str, screen: tuple[int, int] | None) -> Boxes:
    """Parses boxes [y, x, height, width] to fractions of the screen. Values above 1 are pixels.

    Raises:
        ScreenSizeUnknown: they are in pixels, and `screen` is None.
        BadRecord: the value is not a list of boxes.
    """
    rows = parse_list(value, name)
    if not rows:
        return NO_BOXES
    try:
        found = np.array(rows, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        raise BadRecord("unreadable", f"{name} is no list of boxes [y, x, height, width]") from None
    if found.ndim != 2 or found.shape[1] != 4:
        raise BadRecord("unreadable", f"{name} is no list of boxes [y, x, height, width]")
    largest = float(np.abs(found).max())
    if not math.isfinite(largest):
        raise BadRecord("unreadable", f"{name} holds a number that is none (nan or inf)")
    if largest > _SURELY_PIXELS or (largest > 1 and bool((found == np.floor(found)).all())):
        if screen is None:
            raise ScreenSizeUnknown(name)
        width, height = screen
        found = found / np.array((height, width, height, width), dtype=np.float64)
    found.setflags(write=False)
    return found


def off_screen(boxes: Boxes) -> int:
    """The number of boxes that extend beyond the screen by more than the tolerance."""
    low = boxes[:, :2]
    high = low + boxes[:, 2:]
    if low.min() >= -BOX_SLACK and high.max() <= 1 + BOX_SLACK:
        return 0
    return int(((low < -BOX_SLACK) | (high > 1 + BOX_SLACK)).any(axis=1).sum())


def texts(value: object, name: str, count: int) -> tuple[str, ...]:
    """Parses the texts of `count` boxes; empty if the field is absent.

    Raises:
        BadRecord: the value is not a list, or has another length.
    """
    if value is None:
        return ()
    found = parse_list(value, name)
    if len(found) != count:
        raise BadRecord("unreadable", f"{name} has {len(found)} entries for {count} boxes")
    return tuple(value if isinstance(value, str) else str(value) for value in found)


def screen_of(record: Record) -> tuple[int, int] | None:
    """The width and height of the screenshot in pixels, if the record has them.

    Raises:
        BadRecord: they are not a plausible size.
    """
    width, height = record.get("image_width"), record.get("image_height")
    if width is None or height is None:
        return None
    size = integer(width, "image_width"), integer(height, "image_height")
    if not 0 < min(size) <= max(size) <= WIDEST:
        raise BadRecord("unreadable", f"image_width and image_height are {short(size[0])} and {short(size[1])}")
    return size
