"""Speed comparisons: the figures, when a bar holds, and when a result is invalid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.speed.comparison import Claim, Kind, Result, Sample, Series, judge, shares, together


def series(*seconds: tuple[float, float], operations: int = 10) -> Series:
    """Makes a series of samples from (wall, cpu) seconds."""
    return Series(tuple(Sample(operations, wall, cpu) for wall, cpu in seconds))


def test_cpu_is_the_least_and_rate_the_median():
    """CPU per operation is the minimum over the repeats, and the rate is the median."""
    item = series((1.0, 0.5), (9.0, 4.0), (2.0, 0.6))
    assert item.cpu == pytest.approx(0.05)
    assert item.rate == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("kind", "ratio"), [("rate", 4.0), ("efficiency", 3.0), ("cost", 1 / 3), ("absolute", 10.0 * 2.5)]
)
def test_ratios_point_the_right_way(kind: Kind, ratio: float):
    """A rate or efficiency above 1 means that ours is faster; a cost below 1 means that ours is cheaper."""
    ours, peer = series((1.0, 0.2)), series((2.0, 0.3), operations=5)
    claim = Claim("x", "ours", "peer", kind, 1.0, scale=2.5)
    assert claim.ratio(ours, peer) == pytest.approx(ratio)


@pytest.mark.parametrize(("kind", "met"), [("rate", (False, True, True)), ("cost", (True, True, False))])
def test_a_cost_is_bounded_above_and_everything_else_below(kind: Kind, met: tuple[bool, ...]):
    """A cost must be at most its bar, any other ratio at least; equality is enough."""
    claim = Claim("x", "ours", "peer", kind, 1.5)
    assert tuple(claim.met(ratio) for ratio in (1.4, 1.5, 1.6)) == met


def test_a_baseline_that_drifts_makes_a_comparison_invalid():
    """If the baseline changed by more than a fifth between repeats, the comparison is invalid."""
    floor = series((1.0, 1.0), (1.1, 1.3))
    result = Result({"ours": series((0.1, 0.1)), "floor": floor}, {})
    claims = (Claim("cpu", "ours", "floor", "efficiency", 1), Claim("wall", "ours", "floor", "rate", 1))
    by_cpu, by_wall = judge(claims, "floor", result)
    assert (by_cpu.valid, by_cpu.holds) == (False, False)
    assert by_cpu.word == "invalid"
    assert by_cpu.drift == pytest.approx(0.3)
    assert (by_wall.valid, by_wall.holds, by_wall.word) == (True, True, "yes")


def test_a_bar_that_is_missed_is_a_no():
    """A ratio below its bar is printed as NO."""
    result = Result({"ours": series((2.0, 2.0)), "floor": series((1.0, 1.0))}, {})
    (found,) = judge((Claim("x", "ours", "floor", "rate", 0.7),), "floor", result)
    assert (found.ratio, found.holds, found.word) == (0.5, False, "NO")


def test_a_peer_that_was_not_measured_gets_no_verdict():
    """A claim about a peer that was not measured gets no verdict, and the other claims get theirs."""
    result = Result({"ours": series((1.0, 1.0)), "floor": series((1.0, 1.0))}, {"peer": "not installed"})
    claims = (Claim("a", "ours", "peer", "rate", 5), Claim("b", "ours", "floor", "rate", 0.7))
    assert [verdict.claim.what for verdict in judge(claims, "floor", result)] == ["b"]


def test_the_parts_of_a_repeat_add_up():
    """Adding samples sums operations and seconds, and takes the peak memory."""
    assert together([Sample(4, 1.0, 0.5, 70), Sample(1, 0.5, 0.25, 60)]) == Sample(5, 1.5, 0.75, 70, middle=0.375)


@given(st.integers(0, 10_000), st.integers(1, 50))
def test_no_operation_is_lost_in_sharing(count: int, among: int):
    """The shares of a count add up to it and differ by at most one."""
    found = shares(count, among)
    assert (len(found), sum(found)) == (among, count)
    assert max(found) - min(found) <= 1
