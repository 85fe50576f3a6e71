"""Encodes frames as small lossy WebP pictures for people."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from runtime.screen.frames.thumbs import Pixels, resized

_METHOD: Final = 2
"""Of 0 (fast) to 6 (small). 4, which OpenCV always takes, needs 1.7 times as long for 4 % fewer bytes."""


def thumbnail_webp(pixels: Pixels, width: int, quality: int = 35) -> bytes:
    """Encode a WebP of that width in the same proportions, by area means; smaller frames keep their size.

    Raises:
        ValueError: the pixels cannot be written as a WebP.
    """
    from PIL import Image  # imported late: needed for reports alone

    high, wide = pixels.shape[:2]
    if wide > width:
        pixels = resized(pixels, width, max(round(high * width / wide), 1))
    out = BytesIO()
    Image.fromarray(pixels[:, :, :3]).save(out, "WEBP", quality=quality, method=_METHOD)
    return out.getvalue()
