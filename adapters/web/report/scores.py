"""The score board: each agent's metrics, overall and by group, and its gap between thought and action. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from runtime.core.events import Score
from runtime.metrics.reducers import METRICS
from runtime.metrics.report import metrics_document

LOW_IS_GOOD: Final = frozenset({"ARR", "ETR_E", "ETR_D", "ETR"})
PIVOTS: Final = ("level", "domain", "difficulty", "app")
"""Groups that the metrics document has; `requirements` comes from the scores."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A metric over a group: its value with a 95 % interval over `n` tasks."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None


Cells = dict[str, Cell]
"""Cells by metric."""


@dataclass(frozen=True, slots=True)
class GapCells:
    """Steps by whether action and thought were right; `judge` evaluated them."""

    judge: str
    ideal: int
    execution_gap: int
    reasoning_gap: int
    both_wrong: int


@dataclass(slots=True)
class AgentScores:
    """An agent of a run. `label` is unique among all runs of a report; `run` is the run's number."""

    label: str
    run: int
    instrument: bool
    overall: Cells
    groups: dict[str, dict[str, Cells]] = field(default_factory=dict)
    """By pivot and group."""
    gaps: list[GapCells] = field(default_factory=list)


def agent_scores(
    document: Mapping[str, Any], scores: Sequence[Score], labels: Mapping[str, str], run: int
) -> list[AgentScores]:
    """Return the score board of a run from its metrics document; `scores` are those that the document is made of."""
    found = []
    for name, agent in document["agents"].items():
        groups = {pivot: {group: _cells(table) for group, table in agent[f"by_{pivot}"].items()} for pivot in PIVOTS}
        groups["requirements"] = by_requirements([score for score in scores if score.agent == name])
        gaps = [
            GapCells(judge, **agents[name]["overall"]["cells"])
            for judge, agents in document.get("gap", {}).items()
            if name in agents
        ]
        found.append(AgentScores(labels[name], run, agent["instrument"], _cells(agent["overall"]), groups, gaps))
    return found


def by_requirements(scores: Sequence[Score]) -> dict[str, Cells]:
    """Return the metrics of one agent by the number of the intent's requirements."""
    numbers = sorted({score.requirements for score in scores})
    found = {}
    for number in numbers:
        document = metrics_document(score for score in scores if score.requirements == number)
        (agent,) = document["agents"].values()
        found[str(number)] = _cells(agent["overall"])
    return found


def computed_metrics(scores: Mapping[str, Iterable[Score]], judge: str, by_state: str = "") -> dict[str, Any]:
    """Return the metrics document of a judge for a run that has none; `by_state`: the judge that reads app state."""
    known = {name: list(found) for name, found in scores.items()}
    return metrics_document(
        known.get(judge, ()),
        beside=[score for found in known.values() for score in found],
        by_state=known.get(by_state, ()),
    )


def _cells(table: Mapping[str, Mapping[str, Any]]) -> Cells:
    return {
        name: Cell(table[name]["value"], table[name]["n"], table[name]["low"], table[name]["high"]) for name in METRICS
    }
