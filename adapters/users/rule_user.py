"""The rule user: rules classify each question, and replies are composed from released values only."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import ClassVar, Final

from pydantic import TypeAdapter, ValidationError

from runtime.core.errors import ParkedSessionError, UserFault
from runtime.core.tasks import Task
from runtime.language.questions import (
    PLAIN_WORDING,
    Memory,
    Turn,
    Wording,
    classify_question,
    compose_reply,
    find_leaks,
)
from runtime.plugins.protocols import Reply


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and its reply. `note`: why the question was understood so, where that was in doubt."""

    question: str
    reply: Reply
    note: str = ""


class Conversation:
    """The dialogue of one episode. All replies go through it, so unreleased values cannot leak."""

    def __init__(self, task: Task, wording: Wording = PLAIN_WORDING) -> None:
        self.task = task
        self.wording = wording
        self.history: list[Exchange] = []
        self.memory = Memory()

    @property
    def released(self) -> frozenset[str]:
        """Ids of the requirements released so far."""
        return self.memory.answered

    def park(self) -> str:
        """Return the dialogue so far as JSON."""
        memory = {**asdict(self.memory), "answered": sorted(self.memory.answered)}
        memory["confirmed"] = sorted(self.memory.confirmed)
        return json.dumps({"memory": memory, "history": [asdict(exchange) for exchange in self.history]})

    def resume(self, parked: str) -> None:
        """Continue a dialogue. Raises ParkedSessionError if `parked` is none."""
        try:
            found = _DIALOGUE.validate_json(parked)
        except ValidationError as error:
            raise ParkedSessionError(f"the parked dialogue is damaged: {error.errors()[0]['msg']}") from None
        self.memory, self.history = found.memory, list(found.history)

    def say(self, question: str, turn: Turn, note: str = "") -> Reply:
        """Compose and record the reply to a classified question.

        Raises:
            UserFault: the reply would reveal more than was asked for, so it is withheld.
        """
        text = compose_reply(turn, self.task, self.wording)
        leaked: tuple[str, ...] = ()
        # A reply that states nothing holds no value, and to look for one would take time that depends on the values.
        if any(item.kind != "choices" for item in turn.statements):
            repeated = [item.text for item in turn.statements]
            leaked = find_leaks(text, self.task, self.released.union(turn.released), self.wording, repeated)
        if leaked:
            raise UserFault(
                f"task {self.task.id}: the reply was withheld because it would reveal {', '.join(leaked)} "
                "without being asked"
            )
        self.memory = self.memory.after(turn)
        understood = tuple(ask.summary for ask in turn.asks)
        reply = Reply(text, turn.label, turn.released, understood)
        self.history.append(Exchange(question, reply, note))
        return reply


@dataclass(frozen=True, slots=True)
class _Dialogue:
    memory: Memory
    history: tuple[Exchange, ...]


_DIALOGUE: Final = TypeAdapter(_Dialogue)


class RuleUser:
    """Knows what the user of one episode wants, and answers proper questions about it (AmbiBench §4.1.1).

    Two stages: `runtime.language.questions.classify_question` decides what the question asks for, and `compose` writes
    the reply from what is thereby released. `seed` is part of every user's constructor; the rules are deterministic and
    ignore it.
    """

    wording: ClassVar[Wording] = PLAIN_WORDING

    def __init__(self, task: Task, seed: int = 0) -> None:
        self.task = task
        self.seed = seed
        self._conversation = Conversation(task, self.wording)

    @property
    def history(self) -> list[Exchange]:
        """All questions of the episode and their replies."""
        return self._conversation.history

    @property
    def memory(self) -> Memory:
        """What the dialogue has come to."""
        return self._conversation.memory

    @property
    def released(self) -> frozenset[str]:
        """Ids of the requirements released so far."""
        return self._conversation.released

    def park(self) -> str:
        """See `runtime.plugins.protocols.ParkableUser`."""
        return self._conversation.park()

    def resume(self, parked: str) -> None:
        """See `runtime.plugins.protocols.ParkableUser`."""
        self._conversation.resume(parked)

    async def answer(self, question: str) -> Reply:
        """Reply to one question; raises what `Conversation.say` raises."""
        return self._conversation.say(question, classify_question(question, self.task, self._conversation.memory))
