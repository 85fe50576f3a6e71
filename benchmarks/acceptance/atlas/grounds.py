"""Which colour is painted at a point of the screen at some moment of painting, computed from strokes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from adapters.phone.drawing import masks
from adapters.phone.pictures.art import render
from adapters.phone.style.color_scheme import Rgb, mix
from adapters.phone.ui.scene import Rect
from benchmarks.acceptance.atlas.strokes import Stroke

_BLACK: Final = (0, 0, 0)
_GROUND: Final = frozenset({"fill", "shape", "frame", "dim", "picture"})
_PATCH: Final = 16
"""Half the edge, in pixels, of the part of a picture whose mean colour counts."""


class Grounds:
    """The colours that strokes leave at points of the screen. Text, icons and shadows are no ground."""

    def __init__(self, strokes: Sequence[Stroke]) -> None:
        self._strokes = [
            (index, *stroke.seen, stroke) for index, stroke in enumerate(strokes) if stroke.kind in _GROUND
        ]

    def color_below(self, index: int, x: int, y: int) -> Rgb:
        """Return the colour at a point before the stroke with this index is painted."""
        for at, left, top, right, bottom, stroke in reversed(self._strokes):
            if at < index and left <= x < right and top <= y < bottom and _colors(stroke, x, y):
                return self._mixed(at, stroke, x, y)
        return _BLACK

    def _mixed(self, at: int, stroke: Stroke, x: int, y: int) -> Rgb:
        if stroke.kind == "dim":
            return mix(self.color_below(at, x, y), _BLACK, stroke.detail[0] / 256)
        color = _color(stroke, x, y)
        return color if stroke.alpha == 255 else mix(self.color_below(at, x, y), color, stroke.alpha / 255)

    def cover_after(self, index: int, x: int, y: int, until: int | None = None) -> Stroke | None:
        """Return the last opaque stroke at a point that is painted after the stroke with this index, if any.

        Only strokes before the one with the index `until` count.
        """
        for at, left, top, right, bottom, stroke in reversed(self._strokes):
            if at <= index:
                return None
            if (
                left <= x < right
                and top <= y < bottom
                and (until is None or at < until)
                and stroke.alpha == 255
                and stroke.kind != "dim"
                and _colors(stroke, x, y)
            ):
                return stroke
        return None


def _colors(stroke: Stroke, x: int, y: int) -> bool:
    """Return whether a stroke changes the colour at a point of its visible rectangle."""
    if stroke.kind == "shape":
        return _in_rounded(stroke.rect, stroke.detail, x, y)
    if stroke.kind == "frame":
        within, width, radii = stroke.detail
        return _in_rounded(stroke.rect, radii, x, y) and (within is not None or _on_edge(stroke.rect, width, x, y))
    return True


def _color(stroke: Stroke, x: int, y: int) -> Rgb:
    if stroke.kind == "frame":
        within: Rgb | None = stroke.detail[0]
        return stroke.color if within is None or _on_edge(stroke.rect, stroke.detail[1], x, y) else within
    if stroke.kind == "picture":
        left, top, right, bottom = stroke.rect
        art = stroke.box.node.art if stroke.box is not None else None
        if art is not None and not art.data:
            color = _mean_color(art.kind, art.seed, (right - left, bottom - top), x - left, y - top)
            return mix(color, _BLACK, _veil(stroke.rect, y))
    return stroke.color


def _veil(rect: Rect, y: int) -> float:
    """Return how much the painter darkens a picture under the status bar; see `Painter`."""
    veiled = rect[0] <= 0 and rect[1] <= 0 and y < masks.VEIL
    return 1 - masks.veil(1)[y, 0, 0] / 255 if veiled else 0.0


def _on_edge(rect: Rect, width: int, x: int, y: int) -> bool:
    return not (rect[0] + width <= x < rect[2] - width and rect[1] + width <= y < rect[3] - width)


def _in_rounded(rect: Rect, radii: tuple[int, ...], x: int, y: int) -> bool:
    """Return whether a point of a rectangle is inside its rounded corners."""
    if not any(radii):
        return True
    left, top, right, bottom = rect
    corners = ((left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1))
    for radius, (cx, cy, across, along) in zip(radii, corners, strict=True):
        dx, dy = (cx + across * radius - x) * across, (cy + along * radius - y) * along
        if dx > 0 and dy > 0 and dx * dx + dy * dy > radius * radius:
            return False
    return True


@lru_cache(maxsize=4096)
def _mean_color(kind: str, seed: int, size: tuple[int, int], x: int, y: int) -> Rgb:
    """Return the mean colour of a picture around a point."""
    patch = _picture(kind, seed, size).crop((x - _PATCH, y - _PATCH, x + _PATCH, y + _PATCH))
    red, green, blue = patch.resize((1, 1)).convert("RGB").getpixel((0, 0))
    return red, green, blue


@lru_cache(maxsize=64)
def _picture(kind: str, seed: int, size: tuple[int, int]) -> Any:
    """Return a rendered Pillow image."""
    return render(kind, seed, *size)
