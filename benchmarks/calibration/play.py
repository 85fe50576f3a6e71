"""Plays a population on phones, and reads recorded ones back with their labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import anyio
import anyio.to_thread
from pydantic import TypeAdapter

from benchmarks.calibration.labels import Labels, Making, label
from benchmarks.calibration.population import Trajectory, disturbed
from benchmarks.calibration.walk import Walk, walk
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
RECORD = "trajectories.jsonl"
"""Beside the run's other files: what the makers knew, a line for each trajectory."""


@dataclass(frozen=True, slots=True)
class PlayedTrajectory:
    """One trajectory that was played. `stuck`: what its script did not find; `fault`: what broke it off."""

    family: str
    task: str
    number: int
    disturbed: bool
    making: Making
    stuck: str = ""
    fault: str = ""

    @property
    def key(self) -> EpisodeKey:
        return EpisodeKey(self.family, self.task, self.number)


PLAYED: TypeAdapter[PlayedTrajectory] = TypeAdapter(PlayedTrajectory)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A played trajectory as the run folder holds it, with its labels."""

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
    function: Callable[[PlayedTrajectory], None] = lambda _: None,
) -> None:
    """Play all of them, as many at once as there are phones, into the run folder `out`.

    A trajectory that a fault breaks off is kept with its fault and counts for no judge.
    """
    players = {trajectory.family for trajectory in trajectories if trajectory.deeds is None}
    factories = await anyio.to_thread.run_sync(lambda: {name: _player(name) for name in players})
    async with Runtime(RunConfig(seed=seed), devices=devices, suite=suite, judges=(), out=out) as runtime:
        # The run folder is made with the first trajectory, so this is written when all is played or broken off.
        lines: list[bytes] = []
        left = iter(trajectories)  # shared: whoever is free takes the next

        async def work() -> None:
            for trajectory in left:
                played = await _one(runtime, trajectory, factories, seed)
                lines.append(PLAYED.dump_json(played) + b"\n")
                function(played)

        try:
            async with anyio.create_task_group() as group:
                for _ in runtime.devices:
                    group.start_soon(work)
        finally:
            _keep(out, lines)


def _keep(out: Path, lines: Sequence[bytes]) -> None:
    """Not in a thread: it must also be done while everything is being cancelled."""
    if out.exists():
        (out / RECORD).write_bytes(b"".join(lines))


class Paced:
    """A session in which each decision takes a second of the phone's time.

    Nobody acts in no time, and in no time no page loads and no stale list comes up to date: what was done would be on
    no screen. Implements `runtime.plugins.protocols.Session`.
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


async def _one(
    runtime: Runtime, trajectory: Trajectory, factories: dict[str, tuple[Callable[[int], object], bool]], seed: int
) -> PlayedTrajectory:
    making, stuck, fault = Making(), "", ""
    try:
        async with runtime.session(trajectory.task, trajectory.family, trajectory.number) as lease:
            session = Paced(lease.live)
            if trajectory.deeds is None:
                making = await _registered(session, trajectory, factories, seed)
            else:
                done = await walk(session, trajectory.deeds)
                making, stuck = _known(trajectory.task, done), done.stuck
    except Fault as error:
        fault = f"{type(error).__name__}: {error}"
    weather = "weather" in trajectory.task.intent.setup.state
    return PlayedTrajectory(trajectory.family, trajectory.task.id, trajectory.number, weather, making, stuck, fault)


async def _registered(
    session: Session, trajectory: Trajectory, factories: dict[str, tuple[Callable[[int], object], bool]], seed: int
) -> Making:
    factory, instrument = factories[trajectory.family]
    drawn = Random(f"{seed}/{trajectory.family}/{trajectory.task.id}").getrandbits(31)
    player = factory(drawn)
    if instrument:
        await player.play(session, trajectory.task)  # type: ignore[attr-defined]
    else:
        await player.play(session)  # type: ignore[attr-defined]
    # Of the instruments it is known what they say: the oracle one proper question for each open requirement, the
    # silent one nothing. How the phone was operated is theirs.
    turns = {"oracle": tuple(("compliant", (gap,)) for gap in trajectory.task.gap), "silent": ()}.get(trajectory.family)
    return Making(None, turns)  # type: ignore[arg-type]


def _known(task: Task, done: Walk) -> Making:
    """What a walk says of itself. Nothing is filled where nothing is open."""
    return Making(
        tuple(done.keys),
        tuple((kind, tuple(fill for fill in fills if fill in task.gap)) for kind, fills in done.turns),
    )


def recorded(folder: Path, suite: Suite) -> Iterator[Recorded]:
    """Read the trajectories of a run folder back, one by one.

    Raises:
        UsageError: the folder is no calibration run, damaged, or of another version of the suite.
    """
    directory = RunDirectory.open(folder)
    if directory.manifest.suite_version != suite.version:
        raise UsageError(f"{folder} was played on {suite.name} {directory.manifest.suite_version}, not {suite.version}")
    try:
        lines = read_lines(folder / RECORD, PLAYED)
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder} is no calibration run: {error}") from error
    tasks = {task.id: task for task in suite.tasks}
    for played in lines:
        task = tasks[played.task]
        if played.disturbed:
            task = disturbed(task)
        attempt = max(directory.attempts(played.key) - 1, 0)
        trace = directory.read_trace(played.key, attempt)
        truth = directory.read_truth(played.key, attempt)
        yield Recorded(played, task, trace, truth, label(task, played.making, trace, truth))
