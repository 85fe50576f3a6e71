"""The report on labels, and what others do to a run that has some."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adapters.web.labels.command import run as label
from adapters.web.labels.folder import Labels
from adapters.web.labels.questions import SKIP, Question, Value
from adapters.web.labels.recording import Recording
from runtime.core.errors import UsageError
from tests.support.recorded import say, yes

ROOT = Path(__file__).parents[2]
_AGAIN = """
import sys
from runtime.bench.cli import main
run = sys.argv[1]
code = main(["rejudge", run, "--judge", "rules"])
sys.exit(code or main(["--resume", run, "--device", "headless://1", "--no-progress"]))
"""


def report(run: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """The report as JSON."""
    capsys.readouterr()
    assert label([str(run), "--report", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def as_the_state(run: Path) -> dict[tuple[str, str], Value]:
    """The state judge's answers to the yes-or-no questions of each episode."""
    found: dict[tuple[str, str], Value] = {}
    for judge, score in Recording.open(run).scores():
        if judge == "state":
            found |= {(score.episode, f"requirement/{name}"): bool(met[0]) for name, met in score.met.items()}
            found |= {(score.episode, f"key_step/{name}"): bool(hit) for name, hit in score.hits.items()}
    return found


def test_the_report_of_three_annotators(run, capsys):
    """Two say what app state says, the third that all was achieved: kappa, majority, judges and differences follow."""
    truth = as_the_state(run)

    def right(episode: str, question: Question) -> Value:
        return truth.get((episode, question.subject), SKIP)

    for name, answer in (("Ada", right), ("Bo", right), ("Cy", yes)):
        items = say(run, name, answer)
    found = report(run, capsys)
    ada, bo, cy = found["annotators"]
    assert (ada["name"], ada["labels"] + ada["skipped"], ada["traces"]) == ("Ada", items, 4)
    assert (cy["labels"], cy["skipped"]) == (items, 0)
    assert bo["damaged_lines"] == []
    this_combined = found["agreement"]["v_out"]
    assert (this_combined["items"], this_combined["by_all"], this_combined["majority"]) == (10, 10, 10)
    assert [pair["cohen"] for pair in this_combined["pairs"]] == [1.0, 0.0, 0.0]
    assert 0 < this_combined["fleiss"] < 1
    assert set(this_combined["by_level"]) == {"ambiguous", "incomplete"}
    assert sum(part["items"] for part in this_combined["by_kind"].values()) == 10
    state = found["judges"]["state"]
    assert (state["traces"], state["v_out"]["jaccard"], state["v_out"]["kappa"]) == (4, 1.0, 1.0)
    assert not [
        disagreement
        for disagreement in found["disagreements"]
        if disagreement["judge"] == "state" and disagreement["subject"].startswith("req")
    ]
    assert {item["subject"] for item in found["items"]} >= {"requirement/chat", "termination/end"}
    alone = report(run, capsys, "--annotator", "cy")
    assert alone["agreement"]["v_out"]["fleiss"] is None
    assert alone["judges"]["state"]["v_out"]["recall"] < 1


def test_differences_are_told_with_their_place(run, capsys):
    """With the number for --open, the step that the judge cites, and each answer."""
    say(run, "Ada", lambda _, question: False if question.kind == "requirement" else SKIP)
    found = [disagreement for disagreement in report(run, capsys)["disagreements"] if disagreement["judge"] == "rules"]
    assert found
    sample = Labels(run).sample(Recording.open(run).traces)
    for item in found:
        assert sample[item["trace"] - 1].episode == item["episode"]
        assert (item["judge_said"], item["majority"], item["votes"]) == (True, False, {"Ada": False})
        assert item["step"] is not None
    assert label([str(run), "--report"]) == 0
    printed = capsys.readouterr().out
    assert f"{found[0]['episode']}" in printed
    assert "Fleiss" in printed


def test_a_judge_can_be_heard_now(run, capsys):
    """For runs without scores, or for another judge: the verdicts equal those of a run."""
    say(run, "Ada", lambda _, question: False if question.kind == "requirement" else SKIP)
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    found = report(run, capsys, "--judge", "rules", "--judge", "state")
    for name in ("rules", "state"):
        assert found["judges"][f"{name} (heard now)"] == found["judges"][name]
    by_judge: dict[str, list[Any]] = {name: [] for name in found["judges"]}
    for disagreement in found["disagreements"]:
        by_judge[disagreement["judge"]].append({key: value for key, value in disagreement.items() if key != "judge"})
    assert by_judge["rules (heard now)"] == by_judge["rules"] != []
    (run / "results.jsonl").unlink()
    assert list(report(run, capsys, "--judge", "rules")["judges"]) == ["rules (heard now)"]
    assert report(run, capsys)["judges"] == {}
    assert {path: path.read_bytes() for path in before if path.exists()} == {
        path: data for path, data in before.items() if path.exists()
    }
    with pytest.raises(UsageError, match=r"needs a model.* rejudge"):
        report(run, capsys, "--judge", "model")
    with pytest.raises(UsageError, match="nobody"):
        report(run, capsys, "--judge", "nobody")


def test_whom_the_report_is_about(run, capsys):
    """A file from another computer is listed separately; unknown names are reported."""
    say(run, "Ada", yes)
    shutil.copy(run / "labels" / "ada.jsonl", run / "labels" / "brought.jsonl")
    assert [annotator["name"] for annotator in report(run, capsys)["annotators"]] == ["Ada", "Ada (brought)"]
    (only,) = report(run, capsys, "--annotator", " ada  (BROUGHT)")["annotators"]
    assert only["name"] == "Ada (brought)"
    with pytest.raises(UsageError, match="unknown annotator 'Bo'; known: Ada"):
        report(run, capsys, "--annotator", "Bo")


def test_lines_broken_off_are_named(run, capsys):
    """They count for nothing, and the report says so."""
    say(run, "Ada", yes)
    with (run / "labels" / "ada.jsonl").open("ab") as file:
        file.write(b'{"schema":1,"ti\n')
    report(run, capsys)
    assert label([str(run), "--report"]) == 0
    assert "labels of Ada: incomplete lines ignored:" in capsys.readouterr().err


def test_judging_again_and_resuming_keep_the_labels(run, capsys):
    """The report then shows the new judging beside the old one."""
    say(run, "Ada", yes)
    before = {path.name: path.read_bytes() for path in (run / "labels").iterdir()}
    # In a process of its own: judges read a recording's trees on the loop, which the tests' guard forbids.
    done = subprocess.run(
        [sys.executable, "-c", _AGAIN, str(run)], cwd=ROOT, capture_output=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert {path.name: path.read_bytes() for path in (run / "labels").iterdir()} == before
    assert set(report(run, capsys)["judges"]) == {"rules", "state", "rules (rejudged 1)"}
    with pytest.raises(UsageError, match="has no traces: label the recording"):
        label([str(run / "rejudged" / "1")])


def test_an_attempt_that_was_broken_off_is_not_labelled(run):
    """Nor is one that a device's fault ended; what its agent did is not all there."""
    count = len(Recording.open(run).traces)
    first, second, *_ = sorted((run / "events").glob("*.jsonl"))
    first.write_bytes(first.read_bytes()[:-20])
    lines = second.read_text().splitlines()
    ended = json.loads(lines[-1]) | {"ending": "fault", "cause": "device"}
    second.write_text("\n".join([*lines[:-1], json.dumps(ended)]) + "\n")
    assert len(Recording.open(run).traces) == count - 2
