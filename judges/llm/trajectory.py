"""Renders a trajectory as prompt text for the model judge. Pure.

A repeated screen is replaced by a reference, and a screen with few changed rows by those rows, so an episode of twenty
steps fits into a few thousand tokens. All texts from screens and dialogue are quoted as data.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from runtime.core.events import Described, Replied
from runtime.llm.quoting import injection_attempts, quote

_MAX_CHANGED_SHARE = 0.5
"""If at most this share of a screen's rows is new, only the changed rows are rendered."""


@dataclass(slots=True)
class TrajectoryText:
    """The trajectory so far as prompt text."""

    steps: int = 0
    """The number of the last step."""
    attempts: dict[str, None] = field(default_factory=dict)
    """Texts that look like an attempt to influence a judge: `step 3, screen: asks for a verdict`."""
    _parts: list[str] = field(default_factory=list)
    _shown: dict[tuple[str, str], int] = field(default_factory=dict)
    """By page and observation, the step after which the screen was first shown."""
    _last: Described | None = None

    @property
    def text(self) -> str:
        return "\n".join(self._parts)

    def add_screen(self, described: Described) -> None:
        """Add the actions of a step and the screen after it."""
        self.steps = max(self.steps, described.step)
        self._note_attempts(described.step, "screen", f"{described.page}\n{described.observation}")
        done = f"Step {described.step}:\n{quote(described.operation, 'action')}\nAfter it:"
        head = done if described.operation else "Before the first step:"
        self._parts.append(f"{head}\n{self._render_screen(described)}")
        self._shown.setdefault((described.page, described.observation), described.step)
        self._last = described

    def add_turn(self, turn: int, reply: Replied) -> None:
        """Add a question and the user's reply."""
        self._note_attempts(reply.step, "question", reply.question)
        self._note_attempts(reply.step, "reply", reply.text)
        asked, answered = quote(reply.question, f"question {turn}"), quote(reply.text, f"reply {turn}")
        self._parts.append(f"The assistant asks:\n{asked}\nThe person replies:\n{answered}")

    def add_answer(self, step: int, text: str) -> None:
        """Add an answer of the agent to the user."""
        self._note_attempts(step, "answer", text)
        self._parts.append(f"After step {step} the assistant tells the person:\n{quote(text, 'answer')}")

    def add_end(self, how: str) -> None:
        """Add how the attempt ended."""
        self._parts.append(f"The attempt ends here: {how}.")

    def _render_screen(self, now: Described) -> str:
        if not now.page and not now.observation:
            return "The screen could not be read."
        first = self._shown.get((now.page, now.observation))
        if first is not None:
            return f"The screen is as {_after(first)}."
        last = self._last
        page = f"{now.page}\n{now.observation}" if now.page else now.observation
        if last is None or last.page != now.page:
            return quote(page, "screen")
        came, went = _difference(last.observation, now.observation)
        if len(came) > _MAX_CHANGED_SHARE * max(1, now.observation.count("\n") + 1):
            return quote(page, "screen")
        rows = [f"+ {row}" for row in came] + [f"- {row}" for row in went]
        return f"The same page as {_after(last.step)}, with these rows new (+) and gone (-):\n" + quote(
            "\n".join(rows), "changes"
        )

    def _note_attempts(self, step: int, what: str, text: str) -> None:
        for attempt in injection_attempts(text):
            self.attempts[f"step {step}, {what}: {attempt}"] = None


def _after(step: int) -> str:
    return f"after step {step}" if step else "before the first step"


def _difference(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = Counter(before.splitlines()), Counter(after.splitlines())
    return list((new - old).elements()), list((old - new).elements())
