"""Honest ways to play a reference: each must score as the plain way does, metric by metric.

Whoever looks before asking, checks the result, gives the answer in a sentence, asks two things at once or says why it
asks has made no mistake. The oracle plays all of them on the same tasks.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import anyio

from adapters.agents.scripted.oracle import Oracle, question
from benchmarks.acceptance.bar import Bar
from benchmarks.calibration.play import PacedSession
from runtime import RunConfig, Runtime, Suite, Task, metrics_document
from runtime.core.actions import AskUser, Decision, Finish, Key, Launch
from runtime.core.tasks import Requirement
from runtime.core.text import contains_tokens, tokens
from runtime.plugins import registry
from runtime.plugins.protocols import ByteStream, Observation, Session

_PLAIN: Final = "plain"
_TASKS: Final = 60
_METRICS: Final = ("RCR", "RCR_final", "TSR", "TSR_final", "SHR", "ARR", "ETR", "DCR", "IGR")
_JUDGES: Final = ("state", "rules")


class Wrapped:
    """A session whose player does something more, or says it otherwise. Implements `runtime.plugins.Session`."""

    def __init__(self, session: Session, task: Task) -> None:
        self.brief = session.brief
        self._session = session
        self._task = task
        self._seen: Observation | None = None

    async def observe(self) -> Observation:
        """The screen at rest."""
        self._seen = await self._session.observe()
        return self._seen

    async def step(self, decision: Decision) -> Observation:
        """Execute a decision of one action, changed or with what this variant adds."""
        self._seen = await self._session.step(decision)
        return self._seen

    async def witness(self, decision: Decision) -> Observation:
        """Pass on."""
        return await self._session.witness(decision)

    async def open(self, service: str) -> ByteStream:
        """Pass on."""
        return await self._session.open(service)


class _LooksFirst(Wrapped):
    """Opens the app before it asks anything."""

    _launched = ""
    """The app that was opened too early, until its time comes."""
    _begun = False

    async def step(self, decision: Decision) -> Observation:
        action = decision.actions[0]
        if isinstance(action, AskUser) and not self._begun:
            self._launched = next(step.app for step in self._task.intent.reference.actions if isinstance(step, Launch))
            await super().step(Decision((Launch(self._launched),), thought="I look at the app first."))
        self._begun = True
        if isinstance(action, Launch) and action.app == self._launched and self._seen is not None:
            self._launched = ""
            return replace(self._seen, replies=())
        return await super().step(decision)


class _Verifies(Wrapped):
    """Looks at the home screen before it finishes, as an app shows there whether it is still busy."""

    async def step(self, decision: Decision) -> Observation:
        if isinstance(decision.actions[0], Finish):
            await super().step(Decision((Key("HOME"),), thought="I check that nothing is left to do."))
        return await super().step(decision)


class _FullSentence(Wrapped):
    """Gives its answer in a sentence."""

    async def step(self, decision: Decision) -> Observation:
        action = decision.actions[0]
        if isinstance(action, Finish) and any(item.evidence == "answer" for item in self._task.intent.requirements):
            sentence = replace(action, text=f"I looked it up on your phone: the answer is {action.text}.")
            return await super().step(replace(decision, actions=(sentence,)))
        return await super().step(decision)


class _Reasons(Wrapped):
    """Says why it asks."""

    async def step(self, decision: Decision) -> Observation:
        action = decision.actions[0]
        if isinstance(action, AskUser):
            text = f"I want to get this right, and your request leaves it open. {action.question} Thanks for your help!"
            return await super().step(replace(decision, actions=(replace(action, question=text),)))
        return await super().step(decision)


class _TwoAtOnce(Wrapped):
    """Asks for a second choice in the same turn, if its options are on the screen or need not be."""

    def __init__(self, session: Session, task: Task) -> None:
        super().__init__(session, task)
        self._left = [task.requirement(name) for name in task.gap]
        self._answered: dict[str, tuple[str, ...]] = {}
        """The replies to turns that asked for a choice before its turn came, by requirement."""

    async def step(self, decision: Decision) -> Observation:
        action = decision.actions[0]
        if not isinstance(action, AskUser) or self._seen is None:
            return await super().step(decision)
        asked = max((item for item in self._left if item.slot in action.question), key=lambda item: len(item.slot))
        self._left.remove(asked)
        if asked.id in self._answered:
            return replace(self._seen, replies=self._answered[asked.id])
        second = next((item for item in self._left if _can_be_asked(item, self._seen)), None)
        if second is None or second.id in self._answered:
            return await super().step(decision)
        text = f"{action.question} {question(second)}"
        seen = await super().step(replace(decision, actions=(replace(action, question=text),)))
        self._answered[second.id] = seen.replies
        return seen


def _can_be_asked(requirement: Requirement, seen: Observation) -> bool:
    """Whether a choice needs no screen, or two of its options are on this one."""
    if requirement.kind == "anchor" or not requirement.options or not requirement.listed:
        return True
    nodes = [] if seen.tree is None else [tokens(f"{node.text} {node.desc}") for node in seen.tree.walk()]
    shown = [text for text in requirement.options if any(contains_tokens(tokens(text), words) for words in nodes)]
    return len(shown) > 1


VARIANTS: Final[Mapping[str, Callable[[Session, Task], Session]]] = {
    _PLAIN: lambda session, task: session,
    "looks first": _LooksFirst,
    "verifies after": _Verifies,
    "full sentence": _FullSentence,
    "two asks at once": _TwoAtOnce,
    "gives reasons": _Reasons,
}


def measure() -> list[Bar]:
    """A bar for each variant: all metrics as the plain oracle's, by both judges."""
    suite = registry.suite("clarity240")
    draw = random.Random(7)
    open_tasks = [task for task in suite.tasks if task.gap]
    stated = [task for task in suite.tasks if not task.gap]
    return compare(draw.sample(open_tasks, _TASKS // 2) + draw.sample(stated, _TASKS // 2), suite)


def compare(tasks: Sequence[Task], suite: Suite) -> list[Bar]:
    """Play tasks in all ways: a bar for each variant and judge."""
    with tempfile.TemporaryDirectory() as folder:
        found = anyio.run(_play_all, tasks, suite, Path(folder) / "run")
    return [bar for name in VARIANTS if name != _PLAIN for bar in _bars(name, found, len(tasks))]


async def _play_all(tasks: Sequence[Task], suite: Suite, out: Path) -> dict[str, dict[str, dict[str, float | None]]]:
    """The metrics of each judge and variant."""
    config = RunConfig(seed=7, judges=_JUDGES)
    async with Runtime(config, devices=["headless://2"], suite=suite, out=out) as runtime:
        for task in tasks:
            for name, wrap in VARIANTS.items():
                async with runtime.session(task, name) as driven:
                    await Oracle().play(wrap(PacedSession(driven.live), task), task)
        return {judge: _metrics(metrics_document(runtime.scores_by(judge), draws=0)) for judge in _JUDGES}


def _metrics(document: Mapping[str, Any]) -> dict[str, dict[str, float | None]]:
    return {
        name: {
            metric: cell["value"]
            for metric, cell in (found["overall"] | found["beside"]["overall"]).items()
            if metric in _METRICS
        }
        for name, found in document["agents"].items()
    }


def _bars(name: str, found: Mapping[str, dict[str, dict[str, float | None]]], tasks: int) -> Iterator[Bar]:
    for judge, metrics in found.items():
        plain, own = metrics[_PLAIN], metrics[name]
        differing = [f"{metric} {own[metric]} for {plain[metric]}" for metric in plain if own[metric] != plain[metric]]
        figure = ", ".join(differing) or f"all {len(plain)} metrics equal on {tasks} tasks"
        yield Bar(f"{name}, {judge}: as the plain reference", figure, not differing)
