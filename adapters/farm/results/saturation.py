"""Where a farm saturates: the knee of its throughput, and the search for what it can carry. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

_FULL: Final = 0.95
"""The share of the offered load that a farm which keeps up completes."""
_STEPS: Final = 3


@dataclass(frozen=True, slots=True)
class Knee:
    """The load per second up to which a farm kept up, the most that it completed, and the latency (p99, ms) before."""

    load: float
    most: float
    p99: float


def find_knee(points: Sequence[tuple[float, float, float]]) -> Knee | None:
    """Find the knee of triples of offered and completed iterations per second, and p99 in ms.

    Beyond the knee more load brings no more throughput: the level of the plateau is the median of what was completed
    there, and the knee is where the offered load reaches it. None if the farm kept up with all of it, or if less than
    three stretches lie on a plateau.
    """
    offered = sorted(point for point in points if point[0] > 0)
    beyond = [point for point in offered if point[1] < _FULL * point[0]]
    if len(beyond) < _STEPS:
        return None
    plateau = median(rate for _, rate, _ in beyond)
    before = [point for point in offered if point[0] <= plateau]
    return Knee(round(plateau, 2), round(max(rate for _, rate, _ in offered), 2), before[-1][2] if before else 0.0)


@dataclass(slots=True)
class CapacitySearch:
    """A search for the largest number that still holds: the number of devices, or a rate.

    The largest number allowed is tried first. If it fails, what was carried meanwhile is a good guess: a number just
    below it is tried, then larger ones in growing steps. Where that does not help, the geometric mean of what holds and
    what does not is tried, since the precision is relative.
    """

    most: int
    precision: float = 0.05
    low: int = 0
    """The largest number that held; 0 if none has yet."""
    high: int = 0
    """The smallest number that failed; 0 if none has yet."""
    probes: int = 0
    _guess: float = 0.0
    _step: float = 0.0

    def next(self) -> int | None:
        """Return the number to try next; None if the result is known within the precision."""
        if not self.probes:
            return self.most
        if not self.high or self.high - self.low <= max(1.0, self.low * self.precision):
            return None
        below = math.floor(self._guess * (1 - self.precision / 2))
        if self.low < below < self.high:
            return below
        above = self.low + max(math.floor(self.low * self._step), 1)
        if 0 < below <= self.low and above < self.high:
            return above
        middle = round(math.sqrt(max(self.low, 1) * self.high))
        return min(max(middle, self.low + 1), self.high - 1)

    def report(self, number: int, *, holds: bool, carried: float) -> None:
        """Note whether a number held, and how much of it was carried in the same unit."""
        self.probes += 1
        if holds:
            self.low = max(self.low, number)
            self._step = 2 * self._step or self.precision
        else:
            self._guess = self._guess or carried
            self.high = min(self.high or number, number)
