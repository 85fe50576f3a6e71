"""Phones with rounded corners, wrapped text and speech bubbles, on pictures for README and docs."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

Color = tuple[int, int, int]
PAPER: Final[Color] = (250, 250, 252)
INK: Final[Color] = (32, 33, 36)
GREY: Final[Color] = (95, 99, 104)
BLUE: Final[Color] = (26, 95, 208)
GREEN: Final[Color] = (20, 120, 60)
_BEZEL: Final[Color] = (24, 25, 28)
_BUBBLES: Final[dict[str, tuple[Color, Color]]] = {
    "agent": ((26, 95, 208), (255, 255, 255)),
    "user": ((255, 255, 255), (32, 33, 36)),
}
_SMOOTH: Final = 4
"""Masks are drawn so many times larger and reduced, since Pillow draws without smoothing."""


@lru_cache(maxsize=16)
def font(size: int, style: str = "Regular") -> ImageFont.FreeTypeFont:
    """Roboto, as the virtual phones have it. The basic layout needs no library beside Pillow."""
    data = files("adapters.phone.style.fonts").joinpath(f"Roboto-{style}.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)


def wrap(text: str, width: int, face: ImageFont.FreeTypeFont, most: int = 9) -> list[str]:
    """The text in lines of at most `width` pixels; beyond `most` lines it ends in an ellipsis."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and face.getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]} …"]
    return lines


def rounded(size: tuple[int, int], radius: int) -> Image.Image:
    """A mask of a rectangle with round corners."""
    large = Image.new("L", (size[0] * _SMOOTH, size[1] * _SMOOTH))
    box = (0, 0, large.width - 1, large.height - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, radius * _SMOOTH, fill=255)
    return large.resize(size, Image.Resampling.LANCZOS)


def phone(screen: Image.Image, width: int) -> Image.Image:
    """A screen in a dark frame with round corners, `width` pixels wide, with transparent corners."""
    bezel = max(width // 32, 4)
    inner = width - 2 * bezel
    small = screen.resize((inner, inner * screen.height // screen.width), Image.Resampling.LANCZOS)
    body = Image.new("RGB", (width, small.height + 2 * bezel), _BEZEL)
    body.paste(small, (bezel, bezel), rounded(small.size, width // 11))
    made = body.convert("RGBA")
    made.putalpha(rounded(made.size, width // 8))
    return made


def mark(screen: Image.Image, x: int, y: int) -> Image.Image:
    """The screen with a ring where it was touched."""
    size = screen.width // 6
    ring = Image.new("RGBA", (size * _SMOOTH, size * _SMOOTH))
    edge = size * _SMOOTH - 1
    ImageDraw.Draw(ring).ellipse((4, 4, edge - 4, edge - 4), fill=(*BLUE, 90), outline=(*BLUE, 255), width=edge // 14)
    small = ring.resize((size, size), Image.Resampling.LANCZOS)
    marked = screen.copy()
    marked.paste(small, (x - size // 2, y - size // 2), small)
    return marked


def bubble(text: str, width: int, speaker: str, size: int) -> Image.Image:
    """The agent's or the user's words in a box with round corners, at most `width` pixels wide."""
    face, margin = font(size), size * 3 // 4
    lines = wrap(text, width - 2 * margin, face)
    wide = int(max(face.getlength(line) for line in lines)) + 2 * margin
    high = len(lines) * size * 5 // 4 + 2 * margin - size // 4
    fill, ink = _BUBBLES[speaker]
    made = Image.new("RGB", (wide, high), fill)
    draw = ImageDraw.Draw(made)
    for index, line in enumerate(lines):
        draw.text((margin, margin + size * 4 // 5 + index * size * 5 // 4), line, ink, face, anchor="ls")
    clear = made.convert("RGBA")
    clear.putalpha(rounded(made.size, size * 4 // 5))
    return clear


def to_png(picture: Image.Image, colors: int = 256) -> bytes:
    """The picture with a palette, which is a third of the size."""
    reduced = picture.convert("RGB").quantize(
        colors, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.FLOYDSTEINBERG
    )
    out = BytesIO()
    reduced.save(out, "PNG", optimize=True)
    return out.getvalue()
