"""Agents and runs compared on their common tasks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from runtime.core.errors import UsageError
from runtime.core.events import Score
from runtime.metrics.comparing.run_comparison import Side, compare_sides
from runtime.metrics.report import metrics_document
from tests.support.committed_runs import episode, episodes


def side(title: str, scores: Sequence[Score], ends: Sequence[Score] | None = None) -> Side:
    """Make a side; without `ends` TSR_final is by the same scores."""
    return Side(title, f"runs/{title}", "a", "nowhere 1", tuple(scores), tuple(scores if ends is None else ends))


def test_the_values_are_those_of_the_runs_metrics() -> None:
    """A side whose tasks are all common has the values and intervals of its metrics.json."""
    scores = [
        episode("a", f"i{at // 3}.{level}", solved=at % 4 == 0)
        for at, level in enumerate(["standard", "incomplete", "ambiguous"] * 10)
    ]
    document = compare_sides([side("A", scores), side("B", scores)])
    agent = metrics_document(scores)["agents"]["a"]
    recorded = {**agent["overall"], **agent["beside"]["overall"]}
    assert list(document["metrics"]) == list(recorded)
    for name, cells in document["metrics"].items():
        for cell in cells:
            assert {key: cell[key] for key in ("value", "n", "low", "high")} == {
                key: recorded[name][key] for key in ("value", "n", "low", "high")
            }


def test_a_difference_is_the_side_minus_the_baseline() -> None:
    """The first side has none; the interval of a difference is never a point."""
    document = compare_sides(
        [side("A", episodes("a", "xx..")), side("B", episodes("b", "xxx.")), side("C", episodes("b", "xx.."))]
    )
    first, second, third = document["metrics"]["TSR"]
    assert first["against"] is None
    assert second["against"]["difference"] == 0.25
    assert third["against"]["difference"] == 0
    assert third["against"]["low"] < 0 < third["against"]["high"]


def test_single_yes_or_no_episodes_are_tested_by_mcnemar_and_others_by_flipping_signs() -> None:
    """Tasks of one intent, repeats and shares are not independent yes-or-no pairs."""
    one_each = [side("A", episodes("a", "." * 8)), side("B", episodes("b", "x" * 6 + ".."))]
    document = compare_sides(one_each)
    assert document["metrics"]["TSR"][1]["against"]["test"] == "McNemar"
    assert document["metrics"]["TSR"][1]["against"]["p"] == pytest.approx(2 / 2**6)
    assert document["metrics"]["RCR"][1]["against"]["test"] == "sign-flip"
    repeated = [side("A", episodes("a", "..")), side("B", [*episodes("b", "xx"), *episodes("b", "xx", repeat=1)])]
    assert compare_sides(repeated)["metrics"]["TSR"][1]["against"]["test"] == "sign-flip"


def test_only_common_tasks_are_compared_and_the_others_are_counted() -> None:
    """Each side says how many of its tasks were left out."""
    document = compare_sides([side("A", episodes("a", "xxxx")), side("B", episodes("b", "x."))])
    assert document["common"] == {"tasks": 2, "intents": 2, "unlike": 0}
    assert [found["left_out"] for found in document["sides"]] == [2, 0]
    assert document["metrics"]["TSR"][0]["value"] == 1


def test_a_task_of_the_same_name_with_other_requirements_is_not_the_same() -> None:
    """Two versions of a suite may use one name for two tasks."""
    changed = episodes("b", "xx")
    changed[0] = episode("b", "i0.standard", solved=True, requirements=2, met={"r": (True, True), "s": (True, True)})
    document = compare_sides([side("A", episodes("a", "xx")), side("B", changed)])
    assert document["common"] == {"tasks": 1, "intents": 1, "unlike": 1}


def test_sides_without_a_common_task_are_refused() -> None:
    """The error says what each side played."""
    with pytest.raises(UsageError, match="no task is common to all sides: A played 1 of nowhere 1; B played 2 of"):
        compare_sides([side("A", episodes("a", "x")), side("B", episodes("b", "xx", level="ambiguous"))])


def test_flips_name_the_episodes_of_both_sides_and_why_one_failed() -> None:
    """A task that only the new side passed is gained, one that only the baseline passed is lost."""
    sides = [side("A", episodes("a", "x.x")), side("B", episodes("b", ".xx"))]
    document = compare_sides(sides, reason=lambda loser, score: f"{loser.title} failed {score.task}")
    (found,) = document["flips"]["against"]
    assert found["title"] == "B"
    assert [flip["task"] for flip in found["gained"]] == ["i1.standard"]
    assert found["lost"] == [
        {
            "task": "i0.standard",
            "level": "standard",
            "passed": ["a/i0.standard/0"],
            "failed": ["b/i0.standard/0"],
            "cause": "B failed i0.standard",
        }
    ]


def test_a_task_is_passed_in_more_than_half_of_its_repeats() -> None:
    """Half of them are not enough."""
    twice = [*episodes("b", "xx"), *episodes("b", ".x", repeat=1)]
    (found,) = compare_sides([side("A", episodes("a", "xx")), side("B", twice)])["flips"]["against"]
    assert [(flip["task"], flip["failed"]) for flip in found["lost"]] == [("i0.standard", ["b/i0.standard/1"])]
    assert found["gained"] == []


def test_success_at_the_end_is_by_app_state_where_it_was_read() -> None:
    """TSR_final and flips count the scores of the judge that reads it, all other metrics the main judge's."""
    main, state = episodes("a", "xx"), episodes("a", "x.")
    document = compare_sides([side("A", main, state), side("B", main)])
    assert [cell["value"] for cell in document["metrics"]["TSR_final"]] == [0.5, 1]
    assert [cell["value"] for cell in document["metrics"]["TSR"]] == [1, 1]
    assert [flip["task"] for flip in document["flips"]["against"][0]["gained"]] == ["i1.standard"]
    assert compare_sides([side("A", main, state), side("B", main)], "TSR")["flips"]["against"][0]["gained"] == []


def test_reliability_is_there_for_sides_with_repeats() -> None:
    """The others have none."""
    twice = [*episodes("b", "xx"), *episodes("b", ".x", repeat=1)]
    document = compare_sides([side("A", episodes("a", "xx")), side("B", twice)])
    assert document["repeats"][0] is None
    assert document["repeats"][1]["pass"]["2"]["value"] == 0.5


def test_the_hint_says_what_so_many_intents_can_show() -> None:
    """A side that is seldom better needs more intents than there are."""
    document = compare_sides([side("A", episodes("a", ".x........")), side("B", episodes("b", "x.x......."))])
    (hint,) = document["power"]
    assert (hint["intents"], hint["difference"]) == (10, 0.1)
    assert hint["detectable"] > 0.1
    assert hint["needed"] > 10


def test_the_document_is_json_and_does_not_depend_on_the_order_of_scores() -> None:
    """Equal runs give equal documents."""
    first, second = episodes("a", "x.x.x"), episodes("b", ".xx..")

    def made(turn: int) -> Any:
        return json.dumps(compare_sides([side("A", first[::turn]), side("B", second[::turn])]), allow_nan=False)

    assert made(1) == made(-1)
