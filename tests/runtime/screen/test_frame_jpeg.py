"""Frames as JPEG: the requested size and the right colors."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from runtime.screen.frames.jpeg import encode_jpeg, half_size_jpeg


def screen(width: int, height: int) -> np.ndarray:
    """Draw red above blue."""
    pixels = np.zeros((height, width, 4), np.uint8)
    pixels[..., 3] = 255
    pixels[: height // 2, :, 0] = 255
    pixels[height // 2 :, :, 2] = 255
    return pixels


@pytest.mark.parametrize("size", [(108, 240), (54, 120), (37, 91), (1, 1)])
def test_a_picture_has_the_size_that_was_asked_for(size: tuple[int, int]) -> None:
    """The JPEG has the requested size and the right colours."""
    found = cv2.imdecode(np.frombuffer(encode_jpeg(screen(108, 240), size, 90), np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    assert found.shape[:2] == size[::-1]
    if size[1] > 1:
        blue, green, red = (int(item) for item in found[0, 0])
        assert red > 200
        assert max(blue, green) < 60


def test_half_is_half_of_each_side() -> None:
    """The half-size JPEG has half of each side, rounded down, at least one pixel."""
    for width, height, wanted in ((108, 240, (54, 120)), (109, 241, (54, 120)), (1, 1, (1, 1))):
        found = cv2.imdecode(np.frombuffer(half_size_jpeg(screen(width, height)), np.uint8), cv2.IMREAD_COLOR)
        assert found is not None
        assert found.shape[:2] == wanted[::-1]


def test_better_quality_is_larger() -> None:
    """A higher quality value gives more bytes."""
    noise = np.random.default_rng(7).integers(0, 255, (240, 108, 4), np.uint8)
    assert len(encode_jpeg(noise, (108, 240), 90)) > len(encode_jpeg(noise, (108, 240), 30))
