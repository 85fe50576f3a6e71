"""Tables and texts that compare several judges."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from runtime.bench.comparison_tables import comparison_tables, difference_lines
from runtime.core.events import Score
from runtime.metrics.judge_comparison import JudgeColumn, judge_comparison
from runtime.metrics.provenance import Origin
from runtime.metrics.report import metrics_document


def scores(judge: str, *met: bool | None, agent: str = "reader") -> tuple[Score, ...]:
    """Make one episode per mark, each with its own task and intent."""
    return tuple(
        Score(
            episode=f"{agent}/t{number}/0", judge=judge, task=f"t{number}", agent=agent, intent=f"i{number}",
            level="standard", domain="social", difficulty="simple", apps=("x",), ending="finished", requirements=1,
            met={"r": (flag, flag)}, termination="normal", turns=1, labels={1: "compliant"},
            user_labels={1: "trivial" if number % 2 else "compliant"},
        )
        for number, flag in enumerate(met)
    )  # fmt: skip


def rendered(columns: list[JudgeColumn], width: int) -> str:
    """Render as text for a terminal of that width."""
    out = io.StringIO()
    console = Console(file=out, width=width)
    for side in comparison_tables(judge_comparison(columns)):
        console.print(side)
    return out.getvalue()


@pytest.mark.parametrize("width", [80, 140])
def test_every_judge_has_its_column_with_its_difference_to_the_first(width: int) -> None:
    """Value, difference, interval and star fit in eighty columns; the first judge has only values."""
    columns = [
        JudgeColumn("rules", scores("rules", *[True] * 8), recorded=True),
        JudgeColumn("model", scores("model", *[False] * 8), Origin(("1",), ("m",), ("outcome@1+ab",), 8, 3)),
        JudgeColumn("majority", scores("majority", *[True] * 7, None)),
    ]
    text = rendered(columns, width)
    flat = " ".join(text.split())
    assert "…" not in text
    assert "-1.000* -0.125 -1.00 to -0.35 -0.38 to +0.00" in flat
    assert "RCR 1.000 0.000 0.875" in flat
    assert "model: version 1; model m; prompts outcome@1+ab; 3 of 8 verdicts after a repair" in flat
    assert "unscored 0 0 1" in flat
    assert "SHR" not in flat  # nobody has key steps: a row of nothing says nothing


def test_each_player_has_a_table_of_its_own() -> None:
    """Two players are never averaged into one row."""
    both = [*scores("rules", True), *scores("rules", False, agent="monkey")]
    text = rendered([JudgeColumn("rules", both), JudgeColumn("mine", both)], 100)
    assert text.index("monkey: judge by judge") < text.index("reader: judge by judge")


def test_differences_are_told_in_words_and_not_without_end() -> None:
    """At most five turns labelled differently by user and judge are listed, and the others are counted."""
    ours = scores("rules", *[True] * 14)
    document: dict[str, Any] = metrics_document(ours, {"rules": ours, "mine": scores("mine", *[False] * 14)}, draws=0)
    lines = list(difference_lines(document))
    assert lines[0] == "judges rules, mine differ on 28 of 56 items (50.0 %)"
    assert "  requirements: 14 of 14; Cohen κ rules/mine 0.00" in lines
    at = lines.index("user and judge 'rules' label 7 of 14 turns differently")
    assert lines[at + 1] == "  reader/t1/0 turn 1: user trivial, judge compliant"
    assert lines[at + 6] == "  … and 2 more, see `user` in metrics.json"
    assert list(difference_lines(metrics_document([], draws=0))) == []
