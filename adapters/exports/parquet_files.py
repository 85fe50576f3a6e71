"""The tables of a run as Parquet, with the types of their columns also where a table is empty."""

from __future__ import annotations

import io
from collections.abc import Sequence

from runtime.core.errors import UsageError
from runtime.recordings.rows import COLUMNS, Row, TableName


def parquet_file(table: TableName, rows: Sequence[Row]) -> bytes:
    """Return a table as the content of a Parquet file.

    Raises:
        UsageError: pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise UsageError("Parquet needs pyarrow: pip install 'mobile-agent-runtime[parquet]'") from error
    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    columns = {
        column: pyarrow.array([row[column] for row in rows], type=types[kind])
        for column, kind in COLUMNS[table].items()
    }
    target = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), target, compression="zstd")
    return target.getvalue()
