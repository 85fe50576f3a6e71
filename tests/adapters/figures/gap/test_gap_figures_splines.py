"""Curves between measured points: through all points, never negative, and with preserved sums."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.figures.gap.splines import interpolate


@st.composite
def counted(draw):
    """Strategy: shares of four cells in percent, at one to eight points."""
    rows = draw(st.lists(st.lists(st.integers(0, 5000), min_size=4, max_size=4).filter(any), min_size=1, max_size=8))
    return [[100 * count / sum(row) for count in row] for row in rows]


@given(counted())
def test_a_curve_goes_through_its_points(rows):
    """At 0, 1, 2, … the curve has the given values, and it ends at the last point."""
    places, values = interpolate(rows, per=4)
    assert places[::4] == list(range(len(rows)))
    for mine, row in zip(values[::4], rows, strict=True):
        assert mine == pytest.approx(row)


@given(counted())
def test_cells_make_a_hundred_between_the_points_too(rows):
    """No share is below 0 or above 100, and the four add up to 100 everywhere, so bands fit their lines."""
    for ideal, execution, reasoning, wrong in interpolate(rows)[1]:
        assert min(ideal, execution, reasoning, wrong) >= 0
        assert ideal + execution + reasoning + wrong == pytest.approx(100)


def test_a_straight_line_stays_straight():
    """Points on a line are connected by that line."""
    _, values = interpolate([[float(10 * index + 10)] for index in range(5)], per=10)
    assert [value for (value,) in values] == pytest.approx([index + 10 for index in range(41)])


def test_a_curve_is_smooth():
    """At the points the slopes from left and right are equal."""
    _, values = interpolate([[30.0], [50.0], [40.0], [60.0]], per=1000)
    for knot in (1000, 2000):
        left, here, right = (values[knot + shift][0] for shift in (-1, 0, 1))
        assert here - left == pytest.approx(right - here, abs=1e-3)


def test_no_points_are_no_curve():
    """Empty input gives empty output."""
    assert interpolate([]) == ([], [])
