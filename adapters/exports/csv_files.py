"""The tables of a run as CSV: UTF-8, a header line, an empty field where a value is missing. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from runtime.recordings.rows import COLUMNS, Row, TableName, Value


def csv_file(table: TableName, rows: Iterable[Row]) -> bytes:
    """Return a table as the content of a CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS[table])
    writer.writerows([_field(row[column]) for column in COLUMNS[table]] for row in rows)
    return text.getvalue().encode()


def _field(value: Value) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
