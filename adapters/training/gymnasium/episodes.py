"""Episodes of several environments on one `Runtime`, reset and stepped concurrently."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import anyio
import anyio.abc

from adapters.training.gymnasium.actions import rejected
from runtime.core.actions import Decision, ParseError
from runtime.core.boundary import unwrap_group
from runtime.core.errors import DeviceFault, Fault, InvalidDecision
from runtime.core.tasks import Brief
from runtime.engine import Runtime
from runtime.plugins.protocols import Need, Observation
from runtime.training.rewards import NO_REWARD, Reward, RewardWeights
from runtime.training.rollouts import EpisodeResult, episode_result
from runtime.training.sessions import DrivenSession

AGENT: Final = "policy"
"""The name under which episodes are recorded."""
_ATTEMPTS: Final = 3
"""How often a phone is prepared for an episode before its fault is raised."""


@dataclass(frozen=True, slots=True)
class EpisodeStart:
    """The task of an episode and the number that seeds it."""

    task: str
    draw: int


@dataclass(frozen=True, slots=True)
class Transition:
    """What a reset or a step led to; `result` is None until the episode has ended."""

    start: EpisodeStart
    brief: Brief
    observation: Observation
    reward: Reward = NO_REWARD
    invalid: str = ""
    """Why the decision was not executed, if it was not."""
    state: str = ""
    """Exact digest of the phone, if asked for."""
    result: EpisodeResult | None = None


@dataclass(frozen=True, slots=True)
class EpisodeSettings:
    """What all episodes have in common."""

    needs: frozenset[Need]
    weights: RewardWeights
    digests: bool


@dataclass(slots=True)
class _Episode:
    """An open session and the task that holds it open."""

    start: EpisodeStart
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    finished: anyio.Event = field(default_factory=anyio.Event)
    """Set to leave the session, so that it is judged."""
    closed: anyio.Event = field(default_factory=anyio.Event)
    """Set once the session has been left."""
    session: DrivenSession | None = None
    fault: Fault | None = None
    earned: Reward = NO_REWARD


class Episodes:
    """The current episode of each of `number` environments; use it through `running`."""

    def __init__(self, runtime: Runtime, number: int, settings: EpisodeSettings, group: anyio.abc.TaskGroup) -> None:
        self._runtime = runtime
        self._settings = settings
        self._group = group
        self._current: list[_Episode | None] = [None] * number

    @classmethod
    @asynccontextmanager
    async def running(cls, runtime: Runtime, number: int, settings: EpisodeSettings) -> AsyncIterator[Episodes]:
        """Provide the episodes of so many environments; those that have not ended are aborted after the block."""
        async with anyio.create_task_group() as group:
            yield cls(runtime, number, settings, group)
            group.cancel_scope.cancel()

    async def advance(
        self, starts: Mapping[int, EpisodeStart], decisions: Mapping[int, Decision]
    ) -> dict[int, Transition]:
        """Begin episodes and execute decisions concurrently, by the number of the environment.

        Raises:
            Fault: a phone could not be prepared for an episode, also when tried again.
            UsageError: an unknown task.
        """
        done: dict[int, Transition] = {}

        async def put(number: int, work: Callable[[int, Any], Awaitable[Transition]], argument: object) -> None:
            done[number] = await work(number, argument)

        try:
            async with anyio.create_task_group() as group:
                for number, start in starts.items():
                    group.start_soon(put, number, self.reset, start)
                for number, decision in decisions.items():
                    group.start_soon(put, number, self.step, decision)
        except BaseExceptionGroup as errors:
            found = unwrap_group(errors)
            raise found from found.__cause__
        return done

    async def reset(self, number: int, start: EpisodeStart) -> Transition:
        """Begin an episode; the current one is aborted if it has not ended. For what is raised see `advance`."""
        await self._abort(number)
        for _ in range(_ATTEMPTS - 1):
            with suppress(DeviceFault):
                return await self._begin(number, start)
        return await self._begin(number, start)

    async def _begin(self, number: int, start: EpisodeStart) -> Transition:
        episode = _Episode(start)
        observation: Observation = await self._group.start(self._hold, episode)
        self._current[number] = episode
        session = _session(episode)
        return Transition(start, session.brief, observation, state=await self._state(session))

    async def step(self, number: int, decision: Decision) -> Transition:
        """Execute a decision; a failure of phone or user is the result of the episode."""
        episode = self._current[number]
        assert episode is not None, "there is an episode to step"
        session = _session(episode)
        invalid = next((action.reason for action in decision.actions if isinstance(action, ParseError)), "")
        fault: Fault | None = None
        try:
            try:
                observation = await session.step(decision)
            except InvalidDecision as error:
                invalid = str(error)
                observation = await session.step(rejected(decision.actions, invalid))
        except Fault as error:
            fault = error
            observation = await session.observe()
        if fault is not None or observation.ended:
            self._current[number] = None
            return await self._end(episode, session, observation, invalid, fault)
        earned, episode.earned = episode.earned, await session.reward(self._settings.weights)
        state = await self._state(session)
        return Transition(episode.start, session.brief, observation, episode.earned - earned, invalid, state)

    async def _end(
        self, episode: _Episode, session: DrivenSession, observation: Observation, invalid: str, fault: Fault | None
    ) -> Transition:
        state = "" if fault is not None else await self._state(session)
        episode.finished.set()
        await episode.closed.wait()
        result = episode_result(
            session.scores, self._settings.weights, ending=session.live.ending, fault=fault or episode.fault
        )
        gain = NO_REWARD if result.reward is None else result.breakdown - episode.earned
        return Transition(episode.start, session.brief, observation, gain, invalid, state, result)

    async def _abort(self, number: int) -> None:
        episode, self._current[number] = self._current[number], None
        if episode is not None:
            episode.scope.cancel()
            await episode.closed.wait()

    async def _state(self, session: DrivenSession) -> str:
        return await session.digest() if self._settings.digests else ""

    async def _hold(self, episode: _Episode, *, task_status: anyio.abc.TaskStatus[Observation]) -> None:
        """Hold a session open; it must be entered and left by the same task."""
        start, settings = episode.start, self._settings
        try:
            with episode.scope:
                async with self._runtime.session(
                    start.task, AGENT, None, draw=start.draw, needs=settings.needs
                ) as session:
                    observation = await session.observe()
                    episode.session = session
                    task_status.started(observation)
                    await episode.finished.wait()
        except Fault as fault:
            if episode.session is None:
                raise
            episode.fault = fault
        finally:
            episode.closed.set()


def _session(episode: _Episode) -> DrivenSession:
    assert episode.session is not None, "an episode that was started has a session"
    return episode.session
