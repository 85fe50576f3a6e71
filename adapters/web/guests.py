"""Who may talk to which session: one bearer token for each episode, answers in order, nothing shared."""

from __future__ import annotations

import hashlib
import hmac
import secrets

import anyio

from adapters.web.messages import Answered, Standing, Status
from runtime.actions import Action, AskUser, Decision, Finish
from runtime.errors import Boundary, Fault
from runtime.ports import Observation, Session

_QUEUE = 16
"""So many requests of one episode may wait for each other; more is a runaway client."""


class Crowded(Exception):
    """Too many requests of one episode are waiting."""


class Lost(Exception):
    """The session broke down. Says whose failure it was and no more: a fault's own words may quote the intent."""

    def __init__(self, boundary: Boundary) -> None:
        super().__init__(f"the episode is over: {boundary} failure")


class Guest:
    """The conversation of one episode; requests are served one at a time, in the order in which they came."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.gone = anyio.Event()
        """Set when the token is taken back or the door closes."""
        self._turn = anyio.Lock()
        self._waiting = 0
        self._questions = 0
        self._ended = False

    @property
    def standing(self) -> Standing:
        return Standing(questions=self._questions, ended=self._ended)

    async def ask(self, question: str) -> Answered:
        """Put a question to the user.

        Raises:
            Crowded: too many requests are waiting already.
            Lost: the session broke down.
        """
        seen = await self._step(AskUser(question), 1)
        return Answered(reply="\n".join(seen.replies), ended=seen.ended)

    async def finish(self, text: str, status: Status) -> Standing:
        """Stop the episode; raises what `ask` raises."""
        await self._step(Finish(text, status), 0)
        return self.standing

    async def _step(self, action: Action, questions: int) -> Observation:
        if self._waiting >= _QUEUE:
            raise Crowded
        self._waiting += 1
        try:
            async with self._turn:
                self._questions += questions
                try:
                    seen = await self.session.step(Decision([action]))
                except Fault as fault:
                    self._ended = True
                    raise Lost(fault.boundary) from None
                self._ended = seen.ended
                return seen
        finally:
            self._waiting -= 1


class GuestList:
    """The tokens that are valid now. Tokens are kept as digests and compared in constant time."""

    def __init__(self) -> None:
        self._guests: dict[bytes, Guest] = {}

    def admit(self, session: Session) -> str:
        token = secrets.token_urlsafe(32)
        self._guests[_digest(token)] = Guest(session)
        return token

    def dismiss(self, token: str) -> None:
        """Take a token back; unknown ones are let be."""
        guest = self._guests.pop(_digest(token), None)
        if guest is not None:
            guest.gone.set()

    def dismiss_all(self) -> None:
        for guest in self._guests.values():
            guest.gone.set()
        self._guests.clear()

    def find(self, token: str) -> Guest | None:
        """The guest whose token this is, or None."""
        wanted = _digest(token)
        known = next((digest for digest in self._guests if hmac.compare_digest(digest, wanted)), None)
        return self._guests[known] if known is not None else None


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
