"""Encodes frames as small lossy WebP pictures for people."""

from __future__ import annotations

from runtime.screen.frames._cv import cv
from runtime.screen.frames.thumbs import Pixels, resized


def thumbnail_webp(pixels: Pixels, width: int, quality: int = 35) -> bytes:
    """Encode a WebP of that width in the same proportions, by area means; smaller frames keep their size.

    Raises:
        ValueError: the pixels cannot be written as a WebP.
    """
    high, wide = pixels.shape[:2]
    if wide > width:
        pixels = resized(pixels, width, max(round(high * width / wide), 1))
    done, data = cv().imencode(
        ".webp", cv().cvtColor(pixels, cv().COLOR_RGBA2BGR), [cv().IMWRITE_WEBP_QUALITY, quality]
    )
    if not done:
        raise ValueError(f"a frame of {wide}x{high} pixels cannot be written as a WebP")
    return bytes(data)
