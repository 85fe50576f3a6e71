"""Plays episodes on a pool of devices: one task per episode, judges concurrently, a commit line at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import anyio
import anyio.lowlevel
from anyio.streams.memory import MemoryObjectSendStream

from runtime.devices.pool import Lease, Pool
from runtime.episode.attempt import Attempt, AttemptContext
from runtime.episode.run_parts import ScheduledEpisode
from runtime.scheduling.controls import RunControls
from runtime.scheduling.dispatch import Assignment, Dispatch
from runtime.scheduling.placement import Job
from runtime.storage.run_directory import Commit


def _job(episode: ScheduledEpisode) -> Job:
    intent = episode.task.intent
    return Job(
        str(episode.key),
        episode.task.id,
        episode.key.agent,
        len(intent.reference.actions),
        episode.task.level,
        frozenset(intent.setup.exclusive),
    )


@dataclass(frozen=True, slots=True)
class Scheduler:
    """Assigns the episodes of a run to the devices of a pool; `attempts` is the number of attempts per episode, more
    only if unsound devices explain the void ones (`Dispatch`).
    """

    context: AttemptContext
    pool: Pool
    controls: RunControls
    attempts: int = 3

    async def run(self, episodes: Sequence[ScheduledEpisode], out: MemoryObjectSendStream[Commit]) -> None:
        """Play and judge all episodes and send each commit when it is written. Ends when all are committed."""
        pool = self.pool
        waiting = [(episode, _job(episode)) for episode in episodes if episode.played is None]
        devices = {device.info.name: device for device in pool.usable}
        dispatch = Dispatch(waiting, devices, attempts=self.attempts, seed=self.context.config.seed)
        for device in pool.resting:
            dispatch.left(device.info.name)
        unavailable = False
        async with out, anyio.create_task_group() as group:
            # Judges run in this group: they end with the run, and a crash of one ends only this run.
            run = replace(self.context, judges=group)
            for episode in episodes:
                if episode.played is not None:
                    recorded = Attempt.recorded(run, episode, episode.played, run.directory)
                    group.start_soon(self._commit, recorded, out)
            while not dispatch.done:
                if pool.exhausted:
                    for episode, tries in dispatch.give_up():
                        lost = Attempt(run, episode, episode.first_attempt + tries)
                        lost.lose(f"no device was left to play on: {pool.reason}")
                        group.start_soon(self._commit, lost, out)
                unavailable = self._report_availability(unavailable)
                self._update_devices(dispatch)
                turns = () if self.controls.paused else dispatch.assign(pool.is_free, anyio.current_time())
                for name, turn in turns:
                    group.start_soon(self._play, run, dispatch, turn, pool.lease(devices[name]), out)
                if not dispatch.done:
                    await pool.wait_changed()
                    # A wake-up that is pending hides a cancellation: no device of a cancelled run is assigned again.
                    await anyio.lowlevel.checkpoint_if_cancelled()

    def _update_devices(self, dispatch: Dispatch[ScheduledEpisode]) -> None:
        """Let devices play again that have returned, and none that is drained."""
        is_free, drained = self.pool.is_free, self.controls.drained
        for name in [name for name in dispatch.absent if is_free(name) and name not in drained]:
            dispatch.returned(name)
        for name in [name for name in drained if is_free(name) and name not in dispatch.absent]:
            dispatch.left(name)

    def _report_availability(self, reported_unavailable: bool) -> bool:
        """Report once that all devices are unavailable, and once that one has returned; returns whether all are."""
        pool = self.pool
        if pool.unavailable != reported_unavailable:
            self.context.watch.message(
                pool.status_message or "a device has returned"
                if not pool.exhausted
                else f"no device is left: {pool.reason}"
            )
        return pool.unavailable

    async def _play(
        self,
        run: AttemptContext,
        dispatch: Dispatch[ScheduledEpisode],
        turn: Assignment[ScheduledEpisode],
        lease: Lease,
        out: MemoryObjectSendStream[Commit],
    ) -> None:
        name, began = lease.device.info.name, anyio.current_time()
        attempt = Attempt(run, turn.item, turn.item.first_attempt + turn.tries)
        self.controls.began(turn.id, attempt)
        try:
            outcome = await attempt.play(lease, last=turn.last)
        finally:
            self.controls.ended(turn.id)
        # No await since the device was released: its next assignment already knows the outcome.
        if outcome.void:
            dispatch.voided(turn.id, name, failed=outcome.failed)
        else:
            dispatch.played(turn.id, name, anyio.current_time() - began, outcome.steps, failed=outcome.failed)
        if not outcome.stays or name in self.controls.drained:
            dispatch.left(name)
        self.pool.notify()
        if not outcome.void:
            await self._commit(attempt, out)

    @staticmethod
    async def _commit(attempt: Attempt, out: MemoryObjectSendStream[Commit]) -> None:
        await out.send(await attempt.commit())
