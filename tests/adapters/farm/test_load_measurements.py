"""Operations counted as they end: latencies, series, recoveries, layers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.farm.results.histogram import Latencies
from adapters.farm.results.layers import LAYERS, LoopLog, ProbeLog, Route, Timed, blamed
from adapters.farm.results.measurements import Measurements, Operation, Series, gini


def measured(*operations: Operation) -> Measurements:
    """Measurements of two devices after these operations."""
    found = Measurements(0.0, {name: Route(LoopLog()) for name in ("a", "b")})
    for operation in operations:
        found.begin()
        found.add(operation)
    return found


def operation(ended: float, device: str = "a", took: float = 0.01, failure: str = "") -> Operation:
    """A shell command that ended then."""
    return Operation("shell", device, ended - took, ended - took, ended, failure=failure, message=failure)


@given(st.lists(st.floats(0.00001, 3000), min_size=1, max_size=300), st.sampled_from((2, 3)))
def test_quantiles_are_within_one_percent_of_the_exact_ones(values: list[float], digits: int):
    """For any values, with two digits and with three; the largest is exact."""
    found = Latencies(digits)
    for value in values:
        found.add(value)
    ranked = sorted(max(round(value * 1e6), 1) / 1e6 for value in values)
    for share in (0.5, 0.9, 0.99, 1.0):
        near = found.quantile(share) / 1000
        at = max(round(share * len(ranked)) - 1, 0)
        around = ranked[max(at - 1, 0) : at + 2]
        assert any(abs(near - exact) <= exact * 0.01 + 1e-6 for exact in around)
    assert found.summary().max == pytest.approx(ranked[-1] * 1000)


@given(st.lists(st.floats(0.001, 10)), st.lists(st.floats(0.001, 10)))
def test_merged_histograms_equal_one_of_all_values(first: list[float], second: list[float]):
    """Nothing is lost by merging."""
    former, latter, together = Latencies(), Latencies(), Latencies()
    for histogram, values in ((former, first), (latter, second), (together, first + second)):
        for value in values:
            histogram.add(value)
    former.merge(latter)
    assert former.summary() == together.summary()


def test_latency_counts_from_when_an_operation_was_due():
    """Two seconds too late and a tenth of a second long: 2.1 seconds."""
    found = measured(Operation("shell", "a", due=1.0, started=3.0, ended=3.1))
    assert found.latencies["shell"].summary().max == pytest.approx(2100, rel=0.001)
    assert found.lateness.summary().max == pytest.approx(2000, rel=0.001)


def test_a_device_that_fails_and_works_again_has_recovered_since_its_first_failure():
    """Two failures in a row are one recovery."""
    found = measured(
        operation(1.0), operation(2.0, failure="timeout"), operation(3.0, failure="timeout"), operation(7.5)
    )
    assert found.recoveries == [("a", 2.0, 5.5)]
    assert found.devices["a"].down_since is None
    assert found.failures == {("shell", "timeout"): 2}


def test_a_device_that_fails_until_the_end_has_not_recovered():
    """The others do not count for it."""
    found = measured(operation(1.0), operation(2.0, failure="connection lost"), operation(3.0, "b"))
    assert found.devices["a"].down_since == 2.0
    assert found.recoveries == []


def test_no_more_than_two_hundred_kinds_of_failures_are_told_apart():
    """The rest are counted together, so memory stays bounded."""
    found = measured(*(operation(1.0, failure=f"kind {number}") for number in range(500)))
    assert len(found.failures) == 201
    assert found.failed == 500


def test_a_long_series_is_coarser_and_loses_nothing():
    """5,000 seconds in at most 600 stretches of equal length."""
    series = Series(0.0)
    for second in range(5000):
        series.at(second + 0.5).done += 1
    assert len(series.buckets) <= 600
    assert sum(bucket.done for bucket in series.buckets) == 5000
    assert {bucket.done for bucket in series.buckets[:-1]} == {int(series.width)}


@pytest.mark.parametrize(
    ("numbers", "expected"), [([5, 5, 5, 5], 0.0), ([0, 0, 0, 8], 0.75), ([0, 0], 0.0), ([1, 3], 0.25)]
)
def test_gini_coefficients(numbers: list[int], expected: float):
    """Equal numbers give 0, one device for all gives nearly 1."""
    assert gini(numbers) == expected


def filled(took: float, count: int = 30) -> ProbeLog:
    """A layer whose probes took so long."""
    log = ProbeLog()
    for number in range(count):
        log.end(number * 0.1, took)
    return log


def test_a_layer_has_what_its_probes_take_as_often_as_it_is_passed():
    """A shell command goes to the adb server for a connection, the choice of the device, and the service."""
    route = Route(LoopLog(), filled(0.01), filled(0.002))
    times = route.charge(Timed(0.0, 0.1), now=0.2)
    assert times == pytest.approx({"own": 0.0, "network": 0.03, "server": 0.004, "device": 0.066})
    assert set(times) == set(LAYERS)


def test_no_layer_has_more_than_the_operation_took():
    """Probes that are slower than the operation have all of its time."""
    route = Route(LoopLog(), filled(0.5), filled(0.5))
    assert route.charge(Timed(0.0, 0.1), now=0.2) == {"own": 0.0, "network": 0.1, "server": 0.0, "device": 0.0}


def test_while_a_probe_hangs_its_layer_has_the_time_that_both_share():
    """While it still hangs, and when it has ended; later operations are not concerned."""
    network = filled(0.001)
    network.begin(10.0)
    route = Route(LoopLog(), network, filled(0.001))
    times = route.charge(Timed(9.5, 12.0), now=12.5)
    assert times["network"] == pytest.approx(2.0)
    assert blamed(times) == "network"
    network.end(10.0, 3.0)
    assert route.charge(Timed(9.5, 12.0), now=20.0)["network"] == pytest.approx(2.0)
    assert route.charge(Timed(14.0, 14.1), now=20.0)["network"] == pytest.approx(0.003)


def test_a_slow_operation_is_compared_with_slow_probes():
    """One probe in five takes 200 ms: a slow operation has met it, a usual one the mean."""
    network = ProbeLog()
    for number in range(50):
        network.end(number * 0.1, 0.2 if number % 5 == 0 else 0.001)
    route = Route(LoopLog(), network, filled(0.001))
    operation = Timed(100.0, 100.6)
    assert blamed(route.charge(operation, now=101.0, slow=True)) == "network"
    assert blamed(route.charge(operation, now=101.0)) == "device"


def test_the_generators_own_loop_has_the_time_in_which_it_was_not_free():
    """A loop that is late four times as long as it sleeps has four fifths."""
    loop = LoopLog()
    for number in range(60):
        loop.add(due=number * 0.1, woke=number * 0.1 + 0.08, period=0.02)
    times = Route(loop).charge(Timed(0.0, 1.0), now=7.0)
    assert times["own"] == pytest.approx(0.8, abs=0.02)
    assert blamed(times) == "own"
