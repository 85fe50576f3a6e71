"""Pictures that came to the phone as files: PNG, JPEG and what else Pillow reads."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageOps

_MOST = 40_000_000
"""Pixels of a picture that is drawn; larger ones are shown as files."""


@lru_cache(maxsize=16)
def dimensions(data: bytes) -> tuple[int, int] | None:
    """Width and height of an encoded picture; None if it is none, is broken, or is too large to be drawn."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            width, height = image.size
            if width * height > _MOST:
                return None
            image.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return width, height


def decoded(data: bytes, width: int, height: int) -> Image.Image:
    """The picture, scaled and cut to fill that many pixels.

    Raises:
        OSError: it is none; ask `dimensions` first.
    """
    with Image.open(io.BytesIO(data)) as image:
        return ImageOps.fit(image.convert("RGB"), (width, height), Image.Resampling.BILINEAR)
