"""Only what the user wanted earns anything, and the rewards of the steps add up to that of the episode."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import Score
from runtime.training.rewards import NO_REWARD, Reward, RewardWeights, reward_of, reward_so_far

SCORE = Score(
    episode="you/shop.a.ambiguous/0",
    judge="rules",
    task="shop.a.ambiguous",
    agent="you",
    intent="shop.a",
    level="ambiguous",
    domain="e-commerce",
    difficulty="medium",
    apps=("a",),
    requirements=2,
    gap=1,
    met={"size": (None, None), "dish": (None, None)},
)
MET = replace(SCORE, met={"size": (True, True), "dish": (True, True)})


def test_nothing_is_earned_before_anything_is_done() -> None:
    """Without verdicts, and without scores, the reward is zero."""
    assert reward_so_far(SCORE) == NO_REWARD
    assert reward_of({}, "rules") == NO_REWARD


def test_requirements_count_while_they_hold() -> None:
    """Met once but undone since earns nothing; the whole task earns the success too."""
    undone = replace(MET, met={"size": (True, False), "dish": (True, True)})
    assert (reward_so_far(undone).requirements, reward_so_far(undone).success) == (0.5, 0.0)
    assert (reward_so_far(MET).requirements, reward_so_far(MET).success) == (1.0, 1.0)


def test_app_state_decides_where_there_is_a_judge_of_it() -> None:
    """The exact judge decides requirements and side effects; the main judge the rest."""
    exact = replace(MET, judge="state", side_effects={"cart": True})
    reward = reward_of({"rules": replace(SCORE, turns=1), "state": exact}, "rules")
    assert (reward.requirements, reward.success, reward.side_effects, reward.burden) == (1.0, 0.0, -0.25, -0.02)


def test_information_earns_only_if_it_was_used() -> None:
    """What was asked for and obtained counts when the requirement that it belongs to holds."""
    asked = replace(SCORE, turns=1, labels={1: "compliant"}, filled={1: ("size",)})
    assert reward_so_far(asked).information == 0
    assert reward_so_far(replace(asked, met=MET.met)).information == 0.25


def test_a_bypass_earns_nothing() -> None:
    """While what a shell command changed remains, no requirement counts."""
    reward = reward_so_far(replace(MET, bypasses={"settings": True}, filled={1: ("size",)}))
    assert (reward.requirements, reward.success, reward.information) == (0, 0, 0)


@given(st.dictionaries(st.text(max_size=3), st.booleans(), max_size=20))
def test_a_broken_episode_costs_a_bounded_amount(side_effects: dict[str, bool]) -> None:
    """However many side effects there are, they cost at most four times the weight."""
    assert -1.0 <= reward_so_far(replace(SCORE, side_effects=side_effects)).side_effects <= 0


@given(st.lists(st.lists(st.floats(-5, 5), min_size=7, max_size=7), min_size=1, max_size=9))
def test_differences_add_up(parts: list[list[float]]) -> None:
    """The sum of what each step earned is what the episode earned."""
    rewards = [NO_REWARD, *(Reward(*values) for values in parts)]
    steps = [after - before for before, after in pairwise(rewards)]
    assert abs(sum(step.total for step in steps) - rewards[-1].total) < 1e-9


def test_weights_scale_the_parts() -> None:
    """A weight of zero switches a part off."""
    reward = reward_so_far(replace(MET, turns=3), weights=RewardWeights(success=0, burden=1))
    assert reward.parts() == {
        "requirements": 1.0, "success": 0.0, "information": 0.0, "side_effects": 0.0, "redundancy": 0.0,
        "termination": 0.0, "burden": -3.0,
    }  # fmt: skip
