"""A string that stands in the files of the suite and nowhere else: who says it has seen them. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

CANARY: Final = "mar-canary-" + "7d0b6c1e-58f4-4c0e-9a57-2f1f9d3c6b84"
"""In two pieces, so that this module is no place where it stands."""


def contaminated(texts: Iterable[str]) -> bool:
    """Whether one of the texts holds it."""
    return any(CANARY in text for text in texts)
