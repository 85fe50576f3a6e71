"""The model user: a model classifies the questions, rules compose the replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from anyio import to_thread

from adapters.users.rule_user import Conversation, Exchange
from adapters.users.understanding import form, request, turn
from runtime.core.tasks import Task
from runtime.language.questions import PLAIN_WORDING, Wording, classify_question
from runtime.llm import Model, Prompt, PromptFiles, ask
from runtime.plugins.protocols import Reply
from runtime.plugins.specs import UserSpec


class ModelUser:
    """Like `RuleUser`, but a model decides what a question asks for (AmbiBench §4.1.1, first stage).

    If the model fails or its answer is invalid, the rules decide and the exchange's note says why. `prompts` may hold
    the prompt `understand`; otherwise it is loaded from this package.
    """

    wording: ClassVar[Wording] = PLAIN_WORDING

    def __init__(self, task: Task, seed: int = 0, *, model: Model, prompts: Mapping[str, Prompt] | None = None) -> None:
        self.task = task
        self.seed = seed
        self._model = model
        self._conversation = Conversation(task, self.wording)
        self._prompt = (prompts or {}).get("understand")
        self._form = form(task)

    @property
    def history(self) -> list[Exchange]:
        """All questions of the episode and their replies."""
        return self._conversation.history

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
        """Reply to one question. Raises what `Conversation.say` raises; a failing model raises nothing."""
        if self._prompt is None:
            self._prompt = await to_thread.run_sync(Prompt.load, "adapters.users", "understand")
        before = [(exchange.question, exchange.reply.text) for exchange in self.history]
        found = await ask(self._model, request(self._prompt, question, self.task, self.released, before), self._form)
        memory = self._conversation.memory
        understood, note = classify_question(question, self.task, memory), f"by rules: {found.reason}"
        if found.values is not None:
            understood, note = turn(found.values, self.task, self.released, understood, question)
        return self._conversation.say(question, understood, note)


SPEC: Final = UserSpec(
    make=ModelUser,
    name="model",
    title="a model understands the questions, rules compose the replies",
    needs_model=True,
    prompts=PromptFiles("adapters.users", ("understand",)),
)
