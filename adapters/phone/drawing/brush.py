"""Drawing operations in the colours of one window: lines of text, icons, discs, shadows."""

from __future__ import annotations

import math

from adapters.phone.drawing.canvas import Canvas, intersect
from adapters.phone.drawing.glyphs import Glyphs
from adapters.phone.drawing.masks import Radii
from adapters.phone.style.color_scheme import Rgb, Scheme, mix
from adapters.phone.style.icons import BATTERY
from adapters.phone.style.typography import dp, measure, resolve
from adapters.phone.ui.scene import Rect


def round_half_up(value: float) -> int:
    """Round to the nearest pixel, halves up; Python's `round` goes to even, which makes rings uneven."""
    return math.floor(value + 0.5)


class Brush:
    """A canvas with the bounds and colours of one window and the worker's glyph caches."""

    __slots__ = ("canvas", "glyphs", "scheme", "window")

    def __init__(self, canvas: Canvas, window: Rect, glyphs: Glyphs, scheme: Scheme) -> None:
        self.canvas = canvas
        self.window = intersect(window, canvas.seen)
        self.glyphs = glyphs
        self.scheme = scheme

    def color(self, role: str, default: str) -> Rgb:
        """Return the colour of a role, or of the default role if `role` is empty."""
        return self.scheme.color(role or default)

    def soft(self, color: Rgb, enabled: bool, share: float = 0.38) -> Rgb:
        """Return a content colour, faded towards the surface if the control is disabled."""
        return color if enabled else mix(self.scheme.color("surface"), self.scheme.color("on_surface"), share)

    def line(self, text: str, style: str, x: float, top: float, color: Rgb, strike: bool = False) -> None:
        """Draw one line of text; `x` is the pen's start and `top` the upper edge of the line box."""
        if not text:
            return
        run = self.glyphs.run(text, style)
        baseline = int(top) + resolve(style).baseline
        left = round_half_up(x)
        self.canvas.mask(run.mask, left + run.left, baseline + run.top, color)
        if strike:
            y = baseline - int(resolve(style).px * 0.28)
            self.canvas.fill((left, y, left + round_half_up(measure(text, style)), y + dp(1.2)), color)

    def icon(self, name: str, size: float, cx: float, cy: float, color: Rgb) -> None:
        """Draw a glyph of `size` dp centred on a point."""
        px = dp(size)
        if name.startswith(BATTERY):
            self._battery(int(name.removeprefix(BATTERY)), px, cx, cy, color)
            return
        mask = self.glyphs.icon(name, px)
        self.canvas.mask(mask, round_half_up(cx - px / 2), round_half_up(cy - px / 2), color)

    def _battery(self, percent: int, px: int, cx: float, cy: float, color: Rgb) -> None:
        """Draw an upright battery filled to its level; the empty part is drawn at a third of the opacity."""
        wide, high, cap = px * 4 // 7, px, max(2, px // 10)
        left, top = round_half_up(cx - wide / 2), round_half_up(cy - high / 2)
        right, bottom = left + wide, top + high
        corner = max(2, px // 10)
        level = bottom - round_half_up((high - cap) * min(100, max(0, percent)) / 100)
        canvas, before = self.canvas, self.canvas.alpha
        canvas.fill((left + wide * 2 // 7, top, right - wide * 2 // 7, top + cap), color)
        canvas.alpha = before * 35 // 100
        canvas.shape((left, top + cap, right, level), color, (corner, corner, 0, 0))
        canvas.alpha = before
        canvas.shape((left, level, right, bottom), color, (0, 0, corner, corner))

    def shadow(self, rect: Rect, level: int, radii: Radii) -> None:
        """Draw the shadow of a box; the root of a window may cast it beyond the window, as a dialog does."""
        before = self.canvas.clip
        if before == self.window:
            self.canvas.clip = self.canvas.seen
        self.canvas.shadow(rect, max(1, min(5, level)), radii)
        self.canvas.clip = before

    def disc(self, cx: float, cy: float, px: int, color: Rgb) -> None:
        """Draw a filled circle with a diameter in pixels."""
        left, top, radius = round_half_up(cx - px / 2), round_half_up(cy - px / 2), px // 2
        self.canvas.shape((left, top, left + px, top + px), color, (radius, radius, radius, radius))
