"""Measurements of `python -m benchmarks.acceptance suite`: evidence in a run folder, costs, named parts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.acceptance import __main__ as acceptance
from benchmarks.acceptance import bar, suite
from benchmarks.acceptance.evidence import evidence
from tests.runtime.bench.conftest import Recording
from tests.support.recorded import relink

pytestmark = pytest.mark.usefixtures("anyio_backend")
"""The recorded run is made in a loop; what is tested here reads files and needs none."""


@pytest.fixture
def run(recording: Recording, tmp_path: Path) -> Path:
    """A copy of the recorded run that a test may change."""
    return Path(shutil.copytree(recording.path, tmp_path / "run"))


def test_a_finished_run_has_all_its_evidence(run: Path):
    """In a finished run each settled screen is on disk and judged, and each touch is followed by a screen."""
    found = evidence(run)
    assert found.complete, found
    assert found.screens > 30


def test_a_lost_frame_is_missed(run: Path):
    """A frame that is missing or no picture is counted as unrecorded."""
    frames = sorted(run.glob("blobs/*/*.png"))
    frames[0].unlink()
    frames[1].write_bytes(b"nothing")
    found = evidence(run)
    assert found.unrecorded >= 2
    assert not found.complete


def test_a_screen_that_no_judge_described_is_missed(run: Path):
    """A screen without a judge's description is counted as unjudged."""
    file = run / "verdicts" / "rules.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    gone = next(line for line in lines if '"kind":"described"' in line)
    file.write_text("".join(line for line in lines if line != gone))
    assert evidence(run).unjudged == 1


def test_a_touch_without_a_screen_is_missed(run: Path):
    """A touch without a following screen is counted as unseen."""
    file = sorted(run.glob("events/*.jsonl"))[0]
    lines = file.read_text().splitlines(keepends=True)
    gone = [line for line in lines if '"kind":"observed"' in line][-1]
    file.write_text("".join(line for line in lines if line != gone))
    relink(run)
    found = evidence(run)
    assert (found.unseen, found.unjudged, found.unrecorded) == (1, 0, 0)


def test_what_a_command_costs_is_counted_with_its_children(tmp_path: Path):
    """The CPU time includes child processes and their finished children."""
    done, cost = bar.measured("--help", folder=tmp_path)
    assert done.returncode == 0
    assert cost.cpu > 0
    assert cost.wall > 0


def test_parts_can_be_chosen_by_name(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """`--only` measures the named parts; unknown names, and benchmarks without parts, are refused."""
    asked: list[list[str]] = []

    def measure(only: list[str]) -> list[bar.Bar]:
        asked.append(only)
        return [bar.Bar("it", "1", holds=True)]

    monkeypatch.setattr(suite, "measure", measure)
    monkeypatch.setattr("sys.argv", ["acceptance", "suite", "--only", "draws,oracle"])
    assert acceptance.main() == 0
    assert asked == [["draws", "oracle"]]
    for argv, words in (
        (["suite", "--only", "draw"], "no part draw; there is"),
        (["instruments", "--only", "x"], "no parts"),
    ):
        monkeypatch.setattr("sys.argv", ["acceptance", *argv])
        with pytest.raises(SystemExit):
            acceptance.main()
        assert words in capsys.readouterr().err
