"""Measures reported beside EM: type accuracy, grounding, distances, texts, whole episodes. Pure; additive."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import median
from typing import Final

from benchmarks.gap.records import Match, Predicted, Step
from benchmarks.gap.rules import texts

_SCALE: Final = 1000
"""Distances are reported in thousandths, the unit in which most models state points."""
_LONGEST: Final = 2000
"""Only the beginning of longer texts is compared, because the cost grows with the product of both lengths."""


@dataclass(slots=True)
class Measures:
    """Counts over the steps of one kind of correct action, or of all kinds."""

    steps: int = 0
    read: int = 0
    """Steps whose action could be parsed."""
    typed: int = 0
    """Steps whose action has the right type."""
    exact: int = 0
    grounded: int = 0
    """Clicks of the right type at the right place."""
    clicked: int = 0
    """Steps where a click is right and was made anywhere."""
    clicks: int = 0
    """Steps where a click is right."""
    distances: array[float] = field(default_factory=lambda: array("d"))
    """Distances of clicks of the right type, in thousandths of the screen."""
    texts: int = 0
    """Steps where text is right and was entered."""
    alike: float = 0.0
    """Sum of these texts' Levenshtein ratios (0 to 1), ignoring case and surrounding space."""

    def add(self, step: Step, predicted: Predicted | None, match: Match) -> None:
        """Count one step."""
        self.steps += 1
        self.read += match.format_hit
        self.typed += match.type_match
        self.exact += match.exact
        if step.truth.kind == "click":
            self.clicks += 1
            if match.type_match:
                self.clicked += 1
                self.grounded += match.exact if match.grounded is None else match.grounded
                if match.distance is not None:
                    self.distances.append(match.distance * _SCALE)
        elif step.truth.kind == "type" and match.type_match and predicted is not None:
            self.texts += 1
            self.alike += texts.ratio(_short(step.truth.text), _short(predicted.text or ""))

    def __iadd__(self, other: Measures) -> Measures:
        self.steps += other.steps
        self.read += other.read
        self.typed += other.typed
        self.exact += other.exact
        self.grounded += other.grounded
        self.clicked += other.clicked
        self.clicks += other.clicks
        self.distances.extend(other.distances)
        self.texts += other.texts
        self.alike += other.alike
        return self

    @property
    def distance(self) -> tuple[float, float] | None:
        """Mean and median distance of clicks of the right type; None without any."""
        if not self.distances:
            return None
        return sum(self.distances) / len(self.distances), median(self.distances)


@dataclass(frozen=True, slots=True)
class Episodes:
    """Measures of whole episodes. Steps without a prediction are left out, as in published tables."""

    episodes: int
    solved: int
    """Episodes with every step right: SR is `solved / episodes`."""
    progress: Fraction | None
    """Mean share of an episode's steps before the first wrong one."""
    partial: Fraction | None
    """Mean share of an episode's steps that are right, anywhere (averaged as AMS)."""


def episodes(steps: Iterable[tuple[str, int, bool]]) -> Episodes:
    """Group steps (episode, step, right) into episodes.

    Step numbers may have gaps, so a step counts by its rank within its episode.
    """
    by_episode: dict[str, list[tuple[int, bool]]] = {}
    for episode, step, right in steps:
        by_episode.setdefault(episode, []).append((step, right))
    solved, progress, partial = 0, Fraction(0), Fraction(0)
    for known in by_episode.values():
        known.sort()
        first = next((rank for rank, (_, right) in enumerate(known) if not right), len(known))
        solved += first == len(known)
        progress += Fraction(first, len(known))
        partial += Fraction(sum(right for _, right in known), len(known))
    count = len(by_episode)
    return Episodes(count, solved, progress / count if count else None, partial / count if count else None)


def _short(text: str) -> str:
    return texts.tidy(text)[:_LONGEST]
