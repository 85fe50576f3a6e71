"""A bad record is a defect with file and line, and does not affect other steps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap import datasets
from benchmarks.gap.datasets.checks import SeenSteps
from benchmarks.gap.records import Defect
from tests.support.offline_samples import lines, split, step_record


def _defect(tmp_path: Any, record: object, dataset: str = "cagui") -> Defect:
    """Returns the single defect of a record between two good ones."""
    path = tmp_path / "steps.jsonl"
    path.write_bytes(lines([step_record("before"), record, step_record("after")]))
    steps, defects = split(datasets.load(dataset, path))
    assert [step.episode for step in steps] == ["before", "after"]
    (defect,) = defects
    assert defect.source == "steps.jsonl:2"
    return defect


@pytest.mark.parametrize(
    "field",
    ["episode_id", "step_id", "instruction", "ui_positions", "result_action_type", "result_touch_yx", "result_lift_yx"],
)
def test_a_missing_field_is_named(tmp_path, field):
    """A record without a required field, or with null in it, gives a defect that names the field."""
    for record in (step_record(**{field: None}), {**step_record(), field: None}):
        defect = _defect(tmp_path, record)
        # A record without its code no longer looks like a step of anything.
        assert (defect.kind, field in defect.detail) == ("missing", True)


@pytest.mark.parametrize(
    ("changes", "kind", "says"),
    [
        ({"result_touch_yx": [1.5, 0.4]}, "outside", "result_touch_yx is [1.5, 0.4]"),
        ({"result_lift_yx": "[0.4, -0.2]"}, "outside", "result_lift_yx is [0.4, -0.2]"),
        ({"result_touch_yx": [515, 440], "result_lift_yx": [515, 440]}, "outside", "off the screen"),
        ({"result_touch_yx": "[-1, -1]"}, "missing", "needs result_touch_yx and result_lift_yx"),
        ({"result_touch_yx": "[0.1]"}, "unreadable", "1 numbers, not two"),
        ({"result_touch_yx": "[NaN, 0.1]"}, "unreadable", "no number"),
        ({"result_touch_yx": "half way"}, "unreadable", "no list"),
        ({"result_action_type": 2}, "unreadable", "2 means nothing"),
        ({"result_action_type": "tap"}, "unreadable", "no whole number"),
        ({"result_action_type": True}, "unreadable", "no whole number"),
        ({"step_id": 1.5}, "unreadable", "no whole number"),
        ({"episode_id": ["a"]}, "unreadable", "episode_id"),
        ({"image_width": 0}, "unreadable", "image_width"),
        ({"image_height": 10**400}, "unreadable", "image_height"),
        ({"instruction": {"en": "open"}}, "unreadable", "instruction is dict"),
        ({"result_action_text": []}, "unreadable", "result_action_text is list"),
    ],
)
def test_a_field_that_makes_no_sense_is_quoted(tmp_path, changes: Mapping[str, Any], kind, says):
    """A field with an impossible value gives a defect that quotes the value."""
    defect = _defect(tmp_path, step_record(**changes))
    assert defect.kind == kind
    assert says in defect.detail


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"ui_text": ["one"]}, "1 entries for 3 boxes"),
        ({"ui_text": "Clock"}, "no list"),
        ({"episode_length": "some"}, "episode_length"),
        ({"duration": "long"}, "duration"),
    ],
)
def test_a_field_that_no_score_needs_costs_no_step(tmp_path, changes, says):
    """A malformed optional field is reported, and the step is loaded without it."""
    path = tmp_path / "steps.jsonl"
    path.write_bytes(lines([step_record(**changes)]))
    (step,), (defect,) = split(datasets.load("cagui", path))
    assert (step.labels, len(step.boxes)) == ((), 3)
    assert (defect.kind, defect.source) == ("unreadable", "steps.jsonl:1")
    assert says in defect.detail
    assert "the step is kept without" in defect.detail


@pytest.mark.parametrize("record", [[], 7, "text", None, [[[]]]])
def test_a_record_that_is_no_object_is_a_defect(tmp_path, record):
    """A record that is no object is reported as unreadable; an empty list gives nothing."""
    path = tmp_path / "steps.jsonl"
    path.write_bytes(lines([step_record("before"), record, step_record("after")]))
    steps, defects = split(datasets.load("cagui", path))
    assert len(steps) == 2
    assert [defect.kind for defect in defects] == ([] if record == [] else ["unreadable"])


def test_boxes_that_leave_the_screen_are_named_and_kept(tmp_path):
    """Boxes that leave the screen are reported but kept; in AndroidControl they are not reported."""
    path = tmp_path / "steps.jsonl"
    path.write_bytes(
        lines([step_record(ui_positions=[[0.5, 0.4, 0.05, 0.2], [0.9, 0.1, 0.3, 0.1], [0.1, 0.1, 0.1, 0.91]])])
    )
    for dataset, kinds in (("aitz", ["outside"]), ("cagui", ["outside"]), ("androidcontrol-agentcpm", [])):
        steps, defects = split(datasets.load(dataset, path))
        assert len(steps) == 1
        assert [defect.kind for defect in defects] == kinds
    assert "1 of 3 boxes" in split(datasets.load("aitz", path))[1][0].detail


def test_boxes_in_pixels_of_an_unknown_screen_are_dropped_and_named(tmp_path):
    """Boxes in pixels of a screen of unknown size are dropped and reported; with a given size they are kept."""
    path = tmp_path / "steps.jsonl"
    record = step_record(ui_positions="[[300, 100, 20, 40]]", ui_text='["Clock"]', image_width=None, image_height=None)
    path.write_bytes(lines([record]))
    (step,), (defect,) = split(datasets.load("aitz", path))
    assert (len(step.boxes), step.labels, step.truth.kind, step.screen) == (0, (), "click", None)
    assert (defect.kind, defect.source) == ("missing", "steps.jsonl:1")
    assert "image_width" in defect.detail
    (step,), defects = split(datasets.load("aitz?screen=200x600", path))
    assert (step.boxes.tolist(), step.labels, defects) == ([[0.5, 0.5, 20 / 600, 0.2]], ("Clock",), [])


def test_duplicates_are_named_once_each_and_the_first_counts(tmp_path):
    """Duplicate steps are reported once each, also across files, and the first one is used."""
    (tmp_path / "a.jsonl").write_bytes(lines([step_record("a", 0), step_record("a", 1), step_record("a", 0)]))
    (tmp_path / "b.json").write_text(json.dumps([step_record("a", 1, instruction="other"), step_record("b", 1)]))
    steps, defects = split(datasets.load("cagui", tmp_path))
    assert [step.key for step in steps] == [("a", 0), ("a", 1), ("b", 1)]
    assert [(defect.kind, defect.source) for defect in defects] == [
        ("duplicate", "a.jsonl:3"),
        ("duplicate", "b.json:1"),
    ]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(-2, 5) | st.integers(4090, 4100) | st.just(10**30))))
def test_seen_steps_are_recognized(keys):
    """The bit set agrees with a set of keys for numbers of any size and sign."""
    seen, known = SeenSteps(), set()
    for key in keys:
        assert seen.add(*key) == (key in known)
        known.add(key)


_KINDS = {
    "aitz": step_record("1", coat_action_desc="press the home button", image_path="general/GENERAL-1/GENERAL-1_0.png"),
    "cagui": step_record("0123456789abcdef" * 2, image_path="domestic/x/x_0.jpeg"),
    "androidcontrol-agentcpm": step_record(1, subset="android_control", low_instruction="tap"),
    "androidcontrol-options": {"goal": "g", "episode_id": 1, "steps": []},
}


@pytest.mark.parametrize("dataset", sorted(_KINDS))
def test_records_of_other_datasets_are_noticed(tmp_path, dataset):
    """A record that looks like another dataset is reported as mixed, with that dataset's name."""
    path = tmp_path / "mixed.jsonl"
    path.write_bytes(lines(_KINDS.values()))
    steps, defects = split(datasets.load(dataset, path))
    assert [defect.kind for defect in defects] == ["mixed"] * 3
    assert [defect.source for defect in defects] == [
        f"mixed.jsonl:{line}" for line, name in enumerate(_KINDS, 1) if name != dataset
    ]
    assert all(name in " ".join(defect.detail for defect in defects) for name in _KINDS)
    assert len(steps) == (0 if dataset == "androidcontrol-options" else 1)


def _clicks(count: int, *, swapped: int, boxes_too: bool = False) -> list[dict[str, Any]]:
    records = []
    for step in range(count):
        y, x = 0.05 + 0.03 * step, 0.9 - 0.02 * step
        box, point = [y, x, 0.02, 0.04], [y + 0.01, x + 0.01]
        if step < swapped:
            point = point[::-1]
            if boxes_too:
                box = [box[1], box[0], box[3], box[2]]
        records.append(
            step_record(step=step, ui_positions=[[0, 0, 1, 1], box], result_touch_yx=point, result_lift_yx=point)
        )
    return records


@pytest.mark.parametrize(
    ("count", "swapped", "found"), [(9, 9, True), (9, 5, True), (9, 4, False), (2, 2, True), (1, 1, False)]
)
def test_swapped_axes_are_reported_at_the_end(tmp_path, count, swapped, found):
    """If most of several clicks hit a box only with x and y swapped, one defect reports it after all steps."""
    path = tmp_path / "steps.jsonl"
    path.write_bytes(lines(_clicks(count, swapped=swapped)))
    everything = list(datasets.load("androidcontrol-agentcpm", path))
    assert len(split(everything)[0]) == count
    defects = split(everything)[1]
    assert [defect.kind for defect in defects] == (["swapped"] if found else [])
    if found:
        assert everything[-1] is defects[0]
        assert defects[0].source == "steps.jsonl"
        assert f"{swapped} of {count} clicks" in defects[0].detail
        assert "steps.jsonl:1" in defects[0].detail


def test_swapped_boxes_are_reported_too(tmp_path):
    """Swapped boxes are reported like swapped points; if both are swapped, nothing is reported."""
    path = tmp_path / "steps.jsonl"
    right = _clicks(8, swapped=0)
    for record in right:
        record["ui_positions"] = [[x, y, w, h] for y, x, h, w in record["ui_positions"]]
    path.write_bytes(lines(right))
    assert [defect.kind for defect in split(datasets.load("cagui", path))[1]] == ["swapped"]
    path.write_bytes(lines(_clicks(8, swapped=8, boxes_too=True)))
    assert split(datasets.load("cagui", path))[1] == []


def test_clicks_that_only_miss_are_not_reported_as_swapped(tmp_path):
    """Imprecise labels, which public datasets have, are not swapped axes."""
    records = [step_record(step=step, result_touch_yx=[0.3, 0.97], result_lift_yx=[0.3, 0.97]) for step in range(20)]
    (tmp_path / "a.jsonl").write_bytes(lines(records))
    assert split(datasets.load("cagui", tmp_path / "a.jsonl"))[1] == []


@given(st.data())
def test_a_truncated_dataset_gives_the_steps_before_the_cut(tmp_path_factory, data):
    """A truncated file gives a prefix of the steps, and exactly one defect unless it ends at the end of a line."""
    records = [step_record(f"e{number}", number) for number in range(4)]
    listed = data.draw(st.booleans())
    content = json.dumps(records).encode() if listed else lines(records)
    at = data.draw(st.integers(1, len(content) - 1))
    path = tmp_path_factory.mktemp("cut") / "steps.json"
    path.write_bytes(content[:at])
    steps, defects = split(datasets.load("cagui", path))
    assert [step.episode for step in steps] == [f"e{number}" for number in range(len(steps))]
    ended = not listed and content[:at].rstrip(b"\n").endswith(b"}")
    assert [defect.kind for defect in defects] == ([] if ended else ["unreadable"])


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(step_record())), _json, st.sampled_from(datasets.names()))
def test_any_json_in_a_field_gives_steps_or_defects(tmp_path_factory, field, value, dataset):
    """For any JSON in any field, loading gives steps and defects and continues with the next record."""
    if dataset == "androidcontrol":
        return
    path = tmp_path_factory.mktemp("any") / "steps.jsonl"
    path.write_bytes(lines([{**step_record("bad"), field: value}, step_record("good")]))
    steps, defects = split(datasets.load(dataset, path))
    assert all(defect.source.startswith("steps.jsonl:") or defect.kind == "swapped" for defect in defects)
    if dataset != "androidcontrol-options":
        assert [step.episode for step in steps][-1] == "good"
