"""Load over time, and the moments at which iterations are due."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.farm.plan.curves import SHAPES, Curve, Stage, shape

STAGES = st.lists(
    st.builds(Stage, st.floats(0.5, 60), st.floats(0, 200), st.booleans()), min_size=1, max_size=5
)  # fmt: skip


@given(STAGES)
def test_as_many_iterations_are_due_as_the_load_adds_up_to(stages: list[Stage]):
    """The number is right to half an iteration, in order, and within the test."""
    curve = Curve(stages)
    moments = list(curve.arrivals("constant", Random(0)))
    assert abs(len(moments) - curve.total) <= 0.5 + 1e-6
    assert moments == sorted(moments)
    assert all(0 <= at <= curve.seconds + 1e-6 for at in moments)


@given(STAGES, st.floats(0.01, 0.99))
def test_the_moment_of_an_amount_is_where_the_load_adds_up_to_it(stages: list[Stage], share: float):
    """Adding up the load in small steps up to that moment gives the amount, as far as such steps can tell."""
    curve = Curve(stages)
    amount = share * curve.total
    at = curve.moment(amount)
    assert at is not None
    width = at / 5000
    added = sum(curve.load((index + 0.5) * width) * width for index in range(5000))
    assert added == pytest.approx(amount, abs=len(stages) * curve.most * width + 1e-6)


def test_random_arrivals_have_the_same_mean_rate_and_depend_on_the_seed():
    """Independent arrivals, the same again for the same seed."""
    curve = Curve(shape("constant", 100, 60))
    first, again, other = (list(curve.arrivals("poisson", Random(seed))) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len(first) == pytest.approx(6000, rel=0.05)


def test_users_come_and_go_one_by_one_along_a_line():
    """A ramp of users passes every number."""
    curve = Curve((Stage(10, 4), Stage(10, 0)))
    numbers = [users for _, users in curve.changes()]
    assert numbers == [0, 1, 2, 3, 4, 3, 2, 1, 0]


def test_a_spike_reaches_the_level_at_once_and_returns():
    """A tenth, the level, a tenth, nothing."""
    curve = Curve(shape("spike", 100, 50))
    assert [curve.load(at) for at in (1, 19, 21, 29, 31, 49, 51)] == [10, 10, 100, 100, 10, 10, 0]


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_reaches_its_level_and_lasts_as_long_as_it_is_to(name: str):
    """Whatever the shape, its height and length are those asked for."""
    curve = Curve(shape(name, 40, 20))
    assert curve.seconds == pytest.approx(20)
    assert curve.most == 40
