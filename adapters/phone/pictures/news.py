"""Newspaper pictures other than landscapes: charts, pitches, planets, stages, trams, pots on a shelf."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping

from PIL import Image, ImageDraw

from adapters.phone.pictures.drawing_tools import (
    TURN,
    Sheet,
    chance,
    circle,
    disc_mask,
    fineness,
    gradient,
    hsv,
    radial,
    reduced,
    scaled,
    soft,
)
from adapters.phone.style.color_scheme import Rgb, mix

PALE: Rgb = (244, 242, 236)
DARK: Rgb = (24, 26, 34)


def press(kind: str, seed: int, width: int, height: int) -> Sheet:
    """Draw a press picture; KeyError for an unknown kind."""
    draw = KINDS[kind]
    scale = fineness(width, height)
    sheet = draw(int(width * scale), int(height * scale), chance("press", kind, seed))
    return reduced(sheet, width, height)


def _chart(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw rising or falling bars with a line above them and no figures."""
    hue = luck.random()
    ground, ink = hsv(hue, 0.08, 0.97), hsv(hue, 0.62, 0.45)
    sheet = gradient(w, h, ground, scaled(ground, 0.92))
    draw = ImageDraw.Draw(sheet)
    for i in range(1, 5):
        draw.line(
            (w * 0.06, h * (0.12 + 0.17 * i), w * 0.94, h * (0.12 + 0.17 * i)), fill=scaled(ground, 0.88), width=3
        )
    count, slope = luck.randint(7, 10), luck.choice((-0.035, 0.045, 0.06))
    level, points = (0.62 if slope < 0 else 0.24), []
    for i in range(count):
        level = min(0.78, max(0.1, level + slope + luck.uniform(-0.07, 0.07)))
        x = w * (0.08 + 0.84 * i / count)
        last = i == count - 1
        tone = hsv(hue + 0.5, 0.7, 0.78) if last else mix(ink, ground, 0.35)
        draw.rectangle((x, h * (0.86 - level), x + w * 0.52 / count, h * 0.86), fill=tone)
        points.append((x + w * 0.26 / count, h * (0.80 - level)))
    draw.line(points, fill=ink, width=max(4, h // 60), joint="curve")
    for x, y in points:
        draw.ellipse(circle(x, y, max(5, h / 48)), fill=PALE, outline=ink, width=max(2, h // 110))
    draw.line((w * 0.06, h * 0.86, w * 0.94, h * 0.86), fill=ink, width=max(3, h // 110))
    return sheet


def _pitch(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a football pitch from above: stripes, lines, players with their shadows."""
    grass = hsv(luck.uniform(0.27, 0.36), 0.6, 0.55)
    sheet = Image.new("RGB", (w, h), grass)
    draw = ImageDraw.Draw(sheet)
    stripes = luck.randint(7, 10)
    for i in range(0, stripes, 2):
        draw.rectangle((w * i / stripes, 0, w * (i + 1) / stripes, h), fill=scaled(grass, 1.09))
    line, chalk = max(3, h // 90), (232, 240, 228)
    cx = w * luck.uniform(0.3, 0.7)
    draw.line((cx, 0, cx, h), fill=chalk, width=line)
    draw.ellipse(circle(cx, h * 0.5, h * 0.24), outline=chalk, width=line)
    draw.ellipse(circle(cx, h * 0.5, line * 1.6), fill=chalk)
    draw.rectangle((-9, h * 0.24, w * 0.1, h * 0.76), outline=chalk, width=line)
    draw.rectangle((w * 0.92, h * 0.24, w + 9, h * 0.76), outline=chalk, width=line)
    teams = (hsv(luck.random(), 0.75, 0.85), luck.choice((PALE, DARK, (250, 206, 60))))
    for i in range(15):
        x, y, r = luck.uniform(0.08, 0.92) * w, luck.uniform(0.08, 0.92) * h, h * 0.026
        shade = [(x, y), (x + r * 3.2, y + r * 2.1), (x + r * 2.2, y + r * 3.0)]
        draw.polygon(shade, fill=scaled(grass, 0.72))
        draw.ellipse(circle(x, y, r), fill=teams[i % 2], outline=scaled(teams[i % 2], 0.7), width=max(1, line // 3))
    draw.ellipse(circle(cx + h * 0.12, h * 0.36, h * 0.012), fill=(255, 255, 255))
    return sheet


def _planet(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a planet with a ring among stars, lit from one side."""
    hue = luck.random()
    sheet = radial(w, h, w * 0.7, h * 0.2, max(w, h), hsv(hue, 0.5, 0.26), (6, 8, 18))
    draw = ImageDraw.Draw(sheet)
    for _ in range(90):
        glow = luck.randint(90, 240)
        draw.ellipse(circle(luck.random() * w, luck.random() * h, luck.uniform(0.6, 2.2) * h / 300), fill=(glow,) * 3)
    cx, cy, r = w * luck.uniform(0.4, 0.6), h * luck.uniform(0.44, 0.56), h * luck.uniform(0.24, 0.3)
    light, tilt = hsv(hue + luck.uniform(0.3, 0.6), 0.45, 0.92), luck.uniform(-0.25, 0.25)
    ball = radial(w, h, cx - r * 0.5, cy - r * 0.4, r * 1.7, light, scaled(light, 0.16))
    bands = ImageDraw.Draw(ball, "RGBA")
    for i in range(5):
        y = cy + r * (-0.7 + 0.34 * i)
        bands.rectangle((cx - r, y, cx + r, y + r * luck.uniform(0.06, 0.16)), fill=(*scaled(light, 0.7), 60))
    ring = _ring(cx, cy, r, tilt)
    back, front = ring[: len(ring) // 2 + 1], ring[len(ring) // 2 :]
    width = max(4, int(r * 0.13))
    draw.line(back, fill=mix(light, DARK, 0.45), width=width, joint="curve")
    sheet.paste(ball, (0, 0), disc_mask(sheet.size, cx, cy, r))
    draw.line([*front, ring[0]], fill=mix(light, PALE, 0.35), width=width, joint="curve")
    return sheet


def _ring(cx: float, cy: float, r: float, tilt: float) -> list[tuple[float, float]]:
    points = []
    for i in range(72):
        a = math.pi + i / 72 * TURN
        x, y = math.cos(a) * r * 1.75, math.sin(a) * r * 0.42
        points.append((cx + x * math.cos(tilt) - y * math.sin(tilt), cy + x * math.sin(tilt) + y * math.cos(tilt)))
    return points


def _stage(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw cones of light, figures on a stage and the heads of an audience."""
    hue = luck.random()
    sheet = gradient(w, h, hsv(hue, 0.7, 0.12), hsv(hue + 0.08, 0.6, 0.3))
    for i in range(3):
        x, lean = w * (0.2 + 0.3 * i), luck.uniform(-0.16, 0.16) * w
        tone = (*hsv(hue + luck.choice((0.0, 0.12, 0.5)), 0.45, 1.0), 105)
        cone = [
            (x - w * 0.015, 0),
            (x + w * 0.015, 0),
            (x + lean + w * 0.16, h * 0.78),
            (x + lean - w * 0.16, h * 0.78),
        ]
        soft(sheet, lambda d, c=cone, t=tone: d.polygon(c, fill=t), h * 0.02)  # type: ignore[misc]
    draw = ImageDraw.Draw(sheet)
    draw.rectangle((0, h * 0.76, w, h), fill=hsv(hue + 0.08, 0.5, 0.16))
    for i in range(luck.randint(3, 5)):
        x, tall = w * (0.2 + 0.15 * i) + luck.uniform(-0.02, 0.02) * w, h * luck.uniform(0.3, 0.38)
        coat = hsv(luck.random(), 0.55, 0.75)
        draw.rounded_rectangle((x - h * 0.05, h * 0.78 - tall * 0.75, x + h * 0.05, h * 0.78), h * 0.04, fill=coat)
        draw.ellipse(circle(x, h * 0.78 - tall * 0.86, h * 0.042), fill=(226, 184, 150))
    for i in range(13):
        x, r = w * i / 12 + luck.uniform(-0.02, 0.02) * w, h * luck.uniform(0.07, 0.1)
        draw.ellipse(circle(x, h * luck.uniform(0.97, 1.02), r), fill=(10, 10, 14))
    return sheet


def _tram(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw a tram on a bridge at dawn or by day."""
    top, low = luck.choice((((86, 116, 190), (250, 200, 160)), ((96, 170, 226), (222, 240, 248))))
    sheet = gradient(w, h, top, low)
    draw = ImageDraw.Draw(sheet)
    for i in range(13):
        x, tall = w * (i / 12 - 0.03), h * luck.uniform(0.18, 0.44)
        draw.rectangle((x, h * 0.66 - tall, x + w * 0.075, h * 0.66), fill=mix(top, low, luck.uniform(0.2, 0.6)))
    draw.rectangle((0, h * 0.66, w, h), fill=mix(top, DARK, 0.35))
    for _ in range(9):
        y = h * luck.uniform(0.8, 0.98)
        x = luck.random() * w
        draw.line((x, y, x + w * luck.uniform(0.04, 0.14), y), fill=mix(low, top, 0.3), width=max(2, h // 120))
    deck = mix(DARK, top, 0.2)
    draw.rectangle((0, h * 0.7, w, h * 0.745), fill=deck)
    for i in range(5):
        x = w * (0.06 + 0.22 * i)
        draw.rectangle((x, h * 0.74, x + w * 0.03, h * 0.92), fill=deck)
    paint = hsv(luck.choice((0.0, 0.58, 0.14, 0.4)), 0.75, 0.78)
    left, right, roof, floor = w * 0.16, w * 0.84, h * 0.44, h * 0.69
    draw.line((0, h * 0.34, w, h * 0.34), fill=deck, width=max(2, h // 160))
    draw.line((w * 0.48, roof, w * 0.54, h * 0.34), fill=deck, width=max(3, h // 100))
    draw.rounded_rectangle((left, roof, right, floor), h * 0.05, fill=paint)
    draw.rectangle((left, h * 0.6, right, h * 0.625), fill=PALE)
    for i in range(7):
        x = left + (right - left) * (0.03 + 0.138 * i)
        draw.rounded_rectangle((x, roof + h * 0.035, x + w * 0.075, h * 0.575), h * 0.012, fill=(250, 232, 176))
    for i in range(4):
        draw.ellipse(circle(left + (right - left) * (0.14 + 0.24 * i), floor + h * 0.008, h * 0.022), fill=DARK)
    return sheet


def _pots(w: int, h: int, luck: random.Random) -> Sheet:
    """Draw glazed pots on two shelves against a lit wall."""
    wall = hsv(luck.choice((0.08, 0.1, 0.55)), 0.22, 0.86)
    sheet = radial(w, h, w * 0.3, h * 0.2, max(w, h), wall, scaled(wall, 0.62))
    draw = ImageDraw.Draw(sheet)
    for shelf in (0.5, 0.94):
        y = h * shelf
        for i in range(5):
            x, tall, wide = w * (0.12 + 0.19 * i), h * luck.uniform(0.18, 0.36), w * luck.uniform(0.045, 0.075)
            glaze = luck.choice(((168, 78, 48), (64, 98, 112), (214, 190, 150), (92, 112, 76), (60, 48, 52)))
            draw.ellipse((x - wide, y - tall * 0.8, x + wide, y), fill=glaze)
            draw.rectangle((x - wide * 0.45, y - tall, x + wide * 0.45, y - tall * 0.6), fill=glaze)
            draw.ellipse(
                (x - wide * 0.62, y - tall - h * 0.012, x + wide * 0.62, y - tall + h * 0.016), fill=scaled(glaze, 0.7)
            )
            draw.ellipse((x - wide * 0.6, y - tall * 0.7, x - wide * 0.25, y - tall * 0.3), fill=scaled(glaze, 1.2, 14))
        draw.rectangle((0, y, w, y + h * 0.035), fill=(118, 82, 52))
        draw.rectangle((0, y + h * 0.035, w, y + h * 0.06), fill=scaled(wall, 0.5))
    return sheet


KINDS: Mapping[str, Callable[[int, int, random.Random], Sheet]] = {
    "chart": _chart,
    "pitch": _pitch,
    "planet": _planet,
    "stage": _stage,
    "tram": _tram,
    "pots": _pots,
}
