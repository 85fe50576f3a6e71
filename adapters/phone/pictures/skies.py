"""Full-screen sky pictures of a weather app: clear, fair, cloudy, fog, drizzle, rain, storm, snow, night."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from PIL import ImageDraw

from adapters.phone.pictures.drawing_tools import Draw, Sheet, chance, circle, enlarged, gradient, scaled, soft
from adapters.phone.style.color_scheme import Rgb, mix


@dataclass(frozen=True, slots=True)
class Air:
    """Appearance of one kind of weather: sky colours at the top and the horizon, clouds, sun and precipitation."""

    top: Rgb
    low: Rgb
    clouds: int = 0
    tint: Rgb = (255, 255, 255)
    sun: bool = False
    falls: str = ""


TALL = 1200
"""Rows of a sheet for a whole screen: what falls is as dense in a small picture."""

SKIES: Mapping[str, Air] = {
    "clear": Air((30, 102, 190), (92, 152, 204), 2, sun=True),
    "fair": Air((44, 110, 184), (100, 150, 188), 7, sun=True),
    "cloudy": Air((70, 94, 122), (114, 136, 158), 15, (226, 232, 238)),
    "fog": Air((82, 94, 104), (118, 127, 132), 22, (214, 218, 218)),
    "drizzle": Air((64, 92, 112), (112, 140, 150), 14, (196, 208, 214), falls="drizzle"),
    "rain": Air((38, 58, 84), (84, 108, 130), 18, (150, 164, 180), falls="rain"),
    "storm": Air((26, 26, 52), (74, 70, 100), 20, (104, 100, 132), falls="storm"),
    "snow": Air((76, 96, 124), (122, 138, 160), 12, (236, 240, 246), falls="snow"),
    "night": Air((8, 14, 40), (44, 58, 104), 3, (120, 134, 176), falls="stars"),
}


def draw_sky(kind: str, seed: int, width: int, height: int) -> Sheet:
    """Draw a sky with hills below, at half size because it is soft; KeyError for an unknown kind of weather."""
    air = SKIES[kind]
    w, h = max(2, -(-width // 2)), max(2, -(-height // 2))
    luck = chance("sky", kind, seed)
    sheet = gradient(w, h, air.top, air.low)
    size = min(w, h)
    if air.sun:
        x, y, r = w * luck.uniform(0.62, 0.86), h * luck.uniform(0.06, 0.14), size * 0.09
        soft(sheet, lambda d: d.ellipse(circle(x, y, r * 3.4), fill=(255, 240, 200, 100)), r * 1.5)
        soft(sheet, lambda d: d.ellipse(circle(x, y, r), fill=(255, 246, 218, 245)), r * 0.08)
    if air.falls == "stars":
        _stars(ImageDraw.Draw(sheet), luck, w, h)
        soft(sheet, lambda d: d.ellipse(circle(w * 0.78, h * 0.1, size * 0.055), fill=(236, 238, 250, 235)), 1.2)
    soft(sheet, lambda d: _clouds(d, luck, air, w, h), size * 0.028)
    _hills(sheet, luck, air, w, h)
    if air.falls in ("drizzle", "rain", "storm"):
        _rain(sheet, luck, air.falls, w, h)
    if air.falls == "snow":
        _snow(sheet, luck, w, h)
    return enlarged(sheet, 2, width, height)


def _clouds(draw: Draw, luck: random.Random, air: Air, w: int, h: int) -> None:
    for _ in range(air.clouds):
        x, y, q = luck.uniform(-0.1, 1.0) * w, luck.uniform(0.0, 0.5) * h, luck.uniform(0.12, 0.3) * w
        for k in range(6):
            left, puff = x + k * q * 0.3 - q * 0.4, q * luck.uniform(0.16, 0.34)
            draw.ellipse((left, y - puff, left + q * 0.62, y + q * 0.12), fill=(*air.tint, luck.randint(30, 62)))


def _hills(sheet: Sheet, luck: random.Random, air: Air, w: int, h: int) -> None:
    draw = ImageDraw.Draw(sheet)
    for layer in range(3):
        ground = mix(scaled(air.top, 0.62), air.low, 0.5 - 0.22 * layer)
        base, points = h * (0.84 + 0.055 * layer), [(0.0, float(h))]
        level = base
        for i in range(13):
            level = base + (level - base) * 0.5 + luck.uniform(-0.022, 0.022) * h
            points.append((w * i / 12, level))
        draw.polygon([*points, (float(w), float(h))], fill=ground)


def _rain(sheet: Sheet, luck: random.Random, kind: str, w: int, h: int) -> None:
    many, long, glow = {"drizzle": (160, 0.008, 60), "rain": (300, 0.02, 80), "storm": (380, 0.026, 84)}[kind]
    if kind == "storm":
        x, y = w * luck.uniform(0.55, 0.8), h * 0.12
        bolt = [(x, y)]
        while y < h * 0.46:
            x, y = x + luck.uniform(-0.05, 0.04) * w, y + h * luck.uniform(0.03, 0.06)
            bolt.append((x, y))
        soft(sheet, lambda d: d.line(bolt, fill=(200, 196, 255, 150), width=max(3, w // 40)), w * 0.02)
        ImageDraw.Draw(sheet).line(bolt, fill=(246, 244, 255), width=max(1, w // 180))
    draw = ImageDraw.Draw(sheet, "RGBA")
    for _ in range(many * h // TALL):
        x, y, far = luck.uniform(0, 1.1) * w, luck.random() * h, luck.uniform(0.5, 1.0)
        end = (x - h * long * 0.25 * far, y + h * long * far)
        draw.line((x, y, *end), fill=(230, 238, 250, int(glow * far)), width=1)


def _snow(sheet: Sheet, luck: random.Random, w: int, h: int) -> None:
    draw = ImageDraw.Draw(sheet, "RGBA")
    for _ in range(220 * h // TALL):
        r = luck.uniform(0.6, 2.6) * w / 540
        draw.ellipse(circle(luck.random() * w, luck.random() * h, r), fill=(255, 255, 255, luck.randint(90, 200)))


def _stars(draw: Draw, luck: random.Random, w: int, h: int) -> None:
    for _ in range(120 * h // TALL):
        glow = luck.randint(110, 235)
        draw.point((luck.random() * w, luck.random() * h * 0.75), fill=(glow, glow, min(255, glow + 16)))
