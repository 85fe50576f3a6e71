"""Prepares a dataset's screenshot for a model: scaled down to a maximum side length (Lanczos), proportions kept."""

from __future__ import annotations

import hashlib
import io
from typing import Final

from runtime.llm import Picture

QUALITY: Final = 90
"""JPEG quality that keeps small grey text on white sharp."""


class UnreadablePicture(ValueError):
    """The bytes are not an image, or a damaged one."""


def prepare_picture(data: bytes, side: int) -> Picture:
    """A screenshot as JPEG. Blocks for some ten milliseconds.

    Images are never enlarged; a JPEG that is small enough is used unchanged.

    Raises:
        UnreadablePicture: the image cannot be decoded.
    """
    from PIL import Image

    name = hashlib.sha256(data).hexdigest()[:32]
    try:
        with Image.open(io.BytesIO(data)) as image:
            width, height = size(image.size, side)
            if image.format == "JPEG" and (width, height) == image.size:
                image.load()
                return Picture(f"{name}/as-is", data)
            pixels = image.convert("RGB")
        if pixels.size != (width, height):
            pixels = pixels.resize((width, height), Image.Resampling.LANCZOS)
        made = io.BytesIO()
        pixels.save(made, "JPEG", quality=QUALITY)
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        # Pillow's decoders raise any of these for damaged files.
        raise UnreadablePicture(f"{type(error).__name__}: {error}") from error
    return Picture(f"{name}/{width}x{height}-lanczos-q{QUALITY}", made.getvalue())


def size(screen: tuple[int, int], side: int) -> tuple[int, int]:
    """Width and height, scaled so that the longer side is at most `side` (0: no limit)."""
    longer = max(screen)
    if not side or longer <= side:
        return screen
    width, height = (max(1, number * side // longer) for number in screen)
    return width, height
