"""Results of the gap from the scores of runs, and their table. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adapters.figures.gap.results import Result
from adapters.figures.scored_runs import ScoredRun, agent_names
from adapters.figures.tables import Estimated, ResultTable, TableRow
from runtime.metrics import counts
from runtime.metrics.gaps import collect_quadrants
from runtime.metrics.intervals import wilson_interval

_KINDS: Final = {
    "tap": "click",
    "double_tap": "click",
    "long_press": "long_press",
    "swipe": "scroll",
    "type": "type",
    "key": "press",
    "finish": "stop",
    "wait": "wait",
    "launch": "open",
}
"""Kinds of action of a run by the names that the figures have for those of datasets; others have their own names."""
_RATES: Final = ("EM", "GTA", "IDEAL", "EG", "RG", "BW")


def run_results(runs: Sequence[ScoredRun]) -> list[Result]:
    """Return a result for each agent of each run that has steps with a known EM and GTA.

    The dataset is the suite, the evaluator is the judge. Episodes lost to a cause other than the agent do not count.
    """
    names = agent_names(runs)
    found = []
    for run in runs:
        for agent in run.agents:
            scores = [score for score in run.scores if score.agent == agent and counts.valid(score)]
            cells = collect_quadrants(scores).cells
            if cells.n:
                types = _types(run.kinds.get(agent, {}))
                found.append(
                    Result(run.suite, names[run.name, agent], "", run.judge, cells, types, None, None, "", run.name)
                )
    return found


def differences(results: Sequence[Result]) -> str:
    """Describe GTA − EM of each result with its interval, for the note of a figure."""
    texts = []
    for result in results:
        apart = result.cells.difference
        if apart is not None:
            differ = result.cells.execution_gap or result.cells.reasoning_gap
            sides = f"{100 * apart.low:+.1f} to {100 * apart.high:+.1f}" if differ else "no step differs"
            texts.append(f"{result.model} {100 * float(apart.value):+.1f} ({sides})")
    return f"GTA − EM in points, with 95 % intervals (McNemar): {'; '.join(texts)}." if texts else ""


def gap_table(results: Sequence[Result]) -> ResultTable:
    """Return the six rates of each result."""
    rows = []
    for result in results:
        n = result.cells.n
        parts = [
            (rate, wilson_interval(float(rate * n), n)) for rate in result.cells.rates.values() if rate is not None
        ]
        cells = tuple(Estimated(float(rate), low, high, n) for rate, (low, high) in parts)
        rows.append(TableRow(result.model, (result.dataset, result.evaluator), cells))
    note = (
        "Percent of steps, with 95 % intervals (Wilson, as if steps were independent) and n, the number of steps. EM "
        "action right; GTA thought right; IDEAL both; EG thought only; RG action only; BW neither. "
        f"{differences(results)}"
    )
    return ResultTable("agent", ("suite", "judge"), _RATES, tuple(rows), 2, note)


def _types(kinds: Mapping[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for kind, count in kinds.items():
        name = _KINDS.get(kind, kind)
        found[name] = found.get(name, 0) + count
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
