"""The curves between measured points: through all of them, never below zero, and what adds up adds up everywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap.figures.splines import interpolate


@st.composite
def counted(draw):
    """Shares of four cells in percent, at one to eight points."""
    rows = draw(st.lists(st.lists(st.integers(0, 5000), min_size=4, max_size=4).filter(any), min_size=1, max_size=8))
    return [[100 * count / sum(row) for count in row] for row in rows]


@given(counted())
def test_a_curve_goes_through_its_points(rows):
    """At 0, 1, 2, … the curve has the values that it was given, and it ends with the last."""
    places, values = interpolate(rows, per=4)
    assert places[::4] == list(range(len(rows)))
    for mine, row in zip(values[::4], rows, strict=True):
        assert mine == pytest.approx(row)


@given(counted())
def test_cells_make_a_hundred_between_the_points_too(rows):
    """No share is negative or above 100 anywhere, and the four add up to 100: bands are true to their lines."""
    for ideal, execution, reasoning, wrong in interpolate(rows)[1]:
        assert min(ideal, execution, reasoning, wrong) >= 0
        assert ideal + execution + reasoning + wrong == pytest.approx(100)


def test_a_straight_line_stays_straight():
    """Points on a line are joined by that line."""
    _, values = interpolate([[float(10 * index + 10)] for index in range(5)], per=10)
    assert [value for (value,) in values] == pytest.approx([index + 10 for index in range(41)])


def test_a_curve_is_smooth():
    """At the points the slope from the left is the slope from the right."""
    _, values = interpolate([[30.0], [50.0], [40.0], [60.0]], per=1000)
    for knot in (1000, 2000):
        left, here, right = (values[knot + shift][0] for shift in (-1, 0, 1))
        assert here - left == pytest.approx(right - here, abs=1e-3)


def test_no_points_are_no_curve():
    """Nothing in, nothing out."""
    assert interpolate([]) == ([], [])
