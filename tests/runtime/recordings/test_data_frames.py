"""The tables of a run as pandas data frames."""

from __future__ import annotations

import sys

import pytest

from runtime import UsageError, data_frames, open_run
from runtime.recordings.rows import COLUMNS
from runtime.recordings.tables import read_tables


def test_data_frames_hold_the_rows_of_the_tables(played):
    """Each data frame has the columns and values of its table, missing values included."""
    pandas = pytest.importorskip("pandas")
    run = open_run(played)
    frames, tables = data_frames(run), read_tables(run)
    assert frames.problems == ()
    for name, rows in tables.rows.items():
        frame = getattr(frames, name)
        assert list(frame.columns) == list(COLUMNS[name])
        found = [
            {column: None if pandas.isna(value) else value for column, value in row.items()}
            for row in frame.to_dict("records")
        ]
        assert found == rows


def test_numbers_stay_whole_where_values_are_missing(played):
    """A column of whole numbers with missing values is not turned into floats."""
    pytest.importorskip("pandas")
    frames = data_frames(open_run(played))
    assert frames.steps["x"].isna().any()
    assert str(frames.steps["x"].dtype) == "Int64"
    assert str(frames.steps["em"].dtype) == "boolean"


def test_without_pandas_the_extra_is_named(played, monkeypatch):
    """The error names the extra to install."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UsageError, match=r"pip install 'mobile-agent-runtime\[frames\]'"):
        data_frames(open_run(played))
