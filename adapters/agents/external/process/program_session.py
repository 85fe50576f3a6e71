"""The session as a program plays it: detects its end and puts traffic and API calls in order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio
import anyio.lowlevel

from adapters.agents.external.wire.features import visible_device
from adapters.agents.external.wire.server_protocol import VisibleDevice
from runtime.core.actions import Answer, AskUser, Decision, Finish, Takeover, Type
from runtime.core.errors import Fault
from runtime.plugins.protocols import ByteStream, DeviceInfo, Observation, Recording, Session
from runtime.screen.frames import Frame


class ProgramSession:
    """Wraps a session.

    `caught_up` returns when everything done so far is recorded, `before_stream` when a stream may be opened.
    """

    def __init__(self, session: Session) -> None:
        self.brief = session.brief
        self.over = anyio.Event()
        """Set when nothing counts any more: the agent finished, used up its budget, or something failed."""
        self.words: list[str] = []
        """Texts from the program: questions, answers, typed texts."""
        self.caught_up: Callable[[], Awaitable[None]] = anyio.lowlevel.checkpoint
        self.before_stream: Callable[[str], Awaitable[None]] = _no_wait
        self._session = session

    async def observe(self) -> Observation:
        await self.caught_up()
        return await self.watch_end(self._session.observe())

    async def step(self, decision: Decision) -> Observation:
        await self.caught_up()
        self.remember_words(decision)
        return await self.watch_end(self._session.step(decision))

    async def witness(self, decision: Decision) -> Observation:
        self.remember_words(decision)
        return await self.watch_end(self._session.witness(decision))

    async def open(self, service: str) -> ByteStream:
        await self.before_stream(service)
        return await self._session.open(service)

    @property
    def visible_device(self) -> VisibleDevice:
        """The device as the program sees it."""
        return visible_device()

    async def watch_end(self, work: Awaitable[Observation]) -> Observation:
        """Awaits an observation, and sets `over` if it is the last or fails."""
        try:
            observation = await work
        except Fault:
            self.over.set()
            raise
        if observation.ended:
            self.over.set()
        return observation

    def remember_words(self, decision: Decision) -> None:
        """Stores the texts of a decision."""
        for action in decision.actions:
            match action:
                case Type(text=text) | Answer(text=text) | Finish(text=text):
                    self.words.append(text)
                case AskUser(question=text) | Takeover(message=text):
                    self.words.append(text)
                case _:
                    pass


class RecordingProgramSession(ProgramSession):
    """A program session that records unread traffic and may use the program's own screenshots."""

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
    def visible_device(self) -> VisibleDevice:
        return visible_device(self.device)

    async def witness(self, decision: Decision, frame: Frame | None = None) -> Observation:
        self.remember_words(decision)
        return await self.watch_end(self._recording.witness(decision, frame))

    def keep(self, raw: bytes, why: str, *, writes: bool = False) -> None:
        """Records traffic that could not be parsed."""
        self._recording.keep(raw, why, writes=writes)


def wrap_session(session: Session) -> ProgramSession:
    """Wraps a session for a program, with recording if the session supports it."""
    return RecordingProgramSession(session, session) if isinstance(session, Recording) else ProgramSession(session)


async def _no_wait(service: str) -> None:
    """Returns at once."""
