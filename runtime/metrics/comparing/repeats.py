"""How reliable an agent is when it plays a task again: pass^k and flip rate. Pure; exact until the last rounding.

pass^k is the share of tasks that are solved in all of k repeats. Of a task that was solved in c of n repeats, the
unbiased estimate is C(c, k) / C(n, k) (tau-bench, arXiv:2406.12045). The flip rate is the probability that two repeats
of a task end differently: 2 c (n - c) / (n (n - 1)).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from runtime.core.events import Score
from runtime.metrics.intervals import Bootstrap, Cluster
from runtime.metrics.reducers import Mean


@dataclass(frozen=True, slots=True)
class Share:
    """A mean over `n` tasks with its 95 % interval."""

    value: float
    interval: tuple[float, float] | None
    n: int


@dataclass(frozen=True, slots=True)
class Reliability:
    """`passing`: pass^k by k, from 1 to the largest number of repeats."""

    passing: Mapping[int, Share]
    flip_rate: Share


@dataclass(slots=True)
class _Outcomes:
    intent: str
    solved: int = 0
    repeats: int = 0


def reliability(metric: Mean, scores: Iterable[Score], bootstrap: Bootstrap | None = None) -> Reliability | None:
    """Return the reliability by a yes-or-no metric; None if no task has two repeats. Lost episodes are not solved."""
    tasks: dict[str, _Outcomes] = {}
    for score in scores:
        entry = metric.entry(score)
        if entry.value is not None:
            task = tasks.setdefault(entry.task, _Outcomes(entry.intent))
            task.repeats += 1
            task.solved += entry.value == entry.per
    most = max((task.repeats for task in tasks.values()), default=0)
    if most < 2:
        return None
    bootstrap = bootstrap or Bootstrap()

    def share(least: int, value: Callable[[_Outcomes], Fraction]) -> Share:
        return _share([(task.intent, value(task)) for task in tasks.values() if task.repeats >= least], bootstrap)

    passing = {
        k: share(k, lambda task, k=k: Fraction(comb(task.solved, k), comb(task.repeats, k)))  # type: ignore[misc]
        for k in range(1, most + 1)
    }
    return Reliability(passing, share(2, _flip_rate))


def _flip_rate(task: _Outcomes) -> Fraction:
    return Fraction(2 * task.solved * (task.repeats - task.solved), task.repeats * (task.repeats - 1))


def _share(values: Iterable[tuple[str, Fraction]], bootstrap: Bootstrap) -> Share:
    by_intent: dict[str, list[Fraction]] = defaultdict(list)
    for intent, value in values:
        by_intent[intent].append(value)
    clusters = {intent: Cluster(sum(found, Fraction(0)), len(found)) for intent, found in by_intent.items()}
    count = sum(cluster.tasks for cluster in clusters.values())
    total = sum((cluster.total for cluster in clusters.values()), Fraction(0))
    return Share(float(total / count), bootstrap.interval(clusters), count)
