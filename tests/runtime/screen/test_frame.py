"""Digest and thumbnail of a frame."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.screen.frames import Frame


def test_the_digest_names_size_and_pixels() -> None:
    """The digest depends on size and pixels only, not on the memory layout."""
    wide = np.arange(48, dtype=np.uint8).reshape(3, 4, 4)
    frame = Frame(4, 3, wide)
    assert frame.known_digest == ""
    assert frame.digest.startswith("frame-4x3-")
    assert frame.known_digest == frame.digest
    assert Frame(4, 3, np.repeat(wide, 2, axis=1)[:, ::2]).digest == frame.digest
    assert Frame(3, 4, wide.reshape(4, 3, 4)).digest != frame.digest
    other = wide.copy()
    other[2, 3, 3] ^= 1
    assert Frame(4, 3, other).digest != frame.digest


def test_a_resized_frame_has_the_means_of_areas() -> None:
    """Width and height are given as elsewhere, the array has rows first; the frame itself is unchanged."""
    pixels = np.zeros((12, 16, 4), np.uint8)
    pixels[:, :8] = 200
    frame = Frame(16, 12, pixels)
    smaller = frame.resized(4, 6)
    assert smaller.shape == (6, 4, 4)
    assert (smaller[:, :2] == 200).all()
    assert not smaller[:, 2:].any()
    assert frame.pixels.shape == (12, 16, 4)


def test_the_thumbnail_is_the_mean_of_its_cells() -> None:
    """The thumbnail has the mean colour of each four by four cell, and is computed once."""
    pixels = np.random.default_rng(2).integers(0, 256, (10, 13, 4), dtype=np.uint8)
    frame = Frame(13, 10, pixels)
    thumb = frame.thumb()
    assert thumb.shape == (3, 4, 4)
    assert frame.thumb() is thumb
    exact = pixels[:8, :12].reshape(2, 4, 3, 4, 4).mean(axis=(1, 3))
    assert np.abs(thumb[:2, :3] - exact).max() <= 1.0


def test_pixels_cannot_be_changed_by_those_who_share_a_frame() -> None:
    """Neither those that were captured nor those that are decoded later."""
    pixels = np.zeros((4, 4, 4), np.uint8)
    captured = Frame(4, 4, pixels)
    for frame in (captured, Frame.recalled(4, 4, captured.digest, b"", lambda: pixels)):
        with pytest.raises(ValueError, match="read-only"):
            frame.pixels[0, 0] = 1
    pixels[0, 0] = 1  # the buffer itself goes back to its pool
