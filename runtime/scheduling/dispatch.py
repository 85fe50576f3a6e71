"""Keeps track of the episodes that a run still has to play: placement plus the history of attempts. Pure policy.

An episode is lost to its devices only if they do not explain it. An attempt on a device that fails other episodes too
says little about the episode; void attempts on sound devices say that the episode itself breaks them. So an attempt is
the last one if there were enough of them and the product of the devices' void rates has become improbable.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from runtime.scheduling.placement import Job, Placement

T = TypeVar("T")
_RECENT = 8
"""Attempts on a device that tell how sound it is now."""
_SOUND = 0.005
"""Void rate of a device before anything is known."""
_MOST = 0.5
"""Highest void rate that explains a failure; it bounds the attempts at an episode to 20 if `attempts` is 3."""
_IMPROBABLE = 0.01
"""Probability, for each of the `attempts`, under which void attempts are not explained by the devices."""


@dataclass(slots=True)
class _Entry(Generic[T]):
    item: T
    job: Job
    failed_on: list[str] = field(default_factory=list)
    """The device of each void attempt."""
    running: bool = False


@dataclass(frozen=True, slots=True)
class Assignment(Generic[T]):
    """An item that a device should play now.

    `tries` attempts at it were void; `last`: there will be no further one.
    """

    id: str
    item: T
    tries: int
    last: bool


class Dispatch(Generic[T]):
    """Assigns items to devices until each was played to a valid end, or failed without its devices explaining it.

    An item gets at least `attempts` attempts, and further ones while devices explain the void ones. An item that failed
    on a device is left to another device as long as there is one.
    """

    def __init__(self, items: Iterable[tuple[T, Job]], devices: Iterable[str], *, attempts: int, seed: int) -> None:
        self._entries = {job.id: _Entry(item, job) for item, job in items}
        self._plans = Placement((entry.job for entry in self._entries.values()), devices, seed)
        self._devices = set(devices)
        self._attempts = attempts
        self._recent: dict[str, deque[tuple[str, bool]]] = {}
        """The last attempts on each device: the item, and whether the device failed."""

    @property
    def done(self) -> bool:
        """Whether nothing is waiting or running."""
        return not self._entries

    def take(self, device: str, now: float) -> Assignment[T] | None:
        """Return the item that an idle device should play; None: nothing until the situation changes."""
        excluded = [
            name
            for name, entry in self._entries.items()
            if device in entry.failed_on and not set(entry.failed_on).issuperset(self._devices)
        ]
        job = self._plans.next_for(device, now, excluded)
        if job is None:
            return None
        entry = self._entries[job.id]
        entry.running = True
        tries = len(entry.failed_on)
        return Assignment(job.id, entry.item, tries, tries + 1 >= self._attempts and not self._explained(entry, device))

    def _explained(self, entry: _Entry[T], device: str) -> bool:
        """Whether the item's void attempts, and one more on this device, would be explained by the devices."""
        return self._attempts * math.log(_IMPROBABLE) < sum(
            times * math.log(self._void_rate(name, entry.job.id))
            for name, times in Counter([*entry.failed_on, device]).items()
        )

    def _void_rate(self, device: str, identifier: str) -> float:
        """Return the share of recent attempts at other items that the device failed, drawn towards that of all."""
        others = {
            name: [failed for item, failed in recent if item != identifier] for name, recent in self._recent.items()
        }
        everywhere = [failed for attempts in others.values() for failed in attempts]
        own = others.get(device, [])
        common = (sum(everywhere) + _SOUND) / (len(everywhere) + 1)
        return min((sum(own) + common) / (len(own) + 1), _MOST)

    def _note(self, identifier: str, device: str, *, failed: bool) -> None:
        self._recent.setdefault(device, deque(maxlen=_RECENT)).append((identifier, failed))

    def played(self, identifier: str, device: str, took: float, steps: int, *, failed: bool = False) -> None:
        """Record that an item was played to a valid end in `took` seconds and `steps` units of the budget.

        `failed`: the end is that the device failed and no attempt is left.
        """
        self._note(identifier, device, failed=failed)
        del self._entries[identifier]
        self._plans.finished(identifier, device, took, steps)

    def voided(self, identifier: str, device: str, *, failed: bool = True) -> None:
        """Record an attempt that does not count; the item waits again. `failed`: the device failed."""
        entry = self._entries[identifier]
        entry.failed_on.append(device)
        entry.running = False
        self._note(identifier, device, failed=failed)
        self._plans.leave(device)
        self._plans.add(entry.job)
        self._plans.join(device)

    def left(self, device: str) -> None:
        """Remove a device that is unavailable; no item is reserved for it any more."""
        self._devices.discard(device)
        self._plans.leave(device)

    def returned(self, device: str) -> None:
        """Add a device that can play again; does nothing if it never left."""
        if device not in self._devices:
            self._devices.add(device)
            self._plans.join(device)

    def give_up(self) -> list[tuple[T, int]]:
        """Remove and return all waiting items with their number of attempts: no device is left for them."""
        lost = []
        for identifier in sorted(self._entries):
            entry = self._entries[identifier]
            if not entry.running:
                self._plans.drop(identifier)
                lost.append((entry.item, len(entry.failed_on)))
                del self._entries[identifier]
        return lost
