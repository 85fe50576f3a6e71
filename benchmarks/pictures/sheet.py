"""One picture of many screens, and the CPU time that each takes to draw."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from benchmarks.pictures.explore import Found
from runtime.screen.frames.frame import Frame
from runtime.screen.frames.png import encode

Pixels = NDArray[np.uint8]
_WIDE: Final = 270
_TRIES: Final = 3
_GAP: Final = 18
_LABEL: Final = 34
_PAPER: Final = (244, 243, 240, 255)
_INK: Final = (60, 58, 56, 255)


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU milliseconds of one screen: layout and pixels for the first time, again when it has changed, and its PNG.

    Each is the best of three, since what else runs on the machine only ever adds.
    """

    app: str
    place: str
    cold: float
    warm: float
    png: float


def draw(phone: Phone, found: Sequence[Found], painter: Painter) -> tuple[list[Pixels], list[Cost]]:
    """Every screen once cold (in the order given, as an episode meets them) and once warm after another screen."""
    width, height = phone.size.width, phone.size.height
    into = np.empty((height, width, 4), np.uint8)

    def paint(element: Found, by: Painter) -> float:
        began = time.process_time()
        phone.restore(element.state)
        by.paint(phone.scene(), into)
        return (time.process_time() - began) * 1000

    def again(element: Found) -> float:
        paint(found[0], painter)
        return paint(element, painter)

    def png() -> float:
        began = time.process_time()
        encode(Frame(width, height, into))
        return (time.process_time() - began) * 1000

    colds = [[paint(item, by) for item in found] for by in (Painter(), Painter(), painter)]
    costs: list[Cost] = []
    small: list[Pixels] = []
    for at, item in enumerate(found):
        warm = min(again(item) for _ in range(_TRIES))
        costs.append(
            Cost(item.app, item.place, min(cold[at] for cold in colds), warm, min(png() for _ in range(_TRIES)))
        )
        reduced = cv2.resize(into, (_WIDE, _WIDE * height // width), interpolation=cv2.INTER_AREA)
        small.append(np.asarray(reduced, np.uint8))
    return small, costs


def sheet(found: Sequence[Found], small: Sequence[Pixels], columns: int) -> bytes:
    """The pictures in rows with their names, as a PNG."""
    high = small[0].shape[0]
    rows = -(-len(small) // columns)
    wide, tall = columns * (_WIDE + _GAP) + _GAP, rows * (high + _LABEL + _GAP) + _GAP
    page = np.empty((tall, wide, 4), np.uint8)
    page[:] = _PAPER
    for index, (item, picture) in enumerate(zip(found, small, strict=True)):
        left = _GAP + index % columns * (_WIDE + _GAP)
        top = _GAP + index // columns * (high + _LABEL + _GAP)
        words = f"{item.app}  {item.place}"
        cv2.putText(page, words, (left, top + 20), cv2.FONT_HERSHEY_SIMPLEX, 0.45, _INK, 1, cv2.LINE_AA)
        page[top + _LABEL : top + _LABEL + high, left : left + _WIDE] = picture
    return encode(Frame(wide, tall, page))
