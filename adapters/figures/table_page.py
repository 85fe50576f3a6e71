"""Draws a table of results: values in bold, below each its interval and n."""

from __future__ import annotations

from typing import Final, Literal

from matplotlib.figure import Figure

from adapters.figures.drawing.page_layout import MARGIN, Page, fit_lines, line_height
from adapters.figures.drawing.style import LINE, SOFT, text_width
from adapters.figures.tables import Estimated, ResultTable, interval, percent

_NAME, _COLUMN, _PADDING = 1.9, 0.82, 0.25
_ROW: Final = 0.46
_TYPE = 7.5


def draw(table: ResultTable) -> Figure:
    """Draws the table."""
    words = [_word_width(table, index) for index in range(len(table.words))]
    names = [fit_lines(row.name, _NAME - 0.1, _TYPE, most=3) for row in table.rows]
    heights = [max(_ROW, line_height(len(lines), _TYPE) + 0.1) for lines in names]
    width = MARGIN * 2 + _NAME + sum(words) + len(table.columns) * _COLUMN
    head = line_height(1, _TYPE) + 0.12
    page = Page(width, MARGIN + head + sum(heights) + 0.05, table.note)
    sheet = page.sheet()
    heads = [table.first, *table.words, *table.columns]
    for x, text, across in zip(_places(words, table), heads, _sides(table), strict=True):
        page.text(x, MARGIN + head / 2, text, size=_TYPE, across=across, weight="bold")
    y = MARGIN + head
    for row, lines, height in zip(table.rows, names, heights, strict=True):
        sheet.plot([MARGIN, width - MARGIN], [y, y], color=LINE, lw=0.5)
        middle = y + height / 2
        places = _places(words, table)
        page.lines(places[0], middle - line_height(len(lines) - 1, _TYPE) / 2, lines, size=_TYPE)
        for x, word in zip(places[1:], row.words, strict=False):
            page.text(x, middle, word, size=_TYPE)
        for x, cell in zip(places[1 + len(words) :], row.cells, strict=True):
            _cell(page, x, middle, cell, table.digits)
        y += height
    return page.figure


def _word_width(table: ResultTable, index: int) -> float:
    texts = [table.words[index], *(row.words[index] for row in table.rows)]
    return max(text_width(text, _TYPE, bold=True) for text in texts) / 72 + _PADDING


def _places(words: list[float], table: ResultTable) -> list[float]:
    """Where the texts of the columns are: on the left of words, in the middle of shares."""
    left = [MARGIN]
    for width in (_NAME, *words):
        left.append(left[-1] + width)
    start = left.pop()
    return [*left, *(start + (index + 0.5) * _COLUMN for index in range(len(table.columns)))]


def _sides(table: ResultTable) -> list[Literal["left", "center"]]:
    sides: list[Literal["left", "center"]] = ["left"] * (1 + len(table.words))
    return sides + ["center"] * len(table.columns)


def _cell(page: Page, x: float, middle: float, cell: Estimated | None, digits: int) -> None:
    if cell is None:
        page.text(x, middle, "–", size=_TYPE, across="center", color=SOFT)
        return
    page.text(x, middle - 0.11, percent(cell.value, digits), size=8, across="center", weight="bold")
    page.text(x, middle + 0.02, interval(cell, digits), size=5.8, across="center", color=SOFT)
    page.text(x, middle + 0.12, f"n {cell.n:,}", size=5.8, across="center", color=SOFT)
