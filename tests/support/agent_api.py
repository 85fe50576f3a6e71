"""A session without a phone, for the tests of the HTTP API of agents."""

from __future__ import annotations

import anyio
import anyio.lowlevel

from runtime.core.actions import AskUser, Decision
from runtime.core.errors import UserFault
from runtime.core.tasks import Brief
from runtime.plugins.protocols import ByteStream, Observation

SECRET = "the user wants the Copper Pan"


class AgentApi:
    """A session without a phone: echoes questions as replies, waits where the test asks for it, ends on finish."""

    def __init__(self, name: str = "it", *, broken: bool = False) -> None:
        self.brief = Brief(f"Order {name}.", (1080, 2400), 25, True)
        self.name = name
        self.broken = broken
        self.decisions: list[Decision] = []
        self.arrived = anyio.Event()
        self.go_on: anyio.Event | None = None
        self.ended = False
        self.busy = False

    async def observe(self) -> Observation:
        return Observation(len(self.decisions), None, None, ended=self.ended)

    async def step(self, decision: Decision) -> Observation:
        if self.broken:
            raise UserFault(SECRET)
        assert not self.busy, "one step at a time"
        self.busy = True
        self.arrived.set()
        if self.go_on is not None:
            await self.go_on.wait()
        await anyio.lowlevel.checkpoint()
        self.busy = False
        replies: tuple[str, ...] = ()
        if not self.ended:
            self.decisions.append(decision)
            match decision.actions[0]:
                case AskUser(question=question):
                    replies = (f"{self.name}: {question}",)
                case _:
                    self.ended = True
        return Observation(len(self.decisions), None, None, replies, self.ended)

    async def witness(self, decision: Decision) -> Observation:
        return await self.step(decision)

    async def open(self, service: str) -> ByteStream:
        raise NotImplementedError
