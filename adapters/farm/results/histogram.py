"""Latencies in HDR histograms: quantiles within 0.1 % of the value, in bounded memory, that can be merged. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hdrh.histogram import HdrHistogram

_LONGEST_US: Final = 3_600_000_000
"""One hour. Longer times count as that."""
QUANTILES: Final = (0.5, 0.9, 0.95, 0.99, 0.999)


@dataclass(frozen=True, slots=True)
class LatencySummary:
    """Latencies in milliseconds; all 0 if there are none."""

    count: int = 0
    mean: float = 0.0
    p50: float = 0.0
    p90: float = 0.0
    p95: float = 0.0
    p99: float = 0.0
    p999: float = 0.0
    max: float = 0.0


class Latencies:
    """A histogram of latencies (https://hdrhistogram.org) in microseconds, up to one hour.

    `digits` significant decimal digits are exact: 3 need 188 kB, 2 need 27 kB and are within 1 %.
    """

    def __init__(self, digits: int = 3) -> None:
        self._counts = HdrHistogram(1, _LONGEST_US, digits)
        self._largest_us = 0
        self._sum_us = 0

    def add(self, seconds: float) -> None:
        """Count one latency."""
        us = min(max(round(seconds * 1e6), 1), _LONGEST_US)
        self._counts.record_value(us)
        self._sum_us += us
        self._largest_us = max(self._largest_us, us)

    def merge(self, other: Latencies) -> None:
        """Add the latencies of another histogram."""
        self._counts.add(other._counts)
        self._sum_us += other._sum_us
        self._largest_us = max(self._largest_us, other._largest_us)

    def __len__(self) -> int:
        return int(self._counts.total_count)

    def quantile(self, share: float) -> float:
        """Return the latency in milliseconds that this share of all stays at or below; 0 if there are none."""
        if not len(self):
            return 0.0
        # The histogram answers with the upper end of a bucket, which may lie above everything that was counted.
        return min(int(self._counts.get_value_at_percentile(share * 100)), self._largest_us) / 1000

    def summary(self) -> LatencySummary:
        """Return the usual figures."""
        count = len(self)
        if not count:
            return LatencySummary()
        p50, p90, p95, p99, p999 = (round(self.quantile(share), 3) for share in QUANTILES)
        mean = round(self._sum_us / count / 1000, 3)
        return LatencySummary(count, mean, p50, p90, p95, p99, p999, self._largest_us / 1000)

    def curve(self) -> tuple[tuple[float, float], ...]:
        """Return pairs of share and latency in ms along the distribution, finer towards its end, for charts."""
        shares = (0.0, 0.1, 0.25, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999, 1.0)
        return tuple((share, round(self.quantile(share), 3)) for share in shares)
