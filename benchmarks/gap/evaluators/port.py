"""The port of evaluators: a thought and what it was thought about go in, the action that it leads to comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from benchmarks.gap.records import Predicted, Step
from runtime.core.errors import MobileRuntimeError


@dataclass(frozen=True, slots=True)
class Evaluated:
    """One evaluation: the action, or None with `invalid`, why the output could not be read (GTA 0, and in N)."""

    predicted: Predicted | None
    raw: str = ""
    """The output as it came; empty where it was no text."""
    invalid: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    """Tokens, in the words of `runtime.llm.ModelReply.usage`."""


class NoOutput(MobileRuntimeError):
    """There is no evaluation of this step: it has no picture, or none was recorded. It counts for nothing."""


class Evaluator(Protocol):
    """Reads thoughts. It is told neither the goal, nor the truth, nor what the agent did."""

    @property
    def label(self) -> str:
        """Names it with all its settings: equal labels, comparable numbers. No path and no host."""

    @property
    def needs_picture(self) -> bool:
        """Whether it looks at `Step.picture`; else it looks at boxes and labels, or at nothing."""

    @property
    def history(self) -> int:
        """How many thoughts of the steps before it wants to be told; 0 by default, as in the published code."""

    async def evaluate(self, step: Step, thought: str, history: Sequence[str]) -> Evaluated:
        """The action that the thought leads to at this step.

        Raises:
            NoOutput: there is none and never will be.
            ModelError: none now; asking again may help.
        """
