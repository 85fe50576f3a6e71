"""Which episode a free device should play next. A pure policy: the caller brings the clock and does the waiting.

Longest predicted first, placed where it is predicted to finish earliest. A device takes the longest waiting episode
unless another one, busy as it may be, would still be done with it sooner; then it takes the next one that is best off
with it. So slow devices get short episodes, and a device may be told to stay idle at the very end. Predictions and
device speeds are measured as episodes finish.

Only the order of episodes depends on any of this; what they score must not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import xxhash

from runtime.core.tasks import Level

_LEVEL_LENGTH: Final[dict[Level, float]] = {"detailed": 9.0, "standard": 9.0, "incomplete": 10.0, "ambiguous": 11.0}
"""Steps that a task of unknown length is taken to have: the vaguer, the more looking around."""

_SPREAD: Final = 0.5
"""Variance of log slowness among devices before anything is measured."""

_NOISE_BY_LENGTH: Final = 0.5
_NOISE_BY_STEPS: Final = 0.05
"""Variance of log seconds per reference action, and per step really taken, within one device and agent."""

_RISK: Final = 3.0
"""How many times its predicted duration an episode is taken to need when a device is chosen for it.

A long episode that lands on a slow device near the end costs far more than a short idle time, so doubt counts.
"""

_PROPORTIONAL: Final = 1.0
"""How much spread of log length must have been seen before the line trusts it as much as proportionality."""

_SAME_TASK: Final = 2.0
"""What one earlier run of the same task says, compared to its stated length."""

_OVERRUN: Final = 0.5
"""An episode that outlasts its prediction is expected to take this share of its age longer."""


@dataclass(frozen=True, slots=True)
class Job:
    """An episode as the scheduler sees it. `length`: reference actions, 0 if unknown.

    `exclusive` names what only one running episode may use at a time (an app's server side, an account).
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
    """Log seconds against log length, as a least-squares line that starts out as proportional.

    Lengths that say little about durations give a flat line, so that a noisy prediction is not taken at its word.
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
        """Mean log seconds."""
        return self.y / self.n

    def above(self, x: float) -> float:
        """How far above the level the line is at log length `x`."""
        middle = self.x / self.n
        slope = (self.xy - middle * self.y + _PROPORTIONAL) / (self.xx - middle * self.x + _PROPORTIONAL)
        return min(max(slope, 0.0), 1.0) * (x - middle)


class _Gauge:
    """How slow a device has been measured to be, with the readings that say so."""

    def __init__(self, slowness: float) -> None:
        self.evidence = _Mean(math.log(slowness) / _SPREAD, 1 / _SPREAD)
        self.rates: dict[tuple[str, bool], _Mean] = {}
        self.slowness = slowness

    def read(self, key: tuple[str, bool], rate: float, everybody: _Mean) -> None:
        """Compare a log rate with what the other devices show for the same agent; `everybody` learns of it too."""
        own = self.rates.setdefault(key, _Mean())
        others = _Mean(everybody.total - own.total, everybody.weight - own.weight)
        if others.weight:
            noise = _NOISE_BY_STEPS if key[1] else _NOISE_BY_LENGTH
            self.evidence.add(rate - others.value(rate), 1 / noise)
            self.slowness = math.exp(self.evidence.value(0.0))
        for mean in (own, everybody):
            mean.add(rate - math.log(self.slowness))


@dataclass(slots=True)
class _DeviceSlot:
    """A device that has joined: its gauge, and what it plays since when."""

    gauge: _Gauge
    job: Job | None = None
    since: float = 0.0


class Placement:
    """Waiting and running episodes and the devices for them. Times are seconds of the caller's clock.

    Ask `next_for` for every idle device whenever an episode has finished, a device has joined or left, or an episode
    was added: an answer of None holds until then. While nothing runs anywhere, some episode is always handed out.
    """

    def __init__(self, jobs: Iterable[Job] = (), devices: Iterable[str] = (), seed: int = 0) -> None:
        self._seed = seed
        self._waiting: dict[str, Job] = {}
        self._seats: dict[str, _DeviceSlot] = {}
        self._lines: dict[str, _Line] = {}
        self._rates: dict[tuple[str, bool], _Mean] = {}
        self._tasks: dict[str, _Mean] = {}
        self._gauges: dict[str, _Gauge] = {}
        self._order: list[Job] = []
        self._stale = 0
        for job in jobs:
            self.add(job)
        for device in devices:
            self.join(device)

    def __len__(self) -> int:
        """How many episodes wait for a device."""
        return len(self._waiting)

    def add(self, job: Job) -> None:
        """Let an episode wait; also for one that has to be played again. ValueError if it already waits."""
        if job.id in self._waiting:
            raise ValueError(f"episode {job.id!r} is already waiting")
        self._waiting[job.id] = job
        self._order = []

    def drop(self, identifier: str) -> None:
        """Forget a waiting episode. KeyError if it doesn't wait."""
        del self._waiting[identifier]

    def join(self, device: str, slowness: float | None = None) -> None:
        """A device can play from now on; `slowness` is how long it takes compared to others, if that is known.

        One that comes back is as slow as it was measured to be.
        """
        known = self._gauges.get(device)
        if known is None or slowness is not None:
            known = self._gauges[device] = _Gauge(1.0 if slowness is None else slowness)
        self._seats[device] = _DeviceSlot(known)

    def leave(self, device: str) -> None:
        """A device is gone, or not to be counted on for now; what it ran is void. Unknown ones are fine."""
        self._seats.pop(device, None)

    def slowness(self, device: str) -> float:
        """How long the device takes for the same work compared to the others. KeyError if it has not joined."""
        return self._seats[device].gauge.slowness

    def predicted(self, job: Job) -> float:
        """Seconds that the episode will take on a device of slowness 1, in the light of what has finished."""
        x = math.log(_length(job))
        line = self._lines.get(job.agent) or self._lines.get("")
        if line is None:
            return math.exp(x)
        seen = self._tasks.get(job.task)
        above = line.above(x)
        if seen is not None:
            above = (above + _SAME_TASK * seen.total) / (1 + _SAME_TASK * seen.weight)
        return math.exp(line.level + above)

    def next_for(self, device: str, now: float, shun: Container[str] = ()) -> Job | None:
        """The episode that this idle device should play now; it counts as running until it is finished or given up.

        `shun` holds the ids of episodes that are not for this device, such as those that failed on it before.

        Raises:
            KeyError: the device has not joined.
            ValueError: the device is still playing.
        """
        seat = self._seats[device]
        if seat.job is not None:
            raise ValueError(f"device {device!r} is still playing {seat.job.id!r}")
        busy = [other.job for other in self._seats.values() if other.job is not None]
        held = {name for job in busy for name in job.exclusive}
        allowed = [job for job in self._ordered() if held.isdisjoint(job.exclusive)]
        if busy:
            taken = self._best(device, allowed, now, shun)
        else:
            taken = next((job for job in allowed if job.id not in shun), None)
        if taken is not None:
            del self._waiting[taken.id]
            self._stale += 1
            seat.job, seat.since = taken, now
        return taken

    def finished(self, identifier: str, device: str, duration: float, steps: int = 0) -> None:
        """An episode has been played in `duration` seconds; the device is idle again.

        `steps` that were really taken, if known, tell a slow device from a long episode.

        Raises:
            KeyError: the device isn't playing that episode.
        """
        seat = self._seats[device]
        if seat.job is None or seat.job.id != identifier:
            raise KeyError(identifier)
        job, seat.job = seat.job, None
        if duration <= 0:
            return
        key = (job.agent, steps > 0)
        rate = math.log(duration / (steps if steps > 0 else _length(job)))
        seat.gauge.read(key, rate, self._rates.setdefault(key, _Mean()))
        x, fair = math.log(_length(job)), math.log(duration / seat.gauge.slowness)
        line = self._lines.setdefault(job.agent, _Line())
        line.add(x, fair)
        self._lines.setdefault("", _Line()).add(x, fair)
        self._tasks.setdefault(job.task, _Mean()).add(fair - line.level)
        self._stale += 1

    def released(self, device: str) -> None:
        """What the device played came to nothing: it is idle, and nothing is learnt. KeyError if it is gone."""
        self._seats[device].job = None

    def _best(self, device: str, jobs: Iterable[Job], now: float, shun: Container[str]) -> Job | None:
        """Deal the jobs out in thought, each to where it would finish first, until one falls to this device."""
        names = list(self._seats)
        mine = names.index(device)
        slow = np.array([seat.gauge.slowness for seat in self._seats.values()])
        free = np.array([self._remaining(seat, now) for seat in self._seats.values()])
        for job in jobs:
            seconds = slow * self.predicted(job)
            finish = free + _RISK * seconds
            if job.id in shun:
                finish[mine] = math.inf
                if len(names) == 1:
                    continue
            best = int(finish.argmin())
            if finish[mine] <= finish[best]:
                return job
            free[best] += seconds[best]
        return None

    def _remaining(self, seat: _DeviceSlot, now: float) -> float:
        if seat.job is None:
            return 0.0
        age = now - seat.since
        return max(self.predicted(seat.job) * seat.gauge.slowness - age, _OVERRUN * age)

    def _ordered(self) -> list[Job]:
        """Waiting episodes, the most pressing first. Sorted again only after a fair share of them has changed."""
        if not self._order or self._stale > max(4, len(self._waiting) // 16):
            self._order = sorted(self._waiting.values(), key=self._urgency())
            self._stale = 0
        return [job for job in self._order if job.id in self._waiting]

    def _urgency(self) -> Callable[[Job], tuple[float, float, int]]:
        """Episodes that exclude each other form a chain, which is as pressing as all of it is long."""
        chains: dict[str, float] = {}
        for job in self._waiting.values():
            for name in job.exclusive:
                chains[name] = chains.get(name, 0.0) + self.predicted(job)

        def key(job: Job) -> tuple[float, float, int]:
            own = self.predicted(job)
            pressing = max((own, *(chains[name] for name in job.exclusive)))
            return -pressing, -own, xxhash.xxh3_64_intdigest(job.id.encode(), self._seed)

        return key


def _length(job: Job) -> float:
    return float(job.length) if job.length > 0 else _LEVEL_LENGTH[job.level]
