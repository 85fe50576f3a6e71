"""How large a difference a number of intents can show, and how many intents a difference needs. Pure.

Both use the normal approximation and the spread that was observed, so they are rough: say "about".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from runtime.metrics.intervals import Cluster

ALPHA: Final = 0.05
POWER: Final = 0.8
_FEWEST: Final = 6
"""Fewer intents can have no p below 5 %, even if all of them differ in the same direction."""


@dataclass(frozen=True, slots=True)
class PowerHint:
    """What the compared intents can show; None where their differences have no spread to estimate it from."""

    intents: int
    detectable: float | None
    """The smallest difference that so many intents would show with a power of 80 %."""
    needed: int | None
    """The number of intents that the observed difference would need; None also if there is no difference."""


def power_hint(differences: Mapping[str, Cluster]) -> PowerHint:
    """Return what a comparison can show, from the sums of paired differences by intent."""
    spread = intent_spread(differences)
    if not spread:
        return PowerHint(len(differences), None, None)
    difference = float(sum(item.total for item in differences.values()) / sum(map(_tasks, differences.values())))
    detectable = _deviates(POWER) * spread / math.sqrt(len(differences))
    needed = fixed_intents(difference, spread) if difference else None
    return PowerHint(len(differences), detectable, needed)


def intent_spread(differences: Mapping[str, Cluster]) -> float | None:
    """Return the standard deviation of an intent's contribution to the mean difference; None with fewer than two.

    Divided by the square root of the number of intents it is the standard error of the mean over tasks.
    """
    count = len(differences)
    if count < 2:
        return None
    tasks = sum(map(_tasks, differences.values()))
    mean = sum(item.total for item in differences.values()) / tasks
    squares = sum((item.total - mean * item.tasks) ** 2 for item in differences.values())
    return math.sqrt(squares / (count - 1)) * count / tasks


def fixed_intents(difference: float, spread: float, power: float = POWER) -> int:
    """Return the number of intents with which a two-sided test at 5 %, made once at the end, has this power.

    `spread` is the standard deviation of the differences of intents.

    Raises:
        ValueError: the difference is 0.
    """
    if difference == 0:
        raise ValueError("no number of intents shows a difference of 0")
    return max(_FEWEST, math.ceil((_deviates(power) * spread / difference) ** 2))


def _deviates(power: float) -> float:
    """Return how many standard errors a difference must have."""
    normal = NormalDist()
    return normal.inv_cdf(1 - ALPHA / 2) + normal.inv_cdf(power)


def _tasks(cluster: Cluster) -> int:
    return cluster.tasks
