"""The reasoning–execution gap of a run: from verdicts to marks, the document's cells, and the table."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import reduce
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from runtime.bench.table import gap_tables
from runtime.core.events import GapJudged, Score
from runtime.core.tasks import LEVELS
from runtime.metrics.gaps import collect_quadrants, gap_section
from runtime.metrics.judge_comparison import JudgeColumn, comparable_columns
from runtime.metrics.report import encode_document, metrics_document
from runtime.metrics.tally import tally

Marks = dict[int, tuple[bool | None, bool | None]]


def score(number: int, marks: Marks, *, agent: str = "mine", judge: str = "gap") -> Score:
    """Make an episode with its own task at one of the levels."""
    return Score(
        episode=f"{agent}~t{number}~0",
        judge=judge,
        task=f"t{number}",
        agent=agent,
        intent=f"i{number // 4}",
        level=LEVELS[number % 4],
        domain="device",
        difficulty="simple",
        apps=("clock",),
        ending="finished",
        gaps=marks,
    )


def judged(step: int, em: bool | None, gta: bool | None) -> GapJudged:
    """Make a verdict on one step."""
    return GapJudged(episode="mine~t0~0", judge="gap", step=step, em=em, gta=gta, rule="distance/1")


marks = st.dictionaries(
    st.integers(1, 9),
    st.one_of(st.tuples(st.booleans(), st.booleans() | st.none()), st.just((None, None))),
    max_size=6,
)


def test_a_verdict_that_is_taken_back_leaves_nothing_behind() -> None:
    """The later of two verdicts on one step replaces the earlier one."""
    verdicts = [judged(1, None, None), judged(2, True, False), judged(1, True, True)]
    found = reduce(tally, verdicts, score(0, {}))
    assert found.gaps == {1: (True, True), 2: (True, False)}


def test_the_four_cells_are_counted_and_what_is_not_in_them_is_said() -> None:
    """Steps are counted in the four cells, and excluded steps and those without a thought beside them."""
    current_marks: Marks = {
        1: (True, True),
        2: (False, True),
        3: (True, False),
        4: (False, False),
        5: (None, None),
        6: (True, None),
    }
    table = gap_section([score(0, current_marks)])["gap"]["mine"]["overall"]
    assert table["cells"] == {"ideal": 1, "execution_gap": 1, "reasoning_gap": 1, "both_wrong": 1}
    assert (table["steps"], table["n"], table["excluded"], table["missing_thought"]) == (6, 4, 1, 1)
    assert table["rates"] == {"EM": 0.5, "GTA": 0.5, "IDEAL": 0.25, "EG": 0.25, "RG": 0.25, "BW": 0.25}
    assert table["EM_all"] == 0.6
    assert table["difference"]["low"] < 0 == table["difference"]["value"] < table["difference"]["high"]


@given(st.lists(marks, min_size=1, max_size=12), st.randoms())
def test_order_and_shards_change_nothing(found: list[Marks], lot: random.Random) -> None:
    """The gap section does not depend on the order of scores, and the levels add up to the total."""
    scores = [score(number, entry) for number, entry in enumerate(found)]
    shuffled = list(scores)
    lot.shuffle(shuffled)
    assert gap_section(scores) == gap_section(shuffled)
    assert collect_quadrants(scores) == collect_quadrants(scores[::2]).merge(collect_quadrants(scores[1::2]))
    for agents in gap_section(scores).values():
        for agent in agents.values():
            for count in ("steps", "n", "excluded", "missing_thought"):
                assert agent["overall"][count] == sum(level[count] for level in agent["by_level"].values())


def test_episodes_that_were_lost_say_nothing() -> None:
    """Lost episodes are not counted, and without a gap judge there is no gap section."""
    lost = replace(score(0, {1: (False, True)}), ending="void", cause="device")
    assert gap_section([lost]) == {}
    assert "gap" not in metrics_document([score(1, {})], beside=[score(1, {})])


def test_the_document_of_a_run_holds_them_beside_the_metrics() -> None:
    """The gap section stands beside the metrics of another judge, independent of the order of scores."""
    headline = [score(1, {}, judge="rules")]
    beside = [*headline, score(1, {1: (True, True)}), score(2, {1: (True, False)}, agent="other")]
    document = metrics_document(headline, beside=beside)
    assert list(document["gap"]["gap"]) == ["mine", "other"]
    assert encode_document(document) == encode_document(metrics_document(headline, beside=beside[::-1]))


def test_the_table_says_what_the_document_says() -> None:
    """The table shows the rates, the test, and the numbers of excluded steps."""
    document = metrics_document(
        [], beside=[score(0, {1: (True, True), 2: (False, True), 3: (None, None), 4: (True, None)})]
    )
    out = Console(file=StringIO(), width=130)
    for renderable in gap_tables(document, 130):
        out.print(renderable)
    text = out.file.getvalue()  # type: ignore[attr-defined]
    for words in ("GTA", "1.000", "EM", "0.500", "McNemar", "Without a thought: 1 of 4", "is not known: 1."):
        assert words in text


def test_a_judge_of_gaps_alone_is_not_held_against_judges_of_success() -> None:
    """A judge that measures only gaps gets no column beside judges of success."""
    rules = JudgeColumn("rules", (replace(score(0, {}, judge="rules"), termination="normal"),))
    assert comparable_columns([rules, JudgeColumn("gap", (score(0, {1: (True, True)}),))]) == [rules]
    assert comparable_columns([JudgeColumn("gap", (score(0, {1: (True, True)}),)), rules])[1] == rules
