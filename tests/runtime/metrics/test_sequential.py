"""The sequential test: valid whenever somebody looks, and sparing."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.acceptance.sequential import decide, differences, equal_agents, equal_power_intents
from runtime.core.errors import UsageError
from runtime.core.events import Score
from runtime.metrics.sequential import (
    BettingTest,
    StoppingRule,
    intent_batches,
    intent_differences,
    intent_order,
    parse_rule,
    sequential_result,
)
from tests.support.committed_runs import episode
from tests.support.scripted import make_task

RULE = StoppingRule("TSR", "a", "b")
RUNS = 600


def run(test: BettingTest, values: list[float]) -> BettingTest:
    """Add all differences."""
    for value in values:
        test.add(value)
    return test


@given(st.lists(st.floats(-1, 1), max_size=60), st.integers(1, 500))
def test_neither_bettor_gains_on_average_before_a_difference_is_seen(values: list[float], planned: int) -> None:
    """Whatever was seen, a difference and its opposite change the mean of the wealth not at all: it is a martingale."""
    before = run(BettingTest(planned), values)
    if before.decision is not None:
        return
    up, down = run(BettingTest(planned), [*values, 0.7]), run(BettingTest(planned), [*values, -0.7])
    for side in (0, 1):
        mean = (up.evidence[side] + down.evidence[side]) / 2
        assert mean == pytest.approx(before.evidence[side], rel=1e-9)


@pytest.mark.parametrize("what", range(4))
def test_equally_good_agents_are_seldom_told_apart(what: int) -> None:
    """With a look after every intent, at most 5 % of the runs end with a decision (600 runs: below 7 %)."""
    _, simulated = list(equal_agents(RUNS, 66))[what]
    found = decide(simulated, 66)
    assert found.left + found.right <= 0.07


def test_a_clear_difference_takes_far_fewer_intents_than_a_fixed_number_of_equal_power() -> None:
    """The fixed test, made once at its end, needs a quarter more at least; the wrong side never wins."""
    simulated = differences(RUNS, 132, 1.4)
    found = decide(simulated[:, :66], 66)
    assert found.left > 0.9
    assert found.right == 0
    assert found.intents <= 0.8 * equal_power_intents(simulated, found.left)


def test_swapping_the_agents_swaps_the_decision() -> None:
    """Neither side is preferred."""
    values = [random.Random(3).choice([0.0, 0.5, 1.0, -0.25]) for _ in range(80)]
    there, back = run(BettingTest(66), values), run(BettingTest(66), [-value for value in values])
    assert there.evidence == back.evidence[::-1]
    assert (there.decision, back.decision) in {("left", "right"), (None, None)}


def test_nothing_changes_after_the_decision() -> None:
    """A decision is not taken back, however the next intents turn out."""
    test = run(BettingTest(30), [1.0] * 30)
    assert test.decision == "left"
    decided = test.intents, test.evidence
    assert decided[0] < 12
    assert run(test, [-1.0] * 30).decision == "left"
    assert (test.intents, test.evidence) == decided


def test_no_difference_ruins_a_bettor() -> None:
    """After the worst difference the evidence is small and positive."""
    assert min(run(BettingTest(1), [1.0, -1.0, -1.0]).evidence) > 0


@pytest.mark.parametrize("value", [1.01, -1.01, math.nan])
def test_only_differences_of_shares_can_be_bet_on(value: float) -> None:
    """The test is valid for differences in [-1, 1]."""
    with pytest.raises(ValueError, match=r"lies in \[-1, 1\]"):
        BettingTest(10).add(value)


def test_a_rule_names_a_metric_and_two_agents() -> None:
    """Names may hold options."""
    assert parse_rule("TSR a>b") == RULE
    assert parse_rule(str(RULE)) == RULE
    assert parse_rule(" RCR  ui-tars?images=3 > my agent ") == StoppingRule("RCR", "ui-tars?images=3", "my agent")


@pytest.mark.parametrize("text", ["", "TSR", "TSR a", "TSR a<b", "TSR a>", "a>b", "TSR a>a", "TSR a>b>c"])
def test_a_text_of_another_form_is_refused(text: str) -> None:
    """The error shows how a rule is written."""
    with pytest.raises(UsageError, match="write 'METRIC A>B'"):
        parse_rule(text)


def test_an_unknown_metric_or_agent_is_refused() -> None:
    """The errors list what there is."""
    with pytest.raises(UsageError, match="there is: RCR, TSR"):
        parse_rule("SPEED a>b")
    with pytest.raises(UsageError, match="'b' does not play; the agents are: a, c"):
        RULE.check(["a", "c"])


def test_the_order_of_intents_is_drawn_from_the_seed() -> None:
    """The same seed gives the same order, whatever the order of the tasks."""
    tasks = [make_task(f"n{at}") for at in range(20)]
    order = intent_order(tasks, 7)
    assert order == intent_order(tasks[::-1], 7)
    assert sorted(order) == sorted(task.intent.id for task in tasks)
    assert order != intent_order(tasks, 8)


def test_batches_hold_complete_intents_and_enough_episodes() -> None:
    """Between two looks at least 20 episodes are played, except in the last batch."""
    tasks = [make_task(f"n{at}") for at in range(20)]
    order = intent_order(tasks, 7)
    batches = intent_batches(tasks, order, players=4)
    assert [intent for batch in batches for intent in batch] == order
    assert [len(batch) for batch in batches] == [5, 5, 5, 5]


def played(*intents: tuple[int, int]) -> list[Score]:
    """Make two tasks for each intent; the numbers say how many of them a and b solved."""
    return [
        episode(agent, f"i{at}.{level}", solved=number < solved)
        for at, pair in enumerate(intents)
        for agent, solved in zip("ab", pair, strict=True)
        for number, level in enumerate(("standard", "ambiguous"))
    ]


def test_an_intent_counts_once_with_the_mean_of_its_tasks() -> None:
    """Intents are taken in order, up to the first that was not played."""
    found = intent_differences(RULE, played((2, 0), (1, 0), (0, 1)), ["i1", "i0", "i7", "i2"])
    assert [(intent, float(difference or 0)) for intent, difference in found] == [("i1", 0.5), ("i0", 1.0)]


def test_the_result_says_what_was_decided_and_on_how_many_intents() -> None:
    """The intents after the decision are played, but no longer looked at."""
    order = [f"i{at}" for at in range(30)]
    found = sequential_result(RULE, played(*[(2, 0)] * 20), [], order, 30)
    assert found["decision"] == "a>b"
    assert found["intents"] < found["played"] == 20
    assert found["planned"] == 30
    assert found["difference"] == 1
    assert found["evidence"]["a"] >= found["decides_at"] == 40 > found["evidence"]["b"]
    assert sequential_result(RULE, played(*[(0, 2)] * 20), [], order, 30)["decision"] == "b>a"
    assert sequential_result(RULE, played((1, 1)), [], order, 30)["decision"] is None


def test_success_at_the_end_is_by_app_state() -> None:
    """A judge that reads app state decides TSR_final, as in the metrics."""
    rule = StoppingRule("TSR_final", "a", "b")
    main, state = played(*[(2, 2)] * 20), played(*[(2, 0)] * 20)
    order = [f"i{at}" for at in range(20)]
    assert sequential_result(rule, main, [], order, 20)["decision"] is None
    assert sequential_result(rule, main, state, order, 20)["decision"] == "a>b"
