"""The results of agents: their metrics overall and by clarity level, from the scores of runs. Pure.

The numbers are those of the metrics document of a run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.figures.scored_runs import ScoredRun, agent_names
from adapters.figures.tables import Estimated
from runtime.core.tasks import LEVELS, Level
from runtime.metrics.report import metrics_document

Measures = Mapping[str, Estimated | None]
"""Metrics by name; None: there was nothing to average."""


@dataclass(frozen=True, slots=True)
class AgentResult:
    """The metrics of an agent in one run."""

    name: str
    can_ask: bool
    episodes: int
    overall: Measures
    by_level: Mapping[Level, Measures]


def agent_results(runs: Sequence[ScoredRun]) -> tuple[AgentResult, ...]:
    """Compute the results of all agents, in the order in which their first episodes were finished."""
    names = agent_names(runs)
    found = []
    for run in runs:
        document = metrics_document(run.scores)
        for agent in run.agents:
            own = document["agents"][agent]
            found.append(
                AgentResult(
                    names[run.name, agent],
                    any(score.can_ask for score in run.scores if score.agent == agent),
                    own["episodes"]["scheduled"],
                    _measures(own["overall"]),
                    {level: _measures(own["by_level"][level]) for level in LEVELS if level in own["by_level"]},
                )
            )
    return tuple(found)


def _measures(table: Mapping[str, Any]) -> Measures:
    return {
        name: None if cell["value"] is None else Estimated(cell["value"], cell["low"], cell["high"], cell["n"])
        for name, cell in table.items()
    }
