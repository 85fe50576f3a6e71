"""The trajectory as a model is told it. Pure.

A screen that was shown before is referred to, one of which a few rows changed is told by those rows: an episode of
twenty steps fits into a few thousand tokens. Everything that a screen showed or somebody said is quoted as data.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from runtime.core.events import Described, Replied
from runtime.llm.quoting import injection_attempts, quote

_FEW = 0.5
"""A screen of which at most this share of the rows is new is told by what changed."""


@dataclass(slots=True)
class Story:
    """Grows with the trace; `text` is all of it so far."""

    steps: int = 0
    """The number of the last step."""
    injection_attempts: dict[str, None] = field(default_factory=dict)
    """What in the texts looks like an attempt to move a judge: `step 3, screen: asks for a verdict`."""
    _parts: list[str] = field(default_factory=list)
    _shown: dict[tuple[str, str], int] = field(default_factory=dict)
    """By page and observation, the step after which it was shown first."""
    _last: Described | None = None

    @property
    def text(self) -> str:
        return "\n".join(self._parts)

    def screen(self, described: Described) -> None:
        """What was done, and what the screen shows after it."""
        self.steps = max(self.steps, described.step)
        self._note(described.step, "screen", f"{described.page}\n{described.observation}")
        done = f"Step {described.step}:\n{quote(described.operation, 'action')}\nAfter it:"
        head = done if described.operation else "Before the first step:"
        self._parts.append(f"{head}\n{self._told(described)}")
        self._shown.setdefault((described.page, described.observation), described.step)
        self._last = described

    def said(self, turn: int, reply: Replied) -> None:
        """A question, and what the person said to it."""
        self._note(reply.step, "question", reply.question)
        self._note(reply.step, "reply", reply.text)
        asked, answered = quote(reply.question, f"question {turn}"), quote(reply.text, f"reply {turn}")
        self._parts.append(f"The assistant asks:\n{asked}\nThe person replies:\n{answered}")

    def told(self, step: int, text: str) -> None:
        """What the assistant told the person."""
        self._note(step, "answer", text)
        self._parts.append(f"After step {step} the assistant tells the person:\n{quote(text, 'answer')}")

    def end(self, how: str) -> None:
        """How the attempt ended."""
        self._parts.append(f"The attempt ends here: {how}.")

    def _told(self, now: Described) -> str:
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
        if len(came) > _FEW * max(1, now.observation.count("\n") + 1):
            return quote(page, "screen")
        rows = [f"+ {row}" for row in came] + [f"- {row}" for row in went]
        return f"The same page as {_after(last.step)}, with these rows new (+) and gone (-):\n" + quote(
            "\n".join(rows), "changes"
        )

    def _note(self, step: int, what: str, text: str) -> None:
        for attempt in injection_attempts(text):
            self.injection_attempts[f"step {step}, {what}: {attempt}"] = None


def _after(step: int) -> str:
    return f"after step {step}" if step else "before the first step"


def _difference(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = Counter(before.splitlines()), Counter(after.splitlines())
    return list((new - old).elements()), list((old - new).elements())
