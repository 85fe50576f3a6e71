"""Figure 2: kinds of action in the complete dataset (left) and in the stratified sample (right)."""

from __future__ import annotations

from matplotlib.figure import Figure

from adapters.figures.drawing.page_layout import MARGIN, Page, fit_lines, line_height
from adapters.figures.drawing.style import BLUE, INK, ORANGE, SOFT
from adapters.figures.gap.display_names import kind_name
from adapters.figures.gap.series import Distribution, Distributions

_BAR, _STEP = 0.15, 0.215
_NAMES, _HALF, _BETWEEN = 0.85, 2.75, 0.25
_LABEL = 1.05
"""Inches reserved beside the longest bar for its numbers."""
_TITLE = 8.5


def draw(series: Distributions) -> Figure:
    """Draws a block of bars for each dataset."""
    halves = 2 if any(row.sampled is not None for row in series.rows) else 1
    width = MARGIN * 2 + _NAMES + halves * _HALF + (halves - 1) * _BETWEEN
    most = max(max(_shares(counts), default=0.0) for row in series.rows for counts in (row.total, row.sampled or ()))
    scale = (_HALF - _LABEL) / most
    heights = [_head(row, width) + len(row.kinds) * _STEP + 0.22 for row in series.rows]
    note = series.note
    if halves == 2:
        note = f"The dark mark on a bar of the sample is the share in the {series.population}. {note}"
    page = Page(width, MARGIN + sum(heights), note)
    top = MARGIN
    for row, height in zip(series.rows, heights, strict=True):
        _block(page, row, top, scale, halves, series.population)
        top += height
    return page.figure


def _head(row: Distribution, width: float) -> float:
    return (
        line_height(len(fit_lines(row.dataset, width - 2 * MARGIN, _TITLE, bold=True)), _TITLE)
        + line_height(1, 7.5)
        + 0.06
    )


def _shares(counts: tuple[int, ...]) -> list[float]:
    return [100 * count / sum(counts) for count in counts] if sum(counts) else [0.0 for _ in counts]


def _block(page: Page, row: Distribution, top: float, scale: float, halves: int, population: str) -> None:
    title = fit_lines(row.dataset, page.width - 2 * MARGIN, _TITLE, bold=True)
    page.lines(MARGIN, top + line_height(1, _TITLE) / 2, title, size=_TITLE, weight="bold")
    first = top + _head(row, page.width)
    columns = [(population, row.total, BLUE, "")]
    if row.sampled is not None:
        columns.append(("stratified sample", row.sampled, ORANGE, "////"))
    for column, (words, counts, colour, hatch) in enumerate(columns):
        left = MARGIN + _NAMES + column * (_HALF + _BETWEEN)
        page.text(left, first - line_height(1, 7.5) / 2 - 0.04, f"{words}: {sum(counts):,} steps", size=7.5, color=SOFT)
        axes = page.frameless_axes(left, first, _HALF, len(row.kinds) * _STEP)
        axes.axvline(0, color=SOFT, lw=0.8)
        numbers = _shares(row.total)
        for index, (count, share) in enumerate(zip(counts, _shares(counts), strict=True)):
            y = (len(row.kinds) - index - 0.5) * _STEP
            axes.barh(y, share * scale, _BAR, color=colour, hatch=hatch, edgecolor="white" if hatch else colour, lw=0)
            end = share * scale
            if column:
                mark = numbers[index] * scale
                axes.plot([mark, mark], [y - _BAR * 0.62, y + _BAR * 0.62], color=INK, lw=1.2, solid_capstyle="butt")
                end = max(end, mark)
            share_text = f"{share:.1f} % ({count:,})" if count else "none"
            axes.text(end + 0.06, y, share_text, size=7, va="center_baseline", color=INK if count else SOFT)
    if halves == 2 and row.sampled is None:
        left = MARGIN + _NAMES + _HALF + _BETWEEN
        page.text(left, first - line_height(1, 7.5) / 2 - 0.04, "no sample given", size=7.5, color=SOFT)
    for index, kind in enumerate(row.kinds):
        name = fit_lines(kind_name(kind), _NAMES - 0.1, 7.5, most=1)[0]
        page.text(MARGIN + _NAMES - 0.08, first + (index + 0.5) * _STEP, name, size=7.5, across="right")
