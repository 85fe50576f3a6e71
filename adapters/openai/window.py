"""Adaptive limit on the requests in flight at an endpoint. Pure: the caller passes the time.

The limit grows by one for each answer until the first 429, then by one for each round of answers. Each 429 halves it; a
burst of them counts once. Other failures leave it unchanged: they are handled by the back-off of each request.
"""

from __future__ import annotations

from dataclasses import dataclass

from runtime.core.backoff import BackoffPolicy


@dataclass(slots=True)
class Window:
    """At most `size` requests may be in flight, and none may be sent before `until`."""

    most: int = 64
    size: float = 16.0
    until: float = 0.0
    pace: BackoffPolicy = BackoffPolicy(first=0.5, longest=30.0)
    _cut: float = -1.0
    """Time of the last halving."""
    _refused: int = 0
    """Number of 429s in a row; a burst counts once."""

    def __post_init__(self) -> None:
        self.size = min(self.size, float(self.most))

    def answered(self, began: float, *, full: bool) -> None:
        """A request that was sent at `began` was answered. `full`: the limit was reached meanwhile."""
        if began < self._cut:
            return
        self._refused = 0
        if full:
            self.size = min(self.size + (1.0 if self._cut < 0 else 1.0 / self.size), float(self.most))

    def limited(self, began: float, now: float, after: float | None, draw: float) -> None:
        """A request that was sent at `began` got a 429 that asks for `after` seconds; `draw` is random in [0, 1)."""
        if began >= self._cut:
            self.size = max(self.size / 2, 1.0)
            self._cut = now
            self._refused += 1
        wait = self.pace.wait(self._refused - 1, draw) if after is None else after
        self.until = max(self.until, now + wait)
