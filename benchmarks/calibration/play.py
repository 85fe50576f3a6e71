"""Plays trajectories on phones, and reads recorded trajectories back with their labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import anyio
import anyio.to_thread
from pydantic import TypeAdapter

from benchmarks.calibration.errands import has_side_effect
from benchmarks.calibration.labels import ConstructionFacts, Labels, ends_otherwise, label_trajectory
from benchmarks.calibration.population import Trajectory, with_disturbances
from benchmarks.calibration.script_runner import ScriptResult, run_script
from runtime.components.selection import is_instrument
from runtime.core.actions import Decision
from runtime.core.config import RunConfig
from runtime.core.errors import Fault, UsageError
from runtime.core.events import AnyEvent, AnyTruth
from runtime.core.tasks import Suite, Task
from runtime.engine import Runtime
from runtime.episode.session import LiveSession
from runtime.plugins import registry
from runtime.plugins.protocols import ByteStream, Observation, Session
from runtime.storage.disk import read_lines
from runtime.storage.run_directory import EpisodeKey, RunDirectory

_THINKING_MS = 1000
TRAJECTORIES_FILE = "trajectories.jsonl"
"""Name of the file in the run folder with one line for each played trajectory."""


@dataclass(frozen=True, slots=True)
class PlayedTrajectory:
    """One played trajectory. `stuck`: the element that its script did not find; `fault`: the fault that ended it."""

    family: str
    task: str
    number: int
    disturbed: bool
    making: ConstructionFacts
    stuck: str = ""
    fault: str = ""

    @property
    def key(self) -> EpisodeKey:
        return EpisodeKey(self.family, self.task, self.number)


PLAYED: TypeAdapter[PlayedTrajectory] = TypeAdapter(PlayedTrajectory)


@dataclass(frozen=True, slots=True)
class RecordedTrajectory:
    """A played trajectory read from the run folder, with its labels."""

    played: PlayedTrajectory
    task: Task
    trace: Sequence[AnyEvent]
    truth: Sequence[AnyTruth]
    labels: Labels


async def play(
    trajectories: Sequence[Trajectory],
    suite: Suite,
    devices: Sequence[str],
    out: Path,
    seed: int,
    on_played: Callable[[PlayedTrajectory], None] = lambda _: None,
) -> None:
    """Play all trajectories into the run folder `out`, as many at once as there are phones.

    `on_played` is called after each. A trajectory that a fault ends is recorded with its fault and not scored.
    """
    players = {trajectory.family for trajectory in trajectories if trajectory.actions is None}
    factories = await anyio.to_thread.run_sync(lambda: {name: _player(name) for name in players})
    async with Runtime(RunConfig(seed=seed), devices=devices, suite=suite, judges=(), out=out) as runtime:
        # The run folder is created with the first trajectory, so this file is written at the end.
        lines: list[bytes] = []
        remaining = iter(trajectories)  # shared by the workers: a free worker takes the next

        async def work() -> None:
            for trajectory in remaining:
                played = await _play_trajectory(runtime, trajectory, factories, seed)
                lines.append(PLAYED.dump_json(played) + b"\n")
                on_played(played)

        try:
            async with anyio.create_task_group() as group:
                for _ in runtime.devices:
                    group.start_soon(work)
        finally:
            _write_trajectories(out, lines)


def _write_trajectories(out: Path, lines: Sequence[bytes]) -> None:
    """Write the file of trajectories. Not in a thread, so that it also works during cancellation."""
    if out.exists():
        (out / TRAJECTORIES_FILE).write_bytes(b"".join(lines))


class PacedSession:
    """A session in which each decision takes one second of the phone's time.

    Without that delay no page would load and no stale list would be refreshed, so results would never be visible.
    Implements `runtime.plugins.protocols.Session`.
    """

    def __init__(self, session: LiveSession) -> None:
        self.brief = session.brief
        self._session = session

    async def observe(self) -> Observation:
        return await self._session.observe()

    async def step(self, decision: Decision) -> Observation:
        await self._session.elapse(_THINKING_MS)
        return await self._session.step(decision)

    async def witness(self, decision: Decision) -> Observation:
        return await self._session.witness(decision)

    async def open(self, service: str) -> ByteStream:
        return await self._session.open(service)


def _player(name: str) -> tuple[Callable[[int], object], bool]:
    if is_instrument(name):
        return registry.load(registry.INSTRUMENTS, name).make, True
    return registry.load(registry.AGENTS, name).make, False


async def _play_trajectory(
    runtime: Runtime, trajectory: Trajectory, factories: dict[str, tuple[Callable[[int], object], bool]], seed: int
) -> PlayedTrajectory:
    making, stuck, fault = ConstructionFacts(), "", ""
    try:
        async with runtime.session(trajectory.task, trajectory.family, trajectory.number) as driven:
            session = PacedSession(driven.live)
            if trajectory.actions is None:
                making = await _play_registered(session, trajectory, factories, seed)
            else:
                result = await run_script(session, trajectory.actions)
                making, stuck = _facts(trajectory.task, result), result.stuck
    except Fault as error:
        fault = f"{type(error).__name__}: {error}"
    weather = "weather" in trajectory.task.intent.setup.state
    return PlayedTrajectory(trajectory.family, trajectory.task.id, trajectory.number, weather, making, stuck, fault)


async def _play_registered(
    session: Session, trajectory: Trajectory, factories: dict[str, tuple[Callable[[int], object], bool]], seed: int
) -> ConstructionFacts:
    factory, instrument = factories[trajectory.family]
    player_seed = Random(f"{seed}/{trajectory.family}/{trajectory.task.id}").getrandbits(31)
    player = factory(player_seed)
    if instrument:
        await player.play(session, trajectory.task)  # type: ignore[attr-defined]
    else:
        await player.play(session)  # type: ignore[attr-defined]
    # The turns of the instruments are known: the oracle asks a proper question for each missing requirement, silent
    # asks nothing. Their steps are not known.
    turns = {"oracle": tuple(("compliant", (gap,)) for gap in trajectory.task.gap), "silent": ()}.get(trajectory.family)
    return ConstructionFacts(None, turns)  # type: ignore[arg-type]


def _facts(task: Task, result: ScriptResult) -> ConstructionFacts:
    """The facts that a script run provides. Only missing requirements can be filled."""
    return ConstructionFacts(
        tuple(result.keys),
        tuple((kind, tuple(fill for fill in fills if fill in task.gap)) for kind, fills in result.turns),
    )


def read_trajectories(folder: Path, suite: Suite) -> Iterator[RecordedTrajectory]:
    """Read the trajectories of a run folder, one at a time.

    Raises:
        UsageError: the folder is not a calibration run, is damaged, or belongs to another version of the suite.
    """
    directory = RunDirectory.open(folder)
    if directory.manifest.suite_version != suite.version:
        raise UsageError(f"{folder} was played on {suite.name} {directory.manifest.suite_version}, not {suite.version}")
    try:
        lines = read_lines(folder / TRAJECTORIES_FILE, PLAYED)
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder} is no calibration run: {error}") from error
    tasks = {task.id: task for task in suite.tasks}
    for played in lines:
        task = tasks[played.task]
        if played.disturbed:
            task = with_disturbances(task)
        attempt = max(directory.attempts(played.key) - 1, 0)
        trace = directory.read_trace(played.key, attempt)
        truth = directory.read_truth(played.key, attempt)
        labels = label_trajectory(task, played.making, trace, truth)
        otherwise = None if played.stuck else ends_otherwise(task, trace, truth)
        labels = replace(labels, side_effect=has_side_effect(played.family, otherwise))
        yield RecordedTrajectory(played, task, trace, truth, labels)
