"""The generic framework on a virtual phone, its models played by scripts in their own grammars."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adapters.models.fake import Fail, Say
from adapters.subjects import general
from adapters.subjects.presets import Preset
from runtime.actions import Answer, AskUser, Decision, Finish, Noop, ParseError, Tap, Type
from runtime.engine import Runtime
from runtime.errors import ModelError
from tests.subjects.conftest import Stage
from tests.subjects.native_writers import WRITERS
from tests.subjects.scripted_models import Played, ScriptedModel, native, play, summaries
from tests.subjects.subject_cases import NONSENSE

MUTE = "social.mute.incomplete"
PRESETS: dict[str, Preset[Any]] = {one.config.name: one for one in vars(general).values() if isinstance(one, Preset)}
EVERY = pytest.mark.parametrize("name", PRESETS)
FAMILIES = pytest.mark.parametrize("name", ["ui-tars-1.5", "qwen3-vl", "gui-owl", "mai-ui", "som"])
"""One of each kind; `python -m benchmarks.acceptance subjects` takes them all."""


async def played(stage: Stage, preset: Preset[Any], replies: list[str], task: str = MUTE) -> Played:
    """An episode with a model that says these, and then nothing that can be read."""
    return await play(stage.runtime, preset, stage.task(task), ScriptedModel(replies, summaries))


@EVERY
async def test_the_right_way_in_the_models_own_words(stage: Stage, name: str):
    """The question reaches the user, each action the phone within two pixels, and every requirement is met."""
    way = await stage.way(MUTE)
    one = await played(stage, PRESETS[name], native(way, WRITERS[name]))
    assert one.score.met == {"chat": (True, True), "duration": (True, True)}
    assert one.watched.replies == ["For the duration: 1 week, please."]
    wanted = [step.action for step in way if isinstance(step.action, (AskUser, Tap))]
    found = [action for action in one.watched.actions if isinstance(action, (AskUser, Tap))]
    assert [action.kind for action in found] == [action.kind for action in wanted]
    for theirs, ours in zip(found, wanted, strict=True):
        if isinstance(theirs, Tap) and isinstance(ours, Tap):
            near = 2 if name != "som" else 1080  # an element's middle is wherever the element is
            assert abs(theirs.x - ours.x) <= near
            assert abs(theirs.y - ours.y) <= near
    assert one.watched.decisions[-1].raw
    assert all(decision.raw in native(way, WRITERS[name]) for decision in one.watched.decisions)


@pytest.mark.parametrize("name", ["ui-tars-1.0", "ui-tars-1.5", "gui-owl", "mai-ui"])
async def test_metrics_are_those_of_who_does_the_same_in_process(stage: Stage, name: str):
    """The same actions by an agent without a model get the same marks, all of them; only the names differ."""
    task = stage.task(MUTE)
    async with stage.runtime.drive(task, "twin") as lease:
        for step in await stage.way(MUTE):
            await lease.session.step(Decision((step.action,)))
    one = await played(stage, PRESETS[name], native(await stage.way(MUTE), WRITERS[name]))
    for ours, theirs in zip(one.lease.scores, lease.scores, strict=True):
        assert replace(ours, agent="", episode="", attempt=0) == replace(theirs, agent="", episode="", attempt=0)
        assert ours.turns == 1
        assert ours.termination == "normal"


@FAMILIES
async def test_an_agent_that_is_given_no_question_reaches_nobody(stage: Stage, name: str):
    """With ask=none its question counts as unreadable: no reply, and what it would have released stays open."""
    way = await stage.way(MUTE)
    asking = [step for step in way if isinstance(step.action, AskUser)]
    done = [step for step in way if isinstance(step.action, Finish)]
    one = await played(stage, PRESETS[name].configured({"ask": "none"}), native(asking + done, WRITERS[name]))
    assert one.watched.replies == []
    assert isinstance(one.watched.actions[0], ParseError)
    assert one.score.met["duration"][0] is False


@FAMILIES
async def test_a_reply_that_cannot_be_read_costs_a_step_and_is_told(stage: Stage, name: str):
    """In generic mode the model hears why with the next screen, and goes on."""
    done = native([(await stage.way(MUTE))[-1]], WRITERS[name])
    one = await played(stage, PRESETS[name], [NONSENSE, *done])
    assert isinstance(one.watched.actions[0], ParseError)
    assert one.watched.decisions[0].raw == NONSENSE
    assert isinstance(one.watched.actions[-1], Finish)
    assert "could not be read" not in one.asked[0].text
    assert "could not be read" in one.asked[1].text
    assert one.lease.session.used == 1 + (len(done) - 1)


@FAMILIES
async def test_official_mode_does_with_it_what_the_authors_do(stage: Stage, name: str):
    """Some give up, some count it; the parse error is on record either way, and who gives up asks no more."""
    preset = PRESETS[name].configured({"mode": "official"})
    times = 3 if name == "mai-ui" else 1  # its own agent asks so often before it counts one
    done = native([(await stage.way(MUTE))[-1]], WRITERS[name])
    one = await played(stage, preset, [NONSENSE] * times + done)
    first = one.watched.decisions[0].actions
    assert isinstance(first[0], ParseError)
    if preset.config.format.malformed == "stop":
        assert first[1:] == (Finish(status="infeasible"),)
        assert len(one.asked) == 1
    else:
        assert len(first) == 1
        assert one.watched.actions[-1].kind == "finish"
        assert len(one.watched.decisions) == 1 + len(done)


async def test_the_budget_ends_it(stage: Stage):
    """A model that never comes to an end is asked no more after 25 steps, whatever it goes on saying."""
    home = (
        '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "system_button", "button": "Home"}}\n</tool_call>'
    )
    one = await played(stage, general.QWEN3_VL, [home] * 40)
    assert one.lease.session.ending == "max_steps"
    assert len(one.watched.decisions) == len(one.asked) == 25


async def test_several_actions_of_one_reply_are_carried_out_in_order(stage: Stage):
    """UI-TARS may write two calls; both reach the phone in one decision."""
    two = "Thought: two\nAction: click(point='<point>500 500</point>')\n\nclick(point='<point>500 600</point>')"
    one = await played(stage, general.UI_TARS_DOUBAO, [two, "Action: finished(content='x')"])
    assert one.watched.decisions[0].actions == (Tap(540, 1200), Tap(540, 1440))
    assert one.watched.decisions[0].thought == "two"


async def test_typed_text_and_an_answer(stage: Stage):
    """What has to be typed arrives, and what the user wanted to know is told, by the words of each family."""
    for name, task in (("som", "device.galleryname.standard"), ("qwen3-vl", "info.hours.incomplete")):
        way = await stage.way(task)
        one = await played(stage, PRESETS[name], native(way, WRITERS[name]), task)
        assert all(met == (True, True) for met in one.score.met.values())
        kinds = {type(action) for action in one.watched.actions}
        assert (Type in kinds) == (name == "som")
        assert Answer in kinds


async def test_a_model_that_refuses_or_fails(stage: Stage):
    """A refusal is a reply that cannot be read; an endpoint that fails is the agent's fault, and let out."""
    task = stage.task("device.airplane.standard")
    refused = await play(
        stage.runtime, general.UI_TARS_1_5, task, lambda _: Say(None, refusal="I must not touch phones.")
    )
    assert refused.watched.decisions[0].raw == "I must not touch phones."
    assert isinstance(refused.watched.actions[0], ParseError)
    with pytest.raises(ModelError, match="no such model"):
        await play(stage.runtime, general.UI_TARS_1_5, task, lambda _: Fail(404, "no such model"))


async def test_what_nobody_can_be_asked(stage: Stage):
    """Where the run has no user that answers, the prompt has no question, and one that comes is answered by nobody."""
    async with Runtime(devices=["phone://1"], suite=stage.runtime.suite, ask=False) as runtime:
        alone = Stage(runtime)
        question = "Action: call_user(content='For how long?')"
        one = await played(alone, general.UI_TARS_1_5, [question, "Action: finished(content='')"])
    assert "call_user" not in one.asked[0].text
    assert one.watched.actions[0] == AskUser("For how long?")
    assert one.score.met["duration"][0] is not True
    assert Noop not in {type(action) for action in one.watched.actions}
