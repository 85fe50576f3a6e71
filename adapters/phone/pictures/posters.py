"""Upright posters of films and concerts, darker at the bottom where titles stand, and a cinema's light beam.

A scene is a few flat shapes in three tones of one hue. Backgrounds are gradients, so a poster costs a few milliseconds.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from adapters.phone.pictures.drawing_tools import Draw, Sheet, chance, circle, fineness, gradient, hsv, reduced
from adapters.phone.style.color_scheme import Rgb, mix

INK: Rgb = (10, 12, 18)

Tones = tuple[Rgb, Rgb, Rgb]
"""Of the sky above, of its light, and of what stands before it."""


def poster(kind: str, seed: int, width: int, height: int) -> Sheet:
    """Draw a poster, `beam`, `code` or `popcorn`; KeyError for an unknown scene."""
    if kind == "beam":
        return _beam(width, height)
    if kind == "code":
        return _code(seed, width, height)
    if kind == "popcorn":
        return _popcorn(seed, width, height)
    luck = chance("poster", kind, seed)
    hue = luck.random()
    tones = (
        hsv(hue, luck.uniform(0.55, 0.8), 0.3),
        hsv(hue + luck.choice((0.04, 0.09, 0.45)), luck.uniform(0.5, 0.75), 0.92),
        hsv(hue + 0.02, 0.6, 0.1),
    )
    scale = fineness(width, height)
    sheet = reduced(SCENES[kind](int(width * scale), int(height * scale), tones, luck), width, height)
    if height > width:
        foot = Image.linear_gradient("L").resize((width, height // 2)).point(lambda v: min(250, int(v * 1.16)))
        sheet.paste(INK, (0, height - height // 2), foot)
    return sheet


def _beam(w: int, h: int) -> Sheet:
    """Draw light from a cinema screen: a bright curved edge and the light below it."""
    dark, mint = (17, 22, 20), (90, 214, 168)
    n = 3
    mask = Image.new("L", (w, h), 0)
    ImageDraw.Draw(mask).polygon([(w * 0.1, h * 0.2), (w * 0.9, h * 0.2), (w, h), (0, h)], fill=90)
    fade = Image.linear_gradient("L").resize((w, h)).point(lambda v: 255 - v)
    light = Image.new("L", (w, h), 0)
    light.paste(mask, (0, 0), fade)
    sheet = Image.new("RGB", (w, h), dark)
    sheet.paste(mint, (0, 0), light.filter(ImageFilter.GaussianBlur(h / 14)))
    edge = Image.new("L", (w * n, h * n), 0)
    box = (w * n * 0.06, h * n * 0.12, w * n * 0.94, h * n * 1.3)
    ImageDraw.Draw(edge).arc(box, 205, 335, fill=255, width=max(3, h * n // 16))
    sheet.paste(mix(mint, (255, 255, 255), 0.4), (0, 0), edge.reduce(n))
    return sheet


def _code(seed: int, w: int, h: int) -> Sheet:
    """Draw a random code that looks like a QR code."""
    luck, n = chance("code", seed), 29
    grid = [[luck.random() < 0.48 for _ in range(n)] for _ in range(n)]
    for left, top in ((0, 0), (n - 7, 0), (0, n - 7)):
        for y in range(-1, 8):
            for x in range(-1, 8):
                if 0 <= left + x < n and 0 <= top + y < n:
                    ring = max(abs(x - 3), abs(y - 3))
                    grid[top + y][left + x] = ring in (0, 1, 3)
    sheet = Image.new("RGB", (n + 4, n + 4), (255, 255, 255))
    for y, row in enumerate(grid):
        for x, on in enumerate(row):
            if on:
                sheet.putpixel((x + 2, y + 2), INK)
    return sheet.resize((w, h), Image.Resampling.NEAREST)


def _popcorn(seed: int, width: int, height: int) -> Sheet:
    """Draw a full striped tub of popcorn."""
    luck = chance("popcorn", seed)
    w, h = width * 2, height * 2
    ground, stripe = (hsv(0.09, 0.3, 0.95), (206, 52, 48)) if seed % 2 else (hsv(0.55, 0.25, 0.95), (44, 96, 168))
    sheet = gradient(w, h, ground, mix(ground, INK, 0.12))
    draw = ImageDraw.Draw(sheet)
    for _ in range(34):
        x, y = w * luck.uniform(0.28, 0.72), h * luck.uniform(0.2, 0.44)
        r, tone = w * luck.uniform(0.045, 0.075), luck.choice(((252, 240, 204), (246, 222, 160), (255, 250, 232)))
        draw.ellipse(circle(x + r * 0.15, y + r * 0.2, r), fill=mix(tone, (150, 104, 40), 0.45))
        draw.ellipse(circle(x, y, r), fill=tone)
    for i in range(7):
        left, right = 0.24 + 0.52 * i / 7, 0.24 + 0.52 * (i + 1) / 7
        low = [(0.5 + (x - 0.5) * 0.72) * w for x in (right, left)]
        draw.polygon([(left * w, h * 0.42), (right * w, h * 0.42), (low[0], h * 0.88), (low[1], h * 0.88)],
                     fill=(250, 246, 238) if i % 2 else stripe)  # fmt: skip
    return sheet.resize((width, height), Image.Resampling.BILINEAR)


def _figure(draw: Draw, x: float, y: float, tall: float, fill: Rgb) -> None:
    """Draw a person seen from behind; `y` is the ground."""
    head = tall * 0.13
    draw.ellipse(circle(x, y - tall + head, head), fill=fill)
    draw.rounded_rectangle((x - tall * 0.15, y - tall * 0.74, x + tall * 0.15, y - tall * 0.36), tall * 0.08, fill=fill)
    for side in (-1, 1):
        draw.polygon([(x + side * tall * 0.02, y - tall * 0.4), (x + side * tall * 0.14, y - tall * 0.4),
                      (x + side * tall * 0.12, y), (x + side * tall * 0.04, y)], fill=fill)  # fmt: skip


def _sun(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw a huge sun over dunes and a small person before it."""
    backdrop, light, near = tones
    sheet = gradient(w, h, backdrop, mix(backdrop, light, 0.8))
    draw = ImageDraw.Draw(sheet)
    x, r = w * luck.uniform(0.4, 0.6), w * luck.uniform(0.3, 0.38)
    y = h * 0.42
    for step in range(4):
        draw.ellipse(circle(x, y, r * (1.24 - step * 0.08)), fill=mix(mix(backdrop, light, 0.55), light, step / 4))
    draw.ellipse(circle(x, y, r), fill=mix(light, (255, 248, 230), 0.55))
    for layer in range(3):
        base, swell = h * (0.56 + layer * 0.1), h * 0.05
        phase = luck.uniform(0, 6)
        ridge = [(i * w / 24, base + swell * math.sin(phase + i * (0.3 - layer * 0.05))) for i in range(25)]
        draw.polygon([*ridge, (w, h), (0, h)], fill=mix(mix(backdrop, light, 0.3), near, 0.3 + layer * 0.34))
    _figure(draw, x, h * 0.59, h * 0.09, near)
    return sheet


def _moon(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw a house on a hill before the moon, one window lit."""
    backdrop, light, near = tones
    sheet = gradient(w, h, mix(backdrop, INK, 0.5), mix(backdrop, light, 0.35))
    draw = ImageDraw.Draw(sheet)
    for _ in range(60):
        draw.ellipse(circle(luck.random() * w, luck.random() * h * 0.6, luck.uniform(0.6, 2) * w / 500),
                     fill=mix(light, (255, 255, 255), 0.7))  # fmt: skip
    x, y, r = w * luck.uniform(0.45, 0.6), h * 0.34, w * 0.34
    draw.ellipse(circle(x, y, r), fill=mix(light, (255, 252, 240), 0.72))
    for _ in range(7):
        a, q = luck.uniform(0, 6.3), luck.uniform(0, r * 0.7)
        draw.ellipse(circle(x + math.cos(a) * q, y + math.sin(a) * q, r * luck.uniform(0.05, 0.14)),
                     fill=mix(light, (255, 252, 240), 0.55))  # fmt: skip
    draw.ellipse((-w * 0.3, h * 0.56, w * 1.3, h * 1.3), fill=near)
    hx, hy, k = x - r * 0.1, h * 0.58, w * 0.09
    draw.rectangle((hx - k, hy - k * 1.5, hx + k, hy + k * 0.3), fill=near)
    draw.polygon([(hx - k * 1.3, hy - k * 1.45), (hx, hy - k * 2.7), (hx + k * 1.3, hy - k * 1.45)], fill=near)
    draw.rectangle((hx + k * 0.4, hy - k * 2.6, hx + k * 0.75, hy - k * 1.6), fill=near)
    draw.rectangle((hx - k * 0.45, hy - k * 1.1, hx + k * 0.1, hy - k * 0.5), fill=(255, 214, 120))
    return sheet


def _neon(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw a wet street at night between tall houses with neon signs."""
    backdrop, light, near = tones
    sheet = gradient(w, h, mix(backdrop, INK, 0.4), mix(backdrop, light, 0.75))
    draw = ImageDraw.Draw(sheet)
    other = hsv(luck.random(), 0.75, 1.0)
    for layer in range(3):
        reach = (0.5, 0.38, 0.24)[layer]
        tone = mix(mix(backdrop, light, 0.35), near, 0.4 + layer * 0.28)
        for side in (0, 1):
            x = 0.0
            while x < w * reach:
                wide, tall = w * luck.uniform(0.07, 0.14), h * luck.uniform(0.3, 0.62)
                left = x if side == 0 else w - x - wide
                draw.rectangle((left, h * 0.82 - tall, left + wide, h), fill=tone)
                for _ in range(int(tall / h * 26)):
                    wx, wy = left + luck.uniform(0.1, 0.8) * wide, h * 0.82 - tall * luck.uniform(0.05, 0.95)
                    draw.rectangle((wx, wy, wx + w * 0.012, wy + h * 0.008), fill=mix(light, tone, 0.4))
                x += wide
    for _ in range(5):
        x, y = w * luck.choice((0.14, 0.2, 0.8, 0.86)), h * luck.uniform(0.3, 0.62)
        glow = luck.choice((light, other))
        draw.rounded_rectangle((x - w * 0.022, y, x + w * 0.022, y + h * 0.1), w * 0.012, fill=glow)
    draw.polygon([(w * 0.42, h * 0.66), (w * 0.58, h * 0.66), (w, h), (0, h)], fill=mix(near, light, 0.14))
    for _ in range(14):
        y = h * luck.uniform(0.7, 0.98)
        x, wide = w * luck.uniform(0.1, 0.8), w * luck.uniform(0.04, 0.14)
        draw.line((x, y, x + wide, y), fill=mix(luck.choice((light, other)), near, 0.45), width=max(2, h // 240))
    _figure(draw, w * luck.uniform(0.46, 0.54), h * 0.8, h * 0.16, near)
    return sheet


def _wave(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw a wave as high as the picture and a boat on its slope."""
    backdrop, light, near = tones
    sheet = gradient(w, h, mix(backdrop, light, 0.7), mix(light, (255, 250, 240), 0.6))
    draw = ImageDraw.Draw(sheet)
    draw.ellipse(circle(w * 0.72, h * 0.2, w * 0.12), fill=mix(light, (255, 255, 255), 0.7))
    for layer in range(5):
        base = h * (0.34 + layer * 0.11)
        crest = [(x * w / 30, base - h * 0.16 * math.exp(-(((x - 8 - layer * 3.1) / 6) ** 2)) +
                  h * 0.012 * math.sin(x * 1.3 + layer)) for x in range(31)]  # fmt: skip
        tone = mix(mix(backdrop, light, 0.42), near, layer * 0.22)
        draw.polygon([*crest, (w, h), (0, h)], fill=tone)
        draw.line(crest, fill=mix(tone, (255, 255, 255), 0.55), width=max(3, h // 150), joint="curve")
    x, y, k = w * 0.62, h * 0.45, w * 0.09
    draw.polygon([(x - k, y), (x + k, y), (x + k * 0.6, y + k * 0.5), (x - k * 0.6, y + k * 0.5)], fill=near)
    draw.polygon([(x, y - k * 1.7), (x, y - k * 0.15), (x + k * 0.9, y - k * 0.15)], fill=(246, 240, 226))
    return sheet


def _woods(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw tree trunks in fog with a light between them."""
    backdrop, light, near = tones
    sheet = gradient(w, h, mix(backdrop, light, 0.35), mix(backdrop, light, 0.7))
    glow = (w * luck.uniform(0.4, 0.6), h * 0.5)
    halo = Image.radial_gradient("L").point(lambda v: max(0, 255 - 2 * v)).resize((w, w), Image.Resampling.BILINEAR)
    sheet.paste(mix(light, (255, 255, 255), 0.5), (int(glow[0] - w / 2), int(glow[1] - w / 2)), halo)
    draw = ImageDraw.Draw(sheet)
    for layer in range(4):
        tone = mix(mix(backdrop, light, 0.5), near, 0.2 + layer * 0.27)
        for _ in range((11, 8, 5, 3)[layer]):
            x, wide = luck.random() * w, w * (0.02 + layer * 0.016) * luck.uniform(0.8, 1.3)
            if layer > 1 and abs(x - glow[0]) < w * 0.16:
                continue
            lean = luck.uniform(-0.02, 0.02) * w
            draw.polygon([(x + lean, 0), (x + lean + wide * 0.8, 0), (x + wide, h), (x, h)], fill=tone)
        draw.rectangle((0, h * (0.8 + layer * 0.045), w, h), fill=tone)
    _figure(draw, glow[0], h * 0.83, h * 0.15, near)
    return sheet


def _space(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw the edge of a planet, its rings and a small ship."""
    backdrop, light, near = tones
    sheet = gradient(w, h, INK, mix(backdrop, INK, 0.2))
    draw = ImageDraw.Draw(sheet)
    for _ in range(150):
        v = luck.randint(90, 255)
        draw.ellipse(circle(luck.random() * w, luck.random() * h, luck.uniform(0.5, 1.8) * w / 500), fill=(v, v, v))
    x, y, r = w * luck.uniform(0.2, 0.8), h * 0.78, w * 0.72
    for step in range(9):
        draw.ellipse(circle(x - r * 0.02 * step, y + r * 0.03 * step, r * (1 - step * 0.02)),
                     fill=mix(light, near, step / 9))  # fmt: skip
    for k, tone in ((1.34, light), (1.42, mix(light, near, 0.5)), (1.5, mix(light, (255, 255, 255), 0.4))):
        box = (x - r * k, y - r * 0.62 - r * k * 0.2, x + r * k, y - r * 0.62 + r * k * 0.2)
        draw.arc(box, 185, 355, fill=tone, width=max(3, w // 150))
    sx, sy, k = w * luck.uniform(0.55, 0.75), h * 0.22, w * 0.06
    draw.polygon([(sx, sy), (sx - k * 2.2, sy + k * 0.7), (sx - k * 1.6, sy), (sx - k * 2.2, sy - k * 0.7)],
                 fill=(236, 238, 240))  # fmt: skip
    draw.line((sx - k * 2, sy, sx - k * 7, sy + k * 0.2), fill=mix(light, INK, 0.35), width=max(3, w // 140))
    return sheet


def _face(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw a profile cut from paper with another one inside."""
    backdrop, light, near = tones
    sheet = gradient(w, h, mix(light, (255, 250, 240), 0.25), light)
    draw = ImageDraw.Draw(sheet)
    line = ((0.34, 1.0), (0.36, 0.84), (0.30, 0.74), (0.24, 0.60), (0.22, 0.42), (0.28, 0.26), (0.42, 0.16),
            (0.58, 0.15), (0.68, 0.22), (0.72, 0.32), (0.71, 0.38), (0.78, 0.47), (0.73, 0.50), (0.74, 0.54),
            (0.72, 0.56), (0.73, 0.60), (0.70, 0.66), (0.58, 0.68), (0.58, 0.80), (0.68, 0.88), (0.80,
            1.0))  # fmt: skip
    turn = luck.random() < 0.5
    for k, dx, dy, tone in ((1.0, 0.0, 0.0, near), (0.62, 0.13, 0.3, mix(backdrop, light, 0.35))):
        shape = [(dx + x * k, dy + y * k) for x, y in line]
        draw.polygon([((1 - x if turn else x) * w, y * h) for x, y in shape], fill=tone)
    draw.ellipse(circle(w * (0.28 if turn else 0.72), h * 0.13, w * 0.09), fill=mix(backdrop, light, 0.15))
    return sheet


def _door(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw a dark room, a lit door and a long shadow."""
    backdrop, light, near = tones
    sheet = gradient(w, h, mix(near, INK, 0.3), mix(backdrop, near, 0.5))
    draw = ImageDraw.Draw(sheet)
    left, right, top, floor = w * 0.36, w * 0.64, h * 0.2, h * 0.6
    draw.polygon(
        [(0, h * 0.84), (left, floor), (right, floor), (w, h * 0.84), (w, h), (0, h)], fill=mix(backdrop, INK, 0.4)
    )
    draw.polygon([(left, floor), (right, floor), (w * 0.86, h), (w * 0.14, h)], fill=mix(light, backdrop, 0.45))
    draw.rectangle((left, top, right, floor), fill=mix(light, (255, 250, 235), 0.55))
    draw.rectangle((left, top, right, floor), outline=mix(near, light, 0.3), width=max(3, w // 110))
    x = w * luck.uniform(0.46, 0.54)
    draw.polygon([(x - w * 0.02, floor), (x + w * 0.02, floor), (x + w * 0.1, h), (x - w * 0.1, h)], fill=near)
    _figure(draw, x, floor + h * 0.01, h * 0.22, near)
    return sheet


def _paper(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw circles and bars, like a printed jazz poster."""
    backdrop, light, near = tones
    ground = mix(light, (252, 244, 226), 0.75)
    sheet = Image.new("RGB", (w, h), ground)
    draw = ImageDraw.Draw(sheet)
    palette = (backdrop, light, near, hsv(luck.random(), 0.7, 0.8))
    for _ in range(7):
        x, y, r = luck.random() * w, luck.random() * h * 0.7, w * luck.uniform(0.1, 0.34)
        shape, tone = luck.randrange(4), luck.choice(palette)
        if shape == 0:
            draw.ellipse(circle(x, y, r), fill=tone)
        elif shape == 1:
            draw.pieslice(circle(x, y, r), luck.choice((0, 90, 180)), luck.choice((270, 360)), fill=tone)
        elif shape == 2:
            for i in range(5):
                draw.rectangle((x, y + i * r * 0.24, x + r * 1.4, y + i * r * 0.24 + r * 0.1), fill=tone)
        else:
            draw.polygon([(x, y), (x + r * 1.2, y + r * 0.3), (x + r * 0.3, y + r * 1.2)], fill=tone)
    return sheet


def _stage(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw a singer in cones of light above a crowd."""
    backdrop, light, near = tones
    sheet = gradient(w, h, mix(backdrop, INK, 0.5), mix(backdrop, light, 0.25))
    draw = ImageDraw.Draw(sheet, "RGBA")
    for i in range(5):
        x, lean = w * (0.1 + 0.2 * i), w * luck.uniform(-0.25, 0.25)
        tone = mix(light, (255, 255, 255), luck.uniform(0, 0.5))
        draw.polygon([(x - w * 0.01, 0), (x + w * 0.01, 0), (x + lean + w * 0.13, h * 0.72),
                      (x + lean - w * 0.13, h * 0.72)], fill=(*tone, 74))  # fmt: skip
    draw.rectangle((0, h * 0.68, w, h), fill=(*near, 255))
    draw.ellipse((w * 0.28, h * 0.66, w * 0.72, h * 0.71), fill=(*mix(light, near, 0.3), 255))
    _figure(draw, w * 0.5, h * 0.69, h * 0.24, near)
    draw.line((w * 0.44, h * 0.69, w * 0.47, h * 0.5), fill=(*near, 255), width=max(3, w // 120))
    for row in range(3):
        for i in range(15):
            x, r = w * (i / 14 + luck.uniform(-0.02, 0.02)), w * luck.uniform(0.035, 0.05) * (1 + row * 0.3)
            tone = mix(near, light, 0.16 - row * 0.06)
            draw.ellipse(circle(x, h * (0.76 + row * 0.07), r), fill=(*tone, 255))
            if luck.random() < 0.2:
                draw.line((x, h * (0.76 + row * 0.07), x + r * 0.5, h * (0.69 + row * 0.07)), fill=(*tone, 255),
                          width=max(4, int(r * 0.5)))  # fmt: skip
    return sheet


def _vinyl(w: int, h: int, tones: Tones, luck: random.Random) -> Sheet:
    """Draw half a record with grooves, and rays behind it."""
    backdrop, light, near = tones
    sheet = Image.new("RGB", (w, h), mix(light, backdrop, 0.12))
    draw = ImageDraw.Draw(sheet)
    x, y, r = w * luck.choice((0.5, 0.2, 0.8)), h * 0.42, w * 0.42
    for i in range(20):
        a = i * math.pi / 10
        rim = [(x + 3 * w * math.cos(t), y + 3 * w * math.sin(t)) for t in (a, a + math.pi / 20)]
        draw.polygon([(x, y), *rim], fill=mix(light, (255, 246, 224), 0.45))
    draw.ellipse(circle(x, y, r), fill=near)
    for i in range(9):
        draw.ellipse(circle(x, y, r * (0.94 - i * 0.06)), outline=mix(near, light, 0.28), width=max(2, w // 300))
    draw.ellipse(circle(x, y, r * 0.34), fill=mix(backdrop, light, 0.6))
    draw.ellipse(circle(x, y, r * 0.05), fill=(250, 246, 236))
    return sheet


SCENES: Final[Mapping[str, Callable[[int, int, Tones, random.Random], Sheet]]] = {
    "sun": _sun,
    "moon": _moon,
    "neon": _neon,
    "wave": _wave,
    "woods": _woods,
    "space": _space,
    "face": _face,
    "door": _door,
    "paper": _paper,
    "stage": _stage,
    "vinyl": _vinyl,
}
