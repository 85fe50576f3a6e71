"""Agents by their authors' loops, end to end: a scripted endpoint plays the model, a virtual phone is driven."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest

from adapters.agents.oracle import Oracle
from adapters.models.fake import Asked
from adapters.subjects.appagent import APP_AGENT
from adapters.subjects.autoglm import AUTOGLM
from adapters.subjects.fairy_presets import FAIRY, FAIRY_UI_TARS
from adapters.subjects.mobile_agent_v2 import MOBILE_AGENT_V2
from runtime.actions import AskUser, Decision, Finish, Launch, ParseError, Type
from runtime.engine import Runtime
from runtime.events import Score
from runtime.ports import Observation
from tests.subjects import loop_writers as write
from tests.subjects.native_writers import WRITERS, Step, Writer
from tests.subjects.scripted_models import Played, ScriptedModel, Watched, native, play, right_way, seat

TASKS = ("device.galleryname.standard", "social.mute.incomplete", "shop.griddleagain.standard")
OPEN = TASKS[1]
"""The one that leaves something open."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests of the module, on which the phone lives."""
    return "asyncio"


@pytest.fixture(scope="module")
async def runtime(anyio_backend: str) -> AsyncIterator[Runtime]:
    """One phone with pixels."""
    async with Runtime(devices=["phone://1"], suite="clarity240", judges=("rules", "state")) as made:
        yield made


@pytest.fixture(scope="module")
async def ways(runtime: Runtime) -> dict[str, list[Step]]:
    """The right way of each task."""
    return {name: await right_way(runtime, task_of(runtime, name)) for name in TASKS}


def task_of(runtime: Runtime, name: str) -> Any:
    """The task of that name."""
    return next(task for task in runtime.suite.tasks if task.id == name)


def solved(score: Score) -> bool:
    """Whether every requirement was met."""
    return len(score.met) == score.requirements and all(met for met, _ in score.met.values())


class Emptying(Watched):
    """A session in which typing empties the field first, by the keyboard that can: the screen looks different then."""

    async def step(self, decision: Decision) -> Observation:
        """The same, with all of the field's content typed anew."""
        focused = self._seen.tree.focused() if self._seen is not None and self._seen.tree is not None else None
        before = focused.text if focused is not None else ""
        actions = [
            Type(before + action.text, clear=True) if isinstance(action, Type) else action
            for action in decision.actions
        ]
        return await super().step(Decision(actions, decision.thought))


@pytest.fixture(scope="module")
async def emptied(runtime: Runtime) -> dict[str, list[Step]]:
    """The right way of each task with fields emptied."""
    found = {}
    for name in TASKS:
        async with runtime.drive(task_of(runtime, name), "emptying") as lease:
            watched = Emptying(lease.session)
            await Oracle(7).play(watched, task_of(runtime, name))
        found[name] = watched.steps
    return found


SINGLE: dict[str, tuple[Any, Writer, Callable[[Asked], str]]] = {
    "autoglm": (AUTOGLM, write.autoglm, lambda _: ""),
    "appagent": (APP_AGENT, write.appagent, lambda _: ""),
    "appagent-grid": (APP_AGENT, write.by_grid, lambda _: ""),
    "mobile-agent-v2": (MOBILE_AGENT_V2, write.mobile_agent_v2, write.mobile_agent_v2_others),
}


async def played(runtime: Runtime, name: str, steps: Sequence[Step], agent: str, mode: str = "official") -> Played:
    """A task played by an agent whose model knows the right way."""
    preset, writer, sort = SINGLE[agent]
    script = ScriptedModel(native(steps, writer), sort)
    return await play(runtime, preset.configured({"mode": mode}), task_of(runtime, name), script)


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("agent", SINGLE)
async def test_the_right_way_in_the_agents_own_words_meets_every_requirement(
    runtime: Runtime, ways: dict[str, list[Step]], emptied: dict[str, list[Step]], agent: str, name: str
):
    """The phone is driven to where the oracle drives it; nobody is asked anything, whatever the model says."""
    done = await played(runtime, name, (emptied if agent == "autoglm" else ways)[name], agent)
    assert solved(done.score)
    assert done.score.turns == 0
    assert not done.watched.replies
    assert not any(isinstance(action, (AskUser, ParseError)) for action in done.watched.actions)


async def test_fairy_carries_out_several_actions_of_one_decision_and_asks_its_user(
    runtime: Runtime, ways: dict[str, list[Step]]
):
    """Touch and typing are one decision; the interactor's question reaches the user and its answer the planner."""
    for name in TASKS:
        script = write.fairy(ways[name])
        done = await play(runtime, FAIRY, task_of(runtime, name), script)
        assert solved(done.score), name
        kinds = [tuple(action.kind for action in decision.actions) for decision in done.watched.decisions]
        assert (("tap", "type") in kinds) == (name == TASKS[0])
        assert done.score.turns == (name == OPEN)
        assert not any(isinstance(action, ParseError) for action in done.watched.actions)
        assert done.watched.actions[-1] == Finish()
        if name == OPEN:
            assert set(done.score.labels.values()) == {"compliant"}
            assert done.score.filled == {1: ("duration",)}
            (answer,) = done.watched.replies
            assert any(answer in one.text for one in done.asked)


async def test_fairy_with_ui_tars_plans_by_one_model_and_acts_by_the_other(
    runtime: Runtime, ways: dict[str, list[Step]]
):
    """The executor is asked in its own words about the sub-goal; its call for the user becomes a talk with the user."""
    for name in TASKS:
        planners = write.fairy(ways[name])
        rest = [step for step in ways[name] if not isinstance(step.action, Launch)]
        acting = ScriptedModel(native(rest, WRITERS["ui-tars-1.5"]))
        async with AsyncExitStack() as stack:
            model, _ = await stack.enter_async_context(seat(planners))
            executor, there = await stack.enter_async_context(seat(acting))
            lease = await stack.enter_async_context(runtime.drive(task_of(runtime, name), "fairy-ui-tars"))
            watched = Watched(lease.session)
            await FAIRY_UI_TARS(7, model=model, executor=executor).play(watched)
        assert solved(lease.scores[0]), name
        assert lease.scores[0].turns == (name == OPEN)
        assert all("Do it." in one.text for one in there.asked)
        assert "decider" not in planners.asked
        assert watched.actions[-1] == Finish()
        assert not any(isinstance(action, ParseError) for action in watched.actions)
