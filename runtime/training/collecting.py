"""Collects rollouts: a policy plays groups of episodes concurrently, and rollouts come out in completion order.

Back-pressure and pacing are one rule. An episode is started only if it lies within a window of `max_inflight` behind
the oldest one that has not been taken by the caller. So there are never more than `max_inflight` episodes that are
played or waiting to be taken, and short episodes can overtake a long one only so far: however early the caller stops,
the rollouts taken are at most `max_inflight` away from the first ones that were started.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import anyio
import anyio.abc

from runtime.core.boundary import flatten_group
from runtime.core.errors import DeviceFault, Fault, UsageError
from runtime.core.tasks import Task
from runtime.devices.pool import Lease
from runtime.episode.hosted_device import HostedDevice
from runtime.episode.hosts import EpisodeHost
from runtime.episode.playing import episode_seed
from runtime.training.hosted_rollouts import play_hosted
from runtime.training.policies import Gate, Member, PolicyPart, RolloutSettings, play_episode
from runtime.training.rollouts import Rollout
from runtime.training.sessions import SessionOpener

_ATTEMPTS = 3
"""Attempts at an episode before it is lost to hosts that are gone."""


class RolloutStream:
    """The rollouts of `Runtime.rollouts`, an async iterator in completion order.

    A loop that is left early can be continued. `aclose` cancels what is still being played, and so does the end of the
    runtime.
    """

    def __init__(
        self,
        members: Iterable[Member],
        policy: PolicyPart,
        settings: RolloutSettings,
        begin: Callable[[], Awaitable[SessionOpener]],
        group: anyio.abc.TaskGroup,
    ) -> None:
        self._settings = settings
        self._members = members
        self._policy = policy
        self._begin = begin
        self._group = group
        self._gate = Gate()
        self._opener: SessionOpener | None = None
        self._scope = anyio.CancelScope()
        self._finished: deque[tuple[int, Rollout]] = deque()
        """Rollouts that were not taken, in completion order; pacing bounds their number."""
        self._waiting: set[int] = set()
        """Numbers of the episodes that were started and whose rollouts were not taken."""
        self._changed = anyio.Event()
        self._failure: BaseException | None = None
        self._started = self._ended = False

    def __aiter__(self) -> RolloutStream:
        return self

    async def __anext__(self) -> Rollout:
        if not self._started:
            self._started = True
            self._group.start_soon(self._run)
        while not self._finished:
            if self._ended:
                if self._failure is not None:
                    raise self._failure
                raise StopAsyncIteration
            await self._changed.wait()
        number, rollout = self._finished.popleft()
        self._waiting.discard(number)
        self._notify()
        return rollout

    async def aclose(self) -> None:
        """Cancel what is still being played, and forget what was not taken."""
        self._scope.cancel()
        self._finished.clear()
        self._ended = True
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Hold all episodes between two steps during the block, for instance while the policy is updated."""
        hosts: list[EpisodeHost] = []
        if self._opener is not None:
            devices = [device for device in self._opener.pool.usable if isinstance(device, HostedDevice)]
            hosts = list(dict.fromkeys(device.host for device in devices))
        async with AsyncExitStack() as stack:
            stack.callback(self._gate.reopen)
            await self._gate.close()
            for host in hosts:
                stack.push_async_callback(_proceed, host)
                with suppress(DeviceFault):  # nothing is played by a host that is gone
                    await host.pause()
            yield

    async def _run(self) -> None:
        try:
            with self._scope:
                opener = self._opener = await self._begin()
                async with anyio.create_task_group() as playing:
                    for number, member in enumerate(self._members):
                        while self._waiting and number - min(self._waiting) >= self._settings.max_inflight:
                            await self._changed.wait()
                        self._waiting.add(number)
                        await playing.start(self._collect, opener, number, member)
        except* (OSError, Fault, UsageError) as errors:
            self._failure = flatten_group(errors)[0]
        finally:
            self._ended = True
            self._notify()

    async def _collect(
        self, opener: SessionOpener, number: int, member: Member, *, task_status: anyio.abc.TaskStatus[None]
    ) -> None:
        """Play one episode on the next free device and send its rollout; started once it has the device."""
        settings = self._settings
        repeat = opener.next_repeat(settings.name, member.task.id, member.group * settings.group_size + member.number)
        exclusive = member.task.intent.setup.exclusive
        if exclusive:
            task_status.started()  # others need not wait for what this one waits for
        found: Rollout | None = None
        attempt = 0
        async with opener.reservations.waited_for(exclusive):
            while found is None:
                attempt += 1
                with await opener.acquire() as lease:
                    if attempt == 1 and not exclusive:
                        task_status.started()
                    found = await self._play(opener, lease, member, repeat, last=attempt == _ATTEMPTS)
        self._finished.append((number, found))
        self._notify()

    async def _play(
        self, opener: SessionOpener, lease: Lease, member: Member, repeat: int, *, last: bool
    ) -> Rollout | None:
        settings, device = self._settings, lease.device
        if isinstance(device, HostedDevice):
            return await play_hosted(opener, lease, device, member, repeat, self._policy, settings, last=last)
        played = await play_episode(opener, lease, member, repeat, self._policy, settings, self._gate, reserved=True)
        return played.rollout


async def _proceed(host: EpisodeHost) -> None:
    with suppress(DeviceFault):
        await host.proceed()


def group_members(tasks: Sequence[Task], groups: Iterable[int], size: int, seed: int) -> Iterator[Member]:
    """Return the members of the groups with these numbers; the tasks take turns."""
    for group in groups:
        task = tasks[group % len(tasks)]
        for number in range(size):
            yield Member(task, group, number, episode_seed(seed, task.id, group))
