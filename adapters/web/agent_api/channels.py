"""Who may talk to which session: one bearer token for each episode, answers in order, nothing shared."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable

import anyio

from adapters.web.shared.messages import Answered, Standing, Status
from runtime.core.actions import Action, AskUser, Decision, Finish
from runtime.core.errors import Boundary, Fault
from runtime.plugins.protocols import Observation, Session

_QUEUE = 16
"""So many requests of one episode may wait for each other; more is a runaway client."""


class QueueFull(Exception):
    """Too many requests of one kind are waiting."""


class EpisodeFailed(Exception):
    """The session broke down. Says whose failure it was and no more: a fault's own words may quote the intent."""

    def __init__(self, boundary: Boundary) -> None:
        super().__init__(f"the episode is over: {boundary} failure")


class EpisodeChannel:
    """The conversation of one episode; requests are served one at a time, in the order in which they came.

    Once the session has ended it is let go of: whatever comes after is answered from here, at no cost.
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
        """How things stand; while a question waits for its reply, how they stood before it.

        Raises:
            Lost: the session broke down.
        """
        if self._session is not None and not self._turn.locked():
            await self._learn(self._session.observe())
        return self._stands()

    async def ask(self, question: str) -> Answered:
        """Put a question to the user.

        Raises:
            Crowded: too many requests are waiting already.
            Lost: the session broke down.
        """
        seen = await self._take(AskUser(question))
        return Answered(reply="\n".join(seen.replies) if seen is not None else "", ended=self._session is None)

    async def finish(self, text: str, status: Status) -> Standing:
        """Stop the episode; raises what `ask` raises."""
        await self._take(Finish(text, status))
        return self._stands()

    def retire(self) -> None:
        """The session has ended, by whatever it was; what still waits for it, such as a question, is let go."""
        self._session = None
        self.over.set()
        for scope in self._underway:
            scope.cancel()

    def _stands(self) -> Standing:
        return Standing(step=self._step, questions=self._questions, ended=self._session is None)

    async def _take(self, action: Action) -> Observation | None:
        """One step of the session; None if it has ended before."""
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
                seen = await self._learn(session.step(Decision([action])))
                if seen is not None and isinstance(action, AskUser):
                    self._questions += bool(seen.replies)  # what comes after the end reaches nobody
                return seen
        finally:
            self._waiting -= 1

    async def _learn(self, work: Awaitable[Observation]) -> Observation | None:
        """What the session shows; None if it ended meanwhile."""
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


class GuestList:
    """The tokens that are valid now.

    They are kept and looked up as digests, so that a valid token, a void one and none at all cost the same work, and no
    time tells how much of a guess was right.
    """

    def __init__(self) -> None:
        self._guests: dict[bytes, EpisodeChannel] = {}

    def admit(self, session: Session) -> tuple[str, EpisodeChannel]:
        """A new guest and its token."""
        token = secrets.token_urlsafe(32)
        guest = self._guests[digest(token)] = EpisodeChannel(session)
        return token, guest

    def dismiss(self, token: str) -> None:
        """Take a token back; unknown ones are let be."""
        guest = self._guests.pop(digest(token), None)
        if guest is not None:
            guest.retire()
            guest.gone.set()

    def dismiss_all(self) -> None:
        for guest in self._guests.values():
            guest.retire()
            guest.gone.set()
        self._guests.clear()

    def find(self, token: str) -> EpisodeChannel | None:
        """The guest whose token this is, or None."""
        return self._guests.get(digest(token))


def digest(token: str) -> bytes:
    """What a token is known by."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
