"""Detects agents that have read the suite's files, by a string that occurs nowhere else. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

CANARY: Final = "mar-canary-" + "7d0b6c1e-58f4-4c0e-9a57-2f1f9d3c6b84"
"""Split in two, so that this module does not contain the string itself."""


def contains_canary(texts: Iterable[str]) -> bool:
    """Whether one of the texts contains the canary."""
    return any(CANARY in text for text in texts)
