"""What a number of intents can show."""

from __future__ import annotations

from fractions import Fraction

import pytest

from runtime.metrics.comparing.power import fixed_intents, intent_spread, power_hint
from runtime.metrics.intervals import Cluster


def clusters(*differences: int) -> dict[str, Cluster]:
    """Make an intent with one task for each difference."""
    return {str(at): Cluster(Fraction(value), 1) for at, value in enumerate(differences)}


def test_the_fixed_number_is_that_of_the_textbook() -> None:
    """Half a standard deviation needs 32 pairs at 80 % power, and 43 at 90 %."""
    assert fixed_intents(0.5, 1.0) == 32
    assert fixed_intents(-0.5, 1.0) == 32
    assert fixed_intents(0.5, 1.0, power=0.9) == 43


def test_a_huge_difference_needs_six_intents() -> None:
    """No test can find it at 5 % with fewer."""
    assert fixed_intents(1.0, 0.1) == 6


def test_no_number_of_intents_shows_no_difference() -> None:
    """A difference of 0 is refused."""
    with pytest.raises(ValueError, match="difference of 0"):
        fixed_intents(0, 1)


def test_the_spread_of_single_tasks_is_their_standard_deviation() -> None:
    """Intents with one task each are ordinary observations."""
    assert intent_spread(clusters(1, -1, 0, 0)) == pytest.approx((2 / 3) ** 0.5)
    assert intent_spread(clusters(1)) is None


def test_a_larger_intent_counts_for_its_tasks() -> None:
    """Equal rates in intents of different size have no spread."""
    assert intent_spread({"a": Cluster(Fraction(1), 2), "b": Cluster(Fraction(2), 4)}) == 0


def test_the_observed_difference_is_detectable_exactly_with_the_needed_number() -> None:
    """If the difference is as large as what can be detected, so many intents are needed as there are."""
    hint = power_hint(clusters(*[1] * 12, *[0] * 30, *[-1] * 4))
    assert hint.detectable is not None
    assert hint.needed is not None
    difference = 8 / 46
    assert hint.needed == pytest.approx(46 * (hint.detectable / difference) ** 2, abs=1)


def test_without_spread_nothing_is_estimated() -> None:
    """Sides that do not differ anywhere tell nothing about other intents."""
    hint = power_hint(clusters(0, 0, 0))
    assert (hint.intents, hint.detectable, hint.needed) == (3, None, None)


def test_without_a_difference_no_number_is_needed() -> None:
    """What can be detected is known nevertheless."""
    hint = power_hint(clusters(1, -1))
    assert hint.detectable is not None
    assert hint.needed is None
