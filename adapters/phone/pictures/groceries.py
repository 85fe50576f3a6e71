"""Groceries on a pale background: produce and packages, each drawn from a few shaded shapes in its own colour.

Coordinates inside a drawing are shares of a square in the middle of the picture.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image, ImageDraw

from adapters.phone.pictures.drawing_tools import TURN, Draw, Sheet, chance, gradient, hsv, reduced, scaled, soft
from adapters.phone.style.color_scheme import Rgb, hex_rgb, mix

Box = tuple[float, float, float, float]
Points = tuple[tuple[float, float], ...]
LEAF: Final[Rgb] = (92, 148, 62)
WOOD: Final[Rgb] = (122, 88, 52)
WHITE: Final[Rgb] = (255, 255, 255)
PAPER: Final[Rgb] = (250, 247, 238)
LARGE: Final = 400
"""From this edge on a picture is enlarged less while it is drawn; the eye cannot tell."""


class Pen:
    """Draws shaded shapes into the square of one picture."""

    def __init__(self, sheet: Sheet, side: int, luck: random.Random) -> None:
        self.sheet = sheet
        self.side = side
        self.luck = luck
        self.left = (sheet.width - side) // 2
        self.top = (sheet.height - side) // 2

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the square to pixels."""
        return self.left + x * self.side, self.top + y * self.side

    def _lit(self, paint: Callable[[Draw], None], color: Rgb, depth: float) -> None:
        """Fill what `paint` draws with a colour lit from the left."""
        mask = Image.new("L", self.sheet.size, 0)
        paint(ImageDraw.Draw(mask))
        box = mask.getbbox()
        if box is None:
            return
        wide, high = box[2] - box[0], box[3] - box[1]
        ramp = gradient(high, wide, scaled(color, 1.08, 8), scaled(color, depth)).transpose(Image.Transpose.ROTATE_90)
        self.sheet.paste(ramp, box[:2], mask.crop(box))

    def oval(self, box: Box, color: Rgb, depth: float = 0.72) -> None:
        """Draw an ellipse."""
        corners = (*self.at(box[0], box[1]), *self.at(box[2], box[3]))
        self._lit(lambda d: d.ellipse(corners, fill=255), color, depth)

    def slab(self, box: Box, radius: float, color: Rgb, depth: float = 0.78) -> None:
        """Draw a rectangle with round corners."""
        corners = (*self.at(box[0], box[1]), *self.at(box[2], box[3]))
        self._lit(lambda d: d.rounded_rectangle(corners, radius * self.side, fill=255), color, depth)

    def poly(self, points: Points, color: Rgb, depth: float = 0.78) -> None:
        """Draw a polygon."""
        there = [self.at(x, y) for x, y in points]
        self._lit(lambda d: d.polygon(there, fill=255), color, depth)

    def line(self, points: Points, width: float, color: Rgb) -> None:
        """Draw a stroke."""
        there = [self.at(x, y) for x, y in points]
        ImageDraw.Draw(self.sheet).line(there, fill=color, width=max(1, int(width * self.side)), joint="curve")

    def dot(self, x: float, y: float, radius: float, color: Rgb) -> None:
        """Draw a flat disc."""
        (cx, cy), r = self.at(x, y), radius * self.side
        ImageDraw.Draw(self.sheet).ellipse((cx - r, cy - r, cx + r, cy + r), fill=color)

    def ball(self, x: float, y: float, radius: float, color: Rgb) -> None:
        """Draw a round fruit: dark below, lit from the upper left."""
        self.oval((x - radius, y - radius, x + radius, y + radius), color, 0.66)
        self.dot(x - radius * 0.36, y - radius * 0.42, radius * 0.2, mix(color, WHITE, 0.55))

    def label(self, box: Box, color: Rgb) -> None:
        """Draw a paper label with a mark and two illegible lines of print."""
        self.slab(box, 0.015, PAPER, 0.9)
        left, top, right, bottom = box
        wide, high = right - left, bottom - top
        self.dot(left + wide * 0.5, top + high * 0.34, min(wide, high) * 0.2, color)
        for share, y in ((0.6, 0.68), (0.4, 0.84)):
            edge = wide * (1 - share) / 2
            self.line(((left + edge, top + high * y), (right - edge, top + high * y)), 0.018, scaled(color, 0.7))


def _apple(p: Pen, ink: Rgb) -> None:
    p.oval((0.16, 0.28, 0.60, 0.84), ink, 0.82)
    p.oval((0.40, 0.28, 0.84, 0.84), ink, 0.68)
    p.oval((0.30, 0.30, 0.70, 0.82), ink, 0.8)
    p.dot(0.31, 0.43, 0.05, mix(ink, WHITE, 0.5))
    p.line(((0.50, 0.34), (0.53, 0.17)), 0.035, WOOD)
    p.poly(((0.54, 0.22), (0.66, 0.12), (0.78, 0.16), (0.68, 0.25)), LEAF)


def _banana(p: Pen, ink: Rgb) -> None:
    for turn in (0.0, 0.14, 0.27):
        points = []
        for i in range(21):
            a = (0.12 + 0.36 * i / 20) * TURN + turn * 0.9
            thick = 0.085 * math.sin(math.pi * (0.08 + 0.84 * i / 20))
            points.append((0.52 + turn * 0.3 + (0.36 + thick) * math.cos(a), 0.28 + (0.42 + thick) * math.sin(a)))
        for i in range(20, -1, -1):
            a = (0.12 + 0.36 * i / 20) * TURN + turn * 0.9
            thick = 0.085 * math.sin(math.pi * (0.08 + 0.84 * i / 20))
            points.append((0.52 + turn * 0.3 + (0.36 - thick) * math.cos(a), 0.28 + (0.42 - thick) * math.sin(a)))
        p.poly(
            tuple((min(0.97, max(0.03, x)), min(0.97, max(0.03, y))) for x, y in points), scaled(ink, 1 - turn * 0.4)
        )
    p.dot(0.82, 0.52, 0.035, WOOD)


def _balls(p: Pen, ink: Rgb) -> None:
    """Draw three round fruits with stalks: tomatoes, oranges, onions, potatoes."""
    for x, y, r in ((0.34, 0.40, 0.22), (0.66, 0.44, 0.22), (0.47, 0.66, 0.25)):
        p.ball(x, y, r, ink)
        for turn in range(5):
            a = turn / 5 * TURN
            p.line(((x, y - r * 0.55), (x + math.cos(a) * 0.07, y - r * 0.55 + math.sin(a) * 0.045)), 0.02, LEAF)


def _berries(p: Pen, ink: Rgb) -> None:
    p.slab((0.10, 0.44, 0.90, 0.88), 0.05, (222, 230, 226), 0.9)
    for row, many in enumerate((5, 6, 5)):
        for i in range(many):
            x = 0.5 + (i - (many - 1) / 2) * 0.135
            p.ball(x, 0.36 + row * 0.13, 0.085, scaled(ink, p.luck.uniform(0.86, 1.1)))


def _carrots(p: Pen, ink: Rgb) -> None:
    for shift in (-0.2, 0.02, 0.24):
        x = 0.48 + shift
        p.poly(((x - 0.09, 0.36), (x + 0.09, 0.36), (x + 0.05, 0.66), (x - shift * 0.2, 0.95), (x - 0.05, 0.66)), ink)
        for y in (0.46, 0.57, 0.68):
            p.line(((x - 0.05, y), (x + 0.01, y + 0.01)), 0.012, scaled(ink, 0.75))
        for lean in (-0.09, 0.0, 0.09):
            p.line(((x, 0.37), (x + lean, 0.08)), 0.035, LEAF)


def _lettuce(p: Pen, ink: Rgb) -> None:
    for i in range(9):
        a = (0.5 + (i - 4) * 0.075) * TURN
        x, y = 0.5 + math.sin(a) * -0.3, 0.46 + math.cos(a) * 0.26
        tone = scaled(ink, 0.84 + 0.07 * (i % 4))
        p.oval((x - 0.17, y - 0.17, x + 0.17, y + 0.2), tone, 0.8)
        p.line(((0.5, 0.86), (x, y - 0.06)), 0.014, mix(tone, WHITE, 0.45))
    p.slab((0.40, 0.72, 0.60, 0.90), 0.04, mix(ink, WHITE, 0.6))


def _broccoli(p: Pen, ink: Rgb) -> None:
    p.poly(((0.38, 0.56), (0.62, 0.56), (0.58, 0.92), (0.42, 0.92)), mix(ink, (230, 240, 180), 0.5))
    for x, y, r in ((0.26, 0.46, 0.16), (0.74, 0.46, 0.16), (0.38, 0.30, 0.17), (0.62, 0.30, 0.17), (0.5, 0.48, 0.2)):
        p.ball(x, y, r, ink)
        for _ in range(12):
            a, q = p.luck.uniform(0, TURN), r * 0.85 * math.sqrt(p.luck.random())
            p.dot(x + math.cos(a) * q, y + math.sin(a) * q, 0.022, scaled(ink, p.luck.uniform(0.8, 1.25)))


def _mushrooms(p: Pen, ink: Rgb) -> None:
    for x, y, k in ((0.32, 0.52, 1.0), (0.68, 0.46, 1.0), (0.52, 0.74, 0.9)):
        p.slab((x - 0.07 * k, y - 0.04, x + 0.07 * k, y + 0.2 * k), 0.05, PAPER, 0.84)
        p.oval((x - 0.2 * k, y - 0.2 * k, x + 0.2 * k, y + 0.08 * k), ink, 0.8)
        p.dot(x - 0.08, y - 0.11, 0.03, mix(ink, WHITE, 0.6))


def _avocado(p: Pen, ink: Rgb) -> None:
    for x, cut in ((0.34, False), (0.64, True)):
        p.oval((x - 0.17, 0.14, x + 0.17, 0.60), ink, 0.6)
        p.oval((x - 0.23, 0.32, x + 0.23, 0.88), ink, 0.6)
        if cut:
            p.oval((x - 0.13, 0.19, x + 0.13, 0.58), (226, 226, 138), 0.9)
            p.oval((x - 0.19, 0.36, x + 0.19, 0.84), (226, 226, 138), 0.9)
            p.ball(x, 0.61, 0.105, (140, 92, 54))


def _pepper(p: Pen, ink: Rgb) -> None:
    for box, depth in (((0.14, 0.28, 0.48, 0.86), 0.9), ((0.52, 0.28, 0.86, 0.86), 0.66), ((0.3, 0.26, 0.7, 0.9), 0.8)):
        p.oval(box, ink, depth)
    p.dot(0.28, 0.44, 0.045, mix(ink, WHITE, 0.55))
    p.line(((0.5, 0.30), (0.52, 0.18), (0.60, 0.12)), 0.06, LEAF)


def _carton(p: Pen, ink: Rgb) -> None:
    p.poly(((0.28, 0.30), (0.36, 0.14), (0.66, 0.14), (0.72, 0.30)), mix(ink, WHITE, 0.35))
    p.slab((0.34, 0.08, 0.68, 0.15), 0.01, mix(ink, WHITE, 0.5))
    p.slab((0.28, 0.29, 0.72, 0.94), 0.01, mix(ink, WHITE, 0.82), 0.86)
    p.poly(((0.28, 0.62), (0.44, 0.54), (0.6, 0.64), (0.72, 0.56), (0.72, 0.94), (0.28, 0.94)), ink)
    p.dot(0.50, 0.44, 0.09, ink)
    p.line(((0.38, 0.78), (0.62, 0.78)), 0.022, WHITE)


def _bottle(p: Pen, ink: Rgb) -> None:
    p.slab((0.43, 0.06, 0.57, 0.16), 0.02, scaled(ink, 0.55))
    p.poly(((0.44, 0.16), (0.56, 0.16), (0.58, 0.30), (0.66, 0.42), (0.34, 0.42), (0.42, 0.30)), ink)
    p.slab((0.34, 0.40, 0.66, 0.94), 0.05, ink, 0.66)
    p.label((0.34, 0.52, 0.66, 0.82), ink)
    p.line(((0.385, 0.46), (0.385, 0.90)), 0.02, mix(ink, WHITE, 0.5))


def _jar(p: Pen, ink: Rgb) -> None:
    p.slab((0.28, 0.14, 0.72, 0.27), 0.025, mix((206, 170, 92), WHITE, 0.1))
    p.slab((0.24, 0.26, 0.76, 0.92), 0.09, ink, 0.68)
    p.label((0.24, 0.46, 0.76, 0.78), ink)
    p.line(((0.29, 0.34), (0.29, 0.44)), 0.025, mix(ink, WHITE, 0.6))


def _can(p: Pen, ink: Rgb) -> None:
    p.slab((0.25, 0.16, 0.75, 0.92), 0.03, (206, 210, 212), 0.7)
    p.oval((0.25, 0.10, 0.75, 0.24), (228, 231, 232), 0.86)
    p.oval((0.30, 0.125, 0.70, 0.215), (196, 200, 203), 1.0)
    p.slab((0.25, 0.27, 0.75, 0.84), 0.0, ink, 0.66)
    p.label((0.33, 0.38, 0.67, 0.74), ink)


def _bag(p: Pen, ink: Rgb) -> None:
    p.poly(((0.22, 0.18), (0.78, 0.18), (0.82, 0.90), (0.72, 0.94), (0.28, 0.94), (0.18, 0.90)), ink, 0.72)
    p.slab((0.22, 0.10, 0.78, 0.20), 0.01, scaled(ink, 0.82))
    p.label((0.30, 0.36, 0.70, 0.72), ink)
    p.line(((0.24, 0.82), (0.30, 0.88)), 0.012, scaled(ink, 0.7))
    p.line(((0.76, 0.80), (0.70, 0.88)), 0.012, scaled(ink, 0.6))


def _box(p: Pen, ink: Rgb) -> None:
    p.poly(((0.70, 0.12), (0.82, 0.18), (0.82, 0.88), (0.70, 0.94)), scaled(ink, 0.62))
    p.slab((0.20, 0.12, 0.71, 0.94), 0.01, ink, 0.9)
    p.slab((0.20, 0.12, 0.71, 0.30), 0.01, mix(ink, WHITE, 0.72), 0.95)
    p.line(((0.28, 0.21), (0.62, 0.21)), 0.04, scaled(ink, 0.8))
    p.ball(0.455, 0.60, 0.17, mix(ink, (255, 240, 190), 0.6))


def _tub(p: Pen, ink: Rgb) -> None:
    p.poly(((0.17, 0.36), (0.83, 0.36), (0.74, 0.88), (0.26, 0.88)), mix(ink, WHITE, 0.78), 0.84)
    p.poly(((0.19, 0.48), (0.81, 0.48), (0.765, 0.74), (0.235, 0.74)), ink)
    p.slab((0.13, 0.27, 0.87, 0.38), 0.04, mix(ink, WHITE, 0.4))
    p.dot(0.5, 0.61, 0.085, PAPER)


def _loaf(p: Pen, ink: Rgb) -> None:
    p.oval((0.06, 0.28, 0.94, 0.84), ink, 0.7)
    p.slab((0.08, 0.52, 0.92, 0.86), 0.12, ink, 0.7)
    for x in (0.30, 0.50, 0.70):
        p.line(((x - 0.08, 0.50), (x + 0.06, 0.36)), 0.04, mix(ink, (255, 236, 200), 0.65))


def _cheese(p: Pen, ink: Rgb) -> None:
    p.poly(((0.08, 0.54), (0.64, 0.22), (0.92, 0.46)), mix(ink, WHITE, 0.35), 0.94)
    p.poly(((0.08, 0.54), (0.92, 0.46), (0.92, 0.74), (0.08, 0.84)), ink, 0.84)
    for x, y, r in ((0.26, 0.68, 0.05), (0.52, 0.62, 0.06), (0.74, 0.66, 0.045), (0.40, 0.76, 0.03)):
        p.dot(x, y, r, scaled(ink, 0.76))


def _eggs(p: Pen, ink: Rgb) -> None:
    for row, y in enumerate((0.42, 0.58)):
        for i in range(3):
            x = 0.24 + i * 0.26 + row * 0.01
            p.oval((x - 0.12, y - 0.18, x + 0.12, y + 0.16), scaled(ink, p.luck.uniform(0.92, 1.06)), 0.8)
    p.slab((0.06, 0.62, 0.94, 0.86), 0.06, (168, 160, 150), 0.82)


def _tray(p: Pen, ink: Rgb) -> None:
    """Draw meat or fish on a tray."""
    p.slab((0.06, 0.24, 0.94, 0.84), 0.08, (52, 58, 62), 0.8)
    p.slab((0.10, 0.28, 0.90, 0.80), 0.06, (74, 82, 86), 0.86)
    for shift in (0.0, 0.2):
        y = 0.40 + shift
        p.poly(
            ((0.16, y), (0.40, y - 0.07), (0.78, y - 0.04), (0.86, y + 0.06), (0.62, y + 0.13), (0.24, y + 0.12)), ink
        )
        for i in range(5):
            x = 0.28 + i * 0.11
            p.line(((x, y - 0.03), (x + 0.05, y + 0.09)), 0.014, mix(ink, WHITE, 0.5))


def _bar(p: Pen, ink: Rgb) -> None:
    p.poly(((0.30, 0.06), (0.76, 0.14), (0.66, 0.94), (0.20, 0.86)), ink)
    p.poly(((0.28, 0.26), (0.73, 0.34), (0.69, 0.66), (0.24, 0.58)), PAPER, 0.9)
    p.line(((0.36, 0.40), (0.62, 0.45)), 0.03, ink)
    p.line(((0.38, 0.49), (0.54, 0.52)), 0.02, ink)


def _roll(p: Pen, ink: Rgb) -> None:
    for x in (0.30, 0.68):
        p.slab((x - 0.18, 0.30, x + 0.18, 0.86), 0.03, mix(ink, WHITE, 0.85), 0.86)
        p.oval((x - 0.18, 0.20, x + 0.18, 0.40), mix(ink, WHITE, 0.9), 0.92)
        p.oval((x - 0.06, 0.265, x + 0.06, 0.335), scaled(WOOD, 1.2))
    p.slab((0.08, 0.52, 0.90, 0.72), 0.01, ink, 0.8)


SHAPES: Final[Mapping[str, Callable[[Pen, Rgb], None]]] = {
    "apple": _apple,
    "avocado": _avocado,
    "bag": _bag,
    "balls": _balls,
    "banana": _banana,
    "bar": _bar,
    "berries": _berries,
    "bottle": _bottle,
    "box": _box,
    "broccoli": _broccoli,
    "can": _can,
    "carrots": _carrots,
    "carton": _carton,
    "cheese": _cheese,
    "eggs": _eggs,
    "jar": _jar,
    "leaves": _lettuce,
    "loaf": _loaf,
    "mushrooms": _mushrooms,
    "pepper": _pepper,
    "roll": _roll,
    "tray": _tray,
    "tub": _tub,
}
"""By name, as `larder:NAME:#RRGGBB`."""


def larder(name: str, color: str, seed: int, width: int, height: int) -> Sheet:
    """Draw one grocery item in a colour; KeyError for an unknown one. The seed sets the background's tint."""
    shape = SHAPES[name]
    scale = 2.0 if max(width, height) < LARGE else 1.25
    w, h = int(width * scale), int(height * scale)
    luck = chance("larder", name, seed)
    hue = 0.10 + 0.32 * luck.random()
    sheet = gradient(w, h, hsv(hue, 0.035, 0.985), hsv(hue, 0.10, 0.93))
    side = int(min(w, h) * 0.74)
    pen = Pen(sheet, side, luck)
    (left, top), (right, bottom) = pen.at(0.10, 0.80), pen.at(0.94, 0.98)
    soft(sheet, lambda d: d.ellipse((left, top, right, bottom), fill=(40, 44, 30, 96)), side * 0.035)
    shape(pen, hex_rgb(color))
    return reduced(sheet, width, height)
