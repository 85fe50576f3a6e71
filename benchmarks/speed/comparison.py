"""Samples, series and claims: the arithmetic of a comparison, pure."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

DRIFT: Final = 0.20
"""A floor that changes by more from repeat to repeat tells that the machine was busy with something else."""

Kind = Literal["rate", "efficiency", "cost", "absolute", "added", "spent"]
"""Of a claim: how many times as fast by the clock; how many times less CPU per operation; how many times as much CPU
per operation; operations per second in some unit; how much longer one operation takes, and how much CPU it costs, in
some unit. Of costs, and of what is added and spent, the bar is the most that may be."""
_CPU: Final = ("efficiency", "cost", "spent")
_MOST: Final = ("cost", "added", "spent")


@dataclass(frozen=True, slots=True)
class Sample:
    """One repeat: operations done, seconds by the clock and of CPU (threads and ended children included).

    `peak` is the largest memory of the process so far, in KiB; `middle` the median of seconds per operation over the
    pieces in which it was played, 0 where that was one.
    """

    operations: int
    wall: float
    cpu: float
    peak: int = 0
    middle: float = 0.0


def together(samples: Sequence[Sample]) -> Sample:
    """Pieces of one repeat as one sample."""
    return Sample(
        sum(sample.operations for sample in samples),
        sum(sample.wall for sample in samples),
        sum(sample.cpu for sample in samples),
        max(sample.peak for sample in samples),
        statistics.median(sample.wall / sample.operations for sample in samples),
    )


def shares(count: int, among: int) -> tuple[int, ...]:
    """A number in equal parts, the first of them larger by one if need be."""
    quotient, rest = divmod(count, among)
    return tuple(quotient + (index < rest) for index in range(among))


@dataclass(frozen=True, slots=True)
class Series:
    """All repeats of one contender."""

    samples: tuple[Sample, ...]

    @property
    def cpu(self) -> float:
        """Seconds of CPU per operation: the least, since a disturbance only adds."""
        return min(sample.cpu / sample.operations for sample in self.samples)

    @property
    def rate(self) -> float:
        """Operations per second by the clock: the median."""
        return statistics.median(sample.operations / sample.wall for sample in self.samples)

    @property
    def middle(self) -> float:
        """Seconds by the clock for one operation: the median."""
        return statistics.median(sample.middle or sample.wall / sample.operations for sample in self.samples)

    def drift(self, kind: Kind) -> float:
        """By how much the repeats differ in what this kind of claim looks at: 0.1 is 10 %."""
        if kind == "added":
            values = [sample.middle or sample.wall / sample.operations for sample in self.samples]
        else:
            values = [(sample.cpu if kind in _CPU else sample.wall) / sample.operations for sample in self.samples]
        return max(values) / min(values) - 1


@dataclass(frozen=True, slots=True)
class Claim:
    """A required ratio of `ours` to `peer` (the floor or another); `absolute`: a limit on `ours` alone.

    `unit` names what `scale` makes of operations per second where the claim is `absolute`, and of seconds where it is
    about what is `added` or `spent`.
    """

    what: str
    ours: str
    peer: str
    kind: Kind
    bar: float
    unit: str = ""
    scale: float = 1.0

    def ratio(self, ours: Series, peer: Series) -> float:
        """The figure that is compared with the bar."""
        match self.kind:
            case "rate":
                return ours.rate / peer.rate
            case "efficiency":
                return peer.cpu / ours.cpu
            case "cost":
                return ours.cpu / peer.cpu
            case "absolute":
                return ours.rate * self.scale
            case "added":
                return (ours.middle - peer.middle) * self.scale
            case "spent":
                return ours.cpu * self.scale

    @property
    def most(self) -> bool:
        """Whether the bar is the most that may be."""
        return self.kind in _MOST

    def met(self, ratio: float) -> bool:
        """Whether the figure is good enough."""
        return ratio <= self.bar if self.most else ratio >= self.bar


@dataclass(frozen=True, slots=True)
class Verdict:
    """A claim with what was measured. `drift` is the floor's."""

    claim: Claim
    ours: Series
    peer: Series
    floor: Series

    @property
    def ratio(self) -> float:
        return self.claim.ratio(self.ours, self.peer)

    @property
    def drift(self) -> float:
        return self.floor.drift(self.claim.kind)

    @property
    def valid(self) -> bool:
        """Whether the machine was quiet enough to tell."""
        return self.drift <= DRIFT

    @property
    def holds(self) -> bool:
        return self.valid and self.claim.met(self.ratio)

    @property
    def word(self) -> str:
        """The verdict in the table."""
        if not self.valid:
            return "invalid"
        return "yes" if self.holds else "NO"


@dataclass(frozen=True, slots=True)
class Result:
    """A contest as it went: the series by contender, and why others are missing."""

    series: Mapping[str, Series]
    skipped: Mapping[str, str]


def judge(claims: tuple[Claim, ...], floor: str, result: Result) -> tuple[Verdict, ...]:
    """The verdicts on all claims whose contenders took part."""
    series = result.series
    return tuple(
        Verdict(claim, series[claim.ours], series[claim.peer], series[floor])
        for claim in claims
        if {claim.ours, claim.peer, floor} <= series.keys()
    )
