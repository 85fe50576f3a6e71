"""Type scale, text measurement and line breaking, shared by layout and painting.

Advances are the fonts' own, scaled without rounding, as on a phone with sub-pixel positioning. Sizes in pixels are
therefore a pure function of text and style. A text may mix Latin and Chinese: each character is measured in the family
that has it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from adapters.phone.style.fonts import CJK, coverage, face

TypeStyle = str
"""A name of the type scale, with an optional weight: `bodyL`, `titleM/Bold`; or `SIZE,LINE,WEIGHT,TRACK`."""

DENSITY = 2.625
"""Pixels per dp and per sp at 420 dpi."""

SCALE: dict[str, tuple[float, float, str, float]] = {
    "displayL": (57, 64, "Regular", -0.25),
    "displayM": (45, 52, "Regular", 0),
    "displayS": (36, 44, "Regular", 0),
    "headlineL": (32, 40, "Regular", 0),
    "headlineM": (28, 36, "Regular", 0),
    "headlineS": (24, 32, "Regular", 0),
    "titleL": (22, 28, "Regular", 0),
    "titleM": (16, 24, "Medium", 0.1),
    "titleS": (14, 20, "Medium", 0.1),
    "bodyL": (16, 24, "Regular", 0.15),
    "bodyM": (14, 20, "Regular", 0.12),
    "bodyS": (12, 16, "Regular", 0.2),
    "labelL": (14, 20, "Medium", 0.1),
    "labelM": (12, 16, "Medium", 0.3),
    "labelS": (11, 16, "Medium", 0.3),
}
"""Name to size in sp, line height in sp, weight and tracking in sp."""

FACES = {
    **{w: f"Roboto-{w}" for w in ("Thin", "Light", "Regular", "Italic", "Medium", "Bold", "Black")},
    "Condensed": "RobotoCondensed-Bold",
}
ASCENT, DESCENT = 0.9277, 0.2441
"""Roboto's ascent and descent in em: the baseline of every line comes from these, whatever family its text is in."""

NEVER_FIRST = frozenset("，。、；：？！）】》」』”’…,.;:?!)]}%")
_EM = 2048
_TOKEN = re.compile(r"[\u2e80-\uffff]|[^\s\u2e80-\uffff]+|\s+")


@dataclass(frozen=True, slots=True)
class Style:
    """A resolved type style. Lengths are in pixels; `face` is a font file name; `heavy` thickens Chinese."""

    px: int
    line: int
    face: str
    track: float
    baseline: int
    heavy: bool


def dp(value: float) -> int:
    """Convert dp to pixels, rounded half up as Android does."""
    return math.floor(value * DENSITY + 0.5)


@lru_cache(maxsize=512)
def resolve(style: TypeStyle) -> Style:
    """Parse a type style such as `bodyL`, `titleM/Bold` or `SIZE,LINE,WEIGHT,TRACK`; ValueError if invalid."""
    size: float
    line: float
    track: float
    if "," in style:
        parts = style.split(",")
        if len(parts) != 4:
            raise ValueError(f"type style {style!r}: want SIZE,LINE,WEIGHT,TRACK")
        size, line, weight, track = float(parts[0]), float(parts[1]), parts[2], float(parts[3])
    else:
        name, _, other = style.partition("/")
        if name not in SCALE:
            raise ValueError(f"type style {style!r}: no {name!r} in the type scale")
        size, line, weight, track = SCALE[name]
        weight = other or weight
    if weight not in FACES:
        raise ValueError(f"type style {style!r}: no weight {weight!r}")
    baseline = math.floor(((line - (ASCENT + DESCENT) * size) / 2 + ASCENT * size) * DENSITY + 0.5)
    heavy = weight in ("Medium", "Bold", "Black", "Condensed")
    return Style(dp(size), dp(line), FACES[weight], track * DENSITY, baseline, heavy)


def line_height(style: TypeStyle) -> int:
    """Return the height of one line in pixels."""
    return resolve(style).line


@lru_cache(maxsize=1)
def _wide() -> frozenset[int]:
    cover = coverage()
    return cover["cjk"] - cover["latin"]


def family(char: str, latin: str) -> str:
    """Return the font file that draws a character: the CJK one if only it has it, else the Latin one."""
    return CJK if ord(char) in _wide() else latin


@lru_cache(maxsize=32768)
def _advance(char: str, latin: str) -> float:
    """Return the advance width in em."""
    return float(face(family(char, latin), _EM).getlength(char)) / _EM


def advances(text: str, style: TypeStyle) -> list[float]:
    """Return the advance of each character in pixels, including tracking."""
    kind = resolve(style)
    return [_advance(char, kind.face) * kind.px + kind.track for char in text]


@lru_cache(maxsize=16384)
def measure(text: str, style: TypeStyle) -> float:
    """Return the width of one line of text in pixels."""
    return math.fsum(advances(text, style))


def ellipsize(text: str, style: TypeStyle, width_px: float) -> str:
    """Return the text, cut and ended with an ellipsis if it is too wide."""
    if measure(text, style) <= width_px:
        return text
    room = width_px - measure("…", style)
    kept_length, used = 0, 0.0
    for step in advances(text, style):
        used += step
        if used > room:
            break
        kept_length += 1
    return text[:kept_length].rstrip() + "…"


@lru_cache(maxsize=4096)
def wrap(text: str, style: TypeStyle, width_px: float, max_lines: int = 0) -> tuple[str, ...]:
    """Break text into lines no wider than `width_px`, at most `max_lines` (0: unlimited); cut text ends in an ellipsis.

    Lines break at spaces and between Chinese characters (never before closing punctuation), and inside a word only if
    the word alone is too wide. A single glyph wider than the line gets its own line. Line feeds always break.
    """
    if max_lines == 1:
        return (ellipsize(" ".join(text.split("\n")), style, width_px),)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(_fill(paragraph, style, width_px))
    if max_lines and len(lines) > max_lines:
        rest = lines[max_lines - 1 :]
        joined = rest[0]
        for before, after in pairwise(rest):
            joined += ("" if _tight(before, after) else " ") + after
        lines = [*lines[: max_lines - 1], ellipsize(joined, style, width_px)]
    return tuple(lines)


def _tight(before: str, after: str) -> bool:
    """Return whether two lines join without a space, as between Chinese characters."""
    return bool(before and after) and (ord(before[-1]) > 0x2E7F or ord(after[0]) > 0x2E7F)


def _fill(paragraph: str, style: TypeStyle, width_px: float) -> list[str]:
    lines: list[str] = []
    current, used = "", 0.0
    for token in _glue(_TOKEN.findall(paragraph)):
        wide = measure(token, style)
        if current and not token.isspace() and used + wide > width_px:
            lines.append(current.rstrip())
            current, used = "", 0.0
        if not current and token.isspace() and lines:
            continue
        if wide <= width_px or token.isspace():
            current, used = current + token, used + wide
            continue
        *full, current = _split(token, style, width_px)
        lines.extend(full)
        used = measure(current, style)
    lines.append(current.rstrip())
    return lines


def _glue(tokens: list[str]) -> list[str]:
    """Attach closing punctuation to the Chinese character before it."""
    out: list[str] = []
    for token in tokens:
        if out and token[0] in NEVER_FIRST and not out[-1].isspace():
            out[-1] += token
        else:
            out.append(token)
    return out


def _split(word: str, style: TypeStyle, width_px: float) -> list[str]:
    """Split a word into pieces that fit, at least one character each."""
    pieces: list[str] = []
    current, used = "", 0.0
    for char, step in zip(word, advances(word, style), strict=True):
        if current and used + step > width_px:
            pieces.append(current)
            current, used = "", 0.0
        current, used = current + char, used + step
    return [*pieces, current]


def missing_glyphs(text: str) -> set[str]:
    """Return the characters that no available font can draw; they would appear as empty boxes."""
    cover = coverage()
    return {char for char in text if char != "\n" and ord(char) not in cover["latin"] and ord(char) not in cover["cjk"]}
