"""The sandbox's speed benchmark runs in real processes with tiny counts; no speed is asserted."""

from __future__ import annotations

from benchmarks.speed import sandbox
from benchmarks.speed.comparison import Claim, Sample, Series, judge


def test_every_measured_program_gives_samples_and_every_claim_a_verdict():
    """Every measured program gives samples, and every claim gets a verdict."""
    for played, result in sandbox.measure(1, ("line",), scale=0.01):
        assert set(result.series) == set(played.entrants)
        assert len(judge(played.claims, played.floor, result)) == len(played.claims)
        assert all(series.rate > 0 and series.cpu > 0 for series in result.series.values())


def test_every_claim_names_programs_of_its_comparison():
    """Every claim names programs that are measured in its comparison."""
    for contest in sandbox.CONTESTS:
        assert contest.floor in contest.entrants
        assert {name for claim in contest.claims for name in (claim.ours, claim.peer)} <= set(contest.entrants)


def test_added_and_spent_costs_have_upper_bounds():
    """`added` is the difference of the medians and has an upper bound; `spent` is the CPU in the claim's unit."""
    ours, peer = Series((Sample(10, 0.02, 0.01, middle=0.0015),)), Series((Sample(10, 0.01, 0.01, middle=0.001),))
    added = Claim("", "ours", "peer", "added", 0.6, " ms", 1e3)
    assert added.ratio(ours, peer) == 0.5
    assert added.met(0.6)
    assert not added.met(0.7)
    assert Claim("", "ours", "peer", "spent", 1.2, " ms", 1e3).ratio(ours, peer) == 1.0
