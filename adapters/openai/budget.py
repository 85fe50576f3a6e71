"""Who may send next: one queue for each endpoint, agents before users before judges, in the order of asking."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from random import Random

import anyio

from adapters.openai.window import Window
from runtime.llm import ModelRole
from runtime.llm.requests import ROLES


@dataclass(order=True, slots=True)
class Ticket:
    """A place in the queue. A request that is sent again keeps its own."""

    rank: int
    number: int
    admitted: bool = field(default=False, compare=False)
    bell: anyio.Event = field(default_factory=anyio.Event, compare=False)
    """Rung when it is admitted, or has to look at the clock again."""


class Budget:
    """The requests of one endpoint, on their way and waiting."""

    def __init__(self, window: Window, random: Random) -> None:
        self.window = window
        self._random = random
        self._waiting: list[Ticket] = []
        self._flying = 0
        self._number = 0

    @property
    def flying(self) -> int:
        """How many are on their way."""
        return self._flying

    @property
    def waiting(self) -> int:
        """How many are in the queue."""
        return len(self._waiting)

    def ticket(self, role: ModelRole) -> Ticket:
        """A place behind all others of the same urgency."""
        self._number += 1
        return Ticket(ROLES.index(role), self._number)

    @asynccontextmanager
    async def turn(self, ticket: Ticket) -> AsyncIterator[float]:
        """Wait until it is this one's turn; gives the moment at which that was."""
        await self._take(ticket)
        try:
            yield anyio.current_time()
        finally:
            ticket.admitted = False
            self._flying -= 1
            self._admit()

    def answered(self, began: float) -> None:
        """To be called within the turn: the endpoint answered."""
        self.window.answered(began, full=self._flying >= int(self.window.size))

    def limited(self, began: float, after: float | None) -> None:
        """To be called within the turn: the endpoint said "too much"."""
        self.window.limited(began, anyio.current_time(), after, self._random.random())
        # Who waits without an end would sleep past the end of the pause: nobody else need come by.
        for ticket in self._waiting:
            bell, ticket.bell = ticket.bell, anyio.Event()
            bell.set()

    async def _take(self, ticket: Ticket) -> None:
        heappush(self._waiting, ticket)
        try:
            while True:
                self._admit()
                if ticket.admitted:
                    return
                pause = self.window.until - anyio.current_time()
                with anyio.move_on_after(pause if pause > 0 else None):
                    await ticket.bell.wait()
        except BaseException:
            if ticket.admitted:
                ticket.admitted = False
                self._flying -= 1
                self._admit()
            else:
                self._waiting.remove(ticket)
                heapify(self._waiting)
            raise

    def _admit(self) -> None:
        if anyio.current_time() < self.window.until:
            return
        while self._waiting and self._flying < int(self.window.size):
            ticket = heappop(self._waiting)
            ticket.admitted = True
            self._flying += 1
            ticket.bell.set()
