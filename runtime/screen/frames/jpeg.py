"""Encodes frames as lossy JPEG pictures for models."""

from __future__ import annotations

from runtime.screen.frames._cv import cv
from runtime.screen.frames.thumbs import Pixels


def half_size_jpeg(pixels: Pixels, quality: int = 80) -> bytes:
    """Encode a JPEG of half the width and height, by area means.

    Raises:
        ValueError: the pixels cannot be written as a JPEG.
    """
    height, width = pixels.shape[:2]
    return encode_jpeg(pixels, (max(width // 2, 1), max(height // 2, 1)), quality)


def encode_jpeg(pixels: Pixels, size: tuple[int, int], quality: int) -> bytes:
    """Encode a JPEG of that width and height, by area means; no scaling if the size is the same.

    Raises:
        ValueError: the pixels cannot be written as a JPEG.
    """
    height, width = pixels.shape[:2]
    if size != (width, height):
        pixels = cv().resize(pixels, size, interpolation=cv().INTER_AREA)
    done, data = cv().imencode(".jpg", cv().cvtColor(pixels, cv().COLOR_RGBA2BGR), [cv().IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"a frame of {width}x{height} pixels cannot be written as a JPEG")
    return bytes(data)
