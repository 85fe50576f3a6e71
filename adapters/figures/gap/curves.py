"""Figure 4: EM, GTA and IDEAL as smooth curves through the measured points; between them EG and RG as bands."""

from __future__ import annotations

import math
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from adapters.figures.drawing.page_layout import MARGIN, Page, fit_lines, line_height
from adapters.figures.drawing.style import BLUE, INK, LINE, SOFT, VERMILION, tint
from adapters.figures.gap.series import Curve, Curves
from adapters.figures.gap.splines import interpolate

_LINES: Final = (
    ("GTA", VERMILION, "s", (0, (4, 1.6))),
    ("EM", BLUE, "o", "solid"),
    ("IDEAL", INK, "^", (0, (1.2, 1.4))),
)
_BANDS: Final = (
    ("EG = GTA − IDEAL", VERMILION, "////", 0.16, 0.5),
    ("RG = EM − IDEAL", BLUE, "\\\\\\\\", 0.16, 0.5),
)
_LEFT, _HIGH, _TITLE, _TICK = 0.62, 1.75, 8.5, 7.0
_SINGLE_POINT = 0.22
"""Half the width of the horizontal line that is drawn if there is only one point."""
_NOTE = "Only the marked points are measured; the curves between them guide the eye. Both bands begin at IDEAL."


def draw(series: Curves) -> Figure:
    """Draws the panels below each other, with a common scale."""
    most = max(len(panel.ticks) for panel in series.panels)
    wide = min(max(4.3, most * 1.03), max(6.3, most * 0.75))
    shared = len({panel.ticks for panel in series.panels}) == 1
    slot = wide / most - 0.06
    titles = [fit_lines(panel.title, wide, _TITLE, bold=True, most=2) for panel in series.panels]
    labels = [[fit_lines(tick, slot, _TICK, most=5) for tick in panel.ticks] for panel in series.panels]
    named = [not shared or panel is series.panels[-1] for panel in series.panels]
    feet = [
        0.08 + (line_height(max(map(len, lines)), _TICK) + 0.1 if shown else 0)
        for lines, shown in zip(labels, named, strict=True)
    ]
    heads = [line_height(len(lines), _TITLE) + 0.08 for lines in titles]
    legend = 0.3
    height = MARGIN + legend + sum(heads) + sum(feet) + _HIGH * len(titles)
    page = Page(MARGIN * 2 + _LEFT + wide, height, f"{_NOTE} {series.note}")
    _legend(page)
    low, high = _range(series)
    top = MARGIN + legend
    for panel, title, lines, shown, head, foot in zip(series.panels, titles, labels, named, heads, feet, strict=True):
        page.lines(MARGIN + _LEFT, top + line_height(1, _TITLE) / 2, title, size=_TITLE, weight="bold")
        axes = page.axes(MARGIN + _LEFT, top + head, wide, _HIGH)
        _panel(axes, panel, most, low, high)
        if shown:
            for index, words in enumerate(lines):
                x = MARGIN + _LEFT + wide * (index + 0.5) / len(panel.ticks)
                page.lines(x, top + head + _HIGH + 0.13, words, size=_TICK, across="center")
        page.text(MARGIN + 0.08, top + head + _HIGH / 2, "% of steps", size=7.5, across="center", rotation=90)
        top += head + _HIGH + foot
    return page.figure


def _range(series: Curves) -> tuple[float, float]:
    values = [
        value for panel in series.panels for point in panel.points for value in (point.em, point.gta, point.ideal)
    ]
    low, high = math.floor(min(values) / 10) * 10, math.ceil(max(values) / 10) * 10
    return max(0, low - (10 if low == min(values) else 0)), min(100, high + (10 if high == max(values) else 0))


def _panel(axes: Axes, panel: Curve, most: int, low: float, high: float) -> None:
    count = len(panel.points)
    if count == 1:
        places, rows = [-_SINGLE_POINT, _SINGLE_POINT], [list(panel.points[0].cells)] * 2
    else:
        places, rows = interpolate([point.cells for point in panel.points])
    drawn = {
        "IDEAL": [ideal for ideal, _, _, _ in rows],
        "GTA": [ideal + execution for ideal, execution, _, _ in rows],
        "EM": [ideal + reasoning for ideal, _, reasoning, _ in rows],
    }
    for (_, colour, hatch, _, strength), name in zip(_BANDS, ("GTA", "EM"), strict=True):
        axes.fill_between(
            places,
            drawn["IDEAL"],
            drawn[name],
            facecolor=(*tint(colour, 1), 0.16),
            edgecolor=tint(colour, strength),
            hatch=hatch,
            lw=0,
        )
    for name, colour, marker, dashes in _LINES:
        points = {"EM": [point.em for point in panel.points], "GTA": [point.gta for point in panel.points]}.get(
            name, [point.ideal for point in panel.points]
        )
        axes.plot(places, drawn[name], color=colour, ls=dashes, lw=1.5, zorder=3, clip_on=False)
        marks: dict[str, Any] = {"marker": marker, "ms": 5, "mec": "white", "mew": 0.7}
        axes.plot(range(count), points, color=colour, ls="none", zorder=4, clip_on=False, gid=name, **marks)
    axes.set_xlim(-0.5, count - 0.5)
    axes.set_ylim(low, high)
    axes.set_yticks(range(int(low), int(high) + 1, 10))
    axes.tick_params(axis="y", labelsize=_TICK, length=2, width=0.5)
    axes.set_xticks(range(count), labels=[""] * count)
    axes.tick_params(axis="x", length=2, width=0.5)
    axes.grid(axis="y", color=LINE, lw=0.4)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.spines["left"].set_color(SOFT)


def _legend(page: Page) -> None:
    handles: list[Line2D | Patch] = [
        Line2D([], [], color=colour, ls=dashes, lw=1.5, marker=marker, ms=5, mec="white", mew=0.7, label=name)
        for name, colour, marker, dashes in _LINES
    ]
    handles += [
        Patch(facecolor=tint(colour, fill), edgecolor=tint(colour, edge), hatch=hatch, lw=0, label=words)
        for words, colour, hatch, fill, edge in _BANDS
    ]
    page.figure.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=((MARGIN + 0.05) / page.width, 1 - MARGIN * 0.6 / page.height),
        ncols=len(handles),
        frameon=False,
        fontsize=7,
        handlelength=2.6,
        columnspacing=1.2,
        handletextpad=0.5,
        borderaxespad=0,
    )
