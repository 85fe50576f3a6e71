"""How many connections may be begun in a while; pure: the caller brings the clock and does the waiting."""

from __future__ import annotations

from collections import deque


class RateLimit:
    """At most `most` in any `window` seconds, whenever the window is looked at; nothing is saved up beyond that."""

    def __init__(self, most: int, window: float = 1.0) -> None:
        if most < 1 or window <= 0:
            raise ValueError(f"{most} turns in {window} s are none")
        self._window = window
        self._taken: deque[float] = deque(maxlen=most)

    def wait(self, now: float) -> float:
        """Seconds until a turn may be taken; 0 if now."""
        if len(self._taken) < (self._taken.maxlen or 0):
            return 0.0
        return max(self._taken[0] + self._window - now, 0.0)

    def take(self, now: float) -> None:
        """A turn is taken now; `wait` must have said 0."""
        self._taken.append(now)
