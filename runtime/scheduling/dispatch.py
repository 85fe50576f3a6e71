"""Keeps track of the episodes that a run still has to play: placement plus the history of attempts. Pure policy.

An episode is lost to its devices only if they do not explain it. An attempt on a device that fails other episodes too
says little about the episode; void attempts on sound devices say that the episode itself breaks them. So an attempt is
the last one if there were enough of them and the product of the devices' void rates has become improbable.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
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
        self._idle: dict[str, tuple[float, int, str]] = {}
        self._idle_heap: list[tuple[float, int, str]] = []
        """The fastest idle device first; an entry that is no longer in `_idle` does not count."""
        self.absent: dict[str, None] = {}
        """The devices that are unavailable."""
        self._attempts = attempts
        self._failed_here: dict[str, set[str]] = {}
        """Items that wait or run, by the devices of their void attempts."""
        self._recent: dict[str, deque[tuple[str, bool]]] = {}
        """The last attempts on each device: the item, and whether the device failed."""
        self._all_recent: Counter[bool] = Counter()
        """How many of these attempts there are on all devices, by whether the device failed."""
        for device in devices:
            self._rest(device)

    @property
    def done(self) -> bool:
        """Whether nothing is waiting or running."""
        return not self._entries

    def assign(self, free: Callable[[str], bool], now: float) -> Iterator[tuple[str, Assignment[T]]]:
        """Yield the idle devices that should play now, each with its item; `free` says whether a device can be used.

        The fastest are asked first: what is not given to one of them would not be given to a slower one either.
        """
        asked = []
        try:
            while self._idle_heap and len(self._plans):
                entry = heapq.heappop(self._idle_heap)
                device = entry[-1]
                if self._idle.get(device) is not entry:
                    continue
                asked.append(entry)
                if not free(device):
                    continue
                turn = self.take(device, now)
                if turn is not None:
                    yield device, turn
                elif not self._excluded(device):
                    break
        finally:
            for entry in asked:
                heapq.heappush(self._idle_heap, entry)

    def _rest(self, device: str) -> None:
        """Note that a device is idle."""
        entry = self._idle[device] = (self._plans.slowness(device), len(self._idle), device)
        heapq.heappush(self._idle_heap, entry)

    def take(self, device: str, now: float) -> Assignment[T] | None:
        """Return the item that an idle device should play; None: nothing until the situation changes."""
        job = self._plans.next_for(device, now, self._excluded(device))
        if job is None:
            return None
        self._idle.pop(device, None)
        entry = self._entries[job.id]
        entry.running = True
        tries = len(entry.failed_on)
        return Assignment(job.id, entry.item, tries, tries + 1 >= self._attempts and not self._explained(entry, device))

    def _excluded(self, device: str) -> set[str]:
        """Return the items that failed on a device and can be left to another one."""
        return {
            name
            for name in self._failed_here.get(device, ())
            if not set(self._entries[name].failed_on).issuperset(self._devices)
        }

    def _explained(self, entry: _Entry[T], device: str) -> bool:
        """Whether the item's void attempts, and one more on this device, would be explained by the devices."""
        return self._attempts * math.log(_IMPROBABLE) < sum(
            times * math.log(self._void_rate(name, entry))
            for name, times in Counter([*entry.failed_on, device]).items()
        )

    def _void_rate(self, device: str, entry: _Entry[T]) -> float:
        """Return the share of recent attempts at other items that the device failed, drawn towards that of all."""
        own = Counter(failed for item, failed in self._recent.get(device, ()) if item != entry.job.id)
        everywhere = self._all_recent.copy()
        for name in set(entry.failed_on):
            everywhere.subtract(failed for item, failed in self._recent[name] if item == entry.job.id)
        common = (everywhere[True] + _SOUND) / (everywhere.total() + 1)
        return min((own[True] + common) / (own.total() + 1), _MOST)

    def _note(self, identifier: str, device: str, *, failed: bool) -> None:
        recent = self._recent.setdefault(device, deque())
        recent.append((identifier, failed))
        self._all_recent[failed] += 1
        if len(recent) > _RECENT:
            self._all_recent[recent.popleft()[1]] -= 1

    def _forget(self, identifier: str) -> None:
        for device in self._entries.pop(identifier).failed_on:
            self._failed_here[device].discard(identifier)

    def played(self, identifier: str, device: str, took: float, steps: int, *, failed: bool = False) -> None:
        """Record that an item was played to a valid end in `took` seconds and `steps` units of the budget.

        `failed`: the end is that the device failed and no attempt is left.
        """
        self._note(identifier, device, failed=failed)
        self._forget(identifier)
        self._plans.finished(identifier, device, took, steps)
        self._rest(device)

    def voided(self, identifier: str, device: str, *, failed: bool = True) -> None:
        """Record an attempt that does not count; the item waits again. `failed`: the device failed."""
        entry = self._entries[identifier]
        entry.failed_on.append(device)
        entry.running = False
        self._failed_here.setdefault(device, set()).add(identifier)
        self._note(identifier, device, failed=failed)
        self._plans.released(device)
        self._plans.add(entry.job)
        self._rest(device)

    def left(self, device: str) -> None:
        """Remove a device that is unavailable; no item is reserved for it any more."""
        self._devices.discard(device)
        self._idle.pop(device, None)
        self.absent[device] = None
        self._plans.leave(device)

    def returned(self, device: str) -> None:
        """Add a device that can play again; does nothing if it never left."""
        if device in self.absent:
            del self.absent[device]
            self._devices.add(device)
            self._plans.join(device)
            self._rest(device)

    def give_up(self) -> list[tuple[T, int]]:
        """Remove and return all waiting items with their number of attempts: no device is left for them."""
        lost = []
        for identifier in sorted(self._entries):
            entry = self._entries[identifier]
            if not entry.running:
                self._plans.drop(identifier)
                lost.append((entry.item, len(entry.failed_on)))
                self._forget(identifier)
        return lost
