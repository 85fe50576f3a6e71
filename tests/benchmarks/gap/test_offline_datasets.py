"""Folders, files and shards are found and read lazily, and steps contain all data of their records."""

from __future__ import annotations

import json
import re
import shutil
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap import datasets
from benchmarks.gap.datasets import jsonfiles
from benchmarks.gap.records import Defect, Step
from runtime.core.errors import UsageError
from tests.support.offline_samples import lines, picture, plain, split, step_record, tree

_COAT = {
    "coat_screen_desc": "A home screen.",
    "coat_action_think": "It is visible.",
    "coat_action_desc": "click on the Clock icon",
    "coat_action_result": "It opens.",
}


def _aitz(root: Path) -> Path:
    """Writes two episodes as unpacked: boxes in pixels, and screen sizes only in the pictures."""
    for subset, name, count in (("general", "GENERAL-9001", 2), ("web_shopping", "WEB_SHOPPING-9002", 1)):
        records = [
            step_record(
                name.split("-")[1],
                step,
                image_width=None,
                image_height=None,
                ui_positions="[[300, 100, 20, 40], [10, 20, 30, 40]]",
                ui_text='["Clock", "it\'s"]',
                ui_types='["TEXT", "TEXT"]',
                result_touch_yx="[0.515, 0.44]",
                result_lift_yx="[0.515, 0.44]",
                image_path=f"{subset}/{name}/{name}_{step}.png",
                image_full_path=f"elsewhere/{name}_{step}.png",
                **_COAT,
            )
            for step in range(count)
        ]
        folder = root / "test" / subset
        tree(folder, {name: records})
        for step in range(count):
            (folder / name / f"{name}_{step}.png").write_bytes(picture(270, 600))
    return root


def test_aitz_is_read_from_its_folders(tmp_path):
    """AITZ episodes are read with sizes from their pictures, boxes in fractions, and the subset from the path."""
    steps, defects = split(datasets.load("aitz", _aitz(tmp_path)))
    assert defects == []
    assert [step.key for step in steps] == [("9001", 0), ("9001", 1), ("9002", 0)]
    step = steps[1]
    assert (step.dataset, step.subset, step.screen, step.length) == ("aitz", "general", (270, 600), 3)
    assert step.boxes.tolist() == [[300 / 600, 100 / 270, 20 / 600, 40 / 270], [10 / 600, 20 / 270, 30 / 600, 40 / 270]]
    assert step.labels == ("Clock", "it's")
    assert (step.truth.kind, step.truth.code, step.truth.description) == ("click", 4, "click on the Clock icon")
    assert (step.truth.touch, step.truth.lift) == ((0.44, 0.515), (0.44, 0.515))
    file, _, line = step.source.rpartition(":")
    assert file == "test/general/GENERAL-9001/GENERAL-9001.json"
    assert (tmp_path / file).read_text("utf-8").splitlines()[int(line) - 1 :][:1] == ["  {"]
    assert int(line) > 2
    assert step.picture is not None
    assert step.picture() == picture(270, 600)
    assert steps[2].subset == "web_shopping"


def test_an_icon_is_called_by_its_type(tmp_path):
    """An icon without text gets its type as its label."""
    record = step_record(
        "1",
        0,
        ui_positions="[[0.1, 0.1, 0.1, 0.1], [0.5, 0.5, 0.1, 0.1], [0.7, 0.7, 0.1, 0.1]]",
        ui_text='["", "Clock", ""]',
        ui_types='["ICON_THREE_DOTS", "TEXT", "TEXT"]',
        **_COAT,
    )
    (step,), defects = split(datasets.load("aitz", tree(tmp_path, {"GENERAL-1": [record]})))
    assert (step.labels, defects) == (("ICON_THREE_DOTS", "Clock", ""), [])


@pytest.mark.parametrize("part", ["", "test", "test/general", "test/general/GENERAL-9001"])
def test_any_folder_of_a_dataset_may_be_given(tmp_path, part):
    """The dataset's root, split, subset or episode folder can be given, and pictures are found from each."""
    steps, defects = split(datasets.load("aitz", _aitz(tmp_path) / part))
    assert defects == []
    assert len(steps) == (3 if part in ("", "test") else 2)
    assert all(step.picture is not None for step in steps)


def test_pictures_are_found_by_the_tail_of_their_path(tmp_path):
    """Paths of other machines are searched for below the dataset; records can name only pictures."""
    root = tmp_path / "data" / "split"
    (root / "images" / "7").mkdir(parents=True)
    (root / "images" / "7" / "a.png").write_bytes(b"inside")
    (tmp_path / "data" / "shots").mkdir()
    (tmp_path / "data" / "shots" / "b.PNG").write_bytes(b"beside the split")
    (root / "key.txt").write_bytes(b"no picture")
    (tmp_path / "data" / "c.png").write_bytes(b"not reached by dots")
    paths = [
        "/mnt/other/images/7/a.png", "images/7/a.png", "mnt/shots/b.PNG",
        "images/../../c.png", str(root / "key.txt"), "a.png", "x\0.png", "", "images",
    ]  # fmt: skip
    records = [step_record(step=step, image_path=path) for step, path in enumerate(paths)]
    (root / "steps.jsonl").write_bytes(lines(records))
    steps, defects = split(datasets.load("cagui", root))
    assert defects == []
    found = [None if step.picture is None else step.picture() for step in steps]
    assert found == [b"inside", b"inside", b"beside the split"] + [None] * 6


def test_cagui_is_read_with_chinese_and_seconds(tmp_path):
    """Fractions are unchanged, instructions are Chinese, durations become milliseconds, lengths are not checked."""
    name = "0" * 29 + "abc"
    record = step_record(
        name, instruction="打开设置", ui_positions="[[0.10, 0.05, 0.05, 0.20]]", duration=1.5, result_action_type=0,
        result_touch_yx="[0.125, 0.15]", result_lift_yx="[0.125, 0.15]", episode_length=22,
        image_path=f"domestic/{name}/{name}_0.jpeg",
    )  # fmt: skip
    tree(tmp_path / "domestic", {name: [record]})
    (tmp_path / "domestic" / name / f"{name}_0.jpeg").write_bytes(picture(1080, 2400, "JPEG"))
    (step,), defects = split(datasets.load("cagui", tmp_path))
    assert defects == []
    assert (step.instruction, step.truth.kind, step.truth.duration, step.length) == (
        "打开设置",
        "long_press",
        1500.0,
        22,
    )
    assert (step.boxes.tolist(), step.screen, step.subset) == ([[0.10, 0.05, 0.05, 0.20]], (1000, 2000), "domestic")


@pytest.mark.parametrize(
    ("code", "changes", "kind", "button"),
    [
        (0, {}, "long_press", ""),
        (0, {"result_lift_yx": "[-1, -1]"}, "long_press", ""),
        (1, {"result_touch_yx": "[-1.0, -1.0]", "result_lift_yx": "[-1.0, -1.0]"}, "wait", ""),
        (3, {"result_action_text": "Hotels", "result_touch_yx": [-1, -1]}, "type", ""),
        (4, {}, "click", ""),
        (4, {"result_lift_yx": "[0.2, 0.45]"}, "scroll", ""),
        (4, {"result_lift_yx": [0.525, 0.489]}, "click", ""),
        (5, {}, "press", "back"),
        (6, {"result_touch_yx": None}, "press", "home"),
        (7, {}, "press", "enter"),
        (10, {}, "stop", ""),
        (11, {}, "stop", ""),
    ],
)
def test_every_code_is_a_kind(tmp_path, code, changes, kind, button):
    """Each action code of Android in the Wild gives its kind, and only codes 0 and 4 have a touch point."""
    (tmp_path / "a.jsonl").write_bytes(lines([step_record(result_action_type=code, **changes)]))
    (step,), defects = split(datasets.load("androidcontrol-agentcpm", tmp_path / "a.jsonl"))
    assert defects == []
    assert (step.truth.kind, step.truth.button, step.truth.code) == (kind, button, code)
    assert step.truth.text == changes.get("result_action_text", "")
    assert (step.truth.touch is not None) == (code in (0, 4))


def test_androidcontrol_of_agentcpm_is_read(tmp_path):
    """Episodes are numbers, lists are Python's, steps have their own instructions, boxes may be off the screen."""
    record = step_record(
        900001, 2, low_instruction="Scroll down", subset="android_control", result_touch_yx="[0.5, 0.5]",
        result_lift_yx="[0.2, 0.5]", ui_positions="[[0.0, 0.0, 1.0, 1.0], [0.5, 2.25, 0.1, 0.25]]",
    )  # fmt: skip
    tree(tmp_path, {"900001": [record]})
    (step,), defects = split(datasets.load("androidcontrol-agentcpm", tmp_path))
    assert defects == []
    assert (step.key, step.low_instruction, step.subset) == (("900001", 2), "Scroll down", "android_control")
    assert (step.truth.kind, step.truth.touch, step.truth.lift) == ("scroll", (0.5, 0.5), (0.5, 0.2))
    assert step.boxes[1].tolist() == [0.5, 2.25, 0.1, 0.25]


@given(st.lists(st.lists(st.integers(0, 3), max_size=4), min_size=1, max_size=4))
def test_loading_in_one_piece_is_loading_file_by_file(tmp_path_factory, files):
    """A folder, a pattern, and single files give the same steps."""
    folder = tmp_path_factory.mktemp("files")
    for number, steps in enumerate(files):
        records = [step_record(f"e{number}-{at}", step) for at, step in enumerate(steps)]
        (folder / f"part-{number}.jsonl").write_bytes(lines(records))
    paths = sorted(folder.iterdir())
    groups = [plain(step) for step in split(datasets.load("cagui", folder))[0]]
    apart = [plain(step) for path in paths for step in split(datasets.load("cagui", path))[0]]
    assert groups == apart
    assert groups == [plain(step) for step in split(datasets.load("cagui", folder / "part-*.jsonl"))[0]]
    assert groups == [plain(step) for step in split(datasets.load("cagui", paths))[0]]


def test_files_are_read_lazily(tmp_path):
    """A damaged file is reported only when iteration reaches it."""
    (tmp_path / "a.jsonl").write_bytes(lines(step_record(step=step) for step in range(3)))
    (tmp_path / "b.json").write_bytes(b"broken")
    found = datasets.load("cagui", tmp_path)
    assert [type(record) for record in islice(found, 3)] == [Step] * 3
    (tmp_path / "b.json").write_bytes(json.dumps([step_record("later")]).encode())
    assert [type(record) for record in found] == [Step]


def test_a_file_that_goes_away_is_a_defect(tmp_path):
    """A file that cannot be opened costs only its own steps."""
    (tmp_path / "a.jsonl").write_bytes(lines([step_record()]))
    (tmp_path / "b.json").symlink_to(tmp_path / "nowhere")
    steps, defects = split(datasets.load("cagui", tmp_path))
    assert len(steps) == 1
    assert [(defect.kind, defect.source) for defect in defects] == [("unreadable", "b.json:1")]


def test_a_folder_that_goes_away_is_a_defect(tmp_path):
    """A folder that cannot be listed is reported, and the others are loaded."""
    tree(tmp_path, {"a": [step_record("a")], "b": [step_record("b")], "c": [step_record("c")]})
    found = datasets.load("cagui", tmp_path)
    first = next(found)
    shutil.rmtree(tmp_path / "b")
    steps, defects = split([first, *found])
    assert [step.episode for step in steps] == ["a", "c"]
    assert [(defect.kind, defect.source) for defect in defects] == [("unreadable", "b:1")]


def test_memory_does_not_grow_with_a_file(tmp_path):
    """A list of many records, or many lines, take the memory of a few records."""
    records = [step_record(f"e{number // 50}", number % 50, note="x" * 2000) for number in range(800)]
    (tmp_path / "a.json").write_text(json.dumps(records))
    (tmp_path / "b.jsonl").write_bytes(lines(records))
    size = (tmp_path / "a.json").stat().st_size
    del records
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonfiles, "_CHUNK", 1 << 14)
        patch.setattr(jsonfiles, "_HEAD", 1 << 14)
        for path in (tmp_path / "a.json", tmp_path / "b.jsonl"):
            tracemalloc.start()
            try:
                assert sum(isinstance(record, Step) for record in datasets.load("cagui", path)) == 800
                _, peak = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
            assert peak < size / 10


@pytest.mark.parametrize(
    ("name", "path", "says"),
    [
        ("nothing", ".", "aitz, androidcontrol, androidcontrol-agentcpm, androidcontrol-options, cagui"),
        ("aitz", "absent", "absent"),
        ("aitz", "absent-*.jsonl", "absent-*.jsonl"),
        ("aitz", ".", "no *.json or *.jsonl"),
        ("androidcontrol", ".", "android_control-00000-of-00020"),
        ("cagui?long_press=own", ".", "no option 'long_press', nor any"),
        ("androidcontrol?longpress=own", ".", "it has split, long_press"),
    ],
)
def test_invalid_requests_are_refused_at_the_call(tmp_path, name, path, says):
    """An invalid dataset name, option or path raises a UsageError when load is called, before iteration."""
    (tmp_path / "splits.json").write_text("{}")
    with pytest.raises(UsageError, match=re.escape(says)):
        datasets.load(name, tmp_path / path)


def test_each_dataset_says_where_it_is_and_under_which_licence():
    """The page has a chapter for each dataset with source, licence, size and all of its options."""
    for name in datasets.names():
        notes = datasets.notes(name)
        assert "icence" in notes
        assert re.search(r"github\.com|huggingface\.co|gs://", notes)
        assert re.search(r"\d steps", notes)
        for option, about in datasets.options(name).items():
            assert option in notes
            assert about
    assert datasets.names() == ("aitz", "androidcontrol", "androidcontrol-agentcpm", "androidcontrol-options", "cagui")


def test_defects_name_their_file_below_the_path_that_was_given(tmp_path):
    """Defects name files relative to the given path, never by an absolute path."""
    _aitz(tmp_path)
    (tmp_path / "test" / "general" / "broken.json").write_bytes(b"[{]")
    for path in (tmp_path, tmp_path / "test"):
        for record in datasets.load("aitz", path):
            assert not Path(record.source).is_absolute()
            if isinstance(record, Defect):
                assert record.source == f"{'test/' if path == tmp_path else ''}general/broken.json:1"
