"""Runs of the real scheduler, dispatch, placement, pool, breakers, attempts and sessions on simulated phones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

import anyio

from benchmarks.speed.simulated_phones import PhoneModel, SimulatedPhone
from runtime.core.actions import Decision, Finish, Tap
from runtime.core.config import Deadlines, RunConfig
from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, Ended, RequirementMet
from runtime.core.tasks import Intent, Phrasing, Reference, Requirement, Setup, Task
from runtime.devices.pool import Pool
from runtime.episode.attempt import AttemptContext
from runtime.episode.playing import Player
from runtime.episode.run_parts import ComponentFactories, RunCallbacks, ScheduledEpisode
from runtime.plugins.protocols import Agent, Need, Reply, Session
from runtime.scheduling.controls import RunControls
from runtime.scheduling.scheduler import Scheduler
from runtime.storage.blobs import Blobs
from runtime.storage.chain import Chain
from runtime.storage.disk import Disk
from runtime.storage.run_directory import Commit, EpisodeKey, Manifest, RunDirectory

AGENT: Final = "simulated"
_SURPRISE: Final = 0.7
"""Standard deviation of the logarithm of steps taken / reference actions: predictions are off by a factor of two."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What to simulate: so many phones and episodes, each task played `repeat` times."""

    phones: int
    tasks: int
    repeat: int = 1
    model: PhoneModel = PhoneModel()
    seed: int = 1
    judged: bool = True
    """Whether a small judge scores the episodes; without it, commits have no scores."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """One attempt: who played what, when, in seconds of the loop's clock."""

    phone: str
    episode: str
    began: float
    ended: float


@dataclass(slots=True)
class Outcome:
    """What happened in a simulated run."""

    phones: Sequence[SimulatedPhone]
    commits: list[Commit] = field(default_factory=list)
    assigned: list[Assigned] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def lower_bound(self) -> float:
        """No schedule could take less time than this: the work that counted, shared by all phones according to their
        speed, or its longest episode on the fastest phone.
        """
        slowness = {phone.info.name: phone.slowness for phone in self.phones}
        last = {attempt.episode: attempt for attempt in self.assigned}
        work = [(attempt.ended - attempt.began) / slowness[attempt.phone] for attempt in last.values()]
        return max(sum(work) / sum(1 / value for value in slowness.values()), max(work) * min(slowness.values()))

    @property
    def utilisation(self) -> float:
        """Share of all phones' time that attempts took."""
        return sum(attempt.ended - attempt.began for attempt in self.assigned) / (self.seconds * len(self.phones))


class DiscardingDisk(Disk):
    """A disk that keeps nothing, for runs in virtual time: a real one is written by a thread."""

    def append(self, path: Path, data: bytes) -> None:
        """Discard the data."""

    place = replace = append

    def commit(self, path: Path, line: bytes) -> None:
        """Discard the line."""

    def release(self, path: Path) -> None:
        """Do nothing."""

    async def flush(self) -> None:
        """Return at once."""


class TappingAgent:
    """Taps so often, or as often as a draw makes of the length of the reference; then it finishes or just stops."""

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, seed: int, taps: int | None = None) -> None:
        self._draw = Random(seed)
        self._taps = taps

    async def play(self, session: Session) -> None:
        reference = len(session.brief.instruction)
        drawn = min(24, max(1, round(reference * self._draw.lognormvariate(0.0, _SURPRISE))))
        tap = Decision([Tap(540, 1200)])
        for _ in range(drawn if self._taps is None else self._taps):
            await session.step(tap)
        if self._draw.random() < 0.5:
            await session.step(Decision([Finish("done")]))


class _User:
    async def answer(self, question: str) -> Reply:
        return Reply("Yes.", "compliant")


class _Judge:
    """The requirement is met if the agent finished."""

    name, version, sees_truth = "simulated", "", False

    def begin(self, task: Task, episode: str) -> None:
        self._episode = episode

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]:
        if not isinstance(event, Ended):
            return ()
        met = event.ending == "finished"
        return [RequirementMet(episode=self._episode, judge=self.name, requirement="done", any=met, final=met)]


def tasks(count: int, seed: int) -> list[Task]:
    """Return tasks of different lengths. The instruction has as many characters as the reference has actions."""
    draw = Random(seed)
    found = []
    for number in range(count):
        length = min(24, max(2, round(draw.lognormvariate(math.log(8), 0.7))))
        done = Requirement("done", "anchor", "end", "it is done", "done", "not done")
        reference = Reference((Tap(540, 1200),) * length, (), None)
        phrasing = Phrasing("", "", ())
        intent = Intent(
            f"task-{number}", "device", "functional", "prior", ("x",), (done,), reference, Setup(), phrasing
        )
        found.append(Task(f"task-{number}.standard", intent, "standard", "." * length, ()))
    return found


def context(
    judged: bool,
    seed: int,
    directory: RunDirectory,
    disk: Disk,
    group: anyio.abc.TaskGroup,
    agent: Callable[[int], Agent] = TappingAgent,
) -> AttemptContext:
    """Return the context of a run of the simulated agent; `agent` makes one from a seed."""
    parts = ComponentFactories(
        lambda name, seed, tell, folder: Player(name, agent(seed), False),
        lambda task, seed, tell: _User(),
        lambda: [_Judge()] if judged else [],
    )
    config = RunConfig(agents=(AGENT,), judges=("simulated",), seed=seed)
    return AttemptContext(
        config, Deadlines(), parts, directory, disk, Blobs(directory, disk), Chain(directory.head), group
    )


def manifest(seed: int) -> Manifest:
    """Return the manifest of such a run."""
    return Manifest(version="0", suite_version="0", config=RunConfig(agents=(AGENT,), judges=("simulated",), seed=seed))


async def simulate(simulation: Simulation) -> Outcome:
    """Play all episodes on all phones. To be run in virtual time; nothing is written."""
    model, seed = simulation.model, simulation.seed
    outcome = Outcome([SimulatedPhone(number, model, seed) for number in range(simulation.phones)])
    directory = RunDirectory(Path("simulated"), manifest(seed))
    async with anyio.create_task_group() as group:
        run = context(simulation.judged, seed, directory, DiscardingDisk(), group)
        pool = Pool(outcome.phones, random=Random(seed))
        group.start_soon(pool.run_probes)
        await play(run, pool, simulation, outcome)
        group.cancel_scope.cancel()
    return outcome


async def play(run: AttemptContext, pool: Pool, simulation: Simulation, outcome: Outcome) -> None:
    """Play all episodes on the pool; fills in the outcome."""
    began: dict[str, float] = {}

    def started(phone: str, episode: EpisodeKey) -> None:
        if phone in began:
            raise AssertionError(f"{phone} plays {episode} while it plays another episode")
        began[phone] = anyio.current_time()

    def finished(phone: str, episode: EpisodeKey) -> None:
        outcome.seconds = anyio.current_time()
        outcome.assigned.append(Assigned(phone, str(episode), began.pop(phone), outcome.seconds))

    episodes = [
        ScheduledEpisode(EpisodeKey(AGENT, task.id, number), task, instrument=False)
        for task in tasks(simulation.tasks, simulation.seed)
        for number in range(simulation.repeat)
    ]
    watch = RunCallbacks(started=started, finished=finished)
    scheduler = Scheduler(replace(run, watch=watch), pool, RunControls(pool))
    send, receive = anyio.create_memory_object_stream[Commit](len(episodes) + 1)
    async with anyio.create_task_group() as group:
        group.start_soon(scheduler.run, episodes, send)
        with receive:
            outcome.commits.extend([commit async for commit in receive])
