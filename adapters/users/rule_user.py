"""The rule user: questions are understood by rules, replies are composed from released values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from runtime.core.errors import UserFault
from runtime.core.tasks import Task
from runtime.language.dialogue import PLAIN_WORDING, Turn, Wording, classify_question, compose_reply, find_leaks
from runtime.plugins.protocols import Reply


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question of the episode, what was said to it, and why it was understood so where that was in doubt."""

    question: str
    reply: Reply
    note: str = ""


class Conversation:
    """What was said in one episode so far, and the only way to say more: what is not released cannot slip out."""

    def __init__(self, task: Task, wording: Wording = PLAIN_WORDING) -> None:
        self.task = task
        self.wording = wording
        self.history: list[Exchange] = []

    @property
    def released(self) -> frozenset[str]:
        """The requirements given away so far."""
        return frozenset(identifier for exchange in self.history for identifier in exchange.reply.released)

    def say(self, question: str, turn: Turn, note: str = "") -> Reply:
        """Reply to a question that has been understood.

        Raises:
            UserFault: the reply would give away more than was asked for, so nothing is said.
        """
        text = compose_reply(turn, self.task, self.wording)
        lost = find_leaks(text, self.task, self.released.union(turn.compliant), self.wording)
        if lost:
            raise UserFault(f"task {self.task.id}: a reply was held back, it would give away {', '.join(lost)} unasked")
        reply = Reply(text, turn.label, turn.compliant)
        self.history.append(Exchange(question, reply, note))
        return reply


class RuleUser:
    """Knows what the user of one episode wants, and tells it when it is properly asked (AmbiBench §4.1.1).

    It has two stages: `runtime.language.dialogue.classify_question` decides what the question asks for, and
    `compose_reply` writes the reply from what is thereby released. `seed` is part of every user's constructor; rules
    draw nothing from it.
    """

    wording: ClassVar[Wording] = PLAIN_WORDING

    def __init__(self, task: Task, seed: int = 0) -> None:
        self.task = task
        self.seed = seed
        self._talk = Conversation(task, self.wording)

    @property
    def history(self) -> list[Exchange]:
        """All questions of the episode and what was said to them."""
        return self._talk.history

    @property
    def released(self) -> frozenset[str]:
        """The requirements given away so far."""
        return self._talk.released

    async def answer(self, question: str) -> Reply:
        """Reply to one question; raises what `Conversation.say` raises."""
        return self._talk.say(question, classify_question(question, self.task, self.released))
