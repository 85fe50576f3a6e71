"""How far raters agree beyond chance, and how far a set that was found is the set that there is. Pure, exact inside."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Overlap:
    """Found against true, counted: `both`, `only_found`, `only_true`, `neither`. Adds up."""

    both: int = 0
    only_found: int = 0
    only_true: int = 0
    neither: int = 0

    def __add__(self, other: Overlap) -> Overlap:
        return Overlap(
            self.both + other.both,
            self.only_found + other.only_found,
            self.only_true + other.only_true,
            self.neither + other.neither,
        )

    @property
    def n(self) -> int:
        return self.both + self.only_found + self.only_true + self.neither

    @property
    def jaccard(self) -> Fraction:
        """Common part of the union; 1 where both sets are empty."""
        union = self.both + self.only_found + self.only_true
        return Fraction(self.both, union) if union else Fraction(1)

    @property
    def precision(self) -> Fraction | None:
        found = self.both + self.only_found
        return Fraction(self.both, found) if found else None

    @property
    def recall(self) -> Fraction | None:
        true = self.both + self.only_true
        return Fraction(self.both, true) if true else None

    @property
    def specificity(self) -> Fraction | None:
        """Of what is not in the true set, the part that was left out; `recall` is the sensitivity beside it."""
        false = self.only_found + self.neither
        return Fraction(self.neither, false) if false else None

    @property
    def accuracy(self) -> Fraction | None:
        return Fraction(self.both + self.neither, self.n) if self.n else None

    @property
    def f1(self) -> Fraction | None:
        """Harmonic mean of precision and recall; None where both sets are empty."""
        sizes = 2 * self.both + self.only_found + self.only_true
        return Fraction(2 * self.both, sizes) if sizes else None

    @property
    def mcc(self) -> float | None:
        """Matthews' correlation coefficient; None where one of the two answers was never given, or never true."""
        product = (
            (self.both + self.only_found)
            * (self.both + self.only_true)
            * (self.neither + self.only_found)
            * (self.neither + self.only_true)
        )
        # A root, so the only figure here that cannot be a fraction.
        return (self.both * self.neither - self.only_found * self.only_true) / math.sqrt(product) if product else None

    @property
    def kappa(self) -> Fraction | None:
        """Cohen's kappa of the two answers to "is it in the set?"."""
        return cohen(
            {
                (True, True): self.both,
                (True, False): self.only_found,
                (False, True): self.only_true,
                (False, False): self.neither,
            }
        )


def overlap(found: bool, true: bool) -> Overlap:
    """The count of one item."""
    return Overlap(found and true, found and not true, true and not found, not found and not true)


Settling = Literal["agreed", "na", "adjudicated", "open"]


def strict(
    first: bool | None, other: bool | None, third: tuple[bool | None] | None = None
) -> tuple[bool | None, Settling]:
    """What two raters' answers come to, and how: who cannot tell (None) settles it, else a third decides a conflict.

    `third` holds the answer of the one who decides, if it is there already; a conflict without it is `open`.
    """
    if first is None or other is None:
        return None, "na"
    if first == other:
        return first, "agreed"
    return (None, "open") if third is None else (third[0], "adjudicated")


def confusion(pairs: Iterable[tuple[Hashable, Hashable]]) -> Counter[tuple[Hashable, Hashable]]:
    """How often each pair of labels was given; left rater first."""
    return Counter(pairs)


def cohen(table: Mapping[tuple[Any, Any], int]) -> Fraction | None:
    """Cohen's kappa of two raters over any number of labels; None where chance alone would make them agree."""
    total = sum(table.values())
    left: Counter[Hashable] = Counter()
    right: Counter[Hashable] = Counter()
    for (item, other), count in table.items():
        left[item] += count
        right[other] += count
    same = sum(count for (item, other), count in table.items() if item == other)
    chance = sum(left[label] * right[label] for label in left)
    return Fraction(same * total - chance, total * total - chance) if total * total != chance else None


def fleiss(subjects: Sequence[Sequence[Hashable]]) -> Fraction | None:
    """Fleiss' kappa: each subject with the labels that its raters gave; None where chance alone would make them agree.

    Raises:
        ValueError: fewer than two raters, or not the same number for every subject.
    """
    sizes = {len(labels) for labels in subjects}
    if not subjects:
        return None
    if len(sizes) != 1 or min(sizes) < 2:
        raise ValueError("every subject needs the same number of raters, two at least")
    (raters,) = sizes
    totals: Counter[Hashable] = Counter()
    agree = 0
    for labels in subjects:
        counts = Counter(labels)
        totals.update(counts)
        agree += sum(count * (count - 1) for count in counts.values())
    observed = Fraction(agree, len(subjects) * raters * (raters - 1))
    given = len(subjects) * raters
    chance = sum((Fraction(count, given) ** 2 for count in totals.values()), Fraction(0))
    return (observed - chance) / (1 - chance) if chance != 1 else None
