"""Limits the requests in flight of one endpoint and orders the waiting ones: agents before users before judges."""

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
    """A place in the queue. A request that is retried keeps its ticket."""

    rank: int
    number: int
    admitted: bool = field(default=False, compare=False)
    wake: anyio.Event = field(default_factory=anyio.Event, compare=False)
    """Set when the request is admitted or must look at the pause again."""


class Budget:
    """Request budget of one endpoint: what is in flight and what is waiting."""

    def __init__(self, window: Window, random: Random) -> None:
        self.window = window
        self._random = random
        self._waiting: list[Ticket] = []
        self._in_flight = 0
        self._number = 0

    @property
    def in_flight(self) -> int:
        """Number of requests that have been sent and not answered."""
        return self._in_flight

    @property
    def waiting(self) -> int:
        """Number of requests in the queue."""
        return len(self._waiting)

    def ticket(self, role: ModelRole) -> Ticket:
        """A new place behind all requests of the same role."""
        self._number += 1
        return Ticket(ROLES.index(role), self._number)

    @asynccontextmanager
    async def turn(self, ticket: Ticket) -> AsyncIterator[float]:
        """Wait until the ticket is admitted; yields the time of admission."""
        await self._take(ticket)
        try:
            yield anyio.current_time()
        finally:
            ticket.admitted = False
            self._in_flight -= 1
            self._admit()

    def answered(self, began: float) -> None:
        """Report, within the turn, that the endpoint answered."""
        self.window.answered(began, full=self._in_flight >= int(self.window.size))

    def limited(self, began: float, after: float | None) -> None:
        """Report, within the turn, that the endpoint answered 429. `after`: seconds it asked to wait."""
        self.window.limited(began, anyio.current_time(), after, self._random.random())

        # Wake all waiting requests: those that wait without a timeout must now wait for the end of the pause.
        for ticket in self._waiting:
            wake, ticket.wake = ticket.wake, anyio.Event()
            wake.set()

    async def _take(self, ticket: Ticket) -> None:
        heappush(self._waiting, ticket)
        try:
            while True:
                self._admit()
                if ticket.admitted:
                    return
                pause = self.window.until - anyio.current_time()
                with anyio.move_on_after(pause if pause > 0 else None):
                    await ticket.wake.wait()
        except BaseException:
            if ticket.admitted:
                ticket.admitted = False
                self._in_flight -= 1
                self._admit()
            else:
                self._waiting.remove(ticket)
                heapify(self._waiting)
            raise

    def _admit(self) -> None:
        if anyio.current_time() < self.window.until:
            return
        while self._waiting and self._in_flight < int(self.window.size):
            ticket = heappop(self._waiting)
            ticket.admitted = True
            self._in_flight += 1
            ticket.wake.set()
