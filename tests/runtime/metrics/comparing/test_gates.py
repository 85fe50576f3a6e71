"""Gates: what they say, what they refuse, and when they hold."""

from __future__ import annotations

import pytest

from runtime.core.errors import UsageError
from runtime.metrics.comparing.gates import Gate, check_comparison, check_run, parse_gate
from runtime.metrics.comparing.run_comparison import Side, compare_sides
from runtime.metrics.report import metrics_document
from tests.support.committed_runs import episodes


def side(agent: str, outcomes: str) -> Side:
    """Make a side with an episode for each letter."""
    scores = tuple(episodes(agent, outcomes))
    return Side(agent, f"runs/{agent}", agent, "nowhere 1", scores, scores)


@pytest.mark.parametrize(
    ("text", "gate"),
    [
        ("TSR>=0.6", Gate("TSR", ">=", 0.6)),
        (" ARR <= .3 ", Gate("ARR", "<=", 0.3)),
        ("dTSR_final>-0.02", Gate("TSR_final", ">", -0.02, difference=True)),
        ("DCR_all<1e-1", Gate("DCR_all", "<", 0.1)),
    ],
)
def test_a_gate_names_a_metric_a_relation_and_a_number(text: str, gate: Gate) -> None:
    """A d before the name of a metric makes it a gate about a difference."""
    assert parse_gate(text) == gate
    assert parse_gate(str(gate)) == gate


@pytest.mark.parametrize(
    "text", ["", "TSR", "TSR=0.6", "TSR>=", "TSR>=high", "TSR>=nan", "TSR>=inf", "0.6<=TSR", "TSR>=<1"]
)
def test_a_text_of_another_form_is_refused(text: str) -> None:
    """The error shows how a condition is written."""
    with pytest.raises(UsageError, match="write METRIC>=NUMBER"):
        parse_gate(text)


@pytest.mark.parametrize("text", ["TRS>=0.6", "dFOO>=0", "tsr>=0.6"])
def test_an_unknown_metric_is_refused_with_the_list_of_metrics(text: str) -> None:
    """The error about an unknown name lists all names."""
    with pytest.raises(UsageError, match=r"there is no metric .*; there is: RCR, TSR, TSR_final, .*IGR_paper"):
        parse_gate(text)


def test_a_gate_of_a_run_must_hold_for_each_agent() -> None:
    """The sentence has the value, its interval and what was required; the bound itself is enough for >=."""
    document = metrics_document([*episodes("a", "xxx.."), *episodes("b", "x....")])
    results = check_run([parse_gate("TSR>=0.6"), parse_gate("dTSR>=0")], document)
    assert [(result.subject, result.holds) for result in results] == [("a", True), ("b", False)]
    low, high = results[1].interval or (0.0, 0.0)
    assert results[1].sentence == (f"TSR of b is 0.200 (95 % interval {low:.3f} to {high:.3f}), required: >= 0.6")
    assert not check_run([parse_gate("TSR>0.6")], document)[0].holds


def test_a_metric_without_a_value_meets_no_gate() -> None:
    """An agent that never asked has no DCR, neither a high nor a low one."""
    document = metrics_document(episodes("a", "xx"))
    for text in ("DCR>=0", "DCR<=1"):
        (result,) = check_run([parse_gate(text)], document)
        assert not result.holds
        assert "has no value" in result.sentence


def test_a_difference_is_the_second_side_minus_the_first() -> None:
    """The right side must not be worse by more than the bound."""
    document = compare_sides([side("a", "xxxx......"), side("b", "xxx......."), side("c", "xxxxxxxxxx")])
    held, failed = check_comparison([parse_gate("dTSR>=-0.1"), parse_gate("dTSR>=-0.05")], document)
    assert held.holds
    assert not failed.holds
    assert failed.sentence.startswith("dTSR of b minus a is -0.100 (95 % interval -")


def test_a_difference_needs_two_sides() -> None:
    """One side has no difference."""
    with pytest.raises(UsageError, match="needs two sides; there is only a"):
        check_comparison([parse_gate("dTSR>=0")], compare_sides([side("a", "x")]))
