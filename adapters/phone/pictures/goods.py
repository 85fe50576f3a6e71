"""Pictures of goods, launcher icons and a street map."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from adapters.phone.pictures.drawing_tools import Sheet, chance, circle, fineness, gradient, hsv, radial, reduced, soft
from adapters.phone.pictures.goods_icons import WARES
from adapters.phone.style.color_scheme import Rgb, hex_rgb, mix
from adapters.phone.style.fonts import ICONS, face
from adapters.phone.style.icons import glyph

WHITE: Rgb = (255, 255, 255)
BLACK: Rgb = (0, 0, 0)
WATER: Rgb = (170, 211, 234)


def product(name: str, seed: int, width: int, height: int) -> Sheet:
    """Draw a dark icon or shape on a pale tint with a shadow below it; the seed sets the hue."""
    w, h = width, height
    hue = chance("product", name, seed).random()
    sheet = radial(w, h, w * 0.45, h * 0.38, max(w, h) * 0.8, hsv(hue, 0.07, 0.99), hsv(hue, 0.16, 0.90))
    side = int(min(w, h) * 0.62)
    x, y = (w - side) // 2, (h - side) // 2 - side // 24
    floor = (x + side * 0.16, y + side * 0.9, x + side * 0.84, y + side * 1.0)
    soft(sheet, lambda d: d.ellipse(floor, fill=(*hsv(hue, 0.4, 0.25), 120)), side * 0.03)
    sheet.paste(gradient(side, side, hsv(hue, 0.55, 0.46), hsv(hue, 0.62, 0.28)), (x, y), _ware(name, side))
    return sheet


def _ware(name: str, side: int) -> Image.Image:
    """Return the mask of an item; shapes without smooth edges are supersampled."""
    if name in WARES:
        mask = Image.new("L", (side * 2, side * 2), 0)
        WARES[name](ImageDraw.Draw(mask), side * 2)
        return mask.reduce(2)
    mask = Image.new("L", (side, side), 0)
    ImageDraw.Draw(mask).text((0, side), glyph(name), font=face(ICONS, side), fill=255, anchor="ls")
    return mask


def app_icon(bg: str, fg: str, name: str, seed: int, width: int, height: int) -> Sheet:
    """Draw a launcher icon before its round mask: lit from above, a tinted second shape, the glyph in the middle."""
    n = max(width, height) * 3
    ground, ink = hex_rgb(bg), hex_rgb(fg)
    sheet = gradient(n, n, mix(ground, WHITE, 0.07), mix(ground, BLACK, 0.07))
    draw = ImageDraw.Draw(sheet)
    tint = mix(ground, ink, 0.10)
    kind = seed % 4
    if kind == 1:
        draw.ellipse((n * 0.42, n * 0.38, n * 1.3, n * 1.26), fill=tint)
    elif kind == 2:
        draw.polygon([(0, n * 0.62), (n, n * 0.3), (n, n), (0, n)], fill=tint)
    elif kind == 3:
        draw.ellipse((n * 0.14, n * 0.14, n * 0.86, n * 0.86), fill=tint)
    draw.text((n / 2, n * 0.75), glyph(name), font=face(ICONS, n // 2), fill=ink, anchor="ms")
    return reduced(sheet, width, height)


def street_map(seed: int, width: int, height: int) -> Sheet:
    """Draw blocks, parks, a river and roads with outlines."""
    scale = fineness(width, height)
    w, h = int(width * scale), int(height * scale)
    luck = chance("map", seed)
    sheet = Image.new("RGB", (w, h), (240, 238, 232))
    draw = ImageDraw.Draw(sheet)
    unit = max(w, h) / 7
    for _ in range(5):
        x, y, q = luck.uniform(0, w), luck.uniform(0, h), unit * luck.uniform(0.5, 1.1)
        draw.rounded_rectangle((x, y, x + q * 1.4, y + q), q * 0.2, fill=(206, 230, 200))
    slope = luck.uniform(-0.3, 0.3)
    middle = h * luck.uniform(0.3, 0.7)
    bank = [(x, middle + slope * x + math.sin(x / w * 5 + seed) * unit * 0.5) for x in range(-40, w + 81, 40)]
    draw.line(bank, fill=WATER, width=int(unit * 0.5))
    for at in bank:  # the joints
        draw.ellipse(circle(*at, unit * 0.25), fill=WATER)
    turn = luck.uniform(0.1, 0.5)
    for case, shade in ((1.0, (214, 210, 202)), (0.74, WHITE)):
        roads = chance("roads", seed)
        for i in range(-6, 14):
            thick = 0.16 if roads.random() < 0.3 else 0.09
            offset = i * unit * 0.72
            for a in (turn, turn + math.pi / 2):
                x, y = math.cos(a), math.sin(a)
                cx, cy = w / 2 - y * (offset - 3 * unit), h / 2 + x * (offset - 3 * unit)
                far = 2 * max(w, h)
                line = (cx - x * far, cy - y * far, cx + x * far, cy + y * far)
                draw.line(line, fill=shade, width=max(1, int(unit * thick * case)))
    return reduced(sheet, width, height)
