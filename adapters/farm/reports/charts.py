"""Charts as SVG texts for HTML pages: lines over time, and stacked shares. Colours come from the page's CSS. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 10, 34
_TICKS: Final = 5
COLOURS: Final = 8
"""The page defines the CSS variables `--s0` to `--s7`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points of x and y."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of the x axis that is marked, such as the time of a fault."""

    start: float
    end: float
    name: str


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: the values of its ends, where it has ticks, and how they are labelled."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    place: Callable[[float], float]
    """From a value to 0 for the low end to 1 for the high end."""


def linear(low: float, high: float) -> Axis:
    """Return an axis with round ticks that covers both values."""
    high = high if high > low else low + 1.0
    step = _round_step((high - low) / _TICKS)
    first, last = math.floor(low / step), math.ceil(high / step)
    ticks = tuple((index * step, _label(index * step)) for index in range(first, last + 1))
    low, high = first * step, last * step
    return Axis(low, high, ticks, lambda value: (value - low) / (high - low))


def logarithmic(low: float, high: float) -> Axis:
    """Return an axis of powers of ten that covers both values, which must be positive."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    last = max(last, first + 1)
    ticks = tuple((10.0**power, _label(10.0**power)) for power in range(first, last + 1))
    return Axis(
        10.0**first, 10.0**last, ticks, lambda value: (math.log10(max(value, 10.0**first)) - first) / (last - first)
    )


def tail(shares: Sequence[float] = (0.0, 0.5, 0.9, 0.99, 0.999)) -> Axis:
    """Return an axis of shares on which each further nine takes the same room."""
    end = 0.9995

    def place(share: float) -> float:
        return -math.log10(1 - min(share, end)) / -math.log10(1 - end)

    return Axis(0.0, 1.0, tuple((share, f"p{share * 100:g}" if share else "min") for share in shares), place)


def line_chart(
    title: str, lines: Sequence[Line], x: Axis, y: Axis, *, unit: str, below: str, bands: Sequence[Band] = ()
) -> str:
    """Return a chart of lines with a legend; `unit` labels the y axis, `below` the x axis."""
    body = list(_frame(x, y, unit, below))
    body += [_band(band, x) for band in bands]
    for index, line in enumerate(lines):
        points = " ".join(f"{_x(x, at):.1f},{_y(y, value):.1f}" for at, value in line.points)
        body.append(f'<polyline class="line" style="stroke:var(--s{index % COLOURS})" points="{points}"/>')
    return _figure(title, body, [line.name for line in lines])


def stacked_chart(title: str, lines: Sequence[Line], x: Axis, *, below: str) -> str:
    """Return a chart of shares that add up to 1 at each x; all lines have the same x values."""
    y = Axis(0.0, 1.0, tuple((share, f"{share:.0%}") for share in (0, 0.25, 0.5, 0.75, 1)), lambda value: value)
    body = list(_frame(x, y, "", below))
    floor = [0.0] * max((len(line.points) for line in lines), default=0)
    for index, line in enumerate(lines):
        tops = [low + value for low, (_, value) in zip(floor, line.points, strict=False)]
        edge = [(at, top) for (at, _), top in zip(line.points, tops, strict=False)]
        back = [(at, low) for (at, _), low in zip(line.points, floor, strict=False)][::-1]
        points = " ".join(f"{_x(x, at):.1f},{_y(y, value):.1f}" for at, value in (*edge, *back))
        body.append(f'<polygon class="area" style="fill:var(--s{index % COLOURS})" points="{points}"/>')
        floor = tops
    return _figure(title, body, [line.name for line in lines])


def _figure(title: str, body: Sequence[str], names: Sequence[str]) -> str:
    legend = "".join(
        f'<span><i style="background:var(--s{index % COLOURS})"></i>{escape(name)}</span>'
        for index, name in enumerate(names)
    )
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{"".join(body)}</svg><div class="legend">{legend}</div></figure>'
    )


def _frame(x: Axis, y: Axis, unit: str, below: str) -> Iterator[str]:
    bottom = HEIGHT - _BOTTOM
    for value, label in y.ticks:
        at = _y(y, value)
        yield f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>'
        yield f'<text x="{_LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{escape(label)}</text>'
    for value, label in x.ticks:
        yield f'<text x="{_x(x, value):.1f}" y="{bottom + 16}" text-anchor="middle">{escape(label)}</text>'
    yield f'<text x="{WIDTH - _RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{escape(below)}</text>'
    if unit:
        yield f'<text x="{_LEFT + 4}" y="{_TOP + 10}">{escape(unit)}</text>'


def _band(band: Band, x: Axis) -> str:
    start, end = _x(x, band.start), _x(x, band.end)
    return (
        f'<rect class="band" x="{start:.1f}" width="{max(end - start, 1):.1f}" y="{_TOP}" '
        f'height="{HEIGHT - _TOP - _BOTTOM}"><title>{escape(band.name)}</title></rect>'
    )


def _x(axis: Axis, value: float) -> float:
    return _LEFT + axis.place(value) * (WIDTH - _LEFT - _RIGHT)


def _y(axis: Axis, value: float) -> float:
    return HEIGHT - _BOTTOM - axis.place(value) * (HEIGHT - _TOP - _BOTTOM)


def _round_step(step: float) -> float:
    """Return the next larger of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * 0.999)


def _label(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.6g}"
