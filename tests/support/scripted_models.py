"""Models that are played by a script: what the right way would be as their own text, behind a real endpoint."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.scripted.oracle import Oracle
from adapters.openai import budget_of
from adapters.openai.client import OpenAIModel
from adapters.openai.endpoint import Endpoint
from adapters.openai.fake import FakeEndpoint, Part, ReceivedRequest, Say
from adapters.openai.uri import parse
from runtime.components.models import RoleModel
from runtime.core.actions import Action, Decision, Type
from runtime.core.backoff import BackoffPolicy
from runtime.core.events import Score
from runtime.core.tasks import Brief, Task
from runtime.engine import Runtime
from runtime.llm import Ledger
from runtime.plugins.protocols import ByteStream, Observation, Session
from runtime.training.sessions import DrivenSession
from tests.support.native_writers import Step, Writer

_SOON = BackoffPolicy(first=0.001, longest=0.002)
Sorter = Callable[[ReceivedRequest], str]
"""Which of an agent's requests one is: empty for the one whose reply is an action, else what it is answered with."""


@dataclass
class Watched:
    """A session that remembers what was done, on which screens, and what was seen."""

    session: Session
    brief: Brief = field(init=False)
    steps: list[Step] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    _seen: Observation | None = None

    @property
    def actions(self) -> list[Action]:
        """All actions in order."""
        return [action for decision in self.decisions for action in decision.actions]

    def __post_init__(self) -> None:
        self.brief = self.session.brief

    async def observe(self) -> Observation:
        """See `Session`."""
        return self._keep(await self.session.observe())

    async def step(self, decision: Decision) -> Observation:
        """See `Session`; records the step."""
        self.decisions.append(decision)
        if self._seen is not None and self._seen.tree is not None:
            screen = Screen(*self.brief.screen)
            self.steps += [Step(screen, self._seen.tree, action) for action in decision.actions]
        return self._keep(await self.session.step(decision))

    async def witness(self, decision: Decision) -> Observation:
        """See `Session`."""
        return await self.session.witness(decision)

    async def open(self, service: str) -> ByteStream:
        """See `Session`."""
        return await self.session.open(service)

    def _keep(self, seen: Observation) -> Observation:
        self._seen = seen
        self.replies += seen.replies
        return seen


@dataclass
class Emptying(Watched):
    """A session in which typing empties the field first, by the keyboard that can: the screen looks different then.

    `holds`: the field had a content, which is typed again; else what its tree shows is the hint of an empty field.
    """

    holds: bool = False

    async def step(self, decision: Decision) -> Observation:
        """See `Session`; replaces the content of fields."""
        focused = self._seen.tree.focused() if self._seen is not None and self._seen.tree is not None else None
        before = focused.text if focused is not None and self.holds else ""
        actions = [
            Type(before + action.text, clear=True) if isinstance(action, Type) else action
            for action in decision.actions
        ]
        return await super().step(Decision(actions, decision.thought))


async def right_way(runtime: Runtime, task: Task, *, empties: bool = False) -> list[Step]:
    """The oracle's steps on the screens it sees; `empties`: it replaces the content of fields."""
    for holds in (False, True) if empties else (False,):
        async with runtime.session(task, "oracle") as lease:
            watched = Emptying(lease.live, holds=holds) if empties else Watched(lease.live)
            await Oracle(7).play(watched, task)
        if all(met for met, _ in lease.scores[0].met.values()):
            break
    return watched.steps


def native(steps: Iterable[Step], writer: Writer) -> list[str]:
    """The right way as a model's replies."""
    return [text for step in steps for text in writer(step)]


@dataclass
class ScriptedModel:
    """Gives one reply after the other, then `after` for ever."""

    replies: Sequence[str]
    sort: Sorter = lambda _: ""
    after: str = "I have nothing more to say."
    replies_given: int = 0

    def __call__(self, asked: ReceivedRequest) -> Part:
        """The next reply."""
        if other := self.sort(asked):
            return Say(other)
        self.replies_given += 1
        return Say(self.replies[self.replies_given - 1] if self.replies_given <= len(self.replies) else self.after)


@asynccontextmanager
async def seat(script: Callable[[ReceivedRequest], Part]) -> AsyncIterator[tuple[RoleModel, FakeEndpoint]]:
    """A model behind a real client of an endpoint that follows the script, as agents are given it."""
    async with FakeEndpoint(script) as endpoint, Endpoint.opened(parse(endpoint.uri("m"))) as there:
        model = OpenAIModel("m", there, Ledger(), budget_of(endpoint.url), pace=_SOON)
        model.budget.window.pace = _SOON
        yield RoleModel(model, "agent"), endpoint


@dataclass(frozen=True)
class PlayedEpisode:
    """An episode that was played: what was done, what was asked of the model, what the judges say."""

    watched: Watched
    asked: list[ReceivedRequest]
    lease: DrivenSession
    executor_asked: list[ReceivedRequest] = field(default_factory=list)
    """What the second model was asked, where there is one."""

    @property
    def score(self) -> Score:
        """The first judge's."""
        return self.lease.scores[0]


async def play(
    runtime: Runtime,
    preset: Any,
    task: Task,
    script: Callable[[ReceivedRequest], Part],
    executor: Callable[[ReceivedRequest], Part] | None = None,
) -> PlayedEpisode:
    """Let an agent with a model of that script play a task, or with two of them."""
    async with AsyncExitStack() as stack:
        model, endpoint = await stack.enter_async_context(seat(script))
        more: dict[str, RoleModel] = {}
        there: list[ReceivedRequest] = []
        if executor is not None:
            more["executor"], second = await stack.enter_async_context(seat(executor))
            there = second.asked
        async with runtime.session(task, preset.config.name) as lease:
            watched = Watched(lease.live)
            await preset(7, model=model, **more).play(watched)
        return PlayedEpisode(watched, endpoint.asked, lease, there)


def summaries(asked: ReceivedRequest) -> str:
    """M3A's second request of each step."""
    return "It worked, as the screens show." if "sum it up for the history" in asked.text else ""
