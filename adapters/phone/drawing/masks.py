"""Cached corner tiles and shadows. Only the corners of a shape are masked, so that large boxes stay cheap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from adapters.phone.drawing.glyphs import Mask
from adapters.phone.style.typography import DENSITY, dp

Pixels = npt.NDArray[np.uint8]
"""An image: rows of pixels of four bytes, red, green, blue and opacity."""

Side = Literal["top", "right", "bottom", "left"]
Radii = tuple[int, int, int, int]
"""Pixels: top left, top right, bottom right, bottom left."""

ELEVATION: dict[int, tuple[tuple[float, float, float], ...]] = {
    1: ((1, 2, 0.20), (1, 3, 0.10)),
    2: ((1, 2, 0.20), (2, 6, 0.10)),
    3: ((1, 3, 0.20), (4, 8, 0.11)),
    4: ((2, 3, 0.20), (6, 10, 0.12)),
    5: ((4, 4, 0.20), (8, 12, 0.12)),
}
"""Level to its two shadows: downward offset dp, blur dp (sigma is half of it), alpha."""

REACH: dict[int, int] = {
    level: max(dp(down + 1.4 * blur) for down, blur, _ in parts) for level, parts in ELEVATION.items()
}
"""Level to how far its shadow reaches beyond its box, in pixels: the offset and nearly three sigma of the blur."""


@lru_cache(maxsize=512)
def corner(radius: int, which: int) -> Mask:
    """Return a quarter-disc mask, supersampled four times; `which` counts clockwise from the top left."""
    big = Image.new("L", (radius * 4, radius * 4), 0)
    ImageDraw.Draw(big).ellipse((0, 0, 8 * radius - 1, 8 * radius - 1), fill=255)
    small = np.asarray(big.resize((radius, radius), Image.Resampling.BOX))
    return np.ascontiguousarray((small, small[:, ::-1], small[::-1, ::-1], small[::-1])[which])


def pixel_radii(radii: tuple[float, float, float, float], width: int, height: int) -> Radii:
    """Convert radii in dp to pixels, none larger than half the box."""
    most = min(width, height) // 2
    a, b, c, d = (min(dp(r), most) if r > 0 else 0 for r in radii)
    return a, b, c, d


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radii: Radii) -> Mask:
    """Return the mask of a complete rounded rectangle; for small shapes, translucent fills and shadows."""
    mask = np.full((height, width), 255, np.uint8)
    for which, radius in enumerate(radii):
        if radius:
            x = width - radius if which in (1, 2) else 0
            y = height - radius if which in (2, 3) else 0
            mask[y : y + radius, x : x + radius] = corner(radius, which)
    return mask


@dataclass(frozen=True, slots=True)
class Shadow:
    """A shadow in stretchable parts: corner pieces with sides of `edge`, and one line of each edge outside the box.

    The interior is left out because the box covers it.
    """

    edge: int
    corners: tuple[Pixels, Pixels, Pixels, Pixels]
    lines: Mapping[Side, Pixels]


def shade(mask: Mask) -> Pixels:
    """Return what black drawn through a mask leaves of each pixel, of 255; of the opacity all."""
    keep = 255 - mask
    return np.asarray(cv2.merge((keep, keep, keep, np.full_like(keep, 255))), np.uint8)


@lru_cache(maxsize=128)
def whole_shadow(width: int, height: int, radii: Radii, level: int) -> Pixels:
    """Return a box's complete shadow, larger than the box by its level's reach on every side."""
    reach = REACH[level]
    total = Image.new("L", (width + 2 * reach, height + 2 * reach), 0)
    shape = Image.fromarray(rounded(width, height, radii))
    for down, blur, alpha in ELEVATION[level]:
        image = Image.new("L", total.size, 0)
        image.paste(shape, (reach, reach + dp(down)))
        image = image.filter(ImageFilter.GaussianBlur(blur * DENSITY / 2))
        total = ImageChops.add(total, image.point([int(v * alpha) for v in range(256)]))
    return shade(np.asarray(total))


@lru_cache(maxsize=128)
def shadow(radii: Radii, level: int) -> Shadow:
    """Return the stretchable shadow of a box at least `2 * (edge - reach)` pixels wide and high."""
    reach = REACH[level]
    inside = max(*radii, reach)
    edge = reach + inside
    side = 2 * inside + 1
    full = whole_shadow(side, side, radii, level)
    first, middle, last = slice(edge), slice(edge, edge + 1), slice(edge + 1, None)
    return Shadow(
        edge,
        (full[first, first], full[first, last], full[last, last], full[last, first]),
        {
            "top": full[:reach, middle],
            "right": full[middle, -reach:],
            "bottom": full[-reach:, middle],
            "left": full[middle, :reach],
        },
    )


@lru_cache(maxsize=512)
def stretched(radii: Radii, level: int, side: Side, length: int) -> Pixels:
    """Return one edge of a stretchable shadow at a given length."""
    return shadow(radii, level).lines[side].repeat(length, axis=1 if side in ("top", "bottom") else 0)


@lru_cache(maxsize=64)
def fade(alpha: int) -> Mask:
    """Return the lookup table that scales a mask to `alpha` (0–255)."""
    return np.array([(v * alpha + 127) // 255 for v in range(256)], np.uint8)


@lru_cache(maxsize=256)
def arc(radius: int, width: int, which: int, *, rounded: bool) -> Mask:
    """Return the corner of an outline: a quarter ring of that width, or a square piece."""
    if not rounded:
        return np.full((radius, radius), 255, np.uint8)
    ring = corner(radius, which).copy()
    rest = radius - width
    if rest > 0:
        x, y = (width if which in (0, 3) else 0), (width if which in (0, 1) else 0)
        inside = ring[y : y + rest, x : x + rest]
        cv2.subtract(inside, corner(rest, which), inside)
    return ring


@lru_cache(maxsize=256)
def outside(radius: int, which: int) -> Mask:
    """Return the complement of a corner tile, the part that a rounded picture must not cover."""
    return 255 - corner(radius, which)


VEIL = dp(80)
"""Height of the shade at the upper edge of a picture, in pixels."""


@lru_cache(maxsize=4)
def veil(width: int) -> Pixels:
    """Return a shadow that fades out downwards from a third of full opacity."""
    ramp = Image.linear_gradient("L").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    tall = ramp.resize((width, VEIL), Image.Resampling.BICUBIC)
    return shade(np.asarray(tall.point([int(v * 0.38) for v in range(256)])))
