"""Fast food: burgers, fries, shakes, tacos. Every dish is drawn around (cx, cy) with radius r."""

from __future__ import annotations

import math
import random

from PIL import Image, ImageDraw

from adapters.phone.pictures.drawing_tools import (
    BROWN,
    CREAM,
    GREEN,
    RED,
    Sheet,
    bits,
    circle,
    plate,
    radial,
    scaled,
    soft,
)
from adapters.phone.style.color_scheme import Rgb

CHEESES: tuple[Rgb, ...] = ((250, 184, 48), (250, 232, 176), (244, 150, 40))
ONION: tuple[Rgb, ...] = ((150, 70, 110), (206, 150, 190), (176, 96, 140))
BUNS: tuple[tuple[Rgb, Rgb], ...] = (
    ((244, 184, 104), (176, 98, 40)),
    ((198, 136, 84), (118, 66, 34)),
    ((250, 206, 120), (190, 112, 44)),
)
"""Lit and shaded crust: brioche, dark rye, milk bun."""


def _shadow(sheet: Sheet, box: tuple[float, float, float, float], blur: float) -> None:
    soft(sheet, lambda draw: draw.ellipse(box, fill=(20, 10, 5, 150)), blur)


def _crown(
    sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, crust: tuple[Rgb, Rgb], seeds: int
) -> None:
    """Draw the domed upper half of a bun."""
    mask = Image.new("L", sheet.size, 0)
    shape = ImageDraw.Draw(mask)
    shape.pieslice((cx - r * 0.92, cy - r, cx + r * 0.92, cy + r * 0.72), 180, 360, fill=255)
    shape.rounded_rectangle((cx - r * 0.92, cy - r * 0.2, cx + r * 0.92, cy - r * 0.08), r * 0.06, fill=255)
    sheet.paste(radial(sheet.width, sheet.height, cx - r * 0.3, cy - r * 0.7, r * 1.35, *crust), (0, 0), mask)
    draw = ImageDraw.Draw(sheet)
    for _ in range(seeds):
        a, q = luck.uniform(math.pi * 1.08, math.pi * 1.92), luck.uniform(0.2, 0.85)
        x, y = cx + math.cos(a) * r * 0.85 * q, cy - r * 0.14 + math.sin(a) * r * 0.8 * q
        draw.ellipse((x - r * 0.03, y - r * 0.018, x + r * 0.03, y + r * 0.018), fill=(252, 236, 200))


def _heel(sheet: Sheet, cx: float, cy: float, r: float, crust: tuple[Rgb, Rgb]) -> None:
    """Draw the lower half of a bun with its cut face."""
    draw = ImageDraw.Draw(sheet)
    base = scaled(crust[0], 0.88)
    draw.rounded_rectangle((cx - r * 0.86, cy + r * 0.36, cx + r * 0.86, cy + r * 0.78), r * 0.2, fill=base)
    draw.rounded_rectangle((cx - r * 0.86, cy + r * 0.36, cx + r * 0.86, cy + r * 0.5), r * 0.07, fill=(240, 196, 124))


def _lettuce(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float) -> None:
    for k in range(16):
        x = cx - r * 0.98 + k * r * 0.13
        bits(sheet, luck, x, cy - r * 0.08, r * 0.03, (*GREEN, (150, 190, 80)), 2, r * 0.11, rough=0.3)


def burger(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a burger in one of three variants."""
    cy, r = sheet.height * 0.56, r * 0.95
    variant = seed % 3
    crust = BUNS[variant]
    _shadow(sheet, (cx - r * 1.05, cy + r * 0.55, cx + r * 1.05, cy + r * 0.98), r * 0.06)
    _heel(sheet, cx, cy, r, crust if variant else ((243, 166, 80), (176, 98, 40)))
    draw = ImageDraw.Draw(sheet)
    draw.rounded_rectangle((cx - r * 0.95, cy + r * 0.1, cx + r * 0.95, cy + r * 0.42), r * 0.15, fill=(92, 50, 30))
    bits(sheet, luck, cx, cy + r * 0.26, r * 0.1, ((110, 62, 36), (74, 40, 24)), 6, r * 0.05)
    for k in range(26):
        x = cx - r * 0.9 + k / 25 * r * 1.8
        crumbs = ((112, 64, 38), (80, 42, 26), (96, 54, 32))
        bits(sheet, luck, x, cy + r * 0.26, r * 0.09, crumbs, 1, r * 0.06, shadow=False)
    edge = (
        (-0.98, 0.02),
        (0.98, 0.02),
        (0.8, 0.14),
        (0.5, 0.3),
        (0.22, 0.12),
        (-0.3, 0.14),
        (-0.55, 0.28),
        (-0.85, 0.12),
    )
    draw = ImageDraw.Draw(sheet)
    draw.polygon([(cx + x * r, cy + y * r) for x, y in edge], fill=CHEESES[variant])
    slices = ONION if variant == 1 else RED
    for k in range(7):
        x = cx - r * 0.84 + k * r * 0.28
        draw.ellipse((x - r * 0.14, cy - r * 0.14, x + r * 0.16, cy + r * 0.06), fill=slices[k % 3])
    if variant != 1:
        _lettuce(sheet, luck, cx, cy, r)
    _crown(sheet, luck, cx, cy, r, crust, 34)


def fish_bun(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a golden crumbed fillet with a pale sauce in a soft bun."""
    cy, r = sheet.height * 0.56, r * 0.95
    _shadow(sheet, (cx - r * 1.05, cy + r * 0.55, cx + r * 1.05, cy + r * 0.98), r * 0.06)
    _heel(sheet, cx, cy, r, BUNS[2])
    draw = ImageDraw.Draw(sheet)
    fillet = (cx - r * 1.02, cy + r * 0.1, cx + r * 1.02, cy + r * 0.4)
    draw.rounded_rectangle(fillet, r * 0.1, fill=(206, 142, 62))
    golden = ((226, 168, 84), (196, 130, 54), (238, 188, 104))
    for k in range(30):
        x = cx - r * 0.98 + k / 29 * r * 1.96
        bits(sheet, luck, x, cy + r * 0.25, r * 0.1, golden, 2, r * 0.045, shadow=False)
    for k in range(6):
        x = cx - r * 0.8 + k * r * 0.32
        bits(
            sheet,
            luck,
            x,
            cy + r * 0.06,
            r * 0.02,
            ((250, 246, 232), (244, 238, 220)),
            1,
            r * 0.15,
            rough=0.08,
            flat=0.5,
        )
    for k in range(5):
        x = cx - r * 0.7 + k * r * 0.34
        bits(
            sheet, luck, x, cy - r * 0.02, r * 0.02, ((112, 150, 60), (96, 134, 52)), 1, r * 0.13, rough=0.06, flat=0.35
        )
    _lettuce(sheet, luck, cx, cy, r)
    _crown(sheet, luck, cx, cy, r, BUNS[2], 10 + seed % 5)


def chicken(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a fried chicken thigh with slaw in a bun."""
    cy, r = sheet.height * 0.56, r * 0.95
    crust = BUNS[seed % 2 * 2]
    _shadow(sheet, (cx - r * 1.05, cy + r * 0.55, cx + r * 1.05, cy + r * 0.98), r * 0.06)
    _heel(sheet, cx, cy, r, crust)
    crisp = ((198, 112, 44), (168, 86, 32), (220, 140, 62), (182, 98, 38))
    for k in range(22):
        x = cx - r * 0.94 + k / 21 * r * 1.88
        bits(sheet, luck, x, cy + r * 0.24, r * 0.08, crisp, 2, r * 0.12, rough=0.3)
    slaw = ((232, 226, 190), (200, 214, 150), (234, 148, 70), (150, 90, 140))
    for k in range(18):
        x = cx - r * 0.9 + k * r * 0.106
        bits(sheet, luck, x, cy + r * 0.0, r * 0.06, slaw, 2, r * 0.065, rough=0.4, flat=0.6)
    _crown(sheet, luck, cx, cy, r, crust, 26)


def fries(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a paper cone of fries; every third seed draws sweet potato fries."""
    _shadow(sheet, (cx - r * 0.7, cy + r * 0.55, cx + r * 0.8, cy + r * 0.98), r * 0.06)
    tones: tuple[Rgb, ...] = ((250, 206, 90), (244, 190, 70), (252, 220, 120), (232, 172, 60))
    if seed % 3 == 0:
        tones = ((238, 140, 58), (226, 120, 44), (246, 158, 80), (214, 104, 36))
    draw = ImageDraw.Draw(sheet)
    for _ in range(26):
        x, top, lean = (
            cx + luck.uniform(-0.52, 0.52) * r,
            cy - r * luck.uniform(0.35, 0.95),
            luck.uniform(-0.12, 0.12) * r,
        )
        color = luck.choice(tones)
        foot = x * 0.8 + cx * 0.2
        for right, shade in ((0.055, scaled(color, 0.84)), (0.025, color)):
            draw.polygon(
                [(x + lean - r * 0.055, top), (x + lean + r * right, top - r * 0.02), (foot + r * right, cy + r * 0.3),
                 (foot - r * 0.055, cy + r * 0.3)],
                fill=shade,
            )  # fmt: skip
    paper: Rgb = luck.choice([(206, 44, 36), (28, 28, 30), (242, 183, 5)])
    front = ((-0.64, -0.1), (-0.3, 0.06), (0.3, 0.06), (0.64, -0.1), (0.5, 0.86), (-0.5, 0.86))
    side = ((0.3, 0.06), (0.64, -0.1), (0.5, 0.86))
    draw.polygon([(cx + x * r, cy + y * r) for x, y in front], fill=paper)
    draw.polygon([(cx + x * r, cy + y * r) for x, y in side], fill=scaled(paper, 0.82))
    draw.ellipse((cx - r * 0.22, cy + r * 0.26, cx + r * 0.16, cy + r * 0.64), fill=(250, 244, 230))


def shake(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a tall glass with cream, a cherry and a straw."""
    tone: Rgb = luck.choice([(244, 170, 190), (150, 96, 62), (248, 232, 196)])
    _shadow(sheet, (cx - r * 0.4, cy + r * 0.78, cx + r * 0.6, cy + r * 1.02), r * 0.05)
    draw = ImageDraw.Draw(sheet)
    draw.line((cx + r * 0.06, cy + r * 0.2, cx + r * 0.3, cy - r * 1.12), fill=(210, 50, 44), width=int(r * 0.07))
    _glass(sheet, cx, cy, r, tone)
    for x, y, q in ((-0.24, -0.5, 0.26), (0.2, -0.5, 0.27), (0, -0.68, 0.25), (0.02, -0.86, 0.16)):
        bits(sheet, luck, cx + x * r, cy + y * r, 1, ((252, 246, 236),), 1, r * q, rough=0.06, flat=0.85)
    bits(sheet, luck, cx + r * 0.02, cy - r, 1, ((206, 36, 44),), 1, r * 0.1, rough=0.03, flat=1)


def soda(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a cold drink with ice and a slice of lemon."""
    tones: tuple[Rgb, ...] = ((196, 62, 84), (232, 150, 60), (214, 196, 110), (120, 64, 40))
    _shadow(sheet, (cx - r * 0.4, cy + r * 0.78, cx + r * 0.6, cy + r * 1.02), r * 0.05)
    _glass(sheet, cx, cy, r, tones[seed % len(tones)])
    draw = ImageDraw.Draw(sheet)
    for _ in range(5):
        x, y, q = cx + luck.uniform(-0.26, 0.26) * r, cy - luck.uniform(0.1, 0.36) * r, r * luck.uniform(0.08, 0.12)
        draw.rounded_rectangle(circle(x, y, q), q * 0.4, outline=(255, 255, 255), width=max(2, int(r * 0.014)))
    draw.ellipse(circle(cx + r * 0.38, cy - r * 0.44, r * 0.22), fill=(250, 226, 110))
    draw.ellipse(circle(cx + r * 0.38, cy - r * 0.44, r * 0.17), fill=(254, 240, 170))
    draw.line((cx - r * 0.1, cy + r * 0.1, cx - r * 0.26, cy - r * 0.95), fill=(244, 244, 240), width=int(r * 0.06))


def _glass(sheet: Sheet, cx: float, cy: float, r: float, tone: Rgb) -> None:
    mask = Image.new("L", sheet.size, 0)
    edge = ((-0.44, -0.42), (0.44, -0.42), (0.29, 0.9), (-0.29, 0.9))
    ImageDraw.Draw(mask).polygon([(cx + x * r, cy + y * r) for x, y in edge], fill=255)
    lit = radial(sheet.width, sheet.height, cx - r * 0.16, cy, r * 1.1, scaled(tone, 1.1), scaled(tone, 0.75))
    sheet.paste(lit, (0, 0), mask)


def tacos(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw three filled soft shells on a plate."""
    plate(sheet, cx, cy, r, rim=(250, 248, 244), inner=(240, 236, 230))
    for i in range(3):
        x, y = cx + (i - 1) * r * 0.44, cy + r * 0.16
        draw = ImageDraw.Draw(sheet)
        draw.pieslice((x - r * 0.36, y - r * 0.5, x + r * 0.4, y + r * 0.42), 180, 360, fill=(196, 142, 70))
        for k in range(22):
            t = math.pi * (1 + k / 21)
            at = (x + math.cos(t) * r * 0.3, y - r * 0.04 + math.sin(t) * r * 0.38)
            bits(sheet, luck, *at, r * 0.05, (*GREEN, *RED, *BROWN, *CREAM), 2, r * 0.06)
        mask = Image.new("L", sheet.size, 0)
        front = (x - r * 0.4, y - r * 0.36, x + r * 0.36, y + r * 0.5)
        ImageDraw.Draw(mask).pieslice(front, 180, 360, fill=255)
        lit = radial(sheet.width, sheet.height, x - r * 0.1, y - r * 0.3, r * 0.6, (248, 208, 122), (216, 160, 80))
        sheet.paste(lit, (0, 0), mask)


__all__ = ["burger", "chicken", "fish_bun", "fries", "shake", "soda", "tacos"]
