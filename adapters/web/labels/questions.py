"""The questions about a trace and their possible answers. Pure; independent of judges, agents and app state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from runtime.core.events import TURN_KINDS
from runtime.core.tasks import KeyStep, Requirement, Task
from runtime.recordings.action_words import describe_operation

Kind = Literal["requirement", "key_step", "turn", "fill", "termination"]
KINDS: tuple[Kind, ...] = ("requirement", "key_step", "turn", "fill", "termination")
Value = bool | str
SKIP = "skip"
"""Answer of an annotator who cannot tell; counts as no label."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer: its value, its key on the keyboard, and its meaning."""

    value: Value
    key: str
    label: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One item to be labelled. `screen`: number of the screen where a dialogue turn took place."""

    kind: Kind
    name: str
    text: str
    detail: str = ""
    screen: int | None = None

    @property
    def subject(self) -> str:
        """Identifies the question within its trace."""
        return f"{self.kind}/{self.name}"


# In the order of `TURN_KINDS`. A person understands every question.
_TURNS = (
    ("trivial", "Asks whether to continue or what to do next, which an agent should decide itself."),
    ("repetitive", "Asks for something that the instruction states or an earlier reply answered."),
    ("out of scope", "Asks for something that does not matter for this task."),
    (
        "context missing",
        "Asks for something open, but not answerably: without candidates, or for everything at once.",
    ),
    ("compliant", "Properly asks for something open: with at least two candidates, or by name for free text."),
)

CHOICES: Mapping[Kind, tuple[Choice, ...]] = {
    "requirement": (Choice(True, "1", "met", "at some step"), Choice(False, "0", "not met")),
    "key_step": (Choice(True, "1", "taken", "in this order"), Choice(False, "0", "not taken")),
    "turn": tuple(
        Choice(kind, str(number), label, meaning)
        for number, (kind, (label, meaning)) in enumerate(zip(TURN_KINDS, _TURNS, strict=False), start=1)
    ),
    "fill": (
        Choice(True, "1", "filled", "a compliant question asked for it and the user gave it"),
        Choice(False, "0", "not filled"),
    ),
    "termination": (
        Choice("normal", "1", "in time", "stopped after the task was closed, whether right or wrong"),
        Choice("early", "2", "too early", "stopped before the task was closed"),
        Choice("delayed_goal", "3", "too late", "everything was done, and it continued to act"),
        Choice("delayed_cap", "4", "at the limit", "it did not stop before the step limit"),
    ),
}
"""Answers for each kind of question; each question may also be skipped."""


def is_allowed(kind: Kind, value: Value) -> bool:
    """Whether a value answers a question of this kind. `True` is not the text "True", and 1 is not `True`."""
    return value == SKIP or any(type(value) is type(choice.value) and value == choice.value for choice in CHOICES[kind])


def questions(task: Task, turns: Sequence[tuple[int, str, str]]) -> tuple[Question, ...]:
    """All questions about one trace. `turns`: screen, question and reply of each dialogue turn."""
    asked = [
        Question("requirement", requirement.id, requirement.text, _wanted(task, requirement))
        for requirement in task.intent.requirements
    ]
    asked += [_key_step(key_step) for key_step in task.intent.reference.key_steps]
    asked += [
        Question("turn", str(number), f"“{question}”", f"Reply: “{reply}”", screen)
        for number, (screen, question, reply) in enumerate(turns, start=1)
    ]
    if turns:
        asked += [Question("fill", text, task.requirement(text).slot, task.requirement(text).text) for text in task.gap]
    asked.append(Question("termination", "end", "How did it end?"))
    return tuple(asked)


def _wanted(task: Task, part: Requirement) -> str:
    answered = part.evidence == "answer"
    parts = [f"{part.slot}: met by an answer that says {part.value}" if answered else f"{part.slot}: {part.value}"]
    if part.id in task.gap:
        parts.append("left open by the instruction")
        parts.append(f"candidates: {', '.join(part.options)}" if part.options else "free text")
    return " · ".join(parts)


def _key_step(step: KeyStep) -> Question:
    return Question("key_step", step.id, describe_operation(step.action, step.target))
