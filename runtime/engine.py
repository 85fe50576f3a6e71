"""`Runtime`, the library: opens devices, plays tasks, judges them, keeps the record; embeds in a running loop.

It owns no global, installs no signal handler and configures no logging.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import anyio
import anyio.to_thread

from runtime.components.providers import Models
from runtime.components.run_components import RunComponents
from runtime.components.selection import manifest, playable, select, selection
from runtime.core.boundary import flatten_group, unwrap_group
from runtime.core.config import T_MAX, Confinement, Deadlines, ExecutionConfig, RunConfig, Selection, config_differences
from runtime.core.errors import Fault, UsageError
from runtime.core.events import Score
from runtime.core.tasks import Domain, Level, Suite, Task
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Pool
from runtime.episode.attempt import Attempt, AttemptContext
from runtime.episode.run_parts import RunCallbacks, ScheduledEpisode
from runtime.episode.session import LiveSession
from runtime.metrics.report import encode_document, metrics_document
from runtime.plugins.protocols import Device, Evidence
from runtime.scheduling.scheduler import Scheduler
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk, temporary_folder
from runtime.storage.run_directory import Commit, EpisodeKey, RunDirectory


@dataclass(slots=True)
class DrivenSession:
    """A session that you drive yourself, and what the judges say of it once the block has ended."""

    session: LiveSession
    scores: tuple[Score, ...] = ()


class Runtime:
    """Plays tasks of one suite on devices, records everything in one run folder.

    Args:
        devices: URIs such as `phone://20`, `tcp://127.0.0.1:26555`, `unix:/path`.
        suite: a registered suite, or a `Suite`.
        seed: fixes everything that a virtual phone, a user and an agent draw.
        user: who answers questions (registered name).
        judges: registered names; the first gives the headline scores, the others are compared with it.
        vote: a further judge of that name: the vote of those that do not see the truth.
        ask: False turns asking off for every agent.
        weather: "mix": three disturbances for every episode, chosen by the seed.
        user_timeout: seconds after which an agent is told that nobody answers; None: such a user is at fault.
        models: the models of agents, users and judges that need one.
        confinement: what programs that nobody changed may see and use.
        out: the run folder; None keeps the record in a temporary folder that goes with the runtime.
        resume: continue the run in `out` instead of starting one.
        concurrency: how many devices are used at once; None uses all.
        patience: seconds that a lost device may take to return.
        watch: callbacks for a live view.
    """

    def __init__(
        self,
        devices: Sequence[str] = ("phone://20",),
        suite: str | Suite = "clarity240",
        seed: int = 7,
        *,
        user: str = "rules",
        judges: Sequence[str] = ("rules", "state"),
        vote: Literal["", "majority", "all"] = "",
        ask: bool = True,
        max_steps: int = T_MAX,
        weather: Literal["", "mix"] = "",
        user_timeout: float | None = None,
        models: Models | None = None,
        confinement: Confinement | None = None,
        out: Path | str | None = None,
        resume: bool = False,
        concurrency: int | None = None,
        deadlines: Deadlines | None = None,
        attempts: int = 3,
        patience: float = 300,
        watch: RunCallbacks | None = None,
    ) -> None:
        self._config = RunConfig(
            suite=suite if isinstance(suite, str) else suite.name,
            agents=(),
            user=user,
            judges=tuple(judges),
            vote=vote,
            ask=ask,
            seed=seed,
            max_steps=max_steps,
            weather=weather,
            user_timeout=user_timeout,
            models=dict(models.roles) if models else {},
        )
        self._conduct = ExecutionConfig(
            devices=tuple(devices),
            concurrency=concurrency,
            deadlines=deadlines or Deadlines(),
            attempts=attempts,
            patience=patience,
        )
        self._out = None if out is None else Path(out)
        self._resume = resume
        self._watch = watch or RunCallbacks()
        self._installed = RunComponents(suite, devices, self._config, models or Models(), confinement or Confinement())
        self._stack = AsyncExitStack()
        self._scores: dict[str, tuple[Score, ...]] = {}
        self._attempted: dict[str, int] = {}
        self._run: AttemptContext | None = None
        self._beginning = anyio.Lock()
        self._group: anyio.abc.TaskGroup
        self._pool: Pool
        self._disk: Disk
        self._path: Path

    # -- life -------------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        await anyio.to_thread.run_sync(self._installed.load, self._out if self._resume else None)
        # Before any phone is started: what cannot be recorded need not be played.
        if self._resume:
            await anyio.to_thread.run_sync(self._recorded)
        elif self._out is not None:
            await anyio.to_thread.run_sync(RunDirectory.check_vacant, self._out)
        try:
            async with AsyncExitStack() as stack:
                # First, so that it goes last: the disk still writes when everything else has ended.
                out = self._out
                self._path = await stack.enter_async_context(temporary_folder()) if out is None else out
                self._disk = await stack.enter_async_context(Disk().running())
                devices = await self._installed.open(stack, self._conduct.concurrency, self._watch.message, self._path)
                self._pool = Pool(devices, FailureThresholds(patience=self._conduct.patience))
                self._group = await stack.enter_async_context(anyio.create_task_group())
                self._group.start_soon(self._pool.run_probes)
                self._stack = stack.pop_all()
        except BaseExceptionGroup as group:
            found = unwrap_group(group)
            raise found from found.__cause__
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        self._group.cancel_scope.cancel()
        try:
            return await self._stack.__aexit__(kind, error, trace)
        except BaseExceptionGroup as group:
            found = unwrap_group(group, error)
            if found is error:
                return False
            raise found from found.__cause__

    # -- what there is ----------------------------------------------------------------------------------------------

    @property
    def suite(self) -> Suite:
        """What is played. UsageError if no suite is registered under the name that was given."""
        return self._installed.suite

    @property
    def path(self) -> Path | None:
        """The run folder, once something was played."""
        return None if self._run is None else self._run.directory.path

    def cast(self, agents: Sequence[str]) -> None:
        """Find who is to play, before anything is opened; blocks. UsageError: there is none, or no model for it."""
        self._installed.cast(agents)

    def tasks(
        self,
        levels: Iterable[Level] = (),
        domains: Iterable[Domain] = (),
        apps: Iterable[str] = (),
        intents: Iterable[str] = (),
        tasks: Iterable[str] = (),
        limit: int | None = None,
    ) -> tuple[Task, ...]:
        """The suite's tasks that match every given filter.

        Raises:
            UsageError: a filter names something that the suite doesn't have, or nothing is left.
        """
        return select(
            self.suite, selection(limit, levels=levels, domains=domains, apps=apps, intents=intents, tasks=tasks)
        )

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices in use."""
        return self._pool.usable

    @property
    def scores(self) -> tuple[Score, ...]:
        """The headline scores so far, by episode name."""
        return tuple(self._scores[name][0] for name in sorted(self._scores) if self._scores[name])

    def scores_by(self, judge: str) -> tuple[Score, ...]:
        """One judge's scores so far, by episode name."""
        scores = (score for name in sorted(self._scores) for score in self._scores[name])
        return tuple(score for score in scores if score.judge == judge)

    @property
    def spent(self) -> list[dict[str, Any]]:
        """Tokens and money by role and model so far, as in models.json."""
        return self._installed.providers.ledger.document()

    def metrics(self) -> dict[str, Any]:
        """The metrics of all episodes so far, as in metrics.json."""
        all_scores = (score for scores in self._scores.values() for score in scores)
        return metrics_document(
            self.scores, {name: self.scores_by(name) for name in self._installed.voters}, beside=all_scores
        )

    # -- evaluate ---------------------------------------------------------------------------------------------------

    async def run(
        self,
        agents: Sequence[str] = ("reader",),
        *,
        levels: Sequence[Level] = (),
        domains: Sequence[Domain] = (),
        apps: Sequence[str] = (),
        intents: Sequence[str] = (),
        tasks: Sequence[str] = (),
        limit: int | None = None,
        repeat: int = 1,
    ) -> AsyncGenerator[Score, None]:
        """Play the selected tasks with each agent; yields headline scores in completion order.

        Leaving the loop early cancels what still runs. At the end metrics.json is written.

        Raises:
            UsageError: unknown agent, empty selection, or a run folder that doesn't fit.
        """
        filters = selection(limit, levels=levels, domains=domains, apps=apps, intents=intents, tasks=tasks)
        chosen = select(self.suite, filters)
        players = await anyio.to_thread.run_sync(self._installed.cast, agents)
        await self._installed.open_late(self._group, self._path)
        config = self._config.model_copy(update={"agents": tuple(players), "selection": filters, "repeat": repeat})
        run = await self._begin(config)
        scheduler = Scheduler(run, self._pool, self._conduct.attempts)
        await self._disk.flush()  # the traces of earlier attempts are counted below
        episodes = await anyio.to_thread.run_sync(self._schedule, run.directory, chosen, players, repeat)
        for score in self.scores:
            yield score
        send, receive = anyio.create_memory_object_stream[Commit](len(episodes) + 1)
        failure: list[BaseException] = []

        async def job() -> None:
            try:
                await scheduler.run(episodes, send)
            except* (OSError, Fault, UsageError) as errors:
                failure.append(flatten_group(errors)[0])

        scope = anyio.CancelScope()

        async def scoped() -> None:
            with scope:
                await job()

        self._group.start_soon(scoped)
        try:
            with receive:
                async for commit in receive:
                    self._scores[commit.episode] = commit.scores
                    self._installed.providers.write(run.directory, self._disk)
                    if commit.scores:
                        yield commit.scores[0]
        finally:
            scope.cancel()
        if failure:
            raise failure[0]
        self._disk.place(run.directory.metrics, encode_document(self.metrics()))
        await self._disk.flush()

    def _schedule(
        self, directory: RunDirectory, chosen: Sequence[Task], players: dict[str, bool], repeat: int
    ) -> list[ScheduledEpisode]:
        """The episodes still to be played or judged; finished ones go into the scores."""
        episodes = []
        for agent, instrument in players.items():
            for task in chosen:
                for index in range(repeat):
                    key = EpisodeKey(agent, task.id, index)
                    commit = directory.commits.get(str(key))
                    if commit is not None:
                        self._scores[str(key)] = commit.scores
                        continue
                    attempts = directory.attempts(key)
                    played = directory.played(key) if attempts else None
                    episodes.append(ScheduledEpisode(key, task, instrument, attempts, played))
        return episodes

    # -- drive a phone yourself -------------------------------------------------------------------------------------

    @asynccontextmanager
    async def drive(self, task: Task | str, agent: str = "you", repeat: int = 0) -> AsyncIterator[DrivenSession]:
        """Drive a phone that was prepared for a task; afterwards `scores` of what is given holds the judges' scores.

        A fault of the device that you catch ends the attempt all the same, and the device is looked at before anybody
        gets it again. What else your block raises breaks the attempt off: it has no end in the record and no scores.

        Raises:
            UsageError: unknown task.
            Fault: the phone could not be prepared.
        """
        chosen = select(self.suite, Selection(tasks=(task,)))[0] if isinstance(task, str) else task
        run = await self._begin(self._config.model_copy(update={"agents": (agent,)}))
        episode = ScheduledEpisode(EpisodeKey(agent, chosen.id, repeat), chosen, instrument=False)
        with await self._pool.acquire() as lease:
            attempt = Attempt(run, episode, await self._next_attempt(run.directory, episode.key))
            async with attempt.open(lease, frozenset({"frame", "tree"})) as session:
                driven = DrivenSession(session)
                yield driven
        commit = await attempt.commit()
        self._scores[commit.episode] = driven.scores = commit.scores

    async def _next_attempt(self, directory: RunDirectory, key: EpisodeKey) -> int:
        """Several may drive the same task at once: each is an attempt of its own."""
        await self._disk.flush()
        found = await anyio.to_thread.run_sync(directory.attempts, key)
        attempt = max(found, self._attempted.get(str(key), 0))
        self._attempted[str(key)] = attempt + 1
        return attempt

    @asynccontextmanager
    async def lease(self, task: Task | str, agent: str = "you", repeat: int = 0) -> AsyncIterator[LiveSession]:
        """`drive`, for those who don't need the scores: gives the session itself."""
        async with self.drive(task, agent, repeat) as driven:
            yield driven.session

    # -- the run folder ---------------------------------------------------------------------------------------------

    async def _begin(self, config: RunConfig) -> AttemptContext:
        async with self._beginning:
            if self._run is None:
                directory = await anyio.to_thread.run_sync(self._directory, self._installed.described(config))
                blobs = Blobs(directory, self._disk)
                parts = self._installed.parts(Evidence(blobs.read_tree, blobs.read_frame, written=self._disk.flush))
                deadlines, disk, judges = self._conduct.deadlines, self._disk, self._group
                self._run = AttemptContext(self._config, deadlines, parts, directory, disk, blobs, judges, self._watch)
            return self._run

    def _recorded(self) -> RunDirectory:
        if self._out is None:
            raise UsageError("to resume, name the run folder with --resume DIR")
        recorded = playable(RunDirectory.open(self._out), self.suite, "continue it, or start a new run with --out")
        return self._installed.same_prompts(recorded)

    def _directory(self, config: RunConfig) -> RunDirectory:
        if self._resume:
            directory = self._recorded()
            changed = config_differences(directory.manifest.config, config)
            if changed:
                raise UsageError(f"{self._out} was recorded with other settings: " + "; ".join(changed))
            directory.mend()
            self._installed.providers.resume(directory)
            return directory
        return RunDirectory.create(self._path, manifest(config, self.suite), self._installed.providers.replaced)
