"""A rate limit for new connections. Pure: the caller provides the clock and waits."""

from __future__ import annotations

from collections import deque


class RateLimit:
    """Allows at most `most` turns in any `window` seconds; unused turns are not saved up."""

    def __init__(self, most: int, window: float = 1.0) -> None:
        if most < 1 or window <= 0:
            raise ValueError(f"{most} turns in {window} s: both must be positive")
        self._window = window
        self._taken: deque[float] = deque(maxlen=most)

    def wait(self, now: float) -> float:
        """Seconds until the next turn; 0 if it is available now."""
        if len(self._taken) < (self._taken.maxlen or 0):
            return 0.0
        return max(self._taken[0] + self._window - now, 0.0)

    def take(self, now: float) -> None:
        """Takes a turn now; `wait` must have returned 0."""
        self._taken.append(now)
