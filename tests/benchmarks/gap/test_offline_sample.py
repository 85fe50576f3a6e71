"""The sample folder: the drawn steps, the written files, and what they must not contain."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks.gap import agreement, sample_command
from benchmarks.gap.arguments import integer, model_files, per_model
from benchmarks.gap.records import COMPLETE, DUAL, IMPOSSIBLE, Defect, Truth
from benchmarks.gap.samples import describe_truth
from benchmarks.gap.sampling import write
from benchmarks.gap.strata import allocate
from runtime.core.errors import UsageError
from tests.support.recorded_steps import predictions, steps

MODELS = {name: lambda _, name=name: predictions(name) for name in ("alpha", "beta")}


def sample(out: Path, **options: Any) -> dict[str, Any]:
    """Writes a folder from the small dataset and returns its document."""
    write(options.pop("steps", steps), options.pop("models", MODELS), out, **{"size": 40, **options})
    found: dict[str, Any] = json.loads((out / "sample.json").read_text())
    return found


def test_every_model_is_labelled_on_the_same_steps(tmp_path):
    """Each kind has its allocated number of steps; waits are not sampled."""
    found = sample(tmp_path)
    there = {"click": 24, "type": 12, "scroll": 12, "press": 12, "stop": 12}
    assert {name: item["steps"] for name, item in found["strata"].items()} == there
    assert {name: item["sampled"] for name, item in found["strata"].items()} == allocate(there, 40)
    assert Counter(step["stratum"] for step in found["steps"]) == allocate(there, 40)
    keys = [{item["step"] for item in found["items"] if item["model"] == number} for number in (0, 1)]
    assert keys[0] == keys[1] == set(range(40))
    assert (found["models"], len(found["items"])) == (["alpha", "beta"], 80)


def test_a_draw_is_the_same_again(tmp_path):
    """The same seed writes the same sample.json, byte for byte; another seed writes another one."""
    item, other, seeded = (tmp_path / name for name in ("one", "other", "seeded"))
    sample(item)
    sample(other)
    sample(seeded, seed=7)
    assert (item / "sample.json").read_bytes() == (other / "sample.json").read_bytes()
    assert (item / "sample.json").read_bytes() != (seeded / "sample.json").read_bytes()


def test_the_sample_is_blind(tmp_path):
    """The sample contains no action, match or evaluation, and models' names only in a list that pages do not show."""
    found = sample(tmp_path)
    text = json.dumps({**found, "models": []})
    for word in ("0.123", "0.456", "secret", "predicted", '"em"', "gta"):
        assert word not in text
    numbers = [item["model"] for item in found["items"]]
    assert sum(first_number != other for first_number, other in pairwise(numbers)) > 10


def test_missing_thoughts_are_not_to_be_labelled(tmp_path):
    """Items without a thought are marked with the paper's NA codes, and are not given to annotators."""
    found = sample(tmp_path)
    for item in found["items"]:
        step = found["steps"][item["step"]]
        code = "E_PRED_MISSING" if step["episode"] == "E-11" else "E_COT_MISSING" if step["step"] == 0 else ""
        assert item.get("unasked", "") == code
        assert bool(item["thought"].strip()) == (not code)
    labels = tmp_path / "labels"
    labels.mkdir()
    (labels / "ada.jsonl").write_text("")
    with pytest.raises(UsageError, match="nobody has labelled"):
        agreement.read(tmp_path)


def test_pictures_are_those_of_the_dataset(tmp_path):
    """Pictures of sampled steps are copied unchanged, under names that do not contain the episode."""
    found = sample(tmp_path, size=10)
    original = {
        step.key: step.picture() for step in steps() if not isinstance(step, Defect) and step.picture is not None
    }
    for step in found["steps"]:
        assert (tmp_path / step["picture"]).read_bytes() == original[step["episode"], step["step"]]
        assert step["episode"] not in step["picture"]
    assert {f"pictures/{path.name}" for path in (tmp_path / "pictures").iterdir()} == {
        step["picture"] for step in found["steps"]
    }


def test_an_unreadable_picture_is_reported(tmp_path):
    """The step stays in the sample, with its boxes."""

    def broken():
        for step in steps(3):
            if not isinstance(step, Defect):
                step = type(step)(
                    **{name: getattr(step, name) for name in step.__slots__ if name != "picture"}, picture=gone
                )
            yield step

    def gone() -> bytes:
        raise FileNotFoundError("E-1_2.png")

    report = write(broken, {"alpha": lambda _: predictions("alpha", 3)}, tmp_path, size=10)
    found = json.loads((tmp_path / "sample.json").read_text())
    assert [step["picture"] for step in found["steps"]] == [None] * 10
    assert (report.pictureless, report.pictures) == (10, 0)
    assert sum(defect.kind == "missing" and "E-1_2.png" in defect.detail for defect in report.defects) == 10
    assert all(len(step["boxes"]) == len(step["labels"]) == 3 for step in found["steps"])


def test_the_target_is_the_smallest_box_around_a_touch(tmp_path):
    """A touch's target is the smallest box around it, named by its text; other actions have no target."""
    found = sample(tmp_path, size=72)
    told_of = {step["step"]: (step["truth"]["target"], step["truth"]["label"]) for step in found["steps"]}
    assert told_of == {0: (1, "Search"), 1: (None, ""), 2: (None, ""), 3: (None, ""), 5: (2, "Buy now"), 6: (None, "")}


def test_history_contains_the_correct_earlier_actions(tmp_path):
    """With history=True a step lists the episode's previous correct actions in words; by default none."""
    before = ["Tap “Search”", "Type “two tickets”", "Swipe up", "Press back", "Wait", "Tap “Buy now”"]
    for step in sample(tmp_path / "with", history=True)["steps"]:
        assert step["history"] == before[: step["step"]]
    assert all(step["history"] == [] for step in sample(tmp_path / "without")["steps"])


@pytest.mark.parametrize(
    ("truth", "words"),
    [
        (Truth("click", DUAL, (0.5, 0.5), (0.5, 0.5)), "Tap here"),
        (Truth("long_press", 0, (0.5, 0.5)), "Press and hold here"),
        (Truth("scroll", DUAL, (0.5, 0.3), (0.5, 0.7)), "Swipe down"),
        (Truth("scroll", DUAL, (0.8, 0.5), (0.2, 0.55)), "Swipe left"),
        (Truth("scroll", DUAL, (0.2, 0.5), (0.8, 0.5)), "Swipe right"),
        (Truth("scroll", direction="down"), "Scroll down, as the dataset says"),
        (Truth("press", 7, button="enter"), "Press enter"),
        (Truth("open", text="Clock"), "Open the app Clock"),
        (Truth("stop", COMPLETE), "Stop: the task is done"),
        (Truth("stop", IMPOSSIBLE), "Stop: the task cannot be done"),
        (Truth("stop", text="42"), "Stop, with the words “42”"),
        (Truth("wait", 1), "Wait"),
    ],
)
def test_correct_actions_are_described_in_words(truth, words):
    """A swipe has the direction of the finger; a direction without points has the dataset's own word."""
    assert describe_truth(truth) == words


def test_defects_of_the_input_are_counted(tmp_path):
    """Defects of dataset and predictions are counted once each, and do not stop the draw."""

    def hurt(_: object):
        yield Defect("missing", "p.jsonl:1", "no step_id")
        yield from predictions("alpha")

    report = write(steps, {"alpha": hurt}, tmp_path, size=10)
    assert [(defect.kind, defect.source) for defect in report.defects] == [
        ("unreadable", "E-99.json:1"),
        ("missing", "p.jsonl:1"),
    ]
    with pytest.raises(UsageError, match="no step to draw"):
        write(partial(steps, 0), MODELS, tmp_path / "empty")


def test_a_model_without_matching_predictions_is_named(tmp_path):
    """The error suggests another step numbering, and nothing is written."""
    models = {**MODELS, "gamma": lambda _: predictions("gamma", 1)}
    with pytest.raises(UsageError, match=r"gamma has no prediction for any of the 10 steps.*--shift -1"):
        write(steps, models, tmp_path / "new", size=10)
    assert not (tmp_path / "new").exists()


NEEDED = ("--dataset", "aitz", "--data", "nowhere", "--predictions", "nowhere.jsonl", "--out", "new")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([*NEEDED, "--size", "0"], "1 or more"),
        ([*NEEDED, "--least", "-1"], "0 or more"),
        (NEEDED[:-2], "--out"),
        ([*NEEDED, "--nonsense"], "gap sample --help"),
    ],
)
def test_a_sample_that_cannot_be_drawn_is_refused(arguments, says):
    """Invalid `gap sample` options raise a UsageError that says what to do."""
    with pytest.raises(UsageError, match=says):
        sample_command.run(list(arguments))


def test_models_are_named_by_their_files_or_by_the_command_line(tmp_path):
    """A path may contain =; two models of the same name and missing files are rejected."""
    item, other = tmp_path / "a=b.jsonl", tmp_path / "out.jsonl"
    item.write_text("")
    other.write_text("")
    assert model_files([str(item), f"large={other}"], "--p") == {"a=b": item, "large": other}
    for given, says in (
        ([str(other), f"out={item}"], "another model 'out'"),
        (["large=gone.jsonl"], "gone.jsonl is not there"),
        (["=x"], "is not there"),
    ):
        with pytest.raises(UsageError, match=says):
            model_files(given, "--p")


def test_a_value_is_for_one_model_or_for_all():
    """A value for one model takes precedence over the value for all, in any order."""
    models = ("a", "b")
    for given in (["ui-tars", "b=json"], ["b=json", "ui-tars"]):
        assert per_model(given, models, "--form") == {"a": "ui-tars", "b": "json"}
    assert per_model([], models, "--form") == {}
    with pytest.raises(UsageError, match="no model 'c'; there is: a, b"):
        per_model(["c=json"], models, "--form")
    assert integer("-1", "--shift") == -1
    with pytest.raises(UsageError, match="--shift one"):
        integer("one", "--shift")


def test_a_sample_is_not_written_over(tmp_path):
    """A folder that already contains a sample is refused."""
    sample(tmp_path, size=10)
    with pytest.raises(UsageError, match="already contains a sample"):
        sample_command.run([*NEEDED[:-1], str(tmp_path)])
