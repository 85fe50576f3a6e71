"""The session of a program: says when it is over, and keeps what is said and done in its order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import anyio.lowlevel

from adapters.agents.external.wire.features import shown_for
from adapters.agents.external.wire.server_protocol import Shown
from runtime.core.actions import Answer, AskUser, Decision, Finish, Takeover, Type
from runtime.core.errors import Fault
from runtime.plugins.protocols import ByteStream, DeviceInfo, Observation, Recording, Session
from runtime.screen.frames import Frame


class ProgramSession:
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
        await self.caught_up()
        return await self.seen(self._session.observe())

    async def step(self, decision: Decision) -> Observation:
        await self.caught_up()
        self.note(decision)
        return await self.seen(self._session.step(decision))

    async def witness(self, decision: Decision) -> Observation:
        self.note(decision)
        return await self.seen(self._session.witness(decision))

    async def open(self, service: str) -> ByteStream:
        await self.before(service)
        return await self._session.open(service)

    @property
    def shown(self) -> Shown:
        """What the program is shown of the device."""
        return shown_for()

    async def seen(self, work: Awaitable[Observation]) -> Observation:
        """What comes of it, noticing the end."""
        try:
            seen = await work
        except Fault:
            self.over.set()
            raise
        if seen.ended:
            self.over.set()
        return seen

    def note(self, decision: Decision) -> None:
        """Remember the words of a decision."""
        for action in decision.actions:
            match action:
                case Type(text=text) | Answer(text=text) | Finish(text=text):
                    self.words.append(text)
                case AskUser(question=text) | Takeover(message=text):
                    self.words.append(text)
                case _:
                    pass


class PlayedOnRecord(ProgramSession):
    """The same of a session that records what passes beside actions, and may use pictures of the program's own."""

    def __init__(self, session: Session, recording: Recording) -> None:
        super().__init__(session)
        self._recording = recording

    @property
    def device(self) -> DeviceInfo:
        return self._recording.device

    @property
    def pictures(self) -> bool:
        return self._recording.pictures

    @property
    def shown(self) -> Shown:
        return shown_for(self.device)

    async def witness(self, decision: Decision, frame: Frame | None = None) -> Observation:
        self.note(decision)
        return await self.seen(self._recording.witness(decision, frame))

    def keep(self, raw: bytes, why: str) -> None:
        """Record traffic that could not be read."""
        self._recording.keep(raw, why)


def played(session: Session) -> ProgramSession:
    """The session of a program, with all that it can record."""
    return PlayedOnRecord(session, session) if isinstance(session, Recording) else ProgramSession(session)


async def _at_once(service: str) -> None:
    """Nothing is waited for."""
