"""The conversation of each episode over the agent API, and the bearer tokens that give access to it."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable

import anyio

from adapters.web.shared.messages import Answered, Standing, Status
from adapters.web.shared.serving import token_digest
from runtime.core.actions import Action, AskUser, Decision, Finish
from runtime.core.errors import Boundary, Fault
from runtime.plugins.protocols import Observation, Session

_QUEUE = 16
"""Maximum number of waiting requests of one episode; more means a runaway client."""


class QueueFull(Exception):
    """Too many requests of one kind are waiting."""


class EpisodeFailed(Exception):
    """The session failed. States only who is at fault, because the fault's own message may quote the task."""

    def __init__(self, boundary: Boundary) -> None:
        super().__init__(f"the episode is over: {boundary} failure")


class EpisodeChannel:
    """The conversation of one episode. Requests are served one at a time, in order of arrival.

    Once the session has ended it is released; later requests are answered without it.
    """

    def __init__(self, session: Session) -> None:
        self.brief = session.brief
        self.gone = anyio.Event()
        """Set when the token is taken back or the door closes."""
        self.over = anyio.Event()
        """Set when the session has ended."""
        self._session: Session | None = session
        self._turn = anyio.Lock()
        self._underway: set[anyio.CancelScope] = set()
        self._waiting = 0
        self._step = 0
        self._questions = 0

    async def standing(self) -> Standing:
        """The episode's progress; while a question is being answered, the progress before it.

        Raises:
            EpisodeFailed: the session failed.
        """
        if self._session is not None and not self._turn.locked():
            await self._observe_result(self._session.observe())
        return self._status()

    async def ask(self, question: str) -> Answered:
        """Put a question to the user.

        Raises:
            QueueFull: too many requests are waiting.
            EpisodeFailed: the session failed.
        """
        seen = await self._take(AskUser(question))
        return Answered(reply="\n".join(seen.replies) if seen is not None else "", ended=self._session is None)

    async def finish(self, text: str, status: Status) -> Standing:
        """Stop the episode. Raises what `ask` raises."""
        await self._take(Finish(text, status))
        return self._status()

    def retire(self) -> None:
        """Mark the session as ended and cancel the requests that wait for it."""
        self._session = None
        self.over.set()
        for scope in self._underway:
            scope.cancel()

    def _status(self) -> Standing:
        return Standing(step=self._step, questions=self._questions, ended=self._session is None)

    async def _take(self, action: Action) -> Observation | None:
        """Perform one step of the session; None if it has ended before."""
        if self.over.is_set():
            return None
        if self._waiting >= _QUEUE:
            raise QueueFull
        self._waiting += 1
        try:
            async with self._turn:
                session = self._session
                if session is None:
                    return None
                seen = await self._observe_result(session.step(Decision([action])))
                if seen is not None and isinstance(action, AskUser):
                    self._questions += bool(seen.replies)  # a question after the end gets no reply
                return seen
        finally:
            self._waiting -= 1

    async def _observe_result(self, work: Awaitable[Observation]) -> Observation | None:
        """Await an observation and update the progress; None if the session ended meanwhile."""
        seen: Observation | None = None
        lost: EpisodeFailed | None = None
        with anyio.CancelScope() as scope:
            self._underway.add(scope)
            try:
                seen = await work
            except Fault as fault:
                lost = EpisodeFailed(fault.boundary)
            finally:
                self._underway.discard(scope)
        if seen is not None:
            self._step = seen.step
        if lost is not None or (seen is not None and seen.ended):
            self.retire()
        if lost is not None:
            raise lost
        return seen


class ChannelTable:
    """The channels of all valid tokens.

    Tokens are stored and looked up as digests. A valid token, a revoked one and a guess take the same time, so timing
    reveals nothing.
    """

    def __init__(self) -> None:
        self._channels: dict[bytes, EpisodeChannel] = {}

    def admit(self, session: Session) -> tuple[str, EpisodeChannel]:
        """Create a channel for a session; returns its token and the channel."""
        token = secrets.token_urlsafe(32)
        channel = self._channels[token_digest(token)] = EpisodeChannel(session)
        return token, channel

    def dismiss(self, token: str) -> None:
        """Revoke a token and end its channel; unknown tokens are ignored."""
        channel = self._channels.pop(token_digest(token), None)
        if channel is not None:
            channel.retire()
            channel.gone.set()

    def dismiss_all(self) -> None:
        """Revoke all tokens."""
        for channel in self._channels.values():
            channel.retire()
            channel.gone.set()
        self._channels.clear()

    def find(self, token: str) -> EpisodeChannel | None:
        """The channel of a token; None if the token is not valid."""
        return self._channels.get(token_digest(token))
