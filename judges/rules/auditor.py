"""The interaction auditor: labels each dialogue turn and counts what it filled (AmbiBench §4.1.2)."""

from __future__ import annotations

from runtime.core.events import Replied, TurnJudged
from runtime.core.tasks import Task
from runtime.language.dialogue import classify_question


class Auditor:
    """Judges by the rules of `runtime.language.dialogue` with a history of its own, not by what the user said it
    did.
    """

    def __init__(self, task: Task, episode: str, judge: str) -> None:
        self._task = task
        self._episode = episode
        self._judge = judge
        self._answered: set[str] = set()
        self._turns = 0

    def judge(self, turn: Replied) -> TurnJudged:
        """Judge the next turn."""
        judged = classify_question(turn.question, self._task, self._answered)
        self._turns += 1
        # A proper question that nobody answered is proper all the same, but what it asked for is as open as before.
        filled = judged.compliant if turn.answered else ()
        self._answered.update(filled)
        return TurnJudged(
            episode=self._episode,
            judge=self._judge,
            turn=self._turns,
            label=judged.label,
            filled=filled,
            reason=f"asks for {', '.join(judged.asked)}" if judged.asked else "asks for nothing of the intent",
        )
