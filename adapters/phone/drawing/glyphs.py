"""Text runs and icons as alpha masks. A run is laid out glyph by glyph on one baseline at quarter-pixel positions."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from adapters.phone.drawing.lru import LruCache
from adapters.phone.style.fonts import CJK, ICONS, face
from adapters.phone.style.icons import glyph
from adapters.phone.style.typography import Style, advances, family, resolve

Mask = npt.NDArray[np.uint8]
"""An alpha mask: rows of values from 0 to 255."""

_STEPS = 4
"""Sub-pixel positions per pixel."""


@dataclass(frozen=True, slots=True)
class Run:
    """A mask and its offset: `left` from the pen's start, `top` from the baseline (negative is above)."""

    mask: Mask
    left: int
    top: int


class Glyphs:
    """Caches of glyphs and text runs. `limit` bounds the bytes of run masks."""

    def __init__(self, limit: int = 24 << 20) -> None:
        self._runs: LruCache[Run] = LruCache(limit)
        self._glyphs: LruCache[tuple[Mask, int, int]] = LruCache(limit // 3)
        self._icons: LruCache[Mask] = LruCache(limit // 3)
        self._tiles: dict[int, _Tile] = {}

    def run(self, text: str, style: str) -> Run:
        """Return the mask of one line of text."""
        key = (text, style)
        found = self._runs.get(key)
        if found is None:
            found = self._compose(text, style)
            found = self._runs.put(key, found, found.mask.size + 200)
        return found

    def icon(self, name: str, px: int) -> Mask:
        """Return the mask of an icon in a square box of `px` pixels, the em square of the icon font."""
        key = (name, px)
        found = self._icons.get(key)
        if found is None:
            tile = Image.new("L", (px, px), 0)
            ImageDraw.Draw(tile).text((0, px), glyph(name), font=face(ICONS, px), fill=255, anchor="ls")
            found = self._icons.put(key, np.asarray(tile), px * px + 100)
        return found

    def _compose(self, text: str, style: str) -> Run:
        kind = resolve(style)
        steps = advances(text, style)
        rise, fall = math.ceil(kind.px * 1.1), math.ceil(kind.px * 0.4)
        margin = math.ceil(kind.px * 0.25)
        wide = math.ceil(math.fsum(steps)) + 2 * margin
        sheet = np.zeros((rise + fall, wide), np.uint8)
        pen = float(margin)
        for char, step in zip(text, steps, strict=True):
            if not char.isspace():
                self._strike(sheet, char, kind, pen, rise)
                if kind.heavy and family(char, kind.face) == CJK:
                    # The CJK font has one weight; drawing it twice, slightly shifted, gives the medium weight.
                    self._strike(sheet, char, kind, pen + kind.px / 60, rise)
            pen += step
        rows, columns = np.flatnonzero(sheet.any(axis=1)), np.flatnonzero(sheet.any(axis=0))
        if not len(rows):
            return Run(np.zeros((1, 1), np.uint8), 0, 0)
        top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
        return Run(np.ascontiguousarray(sheet[top:bottom, left:right]), left - margin, top - rise)

    def _strike(self, sheet: Mask, char: str, kind: Style, pen: float, baseline: int) -> None:
        steps = math.floor(pen * _STEPS + 0.5)
        x, phase = divmod(steps, _STEPS)
        shape, left, top = self._glyph(char, kind, phase)
        y, x = baseline + top, x + left
        high, wide = shape.shape
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(sheet.shape[1], x + wide), min(sheet.shape[0], y + high)
        if x0 < x1 and y0 < y1:
            target = sheet[y0:y1, x0:x1]
            np.maximum(target, shape[y0 - y : y1 - y, x0 - x : x1 - x], out=target)

    def _glyph(self, char: str, kind: Style, phase: int) -> tuple[Mask, int, int]:
        key = (char, kind.face, kind.px, phase)
        found = self._glyphs.get(key)
        if found is None:
            side = kind.px
            tile = self._tiles.get(side)
            if tile is None:
                tile = self._tiles[side] = _Tile(3 * side)
            font = face(family(char, kind.face), kind.px)
            shape, left, top = tile.render(char, font, side + phase / _STEPS, 2 * side)
            found = self._glyphs.put(key, (shape, left - side, top - 2 * side), shape.size + 200)
        return found


class _Tile:
    """An image to render glyphs on one after the other; Pillow draws into the memory of the array."""

    def __init__(self, side: int) -> None:
        self._pixels = np.zeros((side, side), np.uint8)
        self._image = Image.frombuffer("L", (side, side), self._pixels, "raw", "L", 0, 1)
        self._image.readonly = 0
        self._draw = ImageDraw.Draw(self._image)

    def render(self, char: str, font: ImageFont.FreeTypeFont, x: float, baseline: int) -> tuple[Mask, int, int]:
        """Return the mask of a glyph, and its left and upper edge on the tile."""
        self._draw.text((x, baseline), char, font=font, fill=255, anchor="ls")
        left, top, right, bottom = self._image.getbbox() or (0, 0, 1, 1)
        part = self._pixels[top:bottom, left:right]
        mask = part.copy()
        part[...] = 0
        return mask, left, top
