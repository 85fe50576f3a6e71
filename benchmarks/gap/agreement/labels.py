"""People's labels of thoughts, merged strictly: two annotators, and an adjudicator where they differ. Pure.

A label is about one model's thought at a step. NA is a label too; it excludes the thought and carries an error code.
`items` are all thoughts to be labelled, in the order of the sample.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from benchmarks.gap.records import Defect
from runtime.core.errors import UsageError
from runtime.metrics.reliability import Settling, cohen_kappa, combine_ratings

Key = tuple[str, int]
NO_THOUGHT: Final = "E_COT_MISSING"
NO_PREDICTION: Final = "E_PRED_MISSING"
CODES: Final[Mapping[str, str]] = {
    "E_GT_ERROR": "the ground truth is wrong",
    NO_THOUGHT: "there is no thought",
    "E_COT_PARSE_FAIL": "no action can be read from the thought",
    NO_PREDICTION: "the model's output is missing or cannot be read",
    "E_IMAGE_NOT_FOUND": "the picture is missing",
    "E_DATA_BAD": "the record is damaged",
    "E_MISMATCH_INSTR_SCREEN": "the instruction does not belong to this screen",
    "E_OTHER": "something else",
}
"""Why a thought cannot be labelled: the codes of the published annotation form."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A person's last label of a thought; `gta` None is NA."""

    gta: bool | None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One thought to be labelled.

    `unasked`: error code if there is no thought; the label is then NA, and nobody is asked.
    """

    model: str
    episode: str
    step: int
    unasked: str = ""

    @property
    def key(self) -> Key:
        """The step."""
        return self.episode, self.step


@dataclass(frozen=True, slots=True)
class Label:
    """The merged label of an item, and how it came about.

    `given`: read from a file of merged labels; `single`: only one annotator; `unasked`: see `Item`.
    """

    item: Item
    gta: bool | None
    how: Settling | Literal["given", "single", "unasked"] = "given"
    codes: tuple[str, ...] = ()
    em: bool | None = None
    system: bool | None = None


@dataclass(frozen=True, slots=True)
class AnnotatorPair:
    """The labels of two annotators on their common items."""

    names: tuple[str, str]
    table: Mapping[tuple[bool | None, bool | None], int]
    """Number of items for each pair of labels; None is NA."""

    @property
    def n(self) -> int:
        return sum(self.table.values())

    @property
    def same(self) -> int:
        """Items with equal labels, NA included."""
        return sum(count for (first, other), count in self.table.items() if first == other)

    @property
    def conflicts(self) -> int:
        """Items with 1 against 0, which the adjudicator decides."""
        return self.table.get((True, False), 0) + self.table.get((False, True), 0)

    @property
    def na(self) -> int:
        """Items with at least one NA."""
        return sum(count for pair, count in self.table.items() if None in pair)

    @property
    def kappa(self) -> Fraction | None:
        """Cohen's kappa over the items that both labelled 1 or 0."""
        return cohen_kappa({pair: count for pair, count in self.table.items() if None not in pair})

    @property
    def kappa_with_na(self) -> Fraction | None:
        """Cohen's kappa with NA as a third label."""
        return cohen_kappa(self.table)


@dataclass(frozen=True, slots=True)
class Labels:
    """All merged labels of a sample or a file."""

    labels: tuple[Label, ...]
    between: AnnotatorPair | None = None
    defects: tuple[Defect, ...] = ()
    source: str = ""

    @property
    def models(self) -> tuple[str, ...]:
        """The labelled models; empty if the labels name none."""
        return tuple(dict.fromkeys(label.item.model for label in self.labels if label.item.model))

    @property
    def counts(self) -> Counter[str]:
        """Number of labels by how they came about."""
        return Counter(label.how for label in self.labels)

    @property
    def codes(self) -> Counter[str]:
        """Number of NA labels by error code."""
        return Counter(code for label in self.labels if label.gta is None for code in label.codes)

    def document(self) -> dict[str, Any]:
        """Origin of the labels for a result document: annotators, counts, reasons for NA."""
        between = self.between
        return {
            "annotators": list(between.names) if between is not None else [],
            "both": between.n if between is not None else 0,
            "kappa": _plain(between.kappa) if between is not None else None,
            "kappa_with_na": _plain(between.kappa_with_na) if between is not None else None,
            "settled": dict(sorted(self.counts.items())),
            "codes": dict(sorted(self.codes.items())),
        }

    def valid(self, model: str = "") -> dict[Key, bool]:
        """People's GTA of a model's thoughts, without NA and open items.

        Raises:
            UsageError: the labels are of other models.
        """
        return {label.item.key: label.gta for label in self._of(model) if label.gta is not None}

    def system(self, model: str = "") -> dict[Key, bool]:
        """The evaluator's GTA, if the file contains it.

        Raises:
            UsageError: the labels are of other models.
        """
        return {label.item.key: label.system for label in self._of(model) if label.system is not None}

    def em(self, model: str = "") -> dict[Key, bool]:
        """Whether the model's action was right, if the file contains it.

        Raises:
            UsageError: the labels are of other models.
        """
        return {label.item.key: label.em for label in self._of(model) if label.em is not None}

    def _of(self, model: str) -> list[Label]:
        there = self.models
        if not there or (not model and len(there) == 1):
            return list(self.labels)
        if model not in there:
            asked = f"none of {model!r}" if model else "and it must be said which is meant"
            raise UsageError(f"{self.source or 'the labels'} are about {', '.join(map(repr, there))}, {asked}")
        return [label for label in self.labels if label.item.model == model]


Votes = Mapping[Item, Vote]


def merge_labels(items: Sequence[Item], annotators: Mapping[str, Votes], adjudicator: Votes) -> tuple[Label, ...]:
    """Merge the labels strictly. Items that not all annotators have labelled are `open`.

    Raises:
        ValueError: there are more than two annotators.
    """
    if len(annotators) > 2:
        raise ValueError(f"labelled by {len(annotators)} people ({', '.join(sorted(annotators))}), at most two may")
    return tuple(_label(item, [votes.get(item) for votes in annotators.values()], adjudicator) for item in items)


def _label(item: Item, details: Sequence[Vote | None], adjudicator: Votes) -> Label:
    if item.unasked:
        return Label(item, None, "unasked", (item.unasked,))
    there = [output for output in details if output is not None]
    if not there or len(there) < len(details):
        return Label(item, None, "open")
    if len(there) == 1:
        (only,) = there
        return Label(item, only.gta, "single", _codes(there) if only.gta is None else ())
    third = adjudicator.get(item)
    gta, how = combine_ratings(there[0].gta, there[1].gta, None if third is None else (third.gta,))
    reasons = there if how == "na" or third is None else [third]
    return Label(item, gta, how, _codes(reasons) if gta is None else ())


def _codes(outputs: Iterable[Vote]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(output.code for output in outputs if output.code))


def compare_annotators(names: tuple[str, str], ours_holds: Votes, other: Votes) -> AnnotatorPair:
    """Compare two annotators on their common items."""
    return AnnotatorPair(
        names, Counter((output.gta, other[item].gta) for item, output in ours_holds.items() if item in other)
    )


def _plain(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 4)
