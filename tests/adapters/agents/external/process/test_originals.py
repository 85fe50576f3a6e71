"""Recipes that run other authors' agent programs, tested with stand-ins that behave like those programs."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import anyio.to_thread
import pytest

from adapters.agents.external.process.console import ConsoleEvent, PromptParser
from adapters.agents.external.process.description import Description
from adapters.agents.external.recipes import originals
from adapters.agents.external.recipes.bootstrap import SettingMissing, replace_setting
from adapters.openai.fake import FakeEndpoint, ReceivedRequest, Say
from runtime.bench.listing import agents
from runtime.core.actions import Finish, Key, Launch, Takeover, Tap, Type
from runtime.core.errors import UsageError
from runtime.core.events import Performed, StateRead
from runtime.storage.run_directory import EpisodeKey, RunDirectory
from tests.support.lab import Became, play, skip_unless_isolated
from tests.support.standins import clones

SCRIPTS = {
    "glm": ["tap 540 1200", "type two “teas”", "sensitive pay?", "takeover log in|please", "finish It is|on"],
    "seer": ["tap 540 1200", "type two teas", "finish"],
    "gpt-4o": ["Tap 540 1200", "Type a b_", "Home", "Stop"],
}
"""What the models say, by their names: one decision after the other, the last one for ever."""


GLM = [
    Tap(540, 1200),
    Type("two “teas”", clear=True),
    Tap(200, 300),
    Takeover("log in\nplease"),
    Finish("It is\non"),
]
"""What the first of them then does."""


def script() -> Callable[[ReceivedRequest], Say]:
    """Returns a script that makes the fake endpoint play the model."""
    left = {name: list(texts) for name, texts in SCRIPTS.items()}

    def say(asked: ReceivedRequest) -> Say:
        mine = left[asked.body["model"]]
        return Say(mine.pop(0) if len(mine) > 1 else mine[0])

    return say


def actions(became: Became) -> list[object]:
    """The actions in the trace."""
    return [event.action for event in became.trace if isinstance(event, Performed)]


def tainted_paths(folder: Path) -> set[str]:
    """The paths that shell commands wrote in any episode of a run."""
    run = RunDirectory.open(folder)
    names = (name.rsplit("/", 2) for name in run.commits)
    truth = [
        read
        for agent, task, repeat in names
        for read in run.read_truth(
            EpisodeKey(agent, task, int(repeat)), run.commits[f"{agent}/{task}/{repeat}"].attempt
        )
    ]
    return {path for read in truth if isinstance(read, StateRead) for path in read.tainted}


async def play_recipes(folder: Path, isolation, only, monkeypatch) -> tuple[dict[str, Became], list[ReceivedRequest]]:
    """Runs the agents whose names begin with `only`; returns their outcomes and the model requests."""
    monkeypatch.setenv("A_KEY", "sk-of-theirs")
    found = await anyio.to_thread.run_sync(clones, folder / "src")
    async with FakeEndpoint(script(), key="sk-of-theirs") as endpoint:

        def program_uri(name: str, *more: str) -> str:
            return "&".join((f"original:{name}?clone={found[name]}&python={sys.executable}", *more))

        model = (f"base_url={endpoint.url}", "key=A_KEY")
        programs = {
            "open-autoglm": program_uri("open-autoglm", "model=glm", *model),
            "appagent": program_uri("appagent", "model=seer", "package=com.android.settings", "pause=0", *model),
            "mobile-agent-v2": program_uri("mobile-agent-v2", *model),
            "uiautomator2": program_uri("uiautomator2"),
        }
        # By names of their own: agents of ours behind a model are called as the originals are.
        programs = {f"original-{name}": address for name, address in programs.items() if name.startswith(only)}
        became = await play(folder, programs, isolation=isolation, phones=len(programs))
        return {name.removeprefix("original-"): item for name, item in became.items()}, endpoint.asked


@pytest.mark.skipif(shutil.which("adb") is None, reason="the real adb is not installed; .ci/run installs it")
async def test_every_recipe_plays(tmp_path, monkeypatch):
    """Each recipe performs the expected actions and ending, and leaves no file in the clone and no key in the run."""
    skip_unless_isolated()
    became, asked = await play_recipes(tmp_path, "namespaces", "", monkeypatch)

    assert actions(became["open-autoglm"]) == GLM
    assert actions(became["appagent"]) == [
        Launch("com.android.settings"),
        Tap(540, 1200),
        Type("two teas"),
        Finish(""),
    ]
    assert actions(became["mobile-agent-v2"]) == [
        Tap(540, 1200),
        Type("a b"),
        Key("ENTER"),
        Key("HOME"),
        Finish(""),
    ]
    assert actions(became["uiautomator2"])[:2] == [Launch("com.android.settings"), Tap(408, 649)]
    assert actions(became["uiautomator2"])[2:] == [Type("tea"), Key("HOME")]
    endings = {name: (item.ending, item.faults) for name, item in became.items()}
    assert endings == {
        "open-autoglm": ("finished", ()),
        "appagent": ("finished", ()),
        "mobile-agent-v2": ("finished", ()),
        "uiautomator2": ("stopped", ()),
    }
    assert all("irplane" in item.text for item in asked)  # the instruction, whichever way it went
    assert not list((tmp_path / "src").rglob("tasks"))
    assert not list((tmp_path / "src").rglob("screenshot"))
    assert "sk-of-theirs" not in (tmp_path / "run" / "run.json").read_text()
    # Their keyboards, servers and captures are tools: the phones saw no other writes by commands.
    tainted = await anyio.to_thread.run_sync(tainted_paths, tmp_path / "run")
    assert tainted <= {"settings/secure/default_input_method", "settings/secure/enabled_input_methods"}


@pytest.mark.skipif(shutil.which("adb") is None, reason="the real adb is not installed; .ci/run installs it")
async def test_a_recipe_plays_without_isolation_too(tmp_path, monkeypatch):
    """Without isolation a recipe gives the same trace."""
    became, _ = await play_recipes(tmp_path, "none", "open", monkeypatch)

    assert actions(became["open-autoglm"]) == GLM
    assert became["open-autoglm"].ending == "finished"


# -- what is wrong is said before anything is opened ------------------------------------------------------------------


@pytest.fixture(name="clone")
def _clone(tmp_path: Path) -> Path:
    return clones(tmp_path)["appagent"]


def make_program(name: str, text: str, ours: dict[str, str] | None = None):
    """Makes the program for a recipe with these options."""
    found = originals.load_recipe(name)
    return originals.program_description(found, name, originals.parse_options(found, name, text, ours or {}))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("model=m", "needs base_url=…, the endpoint"),
        ("model=m&base_url=http://127.0.0.1:1/v1&colour=red", "'colour=red' is not an option"),
        ("model=m&model=n", "'model=n' is given twice"),
        ("model", "'model' is not an option"),
        ("model=m&base_url=127.0.0.1:1", "is not a URL"),
        ("model=m&base_url=http://127.0.0.1:1/v1&key=NOT_THERE", "variable NOT_THERE is not set"),
        ("model=m&base_url=http://127.0.0.1:1/v1&pause=soon", "no setting REQUEST_INTERVAL that accepts 'soon'"),
    ],
)
def test_options_that_cannot_be_are_told_with_what_there_is(clone, more, message):
    """Unknown, missing, repeated or malformed recipe options raise a UsageError with the valid ones."""
    with pytest.raises(UsageError, match="original:appagent") as error:
        make_program("appagent", f"clone={clone}&python=python3&{more}")
    assert message in str(error.value)


def test_a_clone_of_something_else_is_told(clone, tmp_path):
    """A clone that lacks a file, a setting or its folder is refused by name; so is an unknown recipe."""
    text = f"clone={clone}&python=python3&model=m&base_url=http://127.0.0.1:1/v1"
    (clone / "config.yaml").write_text("MODEL: x\n")
    with pytest.raises(UsageError, match="has no setting OPENAI_API_BASE; the recipe is for another version"):
        make_program("appagent", text)
    (clone / "scripts" / "model.py").unlink()
    with pytest.raises(UsageError, match=r"there is no scripts/model\.py in"):
        make_program("appagent", text)
    with pytest.raises(UsageError, match="is not a folder; give a clone of"):
        make_program("appagent", text.replace(str(clone), str(tmp_path / "nowhere")))
    with pytest.raises(UsageError, match="there is no original 'other'; there is: appagent, "):
        originals.load_recipe("other")


def test_keys_are_in_no_command_line(clone):
    """A model key is passed by an environment variable and never occurs in the command line."""
    made = make_program(
        "appagent", f"clone={clone}&python=py&model=m&base_url=http://localhost:81/v1", {"OPENAI_API_KEY": "K9"}
    )
    assert not any("K9" in word for word in made.command)
    assert made.environment["MAR_MODEL_KEY"] == "K9"
    assert "http://localhost:81/v1" in made.command[-1]


def test_an_endpoint_is_written_to_the_settings(clone):
    """An endpoint's URL and model name are written to the settings."""
    made = make_program("appagent", f"clone={clone}&python=py&model=a%26b&base_url=https://models.example/v1/")
    job = json.loads(made.command[-1])
    assert job["settings"]["config.yaml"]["OPENAI_API_BASE"] == "https://models.example/v1/chat/completions"
    assert job["settings"]["config.yaml"]["OPENAI_API_MODEL"] == "a&b"
    assert job["first"] == []


def test_every_recipe_has_its_page_and_is_listed(monkeypatch):
    """Each recipe has a documentation page with its options and an example, and is listed as an agent."""
    listed = {row["name"]: row for row in agents()}
    folder = Path(originals.__file__).parent
    for name in originals.recipe_names():
        page = (folder / f"{name}.md").read_text(encoding="utf-8")
        assert f"original:{name}?clone=" in page
        assert all(f"`{key}`" in page for key in originals.load_recipe(name).options), name
        assert listed[f"original:{name}"]["example"].startswith(f"--agent 'original:{name}?clone=")


# -- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("style", "text", "value", "made"),
    [
        ("py", 'x = 1\nkey = ""\n', 'a "b" \\c', "x = 1\nkey = 'a \"b\" \\\\c'\n"),
        ("py", "key = 5  # five\r\n", "7", "key = 7  # five\r\n"),
        ("py", "key = True\nkey = True\n", "False", "key = False\nkey = True\n"),
        ("yaml", 'key: "x"  # said\n', "ü: #1", 'key: "ü: #1"  # said\n'),
        ("yaml", "other_key: 1\nkey: plain text # why\n", "2", 'other_key: 1\nkey: "2" # why\n'),
        ("yaml", "key: 0.5", "10", "key: 10"),
    ],
)
def test_a_setting_is_changed_where_it_stands(style, text, value, made):
    """Replacing a setting quotes texts, keeps numbers, and leaves the rest of the file unchanged."""
    assert replace_setting(text, style, "key", value) == made


@pytest.mark.parametrize(("text", "value"), [("keys: 1\n", "2"), ("# key: 1\n", "2"), ("key: 1\n", "two")])
def test_a_setting_that_is_not_there_is_told(text, value):
    """Replacing a missing setting, or a number with a text, raises SettingMissing."""
    with pytest.raises(SettingMissing, match="key"):
        replace_setting(text, "yaml", "key", value)


# -- consoles ---------------------------------------------------------------------------------------------------------


def console_events(name: str, text: str) -> list[ConsoleEvent]:
    """The questions that a recipe parses from a console."""
    prompts = PromptParser(chosen_consoles(name))
    return [*prompts.feed(text.encode()), *prompts.quiet()]


def chosen_consoles(name: str):
    """The description of a recipe as far as its console goes."""
    fields = originals.load_recipe(name).program
    return Description(
        command=("x",), **{key: fields[key] for key in ("replies", "takeover", "finish") if key in fields}
    )


DECISION = f"{'#' * 50} Decision {'#' * 50}\n### Thought ###\nStop it?\n\n### Action ###\n%s\n\n### Operation ###\nso\n"


@pytest.mark.parametrize(
    ("action", "ends"),
    [("Stop", True), ("Stop: all is done", True), ("Stop: all done, Back home", False), ("Tap (1, 2)", False)],
)
def test_mobile_agent_v2_ends_only_with_stop_as_the_only_action(action, ends):
    """The console of Mobile-Agent-v2 means the end only if Stop is the only action word in the decision."""
    assert console_events("mobile-agent-v2", DECISION % action) == ([ConsoleEvent("finish", "")] if ends else [])


def test_open_autoglm_ends_only_with_its_own_result_frame():
    """Only Open-AutoGLM's own frame around the result means the end, not similar words in its thoughts."""
    frame = f"\n🎉 {'=' * 48}\n✅ 任务完成: 共计\n12元\n{'=' * 50}\n\n\nResult: 共计\n12元\n"
    assert console_events("open-autoglm", "Result: I think so\n✅ Done: no\nConfirm? (Y/N): maybe\n") == []
    assert console_events("open-autoglm", frame) == [ConsoleEvent("finish", "共计\n12元")]
    assert console_events("open-autoglm", "\nResult: Max steps reached\n") == []


def test_appagent_is_told_of_documents_and_its_task():
    """AppAgent's prompt for the type of documents is answered with 1."""
    text = "\x1b[34m… Type 1 or 2.\n1. Autonomous exploration\n2. Human Demonstration\n\x1b[0m\n"
    assert console_events("appagent", text) == [ConsoleEvent("reply", "1")]
