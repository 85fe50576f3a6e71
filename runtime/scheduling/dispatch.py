"""What a run still has to play: placement plus the memory of attempts. The policy; the scheduler has the effects."""

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
    shunned: set[str] = field(default_factory=set)
    running: bool = False


@dataclass(frozen=True, slots=True)
class Turn(Generic[T]):
    """What a device should play now. `tries` attempts at it were void; `last`: there will be no further one."""

    id: str
    item: T
    tries: int
    last: bool


class Dispatch(Generic[T]):
    """Hands items out to devices until each was played to a valid end, or tried `attempts` times.

    An item that failed on a device is left to another one as long as there is any.
    """

    def __init__(self, items: Iterable[tuple[T, Job]], devices: Iterable[str], *, attempts: int, seed: int) -> None:
        self._entries = {job.id: _Entry(item, job) for item, job in items}
        self._plans = Placement((entry.job for entry in self._entries.values()), devices, seed)
        self._devices = set(devices)
        self._attempts = attempts

    @property
    def done(self) -> bool:
        """Nothing waits and nothing runs."""
        return not self._entries

    def take(self, device: str, now: float) -> Turn[T] | None:
        """What an idle device should play; None: nothing until something changes."""
        shun = [
            name
            for name, entry in self._entries.items()
            if device in entry.shunned and not entry.shunned.issuperset(self._devices)
        ]
        job = self._plans.next_for(device, now, shun)
        if job is None:
            return None
        entry = self._entries[job.id]
        entry.running = True
        return Turn(job.id, entry.item, entry.tries, entry.tries + 1 >= self._attempts)

    def played(self, identifier: str, device: str, took: float, steps: int) -> None:
        """Played to a valid end in `took` seconds and `steps` units of the budget."""
        del self._entries[identifier]
        self._plans.finished(identifier, device, took, steps)

    def voided(self, identifier: str, device: str) -> None:
        """The attempt does not count."""
        entry = self._entries[identifier]
        entry.tries += 1
        entry.running = False
        entry.shunned.add(device)
        self._plans.leave(device)
        self._plans.add(entry.job)
        self._plans.join(device)

    def left(self, device: str) -> None:
        """The device plays nothing until it returns, if ever; nothing is kept from others for its sake."""
        self._devices.discard(device)
        self._plans.leave(device)

    def returned(self, device: str) -> None:
        """The device can play again; nothing happens if it never left."""
        if device not in self._devices:
            self._devices.add(device)
            self._plans.join(device)

    def give_up(self) -> list[tuple[T, int]]:
        """Everything that waits, taken off the list: no device is left for it."""
        lost = []
        for identifier in sorted(self._entries):
            entry = self._entries[identifier]
            if not entry.running:
                self._plans.drop(identifier)
                lost.append((entry.item, entry.tries))
                del self._entries[identifier]
        return lost
