"""Hears judges on recorded trajectories: the road that live judges take, over closed logs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import anyio.to_thread

from benchmarks.calibration.labels import Labels
from benchmarks.calibration.play import PlayedTrajectory, Recorded
from runtime.core.events import Observed, Score
from runtime.core.tasks import Task
from runtime.judging.runner import JudgedEpisode, closed_logs, run_judge
from runtime.plugins import registry
from runtime.plugins.protocols import Evidence, Judge, RuleJudge
from runtime.screen.tree import TreeError
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import RunDirectory, merge_by_seq

DEADLINE = 600.0
"""Seconds that a judge may take for one trajectory."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One trajectory: what is known of it, what each judge said, and a line for each subject on which they differ."""

    played: PlayedTrajectory
    task: Task
    labels: Labels
    scores: dict[str, Score]
    disagreements: tuple[str, ...] = ()


async def judged(folder: Path, items: Iterable[Recorded], judges: Sequence[str]) -> AsyncIterator[Sample]:
    """Let every judge hear every trajectory; a new judge for each, as in a run.

    Raises:
        UsageError: a judge is not registered, or the folder cannot be read.
    """
    factories: dict[str, Callable[[Evidence], Judge | RuleJudge]] = await anyio.to_thread.run_sync(
        lambda: {name: registry.load("judges", name) for name in judges}
    )
    directory = await anyio.to_thread.run_sync(RunDirectory.open, folder)
    # Nothing is written: the disk only completes the blob store's signature.
    blobs = Blobs(directory, Disk())
    evidence = Evidence(blobs.read_tree, blobs.read_frame)
    left = iter(items)

    def following() -> Recorded | None:
        """The next one, with its trees at hand, so that no judge waits for the disk on the loop."""
        item = next(left, None)
        for event in item.trace if item is not None else ():
            if isinstance(event, Observed) and event.tree is not None:
                with suppress(TreeError):
                    blobs.read_tree(event.tree)
        return item

    while (item := await anyio.to_thread.run_sync(following)) is not None:
        scores: dict[str, Score] = {}
        about = JudgedEpisode(item.task, str(item.played.key), item.played.number, instrument=True)
        for name, factory in factories.items():
            tapes = closed_logs(merge_by_seq(item.trace, item.truth))
            result = await run_judge(factory(evidence), about, tapes, deadline=DEADLINE)
            if result.score is not None:
                scores[name] = result.score
        yield Sample(item.played, item.task, item.labels, scores)
