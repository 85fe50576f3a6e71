"""Tests of the command `calibrate` on phones without pixels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.calibration.command import run
from judges.rules.judge import RuleJudge
from runtime.core.errors import UsageError

FEW = ("--family", "complete", "--family", "near_miss", "--family", "chatter", "--limit", "3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three trajectories, played once for all tests."""
    out = tmp_path_factory.mktemp("calibration") / "run"
    assert run(["--part", "development", "--headless", "--out", str(out), "--json", *FEW]) == 0
    return out


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON output of the command."""
    capsys.readouterr()
    run([*arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_report_has_the_promised_shape(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report has exactly the expected keys, and each figure is within its bounds or null."""
    found = document(capsys, "--from", str(folder))
    assert list(found) == [
        "v_out",
        "v_step",
        "fills",
        "side_effects",
        "violations",
        "termination",
        "trajectories",
        "by_family",
    ]
    assert found["trajectories"] == 3
    assert set(found["by_family"]) == {"complete", "near_miss", "chatter"}
    for key, figure in (("v_out", "jaccard"), ("v_step", "jaccard"), ("fills", "recall"), ("violations", "kappa")):
        assert found[key][figure] is None or -1 <= found[key][figure] <= 1


def test_the_state_judge_agrees_with_the_state(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """V_out is labelled by state, so a value below 1 would be an error of the labels or of the judge."""
    found = document(capsys, "--from", str(folder), "--judge", "state")
    assert found["v_out"]["jaccard"] == found["v_out"]["final"]["jaccard"] == 1


def test_judging_again_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Judging the same recording twice gives the same figures."""
    assert document(capsys, "--from", str(folder)) == document(capsys, "--from", str(folder))


def test_figures_are_available_by_intent_and_part(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The counts of the intents add up to the total; a part that was not played has no trajectories."""
    found = document(capsys, "--from", str(folder), "--by-intent")
    assert sum(figures["trajectories"] for figures in found["by_intent"].values()) == 3
    assert sum(figures["v_out"]["n"] for figures in found["by_intent"].values()) == found["v_out"]["n"]
    assert document(capsys, "--from", str(folder), "--part", "development") == document(capsys, "--from", str(folder))
    assert document(capsys, "--from", str(folder), "--part", "test-apps")["trajectories"] == 0


def test_a_family_that_meets_nothing_has_no_jaccard(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table shows only its false positives."""
    capsys.readouterr()
    run(["--from", str(folder), "--by-intent"])
    lines = capsys.readouterr().out.splitlines()
    assert "FP only" in next(line for line in lines if line.startswith(" near_miss"))
    assert "FP only" not in next(line for line in lines if line.startswith(" complete"))
    assert any("by intent" in line for line in lines)


class Twin(RuleJudge):
    """A second judge that does not see the truth."""

    name = "twin"


def test_several_judges_and_their_vote(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each judge has its own section and the first is the headline. The state judge has no vote."""
    home = tmp_path / "twin-1.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: twin\nVersion: 1\n")
    (home / "entry_points.txt").write_text(f"[mobile_agent_runtime.judges]\ntwin = {__name__}:Twin\n")
    monkeypatch.syspath_prepend(tmp_path)
    names = ["state", "rules", "twin"]
    judges = [word for name in names for word in ("--judge", name)]
    found = document(capsys, "--from", str(folder), *judges, "--vote", "majority")
    assert list(found["by_judge"]) == [*names, "majority"]
    assert found["v_out"] == found["by_judge"]["state"]["v_out"]
    assert found["by_judge"]["majority"] == found["by_judge"]["rules"]
    with pytest.raises(UsageError, match="two judges that do not see the truth"):
        run(["--from", str(folder), "--judge", "state", "--judge", "rules", "--vote", "majority"])


def test_the_gate_refuses_a_judge_below_a_bar(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --gate a judge below a bar makes the command exit with 1 and name the figure; without --gate with 0."""
    high = ["--bar", "v_step.jaccard=1.01"]
    assert run(["--from", str(folder), *high]) == 0
    capsys.readouterr()
    assert run(["--from", str(folder), "--gate", *high]) == 1
    assert "refused: rules: v_step.jaccard is 1.000, below 1.01" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--judge", "nobody"], "nobody"),
        (["--family", "far_miss"], "near_miss"),
        (["--limit", "0"], "1 or more"),
        (["--bar", "v_out=1"], "v_out.jaccard"),
        (["--bar", "v_out.jaccard=high"], "NUMBER"),
        (["--vote", "all"], "two judges"),
        (["--headless", "--device", "phone://1"], "--device"),
        (["--from", "here", "--limit", "3"], "--limit"),
        (["--device", "headless://none", "--limit", "1"], "headless://N"),
    ],
)
def test_an_impossible_request_is_refused(arguments: list[str], message: str, tmp_path: Path) -> None:
    """Invalid calibrate options raise a UsageError that says what to do, and no file is written."""
    out = [] if "--from" in arguments else ["--out", str(tmp_path / "run")]
    with pytest.raises(UsageError, match=message):
        run([*arguments, *out])
    assert not list(tmp_path.iterdir())


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    """A folder that contains no run is refused."""
    with pytest.raises(UsageError, match="not a run folder"):
        run(["--from", str(tmp_path)])
