"""Plays attempts for a run that is elsewhere: a runtime with a temporary run folder, and devices of this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread

from runtime.core.errors import DeviceLost
from runtime.core.events import Digest
from runtime.devices.pool import Lease
from runtime.engine import Runtime
from runtime.episode.attempt import Attempt
from runtime.episode.hosts import AttemptRequest, JudgedAttempt, PlayedAttempt, PlayedRollout, RolloutRequest
from runtime.episode.run_parts import ScheduledEpisode
from runtime.plugins.protocols import DeviceInfo, Observation
from runtime.storage.blobs import tree_digest
from runtime.storage.run_directory import EpisodeKey
from runtime.training.hosted_rollouts import without_screens
from runtime.training.policies import Gate, play_episode
from runtime.training.sessions import SessionOpener


@asynccontextmanager
async def open_host(devices: Sequence[str], settings: Mapping[str, Any]) -> AsyncIterator[LocalHost]:
    """Open devices by their URIs, and provide what plays on them; `settings` are further arguments of `Runtime`.

    Raises what entering a `Runtime` raises.
    """
    async with Runtime(**settings, devices=devices) as runtime:
        yield LocalHost(runtime)


class LocalHost:
    """Plays on the devices of this process; implements `runtime.episode.hosts.EpisodeHost`."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._attempts: dict[tuple[EpisodeKey, int], Attempt] = {}
        """Attempts that were played and whose results were not asked for."""
        self._gate = Gate()

    @property
    def devices(self) -> tuple[DeviceInfo, ...]:
        """The devices that are not given up."""
        return tuple(device.info for device in self._runtime.devices)

    async def play(self, request: AttemptRequest) -> PlayedAttempt:
        """Let an agent play; see `EpisodeHost.play`."""
        name, instrument = await self._runtime.load_agent(request.player)
        opener = await self._runtime.sessions(name)
        lease = _lease(opener, request.device)
        episode = ScheduledEpisode(request.key, request.task, instrument)
        attempt = Attempt(opener.run, episode, request.attempt, request.seed)
        outcome = await attempt.play(lease, last=request.last)
        if not outcome.void:
            self._attempts[request.key, request.attempt] = attempt
        return PlayedAttempt(outcome, await attempt.recorded_here(), "" if lease.fault is None else str(lease.fault))

    async def judged(self, key: EpisodeKey, attempt: int) -> JudgedAttempt:
        """Wait for the judges of an attempt; see `EpisodeHost.judged`."""
        return JudgedAttempt(await self._attempts.pop((key, attempt)).results(), self._runtime.take_spent())

    async def collect(self, request: RolloutRequest, policy: Any) -> PlayedRollout:
        """Let a policy play; see `EpisodeHost.collect`."""
        settings, member = request.settings, request.member
        opener = await self._runtime.sessions(settings.name)
        lease = _lease(opener, request.device)
        played = await play_episode(
            opener, lease, member, request.key.repeat, policy, settings, self._gate, request.attempt
        )
        attempt = played.attempt
        if attempt is None:
            raise DeviceLost(played.rollout.error)
        screens = tuple(_digests(step.observation) for step in played.rollout.steps)
        judged = JudgedAttempt(await attempt.results(), self._runtime.take_spent())
        return PlayedRollout(await attempt.recorded_here(), judged, without_screens(played), screens)

    async def blobs(self, digests: Sequence[Digest]) -> Mapping[Digest, bytes]:
        """Return the contents of stored files; see `EpisodeHost.blobs`."""
        run = (await self._runtime.sessions("")).run
        await run.disk.flush()
        return await anyio.to_thread.run_sync(lambda: {digest: run.blobs.read(digest) for digest in digests})

    async def probe(self, device: str) -> None:
        """Check that a device can be leased."""
        opener = await self._runtime.sessions("")
        if not opener.pool.is_free(device):
            raise DeviceLost(f"{device} is not available: {opener.pool.status_message or 'it is in use, or failed'}")

    async def pause(self) -> None:
        """Hold all policies between two steps."""
        await self._gate.close()

    async def proceed(self) -> None:
        """End a pause."""
        self._gate.reopen()


def _lease(opener: SessionOpener, name: str) -> Lease:
    if not opener.pool.is_free(name):
        raise DeviceLost(f"{name} is in use or unavailable")
    return opener.pool.lease(next(device for device in opener.pool.free if device.info.name == name))


def _digests(observation: Observation) -> tuple[Digest | None, Digest | None]:
    frame, tree = observation.frame, observation.tree
    return None if frame is None else frame.digest, None if tree is None else tree_digest(tree.source)
