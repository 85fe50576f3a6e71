"""Official mode against the facts of the original programs: app names, sampling values, prompts and operators."""

from __future__ import annotations

import pytest

from adapters.agents.formats.app_names import APPS, current_app, package_of
from adapters.agents.llm.autoglm.agent import AUTOGLM, AUTOGLM_EN
from adapters.openai.fake import ReceivedRequest
from runtime.core.actions import Launch, Noop
from tests.adapters.agents.llm.conftest import Stage
from tests.support.scripted_models import ScriptedModel, play

TASK = "shop.griddleagain.standard"
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
