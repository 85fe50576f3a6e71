"""The fast geometry of boxes, distances and directions equals the arithmetic of the public code."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap import rules
from benchmarks.gap.records import Predicted, Step, Truth
from benchmarks.gap.rules import geometry
from tests.support.slow_boxes import clicked, enlarged, five_nearest

_THOUSANDTH = st.integers(0, 1000).map(lambda number: number / 1000)
_FINE = st.one_of(_THOUSANDTH, st.floats(0, 1))
_SPOT = st.tuples(_FINE, _FINE)
_BOX = st.tuples(_FINE, _FINE, st.one_of(st.just(0.0), _FINE), _FINE)
_BOXES = st.lists(_BOX, max_size=14) | st.lists(
    st.sampled_from([(0.1, 0.1, 0.2, 0.2), (0.3, 0.3, 0.1, 0.1)]), max_size=9
)


@given(_BOXES, _SPOT, st.tuples(_THOUSANDTH, _THOUSANDTH), st.booleans())
def test_clicks_match_as_box_by_box(boxes, wanted, point, androidcontrol):
    """The vectorised rule agrees with a loop over the boxes, for any boxes."""
    rule = rules.named("agentcpm-androidcontrol" if androidcontrol else "agentcpm")
    where = np.array(boxes, dtype=np.float64).reshape(-1, 4)
    step = Step("d", "e", 0, "", Truth("click", 4, wanted, wanted), where)
    found = rule.match(step, Predicted("click", point))
    assert found.exact == found.grounded == clicked(boxes, wanted, point, androidcontrol)


@given(_BOXES.filter(bool), _SPOT)
def test_enlarged_and_nearest_boxes_equal_a_loop(boxes, point):
    """Enlarged boxes and the five nearest boxes equal those computed by a loop, to the last bit."""
    where = np.array(boxes, dtype=np.float64)
    assert geometry.enlarge_yxhw(where).tolist() == [list(enlarged(box)) for box in boxes]
    assert sorted(geometry.nearest(where, point).tolist()) == sorted(list(box) for box in five_nearest(boxes, *point))


@given(_SPOT, _SPOT)
def test_distances_are_those_of_numpy(first, second):
    """The distance equals numpy's norm of the difference, bit for bit."""
    assert geometry.distance(first, second) == np.linalg.norm(np.array(first) - np.array(second))


@pytest.mark.parametrize(
    ("start", "end", "direction"),
    [
        ((0.5, 0.5), (0.5, 0.4), "up"),
        ((0.5, 0.5), (0.6, 0.6), "down"),
        ((0.3, 0.3), (0.2, 0.2), "up"),
        ((0.5, 0.5), (0.4, 0.5), "left"),
        ((0.3, 0.3), (0.4, 0.395), "right"),
        ((0.5, 0.5), (0.5, 0.5), None),
        ((0.5, 0.5), None, None),
        ((math.nan, 0.5), (0.5, 0.5), None),
        ((0.0, 0.0), (1e300, 0.0), None),
    ],
)
def test_directions_go_to_the_nearest_of_four(start, end, direction):
    """A direction follows the larger axis; a tie is vertical, and without motion there is no direction."""
    assert geometry.heading(start, end) == direction


@given(*[st.integers(0, 1000)] * 4)
def test_a_predicted_swipe_is_read_in_whole_thousandths(left, top, right, bottom):
    """Diagonals are ties even if the fractions of their ends differ in the last bit."""
    swipe = Predicted("scroll", (left / 1000, top / 1000), (right / 1000, bottom / 1000))
    across, down = right - left, bottom - top
    if not across and not down:
        wanted = None
    elif abs(down) >= abs(across):
        wanted = "down" if down > 0 else "up"
    else:
        wanted = "right" if across > 0 else "left"
    assert geometry.finger(swipe) == wanted


@given(st.integers(200, 4000), st.integers(200, 4000), st.data())
def test_pixels_survive_conversion_to_fractions(width, height, data):
    """A box in whole pixels has whole pixels again after conversion to fractions and back."""
    sides = [data.draw(st.integers(0, most)) for most in (height, width, height, width)]
    fractions = np.array([sides], dtype=np.float64) / (height, width, height, width)
    y, x, high, wide = sides
    assert geometry.pixels(fractions, (width, height)).tolist() == [[x, y, x + wide, y + high]]
