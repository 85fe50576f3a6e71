"""Geometry of points, directions and boxes, with the operations of the public code in the same order, bit for bit.
Pure.

Boxes come in two orders: (y, x, height, width), as in the datasets of Android in the Wild, and (left, top, right,
bottom). Operations are vectorized over boxes, except for ties that only the published power function decides.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.gap.records import DIRECTIONS, TAP_REACH, Boxes, Direction, Point, Predicted, Truth

EPSILON: Final = 1e-9
"""Tolerance of the comparisons with option `epsilon`: above all rounding, below all coordinates."""
_GROWTH: Final = 1.2
_SNAP: Final = 1e-6
_ROUGHLY: Final = 1.25
_ROUGH: Final = 1e-4
_FAR: Final = 1e150
_THOUSANDTHS: Final = (1000.0, 1000.0)
Mask = npt.NDArray[np.bool_]


def distance(first: Point, second: Point) -> float:
    """Euclidean distance like `numpy.linalg.norm`: the root of numpy's dot product."""
    across, down = first[0] - second[0], first[1] - second[1]
    if not (abs(across) < _FAR and abs(down) < _FAR):
        return math.sqrt(across * across + down * down)  # no distance of this world, and numpy would warn of it
    gap = np.array((across, down))
    return math.sqrt(gap.dot(gap))


def square(value: float) -> float:
    """Python's `value ** 2`, which may differ from `value * value` in the last bit; infinite on overflow."""
    try:
        return float(value**2)
    except OverflowError:
        return math.inf


def is_tap(truth: Truth, slack: float = 0.0) -> bool | None:
    """Whether a dual point is a tap; None unless both points are known."""
    if truth.touch is None or truth.lift is None:
        return None
    return distance(truth.touch, truth.lift) <= TAP_REACH + slack


def heading(start: Point | None, end: Point | None) -> Direction | None:
    """The nearest of four directions by cosine; ties take the first of up, down, left, right; None without motion."""
    if start is None or end is None:
        return None
    across, along = end[0] - start[0], end[1] - start[1]
    length = math.sqrt(square(across) + square(along))
    if not 0 < length < math.inf:
        return None
    across, along = across / length, along / length
    best: Direction | None = None
    most = -math.inf
    for direction, cosine in zip(DIRECTIONS, (-along, along, -across, across), strict=True):
        if cosine > most:
            best, most = direction, cosine
    return best


def finger(predicted: Predicted) -> Direction | None:
    """The direction of a predicted swipe, computed in whole thousandths like AgentCPM-GUI."""
    to = predicted.to
    if to is None or isinstance(to, str):
        return next((direction for direction in DIRECTIONS if direction == to), None)
    if predicted.point is None:
        return None
    return heading(steps_of(predicted.point, _THOUSANDTHS), steps_of(to, _THOUSANDTHS))


def steps_of(point: Point, unit: tuple[float, float]) -> Point:
    """A point in units such as thousandths or pixels, snapped to whole units because published rules compare those."""
    return _snapped(point[0] * unit[0]), _snapped(point[1] * unit[1])


def _snapped(value: float) -> float:
    if not abs(value) < 1e15:
        return value
    rounded = round(value)
    return float(rounded) if abs(value - rounded) < _SNAP else value


def pixels(boxes: Boxes, screen: tuple[int, int]) -> Boxes:
    """Convert (y, x, height, width) in fractions to (left, top, right, bottom) in pixels, snapped to whole ones."""
    width, height = screen
    scaled = boxes * np.array((height, width, height, width), dtype=np.float64)
    ndarray = np.rint(scaled)
    scaled = np.where(np.abs(scaled - ndarray) < _SNAP, ndarray, scaled)
    return np.stack((scaled[:, 1], scaled[:, 0], scaled[:, 1] + scaled[:, 3], scaled[:, 0] + scaled[:, 2]), axis=1)


def enlarge_yxhw(boxes: Boxes, cut: bool = False) -> Boxes:
    """Enlarge boxes by 1.2 about the centre like AgentCPM-GUI, with the corner kept on the screen.

    The published arithmetic moves the corner back to 0 and keeps the full size. A box at the left or upper edge
    therefore grows by the whole fifth on its far side. `cut` shortens the box by the distance that the corner moved.
    """
    top, left, height, width = boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3]
    more = _GROWTH - 1
    taller, wider = more * height, more * width
    upper, outer = top - taller / 2, left - wider / 2
    high, broad = np.minimum(1.0, height + taller), np.minimum(1.0, width + wider)
    if cut:
        high, broad = high + np.minimum(0.0, upper), broad + np.minimum(0.0, outer)
    return np.stack((np.maximum(0.0, upper), np.maximum(0.0, outer), high, broad), axis=1)


def inside_yxhw(boxes: Boxes, point: Point, slack: float = 0.0) -> Mask:
    """Which (y, x, height, width) boxes contain the point, edges included."""
    top, left = boxes[:, 0], boxes[:, 1]
    x, y = point
    inside: Mask = (left - slack <= x) & (x <= left + boxes[:, 3] + slack)
    inside &= (top - slack <= y) & (y <= top + boxes[:, 2] + slack)
    return inside


def nearest(boxes: Boxes, point: Point, most: int = 5) -> Boxes:
    """The boxes whose centres are nearest to the point, in the order of a stable sort by distance.

    The published key is `(dy ** 2 + dx ** 2) ** 0.5` of Python floats. Boxes within rounding of the last place are
    ordered by exactly that key; the others cannot change places.
    """
    if len(boxes) <= most:
        return boxes
    x, y = point
    down = boxes[:, 0] + boxes[:, 2] / 2 - y
    across = boxes[:, 1] + boxes[:, 3] / 2 - x
    squares = down * down + across * across
    last = np.partition(squares, most - 1)[most - 1]
    sure = np.flatnonzero(squares < last * (1 - 1e-12))
    tied = np.flatnonzero(np.abs(squares - last) <= last * 1e-12)
    if len(sure) + len(tied) > most:
        keyed = sorted((_key(float(down[at]), float(across[at])), int(at)) for at in tied)
        tied = np.array([at for _, at in keyed[: most - len(sure)]], dtype=np.intp)
    return boxes[np.concatenate((sure, tied))]


def _key(down: float, across: float) -> float:
    return float((square(down) + square(across)) ** 0.5)


def enlarge_ltrb(boxes: Boxes) -> Boxes:
    """Enlarge (left, top, right, bottom) boxes by 1.2 about the centre, like CoAT and the Qwen evaluator."""
    left, top, right, bottom = boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3]
    middle, centre = (left + right) / 2, (top + bottom) / 2
    width, height = (right - left) * _GROWTH, (bottom - top) * _GROWTH
    return np.stack((middle - width / 2, centre - height / 2, middle + width / 2, centre + height / 2), axis=1)


def around(boxes: Boxes, point: Point) -> Boxes:
    """Prefilter: the (y, x, height, width) boxes that may contain the point once enlarged, and few others."""
    x, y = point
    top, left, height, width = boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3]
    near = np.abs(2 * (x - left) - width) <= _ROUGHLY * width + _ROUGH
    near &= np.abs(2 * (y - top) - height) <= _ROUGHLY * height + _ROUGH
    found: Boxes = boxes[near]
    return found


def inside_ltrb(boxes: Boxes, point: Point, slack: float = 0.0) -> Mask:
    """Which (left, top, right, bottom) boxes contain the point, edges included."""
    x, y = point
    inside: Mask = (boxes[:, 0] - slack <= x) & (x <= boxes[:, 2] + slack)
    inside &= (boxes[:, 1] - slack <= y) & (y <= boxes[:, 3] + slack)
    return inside


def overlap(box: npt.NDArray[np.float64], others: Boxes) -> npt.NDArray[np.float64]:
    """Intersection over union of pixel boxes like CoAT: every area is at least one."""
    wide = np.minimum(box[2], others[:, 2]) - np.maximum(box[0], others[:, 0])
    high = np.minimum(box[3], others[:, 3]) - np.maximum(box[1], others[:, 1])
    shared = np.maximum(0, wide) * np.maximum(0, high)
    area = np.maximum((box[2] - box[0]) * (box[3] - box[1]), 1)
    areas = np.maximum((others[:, 2] - others[:, 0]) * (others[:, 3] - others[:, 1]), 1)
    ratio: npt.NDArray[np.float64] = shared / (area + areas - shared)
    return ratio
