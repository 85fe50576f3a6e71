"""Compares two sets of scores of the same tasks, task by task: difference, interval and p value.

A task is equally difficult on both sides, so its difficulty cancels out. Therefore far fewer tasks are needed to show
an effect than with two separate intervals. Intents are resampled, as everywhere (`intervals`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from runtime.core.events import Score
from runtime.metrics.intervals import Bootstrap, Cluster, sign_flip_p
from runtime.metrics.reducers import Mean, Means, TaskMean, task_means


@dataclass(frozen=True, slots=True)
class Comparison:
    """A metric over the `n` tasks that count on both sides; `difference` = left - right, with its 95 % interval.

    `p` is two-sided, by flipping the signs of whole intents. The interval is None with fewer than two intents.
    """

    left: float
    right: float
    difference: float
    interval: tuple[float, float] | None
    p: float
    n: int

    @property
    def sure(self) -> bool:
        """Whether the interval excludes 0."""
        return self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]


def compare(
    metric: Mean, left: Iterable[Score], right: Iterable[Score], bootstrap: Bootstrap | None = None
) -> Comparison | None:
    """Compare two players, or one player in two runs; None if no task counts on both sides.

    Repeats of a task are averaged first. Tasks that only one side played are left out.
    """
    return _compared(task_means(metric.run(left)), task_means(metric.run(right)), bootstrap)


def compare_metrics(
    left: Mean, right: Mean, scores: Iterable[Score], bootstrap: Bootstrap | None = None
) -> Comparison | None:
    """Compare two metrics on the same episodes; None if no task counts in both."""
    counted = tuple(scores)
    return _compared(task_means(left.run(counted)), task_means(right.run(counted)), bootstrap)


def _compared(ours: Means, theirs: Means, bootstrap: Bootstrap | None) -> Comparison | None:
    shared = sorted(ours.keys() & theirs.keys())
    if not shared:
        return None
    clusters: dict[str, Cluster] = {}
    for task in shared:
        gained, tasks = clusters.get(ours[task].intent, Cluster(Fraction(0), 0))
        clusters[ours[task].intent] = Cluster(gained + _share(ours[task]) - _share(theirs[task]), tasks + 1)
    gains = {intent: cluster.total for intent, cluster in clusters.items()}
    return Comparison(
        left=float(sum(_share(ours[task]) for task in shared) / len(shared)),
        right=float(sum(_share(theirs[task]) for task in shared) / len(shared)),
        difference=float(sum(gains.values()) / len(shared)),
        interval=(bootstrap or Bootstrap()).interval(clusters, least=-1),
        p=sign_flip_p(gains),
        n=len(shared),
    )


def _share(mean: TaskMean) -> Fraction:
    return Fraction(mean.part, mean.denominator)
