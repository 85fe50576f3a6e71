"""Intervals and paired tests against known values."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from runtime.metrics.intervals import Bootstrap, Cluster, mcnemar_p, sign_flip_p, wilson_interval


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(0, 10, 0.0, 0.277533), (10, 10, 0.722467, 1.0), (7, 10, 0.396778, 0.892209), (1, 2, 0.094531, 0.905469)],
)
def test_wilson_matches_the_textbook(successes: int, n: int, low: float, high: float) -> None:
    """Score intervals match to six places and stay within 0..1."""
    assert wilson_interval(successes, n) == pytest.approx((low, high), abs=1e-6)


def test_wilson_needs_a_trial() -> None:
    """Wilson's interval of zero trials raises a ValueError."""
    with pytest.raises(ValueError, match="without trials"):
        wilson_interval(0, 0)


def test_the_bootstrap_does_not_depend_on_the_order_of_intents() -> None:
    """The bootstrap interval does not depend on the order of intents, but on the seed."""
    clusters = {f"i{n}": Cluster(Fraction(n % 5, 7), 1 + n % 4) for n in range(30)}
    turned = dict(reversed(clusters.items()))
    assert Bootstrap().interval(clusters) == Bootstrap().interval(turned)
    assert Bootstrap(seed=1).interval(clusters) != Bootstrap(seed=2).interval(clusters)


def test_the_bootstrap_resamples_whole_intents() -> None:
    """The width of its interval follows the spread between intents, however many tasks each has."""
    rng = np.random.default_rng(3)
    shares = rng.integers(0, 11, 100)
    clusters = {f"i{n:03}": Cluster(Fraction(int(share), 10) * 4, 4) for n, share in enumerate(shares)}
    interval = Bootstrap().interval(clusters)
    assert interval is not None
    low, high = interval
    error = float(np.std(shares / 10)) / math.sqrt(100)
    assert low < shares.mean() / 10 < high
    assert (high - low) == pytest.approx(2 * 1.96 * error, rel=0.05)


@pytest.mark.parametrize("value", [Fraction(0), Fraction(1, 8), Fraction(1)])
@pytest.mark.parametrize("count", [1, 7, 8, 66])
def test_no_interval_is_a_point(value: Fraction, count: int) -> None:
    """Where all intents are equal the interval is Wilson's with the intents as trials, narrower the more there are."""
    clusters = {f"i{number}": Cluster(value * 4, 4) for number in range(count)}
    low, high = wilson_interval(float(value) * count, count)
    assert Bootstrap().interval(clusters) == pytest.approx((low, high))
    assert low <= float(value) <= high
    assert high - low > 0.02
    assert Bootstrap().interval({}) is None


def test_few_intents_are_not_resampled() -> None:
    """Below eight intents the interval is Wilson's, however they differ; a difference may be negative."""
    clusters = {f"i{number}": Cluster(Fraction(number % 2), 1) for number in range(7)}
    assert Bootstrap().interval(clusters) == pytest.approx(wilson_interval(3, 7))
    apart = {f"i{number}": Cluster(Fraction(-1), 1) for number in range(7)}
    low, high = Bootstrap().interval(apart, least=-1) or (0, 0)
    assert (low, high) == pytest.approx((-1, -1 + 2 * wilson_interval(0, 7)[1]))


@pytest.mark.parametrize(
    ("left", "right", "p"), [(0, 0, 1.0), (5, 5, 1.0), (0, 5, 0.0625), (1, 9, 0.021484375), (9, 1, 0.021484375)]
)
def test_mcnemar_is_the_exact_binomial_test(left: int, right: int, p: float) -> None:
    """McNemar's exact test is two-sided, symmetric and at most 1."""
    assert mcnemar_p(left, right) == p


def test_sign_flip_counts_all_patterns_of_a_few_and_draws_from_many() -> None:
    """P values match hand calculation, equal pairs do not matter, and only one-sided samples are significant."""
    ones = {f"i{n}": Fraction(1, 3) for n in range(4)}
    assert sign_flip_p(ones) == 2 / 16
    assert sign_flip_p({**ones, "same": Fraction(0)}) == 2 / 16
    assert sign_flip_p({}) == 1.0
    many = {f"i{n}": Fraction(1, 3) for n in range(40)}
    assert sign_flip_p(many) < 0.001
    balanced = {name: value * (1 if n % 2 else -1) for n, (name, value) in enumerate(many.items())}
    assert sign_flip_p(balanced) == 1.0
    assert sign_flip_p(many) == sign_flip_p(dict(reversed(many.items())))
