"""Published rows: records built from their counts reproduce them through the complete pipeline, from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.acceptance import gap_sets, published_gap_rows
from benchmarks.acceptance.gap import through
from runtime.metrics.quadrants import Cells

_STEPS = 120


@pytest.mark.parametrize("row", published_gap_rows.ROWS, ids=lambda row: f"{row.data}-{row.model}")
def test_every_row_has_counts_that_give_it(row: published_gap_rows.Row) -> None:
    """The counts of the acceptance job give each published percentage to 0.01, on nearly all steps."""
    cells = published_gap_rows.counts(row)
    assert published_gap_rows.off(cells, row) < 0.0101
    assert 0.98 < cells.n / sum(published_gap_rows.TYPES[row.data].values()) <= 1


@pytest.mark.parametrize("data", published_gap_rows.TYPES)
def test_the_datasets_have_the_published_numbers_of_steps(data: str) -> None:
    """Each type, and so the total, has as many steps as in the paper's tables."""
    assert sum(published_gap_rows.TYPES[data].values()) == {"AITZ": 4724, "CAGUI": 4516, "AC": 10161}[data]


@pytest.mark.parametrize("data", published_gap_rows.TYPES)
def test_every_row_comes_back_in_small(data: str, tmp_path: Path) -> None:
    """With fewer steps, in each model's own format, the pipeline gives exactly the cells that were built."""
    recorded = gap_sets.dataset(data, tmp_path / data, _STEPS)
    for row in published_gap_rows.ROWS:
        if row.data != data:
            continue
        cells = published_gap_rows.counts(row, _STEPS - 5)
        found = through(tmp_path, recorded, row, cells)
        assert Cells(**found["cells"]) == cells, row
        assert (found["steps"], found["predictions"], found["n"]) == (_STEPS, _STEPS, _STEPS - 5)
        assert found["defects"] in ({}, {"evaluator": found["unreadable_evaluations"]})
        assert sum(found["execution_gap"].values()) == cells.execution_gap
        assert found["missing_thought"] == round(500 / _STEPS, 2)
