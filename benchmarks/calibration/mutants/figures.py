"""Counts mutants by operator: how many a judge refused, how many survived, and which of these are no mistakes. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class MutantCounts:
    """What a judge made of the mutants of one operator."""

    killed: int = 0
    equivalent: int = 0
    """Survivors that are right end states: listed by hand, or played into the reference's end state."""
    unseen: int = 0
    """Survivors whose difference no recorded screen showed."""
    survivors: list[str] = field(default_factory=list)
    """A line for each survivor that the judge should have refused."""

    @property
    def total(self) -> int:
        """All mutants, equivalent ones included."""
        return self.killed + self.equivalent + self.unseen + len(self.survivors)

    @property
    def rate(self) -> float | None:
        """The share that was refused of those that should have been."""
        wrong = self.killed + len(self.survivors)
        return self.killed / wrong if wrong else None

    def __add__(self, other: MutantCounts) -> MutantCounts:
        return MutantCounts(
            self.killed + other.killed,
            self.equivalent + other.equivalent,
            self.unseen + other.unseen,
            [*self.survivors, *other.survivors],
        )


def total(counts: Iterable[MutantCounts]) -> MutantCounts:
    """All operators together."""
    return sum(counts, MutantCounts())


def describe(counts: MutantCounts) -> str:
    """The counts in one line, with up to three survivors."""
    parts = [f"{counts.killed} of {counts.killed + len(counts.survivors)} refused"]
    parts += [f"{counts.equivalent} equivalent"] if counts.equivalent else []
    parts += [f"{counts.unseen} never on a screen"] if counts.unseen else []
    parts += [f"survived: {'; '.join(counts.survivors[:3])}"] if counts.survivors else []
    return ", ".join(parts)
