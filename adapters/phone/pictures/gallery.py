"""Pictures of the gallery: any picture in its own shape, and three subjects of a phone camera.

A shot is drawn at a fixed size and then scaled, so that a thumbnail is the scaled photo.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw, ImageOps

from adapters.phone.pictures.drawing_tools import Sheet, chance, gradient, hsv, scaled, soft
from adapters.phone.style.color_scheme import Rgb, mix

Others = Callable[[str, list[str], int, int, int], Sheet]
"""Draws a picture of another kind: family, the rest of its name, seed, width, height."""

SIZES: Mapping[str, tuple[int, int]] = {
    "wide": (720, 540),
    "tall": (540, 720),
    "pano": (768, 432),
    "square": (600, 600),
    "screen": (432, 960),
}
"""In which size each shape is drawn to be seen whole."""
THUMB, TINY = 400, 210
"""Up to these edges in pixels a half and a third of that are enough."""
STEADY = frozenset({"bike", "books", "city"})
"""What comes out differently at another size, in the colour of a frame or the order of houses: always drawn whole."""


def shot(parts: Sequence[str], seed: int, width: int, height: int, others: Others) -> Sheet:
    """Draw `SHAPE:SUBJECT`, or `SHAPE:` and another picture's name; KeyError for an unknown part."""
    shape, name = parts[0], parts[1]
    w, h = SIZES[shape]
    if STEADY.isdisjoint(parts) and max(width, height) <= THUMB:
        less = 3 if max(width, height) <= TINY else 2
        w, h = w // less, h // less
    own = SUBJECTS.get(name)
    sheet = own(w, h, chance("shot", name, seed)) if own else others(name, [*parts[2:]], seed, w, h)
    return ImageOps.fit(sheet, (width, height), Image.Resampling.HAMMING)


def _screen(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw the screen of an app: a bar, rows, a button."""
    hue = luck.random()
    paper = hsv(hue, 0.03, 0.98)
    sheet = Image.new("RGB", (w, h), paper)
    draw = ImageDraw.Draw(sheet)
    bar, ink = hsv(hue, 0.6, 0.6), (96, 96, 104)
    draw.rectangle((0, 0, w, h * 0.11), fill=bar)
    draw.rectangle((w * 0.16, h * 0.06, w * 0.6, h * 0.078), fill=(255, 255, 255))
    draw.ellipse((w * 0.05, h * 0.055, w * 0.1, h * 0.083), fill=(255, 255, 255))
    y = h * 0.14
    while y < h * 0.84:
        tall = h * luck.choice((0.075, 0.075, 0.13))
        draw.rounded_rectangle((w * 0.05, y, w * 0.2, y + tall * 0.8), w * 0.02, fill=hsv(luck.random(), 0.35, 0.9))
        draw.rectangle((w * 0.26, y + tall * 0.12, w * luck.uniform(0.5, 0.9), y + tall * 0.28), fill=ink)
        draw.rectangle((w * 0.26, y + tall * 0.45, w * luck.uniform(0.4, 0.8), y + tall * 0.56), fill=(180, 180, 188))
        y += tall
    draw.rounded_rectangle((w * 0.1, h * 0.88, w * 0.9, h * 0.94), w * 0.06, fill=bar)
    return sheet


def _paper(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a printed sheet on a table, such as a receipt or a timetable."""
    desk = hsv(luck.uniform(0.05, 0.12), 0.35, luck.uniform(0.4, 0.6))
    sheet = gradient(w, h, scaled(desk, 1.15), scaled(desk, 0.8))
    left, right, top = w * 0.24, w * 0.76, h * 0.07
    soft(sheet, lambda d: d.rectangle((left + 5, top + 8, right + 8, h), fill=(20, 12, 8, 150)), w * 0.02)
    draw = ImageDraw.Draw(sheet)
    draw.polygon(((left, top), (right, top + h * 0.012), (right + w * 0.01, h), (left - w * 0.01, h)),
                 fill=(248, 246, 240))  # fmt: skip
    draw.rectangle((left + w * 0.12, top + h * 0.05, right - w * 0.12, top + h * 0.085), fill=(60, 58, 60))
    y = top + h * 0.15
    while y < h * 0.96:
        draw.rectangle((left + w * 0.04, y, left + w * luck.uniform(0.14, 0.34), y + h * 0.013), fill=(130, 128, 130))
        draw.rectangle((right - w * luck.uniform(0.07, 0.11), y, right - w * 0.04, y + h * 0.013), fill=(90, 88, 90))
        y += h * luck.choice((0.04, 0.04, 0.06))
    return sheet


def _board(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a whiteboard with boxes, lines and notes."""
    sheet = gradient(w, h, (236, 240, 242), (206, 212, 216))
    draw = ImageDraw.Draw(sheet)
    inks: tuple[Rgb, ...] = ((34, 60, 140), (176, 40, 40), (30, 110, 70))
    spots = [(luck.uniform(0.08, 0.3) + 0.3 * (at % 3), 0.14 + 0.3 * (at // 3)) for at in range(9)]
    for at, (x, y) in enumerate(spots):
        box = (x * w, y * h, (x + 0.17) * w, (y + 0.16) * h)
        if at % 4 == 1:
            draw.rectangle(box, fill=luck.choice(((255, 232, 120), (255, 190, 170), (190, 230, 190))))
        else:
            draw.rounded_rectangle(box, w * 0.012, outline=luck.choice(inks), width=max(2, w // 160))
        for line in range(3):
            begin, level = box[0] + w * 0.02, box[1] + h * (0.035 + 0.04 * line)
            draw.line((begin, level, begin + w * luck.uniform(0.05, 0.12), level + luck.uniform(-2, 2)),
                      fill=mix(luck.choice(inks), (90, 90, 96), 0.3), width=max(2, w // 200))  # fmt: skip
    for (ax, ay), (bx, by) in pairwise(spots):
        if luck.random() < 0.6:
            draw.line(((ax + 0.17) * w, (ay + 0.08) * h, bx * w, (by + 0.08) * h), fill=luck.choice(inks),
                      width=max(2, w // 220))  # fmt: skip
    return sheet


SUBJECTS: Mapping[str, Callable[[int, int, random.Random], Sheet]] = {
    "screen": _screen,
    "paper": _paper,
    "board": _board,
}
