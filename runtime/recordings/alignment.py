"""Two episodes step by step: which steps they have in common, and where they first differ. Pure.

Steps are the same if the same operation led to the same page, in the judge's words (AmbiBench §4.1.2). The longest
common subsequence of both is found; what lies between two common steps stands side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from runtime.recordings.timeline import TimelineStep

StepKey = tuple[str, str]
"""Page and operation."""


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """Steps that stand side by side, by their positions in the two episodes; None where an episode has none."""

    left: int | None
    right: int | None
    same: bool


def step_key(step: TimelineStep) -> StepKey:
    """Return what identifies a step; without a judge's description, the action in words."""
    return step.page, step.operation or step.words


def align(left: Sequence[StepKey], right: Sequence[StepKey]) -> tuple[AlignedRow, ...]:
    """Align two sequences by their longest common subsequence. Every position occurs once, in order."""
    rows: list[AlignedRow] = []
    done_left = done_right = 0
    for here, there in (*_common(left, right), (len(left), len(right))):
        between = max(here - done_left, there - done_right)
        for offset in range(between):
            at_left, at_right = done_left + offset, done_right + offset
            rows.append(
                AlignedRow(at_left if at_left < here else None, at_right if at_right < there else None, same=False)
            )
        if here < len(left):
            rows.append(AlignedRow(here, there, same=True))
        done_left, done_right = here + 1, there + 1
    return tuple(rows)


def first_difference(rows: Sequence[AlignedRow]) -> int | None:
    """Return the position of the first row whose steps differ; None if the episodes are the same."""
    return next((number for number, row in enumerate(rows) if not row.same), None)


def _common(left: Sequence[StepKey], right: Sequence[StepKey]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a longest common subsequence; of several, the one that matches earliest."""
    lengths = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for here in reversed(range(len(left))):
        for there in reversed(range(len(right))):
            lengths[here][there] = (
                lengths[here + 1][there + 1] + 1
                if left[here] == right[there]
                else max(lengths[here + 1][there], lengths[here][there + 1])
            )
    here = there = 0
    while here < len(left) and there < len(right):
        if left[here] == right[there]:
            yield here, there
            here, there = here + 1, there + 1
        elif lengths[here + 1][there] >= lengths[here][there + 1]:
            here += 1
        else:
            there += 1
