"""Unusual endings of the generic agents: unreadable replies, no user, and no end."""

from __future__ import annotations

import pytest

from adapters.agents.llm.general import presets
from adapters.openai.fake import Fail, Say
from runtime.core.actions import AskUser, Finish, ParseError, Tap
from runtime.core.config import RunConfig
from runtime.core.errors import ModelError
from runtime.engine import Runtime
from tests.adapters.agents.llm.conftest import Stage
from tests.support.native_writers import WRITERS
from tests.support.scripted_models import native, play
from tests.support.subject_cases import GENERIC, NONSENSE

MUTE = "social.mute.incomplete"
FAMILIES = pytest.mark.parametrize("name", ["ui-tars-1.5", "qwen3-vl", "gui-owl", "mai-ui", "som"])
"""One of each kind; `python -m benchmarks.acceptance model_agents` takes them all."""


@FAMILIES
async def test_an_agent_that_is_given_no_question_reaches_nobody(stage: Stage, name: str):
    """With ask=none a question counts as unreadable, gets no reply, and its requirement stays unmet."""
    way = await stage.way(MUTE)
    asking = [step for step in way if isinstance(step.action, AskUser)]
    done = [step for step in way if isinstance(step.action, Finish)]
    session = await stage.played(GENERIC[name].configured({"ask": "none"}), native(asking + done, WRITERS[name]), MUTE)
    assert session.watched.replies == []
    assert isinstance(session.watched.actions[0], ParseError)
    assert session.score.met["duration"][0] is False


@FAMILIES
async def test_a_reply_that_cannot_be_read_costs_a_step_and_is_told(stage: Stage, name: str):
    """In generic mode an unreadable reply costs a step, and the next request tells the model why."""
    done = native([(await stage.way(MUTE))[-1]], WRITERS[name])
    session = await stage.played(GENERIC[name], [NONSENSE, *done], MUTE)
    assert isinstance(session.watched.actions[0], ParseError)
    assert session.watched.decisions[0].raw == NONSENSE
    assert isinstance(session.watched.actions[-1], Finish)
    assert "could not be read" not in session.asked[0].text
    assert "could not be read" in session.asked[1].text
    assert session.lease.live.used == 1 + (len(done) - 1)


@FAMILIES
async def test_official_mode_does_with_it_what_the_authors_do(stage: Stage, name: str):
    """In official mode an unreadable reply either ends the episode or is counted, as the authors' program does."""
    preset = GENERIC[name].configured({"mode": "official"})
    times = 3 if name == "mai-ui" else 1  # its own agent asks so often before it counts one
    done = native([(await stage.way(MUTE))[-1]], WRITERS[name])
    session = await stage.played(preset, [NONSENSE] * times + done, MUTE)
    first = session.watched.decisions[0].actions
    assert isinstance(first[0], ParseError)
    if preset.config.format.malformed == "stop":
        assert first[1:] == (Finish(status="infeasible"),)
        assert len(session.asked) == 1
    else:
        assert len(first) == 1
        assert session.watched.actions[-1].kind == "finish"
        assert len(session.watched.decisions) == 1 + len(done)


async def test_the_budget_ends_the_episode(stage: Stage):
    """After 25 steps the episode ends and the model gets no more requests."""
    home = (
        '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "system_button", "button": "Home"}}\n</tool_call>'
    )
    session = await stage.played(presets.QWEN3_VL, [home] * 40, MUTE)
    assert session.lease.live.ending == "max_steps"
    assert len(session.watched.decisions) == len(session.asked) == 25


async def test_several_actions_of_one_reply_are_carried_out_in_order(stage: Stage):
    """Two calls in one reply are executed in order as one decision."""
    two = "Thought: two\nAction: click(point='<point>500 500</point>')\n\nclick(point='<point>500 600</point>')"
    session = await stage.played(presets.UI_TARS_DOUBAO, [two, "Action: finished(content='x')"], MUTE)
    assert session.watched.decisions[0].actions == (Tap(540, 1200), Tap(540, 1440))
    assert session.watched.decisions[0].thought == "two"


async def test_a_model_that_refuses_or_fails(stage: Stage):
    """A refusal becomes a parse error, and a failing endpoint raises a ModelError."""
    task = stage.task("device.airplane.standard")
    refused = await play(
        stage.runtime, presets.UI_TARS_1_5, task, lambda _: Say(None, refusal="I must not touch phones.")
    )
    assert refused.watched.decisions[0].raw == "I must not touch phones."
    assert isinstance(refused.watched.actions[0], ParseError)
    with pytest.raises(ModelError, match="no such model"):
        await play(stage.runtime, presets.UI_TARS_1_5, task, lambda _: Fail(404, "no such model"))


async def test_without_a_user_a_question_gets_no_answer(stage: Stage):
    """Without a user the prompt offers no question, and a question releases nothing."""
    async with Runtime(RunConfig(ask=False), devices=["phone://1"], suite=stage.runtime.suite) as runtime:
        alone = Stage(runtime)
        question = "Action: call_user(content='For how long?')"
        session = await alone.played(presets.UI_TARS_1_5, [question, "Action: finished(content='')"], MUTE)
    assert "call_user" not in session.asked[0].text
    assert session.watched.actions[0] == AskUser("For how long?")
    assert session.score.met["duration"][0] is not True
