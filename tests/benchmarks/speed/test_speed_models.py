"""The model client's speed benchmark runs in real processes with tiny counts; no speed is asserted."""

from __future__ import annotations

from benchmarks.speed import models
from benchmarks.speed.chat_clients import AT_ONCE


def test_all_measured_programs_send_requests_to_the_endpoint():
    """All measured programs send their requests to the endpoint, and every claim names measured programs."""
    ((played, result),) = models.measure(1, scale=0.001)
    assert set(result.series) == set(played.entrants)
    assert result.skipped == {}
    assert {series.samples[0].operations for series in result.series.values()} == {AT_ONCE}
    assert {name for claim in played.claims for name in (claim.ours, claim.peer)} <= set(played.entrants)
    assert played.floor in played.entrants
