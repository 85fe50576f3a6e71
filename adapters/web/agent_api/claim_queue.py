"""Queue of episodes that wait to be claimed by external agents.


   with queue.offered(channel, token, phone) as offer:        # the side that runs the episode
       await offer.claimed.wait()
       await offer.over.wait()

   offer = await queue.take(25)                               # the agent's side, with the run's token

Both sides are served in order of arrival. An offer whose taker has disconnected returns to the head of the queue.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import anyio

from adapters.web.agent_api.channels import EpisodeChannel, QueueFull

_MOST_TAKERS = 256
"""Maximum number of agents that wait for an episode at once."""


class QueueClosed(Exception):
    """The run is over: no more episodes will be offered."""


@dataclass(frozen=True, slots=True)
class Phone:
    """How to reach an episode's phone: port of an ADB server, port of the device itself, and the serial."""

    adb: int
    device: int
    serial: str


class Offer:
    """An episode that can be claimed: its channel, token and phone."""

    def __init__(self, channel: EpisodeChannel, token: str, phone: Phone) -> None:
        self.channel = channel
        self.token = token
        self.phone = phone
        self.claimed = anyio.Event()
        """Set when an agent has been given the episode."""

    @property
    def over(self) -> anyio.Event:
        """Set when the session has ended, as far as this server knows."""
        return self.channel.over

    async def refresh(self) -> None:
        """Observe the session again, because it may have ended without a request.

        Raises:
            EpisodeFailed: the session failed.
        """
        await self.channel.standing()


class ClaimQueue:
    """The offers of one run."""

    def __init__(self) -> None:
        self._offers: deque[Offer] = deque()
        self._changed = anyio.Event()
        self._takers = 0
        self._closed = False

    @contextmanager
    def offered(self, channel: EpisodeChannel, token: str, phone: Phone) -> Iterator[Offer]:
        """Offer an episode until the block ends; after that, its token reports that the episode has ended."""
        offer = Offer(channel, token, phone)
        self._offers.append(offer)
        self._wake()
        try:
            yield offer
        finally:
            if offer in self._offers:
                self._offers.remove(offer)
            channel.retire()

    async def take(self, seconds: float) -> Offer | None:
        """Wait for the next offered episode; None after `seconds`.

        Raises:
            QueueFull: too many agents are waiting.
            QueueClosed: the run is over.
        """
        if self._takers >= _MOST_TAKERS:
            raise QueueFull
        self._takers += 1
        try:
            with anyio.move_on_after(seconds):
                while True:
                    if self._closed:
                        raise QueueClosed
                    if self._offers:
                        return self._offers.popleft()
                    await self._changed.wait()
            return None
        finally:
            self._takers -= 1

    def put_back(self, offer: Offer) -> None:
        """Return an offer to the head of the queue because its taker disconnected before receiving it."""
        if not offer.over.is_set():
            self._offers.appendleft(offer)
            self._wake()

    def close(self) -> None:
        """End the run: all waiting agents get `QueueClosed`."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
