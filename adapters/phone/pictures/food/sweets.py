"""Cups and pastries. Every dish is drawn around (cx, cy) with radius r."""

from __future__ import annotations

import math
import random

from PIL import Image, ImageDraw

from adapters.phone.pictures.drawing_tools import RED, Sheet, bits, blob, circle, disc_mask, plate, radial, scaled, soft
from adapters.phone.style.color_scheme import Rgb


def coffee(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw black coffee with a highlight at its edge."""
    well = _cup(sheet, luck, cx, cy, r, (110, 66, 38))
    gleam = (cx - well * 0.76, cy - well * 0.74, cx + well * 0.76, cy + well * 0.78)
    soft(sheet, lambda d: d.arc(gleam, 150, 290, fill=(214, 160, 104, 200), width=int(well * 0.07)), well * 0.015)
    _beans(sheet, luck, cx, cy, r)


def latte(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a latte with a leaf of milk foam."""
    _leaf(sheet, cx, cy, _cup(sheet, luck, cx, cy, r, (206, 160, 112)), (206, 160, 112), (250, 238, 218))
    _beans(sheet, luck, cx, cy, r)


def matcha(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a green tea latte with a leaf of milk foam."""
    _leaf(sheet, cx, cy, _cup(sheet, luck, cx, cy, r, (160, 186, 98)), (160, 186, 98), (234, 242, 206))


def iced(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw iced tea or coffee."""
    tones: tuple[Rgb, ...] = ((170, 110, 66), (186, 56, 84), (206, 132, 60))
    well = _cup(sheet, luck, cx, cy, r, tones[seed % len(tones)])
    for _ in range(7):
        x, y = cx + luck.uniform(-0.4, 0.4) * well, cy + luck.uniform(-0.4, 0.4) * well
        q = well * 0.22
        cube = Image.new("RGBA", (int(q * 2), int(q * 2)), (255, 252, 246, 0))
        edge = (2, 2, q * 2 - 3, q * 2 - 3)
        ImageDraw.Draw(cube).rounded_rectangle(
            edge, q * 0.3, fill=(255, 250, 240, 130), outline=(255, 255, 255, 210), width=4
        )
        cube = cube.rotate(
            luck.randint(0, 90), expand=True, resample=Image.Resampling.BICUBIC, fillcolor=(255, 252, 246, 0)
        )
        sheet.paste(cube.convert("RGB"), (int(x - q), int(y - q)), cube.getchannel("A"))


def _cup(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, drink: Rgb) -> float:
    """Draw a saucer and a filled cup; return the cup's radius."""
    plate(sheet, cx, cy, r * 0.98, rim=(246, 244, 240), inner=(232, 228, 222))
    well = r * 0.66
    soft(sheet, lambda d: d.ellipse(circle(cx + well * 0.1, cy + well * 0.18, well), fill=(20, 12, 8, 110)), r * 0.06)
    draw = ImageDraw.Draw(sheet)
    china: Rgb = luck.choice([(250, 250, 248), (52, 74, 92), (188, 84, 62), (236, 200, 150)])
    draw.ellipse((cx + well * 0.7, cy - well * 0.2, cx + well * 1.35, cy + well * 0.25), fill=scaled(china, 0.9))
    draw.ellipse((cx + well * 0.8, cy - well * 0.08, cx + well * 1.2, cy + well * 0.13), fill=(222, 218, 212))
    draw.ellipse(circle(cx, cy, well), fill=china)
    draw.ellipse(circle(cx, cy, well * 0.88), fill=scaled(drink, 0.55))
    lit = radial(
        sheet.width,
        sheet.height,
        cx - well * 0.2,
        cy - well * 0.2,
        well * 1.3,
        scaled(drink, 1.12),
        scaled(drink, 0.78),
    )
    sheet.paste(lit, (0, 0), disc_mask(sheet.size, cx, cy + well * 0.02, well * 0.83))
    return well


def _leaf(sheet: Sheet, cx: float, cy: float, well: float, drink: Rgb, milk: Rgb) -> None:
    draw = ImageDraw.Draw(sheet)
    for i in range(5):
        q, y = well * (0.62 - 0.11 * i), cy + well * (0.12 - 0.16 * i)
        tone = milk if i % 2 == 0 else drink
        draw.pieslice((cx - q, y - q * 0.7, cx + q, y + q * 0.9), 0, 180, fill=tone)
        draw.ellipse((cx - q, y - q * 0.42, cx, y + q * 0.42), fill=tone)
        draw.ellipse((cx, y - q * 0.42, cx + q, y + q * 0.42), fill=tone)


def _beans(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float) -> None:
    bits(sheet, luck, cx - r * 1.05, cy + r * 0.75, r * 0.25, ((70, 40, 24), (92, 54, 32)), 9, r * 0.06, flat=0.65)


def donut(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a glazed donut with sprinkles."""
    plate(sheet, cx, cy, r)
    glaze: Rgb = luck.choice([(238, 140, 170), (120, 70, 44), (246, 230, 210)])
    ring = r * 0.62
    soft(
        sheet,
        lambda d: d.ellipse(circle(cx + ring * 0.08, cy + ring * 0.16, ring), fill=(60, 30, 10, 120)),
        ring * 0.06,
    )
    draw = ImageDraw.Draw(sheet)
    draw.ellipse(circle(cx, cy, ring), fill=(206, 146, 82))
    blob(draw, cx, cy, ring * 0.92, glaze, luck, 0.05)
    for _ in range(60):
        a, q, b = luck.uniform(0, 6.28), ring * luck.uniform(0.42, 0.84), luck.uniform(0, 3.14)
        x, y, half = cx + math.cos(a) * q, cy + math.sin(a) * q, ring * 0.045
        line = (x - math.cos(b) * half, y - math.sin(b) * half, x + math.cos(b) * half, y + math.sin(b) * half)
        tone = luck.choice([(255, 255, 255), (250, 200, 60), (90, 180, 220), (120, 200, 120)])
        draw.line(line, fill=tone, width=max(3, int(ring * 0.035)))
    draw.ellipse(circle(cx, cy, ring * 0.3), fill=(176, 120, 66))
    draw.ellipse((cx - ring * 0.27, cy - ring * 0.24, cx + ring * 0.27, cy + ring * 0.3), fill=(238, 234, 228))
    soft(
        sheet,
        lambda d: d.arc(circle(cx, cy, ring * 0.7), 190, 280, fill=(255, 255, 255, 150), width=int(ring * 0.07)),
        ring * 0.03,
    )


def cookies(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw three chocolate cookies."""
    plate(sheet, cx, cy, r)
    for x, y in ((-0.32, 0.2), (0.34, 0.22), (0, -0.3)):
        bits(sheet, luck, cx + x * r, cy + y * r, 1, ((206, 150, 88),), 1, r * 0.36, rough=0.05, flat=1)
        bits(sheet, luck, cx + x * r, cy + y * r, r * 0.26, ((78, 44, 28), (94, 56, 34)), 9, r * 0.055)


def croissant(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a croissant on a plate."""
    plate(sheet, cx, cy, r)
    for k in range(-3, 4):
        x, y = cx + math.sin(k * 0.3) * r * 0.62, cy + r * 0.42 - math.cos(k * 0.3) * r * 0.55
        crust = (218 - abs(k) * 8, 150 - abs(k) * 6, 70)
        bits(sheet, luck, x, y, 1, (crust,), 1, r * (0.34 - abs(k) * 0.055), rough=0.05, flat=1.1)


def cake(sheet: Sheet, luck: random.Random, cx: float, cy: float, r: float, seed: int) -> None:
    """Draw a slice of cake with five layers and berries."""
    plate(sheet, cx, cy, r)
    draw = ImageDraw.Draw(sheet)
    dark, light = (120, 70, 44), (250, 236, 214)
    for k, tone in enumerate((dark, light, dark, light, (226, 110, 130))):
        y = cy + r * (0.42 - 0.2 * k)
        left, right = cx - r * 0.55, cx + r * 0.6
        draw.polygon([(left, y), (right, y - r * 0.14), (right, y - r * 0.34), (left, y - r * 0.2)], fill=tone)
    top = [(cx - r * 0.55, cy - r * 0.58), (cx + r * 0.6, cy - r * 0.72), (cx + r * 0.2, cy - r * 0.86)]
    draw.polygon(top, fill=(244, 150, 166))
    bits(sheet, luck, cx + r * 0.25, cy - r * 0.78, r * 0.06, RED, 2, r * 0.11, rough=0.05)
