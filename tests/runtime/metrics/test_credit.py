"""The values of a score's states, and the advantages of steps that follow from them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import SCORES, VERDICTS, GapJudged, RemainingSteps, subject
from runtime.metrics.credit import advantages
from runtime.metrics.judge_comparison import JudgeColumn, comparable_columns
from runtime.metrics.tally import tally, without_marks
from runtime.metrics.voting import Vote, vote_on_scores
from tests.runtime.metrics.test_reducers import score

_VALUES = st.dictionaries(st.integers(0, 30), st.integers(0, 20), min_size=1)


def verdict(step: int, remaining: int | None, judge: str = "credit", reason: str = "") -> RemainingSteps:
    """Returns a verdict on the state after `step` units of the budget."""
    return RemainingSteps(episode="x", judge=judge, step=step, remaining=remaining, reason=reason)


@given(_VALUES)
def test_the_advantages_add_up_to_what_was_gained(remaining: dict[int, int]) -> None:
    """The telescoping law: the sum over all steps is the first value less the last, whatever lies between."""
    found = advantages(remaining)
    assert sum(value for value in found.values() if value is not None) == (
        remaining[min(remaining)] - remaining[max(remaining)]
    )
    assert sorted(found) == sorted(remaining)[1:]


@given(_VALUES, st.integers(0, 30))
def test_the_advantages_of_two_halves_add_up_to_those_of_the_episode(remaining: dict[int, int], at: int) -> None:
    """Cut at a state that both halves hold, the parts have the same advantages as the sequence."""
    cut = min(remaining, key=lambda step: abs(step - at))
    first = {step: value for step, value in remaining.items() if step <= cut}
    second = {step: value for step, value in remaining.items() if step >= cut}
    assert advantages(first) | advantages(second) == advantages(remaining)


@pytest.mark.parametrize(
    ("remaining", "expected"),
    [
        ({}, {}),
        ({0: 3}, {}),
        ({0: 3, 1: 2, 2: 2, 3: 4, 4: 3}, {1: 1, 2: 0, 3: -2, 4: 1}),
        ({4: 1, 0: 3, 1: 3}, {1: 0, 4: 2}),
        ({0: 3, 1: None, 2: 2, 3: 1}, {1: None, 2: None, 3: 1}),
    ],
)
def test_an_advantage_is_what_a_step_shortens(remaining, expected):
    """Perfect steps have 1, wasted ones 0, harmful ones less; next to an unknown value nothing is known."""
    assert advantages(remaining) == expected


def test_the_values_are_tallied_by_the_units_used():
    """The later verdict on a state counts; the marks of a score without judge are gone."""
    found = score("x", judge="credit")
    for item in (verdict(0, 4), verdict(1, None, reason="unknown"), verdict(2, 2), verdict(1, 3)):
        found = tally(found, item)
    assert found.remaining == {0: 4, 1: 3, 2: 2}
    assert without_marks(found).remaining == {}


def test_the_value_of_a_state_is_recorded_and_read():
    """JSON lines and scores give it back; a score that was recorded without values is read as one without."""
    item = verdict(3, None, reason="the mirror differs")
    assert VERDICTS.validate_json(VERDICTS.dump_json(item)) == item
    assert subject(item) != subject(verdict(4, None))
    assert subject(item) != subject(GapJudged(episode="x", judge="gap", step=3, em=None, gta=None, rule=""))
    marked = score("x", remaining={0: 2, 1: None})
    assert SCORES.validate_json(SCORES.dump_json(marked)) == marked
    old = json.loads(SCORES.dump_json(marked))
    del old["remaining"]
    assert SCORES.validate_python(old) == replace(marked, remaining={})


def test_a_vote_on_a_value_needs_a_majority():
    """Judges that differ without a majority leave the value unknown; over scores it is the same."""
    values = {"a": 3, "b": 3, "c": 4}
    common = Vote("majority", list(values), "x")
    for judge, value in values.items():
        common.feed(verdict(1, value, judge))
    assert [item.remaining for item in common.settled() if isinstance(item, RemainingSteps)] == [3]
    scores = [score("x", judge=judge, remaining={1: value}) for judge, value in values.items()]
    assert vote_on_scores(scores, "majority")[0].remaining == {1: 3}
    assert vote_on_scores(scores, "all")[0].remaining == {1: None}


def test_who_only_counts_what_remains_is_compared_with_no_judge():
    """A comparison of judges leaves out a column without any of the compared marks."""
    rules = JudgeColumn("rules", (score("x", judge="rules", met={"r": (True, True)}),))
    values = score("x", judge="credit", remaining={0: 2}, met={}, hits={}, termination=None)
    assert comparable_columns([rules, JudgeColumn("credit", (values,))]) == [rules]
