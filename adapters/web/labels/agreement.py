"""Agreement between annotators, and of judges with the annotators' majority. Pure.

A skipped item has no label. Fleiss' kappa covers the items that all annotators labelled, and Cohen's kappa of a pair
those that both labelled. The majority is the label that more than half of an item's annotators gave. A mark that a
judge left unscored counts as "not in the set", and as a label of its own for items with more than two labels.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from adapters.web.labels.questions import SKIP, Kind, Value
from runtime.core.events import Score
from runtime.metrics.reliability import Overlap, cohen_kappa, confusion, fleiss_kappa, item_overlap

DIMENSIONS: Mapping[str, Kind] = {
    "v_out": "requirement",
    "v_step": "key_step",
    "fills": "fill",
    "turns": "turn",
    "termination": "termination",
}
SETS: tuple[Kind, ...] = ("requirement", "key_step", "fill")
"""Kinds of items with yes-or-no labels, which are the ones that the paper's annotators labelled."""
_UNSCORED = "unscored"


@dataclass(frozen=True, slots=True)
class Item:
    """An item to be labelled.

    `trace`: its number in the sample; `part`: the requirement's kind; `step`: the step after which it can be seen.
    """

    trace: int
    episode: str
    attempt: int
    subject: str
    kind: Kind
    level: str
    part: str = ""
    step: int | None = None


@dataclass(slots=True)
class Votes:
    """An item with its labels by annotator, without skips."""

    item: Item
    by: dict[str, Value] = field(default_factory=dict)

    @property
    def majority(self) -> Value | None:
        """The label of more than half of the annotators; None without a majority or labels."""
        if not self.by:
            return None
        ((leader, count),) = Counter(self.by.values()).most_common(1)
        return leader if 2 * count > len(self.by) else None


def collect_votes(items: Iterable[Item], answers: Mapping[str, Mapping[tuple[str, int, str], Value]]) -> list[Votes]:
    """All items with their labels. `answers`: each annotator's last decision on each item."""
    votes = []
    for item in items:
        key = (item.episode, item.attempt, item.subject)
        given = {name: values[key] for name, values in answers.items() if values.get(key, SKIP) != SKIP}
        votes.append(Votes(item, given))
    return votes


# -- between annotators ----------------------------------------------------------------------------------------------


def reliability(votes: Sequence[Votes], annotators: Sequence[str]) -> dict[str, Any]:
    """Kappa over all yes-or-no items (`overall`), and for each dimension, requirement kind and level."""
    found: dict[str, Any] = {"overall": _among([vote for vote in votes if vote.item.kind in SETS], annotators)}
    for name, kind in DIMENSIONS.items():
        chosen = [vote for vote in votes if vote.item.kind == kind]
        found[name] = {
            **_among(chosen, annotators),
            "by_level": _by(chosen, annotators, lambda item: item.level),
        }
        if kind == "requirement":
            found[name]["by_kind"] = _by(chosen, annotators, lambda item: item.part)
    return found


def _by(votes: Sequence[Votes], annotators: Sequence[str], group: Callable[[Item], str]) -> dict[str, Any]:
    groups: defaultdict[str, list[Votes]] = defaultdict(list)
    for vote in votes:
        groups[group(vote.item)].append(vote)
    return {name: _among(chosen, annotators) for name, chosen in sorted(groups.items())}


def _among(votes: Sequence[Votes], annotators: Sequence[str]) -> dict[str, Any]:
    common = [[vote.by[name] for name in annotators] for vote in votes if set(annotators) <= vote.by.keys()]
    decided = sum(vote.majority is not None for vote in votes)
    labelled = sum(bool(vote.by) for vote in votes)
    return {
        "items": len(votes),
        "labelled": labelled,
        "by_all": len(common) if len(annotators) > 1 else 0,
        "unanimous": sum(len(set(labels)) == 1 for labels in common) if len(annotators) > 1 else 0,
        "majority": decided,
        "fleiss": _round(fleiss_kappa(common)) if common and len(annotators) > 1 else None,
        "pairs": [_pair(votes, first_annotator, other) for first_annotator, other in combinations(annotators, 2)],
    }


def _pair(votes: Sequence[Votes], text: str, other: str) -> dict[str, Any]:
    both = [(vote.by[text], vote.by[other]) for vote in votes if text in vote.by and other in vote.by]
    return {
        "annotators": [text, other],
        "n": len(both),
        "same": sum(left == right for left, right in both),
        "cohen": _round(cohen_kappa(confusion(both))) if both else None,
    }


# -- judges against the majority -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A judge's mark that differs from the majority. `step`: after which step to look, if known."""

    judge: str
    item: Item
    judge_value: Value | None
    majority: Value
    votes: Mapping[str, Value]
    step: int | None = None


def judge_value(score: Score, item: Item) -> Value | None:
    """A judge's mark on an item; None if unscored."""
    name = item.subject.partition("/")[2]
    match item.kind:
        case "requirement":
            return score.met.get(name, (None, None))[0]
        case "key_step":
            return score.hits.get(name)
        case "turn":
            return score.labels.get(int(name))
        case "termination":
            return score.termination
        case "fill":
            turns = [turn for turn, filled in score.filled.items() if name in filled]
            return any(score.labels.get(turn) == "compliant" for turn in turns)


def compare_judge(
    votes: Sequence[Votes],
    judge: str,
    scores: Mapping[str, Score],
    cited: Mapping[tuple[str, str, str], int] | None = None,
) -> tuple[dict[str, Any], list[Disagreement]]:
    """Compare a judge with the majority on all items of the traces it scored; returns figures and disagreements."""
    asked = list(_compared(votes, scores))
    at = cited or {}
    differs = [
        Disagreement(
            judge,
            vote.item,
            item,
            majority,
            vote.by,
            at.get((judge, vote.item.episode, vote.item.subject), vote.item.step),
        )
        for vote, item, majority in asked
        if item != majority
    ]
    found: dict[str, Any] = {"traces": len({vote.item.episode for vote, _, _ in asked})}
    for name, kind in DIMENSIONS.items():
        chosen = [(vote.item, item, majority) for vote, item, majority in asked if vote.item.kind == kind]
        found[name] = _set(chosen) if kind in SETS else _labels(chosen)
        if kind == "requirement":
            parts = sorted({item.part for item, _, _ in chosen})
            found[name]["by_kind"] = {part: _set([row for row in chosen if row[0].part == part]) for part in parts}
    return found, differs


def _compared(votes: Iterable[Votes], scores: Mapping[str, Score]) -> Iterator[tuple[Votes, Value | None, Value]]:
    for vote in votes:
        score, majority = scores.get(vote.item.episode), vote.majority
        # Scores of other attempts are about traces that were not labelled.
        if score is not None and majority is not None and score.attempt == vote.item.attempt:
            yield vote, judge_value(score, vote.item), majority


_Compared = Sequence[tuple[Item, Value | None, Value]]


def _set(compared: _Compared) -> dict[str, Any]:
    counts = sum((item_overlap(item is True, majority is True) for _, item, majority in compared), Overlap())
    return {
        "n": counts.n,
        "positive": counts.both + counts.only_true,
        "jaccard": _round(counts.jaccard) if counts.n else None,
        "precision": _round(counts.precision),
        "recall": _round(counts.recall),
        "kappa": _round(counts.kappa) if counts.n else None,
        "false_positive": counts.only_found,
        "false_negative": counts.only_true,
        "unscored": sum(item is None for _, item, _ in compared),
    }


def _labels(compared: _Compared) -> dict[str, Any]:
    table = confusion(
        (_UNSCORED if labels_document is None else labels_document, majority)
        for _, labels_document, majority in compared
    )
    classes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (labels_document, majority), count in table.items():
        classes[str(majority)].update({"n": count, "right": count if labels_document == majority else 0})
    return {
        "n": len(compared),
        "right": sum(labels_document == majority for _, labels_document, majority in compared),
        "kappa": _round(cohen_kappa(table)) if compared else None,
        "unscored": sum(labels_document is None for _, labels_document, _ in compared),
        "by_class": {name: {"n": counts["n"], "right": counts["right"]} for name, counts in sorted(classes.items())},
    }


def _round(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 6)
