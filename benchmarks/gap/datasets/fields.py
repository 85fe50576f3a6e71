"""Parses record fields in any of their forms: lists as lists or text, numbers as text. Pure.

The public datasets were written by scripts that do not agree: lists are JSON inside JSON strings, Python's `str()` of a
list, or real lists; boxes are pixels or fractions. JSON is read by pydantic's own parser, which gives the same float64
as the standard library's in a quarter of the time.
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
"""How far a point may be off the screen: no further than float arithmetic takes it."""
BOX_SLACK: Final = 0.02
"""How far a box may reach over the screen's edge before that is worth a word: detectors round outwards."""
WIDEST: Final = 100_000
"""No screen has as many pixels from edge to edge."""
_SURELY_PIXELS: Final = 16.0
"""No box in fractions has a coordinate as large as this, even far off the screen."""


class BadRecord(Exception):
    """A record that cannot be a step; becomes a `Defect`."""

    def __init__(self, kind: DefectKind, detail: str) -> None:
        super().__init__(detail)
        self.kind: DefectKind = kind
        self.detail = detail


class ScreenSizeUnknown(BadRecord):
    """Boxes in pixels of a screen whose size nothing says."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "missing", f"no image_width and image_height, and no picture: {name} are pixels of a screen of unknown size"
        )


def missing_field(*names: str) -> BadRecord:
    """The error for a record that has none of these fields."""
    return BadRecord("missing", f"no {' or '.join(names)}")


def required(record: Record, *names: str) -> object:
    """The first of these fields that is there and not null.

    Raises:
        BadRecord: none is.
    """
    for name in names:
        value = record.get(name)
        if value is not None:
            return value
    raise missing_field(*names)


def text(record: Record, name: str) -> str:
    """A field that may be absent; numbers are taken as they are written.

    Raises:
        BadRecord: it is neither text nor a number.
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
    """An integer, also written as text or with `.0`.

    Raises:
        BadRecord: it is none.
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
    """A finite number, also written as text.

    Raises:
        BadRecord: it is none.
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
    """A value as it can be quoted in a sentence."""
    shown = repr(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    return shown if len(shown) <= 60 else shown[:57] + "..."


def parse_list(value: object, name: str) -> list[object]:
    """A list, from a list, JSON text or what Python's `str()` makes of a list.

    Raises:
        BadRecord: it is none of them.
    """
    found = value
    if isinstance(found, str):
        try:
            found = from_json(found)
        except (ValueError, TypeError):  # the latter for text with half a surrogate pair
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
    """(x, y) of a `[y, x]` in fractions; None where it is `[-1, -1]`, the datasets' word for no point.

    Raises:
        BadRecord: the field is missing or not two numbers.
    """
    pair = parse_list(required(record, name), name)
    if len(pair) != 2:
        raise BadRecord("unreadable", f"{name} has {len(pair)} numbers, not two")
    y, x = number(pair[0], name), number(pair[1], name)
    return None if x < 0 and y < 0 and x == y == -1 else (x, y)


def on_screen(point: Point) -> bool:
    """Whether a point in fractions lies on the screen, its edges included."""
    x, y = point
    return -SLACK <= x <= 1 + SLACK and -SLACK <= y <= 1 + SLACK


def boxes_yxhw(value: object, name: str, screen: tuple[int, int] | None) -> Boxes:
    """Boxes [y, x, height, width] as fractions of the screen; pixels are recognized by their size.

    Raises:
        Sizeless: they are pixels, and there is no screen.
        BadRecord: they are no boxes.
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
    """The number of boxes that leave the screen by more than a rounding error."""
    low = boxes[:, :2]
    high = low + boxes[:, 2:]
    if low.min() >= -BOX_SLACK and high.max() <= 1 + BOX_SLACK:
        return 0
    return int(((low < -BOX_SLACK) | (high > 1 + BOX_SLACK)).any(axis=1).sum())


def texts(value: object, name: str, count: int) -> tuple[str, ...]:
    """The text of each of `count` boxes; nothing where the dataset has none.

    Raises:
        BadRecord: it is no list, or not one for each box.
    """
    if value is None:
        return ()
    found = parse_list(value, name)
    if len(found) != count:
        raise BadRecord("unreadable", f"{name} has {len(found)} entries for {count} boxes")
    return tuple(value if isinstance(value, str) else str(value) for value in found)


def screen_of(record: Record) -> tuple[int, int] | None:
    """Width and height of the picture, where the record says so.

    Raises:
        BadRecord: it says something that is no size.
    """
    width, height = record.get("image_width"), record.get("image_height")
    if width is None or height is None:
        return None
    size = integer(width, "image_width"), integer(height, "image_height")
    if not 0 < min(size) <= max(size) <= WIDEST:
        raise BadRecord("unreadable", f"image_width and image_height are {short(size[0])} and {short(size[1])}")
    return size
