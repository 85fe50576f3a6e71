"""Geometric posters for record sleeves, book covers and films: six families by seed."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from PIL import Image, ImageDraw

from adapters.phone.pictures.drawing_tools import (
    Sheet,
    blob,
    chance,
    circle,
    fineness,
    gradient,
    hsv,
    radial,
    reduced,
    soft,
)
from adapters.phone.pictures.scenery import land
from adapters.phone.style.color_scheme import Rgb, mix

Colors = tuple[Rgb, Rgb, Rgb, float]
"""Bright, dark, pale, and the hue they come from."""


def cover(seed: int, width: int, height: int) -> Sheet:
    """Draw a square poster, cropped to the middle if the picture is not square."""
    side = max(width, height)
    n = 4 * round(side * fineness(side, side) / 4)
    luck = chance("cover", seed)
    hue = luck.random()
    colors = (
        hsv(hue, 0.62, 0.86),
        hsv(hue + luck.choice([0.08, 0.42, 0.5]), 0.55, 0.30),
        hsv(hue + 0.12, 0.22, 0.98),
        hue,
    )
    sheet = reduced(FAMILIES[seed % len(FAMILIES)](n, colors, luck, seed), side, side)
    left, top = (side - width) // 2, (side - height) // 2
    return sheet.crop((left, top, left + width, top + height))


def _rings(n: int, colors: Colors, luck: random.Random, seed: int) -> Sheet:
    bright, dark, pale, _ = colors
    sheet = gradient(n, n, bright, mix(bright, dark, 0.7))
    draw = ImageDraw.Draw(sheet)
    for i in range(7):
        draw.ellipse(circle(n / 2, n * 0.56, n * (0.46 - 0.06 * i)), fill=(dark, pale, bright)[i % 3])
    draw.rectangle((0, n * 0.56, n, n), fill=dark)
    for i in range(9):
        y, half = n * (0.58 + 0.045 * i), n * (0.42 - 0.035 * i)
        draw.rectangle((n * 0.5 - half, y, n * 0.5 + half, y + n * 0.014), fill=mix(bright, pale, i / 9))
    return sheet


def _hills(n: int, colors: Colors, luck: random.Random, seed: int) -> Sheet:
    return land("hills", luck.choice(["dusk", "gold", "night"]), seed, n, n, scale=1.0)


def _tiles(n: int, colors: Colors, luck: random.Random, seed: int) -> Sheet:
    sheet = Image.new("RGB", (n, n), colors[0])
    q = n // 4
    for i in range(4):
        for j in range(4):
            tile = Image.new("RGB", (q, q), luck.choice(colors[:3]))
            k = luck.randrange(4)
            centre = (q if k in (1, 2) else 0, q if k > 1 else 0)
            ImageDraw.Draw(tile).ellipse(circle(*centre, q), fill=luck.choice(colors[:3]))
            sheet.paste(tile, (i * q, j * q))
    return sheet


def _bars(n: int, colors: Colors, luck: random.Random, seed: int) -> Sheet:
    bright, dark, pale, hue = colors
    sheet = Image.new("RGB", (n, n), pale)
    draw = ImageDraw.Draw(sheet)
    for i in range(9):
        high, x = n * luck.uniform(0.12, 0.62), n * (0.1 + 0.8 * i / 9)
        box = (x, n * 0.82 - high, x + n * 0.8 / 9 * 0.62, n * 0.82)
        draw.rounded_rectangle(box, n * 0.03, fill=(bright, dark)[i % 2])
    draw.ellipse((n * 0.62, n * 0.1, n * 0.84, n * 0.32), fill=hsv(hue + 0.5, 0.6, 0.9))
    draw.rectangle((n * 0.1, n * 0.86, n * 0.9, n * 0.872), fill=dark)
    return sheet


def _lights(n: int, colors: Colors, luck: random.Random, seed: int) -> Sheet:
    _, dark, pale, hue = colors
    sheet = radial(n, n, n * 0.35, n * 0.3, n * 0.95, pale, dark)
    for _ in range(5):
        box = circle(luck.uniform(0.1, 0.9) * n, luck.uniform(0.1, 0.9) * n, luck.uniform(0.14, 0.34) * n)
        tone = (*hsv(hue + luck.uniform(-0.12, 0.2), 0.6, 0.95), 150)
        soft(sheet, lambda d, box=box, tone=tone: d.ellipse(box, fill=tone), n * 0.05)  # type: ignore[misc]
    return sheet


def _rays(n: int, colors: Colors, luck: random.Random, seed: int) -> Sheet:
    bright, dark, pale, _ = colors
    sheet = gradient(n, n, bright, mix(bright, dark, 0.7))
    draw = ImageDraw.Draw(sheet)
    for i in range(12):
        rim = [
            (n * 0.5 + n * math.cos(t), n * 0.52 + n * math.sin(t)) for t in (i * math.pi / 6, (i + 0.5) * math.pi / 6)
        ]
        draw.polygon([(n * 0.5, n * 0.52), *rim], fill=mix(bright, pale, 0.35))
    draw.ellipse((n * 0.24, n * 0.26, n * 0.76, n * 0.78), fill=dark)
    blob(draw, n * 0.5, n * 0.52, n * 0.17, pale, luck, 0.22)
    return sheet


FAMILIES: tuple[Callable[[int, Colors, random.Random, int], Sheet], ...] = (
    _rings,
    _hills,
    _tiles,
    _bars,
    _lights,
    _rays,
)
