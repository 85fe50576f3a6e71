"""Figure 7: one panel for each metric, with a mark and an interval for each agent at each clarity level."""

from __future__ import annotations

from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from adapters.figures.ambibench.clarity import Clarity, Panel
from adapters.figures.drawing.page_layout import MARGIN, Page, fit_lines, line_height
from adapters.figures.drawing.style import LINE, LOOKS, SOFT
from runtime.core.tasks import Level

_LEFT, _WIDE, _HIGH = 0.42, 3.05, 1.35
_HEAD, _FOOT = 0.24, 0.42
_TYPE: Final = 7.0


def draw(data: Clarity) -> Figure:
    """Draws the panels in two columns, below the legend of agents."""
    width = 2 * MARGIN + 2 * (_LEFT + _WIDE) + 0.1
    names = [fit_lines(agent, (width - 2 * MARGIN) / 2 - 0.4, _TYPE, most=2) for agent in data.agents]
    rows = [max(map(len, names[index : index + 2])) for index in range(0, len(names), 2)]
    legend = sum(line_height(lines, _TYPE) + 0.04 for lines in rows) + 0.08
    lines = (len(data.panels) + 1) // 2
    page = Page(width, MARGIN + legend + lines * (_HEAD + _HIGH + _FOOT), data.note)
    _legend(page, page.sheet(), names, rows, width)
    for index, panel in enumerate(data.panels):
        left = MARGIN + _LEFT + index % 2 * (_WIDE + _LEFT + 0.1)
        top = MARGIN + legend + index // 2 * (_HEAD + _HIGH + _FOOT)
        better = "higher is better" if panel.higher_is_better else "lower is better"
        title = f"{panel.letter} {panel.metric.replace('_', '-')}: {panel.meaning}".strip()
        page.text(left - _LEFT + 0.08, top + _HEAD / 2, title, size=7.5, weight="bold")
        page.text(left + _WIDE, top + _HEAD / 2, better, size=6, across="right", color=SOFT)
        _panel(page.axes(left, top + _HEAD, _WIDE, _HIGH), panel, data)
        for number, level in enumerate(data.levels):
            x = left + _WIDE * (number + 0.5) / len(data.levels)
            page.text(x, top + _HEAD + _HIGH + 0.11, level, size=_TYPE, across="center")
            page.text(x, top + _HEAD + _HIGH + 0.23, _counts(panel, level), size=6, across="center", color=SOFT)
    return page.figure


def _counts(panel: Panel, level: Level) -> str:
    found = sorted({values[level].n for values in panel.values.values() if level in values})
    if not found:
        return "no value"
    return f"n {found[0]:,}" if len(found) == 1 else f"n {found[0]:,}–{found[-1]:,}"


def _panel(axes: Axes, panel: Panel, data: Clarity) -> None:
    for index, agent in enumerate(data.agents):
        values = panel.values.get(agent, {})
        colour = LOOKS[index % len(LOOKS)][0]
        offset = 0.8 * ((index + 0.5) / len(data.agents) - 0.5)
        for number, level in enumerate(data.levels):
            cell = values.get(level)
            if cell is None:
                continue
            x = number + offset
            if cell.low is not None and cell.high is not None:
                axes.plot([x, x], [100 * cell.low, 100 * cell.high], color=colour, lw=1.1, zorder=2, clip_on=False)
            look = _mark(index)
            name = f"{panel.metric} {agent} {level}"
            axes.plot([x], [100 * cell.value], ls="none", gid=name, clip_on=False, zorder=3, **look)
    axes.set_xlim(-0.5, len(data.levels) - 0.5)
    axes.set_ylim(0, 100)
    axes.set_yticks(range(0, 101, 25))
    axes.set_xticks([number + 0.5 for number in range(len(data.levels) - 1)], labels=[""] * (len(data.levels) - 1))
    axes.tick_params(axis="both", labelsize=6, length=2, width=0.5)
    axes.grid(axis="y", color=LINE, lw=0.4)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _mark(index: int) -> dict[str, Any]:
    """The look of an agent's mark; after seven agents they begin again, hollow."""
    colour, marker, _ = LOOKS[index % len(LOOKS)]
    hollow = index // len(LOOKS) % 2 == 1
    return {"marker": marker, "ms": 4.6, "mfc": "white" if hollow else colour, "mec": colour, "mew": 0.7}


def _legend(page: Page, sheet: Axes, names: list[list[str]], rows: list[int], width: float) -> None:
    top = MARGIN
    for index, lines in enumerate(names):
        if index and index % 2 == 0:
            top += line_height(rows[index // 2 - 1], _TYPE) + 0.04
        left = MARGIN + index % 2 * (width - 2 * MARGIN) / 2
        y = top + line_height(1, _TYPE) / 2
        sheet.plot([left + 0.1], [y], ls="none", **_mark(index))
        page.lines(left + 0.28, y, lines, size=_TYPE)
