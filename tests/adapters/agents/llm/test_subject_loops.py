"""Agents that follow their authors' programs, with a scripted model endpoint and a virtual phone."""

from __future__ import annotations

import pytest

from adapters.agents.llm.appagent.agent import APP_AGENT
from adapters.agents.llm.autoglm.agent import AUTOGLM
from adapters.agents.llm.fairy.presets import FAIRY
from adapters.agents.llm.mobile_agent_v2.agent import MOBILE_AGENT_V2
from adapters.openai.fake import Part, ReceivedRequest, Say
from runtime.core.actions import AskUser, Finish, Key, Noop, Note, ParseError, Swipe, Tap
from runtime.core.events import Score
from tests.adapters.agents.llm.conftest import Stage
from tests.support import loop_writers as write
from tests.support.native_writers import Step
from tests.support.scripted_models import PlayedEpisode, ScriptedModel, native, play, right_way
from tests.support.subject_cases import OFFICIAL, SubjectCase

NAME, OPEN, AGAIN = "info.dawnfollow.standard", "social.mute.incomplete", "shop.griddleagain.standard"
"""One with typing, one that leaves something open, one with touches only."""
EVERY = pytest.mark.parametrize("agent", OFFICIAL)


def all_met(score: Score) -> bool:
    """Returns whether every requirement was met."""
    return len(score.met) == score.requirements and all(met for met, _ in score.met.values())


async def way_of(stage: Stage, case: SubjectCase, task: str) -> list[Step]:
    """Returns the oracle's steps, typed the way this agent types."""
    if not case.empties:
        return await stage.way(task)
    return await right_way(stage.runtime, stage.task(task), empties=True)


@EVERY
@pytest.mark.parametrize("task", [NAME, OPEN])
async def test_the_right_way_in_the_agents_own_words_meets_every_requirement(stage: Stage, agent: str, task: str):
    """The oracle's steps in the agent's own format meet every requirement; only agents that can ask do so."""
    case = OFFICIAL[agent]
    done = await case.played(stage.runtime, stage.task(task), await way_of(stage, case, task))
    asked = int(case.asks and task == OPEN)
    assert all_met(done.score)
    assert isinstance(done.watched.actions[-1], Finish)
    assert not any(isinstance(action, ParseError) for action in done.watched.actions)
    assert sum(isinstance(action, AskUser) for action in done.watched.actions) == asked
    assert len(done.watched.replies) == done.score.turns == asked
    assert done.score.filled == ({1: ("duration",)} if asked else {})
    assert case.preset.never_asks is not case.asks


@EVERY
async def test_a_reply_that_cannot_be_read(stage: Stage, agent: str):
    """An unreadable reply ends the episode in official mode; in generic mode the next request tells the reason."""
    case = OFFICIAL[agent]
    way = (await stage.way(AGAIN))[-1:]
    done = await case.played(stage.runtime, stage.task(AGAIN), way, [case.nonsense], mode="official")
    error, end = done.watched.decisions[0].actions
    assert isinstance(error, ParseError)
    assert isinstance(end, Finish)
    assert end.status == ("complete" if agent == "autoglm" else "infeasible")
    assert len(done.watched.decisions) == len(done.asked) == 1
    done = await case.played(stage.runtime, stage.task(AGAIN), way, [case.nonsense], mode="generic")
    assert done.watched.actions[-1].kind == "finish"
    assert isinstance(done.watched.actions[0], ParseError)
    assert done.watched.decisions[0].raw == case.nonsense
    reason = done.watched.actions[0].reason
    assert reason not in done.asked[0].text
    assert reason in done.asked[1].text


async def test_a_touch_by_the_grid_takes_two_rounds(stage: Stage):
    """AppAgent's call of the grid does nothing on the phone, and the next round taps a part of a cell."""
    script = ScriptedModel(native(await stage.way(AGAIN), write.by_grid))
    done = await play(stage.runtime, APP_AGENT, stage.task(AGAIN), script)
    assert all_met(done.score)
    kinds = [action.kind for action in done.watched.actions]
    assert kinds[1:5] == ["noop", "tap", "noop", "tap"]
    assert "each area has its number" in " ".join(done.asked[2].text.split())
    assert "grid()" in done.asked[3].text


async def test_appagent_stops_after_its_rounds(stage: Stage):
    """With rounds=2 AppAgent ends after two replies."""
    text = "Observation: o\nThought: t\nAction: grid()\nSummary: s"
    done = await play(
        stage.runtime, APP_AGENT.configured({"rounds": "2"}), stage.task(AGAIN), ScriptedModel([text] * 9)
    )
    assert len(done.asked) == 2
    assert done.lease.live.used == 2


async def test_mobile_agent_v2_goes_back_from_a_wrong_page_and_says_so_to_itself(stage: Stage):
    """After a wrong page Mobile-Agent-v2 presses Back, and its next request mentions the failure."""

    def others(asked: ReceivedRequest) -> str:
        wrong = "an assistant that checks what operations" in asked.text and "Tap (540, 300)" in asked.text
        return "### Answer ###\nB" if wrong else write.mobile_agent_v2_others(asked)

    way = await stage.way(AGAIN)
    wrong = "### Thought ###\nt\n\n### Action ###\nTap (540, 300)\n\n### Operation ###\nTap the top to see"
    replies = native(way, write.mobile_agent_v2)
    script = ScriptedModel([wrong, *replies], others)
    done = await play(stage.runtime, MOBILE_AGENT_V2, stage.task(AGAIN), script)
    moves = [action for action in done.watched.actions if not isinstance(action, Note)]
    assert moves[:2] == [Tap(540, 300), Key("BACK")]
    assert all_met(done.score)
    decisions = [item.text for item in done.asked if "### Response requirements ###\nDecide on one" in item.text]
    again = next(text for text in decisions[1:] if "It did not do what was meant" in text)
    assert "Step-1" not in again
    assert "Tap the top to see" in again


async def test_autoglm_keeps_what_it_said_and_shows_one_picture(stage: Stage):
    """Each AutoGLM request has one picture, in its newest message, and names the app in front."""
    way = await way_of(stage, OFFICIAL["autoglm"], OPEN)
    done = await OFFICIAL["autoglm"].played(stage.runtime, stage.task(OPEN), way)
    for number, item in enumerate(done.asked):
        pictures = [
            (at, part["type"])
            for at, message in enumerate(item.body["messages"])
            if isinstance(message["content"], list)
            for part in message["content"]
            if part["type"] != "text"
        ]
        assert pictures == [(len(item.body["messages"]) - 1, "image_url")]
        assert len(item.body["messages"]) == 2 + 2 * number
    assert '{"current_app": "System Home"}' in done.asked[0].text
    assert '{"current_app": "System Home"}' in done.asked[-1].text  # the program does not know the phone's own apps
    assert "2026年11月17日 星期二" in done.asked[0].text
    assert sum(isinstance(action, Noop) for action in done.watched.actions) == 2  # Interact, Take_over


async def test_fairy_carries_out_several_actions_of_one_decision(stage: Stage):
    """Fairy's tap on a field and its typing are one decision with one reflection."""
    script = write.fairy(await stage.way(NAME))
    done = await play(stage.runtime, FAIRY, stage.task(NAME), script)
    kinds = [tuple(action.kind for action in decision.actions) for decision in done.watched.decisions]
    assert kinds.count(("tap", "type")) == 1
    actions = [kind for kind in kinds if "note" not in kind and "launch" not in kind and "finish" not in kind]
    assert script.asked.count("reflector") == len(actions)


@pytest.mark.parametrize("agent", ["mobile-agent-v2", "fairy"])
async def test_what_is_further_down_is_scrolled_to(stage: Stage, agent: str):
    """A swipe to something further down has the length and duration of the oracle's swipe."""
    case, name = OFFICIAL[agent], "device.settingssounds.standard"
    way = await stage.way(name)
    done = await case.played(stage.runtime, stage.task(name), way)
    assert all_met(done.score)
    (wanted,) = (step.action for step in way if isinstance(step.action, Swipe))
    (made,) = (action for action in done.watched.actions if isinstance(action, Swipe))
    assert abs((made.y1 - made.y2) - (wanted.y1 - wanted.y2)) <= 2
    assert made.ms == wanted.ms


async def test_what_fairys_user_says_reaches_its_agents(stage: Stage):
    """The user's answer reaches the prompt of Fairy's planner."""
    way = await stage.way(OPEN)
    done = await OFFICIAL["fairy"].played(stage.runtime, stage.task(OPEN), way)
    (answer,) = done.watched.replies
    assert answer in next(item.text for item in reversed(done.asked) if "You follow how a task in one app" in item.text)


async def test_the_second_model_is_told_the_goal_and_acts(stage: Stage):
    """With a second model, UI-TARS gets the sub-goals and later the user's answer, and Fairy's decider no request."""
    case = OFFICIAL["fairy-ui-tars"]
    done = await case.played(stage.runtime, stage.task(OPEN), await stage.way(OPEN))
    assert all("## User Instruction\nDo it.\n" in item.text for item in done.executor_asked)
    assert not any("You decide which actions are carried out" in item.text for item in done.asked)
    (answer,) = done.watched.replies
    assert answer not in done.executor_asked[0].text
    assert answer in done.executor_asked[-1].text


ENDLESS = {
    "autoglm": 'do(action="Interact")',
    "appagent": "Observation: o\nThought: t\nAction: grid()\nSummary: s",
    "mobile-agent-v2": "### Thought ###\nt\n\n### Action ###\nHome\n\n### Operation ###\nHome",
}
"""What would never end, in each agent's words."""


@pytest.mark.parametrize("agent", ENDLESS)
async def test_the_budget_ends_what_would_never_end(stage: Stage, agent: str):
    """After 25 steps the session ends and no more requests are sent."""
    case = OFFICIAL[agent]
    script = ScriptedModel([], write.mobile_agent_v2_others, after=ENDLESS[agent])
    done = await play(stage.runtime, case.preset, stage.task(AGAIN), script)
    assert (done.lease.live.ending, done.lease.live.used) == ("max_steps", 25)


@pytest.mark.parametrize("what", ["errands", "wishes", "plans", "talks"])
async def test_fairys_agents_cannot_call_on_each_other_for_ever(stage: Stage, what: str):
    """If Fairy's agents keep calling each other without touching the phone, the episode ends after 25 steps."""

    class Stubborn(write.FairyScript):
        def __call__(self, asked: ReceivedRequest) -> Part:
            value = super().__call__(asked)
            assert isinstance(value, Say)
            return Say(self.bent(value.text or "", self.asked[-1]))

        def bent(self, text: str, name: str) -> str:
            if what == "errands":
                return text.replace('"Finished"', '{"app_package_name": "", "instruction": "Again."}')
            if what == "plans" and name in ("planner", "replanner"):
                return text.replace('"current_sub_goal": "Do it."', '"current_sub_goal": "Finished"')
            if what == "talks" and name == "replanner":
                return text.replace('"user_interaction_type": 0', '"user_interaction_type": "3"')
            return text

        def _global_replanner(self) -> object:  # type: ignore[override]
            if what == "plans":
                return {"current_sub_task": {"app_package_name": "", "instruction": "Again."}}
            return super()._global_replanner()

        def _interactor(self) -> object:  # type: ignore[override]
            if what == "talks":
                return {"interaction_status": "A", "interaction_thought": "", "response": "Settled."}
            return super()._interactor()

        def _decider(self) -> object:  # type: ignore[override]
            name = {"errands": "Finish", "wishes": "NeedInteraction", "talks": "NeedInteraction"}.get(what, "Wait")
            return {
                "action_thought": "",
                "actions": [{"name": name, "arguments": {}}],
                "action_expectation": "",
                "user_interaction_thought": "",
            }

    done: PlayedEpisode = await play(stage.runtime, FAIRY, stage.task(AGAIN), Stubborn(""))
    assert (done.lease.live.ending, done.lease.live.used) == ("max_steps", 25)


def test_presets_take_their_options():
    """Each preset option replaces one field of its configuration."""
    assert AUTOGLM.configured({"language": "en"}).config.prompt == "autoglm-en"
    assert APP_AGENT.configured({"rounds": "20", "mode": "generic"}).config.rounds == 20
    assert MOBILE_AGENT_V2.configured({"reflection": "off"}).config.reflection == "off"
