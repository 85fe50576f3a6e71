"""What the figures of the gap are drawn from: results of agents, and samples that people labelled. Plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from runtime.metrics.quadrants import Cells


@dataclass(frozen=True, slots=True)
class Labels:
    """Agreement of an evaluator with `n` labels of people: accuracy and Cohen's kappa, at most 1; None if unknown."""

    n: int
    accuracy: Fraction
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one model on one dataset under one rule and evaluator."""

    dataset: str
    model: str
    rule: str
    evaluator: str
    cells: Cells
    types: Mapping[str, int]
    """The number of steps of each kind of action. Kinds that are equally frequent are shown in this order."""
    labels: Labels | None
    parameters: float | None
    """In billions."""
    training: str
    source: str


@dataclass(frozen=True, slots=True)
class Sample:
    """The number of steps of each kind that were drawn from a dataset for people to label."""

    dataset: str
    strata: Mapping[str, int]
    source: str


def unique(names: Sequence[str]) -> tuple[str, ...]:
    """The names without duplicates, in the order of their first occurrence."""
    return tuple(dict.fromkeys(names))
