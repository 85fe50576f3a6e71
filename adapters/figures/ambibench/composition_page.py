"""Figure 4: tasks by domain and by clarity level, as bars that are divided by difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from adapters.figures.ambibench.composition import Composition
from adapters.figures.drawing.page_layout import MARGIN, Page, line_height
from adapters.figures.drawing.style import BLUE, ORANGE, SKY, SOFT, text_width

_LOOK: Final = {"simple": (SKY, ""), "medium": (BLUE, "////"), "hard": (ORANGE, "xxxx")}
_BAR, _STEP, _NAME, _HALF, _LABEL = 0.16, 0.26, 0.95, 2.9, 0.85
_TYPE = 7.5


def draw(data: Composition) -> Figure:
    """Draws the two halves and the legend."""
    rows = max(len(data.domains), len(data.levels))
    head = line_height(1, 8.5) + 0.1
    legend = 0.3
    width = 2 * MARGIN + 2 * (_NAME + _HALF)
    note = f"{data.totals} Counts of tasks; the share of each difficulty is in the bars."
    page = Page(width, MARGIN + legend + head + rows * _STEP + 0.1, note)
    sheet = page.sheet()
    _legend(page, sheet)
    longest = max(sum(row.values()) for half in (data.domains, data.levels) for row in half.values())
    scale = (_HALF - _LABEL) / longest
    for column, (title, half) in enumerate((("by domain", data.domains), ("by clarity level", data.levels))):
        left = MARGIN + column * (_NAME + _HALF)
        page.text(left, MARGIN + legend + head / 2, title, size=8.5, weight="bold")
        _bars(page, sheet, half, left, MARGIN + legend + head, scale)
    return page.figure


def _bars(
    page: Page, sheet: Axes, half: Mapping[str, Mapping[str, int]], left: float, top: float, scale: float
) -> None:
    total = sum(sum(row.values()) for row in half.values())
    for index, (name, row) in enumerate(half.items()):
        y = top + index * _STEP
        page.text(left, y + _BAR / 2, name, size=_TYPE)
        x = left + _NAME
        for difficulty, count in row.items():
            colour, hatch = _LOOK[difficulty]
            look: dict[str, Any] = {"facecolor": colour, "edgecolor": "white", "hatch": hatch, "lw": 0.4}
            sheet.add_patch(Rectangle((x, y), count * scale, _BAR, **look))
            if text_width(str(count), 6) / 72 + 0.06 < count * scale:
                box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.5}
                page.text(x + count * scale / 2, y + _BAR / 2, str(count), size=6, across="center", bbox=box)
            x += count * scale
        count = sum(row.values())
        page.text(x + 0.06, y + _BAR / 2, f"{count:,} ({100 * count / total:.1f} %)", size=6.5, color=SOFT)


def _legend(page: Page, sheet: Axes) -> None:
    x = MARGIN
    for name, (colour, hatch) in _LOOK.items():
        look: dict[str, Any] = {"facecolor": colour, "edgecolor": "white", "hatch": hatch, "lw": 0.4}
        sheet.add_patch(Rectangle((x, MARGIN), 0.22, 0.12, **look))
        page.text(x + 0.28, MARGIN + 0.06, name, size=_TYPE)
        x += 0.28 + text_width(name, _TYPE) / 72 + 0.25
