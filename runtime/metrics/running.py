"""Results of a run so far, for live views: outcomes, and the mean of each metric. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from runtime.core.events import Score
from runtime.metrics import counts
from runtime.metrics.reducers import METRICS

SHOWN: Final = ("TSR_final", "RCR", "IGR")
"""Metrics that live views show: what was achieved at the end, at some step, and by asking."""


class RunningResults:
    """Counts of outcomes, and means over the episodes to which a metric applies; lost ones count as in its `value`."""

    def __init__(self, metrics: Sequence[str] = SHOWN) -> None:
        self.solved = 0
        self.failed = 0
        self.lost = 0
        self._sums = {name: [0.0, 0] for name in metrics}
        """By metric: the sum, and the number of episodes."""

    @property
    def done(self) -> int:
        """The number of finished episodes."""
        return self.solved + self.failed + self.lost

    @property
    def means(self) -> Mapping[str, float]:
        """The mean of each metric that applied to an episode."""
        return {name: total / number for name, (total, number) in self._sums.items() if number}

    def add(self, score: Score) -> None:
        """Add a finished episode."""
        if not counts.valid(score):
            self.lost += 1
        elif counts.success_final(score):
            self.solved += 1
        else:
            self.failed += 1
        for name, mean in self._sums.items():
            entry = METRICS[name].entry(score)
            if entry.value is not None:
                mean[0] += entry.value / entry.per
                mean[1] += 1
