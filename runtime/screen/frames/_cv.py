"""The one door to OpenCV: imported when first needed, and kept to one thread, since sessions fill the cores."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def cv() -> Any:
    """The OpenCV module."""
    import cv2

    cv2.setNumThreads(1)
    return cv2
