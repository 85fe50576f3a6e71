"""Where episodes wait for agents that come by themselves.

    with lobby.offered(guest, token, phone) as offer:          # whoever plays the episode
        await offer.claimed.wait()
        await offer.over.wait()

    offer = await lobby.take(25, present)                      # whoever asks for one, with the run's token

First come, first served, on both sides. An offer whose taker turns out to have hung up goes back to the head.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import anyio

from adapters.web.agent_api.channels import EpisodeChannel, QueueFull

_MOST_TAKERS = 256
"""So many requests for an episode may wait at once."""


class QueueClosed(Exception):
    """No more episodes will be offered: the run is over."""


@dataclass(frozen=True, slots=True)
class Phone:
    """Ports at which a phone is offered: an adb server with that device, and the device itself."""

    adb: int
    device: int
    serial: str


class Offer:
    """One episode: the token that stands for it, and its phone."""

    def __init__(self, guest: EpisodeChannel, token: str, phone: Phone) -> None:
        self.guest = guest
        self.token = token
        self.phone = phone
        self.claimed = anyio.Event()
        """Set when an agent has been given the episode."""

    @property
    def over(self) -> anyio.Event:
        """Set when the session has ended, so far as this door was told."""
        return self.guest.over

    async def refresh(self) -> None:
        """Look at the session again: something else than a request may have ended it.

        Raises:
            Lost: it broke down.
        """
        await self.guest.standing()


class ClaimQueue:
    """The offers of one run."""

    def __init__(self) -> None:
        self._offers: deque[Offer] = deque()
        self._changed = anyio.Event()
        self._takers = 0
        self._closed = False

    @contextmanager
    def offered(self, guest: EpisodeChannel, token: str, phone: Phone) -> Iterator[Offer]:
        """Offer an episode until the block ends; from then on its token is told that the episode has ended."""
        offer = Offer(guest, token, phone)
        self._offers.append(offer)
        self._wake()
        try:
            yield offer
        finally:
            if offer in self._offers:
                self._offers.remove(offer)
            guest.retire()

    async def take(self, seconds: float, present: Callable[[], bool]) -> Offer | None:
        """The next episode that waits; None if there is none for so long, or the taker is not `present` any more.

        Raises:
            Crowded: too many wait already.
            Closed: the run is over.
        """
        if self._takers >= _MOST_TAKERS:
            raise QueueFull
        self._takers += 1
        try:
            with anyio.move_on_after(seconds):
                while True:
                    if self._closed:
                        raise QueueClosed
                    if not present():
                        return None
                    if self._offers:
                        return self._offers.popleft()
                    await self._changed.wait()
            return None
        finally:
            self._takers -= 1

    def put_back(self, offer: Offer) -> None:
        """Its taker has hung up before it heard of it."""
        if not offer.over.is_set():
            self._offers.appendleft(offer)
            self._wake()

    def close(self) -> None:
        """The run is over: who waits is told so."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
