"""Predictions in files: keys, order, duplicates, and malformed lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.gap import predictions
from benchmarks.gap.records import Defect, Predicted, Prediction
from runtime.core.errors import UsageError


def unknown_size(_: tuple[str, int]) -> None:
    """A size lookup that knows no size."""
    return


def read(path: Path, form: str = "agentcpm", **options: Any) -> list[Prediction | Defect]:
    """Returns all predictions and defects of a path."""
    return list(predictions.read(form, path, options.pop("screens", unknown_size), **options))


def record(episode: object, step: object, **more: object) -> dict[str, object]:
    """Makes a record as in public result files: the fields of the step, and `pred`."""
    own = {"episode_id": episode, "step_id": step, "instruction": "open the clock", "ui_positions": "[]"}
    return own | (more or {"pred": {"thought": "t", "POINT": [1, 2]}})


def write_lines(path: Path, *records: object) -> Path:
    """Writes JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "".join(value if isinstance(value, str) else json.dumps(value) + "\n" for value in records), encoding="utf-8"
    )
    return path


def test_json_lines_a_list_and_a_folder_say_the_same(tmp_path):
    """JSON lines, a list and a folder of files give the same predictions."""
    records = [record("a", 0), record("a", 1), record("b", 0)]
    lines = read(write_lines(tmp_path / "lines.jsonl", *records))
    (tmp_path / "list.json").write_text(json.dumps(records, indent=1), encoding="utf-8")
    listed = read(tmp_path / "list.json")
    for entry in records:
        name = f"{entry['episode_id']}{entry['step_id']}.json"
        (tmp_path / "folder").mkdir(exist_ok=True)
        (tmp_path / "folder" / name).write_text(json.dumps(entry, indent=1), encoding="utf-8")
    folder = read(tmp_path / "folder")
    assert [line.key for line in lines if isinstance(line, Prediction)] == [("a", 0), ("a", 1), ("b", 0)]
    for others in (listed, folder):
        assert [(item.key, item.thought, item.predicted) for item in others if isinstance(item, Prediction)] == [
            (line.key, line.thought, line.predicted) for line in lines if isinstance(line, Prediction)
        ]
    assert [line.source for line in lines] == ["lines.jsonl:1", "lines.jsonl:2", "lines.jsonl:3"]
    assert [item.source for item in folder] == ["a0.json:1", "a1.json:1", "b0.json:1"]
    assert listed[0].source == "list.json:2"


def test_a_merged_file_stands_for_the_files_that_it_was_merged_of(tmp_path):
    """If a folder holds both a merged file and its parts, each record is read only once."""
    write_lines(tmp_path / "general" / "predict.jsonl", record("a", 0))
    write_lines(tmp_path / "all.jsonl", record("a", 0))
    assert [type(item) for item in read(tmp_path)] == [Prediction]


def test_steps_that_begin_with_one_are_shifted(tmp_path):
    """The shift is added; numbers may be text, and episodes are text."""
    path = write_lines(tmp_path / "p.jsonl", record(900001, 1), record(900001, "2"))
    assert [item.key for item in read(path, shift=-1) if isinstance(item, Prediction)] == [("900001", 0), ("900001", 1)]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("{cut\n", "unreadable"),
        ("[1]\n", "unreadable"),
        ('"text"\n', "unreadable"),
        (json.dumps({"step_id": 1, "pred": {}}) + "\n", "missing"),
        (json.dumps({"episode_id": "a", "pred": {}}) + "\n", "missing"),
        (json.dumps({"episode_id": "a", "step_id": "x", "pred": {}}) + "\n", "missing"),
        (json.dumps({"episode_id": "a", "step_id": 7}) + "\n", "missing"),
        (json.dumps(record("a", 0)) + "\n", "duplicate"),
    ],
)
def test_a_bad_line_is_a_defect_of_its_own(tmp_path, line, kind):
    """A malformed line is reported with file and line, and the other lines are read."""
    found = read(write_lines(tmp_path / "p.jsonl", record("a", 0), "\n", line, record("a", 1)))
    assert [type(item) for item in found] == [Prediction, Defect, Prediction]
    defect = found[1]
    assert isinstance(defect, Defect)
    assert (defect.kind, defect.source) == (kind, "p.jsonl:3")


def test_the_first_of_two_predictions_counts(tmp_path):
    """The defect of the second names the position of the first."""
    path = write_lines(tmp_path / "p.jsonl", record("a", 0), record("a", 0, pred={"STATUS": "finish"}))
    first, second = read(path)
    assert isinstance(first, Prediction)
    assert first.predicted == Predicted("click", (0.001, 0.002))
    assert isinstance(second, Defect)
    assert "p.jsonl:1" in second.detail


def test_a_list_that_is_cut_short_is_read_up_to_there(tmp_path):
    """A truncated list gives the records before the cut and one defect."""
    text = json.dumps([record("a", 0), record("a", 1)], indent=1)
    (tmp_path / "p.json").write_text(text[:-40], encoding="utf-8")
    assert [type(item) for item in read(tmp_path / "p.json")] == [Prediction, Defect]


def test_an_invalid_prediction_is_no_defect(tmp_path):
    """A prediction whose action is invalid keeps its thought and is not a defect."""
    path = write_lines(
        tmp_path / "p.jsonl", record("a", 0, pred='{"thought": "t", "POINT": [1]}'), record("a", 1, pred="")
    )
    first, second = read(path)
    assert isinstance(first, Prediction)
    assert isinstance(second, Prediction)
    assert (first.thought, first.predicted, bool(first.invalid)) == ("t", None, True)
    assert (second.thought, second.predicted, second.invalid) == ("", None, "empty")


def test_the_models_own_text_is_preferred_over_parsed_values(tmp_path):
    """A format of model texts reads the model's own text, scaled by the picture's size in the dataset."""
    text = "Thought: own\nAction: click(point='(546,1204)')"
    more = {"pred": {"thought": "made", "POINT": [1, 2]}, "output_text": text, "image_width": 540, "image_height": 1200}
    path = write_lines(tmp_path / "p.jsonl", record("a", 0, **more))
    (made,) = read(path)
    (own,) = read(path, "ui-tars-1.5", screens=lambda key: (1080, 2400) if key == ("a", 0) else None)
    (alone,) = read(path, "ui-tars-1.5?coordinates=picture")
    assert isinstance(made, Prediction)
    assert isinstance(own, Prediction)
    assert isinstance(alone, Prediction)
    assert (made.thought, made.predicted) == ("made", Predicted("click", (0.001, 0.002)))
    assert (own.thought, own.predicted, own.raw) == ("own", Predicted("click", (0.5, 0.5)), text)
    assert alone.predicted is None  # beyond 540 x 1200


@pytest.mark.parametrize("form", ["agentcpm", "ui-tars", "autoglm", "json"])
def test_sizes_are_looked_up_only_if_needed(tmp_path, form):
    """Formats without pixels never look up the picture's size."""
    pred = {"thought": "t", "action": {"kind": "click", "point": [0.5, 0.5]}} if form == "json" else {"POINT": [1, 2]}
    path = write_lines(tmp_path / "p.jsonl", record("a", 0, pred=pred, image_width=1, image_height=1))

    def asked(key: tuple[str, int]) -> None:
        raise AssertionError(key)

    assert [type(item) for item in read(path, form, screens=asked)] == [Prediction]


def test_the_generic_form_stands_in_the_record_itself(tmp_path):
    """`thought` and `action` are beside the keys; the model's name is kept."""
    own = {"episode": "a", "step": 3, "model": "m", "thought": "t", "action": {"kind": "press", "button": "BACK"}}
    (found,) = read(write_lines(tmp_path / "p.jsonl", own), "json")
    assert isinstance(found, Prediction)
    assert (found.key, found.model, found.thought) == (("a", 3), "m", "t")
    assert found.predicted == Predicted("press", button="BACK")


@pytest.mark.parametrize("name", ["none.jsonl", "empty"])
def test_a_path_without_predictions_is_refused_at_once(tmp_path, name):
    """A missing file or an empty folder raises a UsageError."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError):
        predictions.read("agentcpm", tmp_path / name, unknown_size)


def test_every_form_is_named_with_a_line_about_it():
    """The formats are listed in a fixed order, each with a description."""
    assert predictions.names() == ("agentcpm", "autoglm", "gui-owl", "json", "ui-tars", "ui-tars-1.5")
    assert all(predictions.about(name) for name in predictions.names())
