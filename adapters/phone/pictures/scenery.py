"""Landscapes: six palettes, five kinds, and wallpapers made from them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter

from adapters.phone.pictures.drawing_tools import (
    Draw,
    Sheet,
    chance,
    circle,
    enlarged,
    fineness,
    gradient,
    reduced,
    soft,
)
from adapters.phone.style.color_scheme import Rgb, mix

PALETTES: Mapping[str, tuple[Rgb, Rgb, Rgb]] = {
    "dawn": ((250, 190, 140), (120, 120, 190), (64, 60, 110)),
    "day": ((226, 240, 250), (96, 170, 226), (38, 92, 110)),
    "dusk": ((250, 140, 96), (86, 52, 120), (34, 22, 60)),
    "night": ((60, 80, 140), (12, 18, 48), (8, 10, 26)),
    "mist": ((232, 236, 232), (160, 184, 186), (50, 84, 84)),
    "gold": ((255, 224, 150), (240, 150, 90), (110, 52, 40)),
}
"""The colour at the horizon, at the top of the sky and of the nearest ground."""


@dataclass(frozen=True, slots=True)
class View:
    """Canvas of a landscape: the sheet with its sky, the palette, the sun's position and the random generator."""

    sheet: Sheet
    colors: tuple[Rgb, Rgb, Rgb]
    sun: float
    luck: random.Random
    kind: str


def land(
    kind: str, palette: str, seed: int, width: int, height: int, sun: bool | None = None, scale: float | None = None
) -> Sheet:
    """Draw a landscape; KeyError for an unknown kind or palette. Without `sun`, four in ten pictures have none.

    It is drawn `scale` times larger than shown.
    """
    scale = scale or fineness(width, height)
    w, h = int(width * scale), int(height * scale)
    luck = chance("land", kind, palette, seed)
    colors = PALETTES[palette]
    sheet = gradient(w, h, colors[1], colors[0])
    x, y = w * luck.uniform(0.25, 0.75), h * luck.uniform(0.3, 0.45)
    size = min(w, h) * (luck.uniform(0.05, 0.085) if palette != "night" else 0.04)
    if sun is None:
        sun = palette != "mist" and (palette == "night" or luck.random() < 0.6)
    if sun:
        soft(sheet, lambda d: d.ellipse(circle(x, y, size * 3), fill=(255, 244, 220, 90)), size * 1.2)
        soft(sheet, lambda d: d.ellipse(circle(x, y, size), fill=(255, 246, 226, 235)), size * 0.06)
    if palette == "night":
        draw = ImageDraw.Draw(sheet)
        for _ in range(90):
            draw.point((luck.uniform(0, w), luck.uniform(0, h * 0.6)), fill=(255, 255, 255))
    soft(sheet, lambda d: _clouds(d, luck, w, h), w * 0.012)
    KINDS[kind](View(sheet, colors, x, luck, kind))
    return reduced(sheet, width, height)


def _clouds(draw: Draw, luck: random.Random, w: int, h: int) -> None:
    for _ in range(5):
        x, y, q = luck.uniform(0, w), luck.uniform(0.08, 0.4) * h, luck.uniform(0.08, 0.2) * w
        for k in range(5):
            left = x + k * q * 0.3 - q * 0.3
            draw.ellipse((left, y - q * 0.09 * luck.random(), left + q * 0.6, y + q * 0.13), fill=(255, 255, 255, 46))


def _city(view: View) -> None:
    sheet, luck, (far, _, near) = view.sheet, view.luck, view.colors
    w, h = sheet.size
    draw = ImageDraw.Draw(sheet)
    for layer in range(3):
        color = mix(far, near, 0.25 + 0.75 * (layer + 1) / 3)
        lit = mix(color, (255, 214, 140), 0.75)
        x = 0.0
        while x < w:
            wide, high = w * luck.uniform(0.05, 0.11), h * luck.uniform(0.18, 0.5) * (1.15 - 0.25 * layer)
            y = h * (0.98 if layer == 2 else 0.92) - high
            draw.rectangle((x, y, x + wide, h), fill=color)
            if luck.random() < 0.3:
                draw.rectangle((x + wide * 0.45, y - h * 0.06, x + wide * 0.52, y), fill=color)
            if layer > 0:
                for wy in range(int(y + h * 0.03), h, max(5, int(h * 0.035))):
                    for wx in range(int(x + wide * 0.14), int(x + wide * 0.85), max(5, int(wide * 0.2))):
                        if luck.random() < 0.42:
                            draw.rectangle((wx, wy, wx + wide * 0.09, wy + h * 0.014), fill=lit)
            x += wide * luck.uniform(0.95, 1.25)


def _sea(view: View) -> None:
    sheet, luck, (far, backdrop, near) = view.sheet, view.luck, view.colors
    w, h = sheet.size
    shore = int(h * 0.58)
    sheet.paste(gradient(w, h - shore, mix(far, backdrop, 0.6), near), (0, shore))
    draw = ImageDraw.Draw(sheet)
    for _ in range(80):
        y = shore + (luck.random() ** 1.6) * (h - shore)
        half = w * luck.uniform(0.02, 0.09) * (0.4 + (y - shore) / (h - shore))
        x = view.sun + luck.gauss(0, 0.16) * w
        draw.line((x - half, y, x + half, y), fill=mix(far, (255, 255, 255), 0.4), width=max(1, int(h * 0.004)))
    x, y, q = w * luck.uniform(0.2, 0.8), shore + h * 0.07, w * 0.07
    draw.polygon([(x - q, y), (x + q, y), (x + q * 0.6, y + q * 0.35), (x - q * 0.6, y + q * 0.35)], fill=near)
    draw.polygon([(x, y - q * 1.7), (x, y - q * 0.1), (x + q * 0.9, y - q * 0.1)], fill=(250, 246, 238))
    draw.polygon(
        [(x - q * 0.1, y - q * 1.4), (x - q * 0.1, y - q * 0.1), (x - q * 0.7, y - q * 0.1)], fill=(236, 228, 216)
    )


def _ridges(view: View) -> None:
    sheet, luck, (far, _, near) = view.sheet, view.luck, view.colors
    w, h = sheet.size
    draw = ImageDraw.Draw(sheet)
    for layer in range(5):
        color = mix(far, near, 0.12 + 0.86 * (layer + 1) / 5)
        phase = [luck.uniform(0, 6.28) for _ in range(4)]
        base, swing = h * (0.46 + 0.115 * layer), h * (0.12 - 0.014 * layer)
        sharp = view.kind == "peaks" and layer < 3
        points = []
        for x in range(0, w + 4, 3):
            u = x / w * 6.283
            if sharp:
                v = 1.0 - sum(
                    k * (1 - abs(math.sin(u * f + phase[i])))
                    for i, (k, f) in enumerate(((1.3, 0.7), (0.5, 1.9), (0.14, 5.3)))
                )
                v *= 1.5
            else:
                waves = ((0.55, 0.9), (0.3, 2.1), (0.12, 4.7))
                v = sum(k * math.sin(u * f + phase[i]) for i, (k, f) in enumerate(waves))
            points.append((x, base + swing * v))
        draw.polygon([*points, (w, h), (0, h)], fill=color)
        if (view.kind == "peaks" and layer == 4) or (view.kind == "forest" and layer >= 2):
            for _ in range(26):
                x, y = luck.choice(points)
                _tree(draw, x, y, h * luck.uniform(0.04, 0.09) * (1 + layer * 0.15), color)


def _tree(draw: Draw, x: float, y: float, q: float, color: Rgb) -> None:
    dark = mix(color, (0, 0, 0), 0.18)
    draw.rectangle((x - q * 0.05, y - q * 0.1, x + q * 0.05, y + q * 0.2), fill=mix(color, (0, 0, 0), 0.3))
    for k in range(3):
        half, foot = q * 0.32 * (0.6 + k * 0.3), y - q * (0.7 - k * 0.4)
        draw.polygon([(x, y - q * (1.5 - k * 0.4)), (x - half, foot), (x + half, foot)], fill=dark)


KINDS: Mapping[str, Callable[[View], None]] = {
    "hills": _ridges,
    "peaks": _ridges,
    "forest": _ridges,
    "city": _city,
    "sea": _sea,
}


def wallpaper(kind: str, palette: str, seed: int, width: int, height: int) -> Sheet:
    """Draw a landscape, softened and darkened for white labels, without a sun."""
    half = land(kind, palette, seed, max(2, -(-width // 2)), max(2, -(-height // 2)), sun=False, scale=1.0)
    veil = Image.new("RGB", half.size, (20, 12, 40))
    half = Image.blend(half, veil, 0.14 if palette in ("dusk", "night") else 0.4).filter(ImageFilter.BoxBlur(1))
    return enlarged(half, 2, width, height)
