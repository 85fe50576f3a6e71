"""The settle detector, fed with drawn frames and times."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import numpy as np
import pytest

from runtime.screen.frames import CaptureAgain, Frame, Settled, SettleDetector
from runtime.screen.frames.frame import Pixels

WIDTH, HEIGHT, BAR = 540, 1200, 32


def screen(*boxes: tuple[int, int, int, int]) -> Frame:
    """Draw a white screen with black rectangles."""
    pixels = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    for left, top, right, bottom in boxes:
        pixels[top:bottom, left:right, :3] = 0
    return Frame(WIDTH, HEIGHT, pixels)


def play(settle: SettleDetector, show: Callable[[int], Frame], capture_ms: int = 0) -> Settled:
    """Feed the frames that `show` draws and wait as requested; a capture may take time too."""
    now = 0
    while True:
        answer = settle.feed(show(now), now)
        if isinstance(answer, Settled):
            return answer
        now += answer.ms + capture_ms


def test_a_still_screen_settles_after_two_captures() -> None:
    """A still screen settles after two captures."""
    settle = SettleDetector(mask_top=BAR, period_ms=100)
    assert settle.feed(screen(), 0) == CaptureAgain(100)
    still = screen()
    assert settle.feed(still, 100) == Settled(still, 100, stable=True)


@pytest.mark.parametrize("still_from", [250, 1000, 3000])
def test_an_animation_is_waited_for_and_not_much_longer(still_from: int) -> None:
    """A screen that stops moving settles within two periods."""
    found = play(
        SettleDetector(mask_top=BAR, period_ms=100), lambda now: screen((0, 100, min(now, still_from) // 10 + 1, 300))
    )
    assert found.stable
    assert still_from <= found.waited_ms <= still_from + 200


def test_an_endless_spinner_ends_unstable_at_the_cap() -> None:
    """A screen that keeps moving ends as unstable after the maximum time."""
    turns = count()
    found = play(
        SettleDetector(mask_top=BAR, period_ms=70, cap_ms=6000),
        lambda now: screen((200 + next(turns) % 9 * 8, 500, 290, 560)),
    )
    assert (found.waited_ms, found.stable) == (6000, False)


def test_a_small_spinner_is_not_taken_for_a_caret() -> None:
    """A small circling dot keeps the screen unstable."""

    def show(now: int) -> Frame:
        turn = now / 100
        x, y = 270 + int(30 * np.cos(turn)), 600 + int(30 * np.sin(turn))
        return screen((x, y, x + 10, y + 10))

    assert not play(SettleDetector(period_ms=100, cap_ms=2000), show).stable


def test_a_blinking_caret_does_not_keep_the_screen_awake() -> None:
    """A blinking text cursor does not keep the screen from settling."""
    found = play(
        SettleDetector(mask_top=BAR, period_ms=100),
        lambda now: screen((101, 400, 104, 448)) if now // 100 % 2 else screen(),
    )
    assert (found.waited_ms, found.stable) == (200, True)


def test_a_digit_or_two_carets_are_a_change() -> None:
    """Larger changes, or two cursors at once, keep the screen from settling."""
    for boxes in (
        [(101, 400, 125, 430)],
        [(101, 400, 104, 448), (301, 400, 304, 448)],
        [(101, 400, 104, 800)],
        [(101, 400, 161, 403)],
    ):
        settle = SettleDetector(period_ms=100)
        settle.feed(screen(), 0)
        settle.feed(screen(*boxes), 100)
        assert isinstance(settle.feed(screen(), 200), CaptureAgain)


def test_a_clock_in_the_status_bar_is_not_looked_at() -> None:
    """Changes in the masked status bar do not count; without the mask they do."""

    def show(now: int) -> Frame:
        return screen((20 + now // 100 % 2 * 100, 4, 100 + now // 100 % 2 * 100, 28))

    assert play(SettleDetector(mask_top=BAR, period_ms=100), show).stable
    assert not play(SettleDetector(period_ms=100, cap_ms=1000), show).stable


def test_late_content_is_seen_as_long_as_something_moves_until_then() -> None:
    """If a progress bar moves until content appears at 900 ms, the settled frame shows the content."""

    def show(now: int) -> Frame:
        return screen((0, 100, 540, 700)) if now >= 900 else screen((0, 40, 20 + now // 3, 46))

    found = play(SettleDetector(mask_top=BAR, period_ms=100), show)
    assert found.stable
    assert found.waited_ms == 1000
    assert found.frame.pixels[300, 300, 0] == 0


def test_the_floor_guards_against_the_screen_before_the_touch() -> None:
    """A minimum wait of 300 ms settles on the screen after the reaction; without it on the one before."""

    def show(now: int) -> Frame:
        return screen((0, 100, 540, 700)) if now >= 250 else screen()

    early = play(SettleDetector(period_ms=100), show)
    assert (early.waited_ms, early.frame.pixels[300, 300, 0]) == (100, 255)
    late = play(SettleDetector(period_ms=100, floor_ms=300), show)
    assert (late.waited_ms, late.frame.pixels[300, 300, 0]) == (400, 0)


def test_slow_captures_are_counted_in() -> None:
    """Slow captures count towards the maximum wait."""
    found = play(SettleDetector(period_ms=100, cap_ms=6000), lambda now: screen((0, 0, now // 10 % 500 + 1, 50)), 700)
    assert not found.stable
    assert 6000 <= found.waited_ms <= 6700


def test_a_rotation_is_a_change() -> None:
    """A frame of another size is a change."""
    settle = SettleDetector()
    settle.feed(screen(), 0)
    assert isinstance(settle.feed(Frame(HEIGHT, WIDTH, np.full((WIDTH, HEIGHT, 4), 255, np.uint8)), 100), CaptureAgain)


def test_the_last_frame_is_not_kept() -> None:
    """Overwriting the last frame's buffer does not change the result."""
    settle = SettleDetector(period_ms=100)
    pooled = screen().pixels.copy()
    settle.feed(Frame(WIDTH, HEIGHT, pooled), 0)
    pooled[:] = 0
    assert isinstance(settle.feed(Frame(WIDTH, HEIGHT, pooled), 100), CaptureAgain)
    assert isinstance(settle.feed(screen(), 200), CaptureAgain)


def test_a_recalled_frame_settles_without_a_look_at_its_pixels() -> None:
    """A recalled frame with the same digest settles without decoding its pixels."""

    def load() -> Pixels:
        raise AssertionError("nobody needs the pixels")

    for again in (True, False):
        settle = SettleDetector(period_ms=100)
        first = Frame.recalled(WIDTH, HEIGHT, "frame-x", b"png", load)
        second = first if again else Frame.recalled(WIDTH, HEIGHT, "frame-x", b"png", load)
        assert settle.knows(first)
        assert isinstance(settle.feed(first, 0), CaptureAgain)
        assert settle.knows(second)
        found = settle.feed(second, 100)
        assert isinstance(found, Settled)
        assert found.frame is second


def test_recalled_frames_that_differ_are_compared_by_their_pixels() -> None:
    """Recalled frames with different digests are compared by their pixels below the status bar."""
    first, ticked, changed = screen(), screen((0, 0, 40, BAR)), screen((100, 300, 500, 500))

    def recalled(frame: Frame) -> Frame:
        return Frame.recalled(WIDTH, HEIGHT, frame.digest, b"png", lambda: frame.pixels)

    for frame, other, at_rest in ((first, ticked, True), (first, changed, False)):
        for before in (frame, recalled(frame)):
            for after in (other, recalled(other)):
                settle = SettleDetector(mask_top=BAR, period_ms=100)
                settle.feed(before, 0)
                assert isinstance(settle.feed(after, 100), Settled) is at_rest


def test_the_same_captured_frame_is_not_looked_at_again() -> None:
    """If the device returns the same frame object again, the screen counts as unchanged."""
    settle = SettleDetector(period_ms=100)
    frame = screen()
    assert not settle.knows(frame)
    settle.feed(frame, 0)
    assert settle.knows(frame)
    assert isinstance(settle.feed(frame, 100), Settled)
