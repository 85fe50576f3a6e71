"""What one record says of one step: the thought, and the action or why it is none. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.gap.records import Predicted

Size = tuple[int, int]
"""Width and height of the picture that the model was shown, before it was resized."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The thought is kept whether or not the action can be read; `invalid` says why it can't."""

    thought: str
    predicted: Predicted | None
    invalid: str = ""


SizeLookup = Callable[[], Size | None]
"""Tells the size when it is needed; None if nobody knows it. To know it, somebody may have to read a whole dataset."""
Reader = Callable[[Any, SizeLookup], Answer]
