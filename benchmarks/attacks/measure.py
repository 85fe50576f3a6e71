"""Plays a strategy over tasks on virtual phones, and reads the run folder for what the user revealed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import anyio
import anyio.to_thread

from benchmarks.attacks.public_suite import PublicSuite, target
from benchmarks.attacks.results import Episode, Outcome, outcome
from benchmarks.attacks.strategy import Play, Strategy
from benchmarks.calibration.play import PacedSession
from runtime import RunConfig, RunDirectory, Runtime, Suite, Task
from runtime.core.errors import Fault
from runtime.core.events import Released
from runtime.storage.run_directory import EpisodeKey

CONTROL = "control"


def applicable(strategy: Strategy, tasks: Sequence[Task], public: PublicSuite) -> list[Task]:
    """The tasks to which a strategy applies."""
    return [task for task in tasks if strategy.applies(target(task, public))]


async def play_strategy(
    strategy: Strategy,
    tasks: Sequence[Task],
    suite: Suite,
    public: PublicSuite,
    config: RunConfig,
    devices: Sequence[str],
    out: Path,
    played: Callable[[], None] = lambda: None,
) -> Outcome:
    """Play one strategy, and its control if it has one, over tasks to which it applies; `out` is a new run folder.

    Raises:
        UsageError: the devices cannot be used.
        DeviceFault: no device can be opened.
    """
    plays = {strategy.name: strategy.play} | ({CONTROL: strategy.control} if strategy.control is not None else {})
    faults: dict[str, str] = {}
    async with Runtime(config, devices=devices, suite=suite, out=out) as runtime:
        left = iter([(agent, task) for task in tasks for agent in plays])  # shared by the workers

        async def work() -> None:
            for agent, task in left:
                error = await _play(runtime, agent, plays[agent], task, public)
                if error:
                    faults[str(EpisodeKey(agent, task.id, 0))] = error
                played()

        async with anyio.create_task_group() as group:
            for _ in runtime.devices:
                group.start_soon(work)
        scores = {judge: {score.episode: score for score in runtime.scores_by(judge)} for judge in config.judges}
    released = await anyio.to_thread.run_sync(_released, out, tuple(plays), tasks) if tasks else {}

    def episode(agent: str, task: Task) -> Episode:
        key = str(EpisodeKey(agent, task.id, 0))
        by_judge = {judge: found[key] for judge, found in scores.items() if key in found}
        return Episode(task, target(task, public), by_judge, released.get(key, ()), faults.get(key, ""))

    episodes = {agent: [episode(agent, task) for task in tasks] for agent in plays}
    return outcome(strategy, episodes[strategy.name], episodes.get(CONTROL, ()))


async def _play(runtime: Runtime, agent: str, play: Play, task: Task, public: PublicSuite) -> str:
    """Play one episode; returns the fault that ended it, if any."""
    try:
        async with runtime.session(task, agent) as driven:
            await play(PacedSession(driven.live), target(task, public))
    except Fault as fault:
        return f"{type(fault).__name__}: {fault}"
    return ""


def _released(folder: Path, agents: Sequence[str], tasks: Sequence[Task]) -> dict[str, tuple[str, ...]]:
    """The requirements whose values the user revealed, by episode."""
    directory = RunDirectory.open(folder)
    found = {}
    for key in (EpisodeKey(agent, task.id, 0) for agent in agents for task in tasks):
        commit = directory.commits.get(str(key))
        if commit is not None and commit.scores and commit.scores[0].turns:
            truth = directory.read_truth(key, directory.attempts(key) - 1)
            revealed = (event.requirements for event in truth if isinstance(event, Released))
            found[str(key)] = tuple(dict.fromkeys(identifier for group in revealed for identifier in group))
    return found
