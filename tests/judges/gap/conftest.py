"""Episodes on a phone without pixels, recorded as the engine does, and the gap judge that follows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from adapters.phone.kernel.performing import perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.registry import installed_apps
from benchmarks.clarity240 import load
from judges.gap.judge import EpisodeJudge
from runtime.core.actions import DEVICE_ACTIONS, Action, AskUser, Decision, Finish, Tap, Wait
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    Decided,
    DisturbanceOccurred,
    Ended,
    GapJudged,
    Observed,
    Performed,
    Released,
    Replied,
    Started,
    StateRead,
)
from runtime.core.tasks import Brief, Task
from runtime.language.questions import Memory, classify_question, compose_reply
from runtime.plugins.protocols import Evidence, Observation
from runtime.screen.tree import UiTree, parse


@dataclass
class Episode:
    """Plays decisions, collects their records, and feeds them to the judge."""

    task: Task
    can_ask: bool = True
    seed: int = 3
    weather: str = ""
    log: list[AnyEvent | AnyTruth] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    """Into which cell each decision was made to fall."""

    def __post_init__(self) -> None:
        self.phone = Phone(installed_apps())
        given = self.task.intent.setup.state
        self.phone.reset({**given, "weather": [{"kind": self.weather}]} if self.weather else given, self.seed)
        self._befell = 0
        self._trees: dict[str, UiTree] = {}
        self._state: dict[str, Any] = {}
        self._answered: set[str] = set()
        self._step = 0
        self.emit(Started, task=self.task.id, agent="scripted", device="", seed=self.seed, can_ask=self.can_ask)
        self.look()

    def emit(self, kind: Callable[..., Any], **fields: Any) -> None:
        self.log.append(kind(episode="e", attempt=0, seq=len(self.log), t=0.0, **fields))

    def look(self) -> None:
        xml = self.phone.dump()
        digest = f"tree-{len(self._trees)}"
        self._trees[digest] = parse(xml)
        self.emit(Observed, step=self._step, frame=None, tree=digest)
        state = dict(self.phone.read())
        befell = state.pop("system", {}).get("happened", [])
        for item in befell[self._befell :]:
            self.emit(DisturbanceOccurred, weather=item["what"], detail=item["detail"])
        self._befell = len(befell)
        changed = {app: value for app, value in state.items() if self._state.get(app) != value}
        if changed:
            self.emit(StateRead, step=self._step, state=changed)
        self._state = state

    @property
    def tree(self) -> UiTree:
        return parse(self.phone.dump())

    def tap(self, label: str) -> Tap:
        """Make a tap on the element whose text equals or begins with this name."""
        nodes = list(self.tree.walk())
        exact = [node for node in nodes if label in (node.text, node.desc, node.short_id)]
        return Tap(*(exact or [node for node in nodes if node.label().startswith(label)])[0].center)

    def do(self, actions: Action | Sequence[Action], thought: str = "") -> tuple[str, ...]:
        """Execute a decision; return the user's replies."""
        actions = [actions] if not isinstance(actions, Sequence) else list(actions)
        replies: list[str] = []
        self.emit(Decided, step=self._step + 1, decision=Decision(actions, thought=thought))
        for action in actions:
            self._step += not isinstance(action, Finish)
            if isinstance(action, (*DEVICE_ACTIONS, Wait)):
                perform(self.phone, action)
            self.emit(Performed, step=self._step, action=action)
            if isinstance(action, AskUser) and self.can_ask:
                turn = classify_question(action.question, self.task, Memory(frozenset(self._answered)))
                self._answered.update(turn.compliant)
                replies.append(compose_reply(turn, self.task))
                self.emit(Replied, step=self._step, question=action.question, text=replies[-1])
                self.emit(Released, step=self._step, requirements=turn.compliant, turn=turn.label)
            elif isinstance(action, (*DEVICE_ACTIONS, Wait)):
                self.look()
        return tuple(replies)

    def make(self, action: Action, thought: str, cell: str) -> None:
        """Execute a decision that is designed for one cell."""
        self.do(action, thought)
        self.cells.append(cell)

    # What an instrument plays on.

    @property
    def brief(self) -> Brief:
        return Brief(self.task.instruction, (1080, 2400), 25, self.can_ask)

    async def observe(self) -> Observation:
        return Observation(self._step, None, self.tree)

    async def step(self, decision: Decision) -> Observation:
        replies = self.do(decision.actions, decision.thought)
        return Observation(self._step, None, self.tree, replies, ended=isinstance(decision.actions[-1], Finish))

    def end(self) -> list[GapJudged]:
        """Return all verdicts of the judge."""
        self.emit(Ended, ending="finished")
        return self.judged()

    def judged(self) -> list[GapJudged]:
        return EpisodeJudge(self.task, "gap", self.evidence).feed(self.log)

    @property
    def evidence(self) -> Evidence:
        """Return the evidence with the observed trees."""
        return Evidence(self._trees.__getitem__, lambda digest: b"")


@pytest.fixture(scope="session")
def tasks() -> dict[str, Task]:
    """The suite's tasks by id."""
    return {task.id: task for task in load().tasks}


@pytest.fixture
def play(tasks: dict[str, Task]) -> Callable[..., Episode]:
    """Starts an episode of a task."""
    return lambda task, **options: Episode(tasks[task], **options)
