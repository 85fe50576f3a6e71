"""Agreement of an evaluator with people, and GTA corrected for the evaluator's errors. Pure.

All shares are exact `Fraction`s until a document is made. *Positive* means GTA 1: sensitivity is the share of right
thoughts that the evaluator accepts, specificity the share of wrong thoughts that it rejects.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from runtime.metrics.intervals import wilson_interval
from runtime.metrics.reliability import Overlap, item_overlap

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class CorrectedRate:
    """GTA corrected for the evaluator's errors, after Rogan and Gladen.

    `value` is None if sensitivity or specificity is unknown, or if the evaluator is no better than chance. `error` is
    its standard error by the delta method, as a share; `clipped`: the formula left 0..1.
    """

    value: Fraction | None
    error: float | None = None
    clipped: bool = False


@dataclass(frozen=True, slots=True)
class Gaps:
    """Counts of both gaps on the same steps, by people's labels and by the evaluator."""

    n: int
    human_execution: int
    human_reasoning: int
    system_execution: int
    system_reasoning: int

    @property
    def reversed(self) -> bool:
        """Whether people and the evaluator disagree on which gap is larger."""
        human = self.human_execution - self.human_reasoning
        return human * (self.system_execution - self.system_reasoning) < 0

    def document(self) -> dict[str, Any]:
        """The gaps in percent, for a result document."""
        return {
            "n": self.n,
            "human": {"EG": _percent(self._of(self.human_execution)), "RG": _percent(self._of(self.human_reasoning))},
            "system": {
                "EG": _percent(self._of(self.system_execution)),
                "RG": _percent(self._of(self.system_reasoning)),
            },
            "reversed": self.reversed,
        }

    def _of(self, count: int) -> Fraction | None:
        return Fraction(count, self.n) if self.n else None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of an evaluator with people on the steps that both judged. `missing`: labelled steps without
    evaluation.
    """

    counts: Overlap
    missing: tuple[Key, ...] = ()
    gaps: Gaps | None = None

    @property
    def n(self) -> int:
        return self.counts.n

    @property
    def tp(self) -> int:
        return self.counts.both

    @property
    def fp(self) -> int:
        return self.counts.only_found

    @property
    def fn(self) -> int:
        return self.counts.only_true

    @property
    def tn(self) -> int:
        return self.counts.neither

    @property
    def accuracy(self) -> Fraction | None:
        return self.counts.accuracy

    @property
    def precision(self) -> Fraction | None:
        return self.counts.precision

    @property
    def recall(self) -> Fraction | None:
        return self.counts.recall

    @property
    def sensitivity(self) -> Fraction | None:
        return self.counts.recall

    @property
    def specificity(self) -> Fraction | None:
        return self.counts.specificity

    @property
    def f1(self) -> Fraction | None:
        return self.counts.f1

    @property
    def kappa(self) -> Fraction | None:
        return self.counts.kappa

    @property
    def mcc(self) -> float | None:
        return self.counts.mcc

    def corrected(self, observed: Fraction, n: int) -> CorrectedRate:
        """Correct a GTA that was observed over `n` steps.

        The labelled steps are some of the observed ones; `error` ignores this dependence.
        """
        sensitivity, specificity = self.sensitivity, self.specificity
        if sensitivity is None or specificity is None or sensitivity + specificity <= 1:
            return CorrectedRate(None)
        informed = sensitivity + specificity - 1
        value = (observed + specificity - 1) / informed
        spread = value**2 * sensitivity * (1 - sensitivity) / (self.tp + self.fn)
        spread += (1 - value) ** 2 * specificity * (1 - specificity) / (self.fp + self.tn)
        if n > 0:
            spread += observed * (1 - observed) / n
        inside = min(max(value, Fraction(0)), Fraction(1))
        return CorrectedRate(inside, math.sqrt(spread) / float(informed) if n > 0 else None, inside != value)

    def document(self, observed: Fraction | None = None, n: int = 0) -> dict[str, Any]:
        """The entry `labels` of a result document: shares in percent with 95 % intervals; kappa and MCC unscaled."""
        corrected = self.corrected(observed, n) if observed is not None else CorrectedRate(None)
        found: dict[str, Any] = {
            "n": self.n,
            "sensitivity": _percent(self.sensitivity),
            "specificity": _percent(self.specificity),
            "sensitivity_interval": _interval(self.tp, self.tp + self.fn),
            "specificity_interval": _interval(self.tn, self.tn + self.fp),
            "accuracy": _percent(self.accuracy),
            "precision": _percent(self.precision),
            "recall": _percent(self.recall),
            "F1": _percent(self.f1),
            "kappa": _plain(self.kappa),
            "MCC": _plain(self.mcc),
            "GTA_corrected": _percent(corrected.value),
            "GTA_corrected_error": None if corrected.error is None else round(100 * corrected.error, 2),
            "GTA_corrected_clipped": corrected.clipped,
            "matrix": {"tp": self.tp, "fp": self.fp, "fn": self.fn, "tn": self.tn},
            "missing": len(self.missing),
        }
        if self.gaps is not None:
            found["gaps"] = self.gaps.document()
        return found


def compare_with_people(
    human: Mapping[Key, bool], system: Mapping[Key, bool], em: Mapping[Key, bool] | None = None
) -> Agreement:
    """Compare an evaluator's GTA with people's, step by step; with `em`, also the gaps that follow from each."""
    counts = Overlap()
    both = [key for key in human if key in system]
    for key in both:
        counts += item_overlap(system[key], human[key])
    missing = tuple(sorted(key for key in human if key not in system))
    return Agreement(counts, missing, None if em is None else _gaps(human, system, em))


def _gaps(human: Mapping[Key, bool], system: Mapping[Key, bool], em: Mapping[Key, bool]) -> Gaps:
    keys = [key for key in human if key in system and key in em]
    return Gaps(
        n=len(keys),
        human_execution=sum(human[key] and not em[key] for key in keys),
        human_reasoning=sum(em[key] and not human[key] for key in keys),
        system_execution=sum(system[key] and not em[key] for key in keys),
        system_reasoning=sum(em[key] and not system[key] for key in keys),
    )


def _percent(share: Fraction | None) -> float | None:
    return None if share is None else round(float(100 * share), 2)


def _interval(count: int, n: int) -> list[float] | None:
    """Wilson's 95 % interval in percent, because wrong thoughts are often few."""
    return [round(100 * side, 2) for side in wilson_interval(count, n)] if n else None


def _plain(value: Fraction | float | None) -> float | None:
    return None if value is None else round(float(value), 4)
