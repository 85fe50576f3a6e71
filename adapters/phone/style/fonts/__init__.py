"""Font subsets as package data: Roboto, Roboto Condensed, Droid Sans Fallback and Material Icons, all Apache-2.0.

`build` regenerates the files; nothing needs it at run time.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import ImageFont

CJK = "DroidSansFallback"
ICONS = "MaterialIcons"


@lru_cache(maxsize=32)
def data(name: str) -> bytes:
    """Return the bytes of a font file by its name without extension."""
    return files(__name__).joinpath(f"{name}.ttf").read_bytes()


@lru_cache(maxsize=256)
def face(name: str, px: int) -> ImageFont.FreeTypeFont:
    """Return a font at a pixel size with Pillow's basic layout, whose advances are the same on every machine."""
    return ImageFont.truetype(BytesIO(data(name)), px, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def coverage() -> dict[str, frozenset[int]]:
    """Return the code points that each family (`latin`, `cjk`, `icons`) has a glyph for."""
    table: dict[str, list[list[int]]] = json.loads(files(__name__).joinpath("coverage.json").read_text("utf-8"))
    return {name: frozenset(cp for a, b in spans for cp in range(a, b + 1)) for name, spans in table.items()}


@lru_cache(maxsize=1)
def icon_names() -> dict[str, str]:
    """Return the icon font's character for each icon name."""
    table: dict[str, str] = json.loads(files(__name__).joinpath("icons.json").read_text("utf-8"))
    return {name: chr(int(code, 16)) for name, code in table.items()}
