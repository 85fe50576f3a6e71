"""The command `calibrate`, on phones without pixels."""

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
    """What the command prints as JSON."""
    capsys.readouterr()
    run([*arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_report_has_the_promised_shape(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exactly these keys, and each figure is between its bounds or null."""
    found = document(capsys, "--from", str(folder))
    assert list(found) == ["v_out", "v_step", "fills", "violations", "termination", "trajectories", "by_family"]
    assert found["trajectories"] == 3
    assert set(found["by_family"]) == {"complete", "near_miss", "chatter"}
    for key, figure in (("v_out", "jaccard"), ("v_step", "jaccard"), ("fills", "recall"), ("violations", "kappa")):
        assert found[key][figure] is None or -1 <= found[key][figure] <= 1


def test_the_state_judge_agrees_with_the_state(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It sees what V_out is labelled by; anything below 1 would be an error of the labels or of that judge."""
    found = document(capsys, "--from", str(folder), "--judge", "state")
    assert found["v_out"]["jaccard"] == found["v_out"]["final"]["jaccard"] == 1


def test_judging_again_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same recording, the same figures; no phone is needed."""
    assert document(capsys, "--from", str(folder)) == document(capsys, "--from", str(folder))


def test_figures_can_be_had_by_intent_and_of_a_part(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What intents count adds up to the whole; of a part that was not played there is nothing."""
    found = document(capsys, "--from", str(folder), "--by-intent")
    assert sum(item["trajectories"] for item in found["by_intent"].values()) == 3
    assert sum(item["v_out"]["n"] for item in found["by_intent"].values()) == found["v_out"]["n"]
    assert document(capsys, "--from", str(folder), "--part", "development") == document(capsys, "--from", str(folder))
    assert document(capsys, "--from", str(folder), "--part", "test-apps")["trajectories"] == 0


def test_a_family_in_which_nothing_is_true_has_no_jaccard(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table says that only false findings can be seen there."""
    capsys.readouterr()
    run(["--from", str(folder), "--by-intent"])
    lines = capsys.readouterr().out.splitlines()
    assert "FP only" in next(line for line in lines if line.startswith(" near_miss"))
    assert "FP only" not in next(line for line in lines if line.startswith(" complete"))
    assert any("by intent" in line for line in lines)


class Twin(RuleJudge):
    """A second judge without the truth."""

    name = "twin"


def test_several_judges_and_their_common_mind(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has its own part; the first is the headline; two of one mind are their vote, and the state has none."""
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
    """Exit 1, and the figure is named; without the gate the same judge passes."""
    high = ["--bar", "v_step.jaccard=1.01"]
    assert run(["--from", str(folder), *high]) == 0
    capsys.readouterr()
    assert run(["--from", str(folder), "--gate", *high]) == 1
    assert "refused: rules: v_step.jaccard is 1.000, below 1.01" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
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
def test_a_request_that_cannot_be_met_is_refused(arguments: list[str], says: str, tmp_path: Path) -> None:
    """In words that say what to do, and nothing is left behind."""
    out = [] if "--from" in arguments else ["--out", str(tmp_path / "run")]
    with pytest.raises(UsageError, match=says):
        run([*arguments, *out])
    assert not list(tmp_path.iterdir())


def test_what_is_no_calibration_run_is_refused(tmp_path: Path) -> None:
    """A folder without a run is named, not a traceback."""
    with pytest.raises(UsageError, match="not a run folder"):
        run(["--from", str(tmp_path)])
