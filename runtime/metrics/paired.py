"""Compares two sets of scores of the same tasks, task by task: difference, interval and p value.

A task is equally difficult on both sides, so its difficulty cancels out. Therefore far fewer tasks are needed to show
an effect than with two separate intervals. Intents are resampled, as everywhere (`intervals`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from runtime.core.events import Score
from runtime.metrics.intervals import Bootstrap, Cluster, mcnemar_p, sign_flip_p
from runtime.metrics.reducers import Mean, Means, TaskMean, task_means


@dataclass(frozen=True, slots=True)
class Comparison:
    """A metric over the `n` tasks that count on both sides; `difference` = left - right, with its 95 % interval.

    `p` is two-sided: by McNemar's exact test for a yes-or-no metric if each intent has one task that was played once on
    each side, else by flipping the signs of whole intents. The interval is None without draws.
    """

    left: float
    right: float
    difference: float
    interval: tuple[float, float] | None
    p: float
    n: int
    test: Literal["McNemar", "sign-flip"] = "sign-flip"

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
    ours, theirs = task_means(metric.run(left)), task_means(metric.run(right))
    return _compared(ours, theirs, bootstrap, binary=metric.binary)


def compare_metrics(
    left: Mean, right: Mean, scores: Iterable[Score], bootstrap: Bootstrap | None = None
) -> Comparison | None:
    """Compare two metrics on the same episodes; None if no task counts in both."""
    counted = tuple(scores)
    ours, theirs = task_means(left.run(counted)), task_means(right.run(counted))
    return _compared(ours, theirs, bootstrap, binary=left.binary and right.binary)


def difference_clusters(metric: Mean, left: Iterable[Score], right: Iterable[Score]) -> dict[str, Cluster]:
    """Return the sums of differences left - right by intent, over the tasks that count on both sides."""
    return _clusters(task_means(metric.run(left)), task_means(metric.run(right)))


def _clusters(ours: Means, theirs: Means) -> dict[str, Cluster]:
    clusters: dict[str, Cluster] = {}
    for task in sorted(ours.keys() & theirs.keys()):
        gained, tasks = clusters.get(ours[task].intent, Cluster(Fraction(0), 0))
        clusters[ours[task].intent] = Cluster(gained + _share(ours[task]) - _share(theirs[task]), tasks + 1)
    return clusters


def _compared(ours: Means, theirs: Means, bootstrap: Bootstrap | None, *, binary: bool) -> Comparison | None:
    shared = sorted(ours.keys() & theirs.keys())
    if not shared:
        return None
    clusters = _clusters(ours, theirs)
    gains = {intent: cluster.total for intent, cluster in clusters.items()}
    played_once = all(side[task].episodes == 1 for task in shared for side in (ours, theirs))
    independent = binary and played_once and len(clusters) == len(shared)
    return Comparison(
        left=float(sum(_share(ours[task]) for task in shared) / len(shared)),
        right=float(sum(_share(theirs[task]) for task in shared) / len(shared)),
        difference=float(sum(gains.values()) / len(shared)),
        interval=(bootstrap or Bootstrap()).interval(clusters, least=-1),
        p=_mcnemar(gains.values()) if independent else sign_flip_p(gains),
        n=len(shared),
        test="McNemar" if independent else "sign-flip",
    )


def _mcnemar(differences: Iterable[Fraction]) -> float:
    signs = [difference > 0 for difference in differences if difference]
    return mcnemar_p(sum(signs), len(signs) - sum(signs))


def _share(mean: TaskMean) -> Fraction:
    return Fraction(mean.part, mean.denominator)
