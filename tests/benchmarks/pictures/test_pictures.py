"""The pictures in README and docs: they are current, their content, their size, and equal input gives equal bytes."""

from __future__ import annotations

import json
from contextvars import Context
from dataclasses import replace
from pathlib import Path

import anyio
import pytest
from PIL import Image

from benchmarks.pictures.compose import phones_picture, run_picture, summary
from benchmarks.pictures.drawing import font, to_png, wrap
from benchmarks.pictures.inputs import INPUTS, Inputs, picture_inputs
from benchmarks.pictures.recording import EPISODE, SCREENS, Episode, Moment, describe, touched
from runtime.core.actions import AskUser, Finish, Key, Tap
from runtime.core.events import Score
from runtime.plugins import registry
from runtime.screen.tree import parse

PICTURES = Path(__file__).parents[3] / "docs/pictures"
ROW = b"""<hierarchy rotation="0">
<node index="0" class="android.widget.FrameLayout" package="a" bounds="[0,0][1080,2400]">
<node index="0" class="android.widget.LinearLayout" package="a" clickable="true" bounds="[0,900][1080,1100]">
<node index="0" class="android.widget.TextView" package="a" text="Mute notifications" bounds="[100,920][500,980]"/>
<node index="1" class="android.widget.TextView" package="a" text="Off" bounds="[100,1000][500,1060]"/>
</node></node></hierarchy>"""


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    """Digests of what determines the pictures now."""
    return Context().run(anyio.run, picture_inputs, PICTURES)


@pytest.mark.parametrize("name", ["run.png", "phones.png", "report.png"])
def test_the_committed_pictures_are_current(name: str, inputs: Inputs) -> None:
    """What determines a picture is what it was made from."""
    made_from = json.loads((PICTURES / INPUTS).read_text(encoding="utf-8"))[name]
    changed = ", ".join(group for group in inputs[name] if inputs[name][group] != made_from.get(group))
    assert not changed, f"docs/pictures/{name} is not current ({changed}); python -m benchmarks.pictures makes it again"


@pytest.fixture(scope="module")
def tasks():
    """The suite, by task id."""
    return {task.id: task for task in registry.suite("clarity240").tasks}


@pytest.fixture
def episode(tasks):
    """An episode of three blank screens, with a question on the second."""
    task = tasks[EPISODE]
    screens = [Image.new("RGB", (1080, 2400), color) for color in ("white", "navy", "teal")]
    score = Score(
        episode="reader/x/0",
        judge="rules",
        task=task.id,
        agent="reader",
        intent=task.intent.id,
        level=task.level,
        domain=task.intent.domain,
        difficulty=task.intent.difficulty,
        apps=task.intent.apps,
        requirements=2,
        key_steps=1,
        gap=1,
        steps=2,
        turns=1,
        met={"a": (True, True), "b": (True, False)},
        hits={"k": True},
        labels={1: "compliant"},
        filled={1: ("b",)},
    )
    moments = (
        Moment(screens[0], Tap(540, 1000), "Parlowe"),
        Moment(screens[1], AskUser("Which one would you like?"), reply="1 week, please."),
        Moment(screens[1], Key("BACK")),
        Moment(screens[2], Finish()),
    )
    return Episode(task, score, moments)


def test_the_same_episode_gives_the_same_bytes(episode):
    """Drawing the same episode twice gives the same bytes."""
    assert to_png(run_picture(episode)) == to_png(run_picture(episode))


def test_the_dialogue_covers_a_part_of_the_screen_that_it_is_about(episode):
    """Dialogue bubbles are drawn over the screens and do not change the picture's size."""
    moments = (replace(moment, action=Key("BACK"), reply="") if moment.reply else moment for moment in episode.moments)
    silent = replace(episode, moments=tuple(moments))
    assert run_picture(silent).size == run_picture(episode).size
    assert run_picture(silent).tobytes() != run_picture(episode).tobytes()


def test_the_last_line_says_what_was_judged(episode):
    """The summary line shows each judged count together with its total."""
    assert summary(episode).split("   ·   ") == [
        "Judged: 1 of 2 requirements met",
        "1 of 1 key steps",
        "0 of 2 steps redundant",
        "1 of 1 questions proper",
        "1 of 1 missing values obtained",
    ]


def test_a_tap_is_named_by_the_smallest_element_with_a_text():
    """A tap is named by the text of the smallest element under it, or else by its row's first text."""
    tree = parse(ROW)
    assert touched(tree, Tap(900, 1000)) == "Mute notifications"
    assert touched(tree, Tap(200, 1030)) == "Off"
    assert touched(tree, Key("BACK")) == ""
    assert touched(None, Tap(200, 1030)) == ""


def test_actions_are_described_in_a_few_words():
    """Actions are described by their kind, and a tap also by the label of its target."""
    screen = Image.new("RGB", (9, 20))
    actions = (Tap(1, 1), Key("BACK"), AskUser("Which?"), Finish("Done"))
    assert [describe(Moment(screen, action)) for action in actions] == ["Tap", "Key", "Ask the user", "Finish"]
    assert describe(Moment(screen, Tap(1, 1), "Save")) == "Tap “Save”"


def test_a_long_text_is_cut_after_the_last_line():
    """A text with too many lines is cut after the last one and ends with an ellipsis."""
    lines = wrap("one two three four five six", 60, font(20), 2)
    assert len(lines) == 2
    assert lines[1].endswith(" …")


def test_phones_stand_in_rows():
    """With fewer columns, the picture of several phones becomes narrower and higher."""
    screens = [Image.new("RGB", (1080, 2400), "white")] * 5
    wide, tall = phones_picture(screens, columns=5), phones_picture(screens, columns=3)
    assert wide.width > tall.width
    assert wide.height < tall.height


def test_every_phone_of_the_grid_plays_another_intent(tasks):
    """The grid of twenty phones shows twenty different intents."""
    assert len({tasks[task].intent.id for task, _ in SCREENS}) == 20


@pytest.mark.parametrize("name", ["run.png", "phones.png", "report.png"])
def test_the_committed_pictures_are_small(name):
    """The committed pictures are smaller than 400 kB and narrower than 2400 pixels."""
    path = PICTURES / name
    assert path.stat().st_size < 400_000
    with Image.open(path) as picture:
        assert picture.width < 2400
