"""The canvas: masks that are looked up or multiplied give the same pixels as those that Pillow blends."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from adapters.phone.drawing.canvas import Canvas
from adapters.phone.drawing.masks import Pixels, shade
from adapters.phone.style.color_scheme import Rgb

SHADES = np.arange(256, dtype=np.uint8).reshape(8, 32)
COLORS = st.tuples(*[st.integers(0, 255)] * 3)
OPACITIES = st.sampled_from([255, 90])
PLACES = st.tuples(st.integers(-35, 45), st.integers(-9, 13))
CLIP = (2, 1, 36, 11)


def ground_of(color: Rgb, *, speck: bool) -> Pixels:
    """A small screen; `speck` makes it uneven."""
    pixels = np.empty((12, 40, 4), np.uint8)
    pixels[...] = (*color, 255)
    if speck:
        pixels[5, 9, :3] ^= 255
    return pixels


def blended(pixels: Pixels, color: Rgb, alpha: int, at: tuple[int, int]) -> bytes:
    """The pixels after Pillow has drawn all mask values at a place."""
    shades = Image.new("L", (40, 12))
    shades.paste(Image.fromarray(SHADES).point([(value * alpha + 127) // 255 for value in range(256)]), at)
    seen = Image.new("L", (40, 12))
    seen.paste(shades.crop(CLIP), CLIP[:2])
    image = Image.fromarray(pixels)
    image.paste((*color, 255), (0, 0, 40, 12), seen)
    return image.tobytes()


@given(COLORS, COLORS, st.booleans(), OPACITIES, PLACES)
def test_a_mask_is_drawn_as_pillow_blends_it(
    ground: Rgb, color: Rgb, speck: bool, alpha: int, at: tuple[int, int]
) -> None:
    """For any colours, ground, opacity and position, also where the clip cuts it."""
    pixels = ground_of(ground, speck=speck)
    expected = blended(pixels, color, alpha, at)
    canvas = Canvas(pixels)
    canvas.clip, canvas.alpha = CLIP, alpha
    canvas.mask(SHADES, *at, color)
    assert pixels.tobytes() == expected


@given(COLORS, st.booleans(), OPACITIES, PLACES)
def test_darkening_is_blending_with_black(ground: Rgb, speck: bool, alpha: int, at: tuple[int, int]) -> None:
    """For any ground, opacity and position, also where the clip cuts it."""
    pixels = ground_of(ground, speck=speck)
    expected = blended(pixels, (0, 0, 0), alpha, at)
    canvas = Canvas(pixels)
    canvas.clip, canvas.alpha = CLIP, alpha
    canvas.darken(shade(SHADES), *at)
    assert pixels.tobytes() == expected


@given(COLORS, st.floats(0, 1), st.sampled_from([(0, 0, 0, 0), (10, 3, 20, 8), (0, 0, 40, 6), (30, 8, 60, 30)]))
def test_dimming_keeps_a_share_of_256_parts_rounded_down(
    ground: Rgb, share: float, hidden: tuple[int, int, int, int]
) -> None:
    """Every pixel of what is seen and will not be hidden, and nothing outside of it."""
    pixels = ground_of(ground, speck=True)
    before, expected = pixels.copy(), pixels.copy()
    seen = expected[1:11, 2:36, :3]
    seen[...] = seen.astype(np.uint16) * (256 - int(share * 256 + 0.5)) >> 8
    left, top, right, bottom = hidden
    expected[top:bottom, left:right] = before[top:bottom, left:right]
    canvas = Canvas(pixels)
    canvas.seen, canvas.hidden = CLIP, hidden
    canvas.dim(share)
    assert pixels.tobytes() == expected.tobytes()


@given(COLORS, COLORS, st.integers(0, 254))
def test_a_translucent_fill_is_blended_in_256_parts_rounded_down(ground: Rgb, color: Rgb, alpha: int) -> None:
    """Every pixel of the clip, and nothing outside of it."""
    pixels = ground_of(ground, speck=True)
    expected = pixels.copy()
    weight = (alpha * 256 + 127) // 255
    part = expected[1:11, 2:36, :3]
    part[...] = part.astype(np.uint16) * (256 - weight) + np.array(color, np.uint16) * weight >> 8
    canvas = Canvas(pixels)
    canvas.clip, canvas.alpha = CLIP, alpha
    canvas.fill((0, 0, 40, 12), color)
    assert pixels.tobytes() == expected.tobytes()
