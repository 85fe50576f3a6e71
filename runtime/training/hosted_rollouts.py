"""Rollouts that a host plays: recorded and committed here, like those that are played in this process."""

from __future__ import annotations

from dataclasses import replace

import anyio.to_thread

from runtime.core.errors import DeviceFault
from runtime.devices.pool import Lease
from runtime.episode.attempt import Attempt
from runtime.episode.hosted_device import HostedDevice
from runtime.episode.hosts import PlayedRollout, RolloutRequest
from runtime.storage.blobs import Blobs
from runtime.training.policies import Member, PlayedEpisode, PolicyPart, RolloutSettings
from runtime.training.rollouts import Rollout, episode_result
from runtime.training.sessions import SessionOpener


async def play_hosted(
    opener: SessionOpener,
    lease: Lease,
    device: HostedDevice,
    member: Member,
    repeat: int,
    policy: PolicyPart,
    settings: RolloutSettings,
    *,
    last: bool,
) -> Rollout | None:
    """Let the device's host play one episode; None if it could not and it is not the last attempt."""
    episode = member.episode(settings.name, repeat)
    number = opener.next_attempt(episode.key)
    attempt = Attempt(opener.run, episode, number, member.seed)
    limits = settings.deadlines
    request = RolloutRequest(device.name_there, episode.key, number, member, settings)
    try:
        with device.answering(2 * limits.prepare + limits.episode + limits.judge):
            played = await device.host.collect(request, policy)
            await attempt.adopt(played.recorded, device.host)
    except DeviceFault as fault:
        lease.report(fault)
        attempt.lose(f"{type(fault).__name__}: {fault}", device.info.name, void=not last)
        if not last:
            return None
        commit = await opener.commit(attempt)
        return member.rollout(episode_result(commit.scores, settings.weights, ending="fault", fault=fault))
    attempt.conclude(played.judged)
    await opener.commit(attempt)
    return await _with_screens(played, opener.run.blobs)


def without_screens(episode: PlayedEpisode) -> Rollout:
    """Return a rollout whose observations have neither frame nor tree, for another process."""
    return replace(
        episode.rollout,
        steps=tuple(
            replace(step, observation=replace(step.observation, frame=None, tree=None))
            for step in episode.rollout.steps
        ),
    )


async def _with_screens(played: PlayedRollout, blobs: Blobs) -> Rollout:
    rollout: Rollout = played.rollout
    digests = {digest for _, digest in played.screens if digest is not None}
    trees = await anyio.to_thread.run_sync(lambda: {digest: blobs.read_tree(digest) for digest in digests})
    steps = []
    for step, (frame, tree) in zip(rollout.steps, played.screens, strict=True):
        observation = replace(
            step.observation,
            frame=None if frame is None else await blobs.recall(frame),
            tree=None if tree is None else trees[tree],
        )
        steps.append(replace(step, observation=observation))
    return replace(rollout, steps=tuple(steps))
