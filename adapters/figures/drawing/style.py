"""The style of figures: colours, bundled fonts, and settings that are independent of a user's `matplotlibrc`.

The colours are those of Okabe and Ito, which colour-blind readers can distinguish. Everything that a colour shows is
also shown by a position, a hatch, a marker or a line style, for printing without colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.colors import to_rgb
from matplotlib.ft2font import FT2Font
from matplotlib.textpath import text_to_path

from adapters.phone.style import fonts

INK: Final = "#1b1f24"
SOFT: Final = "#57606a"
LINE: Final = "#c9ced4"
BLUE: Final = "#0072b2"
VERMILION: Final = "#d55e00"
GREEN: Final = "#009e73"
ORANGE: Final = "#e69f00"
SKY: Final = "#56b4e9"
PURPLE: Final = "#b0628f"
GREY: Final = "#8b949e"
LOOKS: Final = (
    (BLUE, "o", "solid"),
    (VERMILION, "s", (0, (4, 1.6))),
    (GREEN, "^", (0, (1.2, 1.2))),
    (PURPLE, "D", (0, (6, 1.5, 1.2, 1.5))),
    (ORANGE, "v", (0, (7, 2))),
    (SKY, "P", (0, (2.5, 1))),
    (INK, "X", (0, (1, 2.4))),
)
"""Colour, marker and line style of seven lines or outlines; further ones repeat them."""

_CJK: Final = "gap figures CJK"
_LATIN: Final = "DejaVu Sans"
_SETTINGS: Final[dict[str, Any]] = {
    "font.family": [_LATIN, _CJK],
    "font.size": 8.0,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": SOFT,
    "axes.linewidth": 0.6,
    "axes.labelcolor": INK,
    "axes.unicode_minus": True,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "hatch.linewidth": 0.5,
    "svg.fonttype": "path",
    "svg.hashsalt": "gap",
    "figure.facecolor": "white",
}
_ROUNDING: Final = 1.04
"""Factor on widths of text for rounding to pixels."""
DPI: Final = 200
_PROCESS_SETTINGS: Final = {"backend", "backend_fallback", "interactive", "toolbar", "date.epoch"}
"""Settings of the process, not of the picture."""


@contextmanager
def settings() -> Iterator[None]:
    """Applies our settings and fonts to matplotlib within the block; afterwards the previous ones are restored."""
    plain: dict[Any, Any] = {
        name: value for name, value in mpl.rcParamsDefault.items() if name not in _PROCESS_SETTINGS
    }
    with ExitStack() as stack:
        path = stack.enter_context(as_file(files(fonts).joinpath(f"{fonts.CJK}.ttf")))
        # A private name, because a system font of the same name would have other glyphs.
        entries = [font_manager.FontEntry(fname=str(path), name=_CJK, weight=weight) for weight in (400, 700)]
        font_manager.fontManager.ttflist.extend(entries)
        for entry in entries:
            stack.callback(font_manager.fontManager.ttflist.remove, entry)
        plain.update(_SETTINGS)
        stack.enter_context(mpl.rc_context(plain))
        yield


@lru_cache(maxsize=1)
def drawable_characters() -> frozenset[int]:
    """The code points that at least one of the two fonts can draw."""
    latin = Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    return frozenset(FT2Font(str(latin)).get_charmap()) | fonts.coverage()["cjk"]


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The maximum width of a text in points, including rounding to pixels."""
    return sum(_advance(mark, bold) for mark in text) * size * _ROUNDING


@lru_cache(maxsize=4096)
def _advance(mark: str, bold: bool) -> float:
    # Measured between two letters, because the width of a single character is that of its ink; a space has none.
    between, without = (_inked(text, bold) for text in (f"H{mark}H", "HH"))
    return between - without


def _inked(text: str, bold: bool) -> float:
    font = font_manager.FontProperties(family=[_LATIN, _CJK], size=1, weight="bold" if bold else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width)


def tint(colour: str, strength: float) -> tuple[float, float, float]:
    """A colour mixed with white; 1 is the colour itself."""
    red, green, blue = (1 - strength * (1 - part) for part in to_rgb(colour))
    return red, green, blue
