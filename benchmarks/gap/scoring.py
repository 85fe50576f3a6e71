"""Counts steps, predictions and evaluations of one model on one dataset under one matching rule. Pure."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from benchmarks.gap.measures import Measures
from benchmarks.gap.records import Kind, Match, Predicted, Step
from runtime.core.errors import UsageError
from runtime.metrics.quadrants import Quadrants, Split


class Matching(Protocol):
    """Decides whether an action is right. Every rule of `benchmarks.gap.rules` implements it."""

    @property
    def label(self) -> str:
        """Name, version and options. Rules with equal labels give equal results."""

    def match(self, step: Step, predicted: Predicted | None) -> Match:
        """Compare an action with the step; None is an unreadable action."""


class Scoring:
    """All counts of a model. Each step is reported once; evaluations may come in any order and repeatedly."""

    def __init__(self, dataset: str, model: str, rule: str) -> None:
        self.dataset = dataset
        self.model = model
        self.rule = rule
        self.quadrants = Quadrants()
        self.measures: dict[Kind, Measures] = {}
        self.types: Counter[Kind] = Counter()
        self.unreadable = 0
        """Evaluations that could not be read: GTA 0."""
        self._groups: dict[tuple[str, ...], dict[str, str]] = {}
        self._unreadable: set[tuple[str, int]] = set()

    @property
    def steps(self) -> int:
        """Number of steps of the dataset, with or without a prediction."""
        return self.types.total()

    @property
    def predictions(self) -> int:
        """Number of steps with a prediction."""
        return len(self.quadrants)

    def seen(self, step: Step) -> None:
        """Count a step of the dataset, with or without a prediction."""
        self.types[step.truth.kind] += 1

    def executed(self, step: Step, rule: Matching, predicted: Predicted | None, *, thought: bool) -> Match:
        """Count the action that the model took at a step; `thought`: whether it has a thought."""
        self._same(rule, "EM")
        match = rule.match(step, predicted)
        self.quadrants.deliver(step.key, em=match.exact, thought=thought, split=_split(match), groups=self._in(step))
        measures = self.measures.get(step.truth.kind)
        if measures is None:
            measures = self.measures[step.truth.kind] = Measures()
        measures.add(step, predicted, match)
        return match

    def announced(self, step: Step, rule: Matching, predicted: Predicted | None) -> Match:
        """Count the action that the thought announces, as read by an evaluator; None if it was unreadable.

        Raises:
            UsageError: the rule is another one than the actions were matched with.
        """
        self._same(rule, "GTA")
        match = rule.match(step, predicted)
        self.quadrants.deliver(step.key, gta=match.exact)
        if predicted is None:
            self._unreadable.add(step.key)
        else:
            self._unreadable.discard(step.key)
        self.unreadable = len(self._unreadable)
        return match

    def _same(self, rule: Matching, what: str) -> None:
        if rule.label != self.rule:
            raise UsageError(
                f"{what} by {rule.label} cannot be joined with what was matched by {self.rule}: gaps between two "
                "rules say nothing about a model; match both with one --rule"
            )

    def _in(self, step: Step) -> dict[str, str]:
        """The groups of a step. Steps in the same groups share one dictionary."""
        named = (step.truth.kind, step.app, step.subset, str(step.step))
        groups = self._groups.get(named)
        if groups is None:
            groups = dict(zip(("type", "app", "subset", "step"), named, strict=True))
            groups = self._groups[named] = {kind: name for kind, name in groups.items() if name}
        return groups


def _split(match: Match) -> Split | None:
    if match.exact:
        return None
    if not match.format_hit:
        return "format"
    return "argument" if match.type_match else "type"
