"""Product photos of second-hand clothes: one garment on a hanger, a shelf or a linen sheet, in its own colour.

The background is drawn at full size and its soft parts much smaller. Only masks are supersampled, so that a picture as
wide as the screen stays cheap.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from adapters.phone.pictures.drawing_tools import Draw, Sheet, chance, gradient, radial, resized, scaled
from adapters.phone.style.color_scheme import Rgb, mix

Points = tuple[tuple[float, float], ...]

DYES: Final[Mapping[str, Rgb]] = {
    "black": (44, 42, 44),
    "camel": (190, 146, 96),
    "cream": (236, 224, 200),
    "navy": (44, 56, 88),
    "olive": (110, 112, 66),
    "rust": (172, 86, 52),
    "rose": (206, 148, 152),
    "grey": (146, 148, 152),
    "denim": (84, 112, 150),
    "forest": (50, 88, 68),
    "plum": (98, 52, 84),
    "mustard": (212, 164, 58),
    "white": (240, 240, 236),
    "sky": (150, 188, 214),
    "brown": (112, 76, 52),
    "red": (178, 48, 46),
}
"""The colours that goods are sold in, as the pictures show them."""

SOFT, PALE = 6, 600
"""What is soft is drawn so many times smaller; a garment whose channels add up to more hangs before a darker wall."""

HANGS: Final[Mapping[str, Points]] = {
    "coat": ((0.50, 0.15), (0.56, 0.10), (0.62, 0.12), (0.76, 0.18), (0.82, 0.36), (0.90, 0.64), (0.88, 0.68),
             (0.80, 0.69), (0.72, 0.42), (0.71, 0.42), (0.72, 0.62), (0.76, 0.94), (0.75, 0.96), (0.50, 0.97)),
    "jacket": ((0.50, 0.18), (0.56, 0.13), (0.63, 0.15), (0.79, 0.22), (0.85, 0.40), (0.93, 0.66), (0.91, 0.70),
               (0.82, 0.71), (0.73, 0.46), (0.72, 0.46), (0.73, 0.78), (0.72, 0.80), (0.50, 0.80)),
    "knit": ((0.50, 0.22), (0.56, 0.20), (0.60, 0.17), (0.78, 0.23), (0.85, 0.42), (0.93, 0.72), (0.91, 0.77),
             (0.82, 0.78), (0.74, 0.50), (0.73, 0.50), (0.73, 0.80), (0.71, 0.84), (0.50, 0.84)),
    "shirt": ((0.50, 0.17), (0.56, 0.13), (0.62, 0.16), (0.77, 0.22), (0.83, 0.42), (0.90, 0.70), (0.89, 0.74),
              (0.81, 0.75), (0.72, 0.46), (0.71, 0.46), (0.72, 0.80), (0.64, 0.88), (0.50, 0.85)),
    "tee": ((0.50, 0.24), (0.57, 0.22), (0.61, 0.18), (0.78, 0.24), (0.90, 0.42), (0.88, 0.45), (0.78, 0.50),
            (0.73, 0.44), (0.72, 0.44), (0.72, 0.84), (0.71, 0.85), (0.50, 0.86)),
    "dress": ((0.50, 0.26), (0.56, 0.22), (0.59, 0.13), (0.62, 0.13), (0.64, 0.24), (0.66, 0.34), (0.61, 0.48),
              (0.66, 0.62), (0.79, 0.94), (0.77, 0.96), (0.50, 0.98)),
    "skirt": ((0.50, 0.26), (0.64, 0.26), (0.65, 0.28), (0.66, 0.34), (0.82, 0.88), (0.80, 0.90), (0.50, 0.92)),
    "trousers": ((0.50, 0.13), (0.65, 0.13), (0.66, 0.15), (0.68, 0.30), (0.70, 0.94), (0.69, 0.96), (0.56, 0.96),
                 (0.555, 0.94), (0.51, 0.38), (0.50, 0.37)),
}  # fmt: skip
"""Right halves of what hangs, from the neck down to the middle of the hem, in a square."""


def cloth(kind: str, dye: str, seed: int, width: int, height: int) -> Sheet:
    """Draw a photo of a garment; KeyError for an unknown kind or colour."""
    luck = chance("cloth", kind, dye, seed)
    color = DYES[dye]
    side = int(min(width * 0.86, height * 0.92))
    left, top = (width - side) // 2 + int(width * luck.uniform(-0.02, 0.02)), int((height - side) * 0.44)
    n = side * 2
    body, dark, light = (Image.new("L", (n, n), 0) for _ in range(3))
    hangs = kind in HANGS
    if hangs:
        half = HANGS[kind]
        outline = [*half, *((1 - x, y) for x, y in reversed(half))]
        _fill(ImageDraw.Draw(body), n, _rounded(outline))
        DETAILS[kind](ImageDraw.Draw(dark), ImageDraw.Draw(light), n)
    else:
        LYING[kind](ImageDraw.Draw(body), ImageDraw.Draw(dark), ImageDraw.Draw(light), n)
    _pattern(ImageDraw.Draw(dark), ImageDraw.Draw(light), n, kind, luck)
    body = body.reduce(2)
    sheet = _wall(luck, width, height, color, body, (left, top, side))
    if hangs:
        _floor(sheet, luck)
        _hanger(sheet, left, top, side, kind)
    fabric = _fabric(color, side, luck)
    _trim(fabric, dark, scaled(color, 0.62), 0.72)
    _trim(fabric, light, scaled(color, 1.22, 26), 0.8)
    sheet.paste(fabric, (left, top), body)
    return sheet


def _trim(fabric: Sheet, lines: Image.Image, color: Rgb, strength: float) -> None:
    """Draw sewn details, supersampled twice and clipped to the garment."""
    found = lines.getbbox()
    if found is None:
        return
    x, y = found[0] // 2, found[1] // 2
    cut = lines.crop((2 * x, 2 * y, found[2] + found[2] % 2, found[3] + found[3] % 2)).reduce(2)
    fabric.paste(color, (x, y), cut.point(lambda v: int(v * strength)))


def _wall(luck: random.Random, w: int, h: int, color: Rgb, body: Image.Image, at: tuple[int, int, int]) -> Sheet:
    """Draw a wall with daylight and the garment's shadow, never as dark or bright as the garment."""
    warm = luck.choice(((232, 226, 218), (214, 210, 206), (226, 214, 200), (206, 214, 212), (236, 222, 216)))
    if sum(color) > PALE:
        warm = mix(warm, (120, 108, 100), 0.4)
    sw, sh = w // SOFT + 2, h // SOFT + 2
    wall = radial(sw, sh, sw * luck.uniform(0.2, 0.5), sh * 0.24, max(sw, sh) * 1.15, scaled(warm, 1.04),
                  scaled(warm, 0.8))  # fmt: skip
    sun = Image.new("L", (sw, sh), 0)
    draw = ImageDraw.Draw(sun)
    x, lean = sw * luck.uniform(-0.1, 0.45), sw * luck.uniform(0.18, 0.34)
    for i in range(2):
        edge = x + i * sw * 0.3
        draw.polygon([(edge, 0), (edge + sw * 0.22, 0), (edge + sw * 0.22 + lean, sh), (edge + lean, sh)], fill=64)
    wall.paste(scaled(warm, 1.1, 14), (0, 0), sun.filter(ImageFilter.GaussianBlur(sw / 60)))
    left, top, side = (max(1, number // SOFT) for number in at)
    shadow = Image.new("L", (sw, sh), 0)
    shadow.paste(body.resize((side, side), Image.Resampling.BOX), (left + side // 40, top + side // 30))
    shadow = shadow.filter(ImageFilter.GaussianBlur(side / 34)).point(lambda v: int(v * 0.42))
    wall.paste((52, 42, 38), (0, 0), shadow)
    return resized(wall, w, h)


def _floor(sheet: Sheet, luck: random.Random) -> None:
    """Draw a floor in some rooms."""
    if luck.random() < 0.4:
        return
    w, h = sheet.size
    edge = int(h * luck.uniform(0.86, 0.92))
    boards = luck.choice(((168, 134, 104), (188, 176, 164), (142, 120, 104)))
    sheet.paste(gradient(w, max(1, h - edge), boards, scaled(boards, 0.84)), (0, edge))
    ImageDraw.Draw(sheet).rectangle((0, edge - max(2, h // 120), w, edge), fill=(214, 206, 198))


def _hanger(sheet: Sheet, left: int, top: int, side: int, kind: str) -> None:
    """Draw the hook above the neck, and the rail."""
    draw = ImageDraw.Draw(sheet)
    cx, neck = left + side / 2, top + side * (0.30 if kind == "skirt" else 0.2)
    rail = max(4, top + int(side * 0.012))
    thick = max(3, side // 70)
    draw.rectangle((0, rail - thick, sheet.width, rail + thick // 2), fill=(96, 82, 72))
    draw.rectangle((0, rail - thick, sheet.width, rail - thick // 2), fill=(140, 122, 108))
    draw.line((cx, rail, cx, neck), fill=(112, 108, 106), width=max(2, side // 110))
    wood = (176, 134, 92)
    wide = side * (0.13 if kind in ("skirt", "trousers", "dress") else 0.17)
    draw.line([(cx - wide, neck + side * 0.03), (cx, neck - side * 0.06), (cx + wide, neck + side * 0.03)], fill=wood,
              width=max(4, side // 38), joint="curve")  # fmt: skip


def _fabric(color: Rgb, side: int, luck: random.Random) -> Sheet:
    """Draw fabric lit from the left, with vertical folds."""
    small = max(8, side // SOFT)
    ramp = Image.linear_gradient("L").rotate(90).resize((small, small))
    base = Image.composite(
        Image.new("RGB", (small, small), scaled(color, 0.8)),
        Image.new("RGB", (small, small), scaled(color, 1.08, 6)),
        ramp,
    )
    folds = Image.new("L", (small, small), 0)
    draw = ImageDraw.Draw(folds)
    for _ in range(9):
        x = luck.uniform(0.12, 0.88) * small
        y = luck.uniform(0.3, 0.6) * small
        lean = luck.uniform(-0.05, 0.05) * small
        draw.line((x, y, x + lean, small), fill=luck.randint(50, 110), width=max(1, small // 36))
    base.paste(scaled(color, 0.7), (0, 0), folds.filter(ImageFilter.GaussianBlur(max(1.0, small / 50))))
    return resized(base, side, side)


def _rounded(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Round corners by cutting them twice."""
    for _ in range(2):
        cut = []
        for at, (x, y) in enumerate(points):
            nx, ny = points[(at + 1) % len(points)]
            cut += [(x * 0.75 + nx * 0.25, y * 0.75 + ny * 0.25), (x * 0.25 + nx * 0.75, y * 0.25 + ny * 0.75)]
        points = cut
    return points


def _fill(draw: Draw, n: int, points: list[tuple[float, float]], fill: int = 255) -> None:
    draw.polygon([(x * n, y * n) for x, y in points], fill=fill)


def _line(draw: Draw, n: int, points: Points, width: float = 0.006, fill: int = 255) -> None:
    draw.line([(x * n, y * n) for x, y in points], fill=fill, width=max(2, round(width * n)), joint="curve")


def _dots(draw: Draw, n: int, points: Points, radius: float = 0.011) -> None:
    for x, y in points:
        draw.ellipse(((x - radius) * n, (y - radius) * n, (x + radius) * n, (y + radius) * n), fill=255)


def _armholes(dark: Draw, n: int) -> None:
    for side in (1, -1):
        _line(dark, n, tuple((0.5 + side * x, y) for x, y in ((0.26, 0.22), (0.235, 0.32), (0.22, 0.46))))


def _coat(dark: Draw, light: Draw, n: int) -> None:
    for side in (1, -1):
        lapel: Points = ((0.0, 0.40), (0.06, 0.17), (0.13, 0.20), (0.11, 0.28), (0.14, 0.30), (0.0, 0.44))
        _fill(light, n, [(0.5 + side * x, y) for x, y in lapel], 60)
        _line(dark, n, tuple((0.5 + side * x, y) for x, y in lapel), 0.007)
        _line(dark, n, tuple((0.5 + side * x, y) for x, y in ((0.09, 0.66), (0.19, 0.63))), 0.012)
    _line(dark, n, ((0.50, 0.42), (0.51, 0.97)), 0.007)
    _dots(dark, n, tuple((0.47 + dx, y) for y in (0.48, 0.58, 0.68) for dx in (0.0, 0.08)), 0.014)
    _armholes(dark, n)


def _jacket(dark: Draw, light: Draw, n: int) -> None:
    _line(light, n, ((0.50, 0.19), (0.50, 0.80)), 0.014)
    _line(dark, n, ((0.516, 0.19), (0.516, 0.80)), 0.006)
    for side in (1, -1):
        _line(dark, n, tuple((0.5 + side * x, y) for x, y in ((0.02, 0.26), (0.07, 0.15), (0.14, 0.20), (0.02, 0.27))))
        pocket: Points = ((0.07, 0.42), (0.18, 0.42), (0.18, 0.53), (0.125, 0.555), (0.07, 0.53), (0.07, 0.42))
        _line(dark, n, tuple((0.5 + side * x, y) for x, y in pocket))
        _dots(light, n, ((0.5 + side * 0.125, 0.45),), 0.01)
    _line(dark, n, ((0.26, 0.735), (0.74, 0.735)))
    _armholes(dark, n)


def _knit(dark: Draw, light: Draw, n: int) -> None:
    _line(dark, n, ((0.40, 0.18), (0.45, 0.25), (0.50, 0.265), (0.55, 0.25), (0.60, 0.18)), 0.02)
    for i in range(25):
        x = 0.27 + i * 0.0192
        _line(dark, n, ((x, 0.785), (x, 0.85)), 0.004)
    _line(dark, n, ((0.25, 0.78), (0.75, 0.78)))
    for i in range(4):
        x = 0.38 + i * 0.08
        twist = tuple((x + (0.012 if j % 2 else -0.012), 0.31 + j * 0.046) for j in range(11))
        _line(light, n, twist, 0.009)
        _line(dark, n, tuple((a + 0.014, b) for a, b in twist), 0.005)
    _armholes(dark, n)


def _shirt(dark: Draw, light: Draw, n: int) -> None:
    for side in (1, -1):
        collar: Points = ((0.0, 0.20), (0.055, 0.13), (0.12, 0.17), (0.075, 0.26), (0.0, 0.20))
        _fill(light, n, [(0.5 + side * x, y) for x, y in collar], 90)
        _line(dark, n, tuple((0.5 + side * x, y) for x, y in collar))
    _line(dark, n, ((0.482, 0.22), (0.482, 0.87)), 0.004)
    _line(dark, n, ((0.518, 0.22), (0.518, 0.87)), 0.004)
    _dots(dark, n, tuple((0.5, 0.28 + i * 0.1) for i in range(6)), 0.009)
    _line(dark, n, ((0.58, 0.38), (0.67, 0.38), (0.67, 0.48), (0.625, 0.505), (0.58, 0.48), (0.58, 0.38)), 0.004)
    _armholes(dark, n)


def _tee(dark: Draw, light: Draw, n: int) -> None:
    _line(dark, n, ((0.40, 0.195), (0.44, 0.255), (0.50, 0.275), (0.56, 0.255), (0.60, 0.195)), 0.012)
    _line(dark, n, ((0.28, 0.83), (0.72, 0.83)), 0.004)
    _armholes(dark, n)


def _dress(dark: Draw, light: Draw, n: int) -> None:
    _line(dark, n, ((0.39, 0.48), (0.50, 0.495), (0.61, 0.48)), 0.016)
    for x in (0.42, 0.46, 0.5, 0.54, 0.58):
        _line(dark, n, ((x, 0.5), (0.5 + (x - 0.5) * 2.6, 0.97)), 0.005)
    _line(dark, n, ((0.44, 0.23), (0.50, 0.285), (0.56, 0.23)), 0.008)


def _skirt(dark: Draw, light: Draw, n: int) -> None:
    _line(dark, n, ((0.34, 0.315), (0.66, 0.315)), 0.008)
    for i in range(9):
        x = 0.38 + i * 0.03
        _line(dark, n, ((x, 0.33), (0.5 + (x - 0.5) * 2.1, 0.92)), 0.006)
        _line(light, n, ((x + 0.008, 0.33), (0.5 + (x + 0.008 - 0.5) * 2.1, 0.92)), 0.004)


def _trousers(dark: Draw, light: Draw, n: int) -> None:
    _line(dark, n, ((0.34, 0.185), (0.66, 0.185)), 0.007)
    _line(dark, n, ((0.50, 0.19), (0.50, 0.37)), 0.006)
    for side in (1, -1):
        _line(light, n, tuple((0.5 + side * x, y) for x, y in ((0.09, 0.3), (0.11, 0.95))), 0.005)
        _line(dark, n, tuple((0.5 + side * x, y) for x, y in ((0.10, 0.19), (0.165, 0.28))), 0.007)
        for x in (0.05, 0.13):
            _line(dark, n, ((0.5 + side * x, 0.125), (0.5 + side * x, 0.19)), 0.012)
    _dots(light, n, ((0.5, 0.16),), 0.012)


def _boots(body: Draw, dark: Draw, light: Draw, n: int) -> None:
    for dx, dy in ((0.0, 0.0), (0.27, 0.06)):
        leg: Points = ((0.14, 0.26), (0.33, 0.25), (0.35, 0.55), (0.46, 0.63), (0.55, 0.68), (0.56, 0.76), (0.13, 0.76),
                       (0.15, 0.5))  # fmt: skip
        _fill(body, n, _rounded([(x + dx, y + dy) for x, y in leg]))
        sole = (0.13 + dx, 0.745 + dy, 0.57 + dx, 0.785 + dy)
        body.rounded_rectangle(tuple(v * n for v in sole), n * 0.014, fill=255)
        _fill(
            body, n, [(0.14 + dx, 0.78 + dy), (0.24 + dx, 0.78 + dy), (0.23 + dx, 0.825 + dy), (0.15 + dx, 0.825 + dy)]
        )
        dark.rectangle(tuple(v * n for v in (0.13 + dx, 0.757 + dy, 0.57 + dx, 0.83 + dy)), fill=190)
        _line(light, n, ((0.24 + dx, 0.28 + dy), (0.245 + dx, 0.58 + dy)), 0.02)
        _line(dark, n, ((0.155 + dx, 0.56 + dy), (0.34 + dx, 0.55 + dy)), 0.005)
        _line(dark, n, ((0.34 + dx, 0.27 + dy), (0.36 + dx, 0.56 + dy), (0.47 + dx, 0.64 + dy)), 0.007)


def _bag(body: Draw, dark: Draw, light: Draw, n: int) -> None:
    body.arc(tuple(v * n for v in (0.32, 0.14, 0.68, 0.66)), 180, 360, fill=255, width=n // 34)
    _fill(body, n, _rounded([(0.17, 0.40), (0.83, 0.40), (0.90, 0.86), (0.84, 0.90), (0.16, 0.90), (0.10, 0.86)]))
    _line(dark, n, ((0.16, 0.44), (0.20, 0.60), (0.5, 0.66), (0.80, 0.60), (0.84, 0.44)), 0.008)
    _fill(light, n, [(0.19, 0.42), (0.81, 0.42), (0.78, 0.58), (0.5, 0.635), (0.22, 0.58)], 40)
    light.rounded_rectangle(tuple(v * n for v in (0.465, 0.60, 0.535, 0.70)), n * 0.012, fill=230)
    _line(dark, n, ((0.13, 0.865), (0.87, 0.865)), 0.004)


def _scarf(body: Draw, dark: Draw, light: Draw, n: int) -> None:
    _fill(body, n, _rounded([(0.30, 0.16), (0.58, 0.12), (0.72, 0.22), (0.60, 0.36), (0.42, 0.36), (0.28, 0.28)]))
    _fill(body, n, _rounded([(0.44, 0.28), (0.60, 0.28), (0.74, 0.84), (0.58, 0.88)]))
    _fill(body, n, _rounded([(0.36, 0.28), (0.50, 0.30), (0.44, 0.80), (0.27, 0.78)]))
    for i in range(9):
        _line(body, n, ((0.285 + i * 0.018, 0.78), (0.275 + i * 0.018, 0.86)), 0.007)
        _line(body, n, ((0.585 + i * 0.017, 0.87 - i * 0.005), (0.60 + i * 0.017, 0.94 - i * 0.005)), 0.007)
    _line(dark, n, ((0.32, 0.27), (0.46, 0.34), (0.62, 0.30)), 0.012)
    for y in (0.56, 0.60, 0.68):
        _line(light, n, ((0.30, y - 0.02), (0.48, y)), 0.012)
        _line(light, n, ((0.50, y + 0.04), (0.70, y + 0.01)), 0.012)


def _hat(body: Draw, dark: Draw, light: Draw, n: int) -> None:
    body.ellipse(tuple(v * n for v in (0.10, 0.56, 0.90, 0.78)), fill=255)
    _fill(
        body,
        n,
        _rounded([(0.28, 0.64), (0.32, 0.34), (0.42, 0.28), (0.5, 0.31), (0.58, 0.28), (0.68, 0.34), (0.72, 0.64)]),
    )
    dark.arc(tuple(v * n for v in (0.27, 0.54, 0.73, 0.70)), 10, 170, fill=255, width=n // 26)
    dark.arc(tuple(v * n for v in (0.13, 0.58, 0.87, 0.76)), 20, 160, fill=130, width=n // 180)
    _line(light, n, ((0.40, 0.36), (0.37, 0.58)), 0.02)


def _pattern(dark: Draw, light: Draw, n: int, kind: str, luck: random.Random) -> None:
    """Draw stripes on some shirts, tees and dresses."""
    if kind not in ("shirt", "tee", "dress") or luck.random() < 0.45:
        return
    step = luck.choice((0.035, 0.05, 0.07))
    across = kind == "tee" or luck.random() < 0.3
    for i in range(int(1 / step)):
        at = i * step
        line: Points = ((0.0, at), (1.0, at)) if across else ((at, 0.0), (at, 1.0))
        _line(light, n, line, step * 0.34, 150)


DETAILS: Final[Mapping[str, Callable[[Draw, Draw, int], None]]] = {
    "coat": _coat,
    "jacket": _jacket,
    "knit": _knit,
    "shirt": _shirt,
    "tee": _tee,
    "dress": _dress,
    "skirt": _skirt,
    "trousers": _trousers,
}
LYING: Final[Mapping[str, Callable[[Draw, Draw, Draw, int], None]]] = {
    "boots": _boots,
    "bag": _bag,
    "scarf": _scarf,
    "hat": _hat,
}
"""What does not hang."""
