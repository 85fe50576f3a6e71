"""The data of figure 7: each metric by clarity level. Pure.

The paper prints (a) and (b) for the outcome, (c) and (d) for the execution, (e) and (f) for the interaction; its text
discusses the two kinds of ETR with (c) and (d), so they are panels here too, without a letter.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.figures.ambibench.agents import AgentResult
from adapters.figures.tables import Estimated
from runtime.core.tasks import LEVELS, Level

_PANELS: Final = (
    ("(a)", "RCR", "requirements met", True),
    ("(b)", "TSR", "all requirements met", True),
    ("(c)", "SHR", "key steps hit", True),
    ("(d)", "ARR", "redundant steps", False),
    ("", "ETR_E", "ended too early", False),
    ("", "ETR_D", "ended too late", False),
    ("(e)", "DCR", "proper questions", True),
    ("(f)", "IGR", "gap filled by asking", True),
)
"""Letter, metric, meaning, and whether higher is better."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One metric: for each agent its value at each level where there is one."""

    letter: str
    metric: str
    meaning: str
    higher_is_better: bool
    values: Mapping[str, Mapping[Level, Estimated]]


@dataclass(frozen=True, slots=True)
class Clarity:
    """Figure 7."""

    agents: tuple[str, ...]
    levels: tuple[Level, ...]
    panels: tuple[Panel, ...]
    note: str


def clarity(results: Sequence[AgentResult], conditions: str) -> Clarity:
    """Lay out the panels. DCR and IGR have no values of agents that cannot ask."""
    levels = tuple(level for level in LEVELS if any(level in result.by_level for result in results))
    panels = []
    for letter, metric, meaning, higher in _PANELS:
        values: dict[str, dict[Level, Estimated]] = {}
        for result in results:
            if metric in ("DCR", "IGR") and not result.can_ask:
                continue
            own = {level: cell for level in levels if (cell := result.by_level.get(level, {}).get(metric)) is not None}
            if own:
                values[result.name] = own
        panels.append(Panel(letter, metric, meaning, higher, values))
    note = f"Bars are 95 % intervals (Wilson, or bootstrap over intents); n is the number of tasks. {conditions}"
    return Clarity(tuple(result.name for result in results), levels, tuple(panels), note)


def clarity_csv(figure: Clarity) -> str:
    """Return the values of all panels as CSV, a row for each."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("panel", "metric", "agent", "level", "value", "low", "high", "n"))
    for panel in figure.panels:
        for agent, values in panel.values.items():
            for level, cell in values.items():
                writer.writerow((panel.letter, panel.metric, agent, level, cell.value, cell.low, cell.high, cell.n))
    return text.getvalue()
