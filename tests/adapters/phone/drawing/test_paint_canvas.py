"""The canvas: the optimized drawing of glyphs (stencil) gives the same pixels as the plain one (mask)."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from adapters.phone.drawing.canvas import Canvas
from adapters.phone.style.color_scheme import Rgb

SHADES = np.arange(256, dtype=np.uint8).reshape(8, 32)
COLORS = st.tuples(*[st.integers(0, 255)] * 3)


def drawn(ground: Rgb, color: Rgb, *, looked_up: bool, speck: bool, alpha: int, at: tuple[int, int]) -> bytes:
    """The pixels after drawing all mask values at a place, partly outside the clip; `speck` makes the ground uneven."""
    pixels = np.empty((12, 40, 4), np.uint8)
    pixels[...] = (*ground, 255)
    if speck:
        pixels[5, 9, :3] ^= 255
    canvas = Canvas(pixels)
    canvas.clip, canvas.alpha = (2, 1, 36, 11), alpha
    if looked_up:
        canvas.stencil(SHADES, *at, color)
    else:
        canvas.mask(Image.fromarray(SHADES), *at, color)
    return pixels.tobytes()


@given(
    COLORS, COLORS, st.booleans(), st.sampled_from([255, 90]), st.tuples(st.integers(-35, 45), st.integers(-9, 13))
)  # fmt: skip
def test_a_stencil_draws_the_same_pixels_as_a_mask(
    ground: Rgb, color: Rgb, speck: bool, alpha: int, at: tuple[int, int]
) -> None:
    """For any colours, ground, opacity and position, also where the clip cuts it."""
    short = drawn(ground, color, looked_up=True, speck=speck, alpha=alpha, at=at)
    assert short == drawn(ground, color, looked_up=False, speck=speck, alpha=alpha, at=at)
