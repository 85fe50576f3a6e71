"""`gap sample` from a dataset and predictions on disk to a folder for labelling."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adapters.web.thoughts.sample import read
from benchmarks.gap import agreement, sample_command
from benchmarks.gap.records import Defect
from runtime.core.errors import UsageError
from tests.support.recorded_steps import painted
from tests.support.thinking_browser import say

pytest.importorskip("benchmarks.gap.datasets")
pytest.importorskip("benchmarks.gap.predictions")
pytest.importorskip("benchmarks.gap.defects")

EPISODES = 12


def record(episode: int, step: int) -> dict[str, Any]:
    """Makes a step of AITZ in its prepared form: fractions, and lists as JSON text."""
    code, touch, lift = [(4, [0.15, 0.2], [0.15, 0.2]), (4, [0.7, 0.5], [0.3, 0.5]), (3, [-1, -1], [-1, -1])][step % 3]
    return {
        "episode_id": f"90000{episode}",
        "episode_length": 3,
        "step_id": step,
        "instruction": f"order number {episode}",
        "ui_positions": "[[0.1, 0.1, 0.1, 0.3], [0.6, 0.2, 0.2, 0.6]]",
        "ui_text": '["Search", "Buy now"]',
        "ui_types": '["TEXT", "TEXT"]',
        "result_action_type": code,
        "result_action_text": "two" if code == 3 else "",
        "result_touch_yx": json.dumps(touch),
        "result_lift_yx": json.dumps(lift),
        "image_width": 90,
        "image_height": 200,
        "image_path": f"general/GENERAL-90000{episode}/GENERAL-90000{episode}_{step}.png",
    }


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A dataset with a file per episode, pictures, and one truncated file."""
    root = tmp_path / "test"
    for episode in range(EPISODES):
        folder = root / "general" / f"GENERAL-90000{episode}"
        folder.mkdir(parents=True)
        (folder / f"{folder.name}.json").write_text(json.dumps([record(episode, step) for step in range(3)]))
        for step in range(3):
            (folder / f"{folder.name}_{step}.png").write_bytes(painted(episode, step)())
    cut = root / "general" / "GENERAL-77" / "GENERAL-77.json"
    cut.parent.mkdir()
    cut.write_text('[{"episode_id": "77", "st')
    return root


def predicted(path: Path, model: str, first: int = 0) -> Path:
    """Writes a model's predictions, whose steps count from `first`; one step has no thought."""
    with path.open("w") as file:
        for episode in range(EPISODES):
            for step in range(3):
                thought = f"{model}: tap it at step {step}" if (episode, step) != (0, 0) else ""
                answer = {"thought": thought, "POINT": [123, 456]}
                line = {"episode_id": f"90000{episode}", "step_id": step + first, "pred": answer}
                file.write(json.dumps(line) + "\n")
    return path


def test_a_sample_is_drawn_from_files(data, tmp_path, capsys):
    """A sample of two models, one of which counts its steps from 1, is drawn from files, and defects are reported."""
    path, other = predicted(tmp_path / "one.jsonl", "one"), predicted(tmp_path / "out.jsonl", "other", first=1)
    out = tmp_path / "sample"
    arguments = [
        "--dataset",
        "aitz",
        "--data",
        str(data),
        "--predictions",
        str(path),
        "--predictions",
        f"other={other}",
    ]
    assert sample_command.run([*arguments, "--shift", "other=-1", "--size", "36", "--out", str(out)]) == 0
    output = capsys.readouterr()
    assert "36 of 36 steps (click 12 of 12, scroll 12 of 12, type 12 of 12)" in output.out
    assert "70 thoughts of 2 models" in output.out
    assert "not to be labelled, because there is no thought: E_COT_MISSING 2" in output.out
    assert "GENERAL-77.json" in output.err
    sample = read(out)
    assert sample.models == ("one", "other")
    for item in sample.asked:
        model, episode, step = sample.place(item)
        assert item.thought == f"{model}: tap it at step {step}"
        picture = sample.steps[item.step].picture
        assert picture is not None
        assert (out / picture).read_bytes() == painted(int(episode.removeprefix("90000")), step)()
    text = (out / "sample.json").read_text()
    assert not [word for word in ("0.123", "0.456", "123", "456") if word in text]
    say(out, "Ada", lambda place: "1" if place[2] else "0")
    labels = agreement.read(out)
    assert labels.valid("one") == labels.valid("other")
    assert len(labels.valid("one")) == 35


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"--dataset": "nothing"}, "nothing"),
        ({"--data": "gone"}, "gone"),
        ({"--predictions": "gone.jsonl"}, r"gone\.jsonl is not there"),
        ({"--form": "morse"}, "morse"),
        ({"--form": "third=json"}, "no model 'third'"),
        ({"--shift": "one"}, "whole number"),
    ],
)
def test_unusable_inputs_are_named(data, tmp_path, changes, says):
    """An unusable input of `gap sample` is named, and no output folder is created."""
    given = {"--dataset": "aitz", "--data": str(data), "--predictions": str(predicted(tmp_path / "one.jsonl", "one"))}
    out = tmp_path / "sample"
    with pytest.raises(UsageError, match=says):
        sample_command.run([*(part for pair in (given | changes).items() for part in pair), "--out", str(out)])
    assert not out.exists()


def test_the_draw_is_the_same_from_either_form_of_a_dataset(data, tmp_path):
    """The draw does not depend on the files: the same records in one file of lines give the same steps."""
    from benchmarks.gap import datasets
    from benchmarks.gap.sampling import write

    lines = tmp_path / "lines.jsonl"
    with lines.open("w") as file:
        for episode in reversed(range(EPISODES)):
            file.writelines(json.dumps(record(episode, step)) + "\n" for step in range(3))
    keys = []
    for number, path in enumerate((data, lines)):
        out = tmp_path / f"sample-{number}"
        report = write(partial(datasets.load, "aitz", path), {}, out, size=15)
        assert all(isinstance(defect, Defect) for defect in report.defects)
        keys.append({(step.episode, step.step) for step in read(out).steps})
    assert keys[0] == keys[1]
    assert len(keys[0]) == 15
