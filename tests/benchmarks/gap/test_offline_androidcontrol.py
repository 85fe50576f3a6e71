"""Original AndroidControl records become the steps of the published conversion."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap import datasets
from benchmarks.gap.datasets.tfrecord import Bookmark
from benchmarks.gap.records import Step
from runtime.core.errors import UsageError
from tests.support.offline_samples import SCREEN, example, forest, picture, plain, shard, split

_ACTIONS: list[dict[str, Any]] = [
    {"action_type": "open_app", "app_name": "Clock"},
    {"action_type": "click", "x": 540, "y": 1200},
    {"action_type": "long_press", "x": 100, "y": 200},
    {"action_type": "scroll", "direction": "down"},
    {"action_type": "type", "x": 10, "y": 20, "text": "never"},
    {"action_type": "input_text", "text": "seven"},
    {"action_type": "navigate_back"},
    {"action_type": "navigate_home"},
    {"action_type": "wait"},
]


def _load(tmp_path: Path, actions: Sequence[dict[str, Any]], name: str = "androidcontrol", **changes) -> list[Step]:
    path = shard(tmp_path / "android_control-00000-of-00020", [example(7, actions, **changes)])
    steps, defects = split(datasets.load(name, path))
    assert defects == []
    return steps


def test_an_episode_becomes_the_steps_of_the_published_conversion(tmp_path):
    """An AndroidControl episode gives the action codes, step numbers and texts of the published conversion."""
    steps = _load(tmp_path, _ACTIONS)
    assert [(step.step, step.truth.code, step.truth.kind) for step in steps] == [
        (1, 4, "click"), (2, 4, "click"), (3, 4, "scroll"), (5, 3, "type"), (6, 5, "press"), (7, 6, "press"),
        (8, 1, "wait"), (9, 10, "stop"),
    ]  # fmt: skip
    assert steps[0].truth.touch == steps[0].truth.lift == (540 / 1080, 1200 / 2400)
    assert (steps[2].truth.touch, steps[2].truth.lift) == ((0.5, 0.5), (0.5, 0.5 - 0.3))
    assert steps[3].truth.text == "seven"
    assert [step.truth.button for step in steps[4:6]] == ["back", "home"]
    first, last = steps[0], steps[-1]
    assert (first.dataset, first.key, first.instruction, first.low_instruction) == (
        "androidcontrol", ("7", 1), "goal 7", "do 1",
    )  # fmt: skip
    assert (first.length, first.screen, first.app, first.subset) == (10, (1080, 2400), "org.example.clock", "")
    assert last.low_instruction == "finish the task"
    assert first.source == "android_control-00000-of-00020:1"


def test_elements_are_all_bounds_of_the_forest(tmp_path):
    """Windows before their nodes, including off-screen and empty ones, as fractions; nodes without bounds are left
    out.
    """
    step = _load(tmp_path, _ACTIONS)[0]
    pixels = [
        (0, 0, 2400, 1080), (0, 0, 2400, 1080), (200, 100, 200, 200), (1000, 500, 100, 200), (0, 1080, 2400, 1080),
        (2300, 0, 100, 1080), (0, 0, 0, 0),
    ]  # fmt: skip
    assert step.boxes.tolist() == [[y / 2400, x / 1080, h / 2400, w / 1080] for y, x, h, w in pixels]
    assert step.labels == ("Clock", "", "Alarm", "Add", "off the screen", "", "")
    empty = _load(tmp_path, _ACTIONS[1:2], screen=forest())
    assert len(empty[0].boxes) == 0


@pytest.mark.parametrize(
    ("direction", "at", "lift"),
    [
        ("down", {}, (0.5, 0.5 - 0.3)),
        ("up", {}, (0.5, 0.5 + 0.3)),
        ("left", {}, (0.5 + 0.3, 0.5)),
        ("right", {}, (0.5 - 0.3, 0.5)),
        ("down", {"x": 270, "y": 600}, (0.25, 0.0)),
        ("left", {"x": 972, "y": 600}, (1.0, 0.25)),
    ],
)
def test_the_finger_goes_against_the_content(tmp_path, direction, at, lift):
    """A scroll moves the finger 0.3 of the screen against its direction, at most to the edge."""
    truth = _load(tmp_path, [{"action_type": "scroll", "direction": direction, **at}])[0].truth
    assert (truth.kind, truth.lift) == ("scroll", lift)


@pytest.mark.parametrize(
    ("option", "kinds"),
    [
        ("long_press=own", {2: "long_press"}),
        ("open_app=keep", {0: "open"}),
        ("type=keep", {4: "type"}),
        ("finish=none", {9: None}),
        ("long_press=own&open_app=keep&type=keep&finish=none", {0: "open", 2: "long_press", 4: "type", 9: None}),
    ],
)
def test_each_oddity_of_the_conversion_has_a_switch(tmp_path, option, kinds):
    """An option turns off each quirk of the published script; the other steps are unchanged."""
    usual = {step.step: step.truth.kind for step in _load(tmp_path, _ACTIONS)}
    other = {step.step: step.truth.kind for step in _load(tmp_path, _ACTIONS, f"androidcontrol?{option}")}
    expected = {step: kind for step, kind in {**usual, **kinds}.items() if kind is not None}
    assert other == expected


def test_splits_are_chosen_by_the_file_beside_the_shards(tmp_path):
    """Every shard has episodes of each split; each step names its split."""
    for number in range(2):
        shard(
            tmp_path / f"android_control-0000{number}-of-00002",
            [example(count, []) for count in (number * 3, number * 3 + 1)],
        )
    steps, _ = split(datasets.load("androidcontrol", tmp_path))
    assert [step.subset for step in steps] == [""] * 4
    with pytest.raises(UsageError, match=r"splits\.json"):
        datasets.load("androidcontrol?split=test", tmp_path)
    (tmp_path / "splits.json").write_text(json.dumps({"train": [0], "validation": [1], "test": [3]}))
    found = {
        name: [(step.episode, step.subset) for step in split(datasets.load(name, tmp_path))[0]]
        for name in ("androidcontrol", "androidcontrol?split=test", "androidcontrol?split=test+validation")
    }
    assert found["androidcontrol"] == [("0", "train"), ("1", "validation"), ("3", "test"), ("4", "")]
    assert found["androidcontrol?split=test"] == [("3", "test")]
    assert found["androidcontrol?split=test+validation"] == [("1", "validation"), ("3", "test")]
    for wrong in ("split=tests", "split=", "finish=maybe"):
        with pytest.raises(UsageError, match=wrong):
            datasets.load(f"androidcontrol?{wrong}", tmp_path)
    (tmp_path / "splits.json").write_text("[1, 2]")
    with pytest.raises(UsageError, match=r"not the splits"):
        datasets.load("androidcontrol", tmp_path)


def test_pictures_are_read_again_from_the_shard(tmp_path):
    """Steps contain a bookmark instead of a picture; each bookmark leads to the right picture, in any order."""
    path = shard(tmp_path / "android_control-00000-of-00020", [example(number, _ACTIONS[1:3]) for number in range(3)])
    steps, _ = split(datasets.load("androidcontrol", path))
    assert len(steps) == 9
    for step in (*reversed(steps), *steps):
        assert step.picture is not None
        assert step.picture() == picture(8, 16) + bytes([int(step.episode), step.step])


def test_a_step_holds_no_picture(tmp_path):
    """A step is small in memory, however large its screenshot is."""
    noise = bytes(range(256)) * 4000
    path = shard(tmp_path / "android_control-00000-of-00020", [example(1, [], screenshots=[noise])], zipped=False)
    (step,), _ = split(datasets.load("androidcontrol", path))
    held: list[Any] = [step.picture]
    seen = set()
    while held:
        item = held.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        assert sys.getsizeof(item) < 100_000
        held.extend(getattr(item, "args", ()))
        held.extend(getattr(item, "__dict__", {}).values())
        if isinstance(item, Bookmark):
            held.append(item.state)
    assert step.picture is not None
    assert step.picture() == noise


@given(data=st.data())
def test_a_truncated_shard_gives_the_steps_before_the_cut(tmp_path_factory, data):
    """A truncated shard gives a prefix of the steps, in complete episodes, and exactly one defect."""
    path = tmp_path_factory.mktemp("cut") / "android_control-00000-of-00020"
    shard(path, [example(number, _ACTIONS[:4]) for number in range(3)])
    current_data = path.read_bytes()
    everything = [plain(step) for step in split(datasets.load("androidcontrol", path))[0]]
    path.write_bytes(current_data[: data.draw(st.integers(0, len(current_data) - 1))])
    steps, defects = split(datasets.load("androidcontrol", path))
    assert [plain(step) for step in steps] == everything[: len(steps)]
    assert [defect.kind for defect in defects] == ["unreadable"]
    assert "cut short" in defects[0].detail


def test_loading_shards_together_is_loading_them_apart(tmp_path):
    """Folder, pattern and single shards give the same steps; other files are ignored."""
    records = [example(number, _ACTIONS[:3]) for number in range(6)]
    paths = [
        shard(
            tmp_path / f"android_control-0000{number}-of-00003",
            records[2 * number : 2 * number + 2],
            zipped=number != 1,
        )
        for number in range(3)
    ]
    (tmp_path / "README.md").write_text("not a shard")
    apart = [plain(step) for path in paths for step in split(datasets.load("androidcontrol", path))[0]]
    for path in (tmp_path, tmp_path / "android_control-*-of-00003", paths):
        steps, defects = split(datasets.load("androidcontrol", path))
        assert ([plain(step) for step in steps], defects) == (apart, [])


@pytest.mark.parametrize(
    ("action", "kind", "says"),
    [
        (b"{", "unreadable", "no JSON"),
        (b"\xff", "unreadable", "no JSON"),
        (b"[]", "unreadable", "no object"),
        ({}, "missing", "action_type"),
        ({"action_type": "fly"}, "unreadable", "'fly'"),
        ({"action_type": "click", "x": 5}, "missing", "no y"),
        ({"action_type": "click", "x": 1080.5, "y": 5}, "outside", "off the screen of 1080x2400"),
        ({"action_type": "click", "x": "a", "y": 5}, "unreadable", "no number"),
        ({"action_type": "scroll", "direction": "forth"}, "unreadable", "'forth'"),
        ({"action_type": "scroll", "direction": "up", "x": -5, "y": 5}, "outside", "off the screen"),
        ({"action_type": "input_text"}, "missing", "text"),
    ],
)
def test_a_bad_action_costs_its_own_step(tmp_path, action, kind, says):
    """The other steps of the episode are loaded, and the defect names shard, record, step and episode."""
    path = shard(tmp_path / "android_control-00000-of-00020", [example(1, []), example(7, [action, _ACTIONS[1]])])
    steps, (defect,) = split(datasets.load("androidcontrol", path))
    assert [step.key for step in steps] == [("1", 0), ("7", 1), ("7", 2)]
    assert (defect.kind, defect.source) == (kind, "android_control-00000-of-00020:2")
    assert says in defect.detail
    assert "step 0 of episode 7" in defect.detail


@pytest.mark.parametrize(
    "field",
    ["episode_id", "goal", "accessibility_trees", "screenshot_widths", "screenshot_heights", "step_instructions"],
)
def test_a_missing_feature_costs_its_episode(tmp_path, field):
    """An episode without one of its lists is one defect; the next episode is loaded."""
    path = shard(tmp_path / "x.tfrecord.gz", [example(7, _ACTIONS[1:2], without=[field]), example(8, [])])
    steps, (defect,) = split(datasets.load("androidcontrol", path))
    assert [step.key for step in steps] == [("8", 0)]
    assert (defect.kind, defect.source) == ("missing", "x.tfrecord.gz:1")
    assert field in defect.detail


def test_lists_that_do_not_fit_together_cost_their_episode(tmp_path):
    """An episode with inconsistent lists or invalid bytes is reported as a defect, and the next one is loaded."""
    records = [
        example(1, _ACTIONS[1:2], accessibility_trees=[SCREEN]),
        example(2, [], width=0),
        example(3, [], goal=[b"\xff"]),
        b"no protocol buffer",
        example(4, [], accessibility_trees=[b"\xff\xff"]),
        example(5, [], without=["screenshots"]),
    ]
    steps, defects = split(datasets.load("androidcontrol", shard(tmp_path / "a-of-1", records)))
    assert [step.episode for step in steps] == ["5"]
    assert [defect.kind for defect in defects] == ["missing", "unreadable", "unreadable", "unreadable", "unreadable"]
    assert [defect.source for defect in defects] == [f"a-of-1:{number}" for number in range(1, 6)]


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)
_action = st.fixed_dictionaries(
    {"action_type": st.sampled_from([action["action_type"] for action in _ACTIONS]) | _json},
    optional={
        "x": _json,
        "y": _json,
        "text": _json,
        "direction": st.sampled_from(["up", "left"]) | _json,
        "app_name": _json,
    },
)


@given(actions=st.lists(_action | _json, max_size=3), tree=st.binary(max_size=30), record=st.binary(max_size=60))
def test_any_record_gives_steps_or_defects(tmp_path_factory, actions, tree, record):
    """For any actions, trees and records, loading gives steps and defects and continues with the next episode."""
    written = [json.dumps(action).encode() for action in actions]
    path = tmp_path_factory.mktemp("any") / "a-of-1"
    shard(path, [example(1, written), example(2, written, screen=tree), record, example(3, [])])
    for name in ("androidcontrol", "androidcontrol?long_press=own&open_app=keep&type=keep"):
        steps, defects = split(datasets.load(name, path))
        assert steps[-1].key == ("3", 0)
        assert all(defect.source.startswith("a-of-1") for defect in defects)


def test_swapped_pixels_are_noticed(tmp_path):
    """If x and y are swapped, points off the screen are reported, and so is the suspected swap."""
    screen = forest(
        {"bounds": (0, 0, 1080, 2400), "nodes": [{"bounds": (900, 400, 1000, 500)}, {"bounds": (40, 2000, 90, 2100)}]}
    )
    actions = [{"action_type": "click", "x": 450, "y": 950}] * 3 + [{"action_type": "click", "x": 2050, "y": 60}]
    path = shard(tmp_path / "a-of-1", [example(1, actions, screen=screen)])
    steps, defects = split(datasets.load("androidcontrol", path))
    assert len(steps) == 4
    assert [defect.kind for defect in defects] == ["outside", "swapped"]
    assert "4 of 4 clicks" in defects[1].detail


def test_libraries_that_are_not_there_are_named(tmp_path, monkeypatch):
    """Without google_crc32c, loading AndroidControl raises a UsageError that names the extra to install."""
    path = shard(tmp_path / "a-of-1", [example(1, [])])
    monkeypatch.setitem(sys.modules, "google_crc32c", None)
    with pytest.raises(UsageError, match=r"mobile-agent-runtime\[offline\]"):
        datasets.load("androidcontrol", path)
