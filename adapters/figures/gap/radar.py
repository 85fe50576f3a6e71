"""Figure 3: a radar chart of the evaluator's accuracy against people's labels, and a table with accuracy and kappa."""

from __future__ import annotations

import math

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from adapters.figures.drawing.page_layout import MARGIN, Page, fit_lines, line_height
from adapters.figures.drawing.style import LINE, LOOKS, SOFT
from adapters.figures.gap.results import Labels
from adapters.figures.gap.series import Polygon, Radar

_RADIUS, _AROUND = 1.25, 1.15
_NAME, _COLUMN, _ROW = 1.55, 1.12, 0.38
_TYPE = 7.5
_NOTE = "Accuracy (%) of the evaluator against people's labels; κ is Cohen's kappa over the n steps that were labelled."


def draw(series: Radar) -> Figure:
    """Draws the radar chart and its table."""
    heads = [fit_lines(axis, _COLUMN - 0.1, _TYPE, bold=True) for axis in series.axes]
    names = [fit_lines(polygon.name, _NAME - 0.4, _TYPE, most=3) for polygon in series.polygons]
    rows = [max(_ROW, line_height(len(lines), _TYPE) + 0.08) for lines in names]
    table = _NAME + len(heads) * _COLUMN
    width = MARGIN * 2 + max(table, 2 * (_RADIUS + _AROUND))
    ups = [up for _, up in _directions(len(series.axes))]
    middle = MARGIN + 0.5 + _RADIUS * max(ups)
    head = line_height(max(map(len, heads)), _TYPE) + 0.1
    top = middle - _RADIUS * min(ups) + 0.55
    page = Page(width, top + head + sum(rows) + 0.12, f"{_NOTE} {series.note}")
    sheet = page.sheet()
    _web(page, series, width / 2, middle)
    left = (width - table) / 2
    for column, lines in enumerate(heads):
        x = left + _NAME + (column + 0.5) * _COLUMN
        first = top + head - 0.06 - line_height(len(lines), _TYPE) + line_height(1, _TYPE) / 2
        page.lines(x, first, lines, size=_TYPE, across="center", weight="bold")
    y = top + head
    for index, (polygon, lines, high) in enumerate(zip(series.polygons, names, rows, strict=True)):
        _row(page, sheet, polygon, lines, left, y, high, index)
        y += high
    return page.figure


def _row(
    page: Page, sheet: Axes, polygon: Polygon, lines: list[str], left: float, y: float, high: float, index: int
) -> None:
    colour, marker, dashes = LOOKS[index % len(LOOKS)]
    sheet.plot([left, left + _NAME + len(polygon.values) * _COLUMN], [y, y], color=LINE, lw=0.5)
    sheet.plot([left + 0.02, left + 0.26], [y + high / 2] * 2, color=colour, ls=dashes, lw=1.4)
    sheet.plot([left + 0.14], [y + high / 2], color=colour, marker=marker, ms=4.5, mec="white", mew=0.6)
    first = y + high / 2 - line_height(len(lines) - 1, _TYPE) / 2
    page.lines(left + 0.36, first, lines, size=_TYPE)
    for column, (value, labels) in enumerate(zip(polygon.values, polygon.labels, strict=True)):
        x = left + _NAME + (column + 0.5) * _COLUMN
        if value is None or labels is None:
            page.text(x, y + high / 2, "no labels", size=6.5, across="center", color=SOFT)
            continue
        page.text(x, y + high / 2 - 0.07, f"{value:.1f}", size=8, across="center", weight="bold")
        page.text(x, y + high / 2 + 0.075, _beside(labels), size=6.2, across="center", color=SOFT)


def _beside(labels: Labels) -> str:
    return f"n {labels.n:,}" if labels.kappa is None else f"κ {labels.kappa:.2f} · n {labels.n:,}"


def _web(page: Page, series: Radar, x: float, y: float) -> None:
    axes = page.axes(x - _RADIUS, y - _RADIUS, 2 * _RADIUS, 2 * _RADIUS)
    axes.set_axis_off()
    axes.set_xlim(-1.02, 1.02)
    axes.set_ylim(-1.02, 1.02)
    directions = _directions(len(series.axes))
    step = 20 if series.low <= 40 and series.low % 20 == 0 else 10
    for ring in range(series.low + step, 101, step):
        radius = _radius(ring, series.low)
        _outline(axes, [(radius * dx, radius * dy) for dx, dy in directions])
        _ring(axes, radius, ring)
    _ring(axes, 0, series.low)
    for dx, dy in directions:
        axes.plot([0, dx], [0, dy], color=LINE, lw=0.6, zorder=1)
    for index, polygon in enumerate(series.polygons):
        _polygon(axes, polygon, directions, series.low, index)
    for axis, (dx, dy) in zip(series.axes, directions, strict=True):
        across = "center" if abs(dx) < 0.2 else "left" if dx > 0 else "right"
        lines = fit_lines(axis, _AROUND - 0.1 if across != "center" else 1.6, 8, bold=True, most=3)
        block = line_height(len(lines) - 1, 8)
        middle = y - dy * (_RADIUS + 0.12) - block / 2 - dy * (block / 2 + 0.06 if across == "center" else 0)
        page.lines(x + dx * (_RADIUS + 0.1), middle, lines, size=8, across=across, weight="bold")


def _ring(axes: Axes, radius: float, ring: int) -> None:
    box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.6}
    axes.text(0.04, radius - 0.05, str(ring), size=6, color=SOFT, va="center", zorder=3.5, bbox=box)


def _outline(axes: Axes, corners: list[tuple[float, float]]) -> None:
    closed = [*corners, corners[0]]
    axes.plot([dx for dx, _ in closed], [dy for _, dy in closed], color=LINE, lw=0.6, zorder=1)


def _polygon(axes: Axes, polygon: Polygon, directions: list[tuple[float, float]], low: int, index: int) -> None:
    colour, marker, dashes = LOOKS[index % len(LOOKS)]
    width = 1.4 / (1 + index // len(LOOKS))
    at = [
        None if value is None else (_radius(value, low) * dx, _radius(value, low) * dy)
        for value, (dx, dy) in zip(polygon.values, directions, strict=True)
    ]
    for here, there in zip(at, [*at[1:], at[0]], strict=True):
        if here is not None and there is not None:
            axes.plot([here[0], there[0]], [here[1], there[1]], color=colour, ls=dashes, lw=width, zorder=3)
    known = [place for place in at if place is not None]
    axes.plot(
        [dx for dx, _ in known],
        [dy for _, dy in known],
        color=colour,
        ls="none",
        marker=marker,
        ms=5,
        mec="white",
        mew=0.6,
        zorder=4,
    )


def _directions(count: int) -> list[tuple[float, float]]:
    angles = [math.pi / 2 - 2 * math.pi * index / count for index in range(count)]
    return [(math.cos(angle), math.sin(angle)) for angle in angles]


def _radius(value: float, low: int) -> float:
    return (value - low) / (100 - low)
