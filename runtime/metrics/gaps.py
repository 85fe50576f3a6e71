"""Computes the reasoning–execution gap of a run: the four cells of its steps, by player and clarity level. Pure.

    {JUDGE: {AGENT: {"overall": GAPS, "by_level": {LEVEL: GAPS}}}}

    GAPS = {"steps", "n", "excluded", "missing_thought",
            "cells": {"ideal", "execution_gap", "reasoning_gap", "both_wrong"},
            "rates": {"EM", "GTA", "IDEAL", "EG", "RG", "BW"}, "EM_all",
            "difference": null | {"value", "low", "high"}}

Shares are averages over steps, not over episodes, as in the paper. `steps` counts the decisions that the judge
evaluated, `excluded` those whose right action is not known, `missing_thought` those without a thought; the remaining
`n` are in the cells. `EM_all` covers all steps that have an EM, with or without a thought. `difference` is GTA - EM
with McNemar's 95 % interval, which assumes that steps are independent.

Episodes lost to a cause other than the agent are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any, Final

from runtime.core.events import Score
from runtime.core.tasks import LEVELS
from runtime.metrics import counts
from runtime.metrics.quadrants import Quadrants

_PLACES: Final = 6


def gap_section(scores: Iterable[Score]) -> dict[str, Any]:
    """Return the gap section of the metrics document for all scores with gap marks; empty if none has."""
    found: dict[str, dict[str, dict[str, Score]]] = {}
    for score in scores:
        if score.gaps and counts.valid(score):
            known = found.setdefault(score.judge, {}).setdefault(score.agent, {})
            if score.episode not in known or score.attempt >= known[score.episode].attempt:
                known[score.episode] = score
    return {
        judge: {name: _agent([*agents[name].values()]) for name in sorted(agents)}
        for judge, agents in sorted(found.items())
    }


def collect_quadrants(scores: Iterable[Score]) -> Quadrants:
    """Collect all steps whose right action is known, grouped by level."""
    store = Quadrants()
    for score in scores:
        for step, (em, gta) in score.gaps.items():
            if em is not None:
                store.deliver(
                    (score.episode, step), em=em, gta=gta, thought=gta is not None, groups={"level": score.level}
                )
    return store


def _agent(scores: Sequence[Score]) -> dict[str, Any]:
    by_level = {level: [score for score in scores if score.level == level] for level in LEVELS}
    return {
        "overall": _table(scores),
        "by_level": {level: _table(some) for level, some in by_level.items() if some},
    }


def _table(scores: Sequence[Score]) -> dict[str, Any]:
    steps = sum(len(score.gaps) for score in scores)
    total = collect_quadrants(scores).total
    cells = total.cells
    apart = cells.difference
    return {
        "steps": steps,
        "n": cells.n,
        "excluded": steps - total.executed,
        "missing_thought": total.thoughtless,
        "cells": asdict(cells),
        "rates": {name: _rounded(rate) for name, rate in cells.rates.items()},
        "EM_all": _rounded(total.em),
        "difference": None
        if apart is None
        else {"value": _rounded(apart.value), "low": _rounded(apart.low), "high": _rounded(apart.high)},
    }


def _rounded(share: Fraction | float | None) -> float | None:
    return None if share is None else round(float(share), _PLACES)
