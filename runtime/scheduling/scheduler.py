"""Plays a list of episodes on a pool of devices: one task per episode, judges beside it, a commit line at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import anyio
import anyio.abc
import anyio.to_thread
from anyio.streams.memory import MemoryObjectSendStream

from runtime.components.providers import Tell
from runtime.core.config import Conduct, RunConfig
from runtime.core.errors import DeviceFault, DeviceRefused
from runtime.core.events import Ended, Ending, Faulted, Score, Started
from runtime.core.tasks import Brief, Task
from runtime.devices.pool import Pool
from runtime.episode.playing import Player, episode_seed, play
from runtime.episode.recorder import Recorder
from runtime.episode.session import LiveSession
from runtime.judging.panel import hear_all
from runtime.judging.runner import Episode, JudgeResult, Tapes, replay
from runtime.plugins.protocols import Device, Judge, Need, RuleJudge, User
from runtime.scheduling.dispatch import Dispatch, Turn
from runtime.scheduling.placement import Job
from runtime.storage.blobs import Blobs
from runtime.storage.disk import Disk
from runtime.storage.run_directory import COMMITS, DISPUTES, Commit, Dispute, EpisodeKey, RunDirectory, merge_by_seq


@dataclass(frozen=True, slots=True)
class Scheduled:
    """One episode to be played (or, if `played` names an attempt, only to be judged)."""

    key: EpisodeKey
    task: Task
    instrument: bool
    first_attempt: int = 0
    played: int | None = None


def _job(one: Scheduled) -> Job:
    length = len(one.task.intent.reference.actions)
    return Job(str(one.key), one.task.id, one.key.agent, length, one.task.level)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an attempt went for the schedule: `stays`: the device can play on; `steps`: units of the budget used."""

    void: bool
    stays: bool
    steps: int


@dataclass(frozen=True, slots=True)
class Parts:
    """The factories of a run's parts: a new player, user and judge for each episode."""

    player: Callable[[str, int, Tell, Path], Player]
    """Agent, seed, who is told of model calls, and the folder for what a program says beside the trace."""
    user: Callable[[Task, int, Tell], User]
    judges: Callable[[], Sequence[Judge | RuleJudge]]
    asks: Callable[[str], bool] = lambda agent: True
    """Whether an agent is one that can ask its user at all."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Who wants to know, for a live view; all are called on the loop and must not wait."""

    started: Callable[[str, EpisodeKey], None] | None = None
    """Device name, episode."""
    stepped: Callable[[str, EpisodeKey, int], None] | None = None
    """Device name, episode, steps of its budget used."""
    scored: Callable[[Score], None] | None = None
    """The headline judge's provisional score, after each event and verdict."""
    finished: Callable[[str, EpisodeKey], None] | None = None
    """Device name, episode: the device is free again (judging may go on)."""
    said: Callable[[str], None] | None = None
    """A sentence for people: nobody can play at the moment, or again; a device was given twice."""


@dataclass(slots=True)
class Scheduler:
    """Everything that the episodes of one run share."""

    config: RunConfig
    conduct: Conduct
    pool: Pool
    parts: Parts
    directory: RunDirectory
    disk: Disk
    blobs: Blobs
    watch: Watch = field(default_factory=Watch)
    source: RunDirectory | None = None
    """Where recorded attempts are read from, if not from `directory`."""

    async def run(self, episodes: Sequence[Scheduled], out: MemoryObjectSendStream[Commit]) -> None:
        """Play and judge all; send each commit as it falls. Ends when all are committed."""
        pool = self.pool
        waiting = [(one, _job(one)) for one in episodes if one.played is None]
        names = [device.info.name for device in pool.usable]
        dispatch = Dispatch(waiting, names, attempts=self.conduct.attempts, seed=self.config.seed)
        waits = False
        async with out, anyio.create_task_group() as group:
            for one in episodes:
                if one.played is not None:
                    group.start_soon(self._judge_only, one, one.played, out)
            while not dispatch.done:
                if not pool.usable:
                    for one, tries in dispatch.give_up():
                        group.start_soon(self._give_up, one, tries, out)
                waits = self._tell_of_waiting(waits)
                for device in pool.free:
                    dispatch.returned(device.info.name)
                    turn = dispatch.take(device.info.name, anyio.current_time())
                    if turn is not None:
                        pool.take(device)
                        group.start_soon(self._episode, dispatch, device, turn, out)
                if not dispatch.done:
                    await pool.wait_changed()

    def _tell_of_waiting(self, told: bool) -> bool:
        """Say once that every device is lost, and once that one has returned; whether all are lost."""
        outlook = self.pool.outlook
        if bool(outlook) != told and self.watch.said is not None:
            self.watch.said(
                outlook or "a device has returned" if self.pool.usable else f"no device is left: {self.pool.reason}"
            )
        return bool(outlook)

    async def _episode(
        self,
        dispatch: Dispatch[Scheduled],
        device: Device,
        turn: Turn[Scheduled],
        out: MemoryObjectSendStream[Commit],
    ) -> None:
        one, name, began = turn.item, device.info.name, anyio.current_time()
        attempt = one.first_attempt + turn.tries

        def played(outcome: Outcome) -> None:
            if outcome.void:
                dispatch.voided(turn.id, name)
            else:
                dispatch.played(turn.id, name, anyio.current_time() - began, outcome.steps)
            if not outcome.stays:
                dispatch.left(name)
            self.pool.poke()

        hearings = await self.attempt(one, device, attempt, last=turn.last, played=played)
        if hearings is not None:
            await out.send(await self.commit(one.key, attempt, hearings))

    async def _give_up(self, one: Scheduled, tried: int, out: MemoryObjectSendStream[Commit]) -> None:
        attempt = one.first_attempt + tried
        hearings = await self.attempt(one, None, attempt, last=True)
        await out.send(await self.commit(one.key, attempt, hearings or {}))

    async def attempt(
        self,
        one: Scheduled,
        device: Device | None,
        attempt: int,
        *,
        last: bool,
        played: Callable[[Outcome], None] | None = None,
    ) -> dict[str, JudgeResult] | None:
        """Play one attempt and hear the judges; None if it is void.

        `played` is called when the device is free again, before the judges are done.
        """
        recorder = Recorder(one.key, attempt, self.directory, self.disk, self.blobs)
        hearings: dict[str, JudgeResult] = {}
        void = False
        async with anyio.create_task_group() as group:
            try:
                self.seat(group, one, recorder, hearings)
                if device is None:
                    self._lost(one, recorder)
                else:
                    outcome = await self._play(one, device, recorder, last)
                    void = outcome.void
                    if played is not None:
                        played(outcome)
            finally:
                recorder.close()
            if void:
                group.cancel_scope.cancel()
        return None if void else hearings

    async def _play(self, one: Scheduled, device: Device, recorder: Recorder, last: bool) -> Outcome:
        seed = episode_seed(self.config.seed, one.task.id, one.key.repeat)
        watch, name = self.watch, device.info.name
        fault: DeviceFault | None = DeviceRefused(f"{name}: the session broke off")
        stays, steps = True, 0
        ending: Ending = "void"
        if watch.started is not None:
            watch.started(name, one.key)
        try:
            console = self.directory.console(one.key, recorder.attempt)
            player = self.parts.player(one.key.agent, seed, recorder.called, console)
            session = self.session(one, device, recorder, player.agent.needs, seed)
            ending = await play(
                player,
                session,
                device,
                one.task,
                seed,
                self.conduct.deadlines,
                last=last,
                weather=self.config.weather,
            )
            fault = session.fault if isinstance(session.fault, DeviceFault) else None
            steps = session.used
        finally:
            stays = self.pool.give(device, fault)
            if watch.finished is not None:
                watch.finished(name, one.key)
        return Outcome(ending == "void", stays, steps)

    def session(
        self, one: Scheduled, device: Device, recorder: Recorder, needs: frozenset[Need], seed: int
    ) -> LiveSession:
        """A session over a leased device, not yet started."""
        can_ask = self._can_ask(one)
        brief = Brief(one.task.instruction, device.info.screen, self.config.max_steps, can_ask)
        user = self.parts.user(one.task, seed, recorder.called) if can_ask else None
        stepped, name = self.watch.stepped, device.info.name
        return LiveSession(
            brief,
            device,
            user,
            recorder,
            needs=needs,
            deadlines=self.conduct.deadlines,
            user_timeout=self.config.user_timeout,
            watch=None if stepped is None else lambda step: stepped(name, one.key, step),
        )

    def _can_ask(self, one: Scheduled) -> bool:
        return self.config.ask and self.parts.asks(one.key.agent)

    def _lost(self, one: Scheduled, recorder: Recorder) -> None:
        seed = episode_seed(self.config.seed, one.task.id, one.key.repeat)
        recorder.emit(Started, task=one.task.id, agent=one.key.agent, device="", seed=seed, can_ask=self._can_ask(one))
        recorder.emit(Faulted, boundary="device", error=f"no device was left to play on: {self.pool.reason}")
        recorder.emit(Ended, ending="fault", cause="device")

    def _seat(self, group: anyio.abc.TaskGroup, one: Scheduled, tapes: Tapes, hearings: dict[str, JudgeResult]) -> None:
        """Start every judge over the logs, and their vote if there is one."""
        hear = partial(
            hear_all,
            self.parts.judges(),
            Episode(one.task, str(one.key), one.key.repeat, one.instrument),
            tapes,
            hearings,
            deadline=self.conduct.deadlines.judge,
            rule=self.config.vote or None,
            watch=self.watch.scored,
        )
        group.start_soon(hear)

    def seat(
        self, group: anyio.abc.TaskGroup, one: Scheduled, recorder: Recorder, hearings: dict[str, JudgeResult]
    ) -> None:
        """Start every judge over a live recording; what they say is put into `hearings`."""
        self._seat(group, one, Tapes(recorder.trace, recorder.truth, recorder.tape), hearings)

    async def judge(self, one: Scheduled, attempt: int) -> dict[str, JudgeResult]:
        """Judge a recorded attempt: the same road as live, with closed logs."""

        def read() -> Tapes:
            directory = self.source or self.directory
            return replay(merge_by_seq(directory.read_trace(one.key, attempt), directory.read_truth(one.key, attempt)))

        tapes = await anyio.to_thread.run_sync(read)
        hearings: dict[str, JudgeResult] = {}
        async with anyio.create_task_group() as group:
            self._seat(group, one, tapes, hearings)
        return hearings

    async def _judge_only(self, one: Scheduled, attempt: int, out: MemoryObjectSendStream[Commit]) -> None:
        await out.send(await self.rejudge(one, attempt))

    async def rejudge(self, one: Scheduled, attempt: int) -> Commit:
        """Judge a recorded attempt and commit what was found."""
        return await self.commit(one.key, attempt, await self.judge(one, attempt))

    async def commit(self, key: EpisodeKey, attempt: int, hearings: dict[str, JudgeResult]) -> Commit:
        """Write verdicts, then the commit line: an episode is finished exactly when that line is on disk."""
        ordered = [name for name in self.config.scored_by if name in hearings]
        for name in ordered:
            self.disk.append(self.directory.verdicts(name), hearings[name].lines)
            if differed := hearings[name].differed:
                lines = (DISPUTES.dump_json(Dispute(str(key), attempt, name, one)) + b"\n" for one in differed)
                self.disk.append(self.directory.disputes, b"".join(lines))
        scores = tuple(score for name in ordered if (score := hearings[name].score) is not None)
        commit = Commit(str(key), attempt, scores)
        self.disk.append(self.directory.results, COMMITS.dump_json(commit) + b"\n")
        await self.disk.flush()
        return commit
