"""Table 2: the metrics of each agent over all its tasks. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adapters.figures.ambibench.agents import AgentResult
from adapters.figures.tables import Estimated, ResultTable, TableRow

_METRICS: Final = ("RCR", "TSR", "SHR", "ARR", "ETR", "DCR", "IGR")
_DIALOGUE: Final = ("DCR", "IGR")
NOTE: Final = (
    "Percent, with 95 % intervals (Wilson, or bootstrap over intents) and n, the number of tasks. RCR requirements "
    "met; TSR all met; SHR key steps hit; ARR redundant steps; ETR ended too early or too late; DCR proper questions; "
    "IGR missing information obtained by asking."
)


def summary_table(results: Sequence[AgentResult], conditions: str) -> ResultTable:
    """Lay out the table; DCR and IGR are not defined for agents that cannot ask."""
    rows = tuple(
        TableRow(result.name, ("yes" if result.can_ask else "no",), tuple(_cell(result, name) for name in _METRICS))
        for result in results
    )
    return ResultTable("agent", ("asks",), _METRICS, rows, 1, f"{NOTE} {conditions}")


def _cell(result: AgentResult, metric: str) -> Estimated | None:
    return None if metric in _DIALOGUE and not result.can_ask else result.overall[metric]
