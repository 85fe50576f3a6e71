"""The session of a program: says when it is over, and keeps what is said and done in its order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import anyio.lowlevel

from runtime.actions import Answer, AskUser, Decision, Finish, Takeover, Type
from runtime.errors import Fault
from runtime.ports import ByteStream, Observation, Session


class Played:
    """Wraps a session.

    `caught_up` returns when everything that was done before has been witnessed, `before` when a stream may be opened.
    """

    def __init__(self, session: Session) -> None:
        self.brief = session.brief
        self.over = anyio.Event()
        """Set when nothing counts any more: finished, budget used up, or something failed."""
        self.words: list[str] = []
        """What the program said or wrote: questions, answers, typed texts."""
        self.caught_up: Callable[[], Awaitable[None]] = anyio.lowlevel.checkpoint
        self.before: Callable[[str], Awaitable[None]] = _at_once
        self._session = session

    async def observe(self) -> Observation:
        return await self._seen(self._session.observe())

    async def step(self, decision: Decision) -> Observation:
        await self.caught_up()
        self._note(decision)
        return await self._seen(self._session.step(decision))

    async def witness(self, decision: Decision) -> Observation:
        self._note(decision)
        return await self._seen(self._session.witness(decision))

    async def open(self, service: str) -> ByteStream:
        await self.before(service)
        return await self._session.open(service)

    async def _seen(self, work: Awaitable[Observation]) -> Observation:
        try:
            seen = await work
        except Fault:
            self.over.set()
            raise
        if seen.ended:
            self.over.set()
        return seen

    def _note(self, decision: Decision) -> None:
        for action in decision.actions:
            match action:
                case Type(text=text) | Answer(text=text) | Finish(text=text):
                    self.words.append(text)
                case AskUser(question=text) | Takeover(message=text):
                    self.words.append(text)
                case _:
                    pass


async def _at_once(service: str) -> None:
    """Nothing is waited for."""
