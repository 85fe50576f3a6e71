"""Drawing tools for seeded pictures: gradients, blobs, soft layers, plates. Coordinates are pixels of the enlarged
sheet.
"""

from __future__ import annotations

import colorsys
import math
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from adapters.phone.style.color_scheme import Rgb, mix

Sheet = Image.Image
"""A Pillow image of mode RGB, drawn on in place."""

Draw = ImageDraw.ImageDraw
"""Pillow's drawing tool for one image."""

GREEN: tuple[Rgb, ...] = ((86, 142, 58), (60, 110, 44), (126, 170, 72))
RED: tuple[Rgb, ...] = ((204, 62, 44), (178, 44, 36), (224, 92, 60))
CREAM: tuple[Rgb, ...] = ((246, 226, 184), (240, 212, 160))
BROWN: tuple[Rgb, ...] = ((140, 86, 48), (112, 66, 38), (166, 106, 62))
PINK: tuple[Rgb, ...] = ((246, 150, 120), (236, 128, 104))
TABLES: tuple[tuple[Rgb, Rgb], ...] = (
    ((222, 198, 168), (176, 140, 104)),
    ((240, 236, 230), (205, 198, 190)),
    ((70, 62, 58), (34, 30, 28)),
    ((206, 220, 214), (150, 172, 166)),
    ((236, 214, 190), (200, 150, 110)),
    ((226, 222, 236), (170, 164, 190)),
)
WOODEN = (0, 4)
TURN = 2 * math.pi


def chance(*key: object) -> random.Random:
    """Return a random generator seeded by a key; it gives the same numbers in every process."""
    return random.Random(":".join(map(str, key)))


def hsv(hue: float, saturation: float, value: float) -> Rgb:
    """Return a colour by hue (turns, wraps), saturation and value."""
    r, g, b = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return round(r * 255), round(g * 255), round(b * 255)


def scaled(color: Rgb, by: float, plus: float = 0) -> Rgb:
    """Return a darker or lighter colour."""
    r, g, b = (max(0, min(255, int(v * by + plus))) for v in color)
    return r, g, b


def gradient(width: int, height: int, top: Rgb, bottom: Rgb) -> Sheet:
    """Draw a gradient from one colour at the top to another at the bottom."""
    # All columns are equal, so one is blended and stretched.
    ramp = Image.linear_gradient("L").crop((0, 0, 1, 256)).resize((1, height), Image.Resampling.BICUBIC)
    column = Image.composite(Image.new("RGB", (1, height), bottom), Image.new("RGB", (1, height), top), ramp)
    return column.resize((width, height), Image.Resampling.NEAREST)


@lru_cache(maxsize=1)
def _radial() -> Image.Image:
    """Return Pillow's radial gradient, 256 pixels wide."""
    return Image.radial_gradient("L")


def radial(width: int, height: int, cx: float, cy: float, radius: float, inner: Rgb, outer: Rgb) -> Sheet:
    """Draw a gradient from a centre to `radius` and beyond, blended at a quarter of the size."""
    coarse = 4 if min(width, height) >= 64 else 1
    w, h = -(-width // coarse), -(-height // coarse)
    side = max(2, int(2 * radius / coarse))
    ramp = resized(_radial(), side, side) if side > 128 else _radial().resize((side, side), Image.Resampling.BILINEAR)
    mask = Image.new("L", (w, h), 255)
    mask.paste(ramp, (int((cx - radius) / coarse), int((cy - radius) / coarse)))
    small = Image.composite(Image.new("RGB", (w, h), outer), Image.new("RGB", (w, h), inner), mask)
    return small if coarse == 1 else enlarged(small, coarse, width, height)


def enlarged(small: Image.Image, times: int, width: int, height: int) -> Image.Image:
    """Enlarge a soft picture `times` in both directions and crop it."""
    if times == 1:
        return small
    return resized(small, small.width * times, small.height * times).crop((0, 0, width, height))


def resized(sheet: Image.Image, width: int, height: int) -> Image.Image:
    """Interpolate between pixels, for enlarging and for reducing by less than 2; bit-identical on every machine."""
    return Image.fromarray(cv2.resize(np.asarray(sheet), (width, height), interpolation=cv2.INTER_LINEAR_EXACT))


def fineness(width: int, height: int) -> float:
    """Return how much larger than it is shown a picture is drawn; a large one needs no more than its size."""
    long = max(width, height)
    return 1.25 if long < 700 else 1.0


def reduced(sheet: Sheet, width: int, height: int) -> Sheet:
    """Reduce a sheet to its final size, averaging pixels if the factor is whole; a sheet of that size is softened."""
    if sheet.size == (width, height):
        return Image.fromarray(cv2.GaussianBlur(np.asarray(sheet), (3, 3), 0))
    times = sheet.width // width
    if sheet.size == (width * times, height * times):
        return sheet.reduce(times)
    return resized(sheet, width, height) if times < 2 else sheet.resize((width, height), Image.Resampling.HAMMING)


def disc_mask(size: tuple[int, int], cx: float, cy: float, radius: float) -> Image.Image:
    """Return the mask of a disc."""
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).ellipse(circle(cx, cy, radius), fill=255)
    return mask


def circle(cx: float, cy: float, radius: float) -> tuple[float, float, float, float]:
    """Return the bounding box of a circle."""
    return cx - radius, cy - radius, cx + radius, cy + radius


_CORNERS = 24
_OUTLINES = 24


@lru_cache(maxsize=1)
def _outlines() -> tuple[tuple[tuple[float, float, float, float], ...], ...]:
    """Return uneven outlines: for each corner its position on the unit circle and its displacement."""
    luck = random.Random("outlines")
    made = []
    for _ in range(_OUTLINES):
        phase = [luck.uniform(0, TURN) for _ in range(3)]
        outline = []
        for i in range(_CORNERS):
            a = i / _CORNERS * TURN
            wave = sum(k * math.sin(n * a + p) for k, n, p in zip((0.6, 0.5, 0.3), (2, 3, 5), phase, strict=True))
            x, y = math.cos(a), math.sin(a)
            outline.append((x, y, x * wave, y * wave))
        made.append(tuple(outline))
    return tuple(made)


def blob(
    draw: Draw,
    cx: float,
    cy: float,
    radius: float,
    fill: Rgb,
    luck: random.Random,
    rough: float = 0.12,
    flat: float = 1.0,
) -> None:
    """Draw an uneven round shape; `flat` reduces its height."""
    _blob(draw, cx, cy, radius, fill, luck.randrange(_OUTLINES), rough, flat)


def _blob(draw: Draw, cx: float, cy: float, radius: float, fill: Rgb, outline: int, rough: float, flat: float) -> None:
    tall = radius * flat
    points = [(cx + (x + dx * rough) * radius, cy + (y + dy * rough) * tall) for x, y, dx, dy in _outlines()[outline]]
    draw.polygon(points, fill=fill)


class _Coarse(ImageDraw.ImageDraw):
    """Draws everything `by` times smaller, for a layer that will be blurred, and remembers the colours."""

    def __init__(self, image: Image.Image, by: int) -> None:
        super().__init__(image)
        self._by = by
        self.colors: set[Rgb] = set()

    def _small(self, xy: Any) -> Any:
        by = self._by
        return [tuple(v / by for v in item) if isinstance(item, Sequence) else item / by for item in xy]

    def _thin(self, width: float) -> int:
        return max(1, round(width / self._by))

    def _note(self, *inks: Any) -> None:
        self.colors.update(ink[:3] for ink in inks if ink is not None)

    def ellipse(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        self._note(fill, outline)
        super().ellipse(self._small(xy), fill, outline, self._thin(width))

    def rectangle(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        self._note(fill, outline)
        super().rectangle(self._small(xy), fill, outline, self._thin(width))

    def polygon(self, xy: Any, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        self._note(fill, outline)
        super().polygon(self._small(xy), fill, outline, self._thin(width))

    def line(self, xy: Any, fill: Any = None, width: int = 0, joint: str | None = None) -> None:
        self._note(fill)
        super().line(self._small(xy), fill, self._thin(width), joint)

    def arc(self, xy: Any, start: float, end: float, fill: Any = None, width: int = 1) -> None:
        self._note(fill)
        super().arc(self._small(xy), start, end, fill, self._thin(width))


def soft(sheet: Sheet, paint: Callable[[Draw], None], blur: float) -> None:
    """Blend in a blurred layer of ellipses, rectangles, polygons, lines and arcs, filled with colours as tuples.

    The resolution of the layer depends on the blur. Of several colours each is blurred towards the others.
    """
    shrink = max(1, int(blur / 2))
    layer = Image.new("RGBA", (-(-sheet.width // shrink), -(-sheet.height // shrink)))
    draw = _Coarse(layer, shrink)
    paint(draw)
    drawn = layer.getbbox()
    if drawn is None:
        return
    reach = int(3 * blur / shrink) + 2
    left, top = max(0, drawn[0] - reach), max(0, drawn[1] - reach)
    right, bottom = min(layer.width, drawn[2] + reach), min(layer.height, drawn[3] + reach)
    layer = layer.crop((left, top, right, bottom))
    place = (left * shrink, top * shrink, min(sheet.width, right * shrink), min(sheet.height, bottom * shrink))
    size = (place[2] - place[0], place[3] - place[1])
    shapes = layer.getchannel("A")
    alpha = enlarged(shapes.filter(ImageFilter.GaussianBlur(blur / shrink)), shrink, *size)
    if len(draw.colors) == 1:
        sheet.paste(draw.colors.pop(), place, alpha)
        return
    # Between the shapes stand the sheet's own colours, so that no dark rim appears.
    colors = sheet.reduce(shrink, place)
    colors.paste(layer.convert("RGB"), (0, 0), shapes.point([0, *[255] * 255]))
    colors = colors.filter(ImageFilter.GaussianBlur(blur * 0.5 / shrink))
    sheet.paste(enlarged(colors, shrink, *size), place, alpha)


def table(width: int, height: int, luck: random.Random, which: int | None = None) -> Sheet:
    """Draw a lit table top; two of the kinds are planks."""
    kind = luck.randrange(len(TABLES)) if which is None else which % len(TABLES)
    near, far = TABLES[kind]
    sheet = radial(width, height, width * 0.35, height * 0.25, max(width, height) * 1.1, near, far)
    draw = ImageDraw.Draw(sheet)
    if kind in WOODEN:
        for y in range(0, height, max(8, height // 6)):
            draw.line((0, y, width, y + luck.randint(-3, 3)), fill=scaled(far, 0.93), width=max(1, height // 180))
    return sheet


def plate(
    sheet: Sheet, cx: float, cy: float, r: float, rim: Rgb = (250, 248, 244), inner: Rgb = (238, 234, 228)
) -> None:
    """Draw a plate with shadow, rim and well."""
    soft(sheet, lambda d: d.ellipse(circle(cx + r * 0.08, cy + r * 0.14, r * 1.02), fill=(20, 12, 8, 120)), r * 0.09)
    draw = ImageDraw.Draw(sheet)
    draw.ellipse(circle(cx, cy, r), fill=rim)
    draw.ellipse(circle(cx, cy, r * 0.9), fill=scaled(rim, 0.965))
    draw.ellipse(circle(cx, cy, r * 0.8), fill=inner)


def bits(
    sheet: Sheet, luck: random.Random, cx: float, cy: float, spread: float, colors: Sequence[Rgb], count: int,
    size: float, *, rough: float = 0.2, shadow: bool = True, flat: float = 0.8,
) -> None:  # fmt: skip
    """Draw scattered pieces, each with a dark copy below and a light one above for depth."""
    draw = ImageDraw.Draw(sheet)
    for _ in range(count):
        a = luck.uniform(0, TURN)
        q = spread * math.sqrt(luck.random())
        x, y = cx + math.cos(a) * q, cy + math.sin(a) * q
        r = size * luck.uniform(0.7, 1.3)
        color = luck.choice(colors)
        which = luck.randrange(_OUTLINES)
        if shadow:
            _blob(draw, x + r * 0.12, y + r * 0.22, r, scaled(color, 0.45), which - 1, rough, flat)
        _blob(draw, x, y, r, color, which, rough, flat)
        _blob(draw, x - r * 0.2, y - r * 0.25, r * 0.5, scaled(color, 1.14, 12), which - 2, rough, flat)


def bowl(
    sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, broth: Rgb,
    tops: Sequence[tuple[Sequence[Rgb], int, float, float]] = (),
) -> None:  # fmt: skip
    """Draw a filled bowl; `tops` are (colours, count, size, spread) of its contents, relative to its radius."""
    rim = luck.choice([(248, 246, 242), (58, 64, 72), (226, 160, 110), (190, 204, 208)])
    plate(sheet, cx, cy, r, rim=rim, inner=scaled(broth, 0.8))
    well = r * 0.8
    lit = radial(sheet.width, sheet.height, cx - well * 0.2, cy - well * 0.2, well * 1.5, broth, scaled(broth, 0.7))
    sheet.paste(lit, (0, 0), disc_mask(sheet.size, cx, cy, well))
    for colors, count, size, spread in tops:
        bits(sheet, luck, cx, cy, well * spread, colors, count, r * size)


__all__ = [
    "BROWN", "CREAM", "GREEN", "PINK", "RED", "TURN", "Draw", "Sheet", "bits", "blob", "bowl", "chance", "circle",
    "disc_mask", "fineness", "gradient", "hsv", "mix", "plate", "radial", "reduced", "scaled", "soft", "table",
]  # fmt: skip
