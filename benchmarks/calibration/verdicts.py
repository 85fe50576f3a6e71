"""Runs judges on recorded trajectories, through the same code as live judging."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import anyio.to_thread

from benchmarks.calibration.labels import Labels
from benchmarks.calibration.play import PlayedTrajectory, RecordedTrajectory
from runtime.core.events import Observed, Score
from runtime.core.tasks import Task
from runtime.judging.runner import JudgedEpisode, closed_logs, run_judge
from runtime.plugins import registry
from runtime.plugins.protocols import Evidence
from runtime.screen.tree import TreeError
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import RunDirectory, merge_by_seq

DEADLINE = 600.0
"""Seconds that a judge may take for one trajectory."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One trajectory: its labels, each judge's score, and a line for each subject on which judges disagree."""

    played: PlayedTrajectory
    task: Task
    labels: Labels
    scores: dict[str, Score]
    disagreements: tuple[str, ...] = ()


async def judge_trajectories(
    folder: Path, trajectories: Iterable[RecordedTrajectory], judges: Sequence[str]
) -> AsyncIterator[Sample]:
    """Run all judges on each trajectory, with new judge instances for each, as in a run.

    Raises:
        UsageError: a judge is not registered, or the folder is unreadable.
    """
    specs = await anyio.to_thread.run_sync(lambda: {name: registry.load(registry.JUDGES, name) for name in judges})
    directory = await anyio.to_thread.run_sync(RunDirectory.open, folder)
    # Nothing is written; the blob store requires a disk.
    blobs = Blobs(directory, Disk())
    evidence = Evidence(blobs.read_tree, blobs.read_frame)
    remaining = iter(trajectories)

    def load_next() -> RecordedTrajectory | None:
        """The next trajectory with its trees loaded, so that no judge reads from disk on the event loop."""
        trajectory = next(remaining, None)
        for event in trajectory.trace if trajectory is not None else ():
            if isinstance(event, Observed) and event.tree is not None:
                with suppress(TreeError):
                    blobs.read_tree(event.tree)
        return trajectory

    while (trajectory := await anyio.to_thread.run_sync(load_next)) is not None:
        scores: dict[str, Score] = {}
        episode = JudgedEpisode(trajectory.task, str(trajectory.played.key), trajectory.played.number, instrument=True)
        for name, spec in specs.items():
            logs = closed_logs(merge_by_seq(trajectory.trace, trajectory.truth))
            result = await run_judge(spec.make(evidence), episode, logs, deadline=DEADLINE)
            if result.score is not None:
                scores[name] = result.score
        yield Sample(trajectory.played, trajectory.task, trajectory.labels, scores)
