"""When the services of one phone answer: later by a seeded latency, and one after another. Pure."""

from __future__ import annotations

from random import Random


class ServiceQueue:
    """Computes when services answer; times are seconds of any monotonic clock."""

    def __init__(self, latency: tuple[float, float], service_time: float, seed: str) -> None:
        """`latency`: by how much every service answers later, more or less; `service_time`: it occupies the phone."""
        self._latency = latency
        self._service_time = service_time
        self._random = Random(seed)
        self._free_at = 0.0

    def answer_at(self, now: float) -> float:
        """Return when a service answers that is requested now; call it in the order of the requests."""
        middle, spread = self._latency
        begins = max(now, self._free_at)
        self._free_at = begins + self._service_time
        return self._free_at + max(0.0, middle + spread * (2 * self._random.random() - 1))
