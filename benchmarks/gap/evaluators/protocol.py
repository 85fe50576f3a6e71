"""The interface of evaluators: they take a thought and its step, and return the announced action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from benchmarks.gap.records import Predicted, Step
from runtime.core.errors import MobileRuntimeError


@dataclass(frozen=True, slots=True)
class Evaluated:
    """One evaluation: the action, or None and the reason in `invalid` (unreadable output: GTA 0, counted in N)."""

    predicted: Predicted | None
    raw: str = ""
    """The raw output; empty if it was no text."""
    invalid: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    """Tokens, with the names of `runtime.llm.ModelReply.usage`."""


class NoOutput(MobileRuntimeError):
    """The step cannot be evaluated: it has no screenshot, or nothing was recorded. It is not counted."""


class Evaluator(Protocol):
    """Reads thoughts. It gets neither the goal, nor the correct action, nor the agent's action."""

    @property
    def label(self) -> str:
        """Identifies the evaluator with all its settings, without paths and hosts. Equal labels mean comparable
        numbers.
        """

    @property
    def needs_picture(self) -> bool:
        """Whether it uses `Step.picture`; otherwise it uses boxes and labels, or nothing."""

    @property
    def history(self) -> int:
        """Number of earlier thoughts that it needs; 0 by default, as in the published code."""

    async def evaluate(self, step: Step, thought: str, history: Sequence[str]) -> Evaluated:
        """The action that the thought leads to at this step.

        Raises:
            NoOutput: the step cannot be evaluated; do not retry.
            ModelError: the model failed; a retry may help.
        """
