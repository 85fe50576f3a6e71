"""Plays mutants of scripts on phones, has them judged, and counts what judges refuse."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import anyio.to_thread

from benchmarks.calibration.labels import differing_paths
from benchmarks.calibration.mutants.equivalents import Equivalents, equivalent
from benchmarks.calibration.mutants.figures import MutantCounts
from benchmarks.calibration.mutants.screens import Line, lines, shows_difference
from benchmarks.calibration.mutants.script_operators import ScriptMutant
from benchmarks.calibration.play import PlayedTrajectory, RecordedTrajectory, play, read_trajectories
from benchmarks.calibration.population import Trajectory
from benchmarks.calibration.verdicts import judge_trajectories
from runtime.core.actions import Answer, Finish
from runtime.core.events import Observed, Performed, Score
from runtime.core.tasks import Suite
from runtime.screen.tree import TreeError, UiTree
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey, RunDirectory

_HONEST = "honest"


@dataclass(slots=True)
class PlayedMutants:
    """What one judge made of played mutants, by operator, and the right plays that it refused."""

    counts: defaultdict[str, MutantCounts] = field(default_factory=lambda: defaultdict(MutantCounts))
    right: int = 0
    wrongly_refused: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Reference:
    """The answer and the screens of an intent's untouched reference."""

    answer: str
    shown: frozenset[Line]


async def play_mutants(
    mutants: Sequence[ScriptMutant],
    suite: Suite,
    devices: Sequence[str],
    out: Path,
    on_played: Callable[[PlayedTrajectory], None] = lambda _: None,
) -> None:
    """Play all mutants into the run folder `out`. The first honest one of each task has to be its reference."""
    await play([trajectory for trajectory, _ in _numbered(mutants)], suite, devices, out, 7, on_played)


def _numbered(mutants: Sequence[ScriptMutant]) -> Iterator[tuple[Trajectory, ScriptMutant]]:
    numbers: Counter[tuple[str, str]] = Counter()
    for mutant in mutants:
        key = mutant.operator, mutant.task.id
        yield Trajectory(mutant.operator, mutant.task, numbers[key], mutant.actions), mutant
        numbers[key] += 1


async def judge_mutants(
    mutants: Sequence[ScriptMutant],
    suite: Suite,
    folder: Path,
    judges: Sequence[str],
    entries: Sequence[Equivalents],
) -> dict[str, PlayedMutants]:
    """Have played mutants judged.

    A play is wrong if it ended otherwise than its reference: in another state, or with another answer. Of the wrong
    ones that a judge accepts, those are apart whose screens show nothing but what the reference's screens show.
    """
    directory = await anyio.to_thread.run_sync(RunDirectory.open, folder)
    blobs = Blobs(directory, Disk())
    whats = {
        str(EpisodeKey(trajectory.family, trajectory.task.id, trajectory.number)): mutant.what
        for trajectory, mutant in _numbered(mutants)
    }
    references: dict[str, _Reference] = {}
    wrong: dict[str, bool] = {}
    shown: dict[str, bool] = {}

    def trajectories() -> Iterator[RecordedTrajectory]:
        recorded = list(read_trajectories(folder, suite))
        # References first, since all others are compared with them.
        recorded.sort(key=lambda item: (item.played.family != _HONEST, item.played.number))
        for item in recorded:
            key, intent = str(item.played.key), item.task.intent
            screens = lines(_trees(item, blobs))
            reference = references.setdefault(intent.id, _Reference(_answer(item), screens))
            differing = differing_paths(item.task, item.truth)
            if equivalent(item.played.family, differing, entries):
                differing = ()
            by_answer = any(requirement.evidence == "answer" for requirement in intent.requirements)
            wrong[key] = bool(differing) or (by_answer and _answer(item) != reference.answer)
            shown[key] = shows_difference(screens, reference.shown)
            yield item

    found = {name: PlayedMutants() for name in judges}
    async for sample in judge_trajectories(folder, trajectories(), judges):
        key = str(sample.played.key)
        for name, score in sample.scores.items():
            _count(found[name], sample.played.family, f"{key} ({whats[key]})", score, wrong[key], shown[key])
    return found


def _count(found: PlayedMutants, operator: str, name: str, score: Score, wrong: bool, shown: bool) -> None:
    refused = any(score.side_effects.values()) or any(final is not True for _, final in score.met.values())
    count = found.counts[operator]
    if not wrong:
        found.right += 1
        count.equivalent += 1
        if refused:
            unmet = [identifier for identifier, (_, final) in score.met.items() if final is not True]
            effects = [what for what, standing in score.side_effects.items() if standing]
            found.wrongly_refused.append(f"{name}: {', '.join((*unmet, *effects))}")
    elif refused:
        count.killed += 1
    elif shown:
        count.survivors.append(name)
    else:
        count.unseen += 1


def _answer(item: RecordedTrajectory) -> str:
    texts = [
        event.action.text
        for event in item.trace
        if isinstance(event, Performed) and isinstance(event.action, Answer | Finish)
    ]
    return texts[-1] if texts else ""


def _trees(item: RecordedTrajectory, blobs: Blobs) -> Iterator[UiTree]:
    for event in item.trace:
        if isinstance(event, Observed) and event.tree is not None:
            with suppress(TreeError):
                yield blobs.read_tree(event.tree)
