"""Compares two frames: what changed, where, and in what way.

Equality is decided on the pixels themselves (0.2 ms); place and kind of a change on quarter-size thumbnails, which each
frame computes once. Area means hide nothing visible: a single pixel turned from black to white still changes its cell
by 16 levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from runtime.screen.frames._cv import cv
from runtime.screen.frames.frame import Frame, Pixels

Bounds = tuple[int, int, int, int]
"""Left, top, right, bottom in screen pixels; right and bottom exclusive (as in `runtime.screen.tree`)."""

ChangeKind = Literal["none", "micro", "local", "scroll", "page"]

CELL: Final = 4
"""Screen pixels per thumbnail pixel, each way."""

_LEVELS: Final = 8
_MICRO: Final = 0.001
_LOCAL: Final = 0.10
_SCROLL_MIN: Final = 0.01
_RESPONSE: Final = 0.1
_RESIDUAL: Final = 0.35


@dataclass(frozen=True, slots=True)
class FrameDiff:
    """The difference between two frames, without masked areas.

    `identical`: no unmasked pixel differs at all. `changed_fraction` is the share of the unmasked area that differs
    visibly; `boxes` surround it, in reading order. `kind`: none (nothing visible), micro (a caret, a tick), local (a
    toast, a dialog, typing), scroll (content moved by `shift` pixels), page (most of the screen).
    """

    identical: bool
    changed_fraction: float
    boxes: tuple[Bounds, ...]
    kind: ChangeKind
    shift: tuple[int, int] = (0, 0)


_SAME: Final = FrameDiff(True, 0.0, (), "none")


def compare(before: Frame, after: Frame, masks: Sequence[Bounds] = ()) -> FrameDiff:
    """Compare two frames; `masks` are areas to ignore, such as the status bar or a blinking caret.

    Frames of different size count as completely different.
    """
    if (before.width, before.height) != (after.width, after.height):
        return FrameDiff(False, 1.0, ((0, 0, after.width, after.height),), "page")
    if before is after or before.known_digest == after.known_digest != "" or _equal(before, after, masks):
        return _SAME
    changed = change_map(before.thumb(), after.thumb(), _LEVELS)
    counted = changed.size - _blank(changed, masks)
    pixels = int(cv().countNonZero(changed))
    if pixels == 0 or counted == 0:
        return FrameDiff(False, 0.0, (), "none")
    boxes = change_boxes(changed, after.width, after.height)
    fraction = pixels / counted
    if fraction < _MICRO:
        return FrameDiff(False, fraction, boxes, "micro")
    shift = _scrolled(before.thumb(), after.thumb(), changed) if fraction >= _SCROLL_MIN else None
    if shift is not None:
        return FrameDiff(False, fraction, boxes, "scroll", shift)
    return FrameDiff(False, fraction, boxes, "local" if fraction < _LOCAL else "page")


def change_map(before: Pixels, after: Pixels, levels: int) -> Pixels:
    """Return a map with 255 where any channel differs by more than `levels`, else 0."""
    apart = cv().absdiff(before, after)
    same: Pixels = cv().inRange(apart, (0, 0, 0, 0), (levels, levels, levels, levels))
    result: Pixels = cv().bitwise_not(same)
    return result


def change_boxes(changed: Pixels, width: int, height: int) -> tuple[Bounds, ...]:
    """Return boxes in screen pixels around the changes in a thumbnail; changes within two cells share a box."""
    # Dilation joins neighbours. On a padded map it moves each edge out by exactly two cells, subtracted again below.
    padded = cv().copyMakeBorder(changed, 2, 2, 2, 2, cv().BORDER_CONSTANT, value=0)
    grown = cv().dilate(padded, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv().connectedComponentsWithStats(grown, connectivity=8)
    found: list[Bounds] = []
    for left, top, wide, high, _ in stats[1:].tolist():
        right, bottom = (left + wide - 4) * CELL, (top + high - 4) * CELL
        found.append((left * CELL, top * CELL, min(right, width), min(bottom, height)))
    return tuple(sorted(found, key=lambda box: (box[1], box[0], box[3], box[2])))


def _equal(before: Frame, after: Frame, masks: Sequence[Bounds]) -> bool:
    norm, largest = cv().norm, cv().NORM_INF
    return all(
        norm(before.pixels[top:bottom, left:right], after.pixels[top:bottom, left:right], largest) == 0
        for left, top, right, bottom in _unmasked(before.width, before.height, masks)
    )


def _unmasked(width: int, height: int, masks: Sequence[Bounds]) -> list[Bounds]:
    """Return the area outside all masks as disjoint boxes."""
    cuts = sorted({0, height, *(min(max(y, 0), height) for mask in masks for y in (mask[1], mask[3]))})
    free: list[Bounds] = []
    for top, bottom in pairwise(cuts):
        at = 0
        covering = [mask for mask in masks if mask[1] <= top and mask[3] >= bottom]
        for left, _, right, _ in sorted(covering):
            if left > at:
                free.append((at, top, min(left, width), bottom))
            at = max(at, right)
        if at < width:
            free.append((at, top, width, bottom))
    return free


def _blank(changed: Pixels, masks: Sequence[Bounds]) -> int:
    """Clear the masked cells of a change map, partly masked ones included, and return how many there are."""
    if not masks:
        return 0
    masked = np.zeros(changed.shape, bool)
    for left, top, right, bottom in masks:
        masked[max(top, 0) // CELL : -(-bottom // CELL), max(left, 0) // CELL : -(-right // CELL)] = True
    changed[masked] = 0
    return int(np.count_nonzero(masked))


def _scrolled(before: Pixels, after: Pixels, changed: Pixels) -> tuple[int, int] | None:
    """Return how far the changed area moved, in screen pixels, or None if it did not simply move.

    Bars that stand still while a list scrolls are outside the changed area, so they do not disturb the match.
    """
    left, top, wide, high = cv().boundingRect(changed)
    if wide < 16 or high < 16:
        return None
    old = _grey(before[top : top + high, left : left + wide])
    new = _grey(after[top : top + high, left : left + wide])
    (dx, dy), response = cv().phaseCorrelate(old, new)
    if response < _RESPONSE:
        return None
    x, y = round(dx), round(dy)
    around = cv().getOptimalDFTSize(high)
    # The match is circular: up by 300 of 500 looks like down by 200, so both readings are tried on the pixels.
    for across, down in ((x, y), (x, y - around if y > 0 else y + around)):
        if (across, down) != (0, 0) and abs(across) * 4 <= wide * 3 and abs(down) * 4 <= high * 3:
            now = _part(new, across, down)
            if _apart(_part(old, -across, -down), now) <= _RESIDUAL * _apart(_part(old, across, down), now):
                return across * CELL, down * CELL
    return None


def _part(picture: npt.NDArray[np.float32], across: int, down: int) -> npt.NDArray[np.float32]:
    """Return the part of a picture that stays inside when it is shifted, at its new place."""
    high, wide = picture.shape
    return picture[max(down, 0) : high + min(down, 0), max(across, 0) : wide + min(across, 0)]


def _grey(thumb: Pixels) -> npt.NDArray[np.float32]:
    grey: Pixels = cv().cvtColor(thumb, cv().COLOR_RGBA2GRAY)
    return grey.astype(np.float32)


def _apart(array: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> int:
    return int(np.count_nonzero(np.abs(array - other) > _LEVELS))
