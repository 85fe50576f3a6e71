"""Portraits of contacts: a bust with skin, hair and clothes by seed. A person has the same seed everywhere."""

from __future__ import annotations

import random

from PIL import ImageDraw

from adapters.phone.pictures.drawing_tools import Draw, Sheet, chance, gradient, hsv, reduced, scaled
from adapters.phone.style.color_scheme import Rgb

SKIN: tuple[Rgb, ...] = ((246, 212, 186), (232, 186, 150), (204, 150, 112), (164, 110, 76), (116, 74, 50))
HAIR: tuple[Rgb, ...] = ((40, 30, 28), (84, 52, 34), (150, 100, 56), (206, 170, 110), (110, 110, 116))


def avatar(seed: int, width: int, height: int) -> Sheet:
    """Draw a portrait, cropped to the middle if the picture is not square."""
    side = max(width, height)
    n = side * 3
    luck = chance("avatar", seed)
    hue = luck.random()
    sheet = gradient(n, n, hsv(hue, 0.28, 0.95), hsv(hue + 0.06, 0.42, 0.78))
    draw = ImageDraw.Draw(sheet)
    skin: Rgb = luck.choice(SKIN)
    hair: Rgb = luck.choice(HAIR)
    cloth = hsv(hue + luck.choice([0.5, 0.35, 0.62]), 0.5, luck.uniform(0.4, 0.85))
    style = luck.randrange(4)
    if style in (1, 3):
        draw.ellipse((n * 0.26, n * 0.16, n * 0.74, n * 0.78), fill=hair)
    if style == 3:
        draw.rectangle((n * 0.26, n * 0.44, n * 0.74, n * 0.8), fill=hair)
    draw.ellipse((n * 0.12, n * 0.74, n * 0.88, n * 1.5), fill=cloth)
    draw.rounded_rectangle((n * 0.42, n * 0.56, n * 0.58, n * 0.82), n * 0.07, fill=scaled(skin, 0.86))
    draw.ellipse((n * 0.32, n * 0.2, n * 0.68, n * 0.66), fill=skin)
    _hair(draw, n, style, hair, skin)
    _face(draw, n, skin, luck)
    small = reduced(sheet, side, side)
    left, top = (side - width) // 2, (side - height) // 2
    return small.crop((left, top, left + width, top + height))


def _hair(draw: Draw, n: int, style: int, hair: Rgb, skin: Rgb) -> None:
    if style == 0:
        draw.pieslice((n * 0.3, n * 0.15, n * 0.7, n * 0.56), 180, 360, fill=hair)
        draw.rectangle((n * 0.3, n * 0.33, n * 0.345, n * 0.44), fill=hair)
        draw.rectangle((n * 0.655, n * 0.33, n * 0.7, n * 0.44), fill=hair)
    elif style == 2:
        draw.pieslice((n * 0.29, n * 0.14, n * 0.71, n * 0.58), 176, 352, fill=hair)
        fringe = ((0.3, 0.36), (0.52, 0.24), (0.7, 0.36), (0.62, 0.22), (0.4, 0.2))
        draw.polygon([(n * x, n * y) for x, y in fringe], fill=hair)
    else:
        draw.pieslice((n * 0.3, n * 0.14, n * 0.7, n * 0.6), 180, 360, fill=hair)
        draw.ellipse((n * 0.36, n * 0.3, n * 0.66, n * 0.56), fill=skin)


def _face(draw: Draw, n: int, skin: Rgb, luck: random.Random) -> None:
    for x in (0.435, 0.565):
        draw.ellipse((n * x - n * 0.018, n * 0.42, n * x + n * 0.018, n * 0.456), fill=scaled(skin, 0.3))
    smile = (n * 0.43, n * 0.47, n * 0.57, n * 0.57)
    draw.arc(smile, 25, 155, fill=scaled(skin, 0.55), width=max(2, int(n * 0.016)))
    if luck.random() < 0.3:
        for x in (0.43, 0.57):
            glass = (n * x - n * 0.055, n * 0.39, n * x + n * 0.055, n * 0.49)
            draw.ellipse(glass, outline=(40, 40, 44), width=max(2, int(n * 0.013)))
