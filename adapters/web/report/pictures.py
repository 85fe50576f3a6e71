"""Thumbnails of recorded screens, and what changed from one to the next."""

from __future__ import annotations

import re
from typing import Final

from adapters.web.report.document import Change
from runtime.core.events import Digest
from runtime.screen.frames import Frame, compare
from runtime.screen.frames.png import decode
from runtime.screen.frames.webp import thumbnail_webp

WIDTH: Final = 360
"""Width of a thumbnail in pixels."""
MEDIA_TYPE: Final = "image/webp"
SUFFIX: Final = ".webp"
_STATUS_BAR: Final = 63
"""Height of the status bar, of 2400 pixels: its clock is no change."""
_MOST_BOXES: Final = 40
_SIZE: Final = re.compile(r"frame-([1-9]\d{0,4})x([1-9]\d{0,4})-")


def thumbnail(frame: Frame) -> bytes:
    """Return a frame as a thumbnail."""
    return thumbnail_webp(frame.pixels, WIDTH)


def find_change(before: Frame, after: Frame) -> Change:
    """Return what changed between two screens below the status bar: the kind of change, and at most 40 boxes."""
    found = compare(before, after, masks=((0, 0, after.width, after.height * _STATUS_BAR // 2400),))
    largest = sorted(found.boxes, key=lambda box: (box[0] - box[2]) * (box[3] - box[1]))[:_MOST_BOXES]
    return found.kind, tuple(sorted(largest, key=lambda box: (box[1], box[0])))


def frame_size(digest: Digest) -> tuple[int, int] | None:
    """Return the width and height in the name of a frame; None if it has none."""
    found = _SIZE.match(digest)
    return (int(found[1]), int(found[2])) if found else None


def read_frame(png: bytes) -> Frame:
    """Return a recorded picture as a frame.

    Raises:
        PngError: it is damaged.
    """
    return decode(png)
