"""Decodes picture files that were pushed to the phone: PNG, JPEG and other formats of Pillow."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageOps

_MOST = 40_000_000
"""Pixels of a picture that is drawn; larger ones are shown as files."""


@lru_cache(maxsize=16)
def dimensions(data: bytes) -> tuple[int, int] | None:
    """Return width and height of an encoded picture; None if it is invalid or too large to draw."""
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
    """Return the picture, scaled and cropped to fill that many pixels.

    Raises:
        OSError: the data is not a picture; check with `dimensions` first.
    """
    with Image.open(io.BytesIO(data)) as image:
        return ImageOps.fit(image.convert("RGB"), (width, height), Image.Resampling.BILINEAR)
