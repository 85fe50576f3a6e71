"""The box rule of AgentCPM-GUI once more, a box at a time, in plain Python: what the fast one is compared with."""

from __future__ import annotations

import math
from collections.abc import Sequence

Box = tuple[float, float, float, float]


def enlarged(box: Box) -> Box:
    """(y, x, height, width) grown by 1.2, the corner kept on the screen."""
    y, x, height, width = box
    taller, wider = (1.2 - 1) * height, (1.2 - 1) * width
    return max(0, y - taller / 2), max(0, x - wider / 2), min(1, height + taller), min(1, width + wider)


def holds(box: Box, x: float, y: float) -> bool:
    """Edges included."""
    top, left, height, width = box
    return left <= x <= left + width and top <= y <= top + height


def five_nearest(boxes: Sequence[Box], x: float, y: float) -> list[Box]:
    """By the distance of their centres, in their own order on ties."""
    return sorted(boxes, key=lambda box: ((box[0] + box[2] / 2 - y) ** 2 + (box[1] + box[3] / 2 - x) ** 2) ** 0.5)[:5]


def clicked(
    boxes: Sequence[Box], wanted: tuple[float, float], point: tuple[float, float], androidcontrol: bool
) -> bool:
    """Whether a click at `point` is as good as one at `wanted`."""
    grown = [enlarged(box) for box in boxes]
    counted = five_nearest(grown, *wanted) if androidcontrol else [box for box in grown if holds(box, *wanted)]
    if any(holds(box, *point) for box in counted):
        return True
    across, down = wanted[0] - point[0], wanted[1] - point[1]
    return math.sqrt(across * across + down * down) <= (0.04 if androidcontrol else 0.14)
