"""Computes the delays between reconnection attempts. Pure: the caller supplies random numbers and time."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class BackoffPolicy:
    """Settings of an exponential backoff, in seconds.

    `first` is the ceiling of the first delay, `longest` the largest ceiling. A connection that lasted `steady` seconds
    counts as good and resets the backoff.
    """

    first: float = 0.5
    longest: float = 30.0
    steady: float = 10.0

    def wait(self, failures: int, draw: float) -> float:
        """Return the delay in seconds after this many earlier consecutive failures; its ceiling doubles up to
        `longest`.

        `draw` is a random number in [0, 1). It places the delay in the upper half of the ceiling, so that many clients
        that lost the same server do not reconnect at the same moment.
        """
        # The exponent is bounded too: after very many failures the power would overflow a float.
        ceiling = min(self.first * 2.0 ** min(failures, 64), self.longest)
        return ceiling * (0.5 + draw / 2)


class Backoff:
    """The delays between the attempts to restore one connection."""

    def __init__(self, pace: BackoffPolicy, random: Random) -> None:
        self._pace = pace
        self._random = random
        self._failures = 0

    def seconds(self) -> float:
        """Return the next delay in seconds and count one more failure."""
        wait = self._pace.wait(self._failures, self._random.random())
        self._failures += 1
        return wait

    def stood(self, seconds: float) -> None:
        """Report how long a connection lasted; a long one resets the delays, after a short one they keep growing."""
        if seconds >= self._pace.steady:
            self._failures = 0
