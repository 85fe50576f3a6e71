"""The parsed answer of one record: the thought, and the action or why there is none. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.gap.records import Predicted

Size = tuple[int, int]
"""Width and height of the screenshot that the model was given, before resizing."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A thought and an action. The thought is present even if the action is unreadable; `invalid` says why."""

    thought: str
    predicted: Predicted | None
    invalid: str = ""


SizeLookup = Callable[[], Size | None]
"""Returns the screenshot size, or None if unknown. It is called only when needed; it may read a whole dataset."""
Reader = Callable[[Any, SizeLookup], Answer]
