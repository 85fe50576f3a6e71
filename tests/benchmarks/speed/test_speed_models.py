"""The plumbing of the models benchmark: real processes, tiny counts; how fast anything is plays no part."""

from __future__ import annotations

from benchmarks.speed import models
from benchmarks.speed.chat_clients import AT_ONCE


def test_all_contenders_ask_the_endpoint_and_are_answered():
    """Ours, the SDK twice and the floor do what they are asked to, and claims name those who compete."""
    ((played, result),) = models.measure(1, scale=0.001)
    assert set(result.series) == set(played.entrants)
    assert result.skipped == {}
    assert {series.samples[0].operations for series in result.series.values()} == {AT_ONCE}
    assert {name for claim in played.claims for name in (claim.ours, claim.peer)} <= set(played.entrants)
    assert played.floor in played.entrants
