"""A session for whoever asks and finishes beside the phone: never before what was done on the phone is witnessed."""

from __future__ import annotations

from adapters.sandbox.sniffer import Sniffer
from runtime.actions import Decision
from runtime.ports import ByteStream, Observation, Session


class Orderly:
    """The session of a foreign agent, for the door at which it asks.

    What the agent does passes through the sniffer, which may still wait whether a second tap follows; a question or a
    finish comes by another road and must not arrive first.
    """

    def __init__(self, session: Session, sniffer: Sniffer) -> None:
        self.brief = session.brief
        self._session = session
        self._sniffer = sniffer

    async def observe(self) -> Observation:
        """As the session, with all that was done so far in it: the screen has come to rest since."""
        await self._sniffer.caught_up()
        return await self._session.observe()

    async def step(self, decision: Decision) -> Observation:
        """As the session, when its turn has come."""
        await self._sniffer.caught_up()
        return await self._session.step(decision)

    async def witness(self, decision: Decision) -> Observation:
        """As the session."""
        return await self._session.witness(decision)

    async def open(self, service: str) -> ByteStream:
        """As the session."""
        return await self._session.open(service)
