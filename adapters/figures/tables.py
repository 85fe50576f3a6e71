"""Tables of results: a row for each agent, a value with its interval in each cell; as Markdown and as CSV. Pure."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimated:
    """A share with its 95 % interval and the number of tasks or steps that it is an average of."""

    value: float
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: its name, a word for each column of words, and a share for each column of shares; None: not defined."""

    name: str
    words: tuple[str, ...]
    cells: tuple[Estimated | None, ...]


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table of shares. `first` is the head of the names; `words` are those of columns of words; `note` explains."""

    first: str
    words: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    digits: int
    """Decimal places of percentages."""
    note: str


def percent(share: float, digits: int) -> str:
    """Format a share in percent."""
    return f"{100 * share:.{digits}f}"


def interval(cell: Estimated, digits: int) -> str:
    """Format an interval in percent, such as `20.1–29.3`; empty if there is none."""
    if cell.low is None or cell.high is None:
        return ""
    return f"{percent(cell.low, digits)}–{percent(cell.high, digits)}"


def markdown_table(table: ResultTable) -> str:
    """Return the table as Markdown, in percent, with intervals and n in parentheses."""
    heads = [table.first, *table.words, *table.columns]
    lines = [_markdown_line(heads), _markdown_line(["---"] * (1 + len(table.words)) + ["---:"] * len(table.columns))]
    for row in table.rows:
        cells = ["–" if cell is None else _markdown_cell(cell, table.digits) for cell in row.cells]
        lines.append(_markdown_line([row.name, *row.words, *cells]))
    return "\n".join([*lines, "", table.note, ""])


def csv_table(table: ResultTable) -> str:
    """Return the table as CSV with exact shares; each column of shares becomes four."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    parts = ("", "_low", "_high", "_n")
    writer.writerow([table.first, *table.words, *(f"{column}{part}" for column in table.columns for part in parts)])
    for row in table.rows:
        values: list[str | float | int | None] = []
        for cell in row.cells:
            values += [None] * 4 if cell is None else [cell.value, cell.low, cell.high, cell.n]
        writer.writerow([row.name, *row.words, *values])
    return text.getvalue()


def _markdown_cell(cell: Estimated, digits: int) -> str:
    within = interval(cell, digits)
    beside = f"{within}; n {cell.n:,}" if within else f"n {cell.n:,}"
    return f"{percent(cell.value, digits)} ({beside})"


def _markdown_line(cells: list[str]) -> str:
    return f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"
