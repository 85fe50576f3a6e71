"""Comparison of two frames."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.screen.frames import Frame, compare
from runtime.screen.frames.diff import Bounds

WIDTH, HEIGHT = 1080, 2400
STATUS_BAR = (0, 0, WIDTH, 63)


def screen(seed: int = 0, scroll: int = 0) -> Frame:
    """Draw a title bar over a list of unequal rows, scrolled down by `scroll` pixels."""
    draw = np.random.default_rng(seed)
    page = np.full((6000, WIDTH, 4), 255, np.uint8)
    top = 20
    while top < 5700:
        high = int(draw.integers(90, 220))
        page[top : top + high, 20:1060, :3] = draw.integers(180, 245, 3)
        for _ in range(6):
            x, y = int(draw.integers(30, 700)), top + int(draw.integers(10, high - 40))
            page[y : y + 24, x : x + int(draw.integers(30, 300)), :3] = draw.integers(0, 120, 3)
        top += high + 20
    pixels = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    pixels[200:2250] = page[scroll : scroll + 2050]
    pixels[63:200, :, :3] = (98, 0, 238)
    return Frame(WIDTH, HEIGHT, pixels)


def with_rectangle(box: Bounds, colour: int = 0) -> Frame:
    """Return the first screen with one rectangle painted over."""
    return painted(screen(), box, colour)


def painted(frame: Frame, box: Bounds, colour: int) -> Frame:
    """Return a copy of a frame with one rectangle painted over."""
    pixels = frame.pixels.copy()
    left, top, right, bottom = box
    pixels[top:bottom, left:right, :3] = colour
    return Frame(frame.width, frame.height, pixels)


def test_equal_pixels_are_identical_whichever_way_it_is_found_out() -> None:
    """Frames with equal pixels are identical, whether or not their digests are known."""
    frame, two = screen(), screen()
    assert compare(frame, frame).identical
    assert compare(frame, two).identical
    assert frame.digest == two.digest
    found = compare(frame, two)
    assert (found.identical, found.changed_fraction, found.boxes, found.kind) == (True, 0.0, (), "none")


def test_a_caret_is_micro_and_its_box_is_where_it_blinks() -> None:
    """A change of a few pixels is located and classified as micro."""
    found = compare(screen(), with_rectangle((500, 400, 503, 440)))
    assert (found.identical, found.kind, found.boxes) == (False, "micro", ((500, 400, 504, 440),))


def test_a_single_pixel_is_a_change() -> None:
    """A change of a single pixel is found."""
    before, after = (painted(screen(), (500, 1200, 501, 1201), colour) for colour in (0, 255))
    assert compare(before, after).boxes == ((500, 1200, 504, 1204),)


def test_a_toast_is_local_and_a_new_page_is_a_page() -> None:
    """A toast is classified as a local change, and a new page as a page."""
    toast = compare(screen(), with_rectangle((100, 2000, 900, 2120), 40))
    assert (toast.kind, toast.boxes) == ("local", ((100, 2000, 900, 2120),))
    assert toast.changed_fraction == pytest.approx(800 * 120 / (WIDTH * HEIGHT), rel=0.05)
    assert compare(screen(), screen(9)).kind == "page"


@pytest.mark.parametrize("distance", [44, 300, 600, 900, 1200])
def test_a_scrolled_list_is_a_scroll_by_the_right_distance(distance: int) -> None:
    """A scrolled list is recognized with its distance, in both directions."""
    up = compare(screen(), screen(scroll=distance))
    assert up.kind == "scroll"
    assert up.shift[0] == 0
    assert up.shift[1] == pytest.approx(-distance, abs=4)
    down = compare(screen(scroll=distance), screen())
    assert down.kind == "scroll"
    assert down.shift[1] == pytest.approx(distance, abs=4)


def test_a_masked_clock_is_no_change() -> None:
    """Changes inside masks are ignored; masks may overlap and exceed the screen."""
    ticked = with_rectangle((60, 20, 200, 44))
    assert compare(screen(), ticked).boxes == ((60, 20, 200, 44),)
    assert compare(screen(), ticked, [STATUS_BAR]).identical
    assert compare(screen(), ticked, [(0, 0, 100, 63), (80, 10, 4000, 50), (-5, 2300, 7, 9000)]).identical
    assert not compare(screen(), ticked, [(0, 0, 100, 63)]).identical


def test_a_mask_leaves_other_changes_alone() -> None:
    """A change outside a mask is found, and one inside is ignored."""
    after = painted(with_rectangle((60, 20, 200, 44)), (200, 1000, 600, 1040), 7)
    found = compare(screen(), after, [STATUS_BAR])
    assert found.boxes == ((200, 1000, 600, 1040),)


def test_frames_of_different_size_differ_as_a_whole() -> None:
    """Frames of different size count as a new page."""
    turned = Frame(HEIGHT, WIDTH, np.ascontiguousarray(screen().pixels.transpose(1, 0, 2)))
    found = compare(screen(), turned)
    assert (found.kind, found.boxes, found.changed_fraction) == ("page", ((0, 0, HEIGHT, WIDTH),), 1.0)


def test_one_brightness_level_is_no_visible_change() -> None:
    """A difference of one brightness level is not identical, but classified as no change."""
    pixels = screen().pixels.copy()
    pixels[..., :3] -= pixels[..., :3] // 255
    found = compare(screen(), Frame(WIDTH, HEIGHT, pixels))
    assert (found.identical, found.kind, found.boxes) == (False, "none", ())


SIDES = st.integers(1, 90)


@given(st.integers(0, 205), st.integers(0, 301), SIDES, SIDES, st.integers(1, 3))
def test_a_painted_rectangle_is_covered_by_the_boxes(left: int, top: int, wide: int, high: int, grid: int) -> None:
    """On a screen of any size, even not a multiple of four, the boxes cover the change closely, in both directions."""
    width, height = 296 + grid, 392 + grid
    plain = np.full((height, width, 4), 255, np.uint8)
    marked = plain.copy()
    right, bottom = min(left + wide, width), min(top + high, height)
    marked[top:bottom, left:right, :3] = 0
    before, after = Frame(width, height, plain), Frame(width, height, marked)
    found = compare(before, after)
    assert found.boxes == compare(after, before).boxes
    assert len(found.boxes) == 1
    x1, y1, x2, y2 = found.boxes[0]
    assert x1 <= left < right <= x2 <= width
    assert y1 <= top < bottom <= y2 <= height
    assert left - x1 < 4
    assert top - y1 < 4
    assert x2 - right < 4
    assert y2 - bottom < 4


def test_opencv_is_loaded_by_the_first_comparison_only() -> None:
    """Importing the package does not load OpenCV; later OpenCV uses one thread."""
    code = (
        "import sys, numpy as np, runtime.screen.frames as f, runtime.screen.frames.png\n"
        "assert 'cv2' not in sys.modules\n"
        "make = lambda v: f.Frame(8, 8, np.full((8, 8, 4), v, np.uint8))\n"
        "f.compare(make(1), make(200))\n"
        "assert sys.modules['cv2'].getNumThreads() == 1\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
