"""Counts the four cells of the reasoning–execution gap, updated step by step. Pure.

For each step the same matching rule answers two questions: is the executed action right (EM), and is the action that
the thought announces right (GTA)?

                    thought right (GTA)     thought wrong
    action right    ideal                   reasoning gap (RG)
    action wrong    execution gap (EG)      both wrong (BW)

    EM = (ideal + RG) / n    GTA = (ideal + EG) / n    hence in counts, exactly: EG - RG = GTA - EM

n counts the steps for which both are known. All values are integers and fractions; if n is 0, a rate is None, never 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import chain
from typing import Final, Literal, NamedTuple

from runtime.metrics.intervals import Z95

Key = tuple[str, int]
"""Identifies a step in a store: episode and step."""
Split = Literal["format", "type", "argument"]
SPLITS: Final[tuple[Split, ...]] = ("format", "type", "argument")
"""Why the executed action is wrong: it could not be parsed, its type differs, or its point or text differs."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two proportions of the same `n` steps, with its 95 % interval (McNemar: discordant steps
    only).
    """

    value: Fraction
    low: float
    high: float
    n: int

    @property
    def sure(self) -> bool:
        """Whether the interval excludes 0."""
        return not self.low <= 0 <= self.high


def paired_difference(more: int, less: int, n: int) -> Difference | None:
    """Return the difference if `more` of `n` steps are right only on the left and `less` only on the right; None if n
    is 0.
    """
    if not n:
        return None
    value = Fraction(more - less, n)
    spread = Z95 * math.sqrt(more + less - (more - less) ** 2 / n) / n
    return Difference(value, max(-1.0, float(value) - spread), min(1.0, float(value) + spread), n)


@dataclass(frozen=True, slots=True)
class Cells:
    """The number of steps in each cell. Cells can be added, so shards are merged by counts and never by rates."""

    ideal: int = 0
    execution_gap: int = 0
    reasoning_gap: int = 0
    both_wrong: int = 0

    def __add__(self, other: Cells) -> Cells:
        return Cells(
            self.ideal + other.ideal,
            self.execution_gap + other.execution_gap,
            self.reasoning_gap + other.reasoning_gap,
            self.both_wrong + other.both_wrong,
        )

    @property
    def n(self) -> int:
        return self.ideal + self.execution_gap + self.reasoning_gap + self.both_wrong

    @property
    def em(self) -> Fraction | None:
        """Share of steps whose action is right."""
        return _share(self.ideal + self.reasoning_gap, self.n)

    @property
    def gta(self) -> Fraction | None:
        """Share of steps whose thought announces the right action."""
        return _share(self.ideal + self.execution_gap, self.n)

    @property
    def difference(self) -> Difference | None:
        """GTA - EM, which is EG - RG."""
        return paired_difference(self.execution_gap, self.reasoning_gap, self.n)

    @property
    def rates(self) -> dict[str, Fraction | None]:
        """The six shares by their names in the paper."""
        return {
            "EM": self.em,
            "GTA": self.gta,
            "IDEAL": _share(self.ideal, self.n),
            "EG": _share(self.execution_gap, self.n),
            "RG": _share(self.reasoning_gap, self.n),
            "BW": _share(self.both_wrong, self.n),
        }


@dataclass(frozen=True, slots=True)
class GapTally:
    """Counts of a set of steps. Tallies of disjoint sets can be added."""

    cells: Cells = Cells()
    executed: int = 0
    """Steps whose EM is known, whether or not their GTA is."""
    right: int = 0
    """Steps of `executed` whose action is right."""
    thoughtless: int = 0
    """Steps of `executed` without a thought: never in a cell."""
    unevaluated: int = 0
    """Steps of `executed` whose thought has not been evaluated: not in a cell yet."""
    unreadable: int = 0
    """Steps of `executed` whose action could not be parsed."""
    format: int = 0
    type: int = 0
    argument: int = 0

    def __add__(self, other: GapTally) -> GapTally:
        added = (getattr(self, name) + getattr(other, name) for name in _TALLIED)
        return GapTally(self.cells + other.cells, *added)

    @property
    def em(self) -> Fraction | None:
        """EM over all steps that have one; that of `cells` covers only steps that also have a GTA."""
        return _share(self.right, self.executed)

    @property
    def missing_thought(self) -> Fraction | None:
        """Share of the steps with an EM that have no thought."""
        return _share(self.thoughtless, self.executed)

    @property
    def execution_gap(self) -> dict[Split, int]:
        """The execution-gap cell by what is wrong with the action; the sum is smaller if this is unknown for some
        steps.
        """
        return {"format": self.format, "type": self.type, "argument": self.argument}


_TALLIED: Final = tuple(field.name for field in fields(GapTally) if field.name != "cells")
_IDEAL, _EG, _RG, _BW, _EXECUTED, _RIGHT, _THOUGHTLESS, _UNEVALUATED, _UNREADABLE, _SPLIT = range(10)
_WIDTH: Final = _SPLIT + len(SPLITS)


class StepRecord(NamedTuple):
    """Everything known about a step; None where nothing was reported."""

    em: bool | None = None
    gta: bool | None = None
    thought: bool | None = None
    split: Split | None = None
    groups: tuple[tuple[str, str], ...] = ()

    @property
    def joint(self) -> bool:
        """Whether the step counts in n: both are known, and there was a thought to evaluate."""
        return self.em is not None and self.gta is not None and self.thought is not False


class Quadrants:
    """The counts of any number of steps, updated as information about them arrives.

    Information may arrive in any order, in parts, and repeatedly: the step's previous contribution is removed first.
    The same information always gives the same counts; if it contradicts itself, the later one counts.
    """

    def __init__(self) -> None:
        self._known: dict[Key, StepRecord] = {}
        self._total = [0] * _WIDTH
        self._groups: dict[tuple[str, str], list[int]] = {}
        self._shared: dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = {}

    def deliver(
        self,
        key: Key,
        *,
        em: bool | None = None,
        gta: bool | None = None,
        thought: bool | None = None,
        split: Split | None = None,
        groups: Mapping[str, str] | None = None,
    ) -> None:
        """Update what is known about a step; arguments that are None or omitted leave it unchanged.

        Args:
            key: the step.
            em: whether the executed action is right; False also if it could not be parsed (with split "format").
            gta: whether the announced action is right; False also if the evaluator's output could not be parsed.
            thought: whether there is one. A step without a thought is in no cell, whatever its `gta`.
            split: what is wrong with the executed action; counted while the step is an execution gap, and
                "format" as unreadable while the action is wrong.
            groups: the step's group in each dimension, such as {"type": "click", "app": "clock"}; replaces all
                groups given before.
        """
        old = self._known.get(key)
        previous = old or StepRecord()
        self._put(
            key,
            old,
            StepRecord(
                previous.em if em is None else em,
                previous.gta if gta is None else gta,
                previous.thought if thought is None else thought,
                previous.split if split is None else split,
                previous.groups if groups is None else self._shared_groups(groups),
            ),
        )

    def withdraw(self, key: Key) -> None:
        """Remove a step and its counts; does nothing if it is not known."""
        old = self._known.pop(key, None)
        if old is not None:
            self._count(old, -1)

    def merge(self, other: Quadrants) -> Quadrants:
        """Merge both stores, as if the other's information had arrived after this one's; neither is changed."""
        return build_quadrants(chain(self.items(), other.items()))

    @property
    def total(self) -> GapTally:
        """Counts of all steps."""
        return _tally(self._total)

    @property
    def cells(self) -> Cells:
        """The four cells of all steps."""
        return self.total.cells

    def by(self, dimension: str) -> dict[str, GapTally]:
        """Return the counts by group of a dimension, sorted by name, without empty groups."""
        return {name: _tally(counts) for (kind, name), counts in sorted(self._groups.items()) if kind == dimension}

    def items(self) -> Iterator[tuple[Key, StepRecord]]:
        """Iterate over all steps and what is known about them, in the order of their first mention."""
        return iter(self._known.items())

    def get(self, key: Key) -> StepRecord | None:
        """Return what is known about a step, or None."""
        return self._known.get(key)

    def __len__(self) -> int:
        return len(self._known)

    def __eq__(self, other: object) -> bool:
        """Return whether both stores hold the same information, in whatever order it arrived."""
        if not isinstance(other, Quadrants):
            return NotImplemented
        return (self._known, self._total, self._groups) == (other._known, other._total, other._groups)

    __hash__ = None  # type: ignore[assignment]

    def _put(self, key: Key, old: StepRecord | None, new: StepRecord) -> None:
        if old is not None:
            if old == new:
                return
            self._count(old, -1)
        self._known[key] = new
        self._count(new, 1)

    def _count(self, known: StepRecord, sign: int) -> None:
        marks = _marks(known)
        for mark in marks:
            self._total[mark] += sign
        for group in known.groups:
            counts = self._groups.get(group)
            if counts is None:
                counts = self._groups[group] = [0] * (_WIDTH + 1)
            counts[_WIDTH] += sign
            for mark in marks:
                counts[mark] += sign
            if not counts[_WIDTH]:
                del self._groups[group]

    def _shared_groups(self, groups: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """Return one shared tuple for all steps with the same groups, to save memory."""
        named = tuple(sorted(groups.items()))
        return self._shared.setdefault(named, named)


def build_quadrants(deliveries: Iterable[tuple[Key, StepRecord]]) -> Quadrants:
    """Build a store from all given steps at once."""
    store = Quadrants()
    for key, known in deliveries:
        store.deliver(
            key,
            em=known.em,
            gta=known.gta,
            thought=known.thought,
            split=known.split,
            groups=dict(known.groups) if known.groups else None,
        )
    return store


_SIDES: Final[Mapping[str, Callable[[bool, bool], bool]]] = {
    "EM": lambda em, gta: em,
    "GTA": lambda em, gta: gta,
    "IDEAL": lambda em, gta: em and gta,
    "EG": lambda em, gta: gta and not em,
    "RG": lambda em, gta: em and not gta,
    "BW": lambda em, gta: not em and not gta,
}


def compare_rates(left: Quadrants, right: Quadrants, rate: str) -> Difference | None:
    """Return `left` - `right` of one of the six rates over the steps in n on both sides; None if there are none."""
    side = _SIDES[rate]
    more = less = n = 0
    for key, ours in left.items():
        theirs = right.get(key)
        if theirs is None or not (ours.joint and theirs.joint):
            continue
        ours_holds, other = side(bool(ours.em), bool(ours.gta)), side(bool(theirs.em), bool(theirs.gta))
        n += 1
        more += ours_holds and not other
        less += other and not ours_holds
    return paired_difference(more, less, n)


def _share(part: int, total: int) -> Fraction | None:
    return Fraction(part, total) if total else None


def _marks(known: StepRecord) -> list[int]:
    """Return the indexes of the counts that include a step."""
    if known.em is None:
        return []
    marks = [_EXECUTED]
    if known.em:
        marks.append(_RIGHT)
    elif known.split == "format":
        marks.append(_UNREADABLE)
    if known.thought is False:
        marks.append(_THOUGHTLESS)
    elif known.gta is None:
        if known.thought:
            marks.append(_UNEVALUATED)
    elif known.em:
        marks.append(_IDEAL if known.gta else _RG)
    elif known.gta:
        marks.append(_EG)
        if known.split is not None:
            marks.append(_SPLIT + SPLITS.index(known.split))
    else:
        marks.append(_BW)
    return marks


def _tally(counts: list[int]) -> GapTally:
    return GapTally(Cells(*counts[:4]), *counts[4:_WIDTH])
