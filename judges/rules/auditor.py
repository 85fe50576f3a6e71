"""The interaction auditor: labels each dialogue turn and lists the requirements it filled (AmbiBench §4.1.2)."""

from __future__ import annotations

from runtime.core.events import Replied, TurnJudged
from runtime.core.tasks import Task
from runtime.language.dialogue import classify_question


class Auditor:
    """Judges turns by the rules of `runtime.language.dialogue` and its own history, not by the user's own account."""

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
        # An unanswered proper question stays compliant, but fills nothing.
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
