"""Photos as people post them: everyday subjects, and any other picture with a camera's softness and filter.

A photo is drawn at half its size and enlarged: softer than a drawing, and a quarter of the work.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence

from PIL import Image, ImageDraw

from adapters.phone.pictures.drawing_tools import (
    GREEN,
    Draw,
    Sheet,
    blob,
    chance,
    circle,
    gradient,
    hsv,
    radial,
    resized,
    scaled,
    soft,
)
from adapters.phone.style.color_scheme import Rgb

Others = Callable[[str, list[str], int, int, int], Sheet]
"""Draws a picture of another kind: family, the rest of its name, seed, width, height."""

FILTERS: Mapping[str, tuple[float, Rgb, Rgb]] = {
    "original": (1.0, (0, 0, 0), (255, 255, 255)),
    "salt": (0.72, (36, 42, 48), (255, 255, 252)),
    "ember": (1.0, (26, 4, 0), (255, 232, 196)),
    "fjord": (0.82, (0, 16, 34), (226, 246, 255)),
    "mono": (0.0, (6, 6, 6), (250, 250, 250)),
    "dusk": (0.9, (34, 8, 52), (255, 214, 206)),
}
"""How much colour is left (0 none, 1 all), and what becomes of black and of white."""


def photo(parts: Sequence[str], seed: int, width: int, height: int, others: Others) -> Sheet:
    """Draw `FILTER:SUBJECT`, or `FILTER:` and another picture's name; KeyError for an unknown filter or subject."""
    grade, name = FILTERS[parts[0]], parts[1]
    w, h = max(2, width // 2), max(2, height // 2)
    if name in SUBJECTS:
        big = (int(w * 1.5), int(h * 1.5))
        sheet = resized(SUBJECTS[name](*big, chance("photo", name, seed)), w, h)
    else:
        sheet = others(name, [*parts[2:]], seed, w, h)
    return resized(_graded(sheet, *grade), width, height)


def _graded(sheet: Sheet, colour: float, dark: Rgb, light: Rgb) -> Sheet:
    if colour < 1:
        sheet = Image.blend(sheet.convert("L").convert("RGB"), sheet, colour)
    if (dark, light) != ((0, 0, 0), (255, 255, 255)):
        table = [int(low + (high - low) * v / 255) for low, high in zip(dark, light, strict=True) for v in range(256)]
        sheet = sheet.point(table)
    return sheet


def _door(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a painted door in a plastered wall, with pots beside it."""
    hue = luck.random()
    wall = hsv(hue, luck.uniform(0.16, 0.4), luck.uniform(0.78, 0.94))
    sheet = radial(w, h, w * 0.2, h * 0.1, max(w, h) * 1.4, scaled(wall, 1.06), scaled(wall, 0.72))
    draw = ImageDraw.Draw(sheet)
    floor = h * 0.86
    draw.rectangle((0, floor, w, h), fill=(142, 134, 126))
    for joint in range(0, w, max(6, w // 7)):
        draw.line((joint, floor, joint - w * 0.08, h), fill=(112, 104, 98), width=max(1, w // 160))
    paint = hsv(hue + luck.choice((0.45, 0.55, 0.33)), 0.62, luck.uniform(0.36, 0.62))
    u = min(w, h)
    left, right, top = w / 2 - u * 0.2, w / 2 + u * 0.2, h * 0.16
    trim = scaled(wall, 1.16, 18)
    soft(sheet, lambda d: d.rectangle((left - u * 0.02, top, right + u * 0.09, floor), fill=(30, 20, 20, 90)), w * 0.02)
    draw = ImageDraw.Draw(sheet)
    draw.pieslice((left - u * 0.045, top - h * 0.1, right + u * 0.045, top + h * 0.3), 180, 360, fill=trim)
    draw.rectangle((left - u * 0.045, top + h * 0.1, right + u * 0.045, floor), fill=trim)
    draw.pieslice((left, top - h * 0.06, right, top + h * 0.26), 180, 360, fill=scaled(paint, 0.5))
    draw.rectangle((left, top + h * 0.1, right, floor), fill=paint)
    for i in range(2):
        for j in range(3):
            x, y = left + u * (0.04 + 0.185 * i), top + h * (0.15 + 0.18 * j)
            draw.rectangle((x, y, x + u * 0.135, y + h * 0.135), fill=scaled(paint, 0.82))
            draw.line((x, y + h * 0.135, x + u * 0.135, y + h * 0.135), fill=scaled(paint, 1.3), width=max(1, w // 200))
    draw.ellipse(circle(right - u * 0.035, h * 0.56, u * 0.014), fill=(226, 190, 96))
    for x in (left - u * 0.14, right + u * 0.15):
        _pot(draw, luck, x, floor, u * luck.uniform(0.07, 0.1))
    return sheet


def _pot(draw: Draw, luck: random.Random, x: float, ground: float, r: float) -> None:
    clay = luck.choice(((188, 98, 66), (92, 96, 104), (224, 212, 196)))
    for _ in range(26):
        a, q = luck.uniform(math.pi, 2 * math.pi), r * luck.uniform(0.2, 2.1)
        blob(draw, x + math.cos(a) * q * 0.8, ground - r * 1.6 + math.sin(a) * q, r * 0.34, luck.choice(GREEN), luck)
    top, foot = r * 0.95, r * 0.68
    draw.polygon(
        ((x - top, ground - r * 1.7), (x + top, ground - r * 1.7), (x + foot, ground), (x - foot, ground)), fill=clay
    )
    draw.rectangle((x - top * 1.08, ground - r * 1.9, x + top * 1.08, ground - r * 1.5), fill=scaled(clay, 1.12))


def _cat(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a cat on a window sill, seen from behind, with the view outside."""
    backdrop = luck.choice(
        (((250, 214, 170), (150, 176, 210)), ((214, 230, 240), (140, 176, 204)), ((240, 160, 130), (98, 80, 140)))
    )
    sheet = gradient(w, h, backdrop[1], backdrop[0])
    draw = ImageDraw.Draw(sheet)
    for _ in range(9):
        x, tall = luck.uniform(0, w), h * luck.uniform(0.18, 0.42)
        roof = scaled(backdrop[1], luck.uniform(0.45, 0.7))
        draw.rectangle((x, h * 0.78 - tall, x + w * 0.16, h), fill=roof)
    frame = (238, 232, 224)
    for x in (0.0, 0.485, 0.97):
        draw.rectangle((w * x, 0, w * (x + 0.03), h), fill=frame)
    draw.rectangle((0, h * 0.36, w, h * 0.385), fill=frame)
    draw.rectangle((0, h * 0.78, w, h), fill=scaled(frame, 0.86))
    draw.rectangle((0, h * 0.78, w, h * 0.8), fill=scaled(frame, 1.06))
    coat = luck.choice(((42, 40, 46), (206, 132, 66), (126, 120, 118), (236, 228, 216)))
    cx, foot, r = w * luck.uniform(0.34, 0.64), h * 0.83, min(w, h) * 0.15
    soft(
        sheet,
        lambda d: d.ellipse((cx - r, foot - r * 0.2, cx + r * 1.7, foot + r * 0.3), fill=(30, 24, 24, 130)),
        r * 0.1,
    )
    draw = ImageDraw.Draw(sheet)
    tail = [(cx + r * 0.5 + i * r * 0.1, foot + r * 0.4 * math.sin(i / 3.2)) for i in range(12)]
    draw.line(tail, fill=scaled(coat, 0.9), width=int(r * 0.24), joint="curve")
    draw.ellipse((cx - r * 0.9, foot - r * 2.0, cx + r * 0.9, foot + r * 0.1), fill=coat)
    head = foot - r * 2.2
    draw.ellipse(circle(cx, head, r * 0.62), fill=coat)
    for side in (-1, 1):
        ear = (
            (cx + side * r * 0.6, head - r * 0.1),
            (cx + side * r * 0.56, head - r * 0.95),
            (cx + side * r * 0.08, head - r * 0.5),
        )
        draw.polygon(ear, fill=coat)
    for i in range(4):
        y = foot - r * (0.6 + 0.34 * i)
        draw.arc(
            (cx - r * 0.5, y, cx + r * 0.5, y + r * 0.3), 200, 340, fill=scaled(coat, 0.78), width=max(2, int(r * 0.06))
        )
    return sheet


def _bike(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a bicycle against a brick wall."""
    brick = luck.choice(((168, 92, 70), (196, 178, 158), (98, 108, 124)))
    sheet = gradient(w, h, scaled(brick, 1.1), scaled(brick, 0.78))
    draw = ImageDraw.Draw(sheet)
    paint, own = hsv(luck.random(), 0.7, 0.8), random.Random(luck.getrandbits(32))
    tall = max(5, h // 17)
    for index, top in enumerate(range(0, int(h * 0.82), tall)):
        for left in range(-tall * 2 + (index % 2) * tall, w, tall * 2 + tall // 3):
            tint = scaled(brick, own.uniform(0.84, 1.1))
            draw.rectangle((left, top, left + tall * 2, top + tall - max(2, tall // 8)), fill=tint)
    draw.rectangle((0, h * 0.82, w, h), fill=(108, 104, 104))
    draw.line((0, h * 0.82, w, h * 0.82), fill=(70, 66, 66), width=max(2, h // 90))
    u = min(w, h)
    r, y = u * 0.17, h * 0.86 - u * 0.17
    a, b = w / 2 - u * 0.22, w / 2 + u * 0.21
    soft(sheet, lambda d: d.ellipse((a - r, h * 0.84, b + r, h * 0.89), fill=(16, 12, 12, 140)), w * 0.015)
    draw = ImageDraw.Draw(sheet)
    line = max(3, u // 55)
    for x in (a, b):
        draw.ellipse(circle(x, y, r), outline=(28, 28, 30), width=line)
        for k in range(10):
            turn = k * math.pi / 10
            dx, dy = math.cos(turn) * r * 0.9, math.sin(turn) * r * 0.9
            draw.line((x - dx, y - dy, x + dx, y + dy), fill=(170, 170, 174), width=1)
    crank, seat, bar = (w / 2 - u * 0.04, y + r * 0.1), (w / 2 - u * 0.1, y - r * 1.25), (w / 2 + u * 0.14, y - r * 1.2)
    for pair, two in ((crank, seat), (crank, bar), (seat, bar), ((a, y), crank), ((a, y), seat), ((b, y), bar)):
        draw.line((*pair, *two), fill=paint, width=line)
    draw.line((*bar, bar[0] - u * 0.015, bar[1] - r * 0.4), fill=(40, 40, 42), width=line)
    draw.arc((bar[0] - r * 0.2, bar[1] - r * 0.55, bar[0] + r * 0.5, bar[1]), 180, 360, fill=(40, 40, 42), width=line)
    draw.rounded_rectangle(
        (seat[0] - r * 0.4, seat[1] - r * 0.28, seat[0] + r * 0.34, seat[1] - r * 0.1), r * 0.1, fill=(52, 36, 28)
    )
    basket = (bar[0] + r * 0.05, bar[1] - r * 0.2, bar[0] + r * 0.8, bar[1] + r * 0.42)
    draw.rounded_rectangle(basket, r * 0.08, fill=(186, 142, 88))
    for _ in range(7):
        blob(
            draw,
            luck.uniform(basket[0], basket[2]),
            basket[1] - r * luck.uniform(0, 0.2),
            r * 0.14,
            hsv(luck.random(), 0.6, 0.9),
            luck,
        )
    return sheet


def _bridge(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a suspension bridge over a river, at night or in fog."""
    night = luck.random() < 0.6
    high, low = ((14, 18, 44), (92, 70, 120)) if night else ((190, 204, 214), (236, 222, 206))
    steel = (26, 22, 40) if night else (150, 84, 70)
    sheet = gradient(w, h, high, low)
    draw = ImageDraw.Draw(sheet)
    water = h * 0.7
    draw.rectangle((0, water, w, h), fill=scaled(low, 0.5 if night else 0.8))
    for _ in range(40):
        x, tall = luck.uniform(0, w), h * luck.uniform(0.02, 0.14)
        draw.rectangle((x, water - tall, x + w * 0.05, water), fill=scaled(low, 0.6 if night else 0.86))
    deck = h * 0.6
    masts = (w * 0.22, w * 0.8)
    for index in range(60):
        x = w * index / 59
        if masts[0] <= x <= masts[1]:
            t = (x - masts[0]) / (masts[1] - masts[0])
            y = h * 0.2 + (1 - (2 * t - 1) ** 2) * h * 0.34
        else:
            gap = (masts[0] - x) / masts[0] if x < masts[0] else (x - masts[1]) / (w - masts[1])
            y = h * 0.2 + gap * h * 0.34
        draw.line((x, y, x, deck), fill=scaled(steel, 1.3), width=1)
        if night:
            draw.ellipse(circle(x, y, w * 0.004), fill=(255, 226, 150))
        else:
            draw.ellipse(circle(x, y, w * 0.004), fill=steel)
    for x in masts:
        draw.rectangle((x - w * 0.03, h * 0.17, x - w * 0.012, water + h * 0.03), fill=steel)
        draw.rectangle((x + w * 0.012, h * 0.17, x + w * 0.03, water + h * 0.03), fill=steel)
        for y in (0.24, 0.36, 0.48):
            draw.rectangle((x - w * 0.03, h * y, x + w * 0.03, h * (y + 0.018)), fill=steel)
    draw.rectangle((0, deck, w, deck + h * 0.022), fill=steel)
    for _ in range(46):
        x, y = luck.uniform(0, w), luck.uniform(water + h * 0.01, h)
        tint = (255, 214, 140) if night else (250, 240, 228)
        draw.line((x, y, x + w * luck.uniform(0.01, 0.06), y), fill=tint, width=max(1, h // 260))
    return sheet


def _houseplants(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw leaves close to the camera and a shelf of pots behind."""
    ground = luck.choice(((232, 226, 214), (206, 220, 212), (60, 74, 66)))
    sheet = radial(w, h, w * 0.7, h * 0.2, max(w, h) * 1.2, ground, scaled(ground, 0.7))
    draw = ImageDraw.Draw(sheet)
    draw.rectangle((0, h * 0.84, w, h * 0.88), fill=(164, 120, 78))
    draw.rectangle((0, h * 0.88, w, h), fill=scaled(ground, 0.6))
    for x in (0.16, 0.42, 0.64, 0.88):
        _pot(draw, luck, w * x, h * 0.84, w * luck.uniform(0.065, 0.1))
    for _ in range(7):
        x, y = luck.choice((luck.uniform(-0.1, 0.2), luck.uniform(0.8, 1.1))) * w, luck.uniform(-0.05, 0.5) * h
        turn, length = luck.uniform(0, 2 * math.pi), w * luck.uniform(0.22, 0.4)
        leaf = luck.choice(GREEN)
        tip = (x + math.cos(turn) * length, y + math.sin(turn) * length)
        side = (-math.sin(turn) * length * 0.24, math.cos(turn) * length * 0.24)
        middle = ((x + tip[0]) / 2, (y + tip[1]) / 2)
        draw.polygon(
            ((x, y), (middle[0] + side[0], middle[1] + side[1]), tip, (middle[0] - side[0], middle[1] - side[1])),
            fill=leaf,
        )
        draw.line((x, y, *tip), fill=scaled(leaf, 1.25), width=max(2, w // 130))
    return sheet


def _lighthouse(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a lighthouse on a rock in one of several kinds of weather."""
    high, low = luck.choice(
        (((70, 120, 176), (210, 232, 240)), ((50, 40, 90), (244, 150, 110)), ((120, 130, 136), (206, 208, 204)))
    )
    sheet = gradient(w, h, high, low)
    x = w * luck.uniform(0.34, 0.66)
    soft(
        sheet,
        lambda d: d.polygon(((x, h * 0.26), (w * 1.1, h * 0.12), (w * 1.1, h * 0.36)), fill=(255, 246, 214, 120)),
        w * 0.02,
    )
    draw = ImageDraw.Draw(sheet)
    u = min(w, h)
    draw.rectangle((0, h * 0.78, w, h), fill=scaled(high, 0.62))
    for _ in range(30):
        wave = (luck.uniform(0, w), luck.uniform(h * 0.79, h))
        draw.line((*wave, wave[0] + w * 0.07, wave[1]), fill=scaled(low, 0.9), width=max(1, h // 240))
    for _ in range(16):
        blob(
            draw,
            x + luck.uniform(-0.24, 0.24) * u,
            h * luck.uniform(0.78, 0.88),
            u * luck.uniform(0.04, 0.09),
            scaled((74, 66, 66), luck.uniform(0.7, 1.1)),
            luck,
            flat=0.6,
        )
    wide, narrow, red = u * 0.075, u * 0.05, luck.choice(((196, 54, 46), (34, 62, 104), (48, 48, 52)))
    top, foot = h * 0.31, h * 0.8
    for band in range(5):
        a, b = band / 5, (band + 1) / 5
        number, two = narrow + (wide - narrow) * a, narrow + (wide - narrow) * b
        ya, yb = top + (foot - top) * a, top + (foot - top) * b
        draw.polygon(
            ((x - number, ya), (x + number, ya), (x + two, yb), (x - two, yb)),
            fill=red if band % 2 else (244, 240, 234),
        )
    draw.rectangle((x - narrow * 1.3, top - h * 0.012, x + narrow * 1.3, top + h * 0.006), fill=(40, 40, 44))
    draw.rectangle((x - narrow * 0.7, top - h * 0.075, x + narrow * 0.7, top - h * 0.01), fill=(255, 234, 160))
    draw.pieslice((x - narrow, top - h * 0.12, x + narrow, top - h * 0.03), 180, 360, fill=red)
    return sheet


def _books(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a shelf of books lit by a lamp."""
    wood = (104, 70, 46)
    sheet = radial(w, h, w * 0.3, h * 0.1, max(w, h) * 1.1, (214, 178, 130), (70, 46, 32))
    draw = ImageDraw.Draw(sheet)
    for shelf in range(3):
        ground = h * (0.32 + 0.335 * shelf)
        x = w * 0.02
        while x < w:
            thick, tall = w * luck.uniform(0.03, 0.075), h * luck.uniform(0.19, 0.28)
            if luck.random() < 0.1:
                x += thick * 1.6
                continue
            tint = hsv(luck.random(), luck.uniform(0.2, 0.6), luck.uniform(0.35, 0.86))
            draw.rectangle((x, ground - tall, x + thick, ground), fill=tint)
            draw.line((x, ground - tall, x, ground), fill=scaled(tint, 1.25), width=max(1, w // 220))
            for y in (0.2, 0.78):
                draw.rectangle(
                    (x + thick * 0.16, ground - tall * y, x + thick * 0.84, ground - tall * y + h * 0.008),
                    fill=scaled(tint, 1.4, 30),
                )
            x += thick + max(1, w // 300)
        draw.rectangle((0, ground, w, ground + h * 0.03), fill=wood)
        draw.rectangle((0, ground + h * 0.03, w, ground + h * 0.042), fill=scaled(wood, 0.5))
    return sheet


SUBJECTS: Mapping[str, Callable[[int, int, random.Random], Sheet]] = {
    "door": _door,
    "cat": _cat,
    "bike": _bike,
    "bridge": _bridge,
    "plants": _houseplants,
    "lighthouse": _lighthouse,
    "books": _books,
}
