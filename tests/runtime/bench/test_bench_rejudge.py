"""The `rejudge` command without models."""

from __future__ import annotations

from pathlib import Path

from tests.runtime.bench.conftest import Recording
from tests.support.command import Bench, contents


def lines_of(folder: Path) -> dict[str, set[bytes]]:
    """Return verdict lines by judge, sorted, because their order follows the order in which episodes ended."""
    return {file.name: set(file.read_bytes().splitlines()) for file in (folder / "verdicts").iterdir()}


async def test_replay_gives_the_numbers_of_the_live_run(bench: Bench, recording: Recording, tmp_path: Path):
    """Rejudging without a phone gives the same metrics, byte for byte, and leaves the recording unchanged."""
    before = contents(recording.path)
    output = await bench.process(
        "rejudge", recording.path, "--out", tmp_path / "again", "--json", python=("-X", "importtime")
    )
    assert output.out.encode() == before["metrics.json"]
    assert (tmp_path / "again" / "metrics.json").read_bytes() == before["metrics.json"]
    assert lines_of(tmp_path / "again") == lines_of(recording.path)
    assert "judges." in output.err
    assert "adapters.phone.workers.farm" not in output.err
    assert contents(recording.path) == before


async def test_another_judge_may_be_asked(bench: Bench, recording: Recording, tmp_path: Path):
    """With --judge the scores are that judge's, in a separate folder, and no judges are compared."""
    output = await bench("rejudge", recording.path, "--judge", "state", "--out", tmp_path / "again")
    assert "judged by state" in output.out
    assert "not compared" in output.out
    assert lines_of(tmp_path / "again") == {"state.jsonl": lines_of(recording.path)["state.jsonl"]}
