"""Imports OpenCV on first use and limits it to one thread, because sessions already use all cores."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def cv() -> Any:
    """Return the OpenCV module."""
    import cv2

    cv2.setNumThreads(1)
    return cv2
