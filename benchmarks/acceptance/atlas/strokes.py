"""What would be painted of a scene, as a list of strokes: the real painter draws on a canvas that only takes notes.

Pictures and glyphs are named instead of drawn, so this costs a few milliseconds. Equal strokes make equal pixels.
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import xxhash

from adapters.phone.drawing.brush import Brush, round_half_up
from adapters.phone.drawing.canvas import Canvas, intersect, is_empty
from adapters.phone.drawing.controls import content, paint_background
from adapters.phone.drawing.masks import Radii
from adapters.phone.drawing.painter import Painter
from adapters.phone.style.color_scheme import Rgb, Scheme
from adapters.phone.style.typography import dp, measure, resolve
from adapters.phone.ui.node import Art
from adapters.phone.ui.scene import Box, Rect, Scene, Window

_BY_VALUE: Final = 0
_BLACK: Final = (0, 0, 0)
StrokeKind = Literal["fill", "shape", "frame", "shadow", "dim", "text", "icon", "picture"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke: its rectangle, the part of it on the screen, colour, opacity (0–255), and what else it depends on.

    `detail` holds for a shape its radii, for a frame its inner colour, width and radii, for a shadow its level and
    radii, for a dim its share of 256, for text the text and its style, for an icon its name, for a picture its art and
    radii.
    """

    kind: StrokeKind
    rect: Rect
    seen: Rect
    color: Rgb
    alpha: int
    detail: tuple[Any, ...]
    box: Box | None
    """The box that is drawn; None for the ground of a window."""


def drawing_digest(strokes: Sequence[Stroke]) -> str:
    """Return a digest of what would be painted."""
    plain = [(item.kind, item.rect, item.seen, item.color, item.alpha, item.detail) for item in strokes]
    return xxhash.xxh3_128_hexdigest(marshal.dumps(plain, _BY_VALUE))


class StrokeRecorder(Painter):
    """Records the strokes of scenes. Not thread-safe."""

    def __init__(self) -> None:
        super().__init__()
        self._canvases: dict[tuple[int, int], _NotingCanvas] = {}

    def record(self, scene: Scene) -> list[Stroke]:
        """Return the strokes of a scene that touch the screen, in the order in which they are painted."""
        size = scene.width, scene.height
        if size not in self._canvases:
            self._canvases[size] = _NotingCanvas(np.empty((scene.height, scene.width, 4), np.uint8))
        canvas = self._canvases[size]
        canvas.strokes, canvas.box = [], None
        self.draw(scene, canvas)
        return canvas.strokes

    def _window(self, window: Window, canvas: Canvas) -> None:
        assert isinstance(canvas, _NotingCanvas)
        canvas.box = None
        super()._window(window, canvas)

    def _keyboard(self, window: Window, canvas: Canvas) -> None:
        self._window(window, canvas)  # a copy would have no strokes

    def _brush(self, canvas: Canvas, window: Rect, colors: Scheme) -> Brush:
        return _NotingBrush(canvas, window, self._glyphs, colors)

    def _box(self, box: Box, brush: Brush, alpha: int) -> None:
        assert isinstance(brush, _NotingBrush)
        brush.notes.box = box
        super()._box(box, brush, alpha)

    def _image(self, box: Box, brush: Brush) -> None:
        paint_background(box, brush)
        rect, art, radius = content(box), box.node.art, box.node.look.radius
        if art is not None and not is_empty(rect):
            assert isinstance(brush, _NotingBrush)
            radii = radius if isinstance(radius, tuple) else (radius, radius, radius, radius)
            brush.notes.note("picture", rect, _BLACK, (*art_name(art), radii))


def art_name(art: Art) -> tuple[str, int, str]:
    """Return what identifies a picture."""
    return art.kind, art.seed, xxhash.xxh3_64_hexdigest(art.data) if art.data else ""


class _NotingCanvas(Canvas):
    """A canvas that notes strokes and leaves its pixels alone."""

    strokes: list[Stroke]
    box: Box | None

    def note(self, kind: StrokeKind, rect: Rect, color: Rgb, detail: tuple[Any, ...] = ()) -> None:
        seen = intersect(rect, self.clip)
        if not is_empty(seen):
            self.strokes.append(Stroke(kind, rect, seen, color, self.alpha, detail, self.box))

    def fill(self, rect: Rect, color: Rgb) -> None:
        self.note("fill", rect, color)

    def shape(self, rect: Rect, color: Rgb, radii: Radii = (0, 0, 0, 0)) -> None:
        self.note("shape", rect, color, radii)

    def frame(self, rect: Rect, line: Rgb, within: Rgb | None, width: int, radii: Radii) -> None:
        self.note("frame", rect, line, (within, width, radii))

    def shadow(self, rect: Rect, level: int, radii: Radii) -> None:
        self.note("shadow", rect, _BLACK, (level, radii))

    def dim(self, share: float) -> None:
        self.strokes.append(Stroke("dim", self.seen, self.seen, _BLACK, 255, (int(share * 256 + 0.5),), None))


class _NotingBrush(Brush):
    """A brush that names text and icons instead of drawing their glyphs."""

    __slots__ = ()

    @property
    def notes(self) -> _NotingCanvas:
        """The canvas."""
        assert isinstance(self.canvas, _NotingCanvas)
        return self.canvas

    def line(self, text: str, style: str, x: float, top: float, color: Rgb, strike: bool = False) -> None:
        if text.strip():
            kind = resolve(style)
            left, baseline = round_half_up(x), int(top) + kind.baseline
            # From the top of capitals to the end of descenders.
            rect = (left, baseline - round(kind.px * 0.72), left + round(measure(text, style)) + 1,
                    baseline + round(kind.px * 0.22))  # fmt: skip
            self.notes.note("text", rect, color, (text, style, strike))

    def icon(self, name: str, size: float, cx: float, cy: float, color: Rgb) -> None:
        px = dp(size)
        left, top = round_half_up(cx - px / 2), round_half_up(cy - px / 2)
        self.notes.note("icon", (left, top, left + px, top + px), color, (name,))
