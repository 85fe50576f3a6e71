"""Finds disagreements between judges, and between the user's label of a turn and a judge's.

    panel  {"judges": [NAME], "episodes", "items", "disputed", "share",
            "by_kind": {KIND: {"items", "disputed", "share", "abstained", "fleiss", "rated_by_all",
                               "cohen": {"A, B": κ}}}}
    user   {"judge", "turns", "agree", "share", "unlabelled", "by_label": {USER: {JUDGE: n}},
            "differ": [{"episode", "turn", "user", "judge"}]}

An item is a subject that at least two judges decided; it is disputed if two of them differ. Fleiss' kappa covers the
items that all judges decided, Cohen's those that both decided. Fills and redundant steps are unions of positive
findings, without agreement on negatives: they have no kappa and do not count in the share of all items.

The user and the rule judge share the code that classifies a question, but not its result: that they agree is no
evidence that the label is right, so it has no kappa. If they differ on a turn, their memories of the dialogue differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from runtime.core.events import Score
from runtime.metrics.agreement import marks_by_kind
from runtime.metrics.reliability import cohen_kappa, confusion, fleiss_kappa

_UNIONS: Final = frozenset({"fills", "redundant"})
KINDS: Final = ("requirements_any", "requirements_final", "key_steps", "turns", "fills", "redundant", "termination")
_PLACES: Final = 6


@dataclass(slots=True)
class _Items:
    """The verdicts on one kind of subject: a row of values for each subject that at least two judges decided."""

    rows: list[tuple[Hashable, ...]] = field(default_factory=list)
    abstained: int = 0

    def add(self, values: Sequence[Hashable]) -> None:
        decided = sum(value is not None for value in values)
        if decided > 1:
            self.rows.append(tuple(values))
        self.abstained += len(values) - decided

    @property
    def disputed(self) -> int:
        return sum(len({value for value in row if value is not None}) > 1 for row in self.rows)

    def document(self, judges: Sequence[str], kappas: bool) -> dict[str, Any]:
        groups = [row for row in self.rows if None not in row]
        pairs = combinations(range(len(judges)), 2) if kappas else ()
        return {
            "items": len(self.rows),
            "disputed": self.disputed,
            "share": _rounded(Fraction(self.disputed, len(self.rows)) if self.rows else None),
            "abstained": self.abstained,
            "fleiss": _rounded(fleiss_kappa(groups)) if kappas else None,
            "rated_by_all": len(groups),
            "cohen": {f"{judges[a]}, {judges[b]}": _rounded(self._cohen(a, b)) for a, b in pairs},
        }

    def _cohen(self, left: int, right: int) -> Fraction | None:
        both = [(row[left], row[right]) for row in self.rows if row[left] is not None and row[right] is not None]
        return cohen_kappa(confusion(both)) if both else None


def judge_disagreements(by_judge: Mapping[str, Iterable[Score]]) -> dict[str, Any]:
    """Return the agreement of judges over the episodes that all of them completed; failed judges did not."""
    judges = tuple(by_judge)
    scores = [{score.episode: score for score in by_judge[judge] if score.cause != "judge"} for judge in judges]
    shared = sorted(set.intersection(*(set(score) for score in scores))) if scores else []
    items = {kind: _Items() for kind in KINDS}
    for episode in shared:
        each = [marks_by_kind(score[episode]) for score in scores]
        for kind, found in items.items():
            subjects = {subject: None for entry in each for subject in entry[kind]}
            absent = False if kind in _UNIONS else None
            for subject in sorted(subjects, key=str):
                found.add([entry[kind].get(subject, absent) for entry in each])
    counted = [item for kind, item in items.items() if kind not in _UNIONS]
    row_count, disputed = sum(len(item.rows) for item in counted), sum(item.disputed for item in counted)
    return {
        "judges": list(judges),
        "episodes": len(shared),
        "items": row_count,
        "disputed": disputed,
        "share": _rounded(Fraction(disputed, row_count) if row_count else None),
        "by_kind": {kind: item.document(judges, kind not in _UNIONS) for kind, item in items.items() if item.rows},
    }


def user_agreement(scores: Iterable[Score]) -> dict[str, Any]:
    """Compare the user's own label of each turn with the judge's; unlabelled turns are only counted."""
    by_label: Counter[tuple[Hashable, Hashable]] = Counter()
    differ: list[dict[str, Any]] = []
    unlabelled, judge = 0, ""
    for score in sorted(scores, key=lambda item: item.episode):
        judge = score.judge
        for turn in range(1, score.turns + 1):
            ours, theirs = score.user_labels.get(turn), score.labels.get(turn)
            if ours is None or theirs is None:
                unlabelled += 1
                continue
            by_label[ours, theirs] += 1
            if ours != theirs:
                differ.append({"episode": score.episode, "turn": turn, "user": ours, "judge": theirs})
    turns = sum(by_label.values())
    table: dict[str, dict[str, int]] = {}
    for (kind, found), count in sorted(by_label.items(), key=str):
        table.setdefault(str(kind), {})[str(found)] = count
    return {
        "judge": judge,
        "turns": turns,
        "agree": turns - len(differ),
        "share": _rounded(Fraction(turns - len(differ), turns) if turns else None),
        "unlabelled": unlabelled,
        "by_label": table,
        "differ": differ,
    }


def _rounded(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), _PLACES)
