"""Counts as result documents: what `gap` writes, what figures are drawn from, and what shards are merged by. Pure.

    {"version": 1, "dataset", "model", "rule", "evaluator": LABEL | null, "steps", "predictions", "n",
     "cells": {"ideal", "execution_gap", "reasoning_gap", "both_wrong"},
     "rates": {"EM", "GTA", "IDEAL", "EG", "RG", "BW"}, "EM_all", "missing_thought", "unevaluated", "invalid",
     "unreadable_evaluations", "execution_gap": {"format", "type", "argument"},
     "difference": {"value", "low", "high"} | null,
     "by": {"type" | "app" | "subset" | "step": {GROUP: {"n", "cells", "rates", "execution_gap", "executed", "right"}}},
     "types": {KIND: steps of the whole dataset},
     "actions": {KIND: {"steps", "read", "typed", "exact", "TM", "EM"}}, "actions_all": the same of all,
     "grounding": {"clicks", "clicked", "grounded", "of_typed", "of_all"}, "distance": {"mean", "median"} | null,
     "text": {"n", "similarity"}, "episodes": {"n", "solved", "SR", "progress", "AMS"},
     "labels": null | {…}, "defects": {KIND: count}, "parameters": null | billions, "training": ""}

`n` and everything under `rates` is over the steps of which both EM and GTA are known; `EM_all` over those that have an
EM. Counts are exact. Percent have two decimals, made here and nowhere else; null where there is nothing to divide by.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from benchmarks.gap.measures import Measures, episodes
from benchmarks.gap.records import KINDS
from benchmarks.gap.scoring import Scoring
from runtime.core.errors import UsageError
from runtime.metrics.quadrants import Cells, Difference, GapTally, Quadrants, compare_rates

VERSION: Final = 1
RATES: Final = ("EM", "GTA", "IDEAL", "EG", "RG", "BW")
DIMENSIONS: Final = ("type", "app", "subset", "step")
_CELLS: Final = ("ideal", "execution_gap", "reasoning_gap", "both_wrong")
_SAME: Final = ("version", "dataset", "model", "rule", "evaluator", "parameters", "training")


def document(
    scoring: Scoring,
    *,
    evaluator: str | None = None,
    labels: Mapping[str, Any] | None = None,
    defects: Mapping[str, int] | None = None,
    parameters: float | None = None,
    training: str = "",
) -> dict[str, Any]:
    """The result document of one model on one dataset under one rule."""
    total = scoring.quadrants.total
    measures = Measures()
    for measure in scoring.measures.values():
        measures += measure
    return {
        "version": VERSION,
        "dataset": scoring.dataset,
        "model": scoring.model,
        "rule": scoring.rule,
        "evaluator": evaluator,
        "steps": scoring.steps,
        "predictions": scoring.predictions,
        **_counted(total),
        "EM_all": percent(total.em),
        "missing_thought": percent(total.missing_thought),
        "unreadable_evaluations": scoring.unreadable,
        "difference": _difference(total.cells.difference),
        "by": {dimension: _groups(scoring.quadrants, dimension) for dimension in DIMENSIONS},
        "types": {kind: scoring.types[kind] for kind in KINDS if scoring.types[kind]},
        "actions": {kind: _actions(scoring.measures[kind]) for kind in KINDS if kind in scoring.measures},
        "actions_all": _actions(measures),
        "grounding": _grounding(measures),
        "distance": None if measures.distance is None else _pair(measures.distance),
        "text": {
            "n": measures.texts,
            "similarity": _rounded(100 * measures.alike / measures.texts) if measures.texts else None,
        },
        "episodes": _episodes(scoring.quadrants),
        "labels": None if labels is None else dict(labels),
        "defects": {kind: count for kind, count in sorted((defects or {}).items()) if count},
        "parameters": parameters,
        "training": training,
    }


def differences(left: Scoring, right: Scoring) -> dict[str, Any]:
    """Compare two models on their common steps: left - right of each rate, in points.

    Raises:
        UsageError: they were matched by different rules.
    """
    if left.rule != right.rule:
        raise UsageError(
            f"{left.model} was matched by {left.rule} and {right.model} by {right.rule}: use the same rule for both"
        )
    found = {rate: compare_rates(left.quadrants, right.quadrants, rate) for rate in RATES}
    first = found["EM"]
    return {
        "left": left.model,
        "right": right.model,
        "n": 0 if first is None else first.n,
        "rates": {rate: _difference(difference) for rate, difference in found.items()},
    }


def percent(share: Fraction | None) -> float | None:
    """A share in percent with two decimals, rounded from the exact value."""
    return None if share is None else float(round(share * 100, 2))


def cells_of(counts: Mapping[str, int]) -> Cells:
    """The cells of a document."""
    return Cells(*(counts[name] for name in _CELLS))


def merge_results(documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Merge shards of one result: counts are added and rates recomputed; distances and episodes are left out.

    Raises:
        UsageError: their datasets, models, rules or evaluators differ.
    """
    if not documents:
        raise UsageError("nothing to merge: give at least two result.json")
    first = documents[0]
    for other in documents[1:]:
        for name in _SAME:
            if first.get(name) != other.get(name):
                raise UsageError(
                    f"these are no shards of one result: {name} is {first.get(name)!r} in one and {other.get(name)!r} "
                    "in another; merging them would give gaps that no model has"
                )
    total = sum((_tallied(entry) for entry in documents), GapTally())
    groups = {
        dimension: _merged_groups([entry.get("by", {}).get(dimension, {}) for entry in documents])
        for dimension in DIMENSIONS
    }
    kinds = [kind for kind in KINDS if any(kind in entry["actions"] for entry in documents)]
    measures = {kind: _measured([entry["actions"].get(kind, {}) for entry in documents]) for kind in kinds}
    return {
        **{name: first.get(name) for name in _SAME},
        "steps": sum(entry["steps"] for entry in documents),
        "predictions": sum(entry["predictions"] for entry in documents),
        **_counted(total),
        "EM_all": percent(total.em),
        "missing_thought": percent(total.missing_thought),
        "unreadable_evaluations": sum(entry.get("unreadable_evaluations", 0) for entry in documents),
        "difference": _difference(total.cells.difference),
        "by": groups,
        "types": dict(sum((Counter(entry["types"]) for entry in documents), Counter())),
        "actions": {kind: _actions(measure) for kind, measure in measures.items()},
        "actions_all": _actions(_measured([entry["actions_all"] for entry in documents])),
        "grounding": _grounding(_measured([entry["grounding"] for entry in documents])),
        "labels": None,
        "defects": dict(sum((Counter(entry["defects"]) for entry in documents), Counter())),
    }


def _counted(tally: GapTally) -> dict[str, Any]:
    """The counts of all steps or of a group, as part of a document."""
    cells = tally.cells
    return {
        "n": cells.n,
        "cells": {name: getattr(cells, name) for name in _CELLS},
        "rates": {name: percent(share) for name, share in cells.rates.items()},
        "execution_gap": dict(tally.execution_gap),
        "executed": tally.executed,
        "right": tally.right,
        "thoughtless": tally.thoughtless,
        "unevaluated": tally.unevaluated,
        "invalid": tally.unreadable,
    }


def _tallied(counted: Mapping[str, Any]) -> GapTally:
    return GapTally(
        cells_of(counted["cells"]),
        counted["executed"],
        counted["right"],
        counted["thoughtless"],
        counted["unevaluated"],
        counted["invalid"],
        **counted["execution_gap"],
    )


def _groups(quadrants: Quadrants, dimension: str) -> dict[str, Any]:
    return _ordered({name: _counted(tally) for name, tally in quadrants.by(dimension).items()})


def _merged_groups(shards: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    names = {name for shard in shards for name in shard}
    found = {name: sum((_tallied(shard[name]) for shard in shards if name in shard), GapTally()) for name in names}
    return _ordered({name: _counted(tally) for name, tally in found.items()})


def _ordered(groups: Mapping[str, Any]) -> dict[str, Any]:
    """Sort groups: action types in the order of `records`, then numbers, then other names."""
    types: Sequence[str] = KINDS

    def place(name: str) -> tuple[int, int, str]:
        if name in types:
            return 0, types.index(name), name
        return (1, int(name), name) if re.fullmatch("-?[0-9]+", name) else (2, 0, name)

    return {name: groups[name] for name in sorted(groups, key=place)}


def _actions(measures: Measures) -> dict[str, Any]:
    steps = measures.steps
    return {
        "steps": steps,
        "read": measures.read,
        "typed": measures.typed,
        "exact": measures.exact,
        "format": _part(measures.read, steps),
        "TM": _part(measures.typed, steps),
        "EM": _part(measures.exact, steps),
    }


def _measured(shards: Sequence[Mapping[str, Any]]) -> Measures:
    """Add up the counts of shards."""
    names = ("steps", "read", "typed", "exact", "clicks", "clicked", "grounded")
    return Measures(**{name: sum(shard.get(name, 0) for shard in shards) for name in names})


def _grounding(measures: Measures) -> dict[str, Any]:
    return {
        "clicks": measures.clicks,
        "clicked": measures.clicked,
        "grounded": measures.grounded,
        "of_typed": _part(measures.grounded, measures.clicked),
        "of_all": _part(measures.grounded, measures.clicks),
    }


def _episodes(quadrants: Quadrants) -> dict[str, Any]:
    found = episodes((*key, known.em) for key, known in quadrants.items() if known.em is not None)
    return {
        "n": found.episodes,
        "solved": found.solved,
        "SR": _part(found.solved, found.episodes),
        "progress": percent(found.progress),
        "AMS": percent(found.partial),
    }


def _part(part: int, total: int) -> float | None:
    return percent(Fraction(part, total)) if total else None


def _pair(distance: tuple[float, float]) -> dict[str, float]:
    mean, middle = distance
    return {"mean": _rounded(mean), "median": _rounded(middle)}


def _rounded(value: float) -> float:
    return round(value, 2)


def _difference(found: Difference | None) -> dict[str, float | None] | None:
    if found is None:
        return None
    return {"value": percent(found.value), "low": _rounded(100 * found.low), "high": _rounded(100 * found.high)}
