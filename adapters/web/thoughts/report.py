"""Report on a labelled sample of thoughts: agreement of the two annotators, and open conflicts.

The agreement of an evaluator with them is computed where its outputs are: `gap … --labels FOLDER`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich import box
from rich.table import Table

from adapters.web.thoughts.decisions import AnnotatorLabels, Place, gta
from adapters.web.thoughts.folder import Labels
from adapters.web.thoughts.sample import Sample
from runtime.core.errors import UsageError
from runtime.metrics.reliability import cohen_kappa, combine_ratings, confusion


def document(sample: Sample, labels: Labels) -> dict[str, Any]:
    """The report as one object.

    Raises:
        UsageError: there are no labels, or a file was written by another version.
    """
    annotators, third = labels.people("annotator"), labels.people("adjudicator")
    if not annotators:
        raise UsageError(f"{labels.folder} has no labels yet: create some with label {labels.folder} --annotator NAME")
    places = [sample.place(item) for item in sample.asked]
    return {
        "dataset": sample.dataset,
        "thoughts": len(sample.items),
        "asked": len(places),
        "people": [_person(annotator, places) for annotator in (*annotators.values(), *third.values())],
        "between": _between(list(annotators.values()), next(iter(third.values()), None), places),
    }


def _person(person: AnnotatorLabels, places: Sequence[Place]) -> dict[str, Any]:
    answers = [person.values[place] for place in places if place in person.values]
    counts = Counter("1" if gta(answer) else "0" if gta(answer) is False else "NA" for answer in answers)
    reasons = Counter(answer for answer in answers if gta(answer) is None)
    return {
        "name": person.name,
        "role": person.role,
        "labelled": len(answers),
        "1": counts["1"],
        "0": counts["0"],
        "NA": counts["NA"],
        "reasons": dict(sorted(reasons.items())),
        "damaged_lines": person.damaged,
    }


def _between(
    annotators: Sequence[AnnotatorLabels], third: AnnotatorLabels | None, places: Sequence[Place]
) -> dict[str, Any] | None:
    if len(annotators) != 2:
        return None
    left_labels, right_labels = (person.values for person in annotators)
    both = [
        (gta(left_labels[place]), gta(right_labels[place]), place)
        for place in places
        if place in left_labels and place in right_labels
    ]
    decided = third.values if third is not None else {}
    how = Counter(
        combine_ratings(left, right, (gta(decided[place]),) if place in decided else None)[1]
        for left, right, place in both
    )
    valid = confusion((left, right) for left, right, _ in both if left is not None and right is not None)
    return {
        "names": [person.name for person in annotators],
        "n": len(both),
        "kappa": _round(cohen_kappa(valid)),
        "kappa_with_na": _round(cohen_kappa(confusion((left, right) for left, right, _ in both))),
        **{name: how[name] for name in ("agreed", "adjudicated", "open", "na")},
    }


def tables(found: Mapping[str, Any]) -> list[Table]:
    """The report as tables."""
    people = _table(
        f"{found['dataset']}: {found['asked']} of {found['thoughts']} thoughts are to be labelled", "person"
    )
    for name in ("labelled", "1", "0", "NA"):
        people.add_column(name, justify="right")
    people.add_column("why NA", overflow="fold")
    for person in found["people"]:
        why = ", ".join(f"{code} {count}" for code, count in person["reasons"].items())
        name = f"{person['name']} (adjudicator)" if person["role"] == "adjudicator" else person["name"]
        people.add_row(name, *(str(person[column]) for column in ("labelled", "1", "0", "NA")), why)
    between = found["between"]
    if between is None:
        return [people]
    table = _table("agreement of the two annotators", "labelled by both")
    for name in ("kappa", "kappa with NA", "same", "adjudicated", "open", "NA"):
        table.add_column(name, justify="right")
    figures = ["–" if between[name] is None else f"{between[name]:.3f}" for name in ("kappa", "kappa_with_na")]
    counts = (str(between[name]) for name in ("agreed", "adjudicated", "open", "na"))
    table.add_row(str(between["n"]), *figures, *counts)
    return [people, table]


def _table(title: str, first: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0), collapse_padding=True)
    table.add_column(first)
    return table


def _round(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 4)
