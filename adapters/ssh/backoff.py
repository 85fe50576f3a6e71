"""How long to wait before a farm is tried again; pure but for the random numbers, which are the caller's."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds before the first new attempt, at most, and how long a connection must stand to count as a good one."""

    first: float = 0.5
    longest: float = 30.0
    steady: float = 10.0


class Backoff:
    """Waits that double up to a limit. Each is drawn from its upper half, so that many clients don't come at once."""

    def __init__(self, pace: Pace, random: Random) -> None:
        self._pace = pace
        self._random = random
        self._ceiling = pace.first

    def seconds(self) -> float:
        """The next wait."""
        ceiling = self._ceiling
        self._ceiling = min(ceiling * 2, self._pace.longest)
        return ceiling * self._random.uniform(0.5, 1.0)

    def stood(self, seconds: float) -> None:
        """A connection stood so long. After a short one the waits go on growing, to spare a farm that drops us."""
        if seconds >= self._pace.steady:
            self._ceiling = self._pace.first
