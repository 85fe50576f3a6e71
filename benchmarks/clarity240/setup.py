"""A complete episode in memory: a session over a phone without pixels, and the rule user.

Nothing here ever waits, so an episode runs to its end inside one synchronous call, with or without an event loop.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240 import replay
from judges.evidence.answers import AnswerVerdict, SeenScreen, judge_answer, newest_answer
from judges.evidence.state_changes import reference_end, side_effects
from runtime.core.actions import (
    DEVICE_ACTIONS,
    FREE_ACTIONS,
    Action,
    Answer,
    AskUser,
    Decision,
    Finish,
    Takeover,
    Type,
)
from runtime.core.checks import holds, paths_outside
from runtime.core.config import T_MAX
from runtime.core.errors import UsageError
from runtime.core.tasks import Brief, Requirement, State, Task
from runtime.language.questions import Memory, Turn, classify_question, compose_reply
from runtime.plugins.protocols import ByteStream, Instrument, Observation
from runtime.screen.tree import UiTree


class Stage:
    """Implements `runtime.plugins.protocols.Session`; afterwards its fields say what happened."""

    def __init__(
        self, task: Task, phone: Phone, *, seed: int = 0, can_ask: bool = True, max_steps: int = T_MAX
    ) -> None:
        self.brief = Brief(task.instruction, (phone.size.width, phone.size.height), max_steps, can_ask)
        self.task = task
        self.actions: list[Action] = []
        self.turns: list[Turn] = []
        self.replies: list[str] = []
        self.answers: list[str] = []
        self.states: list[State] = [replay.prepared(phone, task.intent, seed)]
        self.trees: list[UiTree] = []
        self.answer: AnswerVerdict | None = None
        self.finish: Finish | None = None
        self._phone = phone
        self._memory = Memory()
        self._ended = False
        self.screens: list[SeenScreen] = []

    @property
    def used(self) -> int:
        """Units of the step budget spent."""
        return sum(not isinstance(action, FREE_ACTIONS) for action in self.actions)

    async def observe(self) -> Observation:
        return self._observation(())

    async def step(self, decision: Decision) -> Observation:
        replies: list[str] = []
        for action in decision.actions:
            if self._ended:
                break
            replies.extend(self._act(action))
        return self._observation(tuple(replies))

    async def witness(self, decision: Decision) -> Observation:
        """The stage has no second door through which something could have been done already."""
        raise UsageError("the stage has no raw device stream; play it by `step`")

    async def open(self, service: str) -> ByteStream:
        """The stage has no device services."""
        raise UsageError(f"the stage has no raw device stream for {service!r}; play it by `step`")

    def _act(self, action: Action) -> list[str]:
        self.actions.append(action)
        replies: list[str] = []
        match action:
            case Finish(text=text):
                self.finish = action
                self._ended = True
                self._answer(text, final=True)
            case Answer(text=text):
                self._answer(text, final=False)
            case AskUser(question=question) | Takeover(message=question):
                turn = classify_question(question, self.task, self._memory)
                self.turns.append(turn)
                self._memory = self._memory.after(turn)
                replies.append(compose_reply(turn, self.task))
            case _:
                replay.perform(self._phone, action)
                if isinstance(action, DEVICE_ACTIONS):
                    self.states.append(self._phone.read())
        self.replies.extend(replies)
        self._ended = self._ended or self.used >= self.brief.max_steps
        return replies

    def _answer(self, text: str, *, final: bool) -> None:
        self.answers.append(text)
        verdict = judge_answer(self.task, text, self.screens, self.replies)
        self.answer = newest_answer(self.answer, verdict, final=final)

    def _observation(self, replies: tuple[str, ...]) -> Observation:
        tree = replay.look(self._phone)
        self.trees.append(tree)
        self.screens.append(SeenScreen(tree, tuple(item.text for item in self.actions if isinstance(item, Type))))
        return Observation(len(self.actions), None, tree, replies, self._ended)

    def met(self, requirement: Requirement) -> bool:
        """Whether the requirement was met at some step (the paper's reading)."""
        if requirement.evidence == "answer":
            return self.met_now(requirement)
        return requirement.truth is not None and any(holds(requirement.truth, state) for state in self.states)

    def met_now(self, requirement: Requirement) -> bool:
        """Whether the requirement is met at the end."""
        if requirement.evidence == "answer":
            return self.answer is not None and self.answer.met.get(requirement.id) is True
        return requirement.truth is not None and holds(requirement.truth, self.states[-1])

    @property
    def unmet(self) -> tuple[str, ...]:
        """The requirements that were never met."""
        return tuple(requirement.id for requirement in self.task.intent.requirements if not self.met(requirement))

    @property
    def side_effects(self) -> tuple[str, ...]:
        """The changes at the end that the reference does not make."""
        reference = self.task.intent.reference
        wanted = reference_end(self.states[0], reference.effects)
        return paths_outside(side_effects(self.states[0], wanted, self.states[-1]), reference.incidental)


def run_now(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that never waits.

    Raises:
        RuntimeError: it did wait; it needs an event loop.
    """
    try:
        coroutine.send(None)
    except StopIteration:
        return
    coroutine.close()
    raise RuntimeError("the instrument waited for something; on a stage nothing ever has to be waited for")


def play(instrument: Instrument, task: Task, phone: Phone, *, can_ask: bool = True) -> Stage:
    """One episode of an instrument, from the intent's initial state to its end."""
    stage = Stage(task, phone, can_ask=can_ask)
    run_now(instrument.play(stage, task))
    return stage
