"""The options `--require` and `--junit`: checks gates on what was recorded, and writes episodes and gates as tests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from runtime.bench.streams import complain
from runtime.core.errors import UsageError
from runtime.core.given_files import check_given_folder
from runtime.metrics.comparing.gates import Gate, GateResult, check_run, parse_gate
from runtime.metrics.comparing.run_comparison import Side
from runtime.recordings.junit import EpisodeSuite, junit_document
from runtime.recordings.outcomes import failure
from runtime.recordings.run import RecordedRun
from runtime.recordings.sides import sides_of
from runtime.storage.run_directory import MANIFEST

GATE_FAILED: Final = 3
"""Exit code if a gate failed."""


def gates_from_options(required: Sequence[str] | None, *, differences: bool) -> list[Gate]:
    """Return the gates that `--require` names; `differences`: whether there are sides to compare.

    Raises:
        UsageError: a text is no gate, names no metric, or wants a difference where there is none.
    """
    gates = [parse_gate(text) for text in required or ()]
    for gate in gates:
        if gate.difference and not differences:
            raise UsageError(f"--require {gate}: differences are gates of `compare`, which compares two sides")
    return gates


def check_target(path: Path | None, folder: Path | None = None) -> None:
    """Check that a file can be written, and that it does not lie in a run folder or in `folder`, which will be one.

    Raises:
        UsageError: it cannot, or it does: `verify` would find it there as a file that is not part of the run.
    """
    if path is None:
        return
    check_given_folder(path.parent)
    parents = path.absolute().parents
    inside = next((parent for parent in parents if (parent / MANIFEST).exists()), None)
    if inside is None and folder is not None and folder.absolute() in parents:
        inside = folder
    if inside is not None:
        raise UsageError(f"{path} lies in the run folder {inside}, which holds only the run: choose another place")


def write_given(path: Path, data: bytes) -> None:
    """Write a file that the user named, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def report_gates(results: Iterable[GateResult]) -> int:
    """Say on stderr which gates failed; return the exit code."""
    failed = [result for result in results if not result.holds]
    complain(*(f"gate failed: {result.sentence}" for result in failed))
    return GATE_FAILED if failed else 0


def check_finished_run(path: Path, gates: Sequence[Gate], junit: Path | None) -> int:
    """Check gates on a run folder and write its episodes as tests; return the exit code, 0 if all gates hold."""
    document: dict[str, Any] = json.loads((path / "metrics.json").read_bytes())
    results = check_run(gates, document)
    if junit is not None:
        run = RecordedRun.open(path)
        write_junit(junit, [run], sides_of([run]), results)
    return report_gates(results)


def write_junit(path: Path, runs: Sequence[RecordedRun], sides: Iterable[Side], results: Sequence[GateResult]) -> None:
    """Write the episodes of the sides and the gates as JUnit XML."""
    by_path = {str(run.path): run for run in runs}
    write_given(path, junit_document((_suite(side, by_path[side.run]) for side in sides), results))


def _suite(side: Side, run: RecordedRun) -> EpisodeSuite:
    own = [(name, episode) for name, episode in run.episodes.items() if episode.key.agent == side.agent]
    return EpisodeSuite(
        side.title,
        side.agent,
        [(name, failure(run, episode)) for name, episode in own if episode.finished],
        [name for name, episode in own if not episode.finished],
    )
