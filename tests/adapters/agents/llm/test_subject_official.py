"""Official mode against the facts of the original programs: app names, sampling values, prompts and operators."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from adapters.agents.formats import ui_tars
from adapters.agents.formats.app_names import APPS, current_app, package_of
from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.ui_tars_strict import KEYS
from adapters.agents.llm.autoglm.agent import AUTOGLM, AUTOGLM_EN
from adapters.agents.llm.general.presets import UI_TARS_1_0, UI_TARS_1_5, UI_TARS_DOUBAO
from adapters.agents.llm.kit.pictures import FULL, SizeRule
from adapters.openai.fake import ReceivedRequest
from runtime.core.actions import AskUser, Finish, Key, Launch, Noop, ParseError
from runtime.core.errors import UsageError
from tests.adapters.agents.llm.conftest import Stage
from tests.support import loop_writers as write
from tests.support.native_writers import WRITERS
from tests.support.scripted_models import ScriptedModel, native, play
from tests.support.subject_cases import CASES

TASK, OPEN = "shop.griddleagain.standard", "social.mute.incomplete"
"""One with touches only, and one that leaves something open."""
SAMPLING = ("temperature", "top_p", "frequency_penalty", "seed", "max_tokens")


def sampling(asked: ReceivedRequest) -> dict[str, float]:
    """Returns the sampling values of a request."""
    return {name: asked.body[name] for name in SAMPLING if name in asked.body}


# -- AutoGLM ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("微信", "com.tencent.mm"),
        ("wechat", "com.tencent.mm"),
        ("去哪儿旅行", "com.Qunar"),
        ("Settings", "com.android.settings"),
        ("Android  System Settings", "com.android.settings"),
        ("Clock", "com.android.deskclock"),
        ("Google Clock", "com.google.android.deskclock"),
        ("Files", "com.android.fileexplorer"),
        ("SimpleCalendarPro", "com.scientificcalculatorplus.simplecalculator.basiccalculator.mathcalc"),
        ("settings", None),
        (" Settings", None),
        ("com.android.settings", None),
        ("Parlowe", None),
    ],
)
def test_autoglm_knows_apps_by_the_names_of_its_table(name: str, package: str | None):
    """Names are looked up letter by letter; packages and names of other apps are unknown."""
    assert package_of(name) == package


def test_autoglms_table_is_complete():
    """The table has the original's 168 names for 86 packages, each name once."""
    names = [name for names in APPS.values() for name in names]
    assert (len(set(names)), len(names), len(APPS)) == (168, 168, 86)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("  mCurrentFocus=Window{1a u0 com.android.settings/com.android.settings.Settings}", "AndroidSystemSettings"),
        ("  mFocusedApp=ActivityRecord{2b u0 com.tencent.mm/.ui.LauncherUI t7}", "微信"),
        ("  mCurrentFocus=Window{1a u0 com.google.android.apps.docs.editors.slides/.Main}", "Google Drive"),
        ("  mCurrentFocus=Window{1a u0 com.home.elements/.Main}", "饿了么"),
        ("  mCurrentFocus=Window{1a u0 com.parlowe.chat/.MainActivity}", "System Home"),
        ("  mCurrentFocus=null", "System Home"),
        ("  mTopApp=com.tencent.mm", "System Home"),
    ],
)
def test_autoglm_names_the_app_in_front_by_its_table(line: str, name: str):
    """The first package of the table that occurs in a line on the focus gives the name, parts of words included."""
    assert current_app(f"WINDOW MANAGER\n{line}\n") == name


async def test_autoglm_launches_what_its_table_names(stage: Stage):
    """Officially an app of the table starts, any other name does nothing, and the screen info names the app."""
    calls = ["Settings", "Parlowe", "com.parlowe.chat", "Google Clock", "Clock"]
    replies = [f'Go on.do(action="Launch", app="{app}")' for app in calls]
    done = await play(stage.runtime, AUTOGLM, stage.task(TASK), ScriptedModel([*replies, 'finish(message="ok")']))
    assert done.watched.actions[:5] == [
        Launch("com.android.settings"), Noop(), Noop(), Launch("com.google.android.deskclock"),
        Launch("com.android.deskclock"),
    ]  # fmt: skip
    shown = ["System Home", *["AndroidSystemSettings"] * 4, "Clock"]
    infos = [item.body["messages"][-1]["content"][-1]["text"] for item in done.asked]
    assert [info.rpartition("\n\n")[2] for info in infos] == [f'{{"current_app": "{app}"}}' for app in shown]


async def test_in_generic_mode_autoglm_launches_the_phones_own_apps(stage: Stage):
    """In generic mode Launch takes the names of the phone's apps, and the screen info the end of the package."""
    replies = ['do(action="Launch", app="Parlowe")', 'finish(message="ok")']
    preset = AUTOGLM.configured({"mode": "generic"})
    done = await play(stage.runtime, preset, stage.task(TASK), ScriptedModel(replies))
    assert done.watched.actions[0] == Launch("Parlowe")
    assert '{"current_app": "chat"}' in done.asked[1].text
    assert sampling(done.asked[0]) == {"temperature": 0, "max_tokens": 3000}


@pytest.mark.parametrize("preset", [AUTOGLM, AUTOGLM_EN])
async def test_autoglm_is_sampled_as_its_client_samples(stage: Stage, preset):
    """Officially temperature 0, top_p 0.85, frequency_penalty 0.2 and 3000 tokens are sent."""
    done = await play(stage.runtime, preset, stage.task(TASK), ScriptedModel(['finish(message="ok")']))
    assert sampling(done.asked[0]) == {
        "temperature": 0, "top_p": 0.85, "frequency_penalty": 0.2, "max_tokens": 3000,
    }  # fmt: skip


# -- UI-TARS ---------------------------------------------------------------------------------------------------------

UI_TARS = {preset.config.name: preset for preset in (UI_TARS_1_0, UI_TARS_1_5, UI_TARS_DOUBAO)}
EVERY_UI_TARS = pytest.mark.parametrize("name", UI_TARS)


def action_space() -> list[str]:
    """Returns the calls that the official prompt offers, with numbers, a text, a direction and a key filled in."""
    text = UI_TARS_1_5.configured({"mode": "official"}).prompt_files.read()["ui-tars-operator"].text
    calls = re.findall(r"(?m)^\w+\(.*?\)(?= #|$)", text.partition("## Action Space")[2].partition("##")[0])
    fill = {"'[x1, y1, x2, y2]'": "'[1, 2, 3, 4]'", "'[x3, y3, x4, y4]'": "'[5, 6, 7, 8]'", "content=''": "content='a'"}
    fill |= {"down or up or right or left": "down", "key=''": "key='back'"}
    for old, new in fill.items():
        calls = [call.replace(old, new) for call in calls]
    return calls


def test_ui_tarss_prompt_offers_what_its_operator_does():
    """Each call of the official prompt is carried out by the operator, and they are the operator's own."""
    surface = ui_tars.FORMAT.surface(Screen(1080, 2400), mode="official")
    found = {call: ui_tars.FORMAT.read(f"Action: {call}", surface, "official").acts for call in action_space()}
    assert {call: [act.action.kind for act in acts] for call, acts in found.items()} == {
        "click(start_box='[1, 2, 3, 4]')": ["tap"],
        "type(content='a')": ["type"],
        "swipe(start_box='[1, 2, 3, 4]', end_box='[5, 6, 7, 8]')": ["swipe"],
        "scroll(start_box='[1, 2, 3, 4]', direction='down')": ["swipe"],
        "hotkey(key='back')": ["key"],
        "wait()": ["wait"],
        "press_home()": ["key"],
        "finished()": ["finish"],
        "call_user()": ["finish"],
    }


def test_ui_tarss_prompt_names_the_keys_of_its_operator():
    """The keys in the official prompt are those that the operator presses."""
    text = UI_TARS_1_5.configured({"mode": "official"}).prompt_files.read()["ui-tars-operator"].text
    (named,) = re.findall(r"One of the keys ([\w, ]+)\.", text)
    assert named.split(", ") == list(KEYS)


def test_the_prompt_of_official_mode_can_be_replaced():
    """The official prompt is among those that `--prompts` takes, and generic mode does not use it."""
    spec = UI_TARS_1_5.spec
    assert spec.optional_prompts is not None
    assert spec.optional_prompts.names == ("ui-tars-operator",)
    assert spec.prompts is not None
    assert spec.prompts.names == ("ui-tars-2", "ui-tars-ask")


@EVERY_UI_TARS
def test_ui_tars_takes_all_from_the_same_program(name: str):
    """Prompt, pictures, history and coordinates are those of the authors' program for the version of the model."""
    config = UI_TARS[name].configured({"mode": "official"}).config
    sizes = {"ui-tars-1.0": SizeRule(2700 * 28 * 28), "ui-tars-1.5": FULL, "ui-tars-doubao": SizeRule(5120 * 28 * 28)}
    assert (config.prompt, config.rule, config.images, config.boxes) == ("ui-tars-operator", "turns", 5, False)
    assert config.scheme == ("abs_smart28" if name == "ui-tars-1.5" else "rel1000")
    assert config.size == sizes[name]
    with pytest.raises(UsageError, match="in official mode the prompt is that of the operator"):
        UI_TARS[name].configured({"mode": "official", "prompt": "ui-tars-2"})


@EVERY_UI_TARS
async def test_ui_tars_meets_every_requirement_by_its_operator(stage: Stage, name: str):
    """Officially the right way in the operator's actions meets every requirement; apps are opened by their icons."""
    writer = write.ui_tars_operator(WRITERS[name])
    preset = UI_TARS[name].configured({"mode": "official"})
    done = await play(stage.runtime, preset, stage.task(TASK), ScriptedModel(native(await stage.way(TASK), writer)))
    assert len(done.score.met) == done.score.requirements
    assert all(met for met, _ in done.score.met.values())
    assert not any(isinstance(action, (Noop, ParseError)) for action in done.watched.actions)


async def test_ui_tars_goes_on_after_what_it_cannot_do(stage: Stage):
    """An unreadable reply stays in the conversation without a word about it, and an unknown action does nothing."""
    replies = ["I look around.", "Thought: t\nAction: press_back()", "Thought: t\nAction: hotkey(key='home')"]
    preset = UI_TARS_1_5.configured({"mode": "official"})
    done = await play(stage.runtime, preset, stage.task(TASK), ScriptedModel([*replies, "Action: finished()"]))
    error, *rest = done.watched.actions
    assert isinstance(error, ParseError)
    assert rest == [Noop(), Key("HOME"), Finish()]
    texts = [message["content"] for message in done.asked[-1].body["messages"][1:]]
    assert [text for text in texts if isinstance(text, str)] == replies
    assert all(part["type"] == "image_url" for text in texts if not isinstance(text, str) for part in text)


async def test_ui_tars_calls_nobody(stage: Stage):
    """Officially call_user() ends the run and no user hears of it."""
    preset = UI_TARS_1_5.configured({"mode": "official"})
    done = await play(
        stage.runtime, preset, stage.task(OPEN), ScriptedModel(["Thought: For how long?\nAction: call_user()"])
    )
    assert done.watched.actions == [Finish(status="infeasible")]
    assert done.watched.replies == []
    assert not any(isinstance(action, AskUser) for action in done.watched.actions)


# -- sampling --------------------------------------------------------------------------------------------------------

SAMPLED: Mapping[str, Mapping[str, float]] = {
    "ui-tars-1.0": {"top_p": 0.7, "max_tokens": 1000},
    "ui-tars-1.5": {"top_p": 0.7, "max_tokens": 65535},
    "ui-tars-doubao": {"top_p": 0.7, "max_tokens": 1000},
    "mai-ui": {"top_p": 1, "frequency_penalty": 0, "seed": 42, "max_tokens": 2048},
    "som": {"max_tokens": 1000},
    "appagent": {"max_tokens": 300},
    "mobile-agent-v2": {"seed": 1234, "max_tokens": 2048},
}
"""What the authors' programs send beside temperature 0; AutoGLM's is above."""


@pytest.mark.parametrize("name", SAMPLED)
async def test_the_values_of_the_authors_programs_are_sent(stage: Stage, name: str):
    """In official mode a preset's requests have its program's sampling values; in generic mode temperature 0 only."""
    case, way = CASES[name], (await stage.way(TASK))[-1:]
    done = await case.played(stage.runtime, stage.task(TASK), way, mode="official")
    assert sampling(done.asked[0]) == {"temperature": 0, **SAMPLED[name]}
    done = await case.played(stage.runtime, stage.task(TASK), way, mode="generic")
    assert sampling(done.asked[0]).keys() == {"temperature", "max_tokens"}
