"""Runs one attempt at an episode, from leasing a device to writing the commit line.

    lease ──▶ prepare ──▶ play ──▶ tear down ──▶ Ended ──▶ device released
      └─▶ judges follow the trace ─────────────────────────────▶ results ──▶ commit

The scheduler plays and commits. A session that the caller drives is opened and committed. A recorded attempt is only
judged and committed. On a device of a host, the host plays and judges, and the attempt is recorded and committed here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field, replace
from typing import Final

import anyio
import anyio.to_thread
from anyio.abc import TaskGroup

from runtime.core.config import Deadlines, RunConfig
from runtime.core.errors import DeviceFault, DeviceLost, DeviceTimeout, Fault, RuntimeFault, UsageError
from runtime.core.events import Ended, Faulted, Started, encode
from runtime.core.tasks import Brief
from runtime.devices.pool import Lease
from runtime.episode.hosted_device import HostedDevice
from runtime.episode.hosts import AttemptRequest, EpisodeHost, JudgedAttempt, RecordedAttempt
from runtime.episode.pauses import PauseWatch
from runtime.episode.playing import episode_seed, prepare, run_player, tear_down
from runtime.episode.recorder import Recorder
from runtime.episode.run_parts import AttemptOutcome, ComponentFactories, RunCallbacks, ScheduledEpisode
from runtime.episode.session import LiveSession
from runtime.episode.snapshot import EpisodeSnapshot
from runtime.judging.panel import run_judges
from runtime.judging.runner import AttemptLogs, JudgedEpisode, JudgeResult, LiveScores, closed_logs
from runtime.plugins.protocols import Device, Need, ParkableUser, User
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree
from runtime.storage.blobs import Blobs
from runtime.storage.chain import Chain, EvidenceChecksums, checksum, checksum_of_all, verdict_checksums
from runtime.storage.disk import Disk
from runtime.storage.run_directory import COMMITS, DISPUTES, Commit, Dispute, RunDirectory, blobs_of, merge_by_seq


@dataclass(frozen=True, slots=True)
class AttemptContext:
    """Resources that all attempts of a run share."""

    config: RunConfig
    deadlines: Deadlines
    parts: ComponentFactories
    directory: RunDirectory
    disk: Disk
    blobs: Blobs
    chain: Chain
    """The chain of the run's commit lines."""
    judges: TaskGroup
    """Task group of the judges, which outlive the lease of the device."""
    watch: RunCallbacks = RunCallbacks()
    pauses: PauseWatch = field(default_factory=PauseWatch)
    taken: dict[str, int] = field(default_factory=dict)
    """How many numbers of attempts are taken, by the stem of the episode."""


@dataclass(frozen=True, slots=True)
class Resumption:
    """How an attempt goes on from a snapshot: what was recorded, the screen there, and how a phone gets there."""

    snapshot: EpisodeSnapshot
    seen: tuple[Frame | None, UiTree | None]
    restore: Callable[[Device], Awaitable[None]]


class Attempt:
    """One attempt at an episode; owns its lease, session, judges and results.

    However an attempt ends, its device is torn down and released, and a fault of the device is reported, even one that
    the player caught. The judges are cancelled if the attempt is void, or if it ended by anything but a `Fault`
    (cancellation, an exception of the caller). An attempt interrupted without a fault has no `Ended` event.
    """

    def __init__(self, run: AttemptContext, episode: ScheduledEpisode, number: int, seed: int | None = None) -> None:
        """Make an attempt with this number; `seed` is that of the episode, None: it follows from that of the run."""
        self._run = run
        self._episode = episode
        self._number = number
        self._draw = episode.key.repeat if episode.draw is None else episode.draw
        self._seed = episode_seed(run.config.seed, episode.task.id, self._draw) if seed is None else seed
        self._began = run.pauses.now
        run.taken[episode.key.stem] = max(run.taken.get(episode.key.stem, 0), number + 1)
        self._recorder = Recorder(episode.key, number, run.directory, run.disk, run.blobs, run.watch.recorded)
        self._playing = anyio.CancelScope()
        self._cancelled = ""
        """Why the attempt was cancelled; empty if it was not."""
        self._user: User | None = None
        self._judging = anyio.CancelScope()
        self._judged = anyio.Event()
        self.live: Final = LiveScores()
        """The scores so far, of judges that never wait."""
        self._results: Mapping[str, JudgeResult] | None = None
        self._recorded: EvidenceChecksums | None = None
        """Of an attempt that was recorded before, or by a host: what its logs had then."""

    @classmethod
    def recorded(cls, run: AttemptContext, episode: ScheduledEpisode, number: int, source: RunDirectory) -> Attempt:
        """Create an attempt that is recorded in `source` and start judging it from its closed logs, exactly as if
        live.
        """
        attempt = cls(run, episode, number)
        run.judges.start_soon(attempt._judge_recording, source)
        return attempt

    # -- playing ----------------------------------------------------------------------------------------------------

    async def play(self, lease: Lease, *, last: bool) -> AttemptOutcome:
        """Let the episode's agent play, record the ending, and release the device; judging may continue.

        `last`: no further attempt is allowed, so a fault of the device counts. Never raises a `Fault` of the attempt: a
        failed episode is data.
        """
        if isinstance(lease.device, HostedDevice):
            return await self._play_hosted(lease, lease.device, last=last)
        run, task, key, device = self._run, self._episode.task, self._episode.key, lease.device.info.name
        with lease:
            run.watch.started(device, key)
            try:
                console = run.directory.console(key, self._number)
                player = run.parts.player(key.agent, self._seed, self._recorder.called, console)
                session = self._session(lease, player.agent.needs)
                with suppress(Fault):
                    async with self._live(lease, session, last=last):
                        with self._playing:
                            await run_player(player, session, task, run.deadlines)
                        if self._playing.cancelled_caught:
                            raise RuntimeFault(self._cancelled)
            finally:
                run.watch.finished(device, key)
        return AttemptOutcome(session.ending == "void", lease.failed, lease.release(), session.used)

    def cancel(self, reason: str) -> None:
        """End the attempt if its agent still plays: as a fault of the runtime, after which there is no further attempt.

        A host of another process plays on.
        """
        self._cancelled = reason
        self._playing.cancel()

    @asynccontextmanager
    async def open(
        self, lease: Lease, needs: frozenset[Need], resumed: Resumption | None = None
    ) -> AsyncIterator[LiveSession]:
        """Provide a session on the prepared device for the caller to drive; the end of the block ends the attempt.

        Raises:
            Fault: the device could not be prepared.
        """
        with lease:
            session = self._session(lease, needs)
            async with self._live(lease, session, last=True, resumed=resumed):
                yield session

    def snapshot(self, session: LiveSession) -> EpisodeSnapshot:
        """Return the attempt as a value, without its phone; call it while the session is at rest.

        Raises:
            UsageError: the user is one that cannot be parked.
        """
        user, key = self._user, self._episode.key
        if user is not None and not isinstance(user, ParkableUser):
            raise UsageError(f"a session with the user {self._run.config.user!r} can be neither forked nor parked")
        items = tuple(self._recorder.tape)
        return EpisodeSnapshot(
            task=key.task,
            agent=key.agent,
            repeat=key.repeat,
            draw=self._draw,
            seed=self._seed,
            items=items,
            lines=tuple(map(encode, items)),
            blobs=self._recorder.blobs,
            replies=session.unread_replies,
            user="" if user is None else user.park(),
        )

    @property
    def seq(self) -> int:
        """The number of the last recorded item."""
        return self._recorder.seq

    async def recorded_here(self) -> RecordedAttempt:
        """Return what was recorded of an attempt that has ended, for the run that it was played for.

        Raises:
            StorageError: it could not be written or read.
        """
        run, key, number = self._run, self._episode.key, self._number
        await run.disk.flush()

        def read() -> tuple[bytes, bytes]:
            paths = run.directory.trace(key, number), run.directory.truth(key, number)
            events, truth = (path.read_bytes() if path.exists() else b"" for path in paths)
            return events, truth

        return RecordedAttempt(*await anyio.to_thread.run_sync(read), self._recorder.blobs)

    def lose(self, error: str, device: str = "", *, void: bool = False) -> None:
        """Record that no device could play this. `void`: there will be a further attempt, so it is not judged."""
        if not void:
            self._judge_live()
        with closing(self._recorder) as recorder:
            task, agent = self._episode.task.id, self._episode.key.agent
            recorder.emit(Started, task=task, agent=agent, device=device, seed=self._seed, can_ask=self._can_ask)
            recorder.emit(Faulted, boundary="device", error=error)
            recorder.emit(Ended, ending="void" if void else "fault", cause="device")

    # -- playing elsewhere ------------------------------------------------------------------------------------------

    async def _play_hosted(self, lease: Lease, device: HostedDevice, *, last: bool) -> AttemptOutcome:
        """Let the device's host play, and record here what it recorded; its judges may go on."""
        run, episode, name = self._run, self._episode, device.info.name
        player = run.parts.given(episode.key.agent)
        request = AttemptRequest(
            device.name_there, player, episode.task, episode.key, self._number, self._seed, last=last
        )
        with lease:
            run.watch.started(name, episode.key)
            try:
                with device.answering(2 * run.deadlines.prepare + run.deadlines.episode):
                    played = await device.host.play(request)
                    await self.adopt(played.recorded, device.host)
            except DeviceFault as fault:
                lease.report(fault)
                self.lose(f"{type(fault).__name__}: {fault}", name, void=not last)
                return AttemptOutcome(not last, lease.failed, lease.release(), 0)
            finally:
                run.watch.finished(name, episode.key)
            if played.fault:
                lease.report(DeviceLost(played.fault))
        if not played.outcome.void:
            run.judges.start_soon(self._judge_hosted, device)
        return replace(played.outcome, failed=lease.failed, stays=lease.release())

    async def adopt(self, recorded: RecordedAttempt, host: EpisodeHost) -> None:
        """Record here what a host recorded, as this attempt.

        Raises:
            DeviceLost: the host is gone; nothing has been recorded.
        """
        run, key, number = self._run, self._episode.key, self._number
        blobs = await run.blobs.copy(recorded.blobs, host.blobs)
        for path, data in (
            (run.directory.trace(key, number), recorded.events),
            (run.directory.truth(key, number), recorded.truth),
        ):
            if data:
                run.disk.append(path, data)
                run.disk.release(path)
        self._recorded = EvidenceChecksums(checksum(recorded.events), checksum(recorded.truth), checksum_of_all(blobs))

    async def _judge_hosted(self, device: HostedDevice) -> None:
        """Wait for the host's judges. If it is gone, the attempt is judged here, from what was recorded."""
        try:
            with device.answering(self._run.deadlines.judge):
                self.conclude(await device.host.judged(self._episode.key, self._number))
        except DeviceFault:
            await self._run.disk.flush()
            await self._judge_recording(self._run.directory)
        except Fault:
            self._judged.set()

    def conclude(self, judged: JudgedAttempt) -> None:
        """Take over what judges elsewhere made of it."""
        self._run.parts.spent(judged.spent)
        self._results = judged.results
        self._judged.set()

    @asynccontextmanager
    async def _live(
        self, lease: Lease, session: LiveSession, *, last: bool, resumed: Resumption | None = None
    ) -> AsyncIterator[None]:
        """Prepare the device before the block; after it, tear down, record the ending and release the device."""
        run, task = self._run, self._episode.task
        fault: Fault | None = None
        self._judge_live()
        # The lease is its own context and releases without waiting, so a failing teardown cannot keep the device.
        with lease, closing(self._recorder):
            try:
                try:
                    if resumed is None:
                        session.start(task.id, self._episode.key.agent, self._seed)
                        await prepare(lease.device, task, self._seed, run.deadlines, run.config.weather)
                    else:
                        await self._resume(lease.device, session, resumed)
                    yield
                except Fault as error:
                    fault = error
                    session.fault = session.fault or error
                    lease.report(error)
                finally:
                    lease.report(await tear_down(lease.device, task, session, run.deadlines))
                self._end(session, last)
            except BaseException:
                if session.fault is not None:
                    self._end(session, last)
                self._judging.cancel()
                raise
        if fault is not None:
            raise fault

    async def _resume(self, device: Device, session: LiveSession, resumed: Resumption) -> None:
        self._recorder.resume(resumed.snapshot)
        try:
            with anyio.fail_after(self._run.deadlines.prepare):
                await resumed.restore(device)
        except TimeoutError:
            limit = self._run.deadlines.prepare
            raise DeviceTimeout(f"{device.info.name} was not restored within {limit:g} s") from None
        if isinstance(self._user, ParkableUser):
            self._user.resume(resumed.snapshot.user)
        session.resume(resumed.snapshot, resumed.seen)

    def _end(self, session: LiveSession, last: bool) -> None:
        if session.parked:
            self._judging.cancel()
            return
        fault = session.fault
        late = fault is None and session.ending == "deadline"
        if (fault is not None or late) and (pause := self._run.pauses.longest(self._began)):
            after = "the agent's deadline passed" if fault is None else str(fault)
            fault = RuntimeFault(f"this process was stopped or suspended for {pause:.0f} s; then {after}")
        if fault is None:
            session.end(session.ending or "stopped", "agent" if late else None, session.overrun)
            return
        error = f"{type(fault).__name__}: {fault}"
        if isinstance(fault, (DeviceFault, RuntimeFault)) and not last and not self._playing.cancelled_caught:
            session.end("void", fault.boundary, error)
            self._judging.cancel()
        else:
            session.end("fault", fault.boundary, error)

    def _session(self, lease: Lease, needs: frozenset[Need]) -> LiveSession:
        run, task, key, info = self._run, self._episode.task, self._episode.key, lease.device.info
        self._user = run.parts.user(task, self._seed, self._recorder.called) if self._can_ask else None
        return LiveSession(
            Brief(task.instruction, info.screen, run.config.max_steps, self._can_ask),
            lease.device,
            self._user,
            self._recorder,
            needs=needs,
            deadlines=run.deadlines,
            user_timeout=run.config.user_timeout,
            watch=lambda step: run.watch.stepped(info.name, key, step),
            report=lease.report,
        )

    @property
    def _can_ask(self) -> bool:
        return self._run.config.ask and self._run.parts.asks(self._episode.key.agent)

    # -- judging ----------------------------------------------------------------------------------------------------

    def _judge_live(self) -> None:
        recorder = self._recorder
        self._run.judges.start_soon(self._judge, AttemptLogs(recorder.trace, recorder.truth, recorder.tape))

    async def _judge_recording(self, source: RunDirectory) -> None:
        run = self._run

        def read() -> tuple[AttemptLogs, EvidenceChecksums]:
            key, number = self._episode.key, self._number
            logs = closed_logs(merge_by_seq(source.read_trace(key, number), source.read_truth(key, number)))
            run.blobs.parse_trees(blobs_of(logs.trace))  # judges must not wait for files
            same = source.path == run.directory.path
            return logs, source.checksums(key, number) if same else EvidenceChecksums()

        logs, self._recorded = await anyio.to_thread.run_sync(read)
        await self._judge(logs)

    async def _judge(self, tapes: AttemptLogs) -> None:
        run, episode = self._run, self._episode
        try:
            with self._judging:
                self._results = await run_judges(
                    run.parts.judges(),
                    JudgedEpisode(episode.task, str(episode.key), episode.key.repeat, episode.instrument),
                    tapes,
                    deadline=run.deadlines.judge,
                    rule=run.config.vote or None,
                    watch=run.watch.scored,
                    live=self.live,
                )
        finally:
            self._judged.set()

    async def results(self) -> Mapping[str, JudgeResult]:
        """Return the result of each judge by name, once all are done.

        Raises:
            Fault: the judges were cancelled.
        """
        await self._judged.wait()
        if self._results is None:
            raise Fault(f"attempt {self._number} at {self._episode.key} was not judged completely")
        return self._results

    async def commit(self) -> Commit:
        """Write the verdicts, then the commit line. The episode is finished exactly when that line is on disk."""
        run, results = self._run, await self.results()
        ordered = {name: results[name] for name in run.config.scored_by if name in results}
        episode, number = str(self._episode.key), self._number
        for name, result in ordered.items():
            run.disk.append(run.directory.verdicts(name), result.lines)
            disputes = (Dispute(episode, number, name, disagreement) for disagreement in result.differed)
            if lines := b"".join(DISPUTES.dump_json(dispute) + b"\n" for dispute in disputes):
                run.disk.append(run.directory.disputes, lines)
        evidence = replace(
            self._recorded or self._recorder.checksums(),
            verdicts=verdict_checksums({name: result.lines for name, result in ordered.items()}),
        )
        scores = tuple(result.score for result in ordered.values() if result.score is not None)
        commit = Commit(episode, number, scores, evidence)
        run.disk.commit(run.directory.results, run.chain.link(COMMITS.dump_json(commit)))
        # While the disk is slow, many attempts may wait here.
        self._recorder.forget()
        await run.disk.flush()
        return commit
