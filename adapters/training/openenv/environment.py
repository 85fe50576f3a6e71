"""The episodes that one client of OpenEnv's protocol plays, one after another, each on the next free phone.

The client is a trainer: it may reset, read the state and gets the reward. What a policy may see is the part
`observation` of a reply, which holds nothing that a session does not show to its agent.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import anyio

from adapters.training.openenv.messages import (
    NO_EPISODE,
    EnvironmentState,
    Request,
    RequestError,
    ResetParameters,
    ResetRequest,
    StepRequest,
    VisibleObservation,
    encode_error,
    encode_reply,
    observation_data,
    parse_request,
    reward_parts,
    visible,
)
from adapters.training.openenv.pictures import PictureCache
from adapters.web.shared.serving import token_digest
from runtime.core.actions import Action, Decision
from runtime.core.config import Selection
from runtime.core.errors import Fault, InvalidDecision, UsageError
from runtime.core.tasks import Task
from runtime.engine import Runtime
from runtime.episode.playing import episode_seed
from runtime.episode.run_parts import ScheduledEpisode
from runtime.plugins.protocols import Observation
from runtime.storage.run_directory import EpisodeKey
from runtime.training.rewards import NO_REWARD, Reward, RewardWeights
from runtime.training.rollouts import episode_result
from runtime.training.sessions import DrivenSession, SessionOpener

AGENT: Final = "openenv"
"""The name under which episodes are recorded."""
_ACQUIRE: Final = 10.0
"""Seconds that a reset waits for a phone that answers."""


class Environments:
    """What all clients of a server share: the runtime, whose turn it is among the tasks, and encoded frames."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime: Final = runtime
        self.pictures: Final = PictureCache()
        self._turn = 0
        self._agents: dict[bytes, Callable[[Action | None], Awaitable[VisibleObservation]]] = {}

    @contextmanager
    def admitted(self, act: Callable[[Action | None], Awaitable[VisibleObservation]]) -> Iterator[str]:
        """Let an agent act during the block; yields its token, which is good for nothing else."""
        token = secrets.token_urlsafe(24)
        self._agents[token_digest(token)] = act
        try:
            yield token
        finally:
            del self._agents[token_digest(token)]

    def agent(self, token: str) -> Callable[[Action | None], Awaitable[VisibleObservation]] | None:
        """Return what an agent with this token acts by; None if no episode of its is being played."""
        return self._agents.get(token_digest(token))

    async def opener(self) -> SessionOpener:
        """Return what opens the sessions."""
        return await self.runtime.sessions(AGENT)

    def choose(self, parameters: ResetParameters) -> tuple[Task, int]:
        """Return the task and the number of the group that a reset asks for.

        Raises:
            UsageError: the suite has no such task.
        """
        if parameters.task is not None:
            return self._tasks(Selection(tasks=(parameters.task,)))[0], parameters.group or 0
        tasks = self._tasks(parameters.select)
        if parameters.seed is not None:
            return tasks[parameters.seed % len(tasks)], parameters.group or 0
        number, self._turn = self._turn, self._turn + 1
        group = number // len(tasks) if parameters.group is None else parameters.group
        return tasks[number % len(tasks)], group

    def _tasks(self, selection: Selection | None) -> Sequence[Task]:
        return self.runtime.tasks(selection)


class _Aborted(Exception):
    """The client begins another episode, or leaves; `request` is its request, None if it left."""

    def __init__(self, request: ResetRequest | None) -> None:
        super().__init__()
        self.request = request


@dataclass(slots=True)
class _Episode:
    """An episode that is being played or has ended."""

    parameters: ResetParameters
    session: DrivenSession
    seed: int | None
    """Of the run; None if the session was parked elsewhere."""
    steps: int = 0
    earned: Reward = NO_REWARD
    """Reward so far."""
    last: VisibleObservation | None = None
    done: bool = False
    parked: bool = False

    @property
    def weights(self) -> RewardWeights:
        return self.parameters.weights

    @property
    def name(self) -> str:
        return self.parameters.episode_id or str(self.session.episode.key)

    def gain(self, total: Reward) -> Reward:
        """Return what was earned since the last call."""
        gained, self.earned = total - self.earned, total
        return gained


class Environment:
    """Plays the episodes of one client.

    Args:
        environments: what all clients share.
        receive: returns the client's next message; None once it has left, or was idle for too long.
        send: sends a message to the client.
    """

    def __init__(
        self,
        environments: Environments,
        receive: Callable[[], Awaitable[str | bytes | None]],
        send: Callable[[str], Awaitable[None]],
    ) -> None:
        self._environments = environments
        self._receive = receive
        self._send = send

    async def run(self) -> None:
        """Serve the client until it leaves; an episode that has not ended by then is aborted."""
        request = await self._idle(None)
        while request is not None:
            request = await self._play(request.data)

    async def first(self, parameters: ResetParameters) -> dict[str, Any]:
        """Return the data of a new episode's first observation and abort the episode.

        Raises:
            RequestError: the episode could not begin.
        """
        try:
            async with await self._open(parameters) as session:
                raise _First(await self._begin(await self._episode(parameters, session)))
        except _First as found:
            return found.data
        except (Fault, UsageError) as error:
            raise _as_request_error(error) from None

    # -- between episodes -------------------------------------------------------------------------------------------

    async def _next(self) -> Request | None:
        """Return the client's next valid request; None if it left."""
        while (text := await self._receive()) is not None:
            try:
                request = parse_request(text)
            except RequestError as error:
                await self._send(encode_error(error.code, str(error)))
            else:
                return None if request.type == "close" else request
        return None

    async def _idle(self, ended: _Episode | None) -> ResetRequest | None:
        """Answer requests until the client begins an episode; None if it left."""
        while (request := await self._next()) is not None:
            if isinstance(request, ResetRequest):
                return request
            if request.type == "state":
                await self._send(encode_reply("state", NO_EPISODE if ended is None else await _state(ended)))
            elif ended is not None and ended.last is not None and isinstance(request, StepRequest):
                # As sessions do: after the end nothing has any effect.
                await self._send(encode_reply("observation", observation_data(ended.last, 0.0, done=True, metadata={})))
            else:
                await self._send(encode_error("EXECUTION_ERROR", "no episode is being played; send reset first"))
        return None

    # -- one episode ------------------------------------------------------------------------------------------------

    async def _play(self, parameters: ResetParameters) -> ResetRequest | None:
        """Play one episode; returns the request that begins the next one."""
        episode: _Episode | None = None
        failure: Fault | None = None
        pending: Request | None = None
        try:
            async with await self._open(parameters) as session:
                episode = await self._episode(parameters, session)
                begun = await self._begin(episode)
                with self._environments.admitted(partial(self._act, episode)) as token:
                    begun["metadata"] = {**begun["metadata"], "agent_token": token}
                    await self._send(encode_reply("observation", begun))
                    pending = await self._steps(episode)
        except _Aborted as aborted:
            return aborted.request
        except (UsageError, RequestError) as error:
            await self._refuse(error)
            return await self._idle(None)
        except Fault as fault:
            if episode is None or episode.last is None:
                await self._refuse(fault)
                return await self._idle(None)
            failure = fault
        if episode.parked:
            return await self._idle(None)
        data = await self._end(episode, failure)
        if pending is not None and pending.type == "state":
            await self._send(encode_reply("state", await _state(episode)))
        elif not isinstance(pending, ResetRequest):
            await self._send(encode_reply("observation", data))
        return pending if isinstance(pending, ResetRequest) else await self._idle(episode)

    async def _open(self, parameters: ResetParameters) -> AbstractAsyncContextManager[DrivenSession]:
        needs = frozenset(parameters.needs)
        if parameters.parked is not None:
            return self._environments.runtime.unpark(parameters.parked, needs=needs)
        task, group = self._environments.choose(parameters)
        opener = await self._environments.opener()
        key = EpisodeKey(AGENT, task.id, opener.next_repeat(AGENT, task.id))
        episode = ScheduledEpisode(key, task, instrument=False, draw=group)
        with anyio.move_on_after(_ACQUIRE):
            lease = await opener.acquire()
            seed = None if parameters.seed is None else episode_seed(parameters.seed, task.id, group)
            return opener.play_on(lease, episode, needs, seed=seed)
        raise RequestError("EXECUTION_ERROR", f"no phone answered within {_ACQUIRE:g} s; try again")

    async def _episode(self, parameters: ResetParameters, session: DrivenSession) -> _Episode:
        seed = parameters.seed
        if seed is None and parameters.parked is None:
            seed = (await self._environments.opener()).run.config.seed
        return _Episode(parameters, session, seed)

    async def _begin(self, episode: _Episode) -> dict[str, Any]:
        seen = await episode.session.observe()
        if "frame" in episode.parameters.needs and seen.frame is None:
            raise RequestError("EXECUTION_ERROR", "these phones have no pixels; leave frame out of needs")
        episode.earned = await episode.session.reward(episode.weights)
        episode.last = await self._visible(episode, seen)
        return observation_data(episode.last, None, done=False, metadata=_progress(episode))

    async def _act(self, episode: _Episode, action: Action | None) -> VisibleObservation:
        """Carry out an action of the episode's agent, or only observe.

        Raises:
            InvalidDecision: it cannot be done, and nothing was.
            Fault: device or user failed.
        """
        session = episode.session
        try:
            seen = await (session.observe() if action is None else session.step(Decision((action,))))
        except InvalidDecision:
            raise
        except Fault:
            episode.done = True
            raise
        episode.steps += action is not None and not episode.done
        episode.done = episode.done or seen.ended
        episode.last = await self._visible(episode, seen)
        return episode.last

    async def _steps(self, episode: _Episode) -> Request | None:
        """Answer requests until the episode ends or is parked; returns the one that came after its agent had ended it.

        Raises:
            Fault: device or user failed.
            _Aborted: the client left or began another episode.
        """
        while True:
            request = await self._next()
            if request is not None and episode.done:
                return request
            if request is None or isinstance(request, ResetRequest):
                raise _Aborted(request)
            if isinstance(request, StepRequest):
                await self._step(episode, request)
                if episode.done:
                    return None
            elif request.type == "state":
                await self._send(encode_reply("state", await _state(episode)))
            elif await self._park(episode):
                return None

    async def _step(self, episode: _Episode, request: StepRequest) -> None:
        try:
            seen = await episode.session.step(request.decision)
        except InvalidDecision as error:
            await self._send(encode_error("VALIDATION_ERROR", str(error)))
            return
        episode.steps += 1
        episode.last = await self._visible(episode, seen)
        episode.done = seen.ended
        if not seen.ended:  # the last reward is known when the judges are done
            gained = episode.gain(await episode.session.reward(episode.weights))
            metadata = {"reward": reward_parts(gained)}
            await self._send(
                encode_reply("observation", observation_data(episode.last, gained.total, done=False, metadata=metadata))
            )

    async def _park(self, episode: _Episode) -> bool:
        try:
            parked = await episode.session.park()
        except UsageError as error:
            await self._refuse(error)
            return False
        episode.parked = True
        await self._send(encode_reply("parked", {"parked": base64.b64encode(parked).decode()}))
        return True

    async def _end(self, episode: _Episode, failure: Fault | None) -> dict[str, Any]:
        """Return the data of the last observation, with the rest of the reward; None if the episode was lost."""
        episode.done = True
        session = episode.session
        result = episode_result(session.scores, episode.weights, ending=session.live.ending, fault=failure)
        gained = episode.gain(result.breakdown)
        metadata = {
            "reward": reward_parts(gained),
            "terminated": result.terminated,
            "truncated": result.truncated,
            "ending": result.ending,
            "cause": result.cause,
            "error": result.error,
            "total": result.reward,
            "total_parts": reward_parts(result.breakdown),
        }
        assert episode.last is not None
        return observation_data(
            {**episode.last, "ended": True},
            None if result.reward is None else gained.total,
            done=True,
            metadata=metadata,
        )

    async def _visible(self, episode: _Episode, seen: Observation) -> VisibleObservation:
        frame = seen.frame
        picture = None
        if frame is not None:
            picture = await self._environments.pictures.of(frame, episode.parameters.frame_size)
        return visible(seen, episode.session.brief, picture)

    async def _refuse(self, error: Exception) -> None:
        refused = error if isinstance(error, RequestError) else _as_request_error(error)
        await self._send(encode_error(refused.code, str(refused)))


class _First(Exception):
    """Ends an episode after its first observation."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        self.data = data


def _as_request_error(error: Exception) -> RequestError:
    return RequestError("VALIDATION_ERROR" if isinstance(error, UsageError) else "EXECUTION_ERROR", str(error))


async def _state(episode: _Episode) -> EnvironmentState:
    state = _progress(episode)
    if not episode.done:
        state["reward"] = (await episode.session.reward(episode.weights)).total
        if episode.session.live.device.virtual:
            state["digest"] = await episode.session.digest()
    return state


def _progress(episode: _Episode) -> EnvironmentState:
    """Return the state without the digest."""
    session = episode.session
    return EnvironmentState(
        episode_id=episode.name,
        step_count=episode.steps,
        task=session.episode.task.id,
        seed=episode.seed,
        group=session.episode.draw,
        device=session.live.device.name,
        done=episode.done,
        reward=episode.earned.total,
        digest=None,
    )
