"""What the runtime does around devices, agents and models, by its real parts; and the same by hand, as floors."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from benchmarks.speed.comparison import shares
from benchmarks.speed.contender import AsyncRun, Places, Run, looped
from benchmarks.speed.simulated_phones import PhoneModel, SimulatedPhone
from benchmarks.speed.simulated_run import Outcome, Simulation, TappingAgent, context, manifest, play, tasks
from runtime.core.actions import Decision, Tap
from runtime.core.events import Decided, Observed, Performed, Score, Started
from runtime.devices.pool import Pool
from runtime.episode.recorder import Recorder
from runtime.metrics.reducers import METRICS, SECONDARY_METRICS
from runtime.metrics.tally import initial_score, tally
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey, RunDirectory

STEPS: Final = 12
"""Steps of an episode."""
_REDUCERS: Final = (*METRICS.values(), *SECONDARY_METRICS.values())
_FLUSH: Final = 512
"""Events after which the writer is waited for."""


@asynccontextmanager
async def _run_directory() -> AsyncIterator[tuple[RunDirectory, Disk]]:
    with tempfile.TemporaryDirectory(prefix="framework-") as folder:
        directory = await anyio.to_thread.run_sync(RunDirectory.create, Path(folder) / "run", manifest(1))
        async with Disk().running() as disk:
            yield directory, disk


@asynccontextmanager
async def _played(sessions: int) -> AsyncIterator[AsyncRun]:
    """Episodes on phones that take no time: scheduled, played, recorded on disk, judged and committed."""
    instant = PhoneModel(action=0.0, reset=0.0, spread=0.0, noise=0.0)

    async def run(count: int) -> None:
        simulation = Simulation(sessions, max(1, count // STEPS), model=instant)
        async with _run_directory() as (directory, disk), anyio.create_task_group() as group:
            outcome = Outcome([SimulatedPhone(number, instant, 1) for number in range(sessions)])
            shared = context(True, 1, directory, disk, group, partial(TappingAgent, taps=STEPS))
            await play(shared, Pool(outcome.phones), simulation, outcome)

    yield run


@dataclass(frozen=True, slots=True)
class _Noted:
    episode: str
    seq: int
    t: float
    kind: str


@asynccontextmanager
async def _by_hand(sessions: int) -> AsyncIterator[AsyncRun]:
    """The floor: three waits with a deadline each, three events, a counter of them, and their lines in one file."""
    loop = asyncio.get_running_loop()
    counts: dict[str, int] = {}

    async def session(number: int, count: int, lines: list[bytes]) -> None:
        for step in range(count):
            for kind in ("decided", "performed", "observed"):
                async with asyncio.timeout(60):
                    await asyncio.sleep(0)
                noted = _Noted(f"episode-{number}", step, loop.time(), kind)
                counts[kind] = counts.get(kind, 0) + 1
                lines.append(json.dumps(asdict(noted)).encode() + b"\n")

    async def run(count: int) -> None:
        lines: list[bytes] = []
        async with anyio.create_task_group() as group:
            for number, share in enumerate(shares(count, sessions)):
                group.start_soon(session, number, share, lines)
        with tempfile.TemporaryFile() as file:
            file.writelines(lines)

    yield run


@asynccontextmanager
async def _events() -> AsyncIterator[AsyncRun]:
    """Events as a session makes them: numbered, checked for their order, encoded, tallied, and written to disk."""
    (task,) = tasks(1, 1)
    decision, tap = Decision([Tap(540, 1200)]), Tap(540, 1200)

    async def run(count: int) -> None:
        async with _run_directory() as (directory, disk):
            for episode in range(-(-count // (3 * STEPS))):
                recorder = Recorder(EpisodeKey("agent", task.id, episode), 0, directory, disk, Blobs(directory, disk))
                started = recorder.emit(Started, task=task.id, agent="agent", device="phone", seed=1)
                score = initial_score(task, started, "judge")
                recorder.emit(Observed, step=0, frame=None, tree=None)
                for step in range(1, STEPS + 1):
                    score = tally(score, recorder.emit(Decided, step=step, decision=decision))
                    score = tally(score, recorder.emit(Performed, step=step, action=tap))
                    score = tally(score, recorder.emit(Observed, step=step, frame=None, tree=None))
                recorder.close()
                await disk.flush()

    yield run


@contextmanager
def _bare_events() -> Iterator[Run]:
    """The floor: an object, a counter, a line of JSON, a buffered file."""

    def run(count: int) -> None:
        counts: dict[str, int] = {}
        with tempfile.TemporaryFile() as file:
            for seq in range(count):
                noted = _Noted("episode", seq, 0.0, "performed")
                counts[noted.kind] = counts.get(noted.kind, 0) + 1
                line = {"episode": noted.episode, "seq": noted.seq, "t": noted.t, "kind": noted.kind}
                file.write(json.dumps(line).encode() + b"\n")

    yield run


def _scores(count: int) -> list[Score]:
    (task,) = tasks(1, 1)
    return [
        initial_score(
            task,
            Started(episode=f"{number}", attempt=0, seq=0, t=0.0, task=task.id, agent="a", device="", seed=1),
            "judge",
        )
        for number in range(count)
    ]


@contextmanager
def _reducers() -> Iterator[Run]:
    """Scores through all reducers; one operation is one score in one of them."""
    scores = _scores(1000)

    def run(count: int) -> None:
        for _ in range(max(1, count // (len(_REDUCERS) * len(scores)))):
            for reducer in _REDUCERS:
                state = reducer.initial()
                for score in scores:
                    state = reducer.step(state, score)

    yield run


@contextmanager
def _bare_reducers() -> Iterator[Run]:
    """The floor: a tuple in a dictionary for every score."""
    scores = _scores(1000)

    def run(count: int) -> None:
        for _ in range(max(1, count // len(scores))):
            state: dict[str, tuple[int, str, int, int]] = {}
            for score in scores:
                state[score.episode] = (score.attempt, score.task, 1, 1)

    yield run


def _on_loop(
    opening: Callable[[], AbstractAsyncContextManager[AsyncRun]],
) -> Callable[[Places], AbstractContextManager[Run]]:
    return lambda _: looped(opening())


sessions_20 = _on_loop(partial(_played, 20))
sessions_1000 = _on_loop(partial(_played, 1000))
bare_20 = _on_loop(partial(_by_hand, 20))
events = _on_loop(_events)


def bare_events(_: Places) -> AbstractContextManager[Run]:
    """See `_bare_events`."""
    return _bare_events()


def reducers(_: Places) -> AbstractContextManager[Run]:
    """See `_reducers`."""
    return _reducers()


def bare_reducers(_: Places) -> AbstractContextManager[Run]:
    """See `_bare_reducers`."""
    return _bare_reducers()
