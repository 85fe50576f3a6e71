"""Bowls and plates: pizza, noodles, salads, sushi. Every dish is drawn around (cx, cy) with radius r."""

from __future__ import annotations

import math
import random

from PIL import ImageDraw

from adapters.phone.pictures.drawing_tools import (
    CREAM,
    GREEN,
    PINK,
    RED,
    Sheet,
    bits,
    blob,
    bowl,
    circle,
    plate,
    scaled,
)
from adapters.phone.style.color_scheme import Rgb


def salad(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw leaves with tomato, cheese and corn."""
    lettuce = ((*GREEN, (150, 190, 90)), 60, 0.13, 0.85)
    tops = [lettuce, (RED, 9, 0.1, 0.75), (CREAM, 14, 0.06, 0.8), (((250, 200, 60),), 8, 0.06, 0.8)]
    bowl(sheet, luck, cx, cy, r, (96, 140, 60), tops)


def poke(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw rice with five toppings around its middle and sesame."""
    bowl(sheet, luck, cx, cy, r, (240, 234, 220), [((*CREAM, (250, 246, 236)), 120, 0.035, 0.9)])
    heaps: tuple[tuple[Rgb, ...], ...] = (
        PINK,
        GREEN,
        ((250, 210, 80), (244, 196, 60)),
        ((120, 60, 90), (96, 44, 78)),
        ((250, 140, 60),),
    )
    for i, colors in enumerate(heaps):
        a = i / 5 * 6.283 - 0.6
        bits(sheet, luck, cx + math.cos(a) * r * 0.44, cy + math.sin(a) * r * 0.44, r * 0.22, colors, 18, r * 0.085)
    bits(sheet, luck, cx, cy, r * 0.7, ((40, 36, 30), (250, 246, 236)), 50, r * 0.014, shadow=False)


def curry(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a pot of orange curry."""
    tops = [(((230, 150, 60), (196, 98, 30)), 18, 0.14, 0.7), (CREAM, 9, 0.12, 0.6), (GREEN, 18, 0.04, 0.6)]
    bowl(sheet, luck, cx, cy, r, (214, 120, 40), tops)


def ramen(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw noodles in broth with pork, half an egg and a sheet of nori."""
    bowl(sheet, luck, cx, cy, r, (206, 140, 70))
    draw = ImageDraw.Draw(sheet)
    for _ in range(46):
        x, y = cx + luck.uniform(-0.55, 0.55) * r, cy + luck.uniform(-0.5, 0.5) * r
        q, a, turn = r * luck.uniform(0.1, 0.26), luck.randint(0, 360), luck.randint(120, 260)
        tone = luck.choice([(248, 222, 150), (240, 206, 124), (226, 186, 104)])
        if math.hypot(x - cx, y - cy) < r * 0.55:
            draw.arc(circle(x, y, q), a, a + turn, fill=tone, width=int(r * 0.035))
    for degrees in (200, 250):
        turned = math.radians(degrees)
        x, y = cx + math.cos(turned) * r * 0.4, cy + math.sin(turned) * r * 0.4
        blob(draw, x, y + r * 0.03, r * 0.25, (120, 70, 40), luck, 0.06)
        blob(draw, x, y, r * 0.24, (222, 160, 124), luck, 0.06)
        blob(draw, x + r * 0.02, y, r * 0.14, (240, 196, 164), luck, 0.2)
    x, y = cx + r * 0.34, cy + r * 0.2
    draw.ellipse((x - r * 0.2, y - r * 0.24, x + r * 0.2, y + r * 0.24), fill=(250, 246, 238))
    draw.ellipse((x - r * 0.11, y - r * 0.13, x + r * 0.11, y + r * 0.13), fill=(242, 160, 40))
    draw.ellipse((x - r * 0.07, y - r * 0.1, x, y - r * 0.02), fill=(252, 196, 90))
    bits(sheet, luck, cx - r * 0.3, cy + r * 0.32, r * 0.22, GREEN, 22, r * 0.05)
    nori = ((0.3, -0.75), (0.62, -0.6), (0.4, -0.1), (0.12, -0.22))
    ImageDraw.Draw(sheet).polygon([(cx + a * r, cy + b * r) for a, b in nori], fill=(34, 50, 40))


def pizza(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a cut pizza on a board."""
    plate(sheet, cx, cy, r, rim=(196, 150, 104), inner=(186, 138, 92))
    draw = ImageDraw.Draw(sheet)
    blob(draw, cx, cy, r * 0.86, (176, 106, 48), luck, 0.03)
    blob(draw, cx, cy, r * 0.83, (216, 150, 80), luck, 0.03)
    blob(draw, cx, cy, r * 0.72, (198, 62, 34), luck, 0.05)
    cheese = ((250, 222, 140), (246, 206, 112), (252, 234, 180))
    bits(sheet, luck, cx, cy, r * 0.64, cheese, 40, r * 0.12, rough=0.35, shadow=False)
    for i in range(9):
        a, q = i * 0.72 + luck.random() * 0.3, r * (0.2 if i % 3 == 0 else 0.5)
        at = (cx + math.cos(a) * q, cy + math.sin(a) * q)
        bits(sheet, luck, *at, 1, ((180, 46, 36), (196, 60, 44)), 1, r * 0.1, rough=0.04, flat=1)
    bits(sheet, luck, cx, cy, r * 0.6, GREEN, 12, r * 0.05, rough=0.5)
    draw = ImageDraw.Draw(sheet)
    for i in range(4):
        a = i * math.pi / 4 + 0.2
        x, y = math.cos(a) * r * 0.85, math.sin(a) * r * 0.85
        draw.line((cx - x, cy - y, cx + x, cy + y), fill=(150, 84, 40), width=max(2, int(r * 0.012)))


def sushi(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw six pieces on a dark plate."""
    plate(sheet, cx, cy, r, rim=(66, 70, 78), inner=(54, 58, 66))
    draw = ImageDraw.Draw(sheet)
    for j in range(2):
        for i in range(3):
            x, y = cx + (i - 1) * r * 0.46, cy + (j - 0.5) * r * 0.56
            top: Rgb = luck.choice([*PINK, (228, 64, 52), (250, 190, 80)])
            draw.rounded_rectangle((x - r * 0.19, y - r * 0.12, x + r * 0.19, y + r * 0.22), r * 0.1, fill=(30, 30, 34))
            draw.rounded_rectangle(
                (x - r * 0.18, y - r * 0.1, x + r * 0.18, y + r * 0.19), r * 0.09, fill=(250, 248, 240)
            )
            draw.rounded_rectangle((x - r * 0.2, y - r * 0.2, x + r * 0.2, y + r * 0.08), r * 0.09, fill=top)
            for q in range(4):
                left = x - r * 0.16 + q * r * 0.1
                line = (left, y + r * 0.05, left + r * 0.06, y - r * 0.17)
                draw.line(line, fill=scaled(top, 1, 24), width=max(2, int(r * 0.014)))
    bits(sheet, luck, cx + r * 0.62, cy + r * 0.1, r * 0.06, ((140, 180, 80),), 4, r * 0.06)
