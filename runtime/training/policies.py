"""What a policy plays, and one episode of it: the session, the gate that holds it during a pause, and its rollout."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, Protocol, runtime_checkable

import anyio
import xxhash

from runtime.core.actions import Decision, Finish
from runtime.core.config import Deadlines
from runtime.core.errors import Fault
from runtime.core.tasks import Brief, Task
from runtime.devices.pool import Lease
from runtime.episode.attempt import Attempt
from runtime.episode.playing import Player, run_player
from runtime.episode.run_parts import ScheduledEpisode
from runtime.metrics.credit import advantages
from runtime.plugins.protocols import ByteStream, Need, Observation, Session
from runtime.storage.run_directory import EpisodeKey
from runtime.training.rewards import NO_REWARD, Reward, RewardWeights
from runtime.training.rollouts import EpisodeResult, Rollout, RolloutStep, episode_result
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

    async def close(self) -> None:
        """Let nothing pass any more, and wait until what is passing has passed."""
        self._open = anyio.Event()
        while self._passing:
            self._empty = anyio.Event()
            await self._empty.wait()

    def reopen(self) -> None:
        """Let steps pass again."""
        self._open.set()


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a group: the episode to be played. `seed` is that of the episode, the same for the whole group."""

    task: Task
    group: int
    number: int
    seed: int

    def episode(self, policy: str, repeat: int) -> ScheduledEpisode:
        """Return its episode, recorded under the name of the policy and a repeat number."""
        return ScheduledEpisode(EpisodeKey(policy, self.task.id, repeat), self.task, instrument=False, draw=self.group)

    def rollout(self, result: EpisodeResult, steps: tuple[RolloutStep, ...] = ()) -> Rollout:
        """Return its rollout."""
        return Rollout(
            task=self.task.id,
            group=self.group,
            member=self.number,
            seed=self.seed,
            steps=steps,
            reward=result.reward,
            breakdown=result.breakdown,
            ending=result.ending,
            cause=result.cause,
            error=result.error,
            scores=result.scores,
        )


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


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """An episode that a policy has played here. `attempt` is None if no device could be prepared for it."""

    rollout: Rollout
    attempt: Attempt | None


async def play_episode(
    opener: SessionOpener,
    lease: Lease,
    member: Member,
    repeat: int,
    policy: PolicyPart,
    settings: RolloutSettings,
    gate: Gate,
    number: int | None = None,
    *,
    reserved: bool = False,
) -> PlayedEpisode:
    """Let a policy play one episode on a leased device; for `number` and `reserved` see `SessionOpener.play_on`."""
    play = policy.play if isinstance(policy, Policy) else policy
    played: PolicySession | None = None
    driven: DrivenSession | None = None
    failure: Fault | None = None
    episode = member.episode(settings.name, repeat)
    try:
        async with opener.play_on(
            lease, episode, settings.needs, seed=member.seed, number=number, reserved=reserved
        ) as driven:
            played = PolicySession(driven, gate, member, settings)
            player = Player(settings.name, _Playing(play, played, settings.needs), instrument=False)
            await run_player(player, driven.live, member.task, settings.deadlines)
    except Fault as fault:  # the result of the episode
        failure = fault
    scores = () if driven is None else driven.scores
    ending = None if driven is None else driven.live.ending
    remaining = next((score.remaining for score in scores if score.judge == "credit"), {})
    result = episode_result(scores, settings.weights, ending=ending, fault=failure)
    steps = () if played is None else played.steps(result.breakdown, remaining)
    return PlayedEpisode(member.rollout(result, steps), None if driven is None else driven.attempt)
