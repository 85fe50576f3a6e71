"""pass^k and flip rate over repeats."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import Score
from runtime.metrics.comparing.repeats import reliability
from runtime.metrics.intervals import Bootstrap
from runtime.metrics.reducers import METRICS
from tests.support.committed_runs import episode

TSR = METRICS["TSR"]
QUICK = Bootstrap(draws=50)


def played(*tasks: str) -> list[Score]:
    """Make a repeat for each letter of each task; `x` is solved."""
    return [
        episode("a", f"i{task}.standard", solved=letter == "x", repeat=repeat)
        for task, letters in enumerate(tasks)
        for repeat, letter in enumerate(letters)
    ]


def test_without_repeats_there_is_nothing_to_say() -> None:
    """One episode for each task says nothing about reliability."""
    assert reliability(TSR, played("x", ".")) is None
    assert reliability(TSR, []) is None


def test_pass_k_is_that_of_tau_bench() -> None:
    """Of a task solved in 3 of 4 repeats, half of the pairs and a quarter of the triples are solved completely."""
    found = reliability(TSR, played("xxx."))
    assert found is not None
    assert {k: share.value for k, share in found.passing.items()} == {1: 0.75, 2: 0.5, 3: 0.25, 4: 0}
    assert found.flip_rate.value == 0.5


@given(st.lists(st.text("x.", min_size=2, max_size=5), min_size=1, max_size=4))
def test_the_estimates_are_the_means_over_all_choices_of_repeats(tasks: list[str]) -> None:
    """Choosing k of the n repeats in every way gives the same as the formulas."""
    found = reliability(TSR, played(*tasks), QUICK)
    assert found is not None
    for k, share in found.passing.items():
        means = []
        for task in tasks:
            chosen = list(combinations(task, k))
            if chosen:
                means.append(sum(set(letters) == {"x"} for letters in chosen) / len(chosen))
        assert share.value == pytest.approx(sum(means) / len(means))
        assert share.n == len(means)
    flips = [[first != other for first, other in combinations(task, 2)] for task in tasks]
    assert found.flip_rate.value == pytest.approx(sum(sum(found) / len(found) for found in flips) / len(flips))


def test_no_interval_is_a_point() -> None:
    """Tasks that are always solved have an interval below 1 too."""
    found = reliability(TSR, played("xx", "xx", "xx"))
    assert found is not None
    low, high = found.passing[2].interval or (1.0, 1.0)
    assert low < found.passing[2].value == high == 1


def test_a_lost_repeat_is_not_solved() -> None:
    """As in TSR, everything that was scheduled counts."""
    scores = [*played("x"), episode("a", "i0.standard", solved=True, repeat=1, ending="fault", cause="device")]
    found = reliability(TSR, scores)
    assert found is not None
    assert found.passing[1].value == 0.5
