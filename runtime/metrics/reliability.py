"""Measures of agreement beyond chance (kappas), and of overlap between a found and a true set. Pure; exact inside."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Overlap:
    """Counts of found against true items: `both`, `only_found`, `only_true`, `neither`. Overlaps can be added."""

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
        """Size of the intersection over the union; 1 if both sets are empty."""
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
        """Share of the items outside the true set that were not found; `recall` is the matching sensitivity."""
        false = self.only_found + self.neither
        return Fraction(self.neither, false) if false else None

    @property
    def accuracy(self) -> Fraction | None:
        return Fraction(self.both + self.neither, self.n) if self.n else None

    @property
    def f1(self) -> Fraction | None:
        """Harmonic mean of precision and recall; None if both sets are empty."""
        sizes = 2 * self.both + self.only_found + self.only_true
        return Fraction(2 * self.both, sizes) if sizes else None

    @property
    def mcc(self) -> float | None:
        """Matthews' correlation coefficient; None if found or true never varies."""
        product = (
            (self.both + self.only_found)
            * (self.both + self.only_true)
            * (self.neither + self.only_found)
            * (self.neither + self.only_true)
        )
        # A square root, so the only value here that cannot be a fraction.
        return (self.both * self.neither - self.only_found * self.only_true) / math.sqrt(product) if product else None

    @property
    def kappa(self) -> Fraction | None:
        """Cohen's kappa of the found set and the true set."""
        return cohen_kappa(
            {
                (True, True): self.both,
                (True, False): self.only_found,
                (False, True): self.only_true,
                (False, False): self.neither,
            }
        )


def item_overlap(found: bool, true: bool) -> Overlap:
    """Return the counts of a single item."""
    return Overlap(found and true, found and not true, true and not found, not found and not true)


Settling = Literal["agreed", "na", "adjudicated", "open"]


def combine_ratings(
    first: bool | None, other: bool | None, third: tuple[bool | None] | None = None
) -> tuple[bool | None, Settling]:
    """Combine two raters' answers and say how: None from either settles it, a third rater decides a conflict.

    `third` holds the third rater's answer, if there is one already; a conflict without it is `open`.
    """
    if first is None or other is None:
        return None, "na"
    if first == other:
        return first, "agreed"
    return (None, "open") if third is None else (third[0], "adjudicated")


def confusion(pairs: Iterable[tuple[Hashable, Hashable]]) -> Counter[tuple[Hashable, Hashable]]:
    """Count how often each pair of labels was given; left rater first."""
    return Counter(pairs)


def cohen_kappa(table: Mapping[tuple[Any, Any], int]) -> Fraction | None:
    """Return Cohen's kappa of two raters over any number of labels; None if chance alone would give full agreement."""
    total = sum(table.values())
    left: Counter[Hashable] = Counter()
    right: Counter[Hashable] = Counter()
    for (item, other), count in table.items():
        left[item] += count
        right[other] += count
    same = sum(count for (item, other), count in table.items() if item == other)
    chance = sum(left[label] * right[label] for label in left)
    return Fraction(same * total - chance, total * total - chance) if total * total != chance else None


def fleiss_kappa(subjects: Sequence[Sequence[Hashable]]) -> Fraction | None:
    """Return Fleiss' kappa of the labels that raters gave to each subject; None if chance alone would give full
    agreement.

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
