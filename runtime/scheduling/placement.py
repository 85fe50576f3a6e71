"""Decides which episode a free device should play next. A pure policy: the caller supplies the time and does the
waiting.

The episode with the longest predicted duration comes first, and is placed where it is predicted to finish earliest. A
device takes the longest waiting episode unless another device, even a busy one, would finish it sooner; then it takes
the next episode that is best placed on it. So slow devices get short episodes, and a device may stay idle at the very
end. Predictions and device speeds are measured as episodes finish. In a large farm a sample of the devices and an equal
share of the episodes stand for all of them, so that a decision costs no more than in a small one.

Only the order of episodes depends on this; their scores must not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final

import numpy as np
import xxhash

from runtime.core.tasks import Level

_LEVEL_LENGTH: Final[dict[Level, float]] = {"detailed": 9.0, "standard": 9.0, "incomplete": 10.0, "ambiguous": 11.0}
"""Assumed number of steps of a task of unknown length; vaguer instructions need more exploration."""

_SPREAD: Final = 0.5
"""Prior variance of log slowness among devices."""

_NOISE_BY_LENGTH: Final = 0.5
_NOISE_BY_STEPS: Final = 0.05
"""Variance of log seconds per reference action, and per step really taken, within one device and agent."""

_RISK: Final = 3.0
"""Factor on the predicted duration of an episode when a device is chosen for it.

A long episode on a slow device near the end costs far more than a short idle time, so uncertainty counts.
"""

_PROPORTIONAL: Final = 1.0
"""Spread of log length at which the fitted line counts as much as proportionality."""

_SAME_TASK: Final = 2.0
"""Weight of one earlier run of the same task, relative to its stated length."""

_OVERRUN: Final = 0.5
"""An episode that exceeds its prediction is expected to take this share of its age longer."""

_SAMPLE: Final = 64
"""At most so many devices are compared when one is chosen for an episode."""


@dataclass(frozen=True, slots=True)
class Job:
    """An episode as seen by the scheduler. `length` is the number of reference actions, 0 if unknown.

    `exclusive` names resources that only one running episode may use at a time (an app's server side, an account).
    """

    id: str
    task: str
    agent: str
    length: int
    level: Level
    exclusive: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Mean:
    total: float = 0.0
    weight: float = 0.0

    def add(self, value: float, weight: float = 1.0) -> None:
        self.total += value * weight
        self.weight += weight

    def value(self, default: float) -> float:
        return self.total / self.weight if self.weight else default


@dataclass(slots=True)
class _Line:
    """Least-squares fit of log seconds against log length, with a prior of proportionality.

    Lengths that say little about durations give a flat line, so that noisy lengths do not dominate predictions.
    """

    n: int = 0
    x: float = 0.0
    y: float = 0.0
    xx: float = 0.0
    xy: float = 0.0

    def add(self, x: float, y: float) -> None:
        self.n += 1
        self.x += x
        self.y += y
        self.xx += x * x
        self.xy += x * y

    @property
    def level(self) -> float:
        """Mean of log seconds."""
        return self.y / self.n

    def above(self, x: float) -> float:
        """Return the value of the fitted line at log length `x`, relative to the mean."""
        middle = self.x / self.n
        slope = (self.xy - middle * self.y + _PROPORTIONAL) / (self.xx - middle * self.x + _PROPORTIONAL)
        return min(max(slope, 0.0), 1.0) * (x - middle)


class _SpeedEstimate:
    """Measured slowness of a device, with the measurements behind it."""

    def __init__(self, slowness: float) -> None:
        self.evidence = _Mean(math.log(slowness) / _SPREAD, 1 / _SPREAD)
        self.rates: dict[tuple[str, bool], _Mean] = {}
        self.slowness = slowness

    def read(self, key: tuple[str, bool], rate: float, all_devices: _Mean) -> None:
        """Compare a log rate with those of the other devices for the same agent, and add it to both."""
        own = self.rates.setdefault(key, _Mean())
        others = _Mean(all_devices.total - own.total, all_devices.weight - own.weight)
        if others.weight:
            noise = _NOISE_BY_STEPS if key[1] else _NOISE_BY_LENGTH
            self.evidence.add(rate - others.value(rate), 1 / noise)
            self.slowness = math.exp(self.evidence.value(0.0))
        for mean in (own, all_devices):
            mean.add(rate - math.log(self.slowness))


@dataclass(slots=True, eq=False)
class _DeviceSlot:
    """A device that has joined: its measured speed, its current job and that job's start time."""

    speed: _SpeedEstimate
    job: Job | None = None
    since: float = 0.0


class Placement:
    """Waiting and running episodes, and the devices for them. Times are seconds of the caller's clock.

    Call `next_for` for every idle device whenever an episode has finished, a device has joined or left, or an episode
    was added: None holds until then, and also for all slower devices with the same `excluded`. While nothing runs
    anywhere, some episode is always assigned.
    """

    def __init__(self, jobs: Iterable[Job] = (), devices: Iterable[str] = (), seed: int = 0) -> None:
        self._seed = seed
        self._waiting: dict[str, Job] = {}
        self._slots: dict[str, _DeviceSlot] = {}
        self._lines: dict[str, _Line] = {}
        self._rates: dict[tuple[str, bool], _Mean] = {}
        self._tasks: dict[str, _Mean] = {}
        self._speeds: dict[str, _SpeedEstimate] = {}
        self._held: Counter[str] = Counter()
        """Exclusive resources of running episodes."""
        self._running = 0
        self._sample: list[_DeviceSlot] = []
        """The devices that stand for all; empty after one has joined or left."""
        self._order: list[Job] = []
        """The waiting episodes and those taken since they were sorted, the most urgent first, new ones last."""
        self._taken: set[str] = set()
        self._stale = 0
        """Changes since the waiting episodes were sorted."""
        for job in jobs:
            self.add(job)
        for device in devices:
            self.join(device)

    def __len__(self) -> int:
        """Return the number of waiting episodes."""
        return len(self._waiting)

    def add(self, job: Job) -> None:
        """Add a waiting episode, also one that has to be played again. ValueError if it is already waiting."""
        if job.id in self._waiting:
            raise ValueError(f"episode {job.id!r} is already waiting")
        self._waiting[job.id] = job
        if job.id not in self._taken:
            self._order.append(job)
        self._taken.discard(job.id)
        self._stale += 1

    def drop(self, identifier: str) -> None:
        """Remove a waiting episode. KeyError if it is not waiting."""
        del self._waiting[identifier]
        self._taken.add(identifier)

    def join(self, device: str, slowness: float | None = None) -> None:
        """Add a device; `slowness` is its duration relative to other devices, if known.

        A device that returns keeps its measured slowness.
        """
        known = self._speeds.get(device)
        if known is None or slowness is not None:
            known = self._speeds[device] = _SpeedEstimate(1.0 if slowness is None else slowness)
        self.leave(device)
        self._slots[device] = _DeviceSlot(known)

    def leave(self, device: str) -> None:
        """Remove a device that is unavailable; the episode that it played is void. Unknown devices are ignored."""
        slot = self._slots.pop(device, None)
        self._sample = []
        if slot is not None:
            self._stop(slot)

    def slowness(self, device: str) -> float:
        """Return the device's duration for the same work relative to the others. KeyError if it has not joined."""
        return self._slots[device].speed.slowness

    def predicted(self, job: Job) -> float:
        """Return the predicted seconds of the episode on a device of slowness 1, given all finished episodes."""
        return self._predicted(job.agent, job.task, _length(job))

    def _predicted(self, agent: str, task: str, length: float) -> float:
        line = self._lines.get(agent) or self._lines.get("")
        if line is None:
            return length
        x = math.log(length)
        seen = self._tasks.get(task)
        above = line.above(x)
        if seen is not None:
            above = (above + _SAME_TASK * seen.total) / (1 + _SAME_TASK * seen.weight)
        return math.exp(line.level + above)

    def next_for(self, device: str, now: float, excluded: Container[str] = ()) -> Job | None:
        """Return the episode that this idle device should play now; it counts as running until it is finished or
        released.

        `excluded` holds the ids of episodes that this device must not play, such as those that failed on it before.

        Raises:
            KeyError: the device has not joined.
            ValueError: the device is still playing.
        """
        slot = self._slots[device]
        if slot.job is not None:
            raise ValueError(f"device {device!r} is still playing {slot.job.id!r}")
        if self._running:
            taken = self._best(slot, now, excluded)
        else:
            taken = next((job for job in self._allowed() if job.id not in excluded), None)
        if taken is not None:
            self.drop(taken.id)
            self._stale += 1
            slot.job, slot.since = taken, now
            self._running += 1
            self._held.update(taken.exclusive)
        return taken

    def finished(self, identifier: str, device: str, duration: float, steps: int = 0) -> None:
        """Record that an episode was played in `duration` seconds; the device is idle again.

        `steps`, the number of steps taken, distinguishes a slow device from a long episode if known.

        Raises:
            KeyError: the device is not playing that episode.
        """
        slot = self._slots[device]
        if slot.job is None or slot.job.id != identifier:
            raise KeyError(identifier)
        job = slot.job
        self._stop(slot)
        if duration <= 0:
            return
        key = (job.agent, steps > 0)
        rate = math.log(duration / (steps if steps > 0 else _length(job)))
        slot.speed.read(key, rate, self._rates.setdefault(key, _Mean()))
        x, normalized = math.log(_length(job)), math.log(duration / slot.speed.slowness)
        line = self._lines.setdefault(job.agent, _Line())
        line.add(x, normalized)
        self._lines.setdefault("", _Line()).add(x, normalized)
        self._tasks.setdefault(job.task, _Mean()).add(normalized - line.level)
        self._stale += 1

    def released(self, device: str) -> None:
        """Record that the device's episode came to nothing: it is idle, and nothing is learned. KeyError if it has not
        joined.
        """
        self._stop(self._slots[device])

    def _stop(self, slot: _DeviceSlot) -> None:
        if slot.job is not None:
            self._running -= 1
            self._held -= Counter(slot.job.exclusive)
            slot.job = None

    def _best(self, own: _DeviceSlot, now: float, excluded: Container[str]) -> Job | None:
        """Simulate assigning each job to the device that finishes it first, until one is assigned to this device."""
        stride = -(-len(self._slots) // _SAMPLE)
        if not self._sample:
            self._sample = list(islice(self._slots.values(), 0, None, stride))
        slots = self._sample if own in self._sample else [*self._sample, own]
        own_index = slots.index(own)
        slow = np.array([slot.speed.slowness for slot in slots])
        free = np.array([self._remaining(slot, now) for slot in slots])
        for job in self._allowed(stride):
            seconds = slow * self.predicted(job)
            finish = free + _RISK * seconds
            if job.id in excluded:
                finish[own_index] = math.inf
            best = int(finish.argmin())
            if finish[own_index] <= finish[best]:
                return job
            free[best] += seconds[best]
        return None

    def _remaining(self, slot: _DeviceSlot, now: float) -> float:
        if slot.job is None:
            return 0.0
        age = now - slot.since
        return max(self.predicted(slot.job) * slot.speed.slowness - age, _OVERRUN * age)

    def _allowed(self, stride: int = 1) -> Iterator[Job]:
        """Iterate over waiting episodes whose resources are free, the most urgent first: the first one of each `stride`
        in a row. They are sorted again only after a sixteenth of them changed.
        """
        if self._stale > len(self._waiting) // 16:
            self._order = sorted(self._waiting.values(), key=self._urgency())
            self._taken.clear()
            self._stale = 0
        for start in range(0, len(self._order), stride):
            for job in self._order[start : start + stride]:
                if job.id not in self._taken and self._held.keys().isdisjoint(job.exclusive):
                    yield job
                    break

    def _urgency(self) -> Callable[[Job], tuple[float, float, int]]:
        """Return a sort key: jobs that exclude each other form a chain, which is as urgent as its total length."""
        predicted = cache(self._predicted)
        chains: dict[str, float] = {}
        for job in self._waiting.values():
            for name in job.exclusive:
                chains[name] = chains.get(name, 0.0) + predicted(job.agent, job.task, _length(job))

        def key(job: Job) -> tuple[float, float, int]:
            own = predicted(job.agent, job.task, _length(job))
            urgency = max(own, *(chains[name] for name in job.exclusive)) if job.exclusive else own
            return -urgency, -own, xxhash.xxh3_64_intdigest(job.id.encode(), self._seed)

        return key


def _length(job: Job) -> float:
    return float(job.length) if job.length > 0 else _LEVEL_LENGTH[job.level]
