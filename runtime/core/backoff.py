"""How long to wait before something that was lost is tried again; pure: random numbers and time are the caller's."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds before the first new attempt, at most, and how long a connection must stand to count as a good one."""

    first: float = 0.5
    longest: float = 30.0
    steady: float = 10.0

    def wait(self, failures: int, draw: float) -> float:
        """Seconds after so many failures in a row before this one: a ceiling that doubles up to `longest`.

        `draw` is a random number in [0, 1) that places the wait in the upper half of the ceiling, so that many who lost
        the same thing don't come back at once.
        """
        # The exponent is bounded, not only the result: two to the power of a year of failures is no float.
        ceiling = min(self.first * 2.0 ** min(failures, 64), self.longest)
        return ceiling * (0.5 + draw / 2)


class Backoff:
    """The waits of one connection that is made again and again."""

    def __init__(self, pace: Pace, random: Random) -> None:
        self._pace = pace
        self._random = random
        self._failures = 0

    def seconds(self) -> float:
        """The next wait."""
        wait = self._pace.wait(self._failures, self._random.random())
        self._failures += 1
        return wait

    def stood(self, seconds: float) -> None:
        """A connection stood so long. After a short one the waits go on growing, to spare a farm that drops us."""
        if seconds >= self._pace.steady:
            self._failures = 0
