"""Coordinates of each scheme are converted to pixels as the agents' own programs do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.formats.grammar.coordinates import (
    ABS_SMART28,
    PIXELS,
    REL999,
    REL999_CUT,
    REL1000,
    REL1000_CUT,
    SMART16,
    Grid,
    Screen,
    half_up,
    point,
    smart_resize,
)
from adapters.agents.formats.grammar.errors import FormatError

_SCHEMES = [REL999, REL999_CUT, REL1000, REL1000_CUT, ABS_SMART28, SMART16, PIXELS]
_screens = st.builds(Screen, st.integers(100, 3000), st.integers(100, 3000))


@pytest.mark.parametrize(
    ("screen", "resized"),
    [
        ((1080, 2400), (1092, 2408)),
        ((1080, 2340), (1092, 2352)),
        ((1080, 1920), (1092, 1932)),
        ((1440, 3200), (1428, 3192)),
        ((720, 1600), (728, 1596)),
        ((42, 2800), (56, 2800)),  # 42 / 28 = 1.5: to even, up
        ((70, 2800), (56, 2800)),  # 70 / 28 = 2.5: to even, down
        ((10, 10), (280, 280)),  # grown to 100 tiles
        ((6000, 6000), (3584, 3584)),  # shrunk to 16384 tiles
    ],
)
def test_pictures_are_resized_as_the_models_see_them(screen, resized):
    """Pictures are resized to the sizes that the models use, within the smallest and largest area."""
    assert smart_resize(Screen(*screen)) == resized


def test_a_picture_like_a_ribbon_is_refused():
    """A picture with one side more than 200 times the other is refused."""
    assert smart_resize(Screen(2000, 10))
    with pytest.raises(FormatError, match="200 times"):
        smart_resize(Screen(2001, 10))


@given(screen=_screens)
def test_resized_pictures_are_whole_tiles(screen):
    """A resized picture has sides that are multiples of the factor, and an area within the limits."""
    for factor, least, most in ((28, 100 * 784, 16384 * 784), (16, 3136, 1003520 * 200)):
        width, height = smart_resize(screen, factor, least, most)
        assert width % factor == height % factor == 0
        assert least <= width * height <= most


@given(screen=_screens, place=st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_what_is_on_the_models_picture_is_on_the_screen(screen, place):
    """Every place on the model's picture maps to a pixel of the screen at about the same fraction."""
    for scheme in _SCHEMES:
        right, bottom = scheme.span(screen)
        x, y = scheme.pixel((place[0] * right, place[1] * bottom), screen)
        assert 0 <= x < screen.width
        assert 0 <= y < screen.height
        slack = 1 + (16 if scheme is SMART16 else 0)
        assert abs(x - place[0] * screen.width) <= slack
        assert abs(y - place[1] * screen.height) <= slack


@pytest.mark.parametrize("scheme", _SCHEMES)
def test_what_is_beyond_the_picture_is_refused(scheme):
    """A coordinate beyond the scheme's range, or not a finite number, raises a FormatError."""
    screen = Screen(1080, 2400)
    right, _ = scheme.span(screen)
    for x in (-1, right + 1, float("inf"), float("nan"), 1e300):
        with pytest.raises(FormatError):
            scheme.pixel((x, 5), screen)
    for x in (float("inf"), float("nan"), 1e300):
        with pytest.raises(FormatError):
            scheme.unchecked((x, 5), screen)


def test_each_scheme_rounds_its_own_way():
    """Each scheme rounds like its agent's program: cut off, half to even, or half up."""
    screen = Screen(1080, 2400)
    assert REL1000_CUT.pixel((811, 188), screen) == (875, 451)
    assert REL1000.pixel((811, 188), screen) == (876, 451)
    assert REL999.pixel((500, 500), screen) == (541, 1201)
    assert REL999_CUT.pixel((500, 500), screen) == (540, 1201)
    assert ABS_SMART28.pixel((540, 1200), screen) == (534, 1196)
    assert SMART16.pixel((500, 500), screen) == (544, 1200)
    assert [half_up(value) for value in (0.5, 1.5, 2.5, -0.5)] == [1, 2, 3, 0]
    halves = Screen(1000, 1000)
    assert REL1000.pixel((0.5, 2.5), halves) == (1, 3)
    assert REL999.pixel((0.5 * 0.999, 2.5 * 0.999), halves) == (0, 2)


def test_two_numbers_are_a_point_and_four_a_box():
    """Two numbers are a point, four are a box whose centre is used, and other counts are refused."""
    assert point([1, 2], "x") == (1, 2)
    assert point([100, 200, 300, 500], "x") == (200, 350)
    for numbers in ([], [1], [1, 2, 3], [1, 2, 3, 4, 5]):
        with pytest.raises(FormatError):
            point(numbers, "x")


@pytest.mark.parametrize(
    ("screen", "size"),
    [((1080, 2400), (9, 20)), ((1080, 2340), (9, 18)), ((1440, 3200), (12, 25)), ((1079, 90), (8, 1))],
)
def test_the_grid_has_the_cells_that_are_drawn(screen, size):
    """The grid's cell size is the smallest divisor of a side from 120 to 180 pixels, else 120."""
    assert Grid(Screen(*screen)).size == size


def test_a_cell_has_nine_places():
    """A place in a grid cell is its centre, a side or a corner, a quarter of the cell from its edges."""
    grid = Grid(Screen(1080, 2400))
    places = {part: grid.place(11, part) for part in ("center", "top-left", "top", "right", "bottom-right", "nonsense")}
    assert places == {
        "center": (180, 180), "top-left": (150, 150), "top": (180, 150), "right": (210, 180),
        "bottom-right": (210, 210), "nonsense": (180, 180),
    }  # fmt: skip
