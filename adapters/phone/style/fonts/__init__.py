"""Font subsets as package data: Roboto, Roboto Condensed, Droid Sans Fallback and Material Icons, all Apache-2.0.

`build` makes the files again; nothing at run time needs it.
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
    """The bytes of one font file, by its name without the ending."""
    return files(__name__).joinpath(f"{name}.ttf").read_bytes()


@lru_cache(maxsize=256)
def face(name: str, px: int) -> ImageFont.FreeTypeFont:
    """A face at a pixel size, with Pillow's basic layout: the same advances on every machine, with or without raqm."""
    return ImageFont.truetype(BytesIO(data(name)), px, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def coverage() -> dict[str, frozenset[int]]:
    """The code points that each family has a glyph for: `latin`, `cjk`, `icons`."""
    table: dict[str, list[list[int]]] = json.loads(files(__name__).joinpath("coverage.json").read_text("utf-8"))
    return {name: frozenset(cp for a, b in spans for cp in range(a, b + 1)) for name, spans in table.items()}


@lru_cache(maxsize=1)
def icon_names() -> dict[str, str]:
    """Icon name to the character that draws it in the icon font."""
    table: dict[str, str] = json.loads(files(__name__).joinpath("icons.json").read_text("utf-8"))
    return {name: chr(int(code, 16)) for name, code in table.items()}
