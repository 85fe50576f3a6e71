"""Confidence intervals of means and paired tests. Deterministic: fixed seeds, sorted keys, integer sums.

Episodes of one intent share its difficulty, so the percentile bootstrap resamples intents, not episodes. If each intent
has a single yes/no episode, these are independent and Wilson's interval is used. Where resampling says nothing, because
all intents are equal or there are fewer than eight, Wilson's formula is applied to the mean as if each intent were one
trial; so no interval is a point.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Z95: Final = 1.959963984540054
DRAWS: Final = 10_000
SEED: Final = 20_240
_FEWEST: Final = 8
"""Fewer intents than this are not resampled."""
_EXACT_FLIPS: Final = 16
"""Up to this many unequal pairs, all sign patterns are enumerated; beyond, they are sampled."""


class Cluster(NamedTuple):
    """The contribution of one intent to a mean over tasks: the sum of its task means and its number of tasks."""

    total: Fraction
    tasks: int


def wilson_interval(successes: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % score interval of the proportion `successes` / `n`. ValueError if `n` is 0."""
    if n <= 0:
        raise ValueError("no interval without trials")
    share = successes / n
    spread = Z95 * math.sqrt(share * (1 - share) / n + Z95 * Z95 / (4 * n * n))
    centre = share + Z95 * Z95 / (2 * n)
    scale = 1 + Z95 * Z95 / n
    # At 0 and 1 one side is the proportion itself, which rounding may not pass.
    return max(0.0, min(share, (centre - spread) / scale)), min(1.0, max(share, (centre + spread) / scale))


class Bootstrap:
    """Computes 95 % percentile intervals over intents. The draws for each number of intents are made once and shared.

    Sharing also means that all metrics and agents of a report use the same resamples.
    """

    def __init__(self, draws: int = DRAWS, seed: int = SEED) -> None:
        self.draws = draws
        self.seed = seed
        self._weights: dict[int, npt.NDArray[np.float64]] = {}

    def interval(self, clusters: Mapping[str, Cluster], least: int = 0) -> tuple[float, float] | None:
        """Return the interval of sum of totals / number of tasks, by intent; None without intents or without draws.

        A task's value lies between `least` (0, or -1 for a difference) and 1.
        """
        if not clusters or self.draws == 0:
            return None
        ordered = [clusters[intent] for intent in sorted(clusters)]
        if len(ordered) < _FEWEST or len({cluster.total / cluster.tasks for cluster in ordered}) == 1:
            mean = sum(cluster.total for cluster in ordered) / sum(cluster.tasks for cluster in ordered)
            sides = wilson_interval(float((mean - least) / (1 - least)) * len(ordered), len(ordered))
            return sides[0] * (1 - least) + least, sides[1] * (1 - least) + least
        totals, scale = _integers([cluster.total for cluster in ordered])
        columns = np.array([totals, [cluster.tasks for cluster in ordered]], dtype=np.float64)
        # Integers, practically always below 2**53, so the sums are exact in any order. BLAS is avoided: its threads
        # wait in a loop and take ten times the CPU time for so small a product.
        sums = np.einsum("di,ci->dc", self.weights(len(ordered)), columns)
        low, high = np.quantile(sums[:, 0] / sums[:, 1], (0.025, 0.975))
        return float(low) / scale, float(high) / scale

    def weights(self, intents: int) -> npt.NDArray[np.float64]:
        """Return how often each draw takes each intent, of shape (draws, intents)."""
        known = self._weights.get(intents)
        if known is None:
            picks = np.random.default_rng([self.seed, intents]).integers(0, intents, size=(self.draws, intents))
            picks += np.arange(self.draws)[:, None] * intents
            counted = np.bincount(picks.ravel(), minlength=self.draws * intents)
            known = counted.reshape(self.draws, intents).astype(np.float64)
            self._weights[intents] = known
        return known


def mcnemar_p(only_left: int, only_right: int) -> float:
    """Return the exact two-sided p value of McNemar's test, from the tasks that only one of two agents solved."""
    n = only_left + only_right
    tail = sum(math.comb(n, k) for k in range(min(only_left, only_right) + 1))
    return float(min(Fraction(1), Fraction(2 * tail, 2**n)))


def sign_flip_p(differences: Mapping[str, Fraction], draws: int = DRAWS, seed: int = SEED) -> float:
    """Return the two-sided p value that paired differences, one sum per intent, are centered on zero.

    Exact if few intents differ; otherwise sampled, where the observed pattern counts as one draw.
    """
    values, _ = _integers([differences[intent] for intent in sorted(differences) if differences[intent] != 0])
    if not values:
        return 1.0
    observed = abs(sum(values))
    sizes = np.array(values, dtype=np.float64)
    if len(values) <= _EXACT_FLIPS:
        patterns = np.arange(2 ** len(values))[:, None] >> np.arange(len(values)) & 1
        return float(np.mean(np.abs((1.0 - 2.0 * patterns) @ sizes) >= observed))
    signs = np.random.default_rng([seed, len(values)]).integers(0, 2, size=(draws, len(values)))
    hits = int(np.count_nonzero(np.abs((1.0 - 2.0 * signs) @ sizes) >= observed))
    return (hits + 1) / (draws + 1)


def _integers(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return the values as integers over one common denominator, and that denominator."""
    scale = math.lcm(*(value.denominator for value in values)) if values else 1
    return [int(value * scale) for value in values], scale
