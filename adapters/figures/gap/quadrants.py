"""Figure 1: the four quadrants, one panel for each model on each dataset."""

from __future__ import annotations

from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from adapters.figures.drawing.page_layout import MARGIN, Page, fit_lines, line_height
from adapters.figures.drawing.style import BLUE, GREEN, GREY, LINE, SOFT, VERMILION, tint
from adapters.figures.gap.series import Quadrants, Shares

_CELLS: Final = (
    ("IDEAL", "ideal", GREEN, 1, 1, "thought and action right"),
    ("EG", "execution_gap", VERMILION, -1, 1, "execution gap: thought right, action wrong"),
    ("RG", "reasoning_gap", BLUE, 1, -1, "reasoning gap: action right, thought wrong"),
    ("BW", "both_wrong", GREY, -1, -1, "both wrong"),
)
"""Name, field, colour, horizontal side (1: action right), vertical side (1: thought right), meaning."""
_KEY = 1.2
_SIDE, _GAP, _ROW = 1.3, 0.14, 1.05
_LABEL_INSIDE = 43.0
"""Minimum share in percent whose square has room for its number."""
_HEAD, _SMALL = 7.5, 6.5


def draw(series: Quadrants) -> Figure:
    """Draws the key to the quadrants, then the panels."""
    heads = [fit_lines(model, _SIDE, _HEAD, bold=True) for model in series.models]
    sides = [fit_lines(dataset, _ROW - 0.1, 8.5, bold=True) for dataset in series.datasets]
    grid = _ROW + len(heads) * (_SIDE + _GAP)
    width = max(5.0, MARGIN * 2 + grid)
    top = MARGIN + 0.2 + _KEY + 0.35
    head = line_height(max(map(len, heads)), _HEAD) + 0.08
    below = line_height(2, _SMALL) + 0.16
    page = Page(width, top + head + len(sides) * (_SIDE + below), series.note)
    sheet = page.sheet()
    _key(page, sheet)
    for column, lines in enumerate(heads):
        left = MARGIN + _ROW + column * (_SIDE + _GAP)
        first = top + head - 0.08 - line_height(len(lines), _HEAD) + line_height(1, _HEAD) / 2
        page.lines(left + _SIDE / 2, first, lines, size=_HEAD, across="center", weight="bold")
    for row, lines in enumerate(sides):
        y = top + head + row * (_SIDE + below)
        page.lines(MARGIN, y + _SIDE / 2 - line_height(len(lines) - 1, 8.5) / 2, lines, size=8.5, weight="bold")
        for column, model in enumerate(series.models):
            left = MARGIN + _ROW + column * (_SIDE + _GAP)
            panel = series.panels.get((series.datasets[row], model))
            if panel is None:
                page.text(left + _SIDE / 2, y + _SIDE / 2, "no result", size=_SMALL, across="center", color=SOFT)
            else:
                _panel(page, sheet, left, y, panel)
    return page.figure


def _square(sheet: Axes, left: float, top: float, side: float) -> None:
    sheet.add_patch(Rectangle((left, top), side, side, facecolor="none", edgecolor=LINE, lw=0.6))
    x, y = left + side / 2, top + side / 2
    sheet.plot([left, left + side], [y, y], color=SOFT, lw=0.6, zorder=3)
    sheet.plot([x, x], [top, top + side], color=SOFT, lw=0.6, zorder=3)


def _panel(page: Page, sheet: Axes, left: float, top: float, panel: Shares) -> None:
    half = _SIDE / 2
    middle, centre = left + half, top + half
    _square(sheet, left, top, _SIDE)
    for name, field, colour, across, up, _ in _CELLS:
        share: float = getattr(panel, field)
        side = half * (share / 100) ** 0.5
        corner = (middle + min(0, across * side), centre - max(0, up * side))
        sheet.add_patch(Rectangle(corner, side, side, facecolor=tint(colour, 0.42), edgecolor=colour, lw=0.7))
        if share >= _LABEL_INSIDE:
            x, y = middle + across * side / 2, centre - up * side / 2
        else:
            x, y = middle + across * half / 2, centre - half * (0.81 if up > 0 else -0.77)
        page.text(x, y - 0.06, name, size=6, across="center")
        page.text(x, y + 0.055, f"{share:.2f}", size=7.5, across="center", weight="bold")
    y = top + _SIDE + line_height(1, _SMALL) / 2 + 0.04
    texts = [f"EM {panel.em:.2f} · GTA {panel.gta:.2f}", f"{panel.n:,} steps"]
    page.lines(middle, y, texts[:1], size=_SMALL, across="center")
    page.lines(middle, y + line_height(1, _SMALL), texts[1:], size=_SMALL, across="center", color=SOFT)


def _key(page: Page, sheet: Axes) -> None:
    left, top = MARGIN + 0.2, MARGIN
    half = _KEY / 2
    _square(sheet, left, top, _KEY)
    for name, _, colour, across, up, _ in _CELLS:
        corner = (left + half + min(0, across * half), top + half - max(0, up * half))
        sheet.add_patch(Rectangle(corner, half, half, facecolor=tint(colour, 0.3), edgecolor="none", zorder=1))
        x, y = left + half + across * half / 2, top + half - up * half / 2
        page.text(x, y, name, size=8, across="center", weight="bold")
    page.text(left + _KEY / 2, top + _KEY + 0.1, "action right (EM) →", size=6.5, across="center")
    page.text(left - 0.1, top + _KEY / 2, "thought right (GTA) →", size=6.5, across="center", rotation=90)
    x = left + _KEY + 0.25
    for index, (name, _, _, _, _, meaning) in enumerate(_CELLS):
        page.text(x, top + 0.12 + index * 0.19, name, size=7.5, weight="bold")
        page.text(x + 0.5, top + 0.12 + index * 0.19, meaning, size=7.5)
    page.text(x, top + 0.12 + 4 * 0.19 + 0.06, "EM = IDEAL + RG;  GTA = IDEAL + EG", size=7.5)
    page.text(x, top + 0.12 + 5 * 0.19 + 0.06, "Numbers are percent of the steps; areas are in proportion.", size=7.5)
