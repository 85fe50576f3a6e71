"""Renders scenes to pixels. One `Painter` per worker holds the caches; the caller provides the frame buffer.

Windows are painted bottom to top, boxes parents first. A box outside its clip is skipped with all its children.
"""

from __future__ import annotations

import numpy as np

from adapters.phone.drawing import masks
from adapters.phone.drawing.brush import Brush
from adapters.phone.drawing.canvas import Canvas, Picture, covers, intersect, is_empty
from adapters.phone.drawing.controls import PAINTERS, content, paint_background
from adapters.phone.drawing.glyphs import Glyphs, Mask
from adapters.phone.drawing.lru import LruCache
from adapters.phone.drawing.masks import Pixels
from adapters.phone.pictures.art import render
from adapters.phone.pictures.decoding import decoded
from adapters.phone.style.color_scheme import Scheme, scheme
from adapters.phone.style.typography import dp
from adapters.phone.ui.node import Art
from adapters.phone.ui.scene import Box, Rect, Scene, Window

ART_BYTES = 256 << 20
RUN_BYTES = 48 << 20
_KEYBOARD_BYTES = 16 << 20


class Painter:
    """Draws scenes. Not thread-safe; all phones of a worker share one, and with it the picture and glyph caches."""

    def __init__(self, art_bytes: int = ART_BYTES, run_bytes: int = RUN_BYTES) -> None:
        self._glyphs = Glyphs(run_bytes)
        self._art: LruCache[Picture] = LruCache(art_bytes)
        self._keyboards: LruCache[tuple[Window, Pixels]] = LruCache(_KEYBOARD_BYTES)
        """By the identity of their windows, which are the same objects on all screens."""

    def paint(self, scene: Scene, into: Pixels) -> None:
        """Write every pixel of `into`, a C-contiguous (height, width, 4) uint8 array, as opaque RGBA.

        Raises:
            ValueError: the buffer has another shape or is not contiguous.
        """
        if into.shape != (scene.height, scene.width, 4) or not into.flags["C_CONTIGUOUS"]:
            raise ValueError(f"expected a contiguous buffer of {scene.height}x{scene.width}x4, got {into.shape}")
        self.draw(scene, Canvas(into))

    def draw(self, scene: Scene, canvas: Canvas) -> None:
        """Draw a scene on a canvas of its size."""
        first = scene.windows[0] if scene.windows else None
        if first is None or not first.bg or first.rect != canvas.bounds:
            canvas.fill(canvas.bounds, (0, 0, 0))
        for window, (seen, hidden) in zip(scene.windows, _uncovered(scene), strict=True):
            canvas.seen, canvas.hidden = seen, hidden
            if window.kind == "ime" and covers(seen, window.rect):
                self._keyboard(window, canvas)
            else:
                self._window(window, canvas)

    def _keyboard(self, window: Window, canvas: Canvas) -> None:
        """Draw a keyboard, which is opaque and casts no shadow, or copy what it was drawn as before."""
        left, top, right, bottom = window.rect
        pixels = canvas.pixels[top:bottom, left:right]
        found = self._keyboards.get(id(window))
        if found is None:
            canvas.hidden = (0, 0, 0, 0)
            self._window(window, canvas)
            self._keyboards.put(id(window), (window, pixels.copy()), pixels.size)
        else:
            np.copyto(pixels, found[1])

    def _window(self, window: Window, canvas: Canvas) -> None:
        canvas.clip, canvas.alpha = canvas.seen, 255
        if window.scrim > 0:
            canvas.dim(window.scrim)
        colors = scheme(window.theme)
        if window.secure:
            canvas.fill(window.rect, (0, 0, 0))
            return
        if window.bg:
            canvas.fill(window.rect, colors.color(window.bg))
        self._box(window.root, self._brush(canvas, window.rect, colors), 255)

    def _brush(self, canvas: Canvas, window: Rect, colors: Scheme) -> Brush:
        return Brush(canvas, window, self._glyphs, colors)

    def _box(self, box: Box, brush: Brush, alpha: int) -> None:
        node, look, canvas = box.node, box.node.look, brush.canvas
        clip = intersect(box.clip, canvas.seen)
        reach = masks.REACH[min(5, look.elevation)] if look.elevation else 0
        left, top, right, bottom = box.rect
        within = intersect((left - reach, top - reach, right + reach, bottom + reach), clip)
        if is_empty(within) or covers(canvas.hidden, within):
            return
        if look.alpha != 1.0:
            alpha = int(alpha * look.alpha + 0.5)
        canvas.clip, canvas.alpha = clip, alpha
        painter = PAINTERS.get(node.kind)
        if painter is not None:
            painter(box, brush)
        else:
            self._image(box, brush)
        for child in box.children:
            self._box(child, brush, alpha)

    def _image(self, box: Box, brush: Brush) -> None:
        paint_background(box, brush)
        rect = content(box)
        wide, high = rect[2] - rect[0], rect[3] - rect[1]
        if box.node.art is None or wide <= 0 or high <= 0:
            return
        picture = self._picture(box.node.art, wide, high)
        canvas = brush.canvas
        radius = box.node.look.radius
        four = radius if isinstance(radius, tuple) else (radius, radius, radius, radius)
        radii = masks.pixel_radii(four, wide, high)
        if canvas.alpha != 255 and any(radii):
            canvas.picture(picture, rect[0], rect[1], masks.rounded(wide, high, radii))
            return
        groups = [(corner, canvas.under(spot), spot) for corner, spot in _corners(rect, radii)]
        canvas.picture(picture, rect[0], rect[1])
        for mask, ground_, spot in groups:
            canvas.picture(ground_, spot[0], spot[1], mask)
        if rect[1] <= 0 and wide == canvas.bounds[2] and high < canvas.bounds[3]:
            # A picture under the status bar is darkened there, so that the bar's light text stays legible.
            # The shade stays at the screen's edge while the picture scrolls beneath it.
            before, canvas.clip = canvas.clip, intersect(canvas.clip, rect)
            canvas.darken(masks.veil(wide), 0, 0)
            canvas.clip = before

    def _picture(self, art: Art, wide: int, high: int) -> Picture:
        key = (art, wide, high)
        found = self._art.get(key)
        if found is None:
            drawn = decoded(art.data, wide, high) if art.data else render(art.kind, art.seed, wide, high)
            found = drawn.convert("RGBA")
            self._art.put(key, found, wide * high * 4)
        return found


def _uncovered(scene: Scene) -> list[tuple[Rect, Rect]]:
    """Return for each window the visible part of the screen, and the part of it that a dialog above hides.

    What is visible is without what sheets and panels above hide.
    """
    seen: Rect = (0, 0, scene.width, scene.height)
    hidden: Rect = (0, 0, 0, 0)
    out = []
    for window in reversed(scene.windows):
        out.append((seen, hidden))
        look, (left, top, right, bottom) = window.root.node.look, window.rect
        if not (window.bg or look.bg) or look.alpha != 1.0 or window.secure:
            continue
        radii = look.radius if isinstance(look.radius, tuple) else (look.radius,) * 4
        upper, lower = dp(max(radii[:2])), dp(max(radii[2:]))
        if left > 0 or right < scene.width:
            hidden = max(hidden, (left, top + upper, right, bottom - lower), key=lambda rect: rect[3] - rect[1])
        elif bottom >= seen[3]:
            seen = (seen[0], seen[1], seen[2], max(seen[1], min(seen[3], top + upper)))
        elif top <= seen[1]:
            seen = (seen[0], min(seen[3], max(seen[1], bottom - lower)), seen[2], seen[3])
    return out[::-1]


def _corners(rect: Rect, radii: masks.Radii) -> list[tuple[Mask, Rect]]:
    """Return for each rounded corner the mask of the pixels outside it, and its rectangle."""
    left, top, right, bottom = rect
    out = []
    for which, radius in enumerate(radii):
        if radius:
            x = right - radius if which in (1, 2) else left
            y = bottom - radius if which in (2, 3) else top
            out.append((masks.outside(radius, which), (x, y, x + radius, y + radius)))
    return out


def png(scene: Scene, painter: Painter | None = None) -> bytes:
    """Render the scene as a PNG file, for viewing."""
    from runtime.screen.frames.frame import Frame
    from runtime.screen.frames.png import encode

    pixels = np.empty((scene.height, scene.width, 4), np.uint8)
    (painter or Painter()).paint(scene, pixels)
    return encode(Frame(scene.width, scene.height, pixels))


__all__ = ["ART_BYTES", "RUN_BYTES", "Painter", "png"]
