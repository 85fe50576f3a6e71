"""One published row in full; `python -m benchmarks.acceptance gap` has all."""

from __future__ import annotations

from pathlib import Path

from benchmarks.acceptance import gap_sets, published_gap_rows
from benchmarks.acceptance.gap import through


def test_a_row_comes_back_in_full(tmp_path: Path) -> None:
    """For 4,516 steps on disk, EM, GTA and the four cells equal the published values."""
    row = next(row for row in published_gap_rows.ROWS if (row.data, row.model) == ("CAGUI", "AgentCPM-GUI-8B"))
    recorded = gap_sets.dataset(row.data, tmp_path / row.data)
    found = through(tmp_path, recorded, row, published_gap_rows.counts(row))
    assert tuple(found["rates"].values()) == row.rates
    assert (found["steps"], found["n"]) == (4516, 4492)
    assert found["types"] == {"click": 3237, "long_press": 25, "scroll": 79, "type": 574, "stop": 600, "wait": 1}
