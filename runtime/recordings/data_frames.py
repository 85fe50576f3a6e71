"""The tables of a run as pandas data frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from runtime.core.errors import UsageError
from runtime.recordings.rows import COLUMNS, Row, TableName
from runtime.recordings.run import RecordedRun
from runtime.recordings.tables import read_tables

if TYPE_CHECKING:  # an extra, and half a second to import
    from pandas import DataFrame

_DTYPES: Final[dict[type, str]] = {str: "string", int: "Int64", float: "Float64", bool: "boolean"}
"""Types that keep missing values apart from 0, false and the empty text."""


@dataclass(frozen=True, slots=True)
class DataFrames:
    """The tables of a run as pandas data frames, and what of the run was left out, in one sentence each."""

    episodes: DataFrame
    """A row for each episode and judge; `main_judge` marks the judge whose scores make the metrics."""
    steps: DataFrame
    """A row for each action."""
    turns: DataFrame
    """A row for each question to the user."""
    events: DataFrame
    """A row for each event; `data` is the event as JSON."""
    problems: tuple[str, ...]


def data_frames(run: RecordedRun) -> DataFrames:
    """Read a run into pandas data frames. Blocking, so on an event loop it belongs in a thread.

    Raises:
        UsageError: pandas is not installed.
    """
    try:
        import pandas
    except ImportError as error:
        raise UsageError("data frames need pandas: pip install 'mobile-agent-runtime[frames]'") from error
    tables = read_tables(run)

    def frame(name: TableName, rows: list[Row]) -> DataFrame:
        return pandas.DataFrame(
            {
                column: pandas.array([row[column] for row in rows], dtype=_DTYPES[kind])
                for column, kind in COLUMNS[name].items()
            }
        )

    return DataFrames(
        **{name: frame(name, rows) for name, rows in tables.rows.items()},
        problems=tables.problems,
    )
