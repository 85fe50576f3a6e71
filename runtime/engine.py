"""`Runtime`, the library: opens devices, plays tasks, judges and records them, inside a running event loop.

It owns no global, installs no signal handler and configures no logging.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import anyio
import anyio.to_thread

from runtime.components.agent_refs import to_cli_args
from runtime.components.distribution import our_version
from runtime.components.models import Models
from runtime.components.run_components import AgentPart, GivenParts, JudgePart, RunComponents, UserPart
from runtime.components.selection import manifest, playable, select
from runtime.core.boundary import close_stack, flatten_group, unwrap_group
from runtime.core.config import Confinement, Deadlines, RunConfig, Selection, config_differences
from runtime.core.errors import Fault, UsageError
from runtime.core.events import Score
from runtime.core.tasks import Suite, Task
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Pool
from runtime.episode.attempt import AttemptContext
from runtime.episode.pauses import PauseWatch
from runtime.episode.run_parts import RunCallbacks, ScheduledEpisode
from runtime.episode.snapshot import ParkedSession
from runtime.metrics.compact_scores import CompactScores
from runtime.metrics.report import encode_document, metrics_document
from runtime.metrics.sequential import StoppingRule, intent_batches, intent_order, parse_rule, sequential_result
from runtime.plugins.protocols import Device, Evidence, Need
from runtime.plugins.specs import judge_spec, user_spec
from runtime.scheduling.controls import RunControls
from runtime.scheduling.scheduler import Scheduler
from runtime.storage.blobs import Blobs
from runtime.storage.chain import Chain
from runtime.storage.disk import Disk, temporary_folder
from runtime.storage.lock import locked
from runtime.storage.run_directory import Commit, EpisodeKey, RunDirectory
from runtime.training.collecting import RolloutStream, group_members
from runtime.training.policies import PolicyPart, RolloutSettings
from runtime.training.rewards import WEIGHTS, RewardWeights
from runtime.training.sessions import BOTH, TREE, DrivenSession, SessionOpener


class Runtime:
    """Plays tasks of one suite on devices, judges them, and records everything in one run folder.

    Use it as `async with Runtime(…) as rt`. Entering raises UsageError if a part, the suite or the run folder cannot be
    used, and DeviceFault if no device can be opened.

    Args:
        config: all settings that determine the results. Its agents, selection and repeat are the defaults of `run`.
        devices: URIs such as `phone://20`, `tcp://127.0.0.1:26555`, `unix:/path`; None: a virtual phone for each
            episode of the configuration, 20 at most.
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
        devices: Sequence[str] | None = ("phone://20",),
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
        self._settings = {
            "config": config, "suite": suite, "user": user, "judges": judges, "models": models,
            "confinement": confinement, "deadlines": deadlines, "patience": patience,
        }  # fmt: skip
        """What makes hosts of this run play as this process would."""
        self._stack = AsyncExitStack()
        self._scores = CompactScores()
        self._opener: SessionOpener | None = None
        self._run: AttemptContext | None = None
        self._until: StoppingRule | None = None
        self._order: list[str] = []
        """The intents in the order in which they are played, if a rule stops the run."""
        self._beginning = anyio.Lock()
        self._group: anyio.abc.TaskGroup
        self._pool: Pool
        self._controls: RunControls
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
                devices = await self._components.open(
                    stack, self._concurrency, self._watch.message, self._path, self._settings
                )
                self._pool = Pool(devices, FailureThresholds(patience=self._patience), say=self._watch.message)
                self._controls = RunControls(self._pool)
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
        return await close_stack(self._stack, error)

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
    def controls(self) -> RunControls:
        """What an operator can do while `run` plays: pause, cancel an episode, drain a device."""
        return self._controls

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
        document = metrics_document(
            self._scores.main(),
            {name: self.scores_by(name) for name in voters},
            beside=self._scores.all(),
            by_state=self._scores_by_state(),
        )
        if self._until is not None:
            document["until"] = self._sequential(self._until, self._order)
        return document

    def _scores_by_state(self) -> Iterator[Score]:
        """The scores of the judges that see the ground truth."""
        others = (name for name in self._config.judges if name not in self._components.voters)
        return (score for name in others for score in self._scores.by(name))

    def _sequential(self, rule: StoppingRule, order: Sequence[str]) -> dict[str, Any]:
        return sequential_result(rule, self._scores.main(), self._scores_by_state(), order, len(self._order))

    # -- evaluate ---------------------------------------------------------------------------------------------------

    async def run(
        self,
        agents: Sequence[AgentPart] | None = None,
        *,
        select: Selection | None = None,
        repeat: int | None = None,
    ) -> AsyncGenerator[Score, None]:
        """Play the selected tasks with each agent; yields the main judge's scores in completion order.

        Leaving the loop early cancels the remaining episodes. At the end metrics.json is written. If the configuration
        names a rule (`until`), intents are played in batches, and the run ends when the rule decides.

        Args:
            agents: registered names, addresses of programs, classes, or specs; None: the configuration's.
            select: the tasks to play; None: the configuration's selection.
            repeat: the number of times that each task is played; None: the configuration's.

        Raises:
            UsageError: unknown agent, empty selection, a run folder with other settings, or a rule about others.
            DeviceFault: all devices were given up.
        """
        chosen = self.tasks(select)
        players = await anyio.to_thread.run_sync(self._components.cast, self._agents if agents is None else agents)
        await self._components.open_late(self._group, self._path)
        repeat = self._config.repeat if repeat is None else repeat
        config = self._config.model_copy(
            update={"agents": tuple(players), "selection": select or self._config.selection, "repeat": repeat}
        )
        if config.until:
            self._until = parse_rule(config.until)
            self._until.check(config.agents)
            self._order = intent_order(chosen, self._config.seed)
        run = await self._begin(config)
        scheduler = Scheduler(run, self._pool, self._controls, self._attempts)
        await self._disk.flush()  # _schedule counts the traces of earlier attempts
        episodes = await anyio.to_thread.run_sync(self._schedule, run.directory, chosen, players, repeat)
        for score in self._scores.main():
            yield score
        batches: Sequence[list[str] | None] = [None]
        if self._until is not None:
            batches = intent_batches(chosen, self._order, len(players) * repeat)
        looked_at: list[str] = []
        for batch in batches:
            due = [episode for episode in episodes if batch is None or episode.task.intent.id in batch]
            async with aclosing(self._play(scheduler, due)) as commits:
                async for commit in commits:
                    self._scores.put(commit.episode, commit.scores)
                    self._components.providers.write(run.directory, self._disk)
                    if commit.scores:
                        yield commit.scores[0]
            looked_at += batch or ()
            if self._until is not None and self._sequential(self._until, looked_at)["decision"] is not None:
                break
        self._disk.replace(run.directory.metrics, encode_document(self.metrics()))
        await self._disk.flush()
        self._disk.replace(
            run.directory.seal, await anyio.to_thread.run_sync(run.directory.seal_document, run.chain.head)
        )
        await self._disk.flush()

    async def _play(self, scheduler: Scheduler, episodes: Sequence[ScheduledEpisode]) -> AsyncGenerator[Commit, None]:
        """Play the episodes and yield each commit; closing the generator cancels those that are left."""
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
                    yield commit
        finally:
            scope.cancel()
        if failure:
            raise failure[0]

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
    async def session(
        self,
        task: Task | str,
        agent: str = "you",
        repeat: int | None = 0,
        *,
        draw: int | None = None,
        needs: Collection[Need] = BOTH,
    ) -> AsyncIterator[DrivenSession]:
        """Open a session on a phone prepared for a task; its `scores` are available after the block.

        A fault ends the attempt and is its result; a fault of the device does so even if the block catches it, and the
        device is probed before it is used again. Any other exception of the block aborts the attempt: it has no
        recorded end and no scores.

        Args:
            task: a task of the suite, or its id.
            agent: the name under which the episode is recorded.
            repeat: the number of the repeat, from 0; None: the next free one.
            draw: the number that is part of the seed; None: that of the repeat. Equal draws give equal episodes.
            needs: the views that observations contain. Without "frame" nothing is painted on virtual phones.

        Raises:
            UsageError: unknown task.
            Fault: the phone could not be prepared.
        """
        chosen = self.tasks(Selection(tasks=(task,)))[0] if isinstance(task, str) else task
        opener = await self.sessions(agent)
        number = opener.next_repeat(agent, chosen.id) if repeat is None else repeat
        episode = ScheduledEpisode(EpisodeKey(agent, chosen.id, number), chosen, instrument=False, draw=draw)
        async with opener.open(episode, frozenset(needs)) as session:
            yield session

    @asynccontextmanager
    async def unpark(
        self, parked: bytes, *, needs: Collection[Need] = BOTH, frames: Callable[[str], bytes] | None = None
    ) -> AsyncIterator[DrivenSession]:
        """Continue a session that was parked (`DrivenSession.park`), here or elsewhere, on the next free phone.

        Args:
            parked: what `park` returned.
            needs: see `session`.
            frames: returns the PNG of a frame that was recorded before, by its digest; None: they are read from the
                folder of the run in which the session was parked.

        Raises:
            ParkedSessionError: the bytes are damaged, or of another version, suite or configuration.
            Fault: the phone could not be restored.
        """
        found = await anyio.to_thread.run_sync(ParkedSession.decode, parked)
        opener = await self.sessions(found.snapshot.agent)
        episode, resumption = await opener.resumption(found, frames)
        async with opener.open(episode, frozenset(needs), resumption) as session:
            yield session

    def rollouts(
        self,
        policy: PolicyPart,
        *,
        select: Selection | None = None,
        group_size: int = 8,
        groups: int | Sequence[int] | None = None,
        max_inflight: int | None = None,
        seed: int | None = None,
        deadline: float | None = None,
        needs: Collection[Need] = TREE,
        weights: RewardWeights | None = None,
        step_rewards: bool = True,
        digests: bool = False,
        name: str = "policy",
    ) -> RolloutStream:
        """Let a policy play groups of episodes concurrently; iterate over the result with `async for`.

        The members of a group share task and seed. Rollouts come in completion order. An episode lost to
        infrastructure has the reward None; all others have one, whatever the policy did. A loop that is left early can
        be continued; `aclose` of the result cancels what is still being played.

        Args:
            policy: an async function that takes a `PolicySession`, or an object whose method `play` does.
            select: the tasks; None: the configuration's selection.
            group_size: the number of members of each group.
            groups: the number of groups, for which the tasks take turns, or the numbers of the groups to play, such as
                `range(1, 64, 4)` on the second of four machines; None: one for each task.
            max_inflight: the largest number of episodes that were started and whose rollouts were not taken; None:
                twice the number of devices. It also bounds how far short episodes can overtake long ones.
            seed: replaces that of the configuration. Task, seed, group and member determine an episode.
            deadline: seconds of wall time for one episode; None: as in `Deadlines`.
            needs: the views that observations contain.
            weights: of the parts of the reward; None: the defaults of `RewardWeights`.
            step_rewards: compute the reward of each step, not only that of the last.
            digests: record the exact digest of the phone before each step, which takes a fraction of a millisecond.
            name: the name of the policy in the run folder.

        Raises:
            UsageError: the selection names something that the suite does not have, or a number is not positive.
        """
        tasks = self.tasks(select)
        seed = self._config.seed if seed is None else seed
        window = 2 * len(self._pool.usable) if max_inflight is None else max_inflight
        numbers = range(len(tasks) if groups is None else groups) if not isinstance(groups, Sequence) else groups
        for what, number in (("group_size", group_size), ("max_inflight", window), ("groups", len(numbers))):
            if number < 1:
                raise UsageError(f"{what} must be at least 1, not {number}")
        deadlines = self._deadlines if deadline is None else self._deadlines.model_copy(update={"episode": deadline})
        settings = RolloutSettings(
            name,
            group_size,
            window,
            frozenset(needs),
            deadlines,
            weights or WEIGHTS,
            digests=digests,
            step_rewards=step_rewards,
        )
        members = group_members(tasks, numbers, group_size, seed)
        return RolloutStream(members, policy, settings, partial(self.sessions, name), self._group)

    async def sessions(self, agent: str) -> SessionOpener:
        """Return what leases devices and opens sessions on them, for servers; begun with the first agent that asks."""
        run = await self._begin(self._config.model_copy(update={"agents": (agent,)}))
        async with self._beginning:
            if self._opener is None:
                self._opener = await SessionOpener.over(run, self._pool, self.suite, self._put)
            return self._opener

    def _put(self, commit: Commit) -> None:
        self._scores.put(commit.episode, commit.scores)

    @property
    def _agents(self) -> tuple[str, ...]:
        """The configuration's agents in the form that `run` takes."""
        return to_cli_args(self._config.agents, self._config.programs)

    # -- the run folder ---------------------------------------------------------------------------------------------

    async def load_agent(self, agent: AgentPart) -> tuple[str, bool]:
        """Load an agent and open what it needs; returns its name in the run, and whether it is an instrument.

        Raises:
            UsageError: see `cast`.
        """
        players = await anyio.to_thread.run_sync(self._components.cast, [agent])
        await self._components.open_late(self._group, self._path)
        return next(iter(players.items()))

    def take_spent(self) -> list[dict[str, Any]]:
        """Tokens and cost by role and model since this was last called, for a run that is elsewhere."""
        return self._components.providers.ledger.take()

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
