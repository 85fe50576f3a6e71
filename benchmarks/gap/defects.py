"""Counts defects of the input by kind, and stores the first examples of each kind. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

from benchmarks.gap.records import Defect, DefectKind

NAMED: Final = 10
"""Number of examples stored for each kind."""
WORDS: Final[dict[DefectKind, str]] = {
    "unreadable": "records that cannot be read",
    "missing": "records without a field that is needed",
    "outside": "points or boxes outside the screen",
    "swapped": "signs of swapped x and y",
    "mixed": "records of another dataset",
    "unknown": "predictions for steps that are not in the dataset",
    "duplicate": "duplicate steps or predictions",
    "unmatched": "steps without a prediction",
    "evaluator": "evaluations that cannot be read (GTA 0)",
}
"""A description of each kind."""
PARDONED: Final[frozenset[DefectKind]] = frozenset({"evaluator"})
"""Kinds that --strict accepts. An unreadable evaluation is a result of the evaluator, not an input error."""


class Defects:
    """Counts by kind, in constant memory."""

    def __init__(self) -> None:
        self.counts: Counter[DefectKind] = Counter()
        self._first: dict[DefectKind, list[Defect]] = {}

    def add(self, defect: Defect) -> None:
        """Count a defect, and store it if it is one of the first of its kind."""
        self.counts[defect.kind] += 1
        first = self._first.setdefault(defect.kind, [])
        if len(first) < NAMED:
            first.append(defect)

    @property
    def fatal(self) -> int:
        """Number of defects that make the command fail with --strict."""
        return sum(count for kind, count in self.counts.items() if kind not in PARDONED)

    def lines(self) -> Iterator[str]:
        """The report: each kind with its count and its first examples by file and line."""
        for kind in get_args(DefectKind):
            count = self.counts[kind]
            if not count:
                continue
            first = self._first[kind]
            yield f"{count} {WORDS[kind]}" + (f"; the first {len(first)}:" if count > len(first) else ":")
            for defect in first:
                yield f"  {defect.source}: {defect.detail}" if defect.source else f"  {defect.detail}"
