"""Shapes of goods that the icon font lacks, drawn white into a square mask of `n` pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from adapters.phone.pictures.drawing_tools import Draw

Points = tuple[tuple[float, float], ...]


def _poly(draw: Draw, n: int, points: Points, fill: int = 255) -> None:
    draw.polygon([(x * n, y * n) for x, y in points], fill=fill)


def _round(draw: Draw, n: int, box: tuple[float, float, float, float], radius: float, fill: int = 255) -> None:
    left, top, right, bottom = (edge * n for edge in box)
    draw.rounded_rectangle((left, top, right, bottom), radius * n, fill=fill)


def _line(draw: Draw, n: int, points: Points, width: float, fill: int = 255) -> None:
    draw.line([(x * n, y * n) for x, y in points], fill=fill, width=max(1, round(width * n)), joint="curve")


def _shoe(draw: Draw, n: int) -> None:
    """Draw a low shoe from its side: upper, gap, sole with lugs, laces."""
    upper = ((0.10, 0.34), (0.17, 0.31), (0.25, 0.39), (0.35, 0.38), (0.43, 0.27), (0.49, 0.30), (0.62, 0.46),
             (0.78, 0.53), (0.88, 0.57), (0.93, 0.64), (0.93, 0.69), (0.08, 0.69), (0.07, 0.52))  # fmt: skip
    _poly(draw, n, upper)
    _round(draw, n, (0.06, 0.725, 0.94, 0.81), 0.04)
    for i in range(7):
        x = 0.10 + i * 0.12
        _poly(draw, n, ((x, 0.80), (x + 0.08, 0.80), (x + 0.065, 0.845), (x + 0.015, 0.845)))
    for i in range(3):
        x, y = 0.46 + i * 0.065, 0.375 + i * 0.055
        _line(draw, n, ((x, y), (x + 0.075, y - 0.065)), 0.022, 0)
    _line(draw, n, ((0.20, 0.66), (0.33, 0.50), (0.42, 0.66)), 0.024, 0)


def _kettle(draw: Draw, n: int) -> None:
    """Draw a pour-over kettle: lid, body, long thin spout, open handle."""
    _round(draw, n, (0.45, 0.17, 0.53, 0.25), 0.04)
    _poly(draw, n, ((0.37, 0.32), (0.40, 0.26), (0.58, 0.26), (0.61, 0.32)))
    _poly(draw, n, ((0.36, 0.345), (0.62, 0.345), (0.71, 0.80), (0.68, 0.84), (0.30, 0.84), (0.27, 0.80)))
    _line(draw, n, ((0.32, 0.72), (0.21, 0.70), (0.17, 0.58), (0.15, 0.44), (0.06, 0.38)), 0.045)
    _line(draw, n, ((0.62, 0.37), (0.82, 0.37), (0.88, 0.43), (0.86, 0.64)), 0.05)


def _candle(draw: Draw, n: int) -> None:
    """Draw a candle in a jar with a label and a flame."""
    _poly(draw, n, ((0.50, 0.10), (0.56, 0.21), (0.55, 0.28), (0.50, 0.31), (0.45, 0.28), (0.44, 0.21)))
    _line(draw, n, ((0.50, 0.31), (0.50, 0.40)), 0.022)
    _round(draw, n, (0.26, 0.40, 0.74, 0.86), 0.06)
    _round(draw, n, (0.34, 0.54, 0.66, 0.74), 0.02, 0)
    _round(draw, n, (0.40, 0.595, 0.60, 0.62), 0.01)
    _round(draw, n, (0.43, 0.655, 0.57, 0.68), 0.01)


def _tent(draw: Draw, n: int) -> None:
    """Draw a ridge tent with an open door and two guy lines."""
    _line(draw, n, ((0.50, 0.22), (0.03, 0.83)), 0.016)
    _line(draw, n, ((0.50, 0.22), (0.97, 0.83)), 0.016)
    _poly(draw, n, ((0.50, 0.22), (0.88, 0.83), (0.12, 0.83)))
    _poly(draw, n, ((0.50, 0.42), (0.63, 0.83), (0.37, 0.83)), 0)
    _line(draw, n, ((0.50, 0.22), (0.54, 0.14)), 0.022)


WARES: Final[Mapping[str, Callable[[Draw, int], None]]] = {
    "shoe": _shoe,
    "kettle": _kettle,
    "candle": _candle,
    "tent": _tent,
}
"""By name, as `product:NAME`."""
