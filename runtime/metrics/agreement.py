"""Measures how far two sets of scores of the same episodes agree, such as those of two judges or two runs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from runtime.core.events import Score

Marks = Mapping[Any, Hashable]


@dataclass(slots=True)
class _Tally:
    """Pooled counts over subjects that both sides decided, with the size of each side's positive set."""

    n: int = 0
    agree: int = 0
    left: int = 0
    right: int = 0
    both: int = 0
    unscored: int = 0
    flipped: list[str] = field(default_factory=list)

    def add(self, episode: str, left: Marks, right: Marks, positive: frozenset[Hashable]) -> None:
        for subject in sorted({*left, *right}, key=str):
            ours, theirs = left.get(subject), right.get(subject)
            if ours is None or theirs is None:
                self.unscored += 1
                continue
            self.n += 1
            if ours == theirs:
                self.agree += 1
            else:
                self.flipped.append(f"{episode}/{subject}")
            self.left += ours in positive
            self.right += theirs in positive
            self.both += ours in positive and theirs in positive

    def result(self) -> dict[str, Any]:
        either = self.left + self.right - self.both
        return {
            "n": self.n,
            "unscored": self.unscored,
            "agree": self.agree,
            "share": _share(self.agree, self.n),
            "kappa": self._kappa(),
            "jaccard": _share(self.both, either) if self.n == 0 or either else 1.0,
            "recall": _share(self.both, self.right),
            "flipped": sorted(self.flipped),
        }

    def _kappa(self) -> float | None:
        """Return Cohen's kappa of positive against not; None if chance alone would give full agreement."""
        n = self.n
        by_chance = self.left * self.right + (n - self.left) * (n - self.right)
        same = n - self.left - self.right + 2 * self.both
        return round((same * n - by_chance) / (n * n - by_chance), 6) if n * n != by_chance else None


def score_agreement(left: Iterable[Score], right: Iterable[Score]) -> dict[str, Any]:
    """Compute the agreement over the episodes that both sides scored; `right` is the reference for `recall`.

    For each kind of subject: `n` subjects decided by both, `agree` and its `share`, `jaccard` of the pooled positive
    sets (met, hit, compliant, filled, redundant; 1 if both are empty), Cohen's `kappa` of positive against not, and the
    `flipped` ones as `EPISODE/SUBJECT`. Subjects that either side left unscored are only counted. `fills` and
    `redundant` have no negative marks of their own: their subjects are the union of both sides' sets, so only `jaccard`
    and `recall` are meaningful.
    """
    ours = {score.episode: score for score in left}
    theirs = {score.episode: score for score in right}
    shared = sorted(ours.keys() & theirs.keys())
    kinds = ("requirements_any", "requirements_final", "key_steps", "turns", "fills", "redundant", "termination")
    tallies = {kind: _Tally() for kind in kinds}
    yes: frozenset[Hashable] = frozenset({True})
    for episode in shared:
        document, other = marks_by_kind(ours[episode]), marks_by_kind(theirs[episode])
        for kind in ("fills", "redundant"):
            union = {*document[kind], *other[kind]}
            document[kind] = {subject: document[kind].get(subject, False) for subject in union}
            other[kind] = {subject: other[kind].get(subject, False) for subject in union}
        for kind, tally in tallies.items():
            positive = {"turns": frozenset({"compliant"}), "termination": frozenset({"normal"})}.get(kind, yes)
            tally.add(episode, document[kind], other[kind], positive)
    return {
        "episodes": len(shared),
        "only_left": len(ours.keys() - theirs.keys()),
        "only_right": len(theirs.keys() - ours.keys()),
        **{kind: tally.result() for kind, tally in tallies.items()},
    }


def marks_by_kind(score: Score) -> dict[str, Marks]:
    """Return a score's marks by kind of subject."""
    return {
        "requirements_any": {identifier: either for identifier, (either, _) in score.met.items()},
        "requirements_final": {identifier: final for identifier, (_, final) in score.met.items()},
        "key_steps": score.hits,
        "turns": score.labels,
        "fills": {
            identifier: True
            for turn, identifiers in score.filled.items()
            if score.labels.get(turn) == "compliant"
            for identifier in identifiers
        },
        "redundant": {step: None if kind is None else True for step, kind in score.redundant.items()},
        "termination": {"termination": score.termination},
    }


def _share(part: int, total: int) -> float | None:
    return round(part / total, 6) if total else None
