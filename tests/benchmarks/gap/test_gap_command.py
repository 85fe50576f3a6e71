"""The `gap` command as users call it: files in, tables and documents out, malformed input reported."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.acceptance import gap_sets
from benchmarks.gap.command import run
from runtime.core.errors import UsageError
from runtime.metrics.quadrants import Cells

_CELLS = Cells(ideal=30, execution_gap=12, reasoning_gap=6, both_wrong=10)
Command = Callable[..., int]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A dataset of sixty steps, two models' predictions, and recorded evaluations."""
    recorded = gap_sets.dataset("CAGUI", tmp_path / "data", 60)
    for name, cells in (("good", _CELLS), ("bad", Cells(10, 20, 5, 25))):
        plan = gap_sets.plan(cells, recorded, name)
        gap_sets.predictions("agentcpm", "CAGUI", recorded, plan, tmp_path / f"{name}.jsonl")
        gap_sets.evaluations(recorded, plan, tmp_path / f"{name}-said.jsonl")
    return tmp_path


@pytest.fixture
def gap(folder: Path) -> Command:
    """Runs the command on that dataset."""

    def call(*arguments: str, predictions: str = "good.jsonl") -> int:
        given = ["--dataset", "cagui", "--data", str(folder / "data"), "--no-progress"]
        return run([*given, "--predictions", str(folder / predictions), *arguments])

    return call


def test_the_table_and_the_document_say_the_same(gap: Command, folder: Path, capsys: Any) -> None:
    """The table on the terminal and result.json show the same rates, and result.json contains no path."""
    out = folder / "out"
    assert gap("--evaluator", f"replay:{folder / 'good-said.jsonl'}", "--out", str(out), "--parameters", "8B") == 0
    document = json.loads((out / "result.json").read_text())
    assert Cells(**document["cells"]) == _CELLS
    assert document["rates"] == {"EM": 62.07, "GTA": 72.41, "IDEAL": 51.72, "EG": 20.69, "RG": 10.34, "BW": 17.24}
    assert (document["model"], document["rule"], document["parameters"]) == ("good", "agentcpm/1", 8.0)
    assert str(folder) not in (out / "result.json").read_text()
    printed = capsys.readouterr().out
    assert all(f"{rate:.2f}" in printed for rate in document["rates"].values())
    # What the evaluator said is kept, and can be replayed for ever.
    assert gap("--evaluator", f"replay:{out / 'evaluations.jsonl'}", "--json") == 0
    assert json.loads(capsys.readouterr().out)["models"][0]["cells"] == document["cells"]


def test_without_an_evaluator_the_table_is_em_alone(gap: Command, capsys: Any) -> None:
    """Thoughts are not read and gaps are not reported; the table explains how to get them."""
    assert gap() == 0
    printed = capsys.readouterr().out
    assert "--evaluator" in printed
    assert "GTA - EM" not in printed


def test_several_models_come_in_one_table_with_their_differences(gap: Command, folder: Path, capsys: Any) -> None:
    """Two files of predictions give a folder for each model, and each pair is compared on its common steps."""
    texts = ["--out", str(folder / "out"), "--training", "good=DPO", "--form", "agentcpm"]
    texts += ["--evaluator", f"good=replay:{folder / 'good-said.jsonl'}", "--evaluator", "rules"]
    assert gap("--predictions", f"worse={folder / 'bad.jsonl'}", *texts) == 0
    assert "good - worse" in capsys.readouterr().out
    pairs = json.loads((folder / "out/differences.json").read_text())["pairs"]
    assert [(pair["left"], pair["right"]) for pair in pairs] == [("good", "worse")]
    documents = [json.loads((folder / f"out/{name}/result.json").read_text()) for name in ("good", "worse")]
    assert [document["training"] for document in documents] == ["DPO", ""]
    assert [document["evaluator"].partition("/")[0] for document in documents] == ["replay", "rules"]
    assert Cells(**documents[0]["cells"]) == _CELLS


def test_bad_records_are_named_and_fatal_only_if_strict(gap: Command, folder: Path, capsys: Any) -> None:
    """Truncated lines, duplicates and unknown steps are counted, the first named by file and line; exit 1 with
    --strict.
    """
    lines = (folder / "good.jsonl").read_text().splitlines()
    stranger = json.dumps({**json.loads(lines[2]), "step_id": 999})
    (folder / "hurt.jsonl").write_text("\n".join([*lines[:-1], lines[0], stranger, lines[1][:40]]) + "\n")
    assert gap("--json", predictions="hurt.jsonl") == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["models"][0]["defects"] == {
        "duplicate": 1,
        "unknown": 1,
        "unmatched": 1,
        "unreadable": 1,
    }
    assert "hurt.jsonl:60" in output.err
    assert "hurt.jsonl:61" in output.err
    assert "hurt.jsonl:62" in output.err
    assert gap("--strict", predictions="hurt.jsonl") == 1
    assert gap("--strict") == 0


def test_a_damaged_dataset_is_scored_as_far_as_possible(gap: Command, folder: Path, capsys: Any) -> None:
    """Steps with damaged records are left out and reported with file and line, and the other steps are scored."""
    files = sorted((folder / "data/domestic").glob("*/*.json"))
    steps = [json.loads(path.read_text()) for path in files[:4]]
    steps[0][0]["result_action_type"], steps[0][0]["result_touch_yx"] = 4, "[1.5, 0.5]"
    steps[0][0]["result_lift_yx"] = "[1.5, 0.5]"
    del steps[1][0]["result_action_type"]
    steps[2].append(steps[2][0])
    steps[3][0] = {"episode_id": 1, "goal": "tea", "is_successful": True, "steps": []}
    for path, records in zip(files, steps, strict=False):
        path.write_text(json.dumps(records))
    files[4].write_text(files[4].read_text()[:-40])
    assert gap("--json") == 0
    output = capsys.readouterr()
    document = json.loads(output.out)["models"][0]
    found = {kind: document["defects"].get(kind) for kind in ("outside", "missing", "duplicate", "mixed", "unreadable")}
    assert found == {"outside": 1, "missing": 1, "duplicate": 1, "mixed": 1, "unreadable": 1}
    assert document["steps"] == 60 - 4
    assert document["defects"]["unknown"] == 4
    assert f"{files[0].name}:1: " in output.err
    assert gap("--strict") == 1


def test_swapped_coordinates_are_suspected(gap: Command, folder: Path, capsys: Any) -> None:
    """If x and y are swapped in the dataset, the summary suspects it, and --strict exits with 1."""
    for path in (folder / "data/domestic").glob("*/*.json"):
        records = json.loads(path.read_text())
        for record in records:
            for name in ("result_touch_yx", "result_lift_yx"):
                record[name] = json.dumps(json.loads(record[name])[::-1])
        path.write_text(json.dumps(records))
    assert gap() == 0
    assert "[x, y]" in capsys.readouterr().err
    assert gap("--strict") == 1


def test_step_numbers_from_one_can_be_shifted(gap: Command, folder: Path, capsys: Any) -> None:
    """Predictions that count from 1 match with --shift -1; without it the summary suggests the option."""
    records = [json.loads(line) for line in (folder / "good.jsonl").read_text().splitlines()]
    moved = [json.dumps({**record, "step_id": record["step_id"] + 1}) for record in records]
    (folder / "moved.jsonl").write_text("\n".join(moved) + "\n")
    assert gap(predictions="moved.jsonl") == 0
    assert "--shift -1" in capsys.readouterr().err
    assert gap("--shift", "-1", "--strict", predictions="moved.jsonl") == 0


def test_shards_merge_to_the_complete_result(folder: Path, capsys: Any) -> None:
    """Two halves of the dataset, scored separately and merged, have the counts of the complete dataset."""
    episodes = sorted((folder / "data/domestic").iterdir())
    documents = []
    for name, part in (("left", episodes[::2]), ("right", episodes[1::2]), ("whole", episodes)):
        given = ["--dataset", "cagui", "--predictions", f"m={folder / 'good.jsonl'}", "--no-progress", "--json"]
        texts = ["--evaluator", f"replay:{folder / 'good-said.jsonl'}", "--out", str(folder / name)]
        assert run([*given, *texts, *(text for path in part for text in ("--data", str(path)))]) == 0
        documents.append(folder / name / "result.json")
    capsys.readouterr()
    assert run(["merge", str(documents[0]), str(folder / "right")]) == 0
    merged, this_combined = json.loads(capsys.readouterr().out), json.loads(documents[2].read_text())
    assert merged["n"] == _CELLS.n
    assert all(
        merged[name] == this_combined[name] for name in ("cells", "rates", "difference", "by", "types", "EM_all")
    )


def test_people_s_labels_stand_beside_the_evaluator(gap: Command, folder: Path, capsys: Any) -> None:
    """A labelled sample gives sensitivity, specificity and the corrected GTA."""
    outputs = [json.loads(line) for line in (folder / "good-said.jsonl").read_text().splitlines()]
    labels = [{"episode_id": output["episode_id"], "step_id": output["step_id"], "gta": at % 4 > 0} for at, output in
              enumerate(outputs[:40])]  # fmt: skip
    (folder / "labels.jsonl").write_text(
        "".join(json.dumps({**label, "gta": int(label["gta"])}) + "\n" for label in labels)
    )
    text = f"replay:{folder / 'good-said.jsonl'}"
    assert gap("--evaluator", text, "--labels", str(folder / "labels.jsonl"), "--json") == 0
    found = json.loads(capsys.readouterr().out)["models"][0]["labels"]
    assert found["n"] == 40
    assert sum(found["matrix"].values()) == 40
    assert found["matrix"]["tp"] + found["matrix"]["fn"] == 30
    assert found["gaps"]["n"] == 40
    assert found["people"]["settled"]
    assert gap("--evaluator", text, "--labels", str(folder / "labels.jsonl")) == 0
    printed = capsys.readouterr().out
    assert "evaluator against people" in printed
    assert "on the same 40 steps" in printed


def test_figures_are_drawn_from_the_same_numbers(gap: Command, folder: Path) -> None:
    """--figures draws the possible figures and reports the others."""
    assert gap("--evaluator", f"replay:{folder / 'good-said.jsonl'}", "--figures", str(folder / "drawn")) == 0
    assert "EG" in (folder / "drawn/quadrants.svg").read_text()
    assert (folder / "drawn/quadrants.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--dataset", "nowhere"], "nowhere"),
        (["--rule", "nothing"], "nothing"),
        (["--form", "runes"], "runes"),
        (["--form", "other=agentcpm"], "there is no model 'other'"),
        (["--evaluator", "oracle"], "oracle"),
        (["--parameters", "many"], "give billions"),
        (["--shift", "x"], "give a whole number"),
        (["--concurrency", "0"], "give 1 or more"),
        (["--data", "not/there"], "not/there"),
        (["--nonsense"], "gap --help"),
    ],
)
def test_invalid_requests_give_one_sentence(gap: Command, arguments: list[str], text: str) -> None:
    """An invalid gap option raises a UsageError that names the wrong value."""
    with pytest.raises(UsageError, match=text):
        gap(*arguments)


def test_two_models_need_two_names(gap: Command, folder: Path) -> None:
    """Two prediction files of the same name, or with names equal apart from special characters, are refused."""
    (folder / "more").mkdir()
    (folder / "more/good.jsonl").write_text((folder / "good.jsonl").read_text())
    with pytest.raises(UsageError, match="OTHER="):
        gap("--predictions", str(folder / "more/good.jsonl"))
    with pytest.raises(UsageError, match="differ only in special characters"):
        gap("--predictions", f"a b={folder / 'bad.jsonl'}", "--predictions", f"a_b={folder / 'bad.jsonl'}")


def test_recorded_outputs_are_of_one_model(gap: Command, folder: Path) -> None:
    """One model's recorded evaluations are refused for a run with two models unless assigned to one of them."""
    with pytest.raises(UsageError, match="belong to one model; give MODEL=replay:"):
        gap("--predictions", str(folder / "bad.jsonl"), "--evaluator", f"replay:{folder / 'good-said.jsonl'}")


def test_a_file_without_a_prediction_is_no_zero(gap: Command, folder: Path, capsys: Any) -> None:
    """Without predictions every rate is null and every step is unmatched, but the command succeeds."""
    (folder / "empty.jsonl").write_text("")
    assert gap("--json", "--evaluator", "rules", predictions="empty.jsonl") == 0
    found = json.loads(capsys.readouterr().out)["models"][0]
    assert (found["n"], found["EM_all"], found["missing_thought"], found["episodes"]["SR"]) == (0, None, None, None)
    assert found["defects"]["unmatched"] == 60
    assert gap(predictions="empty.jsonl") == 0


def test_the_subcommands_list_what_exists(capsys: Any) -> None:
    """Rules with options, datasets with sources, and forms are listed; an unknown subcommand gives the known ones."""
    assert run(["rules", "--json"]) == 0
    rules = {load["name"]: load for load in json.loads(capsys.readouterr().out)}
    assert rules["agentcpm"]["label"] == "agentcpm/1"
    assert all(rule["about"] and rule["quirks"] for rule in rules.values())
    assert run(["datasets"]) == 0
    assert "CC" in capsys.readouterr().out
    assert run(["forms"]) == 0
    assert "agentcpm: " in capsys.readouterr().out
    with pytest.raises(UsageError, match="there is: match, sample"):
        run(["mtach"])


def test_what_is_no_result_is_not_merged(tmp_path: Path) -> None:
    """`gap merge` refuses a missing file, or one that is no result document, by name."""
    (tmp_path / "other.json").write_text('{"version": 2}')
    for name in ("other.json", "gone.json"):
        with pytest.raises(UsageError, match=name):
            run(["merge", str(tmp_path / name)])


def test_help_has_examples(capsys: Any) -> None:
    """`gap --help` shows complete commands."""
    with pytest.raises(SystemExit) as ended:
        run(["--help"])
    assert ended.value.code == 0
    assert "--evaluator rules --out" in capsys.readouterr().out
