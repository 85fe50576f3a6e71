"""The rule user: questions are understood by rules, replies are composed from released values only."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.dialogue import classify, compose, leaks
from runtime.errors import UserFault
from runtime.ports import Reply
from runtime.tasks import Task


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question of the episode and what was said to it."""

    question: str
    reply: Reply


class RuleUser:
    """Knows what the user of one episode wants, and tells it when it is properly asked (AmbiBench §4.1.1).

    Two stages: `runtime.dialogue.classify` decides what the question asks for, `compose` writes the reply from what is
    thereby released. `seed` is part of every user's constructor; rules draw nothing from it.
    """

    def __init__(self, task: Task, seed: int = 0) -> None:
        self.task = task
        self.seed = seed
        self.history: list[Exchange] = []

    @property
    def released(self) -> frozenset[str]:
        """The requirements given away so far."""
        return frozenset(identifier for exchange in self.history for identifier in exchange.reply.released)

    async def answer(self, question: str) -> Reply:
        """Reply to one question.

        Raises:
            UserFault: the reply would give away more than was asked for, so nothing is said.
        """
        turn = classify(question, self.task, self.released)
        text = compose(turn, self.task)
        lost = leaks(text, self.task, self.released.union(turn.compliant))
        if lost:
            raise UserFault(f"task {self.task.id}: a reply was held back, it would give away {', '.join(lost)} unasked")
        reply = Reply(text, turn.label, turn.compliant)
        self.history.append(Exchange(question, reply))
        return reply
