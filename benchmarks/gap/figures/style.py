"""Style of figures: colours that also differ in lightness, bundled fonts, and settings of their own.

The colours are those of Okabe and Ito, told apart by colour-blind readers; whatever a colour says, a position, a
hatch, a marker or a line style says as well, for those who print without colour.
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

_CJK: Final = "gap figures CJK"
_LATIN: Final = "DejaVu Sans"
_OURS: Final[dict[str, Any]] = {
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
DPI: Final = 200
_APART: Final = {"backend", "backend_fallback", "interactive", "toolbar", "date.epoch"}
"""Settings that are about the process and not about the picture."""


@contextmanager
def settings() -> Iterator[None]:
    """Within it things are drawn with our settings, whatever a `matplotlibrc` says; afterwards all is as before."""
    plain: dict[Any, Any] = {name: value for name, value in mpl.rcParamsDefault.items() if name not in _APART}
    with ExitStack() as stack:
        path = stack.enter_context(as_file(files(fonts).joinpath(f"{fonts.CJK}.ttf")))
        # A name of its own: a font of the system that is called the same would have other glyphs.
        entries = [font_manager.FontEntry(fname=str(path), name=_CJK, weight=weight) for weight in (400, 700)]
        font_manager.fontManager.ttflist.extend(entries)
        for entry in entries:
            stack.callback(font_manager.fontManager.ttflist.remove, entry)
        plain.update(_OURS)
        stack.enter_context(mpl.rc_context(plain))
        yield


@lru_cache(maxsize=1)
def drawable_characters() -> frozenset[int]:
    """Every character that one of the two fonts can draw."""
    latin = Path(mpl.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    return frozenset(FT2Font(str(latin)).get_charmap()) | fonts.coverage()["cjk"]


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Width of a text in points, with what rounding to pixels may add to it."""
    return sum(_advance(mark, bold) for mark in text) * size * _ROUNDING


@lru_cache(maxsize=4096)
def _advance(mark: str, bold: bool) -> float:
    # Between two others, since by itself only a letter's ink is measured, and a blank has none.
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
