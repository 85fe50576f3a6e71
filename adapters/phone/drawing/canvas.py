"""Clipped drawing on one RGBA image that uses the caller's frame buffer as its memory."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image

from adapters.phone.drawing import masks
from adapters.phone.drawing.glyphs import Mask
from adapters.phone.drawing.masks import Pixels
from adapters.phone.style.color_scheme import Rgb
from adapters.phone.ui.scene import Rect

Picture = Image.Image
"""A Pillow image of mode RGBA."""

_OPAQUE = np.uint32(0xFF000000)
"""The opacity of a pixel that is read as a little-endian word."""
_BAND = 64
"""Rows that are blended at a time, few enough for the processor's cache."""
_SMALL = 50_000
"""Pixels of the largest rounded shape that is drawn through one mask: a larger one is faster in parts."""
_DOWN = -0.498
"""Added to a number of 256ths, it makes OpenCV's rounding a rounding down."""


def intersect(a: Rect, b: Rect) -> Rect:
    """Return the intersection of two rectangles; empty (right <= left or bottom <= top) if they don't overlap."""
    # Comparisons are three times as fast as min() and max(), and this runs for every stroke.
    left, top, right, bottom = a
    other_left, other_top, other_right, other_bottom = b
    return (
        left if left > other_left else other_left,
        top if top > other_top else other_top,
        right if right < other_right else other_right,
        bottom if bottom < other_bottom else other_bottom,
    )


def covers(rect: Rect, other: Rect) -> bool:
    """Return whether a rectangle contains another one."""
    return rect[0] <= other[0] and rect[1] <= other[1] and rect[2] >= other[2] and rect[3] >= other[3]


def is_empty(rect: Rect) -> bool:
    """Return whether a rectangle contains no pixel."""
    return rect[2] <= rect[0] or rect[3] <= rect[1]


class Canvas:
    """Draws on `pixels` (height, width, 4; C-contiguous, writable) in place. Every pixel stays opaque.

    `clip` bounds all drawing; the painter sets it for every box. `seen` is the part of the screen where the current
    window is visible, `hidden` the part of that which another window will cover. `alpha` (0–255) fades all drawing.
    """

    def __init__(self, pixels: Pixels) -> None:
        height, width = pixels.shape[:2]
        self.pixels = pixels
        self._words = pixels.view(np.uint32)[..., 0]
        self.bounds: Rect = (0, 0, width, height)
        self.seen: Rect = self.bounds
        self.hidden: Rect = (0, 0, 0, 0)
        self.clip: Rect = self.bounds
        self.alpha = 255
        self.image = Image.frombuffer("RGBA", (width, height), pixels, "raw", "RGBA", 0, 1)
        # Pillow marks a mapped image read-only so that drawing copies it first; here drawing must change the buffer.
        self.image.readonly = 0

    def under(self, rect: Rect) -> Picture:
        """Return a copy of the pixels currently in a rectangle."""
        return self.image.crop(rect)

    def fill(self, rect: Rect, color: Rgb) -> None:
        """Fill a rectangle."""
        part = left, top, right, bottom = intersect(rect, self.clip)
        if is_empty(part):
            return
        if self.alpha == 255:
            self._words[top:bottom, left:right] = _word(color)
        else:
            self._blend(part, color, (self.alpha * 256 + 127) // 255)

    def mask(self, mask: Mask, x: int, y: int, color: Rgb) -> None:
        """Draw a colour through an alpha mask: a glyph, a rounded corner.

        On a uniform background, which most of them have, values are looked up in a table instead of blended. That takes
        a tenth of the time.
        """
        high, wide = mask.shape
        part = left, top, right, bottom = intersect((x, y, x + wide, y + high), self.clip)
        if is_empty(part):
            return
        mask = self._faded(mask[top - y : bottom - y, left - x : right - x])
        if not self._look_up(mask, part, color):
            self.image.paste((*color, 255), part, Image.fromarray(mask))

    def _look_up(self, mask: Mask, part: Rect, color: Rgb) -> bool:
        """Draw a colour through a mask of the size of a part, and return True, if the part is of one colour."""
        left, top, right, bottom = part
        words = self._words[top:bottom, left:right]
        ground = words[0, 0]
        if uniform := bool((words == ground).all()):
            cv2.LUT(mask, _mixed(int(ground), color), words.view(np.int32))
        return uniform

    def darken(self, shade: Pixels, x: int, y: int) -> None:
        """Draw a shadow, given as what is left of each pixel, in a tenth of the time of `mask` on any background."""
        high, wide = shade.shape[:2]
        part = left, top, right, bottom = intersect((x, y, x + wide, y + high), self.clip)
        if is_empty(part):
            return
        shade = shade[top - y : bottom - y, left - x : right - x]
        if self.alpha != 255:
            shade = 255 - self._faded(255 - shade)
        pixels = self.pixels[top:bottom, left:right]
        cv2.multiply(pixels, shade, pixels, 1 / 255)

    def _faded(self, mask: Mask) -> Mask:
        return mask if self.alpha == 255 else masks.fade(self.alpha)[mask]

    def picture(self, picture: Picture, x: int, y: int, mask: Mask | None = None) -> None:
        """Draw a picture, optionally through a mask of the same size."""
        row = (x, y, x + picture.width, y + picture.height)
        part = left, top, right, bottom = intersect(row, self.clip)
        if is_empty(part):
            return
        if part != row:
            picture = picture.crop((left - x, top - y, right - x, bottom - y))
        if mask is None and self.alpha == 255:
            self.image.paste(picture, part)
            return
        if mask is None:
            mask = np.full((row[3] - y, row[2] - x), 255, np.uint8)
        faded = self._faded(mask[top - y : bottom - y, left - x : right - x])
        self.image.paste(picture, part, Image.fromarray(faded))

    def shape(self, rect: Rect, color: Rgb, radii: masks.Radii = (0, 0, 0, 0)) -> None:
        """Fill a rectangle with rounded corners."""
        left, top, right, bottom = rect
        if not any(radii):
            self.fill(rect, color)
            return
        a, b, c, d = radii
        upper, lower = max(a, b), max(c, d)
        wide, high = right - left, bottom - top
        if high < upper + lower:
            self.mask(masks.rounded(wide, high, radii), left, top, color)
            return
        part = intersect(rect, self.clip)
        if is_empty(part):
            return
        if self.alpha == 255 and wide * high <= _SMALL:
            mask = masks.rounded(wide, high, radii)
            if self._look_up(mask[part[1] - top : part[3] - top, part[0] - left : part[2] - left], part, color):
                return
        self.fill((left + a, top, right - b, top + upper), color)
        self.fill((left, top + upper, right, bottom - lower), color)
        self.fill((left + d, bottom - lower, right - c, bottom), color)
        # In a band with two different corner radii, the part beyond the smaller corner is filled as a rectangle.
        if a < upper:
            self.fill((left, top + a, left + a, top + upper), color)
        if b < upper:
            self.fill((right - b, top + b, right, top + upper), color)
        if d < lower:
            self.fill((left, bottom - lower, left + d, bottom - d), color)
        if c < lower:
            self.fill((right - c, bottom - lower, right, bottom - c), color)
        for which, radius in enumerate(radii):
            if radius:
                x = right - radius if which in (1, 2) else left
                y = bottom - radius if which in (2, 3) else top
                self.mask(masks.corner(radius, which), x, y, color)

    def frame(self, rect: Rect, line: Rgb, within: Rgb | None, width: int, radii: masks.Radii) -> None:
        """Draw an outline of `width` pixels inwards; the interior is filled with `within`, or left as it is."""
        left, top, right, bottom = rect
        inner = (left + width, top + width, right - width, bottom - width)
        a, b, c, d = (max(0, r - width) for r in radii)
        if within is not None:
            self.shape(rect, line, radii)
            if not is_empty(inner):
                self.shape(inner, within, (a, b, c, d))
            return
        corners = [max(r, width) for r in radii]
        self.fill((left + corners[0], top, right - corners[1], top + width), line)
        self.fill((left + corners[3], bottom - width, right - corners[2], bottom), line)
        self.fill((left, top + corners[0], left + width, bottom - corners[3]), line)
        self.fill((right - width, top + corners[1], right, bottom - corners[2]), line)
        for which, radius in enumerate(corners):
            x = right - radius if which in (1, 2) else left
            y = bottom - radius if which in (2, 3) else top
            self.mask(masks.arc(radius, width, which, rounded=radii[which] > 0), x, y, line)

    def shadow(self, rect: Rect, level: int, radii: masks.Radii) -> None:
        """Draw the shadow around a box that will be filled afterwards."""
        left, top, right, bottom = rect
        reach = masks.REACH[level]
        cut = masks.shadow(radii, level)
        wide, high = right - left + 2 * reach - 2 * cut.edge, bottom - top + 2 * reach - 2 * cut.edge
        if wide < 0 or high < 0:
            self.darken(masks.whole_shadow(right - left, bottom - top, radii, level), left - reach, top - reach)
            return
        x0, x1 = left - reach, right + reach - cut.edge
        y0, y1 = top - reach, bottom + reach - cut.edge
        for piece, (x, y) in zip(cut.corners, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), strict=True):
            self.darken(piece, x, y)
        if wide:
            self.darken(masks.stretched(radii, level, "top", wide), x0 + cut.edge, y0)
            self.darken(masks.stretched(radii, level, "bottom", wide), x0 + cut.edge, bottom)
        if high:
            self.darken(masks.stretched(radii, level, "left", high), x0, y0 + cut.edge)
            self.darken(masks.stretched(radii, level, "right", high), right, y0 + cut.edge)

    def dim(self, share: float) -> None:
        """Darken everything visible by a share of 0–1."""
        keep = (256 - int(share * 256 + 0.5)) / 256
        left, top, right, bottom = self.seen
        hidden = _, upper, _, lower = intersect(self.hidden, self.seen)
        if is_empty(hidden):
            self._dim(self.seen, keep)
            return
        for part in (
            (left, top, right, upper), (left, upper, hidden[0], lower),
            (hidden[2], upper, right, lower), (left, lower, right, bottom),
        ):  # fmt: skip
            self._dim(part, keep)

    def _dim(self, rect: Rect, keep: float) -> None:
        left, top, right, bottom = rect
        if is_empty(rect):
            return
        for upper in range(top, bottom, _BAND):
            band = np.s_[upper : min(bottom, upper + _BAND), left:right]
            cv2.convertScaleAbs(self.pixels[band], self.pixels[band], keep, _DOWN)
            np.bitwise_or(self._words[band], _OPAQUE, out=self._words[band])

    def _blend(self, rect: Rect, color: Rgb, weight: int) -> None:
        """Blend a colour in with `weight` of 256, rounded down."""
        left, top, right, bottom = rect
        ink = np.empty((min(_BAND, bottom - top), right - left, 4), np.uint8)
        ink[:] = (*color, 255)
        for upper in range(top, bottom, _BAND):
            band = self.pixels[upper : min(bottom, upper + _BAND), left:right]
            cv2.addWeighted(band, 1 - weight / 256, ink[: len(band)], weight / 256, _DOWN, band)


def _word(color: Rgb) -> np.uint32:
    """Return an opaque pixel as a little-endian word."""
    red, green, blue = color
    return np.uint32(red | green << 8 | blue << 16 | 255 << 24)


@lru_cache(maxsize=1024)
def _mixed(ground: int, color: Rgb) -> npt.NDArray[np.int32]:
    """Return the blend of `color` over a pixel for each of the 256 mask values, rounded as Pillow does.

    OpenCV has tables of signed words only.
    """
    weight = np.arange(256, dtype=np.uint32)
    mixed = np.full(256, _OPAQUE)
    for shift, ink in zip((0, 8, 16), color, strict=True):
        raised = (ground >> shift & 255) * (255 - weight) + ink * weight + 128
        mixed |= (raised + (raised >> 8) >> 8) << shift
    return mixed.view(np.int32)
