"""The speed benchmark of training runs in real processes with tiny counts; no speed is asserted."""

from __future__ import annotations

from benchmarks.speed import training


def test_both_ways_of_stepping_are_measured():
    """Each entrant plays whole episodes, and every claim names measured programs."""
    ((played, result),) = training.measure(1, ["steps-8"], scale=0.001)
    assert set(result.series) == set(played.entrants)
    assert result.skipped == {}
    assert {series.samples[0].operations for series in result.series.values()} == {200}
    assert {name for claim in played.claims for name in (claim.ours, claim.peer)} <= set(played.entrants)
