"""Thresholds, the knee, and the search for what a farm can carry."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.farm.results.layers import LoopLog, Route
from adapters.farm.results.measurements import Measurements, Operation
from adapters.farm.results.saturation import CapacitySearch, find_knee
from adapters.farm.results.thresholds import parse_threshold
from runtime.core.errors import UsageError


def found(*, failed: int = 0, done: int = 100) -> Measurements:
    """Measurements of operations that take 1 ms, 2 ms, and so on; the first ones fail."""
    measurements = Measurements(0.0, {"a": Route(LoopLog())})
    for number in range(done + failed):
        measurements.begin()
        failure = "timeout" if number < failed else ""
        measurements.add(Operation("shell", "a", 0.0, 0.0, (number + 1) / 1000, failure=failure))
    measurements.add_iteration("a", 0.0, 0.5)
    return measurements


@pytest.mark.parametrize(
    ("text", "shown", "holds"),
    [
        ("shell.p99<200ms", "99.0 ms", True),
        ("shell.p50 <= 40ms", "50.0 ms", False),
        ("all.max<0.2s", "100.0 ms", True),
        ("iteration.mean<1s", "500.0 ms", True),
        ("shell.rate>5", "10.0/s", True),
        ("shell.errors<1%", "0.00%", True),
        ("all.dropped<0.01", "0.00%", True),
    ],
)
def test_thresholds_compare_what_was_measured(text: str, shown: str, holds: bool):
    """Each metric with its unit, and whether the threshold holds."""
    threshold = parse_threshold(text, ["shell"])
    value = threshold.value(found(), seconds=10.0)
    assert (threshold.show(value), threshold.holds(value)) == (shown, holds)


def test_errors_are_the_share_of_operations_that_failed():
    """Failed ones count in the whole."""
    threshold = parse_threshold("shell.errors<5%", ["shell"])
    assert threshold.value(found(failed=10, done=90), 1.0) == pytest.approx(0.1)


def test_what_was_never_measured_does_not_hold():
    """A threshold on an operation that never succeeded cannot be met."""
    threshold = parse_threshold("dump.p99<1s", ["dump"])
    assert not threshold.holds(threshold.value(found(), 1.0))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tapp.p99<1s", "no operation 'tapp'; it has all, iteration, shell"),
        ("shell.p98<1s", "no metric 'p98'"),
        ("shell.p99<1", "p99 is a time"),
        ("shell.errors<5", "errors is a share"),
        ("shell.rate>5ms", "a rate is a number per second"),
        ("shell.p99", "write OPERATION.METRIC<VALUE"),
        ("shell.p99<1.2.3s", "no number"),
    ],
)
def test_a_threshold_that_means_nothing_is_refused(text: str, reason: str):
    """The message names the part that is wrong."""
    with pytest.raises(UsageError, match=reason):
        parse_threshold(text, ["shell"])


def test_the_knee_is_where_more_load_brings_no_more():
    """A farm that carries 200 per second, under a load that grows to twice that."""
    points = [(float(load), float(min(load, 200)), 10.0 if load <= 200 else 900.0) for load in range(10, 400, 10)]
    knee = find_knee(points)
    assert knee is not None
    assert knee.load == pytest.approx(200, rel=0.05)
    assert knee.p99 == 10.0


def test_a_farm_that_keeps_up_has_no_knee():
    """Nothing lies on a plateau."""
    assert find_knee([(float(load), float(load), 10.0) for load in range(10, 400, 10)]) is None


@given(st.integers(1, 1000), st.floats(0.0, 0.03))
def test_capacity_is_found_within_five_percent_in_at_most_eight_tests(capacity: int, error: float):
    """Devices that carry as much as they can of more: what they carry is known within three percent."""
    search = CapacitySearch(1000)
    while (number := search.next()) is not None:
        search.report(number, holds=number <= capacity, carried=min(number, capacity * (1 - error)))
        assert search.probes <= 8
    assert search.low <= capacity
    assert capacity - search.low <= max(1, 0.05 * capacity)


@given(st.integers(0, 500))
def test_capacity_is_found_where_the_throughput_says_nothing(capacity: int):
    """A latency that grows long before the throughput stops growing."""
    search = CapacitySearch(500)
    while (number := search.next()) is not None:
        search.report(number, holds=number <= capacity, carried=float(number))
        assert search.probes <= 12
    assert search.low <= capacity
    assert capacity - search.low <= max(1, 0.05 * capacity + 1)
