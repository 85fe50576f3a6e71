"""`Runtime`, the library: opens devices, plays tasks, judges and records them, inside a running event loop.

It owns no global, installs no signal handler and configures no logging.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import anyio
import anyio.to_thread

from runtime.components.agent_refs import to_cli_args
from runtime.components.models import Models
from runtime.components.run_components import AgentPart, GivenParts, JudgePart, RunComponents, UserPart
from runtime.components.selection import manifest, our_version, playable, select
from runtime.core.actions import Decision
from runtime.core.boundary import flatten_group, unwrap_group
from runtime.core.config import Confinement, Deadlines, RunConfig, Selection, config_differences
from runtime.core.errors import Fault, UsageError
from runtime.core.events import Score
from runtime.core.tasks import Brief, Suite, Task
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Pool
from runtime.episode.attempt import Attempt, AttemptContext
from runtime.episode.pauses import PauseWatch
from runtime.episode.run_parts import RunCallbacks, ScheduledEpisode
from runtime.episode.session import LiveSession
from runtime.metrics.compact_scores import CompactScores
from runtime.metrics.report import encode_document, metrics_document
from runtime.plugins.protocols import ByteStream, Device, Evidence, Observation
from runtime.plugins.specs import judge_spec, user_spec
from runtime.scheduling.scheduler import Scheduler
from runtime.storage.blobs import Blobs
from runtime.storage.chain import Chain
from runtime.storage.disk import Disk, temporary_folder
from runtime.storage.lock import locked
from runtime.storage.run_directory import Commit, EpisodeKey, RunDirectory


class DrivenSession:
    """A session that the caller drives (`Runtime.session`); implements `runtime.plugins.Session`.

    `scores` holds the score of each judge once the block has ended, that of the main judge first. `live` is the session
    itself.
    """

    def __init__(self, session: LiveSession) -> None:
        self.live: Final = session
        self.scores: tuple[Score, ...] = ()

    @property
    def brief(self) -> Brief:
        """The instruction, the screen size in pixels, the budget of steps, and whether the user answers."""
        return self.live.brief

    async def observe(self) -> Observation:
        """Return the screen at rest; costs nothing. Raises Fault if the device fails."""
        return await self.live.observe()

    async def step(self, decision: Decision) -> Observation:
        """Execute a decision and return the screen at rest. Raises Fault if the device or the user fails."""
        return await self.live.step(decision)

    async def witness(self, decision: Decision) -> Observation:
        """Record a decision that was executed on the device by other means, and return the screen at rest."""
        return await self.live.witness(decision)

    async def open(self, service: str) -> ByteStream:
        """Open a raw stream to an ADB service of the device, such as `shell:ls`. Raises DeviceFault if that fails."""
        return await self.live.open(service)


class Runtime:
    """Plays tasks of one suite on devices, judges them, and records everything in one run folder.

    Use it as `async with Runtime(…) as rt`. Entering raises UsageError if a part, the suite or the run folder cannot be
    used, and DeviceFault if no device can be opened.

    Args:
        config: all settings that determine the results. Its agents, selection and repeat are the defaults of `run`.
        devices: URIs such as `phone://20`, `tcp://127.0.0.1:26555`, `unix:/path`.
        suite: a suite that is not registered; None: the suite that the configuration names.
        user: a user class or spec instead of the configuration's registered name.
        judges: names, classes or specs instead of the configuration's names; the first gives the main scores.
        models: stored replies, prices and prompts; its `roles` replace the configuration's models.
        confinement: what external programs may see and use.
        out: the run folder; None: a temporary folder that is removed with the runtime.
        resume: continue the run in `out` instead of starting one.
        concurrency: the number of devices used at once; None: all.
        deadlines: timeouts in seconds of wall time.
        attempts: the number of attempts at an episode before it is lost to device faults; more are made while the
            faults are explained by devices that fail other episodes too.
        patience: seconds after which a lost device is given up.
        watch: callbacks for a live view.
    """

    def __init__(
        self,
        config: RunConfig | None = None,
        *,
        devices: Sequence[str] = ("phone://20",),
        suite: Suite | None = None,
        user: UserPart | None = None,
        judges: Sequence[JudgePart] | None = None,
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
        config = config or RunConfig()
        changed: dict[str, Any] = {} if suite is None else {"suite": suite.name}
        given = GivenParts(suite)
        if user is not None:
            given_user = None if isinstance(user, str) else user_spec(user, "the user")
            changed["user"] = user if given_user is None else given_user.name
            given = replace(given, user=given_user)
        if judges is not None:
            parts = [judge if isinstance(judge, str) else judge_spec(judge, "a judge") for judge in judges]
            changed["judges"] = tuple(part if isinstance(part, str) else part.name for part in parts)
            given = replace(given, judges={part.name: part for part in parts if not isinstance(part, str)})
        models = models or Models()
        if models.roles:
            changed["models"] = dict(models.roles)
        self._config = config.model_copy(update=changed)
        self._deadlines = deadlines or Deadlines()
        self._concurrency = concurrency
        self._attempts = attempts
        self._patience = patience
        self._out = None if out is None else Path(out)
        self._resume = resume
        self._watch = watch or RunCallbacks()
        self._components = RunComponents(
            devices, self._config, given, replace(models, roles=self._config.models), confinement or Confinement()
        )
        self._stack = AsyncExitStack()
        self._scores = CompactScores()
        self._attempted: dict[str, int] = {}
        self._run: AttemptContext | None = None
        self._beginning = anyio.Lock()
        self._group: anyio.abc.TaskGroup
        self._pool: Pool
        self._disk: Disk
        self._path: Path
        self._pauses: PauseWatch

    # -- enter and exit ------------------------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        await anyio.to_thread.run_sync(self._components.load, self._out if self._resume else None)
        # Checked before any phone starts: an episode that cannot be recorded must not be played.
        if self._resume:
            await anyio.to_thread.run_sync(self._recorded)
        elif self._out is not None:
            await anyio.to_thread.run_sync(RunDirectory.check_vacant, self._out)
        try:
            async with AsyncExitStack() as stack:
                if self._out is not None:
                    await stack.enter_async_context(locked(self._out))
                    # Once more, since another process may have written there before the lock was taken.
                    if not self._resume:
                        await anyio.to_thread.run_sync(RunDirectory.check_vacant, self._out)
                # Opened first, so that it is closed last: the disk must still write while everything else shuts down.
                out = self._out
                self._path = await stack.enter_async_context(temporary_folder()) if out is None else out
                self._disk = await stack.enter_async_context(Disk().running())
                self._pauses = await stack.enter_async_context(PauseWatch().watching())
                devices = await self._components.open(stack, self._concurrency, self._watch.message, self._path)
                self._pool = Pool(devices, FailureThresholds(patience=self._patience))
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

    # -- properties -----------------------------------------------------------------------------------------------

    @property
    def suite(self) -> Suite:
        """The suite. Raises UsageError if none is registered under the configured name."""
        return self._components.suite

    @property
    def checksum(self) -> str:
        """The last checksum of the commit lines so far: that of a finished run stands for its whole folder."""
        return "" if self._run is None else self._run.chain.head

    @property
    def path(self) -> Path | None:
        """The run folder; None until something is played."""
        return None if self._run is None else self._run.directory.path

    def cast(self, agents: Sequence[AgentPart] | None = None) -> None:
        """Load the agents before anything is opened; otherwise `run` loads them. Blocks.

        Raises:
            UsageError: an unknown name, a class that is not an agent, or an agent without the model that it needs.
        """
        self._components.cast(self._agents if agents is None else agents)

    def tasks(self, selection: Selection | None = None) -> tuple[Task, ...]:
        """The suite's tasks that match a selection; None: the configuration's.

        Raises:
            UsageError: it names something that the suite does not have, or no task matches.
        """
        return select(self.suite, self._config.selection if selection is None else selection, self._config.seed)

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices in use."""
        return self._pool.usable

    @property
    def scores(self) -> tuple[Score, ...]:
        """The main judge's scores so far, ordered by episode name."""
        return tuple(self._scores.main())

    def scores_by(self, judge: str) -> tuple[Score, ...]:
        """One judge's scores so far, ordered by episode name."""
        return tuple(self._scores.by(judge))

    @property
    def spent(self) -> list[dict[str, Any]]:
        """Tokens and cost by role and model so far, as in models.json."""
        return self._components.providers.ledger.document()

    def metrics(self) -> dict[str, Any]:
        """The metrics of all episodes so far, as in metrics.json."""
        voters = self._components.voters
        return metrics_document(
            self._scores.main(),
            {name: self.scores_by(name) for name in voters},
            beside=self._scores.all(),
            by_state=(score for name in self._config.judges if name not in voters for score in self._scores.by(name)),
        )

    # -- evaluate ---------------------------------------------------------------------------------------------------

    async def run(
        self,
        agents: Sequence[AgentPart] | None = None,
        *,
        select: Selection | None = None,
        repeat: int | None = None,
    ) -> AsyncGenerator[Score, None]:
        """Play the selected tasks with each agent; yields the main judge's scores in completion order.

        Leaving the loop early cancels the remaining episodes. At the end metrics.json is written.

        Args:
            agents: registered names, addresses of programs, classes, or specs; None: the configuration's.
            select: the tasks to play; None: the configuration's selection.
            repeat: the number of times that each task is played; None: the configuration's.

        Raises:
            UsageError: unknown agent, empty selection, or a run folder with other settings.
            DeviceFault: all devices were given up.
        """
        chosen = self.tasks(select)
        players = await anyio.to_thread.run_sync(self._components.cast, self._agents if agents is None else agents)
        await self._components.open_late(self._group, self._path)
        repeat = self._config.repeat if repeat is None else repeat
        config = self._config.model_copy(
            update={"agents": tuple(players), "selection": select or self._config.selection, "repeat": repeat}
        )
        run = await self._begin(config)
        scheduler = Scheduler(run, self._pool, self._attempts)
        await self._disk.flush()  # _schedule counts the traces of earlier attempts
        episodes = await anyio.to_thread.run_sync(self._schedule, run.directory, chosen, players, repeat)
        for score in self._scores.main():
            yield score
        send, receive = anyio.create_memory_object_stream[Commit](len(episodes) + 1)
        failure: list[BaseException] = []

        async def play() -> None:
            try:
                await scheduler.run(episodes, send)
            except* (OSError, Fault, UsageError) as errors:
                failure.append(flatten_group(errors)[0])

        scope = anyio.CancelScope()

        async def play_in_scope() -> None:
            with scope:
                await play()

        self._group.start_soon(play_in_scope)
        try:
            with receive:
                async for commit in receive:
                    self._scores.put(commit.episode, commit.scores)
                    self._components.providers.write(run.directory, self._disk)
                    if commit.scores:
                        yield commit.scores[0]
        finally:
            scope.cancel()
        if failure:
            raise failure[0]
        self._disk.replace(run.directory.metrics, encode_document(self.metrics()))
        await self._disk.flush()
        self._disk.replace(
            run.directory.seal, await anyio.to_thread.run_sync(run.directory.seal_document, run.chain.head)
        )
        await self._disk.flush()

    def _schedule(
        self, directory: RunDirectory, chosen: Sequence[Task], players: dict[str, bool], repeat: int
    ) -> list[ScheduledEpisode]:
        """The episodes still to be played or judged; finished ones go into the scores."""
        episodes = []
        recorded = directory.attempt_counts()
        for agent, instrument in players.items():
            for task in chosen:
                for index in range(repeat):
                    key = EpisodeKey(agent, task.id, index)
                    commit = directory.commits.get(str(key))
                    if commit is not None:
                        self._scores.put(str(key), commit.scores)
                    if str(key) in self._scores:
                        continue
                    attempts = recorded.get(key.stem, 0)
                    played = directory.played(key, attempts)
                    episodes.append(ScheduledEpisode(key, task, instrument, attempts, played))
        return episodes

    # -- drive a phone yourself -------------------------------------------------------------------------------------

    @asynccontextmanager
    async def session(self, task: Task | str, agent: str = "you", repeat: int = 0) -> AsyncIterator[DrivenSession]:
        """Open a session on a phone prepared for a task; its `scores` are available after the block.

        A device fault ends the attempt even if the block catches it, and the device is probed before it is used again.
        Any other exception of the block aborts the attempt: it has no recorded end and no scores.

        Args:
            task: a task of the suite, or its id.
            agent: the name under which the episode is recorded.
            repeat: the number of the repeat, from 0; it is part of the seed.

        Raises:
            UsageError: unknown task.
            Fault: the phone could not be prepared.
        """
        chosen = self.tasks(Selection(tasks=(task,)))[0] if isinstance(task, str) else task
        run = await self._begin(self._config.model_copy(update={"agents": (agent,)}))
        episode = ScheduledEpisode(EpisodeKey(agent, chosen.id, repeat), chosen, instrument=False)
        with await self._pool.acquire() as lease:
            attempt = Attempt(run, episode, await self._next_attempt(run.directory, episode.key))
            async with attempt.open(lease, frozenset({"frame", "tree"})) as session:
                driven = DrivenSession(session)
                yield driven
        commit = await attempt.commit()
        driven.scores = commit.scores
        self._scores.put(commit.episode, commit.scores)

    async def _next_attempt(self, directory: RunDirectory, key: EpisodeKey) -> int:
        """Reserve an attempt number; concurrent sessions of the same task get different ones."""
        await self._disk.flush()
        found = await anyio.to_thread.run_sync(directory.attempts, key)
        attempt = max(found, self._attempted.get(str(key), 0))
        self._attempted[str(key)] = attempt + 1
        return attempt

    @property
    def _agents(self) -> tuple[str, ...]:
        """The configuration's agents in the form that `run` takes."""
        return to_cli_args(self._config.agents, self._config.programs)

    # -- the run folder ---------------------------------------------------------------------------------------------

    async def _begin(self, config: RunConfig) -> AttemptContext:
        async with self._beginning:
            if self._run is None:
                directory = await anyio.to_thread.run_sync(self._directory, self._components.described(config))
                blobs = Blobs(directory, self._disk)
                evidence = Evidence(
                    blobs.read_tree, blobs.read_frame, written=self._disk.flush, bypass=self._config.bypass
                )
                parts = self._components.parts(evidence)
                deadlines, disk, judges = self._deadlines, self._disk, self._group
                chain = Chain(directory.head)
                self._run = AttemptContext(
                    self._config, deadlines, parts, directory, disk, blobs, chain, judges, self._watch, self._pauses
                )
            return self._run

    def _recorded(self) -> RunDirectory:
        if self._out is None:
            raise UsageError("to resume, name the run folder with --resume DIR")
        recorded = playable(
            RunDirectory.open(self._out, resume=True), self.suite, "continue it, or start a new run with --out"
        )
        if recorded.manifest.version != our_version():
            raise UsageError(
                f"{self._out} was recorded by version {recorded.manifest.version}, this is {our_version()}: install "
                "that version to continue it, or start a new run with --out"
            )
        return self._components.same_prompts(recorded)

    def _directory(self, config: RunConfig) -> RunDirectory:
        if self._resume:
            directory = self._recorded()
            changed = config_differences(directory.manifest.config, config)
            if changed:
                raise UsageError(f"{self._out} was recorded with other settings: " + "; ".join(changed))
            directory.mend()
            self._components.providers.resume(directory)
            return directory
        return RunDirectory.create(self._path, manifest(config, self.suite), self._components.providers.replaced)
