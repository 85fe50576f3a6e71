"""Figure 5: metrics by number of parameters: EM and GTA on the left, EG and RG on the right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from adapters.figures.drawing.page_layout import MARGIN, Page, fit_lines, line_height
from adapters.figures.drawing.style import (
    BLUE,
    GREEN,
    GREY,
    INK,
    LINE,
    ORANGE,
    PURPLE,
    SKY,
    SOFT,
    VERMILION,
    text_width,
    tint,
)
from adapters.figures.gap.display_names import size_name
from adapters.figures.gap.series import Family, Scaling

_COLOURS: Final = {"SFT": (BLUE, SKY), "DPO": (VERMILION, ORANGE)}
_OTHERS: Final = (INK, GREEN, PURPLE, GREY)
_METRICS: Final = (
    (("EM", "em", "o", "solid"), ("GTA", "gta", "s", (0, (4, 1.8)))),
    (("EG", "execution_gap", "^", "solid"), ("RG", "reasoning_gap", "D", (0, (4, 1.8)))),
)
_TITLES: Final = ("(a) higher is better: EM and GTA", "(b) lower is better: EG and RG")
_LEFT, _WIDE, _HIGH, _TITLE, _TICK = 0.5, 2.75, 2.1, 8.5, 7.0
_NOTE = "The area of a point grows with the parameters, which are on a logarithmic axis. Filled: SFT; hollow: DPO."


def draw(series: Scaling) -> Figure:
    """Draws a pair of panels for each dataset, and the legend of families below."""
    width = 2 * MARGIN + 2 * (_LEFT + _WIDE) + 0.1
    families = list(dict.fromkeys((family.name, family.training) for _, some in series.datasets for family in some))
    colours = _colours(families)
    names = [fit_lines(_family_label(*family), 2.7, 7.5, most=3) for family in families]
    rows = [max(len(lines) for lines in names[index : index + 2]) for index in range(0, len(names), 2)]
    legend = sum(line_height(lines, 7.5) + 0.05 for lines in rows) + 0.2
    titles = [fit_lines(dataset, width - 2 * MARGIN, _TITLE, bold=True, most=2) for dataset, _ in series.datasets]
    heads = [line_height(len(lines), _TITLE) + line_height(1, 7.5) + 0.36 for lines in titles]
    foot = 0.5
    page = Page(width, MARGIN + sum(heads) + (foot + _HIGH) * len(titles) + legend, f"{_NOTE} {series.note}")
    sheet = page.sheet()
    top = MARGIN
    for (_, some), title, head in zip(series.datasets, titles, heads, strict=True):
        page.lines(MARGIN, top + line_height(1, _TITLE) / 2, title, size=_TITLE, weight="bold")
        for column in (0, 1):
            left = MARGIN + _LEFT + column * (_WIDE + _LEFT)
            page.text(left, top + head - 0.36 + 0.02, _TITLES[column], size=7.5)
            _metrics(page, sheet, column, left, top + head - 0.14)
            axes = page.axes(left, top + head, _WIDE, _HIGH)
            _panel(axes, some, column, colours)
            _sizes(page, axes, some, left, top + head + _HIGH + 0.16)
            page.text(
                left + _WIDE / 2, top + head + _HIGH + 0.33, "parameters", size=_TICK, across="center", color=SOFT
            )
            page.text(left - 0.36, top + head + _HIGH / 2, "% of steps", size=_TICK, across="center", rotation=90)
        top += head + _HIGH + foot
    for index, (family, lines) in enumerate(zip(families, names, strict=True)):
        if index % 2 == 0 and index:
            top += line_height(rows[index // 2 - 1], 7.5) + 0.05
        _family(page, sheet, family, lines, colours[family], MARGIN + _LEFT + index % 2 * (_WIDE + _LEFT), top + 0.15)
    return page.figure


def _family_label(name: str, training: str) -> str:
    return name if not training or training.lower() in name.lower() else f"{name} ({training})"


def _colours(families: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
    seen: dict[str, count[int]] = {}
    chosen = {}
    for name, training in families:
        kind = training.upper() if training.upper() in _COLOURS else ""
        known = _COLOURS.get(kind, _OTHERS)
        chosen[name, training] = known[next(seen.setdefault(kind, count())) % len(known)]
    return chosen


def _face(training: str, colour: str) -> str | tuple[float, float, float]:
    return {"SFT": colour, "DPO": "none"}.get(training.upper(), tint(colour, 0.35))


def _panel(axes: Axes, families: Sequence[Family], column: int, colours: dict[tuple[str, str], str]) -> None:
    values = []
    for family in families:
        colour = colours[family.name, family.training]
        for name, field, marker, dashes in _METRICS[column]:
            xs = [parameters for parameters, _ in family.points]
            ys = [float(getattr(shares, field)) for _, shares in family.points]
            values += ys
            axes.plot(xs, ys, color=colour, ls=dashes, lw=1.1, zorder=2, clip_on=False)
            axes.scatter(
                xs,
                ys,
                s=[_area(parameters) for parameters in xs],
                marker=marker,
                facecolor=_face(family.training, colour),
                edgecolor=colour,
                linewidth=1.1,
                zorder=3,
                clip_on=False,
                gid=f"{name} {family.name}",
            )
    sizes = [parameters for family in families for parameters, _ in family.points]
    axes.set_xscale("log")
    axes.set_xlim(min(sizes) / 1.5, max(sizes) * 1.5)
    axes.minorticks_off()
    axes.set_xticks(sorted(set(sizes)), labels=[""] * len(set(sizes)))
    step = 5 if max(values) - min(values) < 30 else 10
    low = 0.0 if column else math.floor((min(values) - 1.5) / step) * step
    high = math.ceil((max(values) + 1.5) / step) * step
    axes.set_ylim(max(0.0, low), min(100.0, high) if high < 100 else 101.5)
    axes.set_yticks(range(int(max(0.0, low)), min(100, int(high)) + 1, step))
    axes.tick_params(labelsize=_TICK, length=2, width=0.5)
    axes.grid(axis="y", color=LINE, lw=0.4)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _area(parameters: float) -> float:
    """The area of a marker in square points: linear in the parameters, with a minimum and a maximum."""
    return 12 + 2.2 * min(parameters, 150.0)


def _sizes(page: Page, axes: Axes, families: Sequence[Family], left: float, y: float) -> None:
    """Label the sizes below the axis; sizes that are too close share a label."""
    low, high = (math.log(value) for value in axes.get_xlim())
    sizes = sorted({parameters for family in families for parameters, _ in family.points})
    groups = [([size], _WIDE * (math.log(size) - low) / (high - low)) for size in sizes]
    index = 0
    while index + 1 < len(groups):
        (some, x), (more, further) = groups[index], groups[index + 1]
        room = (text_width(_joined(some), _TICK) + text_width(_joined(more), _TICK)) / 144 + 0.06
        if further - x >= room:
            index += 1
            continue
        groups[index : index + 2] = [([*some, *more], (x * len(some) + further * len(more)) / (len(some) + len(more)))]
        index = max(0, index - 1)
    for some, x in groups:
        page.text(left + x, y, _joined(some), size=_TICK, across="center")


def _joined(sizes: Sequence[float]) -> str:
    return ", ".join(map(size_name, sizes))


def _metrics(page: Page, sheet: Axes, column: int, left: float, y: float) -> None:
    for index, (name, _, marker, dashes) in enumerate(_METRICS[column]):
        x = left + index * 0.85
        sheet.plot([x, x + 0.3], [y, y], color=INK, ls=dashes, lw=1.1)
        sheet.plot([x + 0.15], [y], color=INK, marker=marker, ms=4.5)
        page.text(x + 0.38, y, name, size=7)


def _family(
    page: Page, sheet: Axes, family: tuple[str, str], lines: list[str], colour: str, left: float, y: float
) -> None:
    sheet.plot([left, left + 0.28], [y, y], color=colour, lw=1.1)
    sheet.plot([left + 0.14], [y], marker="o", ms=6, mfc=_face(family[1], colour), mec=colour, mew=1.1)
    page.lines(left + 0.38, y, lines, size=7.5)
