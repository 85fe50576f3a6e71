"""Drawn tables and figures of AmbiBench: values where they belong, and no texts that overlap."""

from __future__ import annotations

import numpy as np
import pytest

from adapters.figures import table_page
from adapters.figures.ambibench import clarity_page, composition_page
from adapters.figures.ambibench.agents import AgentResult
from adapters.figures.ambibench.clarity import clarity
from adapters.figures.ambibench.composition import Composition
from adapters.figures.ambibench.summary import summary_table
from adapters.figures.drawing.style import settings
from adapters.figures.tables import Estimated, ResultTable, TableRow, csv_table, markdown_table
from runtime.core.tasks import LEVELS
from runtime.metrics.reducers import METRICS
from tests.support.drawn_texts import overlaps

NAMES = (
    "reader",
    "openai:Qwen/Qwen2.5-VL-72B-Instruct-AWQ-finetuned-on-mobile-v1.5-20260101",
    "模型智能体界面操作-7B-SFT",
    "AReallyLongAgentNameWithoutAnyJointsAtAllThatGoesOnAndOnAndOn (20261120-140500)",
    *(f"agent-{number}" for number in range(6)),
)


def results(count: int) -> list[AgentResult]:
    """The results of agents with long names; the second cannot ask."""
    found = []
    for index, name in enumerate(NAMES[:count]):
        cell = Estimated(0.1 * index, 0.08 * index, min(1.0, 0.2 + 0.1 * index), 66)
        measures = dict.fromkeys(METRICS, cell)
        found.append(AgentResult(name, index != 1, 240, measures, dict.fromkeys(LEVELS, measures)))
    return found


@pytest.mark.parametrize("count", [1, 2, 10])
def test_no_texts_overlap(count):
    """No texts overlap or leave the page, from one agent to ten with long and Chinese names."""
    note = "Suite: clarity240 0.7.0. Judge: rules."
    with settings():
        assert overlaps(table_page.draw(summary_table(results(count), note))) == []
        assert overlaps(clarity_page.draw(clarity(results(count), note))) == []


def test_a_single_task_has_room():
    """The counts of one task, and of many thousands, overlap nothing."""
    for number in (1, 12_345):
        group = {"simple": number, "medium": 0, "hard": 1}
        with settings():
            assert overlaps(composition_page.draw(Composition({"social": group}, {"detailed": group}, "Totals."))) == []


def test_marks_are_drawn_at_their_values():
    """Each agent has a mark at its value in each panel and level where it has one, and an interval through it."""
    data = clarity(results(3), "")
    with settings():
        figure = clarity_page.draw(data)
    marks = {
        str(line.get_gid()): list(np.asarray(line.get_ydata()))
        for axes in figure.axes
        for line in axes.lines
        if line.get_gid()
    }
    expected = {
        f"{panel.metric} {agent} {level}": [pytest.approx(100 * cell.value)]
        for panel in data.panels
        for agent, values in panel.values.items()
        for level, cell in values.items()
    }
    assert marks == expected
    assert f"DCR {NAMES[1]} detailed" not in marks


def test_tables_as_text_keep_hostile_names_in_their_cell():
    """A bar or a line break in a name does not end a cell of Markdown, and a comma or a quote none of CSV."""
    name = 'a|b\nc,"d"'
    table = ResultTable("agent", (), ("TSR",), (TableRow(name, (), (None,)),), 1, "Note.")
    assert markdown_table(table).splitlines()[2] == '| a\\|b c,"d" | – |'
    assert csv_table(table).splitlines()[1:] == ['"a|b', 'c,""d""",,,,']
