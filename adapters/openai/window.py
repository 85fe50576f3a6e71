"""How many requests may be on their way to an endpoint, by what came of the last ones. Pure: the clock is the caller's.

It grows by one for each answer until the endpoint first says "too much", then by one for each round of answers; every
429 halves it, but those of one burst only once. A failing endpoint does not shrink it: that is another illness, and is
met by back-off, request by request.
"""

from __future__ import annotations

from dataclasses import dataclass

from runtime.core.backoff import BackoffPolicy


@dataclass(slots=True)
class Window:
    """`size` requests may be on their way, none before `until`."""

    most: int = 64
    size: float = 16.0
    until: float = 0.0
    pace: BackoffPolicy = BackoffPolicy(first=0.5, longest=30.0)
    _cut: float = -1.0
    """When it was last halved."""
    _refused: int = 0
    """429s in a row, those of one burst counted once."""

    def __post_init__(self) -> None:
        self.size = min(self.size, float(self.most))

    def answered(self, began: float, *, full: bool) -> None:
        """A request that was sent at `began` was answered; `full`: as many were on their way as may be."""
        if began < self._cut:
            return
        self._refused = 0
        if full:
            self.size = min(self.size + (1.0 if self._cut < 0 else 1.0 / self.size), float(self.most))

    def limited(self, began: float, now: float, after: float | None, draw: float) -> None:
        """A request that was sent at `began` met a 429 which asks for `after` seconds; `draw` is in [0, 1)."""
        if began >= self._cut:
            self.size = max(self.size / 2, 1.0)
            self._cut = now
            self._refused += 1
        wait = self.pace.wait(self._refused - 1, draw) if after is None else after
        self.until = max(self.until, now + wait)
