"""Collects rollouts: a policy plays groups of episodes concurrently, and rollouts come out in completion order.

Back-pressure and pacing are one rule. An episode is started only if it lies within a window of `max_inflight` behind
the oldest one that has not been taken by the caller. So there are never more than `max_inflight` episodes that are
played or waiting to be taken, and short episodes can overtake a long one only so far: however early the caller stops,
the rollouts taken are at most `max_inflight` away from the first ones that were started.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, Protocol, runtime_checkable

import anyio
import anyio.abc
import xxhash

from runtime.core.actions import Decision, Finish
from runtime.core.boundary import flatten_group
from runtime.core.config import Deadlines
from runtime.core.errors import Fault, UsageError
from runtime.core.tasks import Brief, Task
from runtime.episode.playing import Player, episode_seed, run_player
from runtime.episode.run_parts import ScheduledEpisode
from runtime.metrics.credit import advantages
from runtime.plugins.protocols import ByteStream, Need, Observation, Session
from runtime.storage.run_directory import EpisodeKey
from runtime.training.rewards import NO_REWARD, Reward, RewardWeights
from runtime.training.rollouts import Rollout, RolloutStep, episode_result
from runtime.training.sessions import DrivenSession, SessionOpener


class PolicySession:
    """What a policy plays: phone and user of one episode; implements `runtime.plugins.Session` but for `witness`.

    `seed` is different for each member of a group: seed your sampling with it, and the rollout is reproducible.
    """

    def __init__(self, session: DrivenSession, gate: Gate, member: Member, settings: RolloutSettings) -> None:
        self.task: Final = member.task.id
        self.group: Final = member.group
        self.member: Final = member.number
        self.seed: Final = xxhash.xxh3_64_intdigest(f"{member.seed}/{member.number}".encode()) >> 33
        self._session = session
        self._gate = gate
        self._settings = settings
        self._seen: Observation | None = None
        self._taken: list[RolloutStep] = []
        self._units: list[int] = []
        """The number of the state after each step, as `Score.remaining` counts."""
        self._earned = [NO_REWARD]
        """The reward so far before each step, and after the last."""

    @property
    def brief(self) -> Brief:
        """The instruction, the screen size in pixels, the budget of steps, and whether the user answers."""
        return self._session.brief

    async def observe(self) -> Observation:
        """Return the screen at rest; costs nothing. Raises Fault if the device fails."""
        async with self._passing():
            self._seen = await self._session.observe()
        return self._seen

    async def step(self, decision: Decision, data: Any = None) -> Observation:
        """Execute a decision and return the screen at rest; `data` is kept with the step, untouched.

        Raises:
            InvalidDecision: it cannot be done; nothing was executed or recorded, and the session goes on.
            Fault: the device or the user failed.
        """
        async with self._passing():
            before = self._seen or await self._session.observe()
            if before.ended:
                return before
            state = await self._session.digest() if self._settings.digests else ""
            self._seen = await self._session.step(decision)
            self._taken.append(RolloutStep(before, decision, state=state, data=data))
            # The state after `finish`, which uses no unit of the budget, has the next number.
            self._units.append(self._seen.step + any(isinstance(action, Finish) for action in decision.actions))
            if self._settings.step_rewards:
                self._earned.append(await self._session.reward(self._settings.weights))
        return self._seen

    async def open(self, service: str) -> ByteStream:
        """Open a raw stream to an ADB service of the device, such as `shell:ls`. Raises DeviceFault if that fails."""
        return await self._session.open(service)

    @asynccontextmanager
    async def _passing(self) -> AsyncIterator[None]:
        """Execute the block when the gate is open; what the policy waits for it counts towards no deadline."""
        if not self._gate.is_open:
            async with self._session.live.held():
                await self._gate.opened()
        with self._gate.passing():
            yield

    def steps(self, total: Reward, remaining: Mapping[int, int | None]) -> tuple[RolloutStep, ...]:
        """Return the steps with what each earned and was worth.

        The last one gets what is missing in `total`, the final reward. `remaining`: see `Score.remaining`.
        """
        if not self._taken:
            return ()
        worth = advantages(remaining)
        earned = [*self._earned[: len(self._taken)], total] if self._settings.step_rewards else [NO_REWARD, total]
        gains = [after - before for before, after in pairwise(earned)]
        first = len(self._taken) - len(gains)
        return tuple(
            replace(step, reward=gains[index - first] if index >= first else NO_REWARD, advantage=worth.get(unit))
            for index, (step, unit) in enumerate(zip(self._taken, self._units, strict=True))
        )


@runtime_checkable
class Policy(Protocol):
    """A policy as an object. An async function that takes the session is one too."""

    async def play(self, session: PolicySession) -> None:
        """Play one episode. Returning without `Finish` ends it as *stopped*; an exception is the policy's fault."""


PolicyPart = Policy | Callable[[PolicySession], Awaitable[None]]


class Gate:
    """Lets steps pass unless it is closed; closing waits for the steps that are being executed."""

    def __init__(self) -> None:
        self._passing = 0
        self._open = anyio.Event()
        self._open.set()
        self._empty = anyio.Event()

    @property
    def is_open(self) -> bool:
        """Whether steps may pass."""
        return self._open.is_set()

    async def opened(self) -> None:
        """Wait until steps may pass."""
        while not self._open.is_set():
            await self._open.wait()

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Hold the gate open during the block."""
        self._passing += 1
        try:
            yield
        finally:
            self._passing -= 1
            if not self._passing:
                self._empty.set()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Execute the block while nothing passes."""
        self._open = anyio.Event()
        try:
            while self._passing:
                self._empty = anyio.Event()
                await self._empty.wait()
            yield
        finally:
            self._open.set()


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a group: the episode to be played. `seed` is that of the episode, the same for the whole group."""

    task: Task
    group: int
    number: int
    seed: int


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """How rollouts are collected; see `Runtime.rollouts`."""

    name: str
    group_size: int
    max_inflight: int
    needs: frozenset[Need]
    deadlines: Deadlines
    weights: RewardWeights
    digests: bool
    step_rewards: bool


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
        self._play = policy.play if isinstance(policy, Policy) else policy
        self._begin = begin
        self._group = group
        self._gate = Gate()
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
        async with self._gate.closed():
            yield

    async def _run(self) -> None:
        try:
            with self._scope:
                opener = await self._begin()
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
        key = EpisodeKey(settings.name, member.task.id, repeat)
        episode = ScheduledEpisode(key, member.task, instrument=False, draw=member.group)
        played: PolicySession | None = None
        driven: DrivenSession | None = None
        failure: Fault | None = None
        with await opener.acquire() as lease:
            task_status.started()
            try:
                async with opener.play_on(lease, episode, settings.needs, seed=member.seed) as driven:
                    played = PolicySession(driven, self._gate, member, settings)
                    player = Player(settings.name, _Playing(self._play, played, settings.needs), instrument=False)
                    await run_player(player, driven.live, member.task, settings.deadlines)
            except Fault as fault:  # the result of the episode
                failure = fault
        self._finished.append((number, _rollout(member, played, driven, failure, settings.weights)))
        self._notify()


class _Playing:
    """A policy that plays one session, as an agent."""

    def __init__(
        self, play: Callable[[PolicySession], Awaitable[None]], session: PolicySession, needs: frozenset[Need]
    ) -> None:
        self.needs = needs
        self._play = play
        self._session = session

    async def play(self, session: Session) -> None:
        """Play the session that it was made for."""
        await self._play(self._session)


def _rollout(
    member: Member,
    played: PolicySession | None,
    driven: DrivenSession | None,
    failure: Fault | None,
    weights: RewardWeights,
) -> Rollout:
    scores = () if driven is None else driven.scores
    result = episode_result(scores, weights, ending=None if driven is None else driven.live.ending, fault=failure)
    remaining = next((score.remaining for score in scores if score.judge == "credit"), {})
    return Rollout(
        task=member.task.id,
        group=member.group,
        member=member.number,
        seed=member.seed,
        steps=() if played is None else played.steps(result.breakdown, remaining),
        reward=result.reward,
        breakdown=result.breakdown,
        ending=result.ending,
        cause=result.cause,
        error=result.error,
        scores=result.scores,
    )


def group_members(tasks: Sequence[Task], groups: Iterable[int], size: int, seed: int) -> Iterator[Member]:
    """Return the members of the groups with these numbers; the tasks take turns."""
    for group in groups:
        task = tasks[group % len(tasks)]
        for number in range(size):
            yield Member(task, group, number, episode_seed(seed, task.id, group))
