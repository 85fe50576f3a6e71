"""Keeps track of the episodes that a run still has to play: placement plus the history of attempts. Pure policy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from runtime.scheduling.placement import Job, Placement

T = TypeVar("T")


@dataclass(slots=True)
class _Entry(Generic[T]):
    item: T
    job: Job
    tries: int = 0
    excluded_devices: set[str] = field(default_factory=set)
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
    """Assigns items to devices until each was played to a valid end, or tried `attempts` times.

    An item that failed on a device is left to another device as long as there is one.
    """

    def __init__(self, items: Iterable[tuple[T, Job]], devices: Iterable[str], *, attempts: int, seed: int) -> None:
        self._entries = {job.id: _Entry(item, job) for item, job in items}
        self._plans = Placement((entry.job for entry in self._entries.values()), devices, seed)
        self._devices = set(devices)
        self._attempts = attempts

    @property
    def done(self) -> bool:
        """Whether nothing is waiting or running."""
        return not self._entries

    def take(self, device: str, now: float) -> Assignment[T] | None:
        """Return the item that an idle device should play; None: nothing until the situation changes."""
        excluded = [
            name
            for name, entry in self._entries.items()
            if device in entry.excluded_devices and not entry.excluded_devices.issuperset(self._devices)
        ]
        job = self._plans.next_for(device, now, excluded)
        if job is None:
            return None
        entry = self._entries[job.id]
        entry.running = True
        return Assignment(job.id, entry.item, entry.tries, entry.tries + 1 >= self._attempts)

    def played(self, identifier: str, device: str, took: float, steps: int) -> None:
        """Record that an item was played to a valid end in `took` seconds and `steps` units of the budget."""
        del self._entries[identifier]
        self._plans.finished(identifier, device, took, steps)

    def voided(self, identifier: str, device: str) -> None:
        """Record an attempt that does not count; the item waits again."""
        entry = self._entries[identifier]
        entry.tries += 1
        entry.running = False
        entry.excluded_devices.add(device)
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
                lost.append((entry.item, entry.tries))
                del self._entries[identifier]
        return lost
