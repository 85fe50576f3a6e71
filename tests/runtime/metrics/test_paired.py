"""Two players compared task by task."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

from runtime.core.events import Score
from runtime.metrics.intervals import Bootstrap, Cluster
from runtime.metrics.paired import compare
from runtime.metrics.reducers import METRICS

TSR = METRICS["TSR"]


def episode(number: int, *, good: bool, agent: str = "a", **changes: Any) -> Score:
    """Make a fully judged episode of task `number`; each intent has two tasks."""
    base: dict[str, Any] = {
        "episode": f"{agent}/t{number}/0",
        "judge": "rules",
        "task": f"t{number}",
        "agent": agent,
        "intent": f"i{number // 2}",
        "level": "incomplete",
        "domain": "social",
        "difficulty": "simple",
        "apps": ("x",),
        "ending": "finished",
        "requirements": 1,
        "met": {"r": (good, good)},
        "termination": "normal",
    }
    return Score(**{**base, **changes})


def scores(good: str, agent: str = "a") -> list[Score]:
    """Make an episode for each letter; `x` is a success."""
    return [episode(number, good=letter == "x", agent=agent) for number, letter in enumerate(good)]


def clusters(side: list[Score]) -> dict[str, Cluster]:
    """Numbers of solved tasks, out of two, for each intent."""
    right = Counter(score.intent for score in side if score.met["r"][0])
    return {score.intent: Cluster(Fraction(right[score.intent]), 2) for score in side}


def test_the_difference_is_that_of_the_means() -> None:
    """The difference is that of the means over all tasks that both played."""
    found = compare(TSR, scores("xxx.x."), scores("x....."))
    assert found is not None
    assert (found.left, found.right, found.n) == (4 / 6, 1 / 6, 6)
    assert found.difference == 0.5


def test_equal_players_do_not_differ() -> None:
    """Without spread and difference the interval surrounds 0 evenly and p is 1."""
    found = compare(TSR, scores("x.x."), scores("x.x.", "b"))
    assert found is not None
    assert (found.difference, found.p) == (0.0, 1.0)
    assert found.interval is not None
    assert found.interval[0] == -found.interval[1] < 0
    assert not found.sure


def test_pairing_sees_what_two_intervals_beside_each_other_do_not() -> None:
    """A small gain is significant when paired by task, although the separate intervals overlap."""
    left, right = scores("x" * 20 + "x" * 8 + "." * 32), scores("x" * 20 + "." * 40)
    found = compare(TSR, left, right)
    assert found is not None
    assert found.sure
    assert found.p < 0.2
    apart = [Bootstrap().interval(clusters(side)) for side in (left, right)]
    assert apart[0] is not None
    assert apart[1] is not None
    assert apart[0][0] < apart[1][1]


def test_swapping_sides_turns_the_sign() -> None:
    """Swapping left and right negates the difference exactly."""
    item, other = scores("xx.x..x."), scores("x...x...", "b")
    there, back = compare(TSR, item, other), compare(TSR, other, item)
    assert there is not None
    assert back is not None
    assert there.difference == -back.difference
    assert there.p == back.p
    assert there.left == back.right


def test_the_order_of_scores_does_not_matter() -> None:
    """Shuffled scores give the same numbers, and other seeds give other intervals."""
    left, right = scores("xx.x..x.xx"), scores("x...x....x")
    mixed = random.Random(1).sample(left, len(left))
    assert compare(TSR, left, right) == compare(TSR, mixed, right[::-1])
    assert compare(TSR, left, right, Bootstrap(seed=1)) == compare(TSR, left, right, Bootstrap(seed=1))


def test_only_shared_tasks_count() -> None:
    """Tasks that only one side played are left out; without shared tasks there is no comparison."""
    found = compare(TSR, scores("xxxx"), scores("x."))
    assert found is not None
    assert (found.n, found.left, found.right) == (2, 1.0, 0.5)
    assert found.interval is not None
    assert found.interval[0] < 0 < found.interval[1]
    assert compare(TSR, scores("xx"), []) is None


def test_repeats_are_averaged_first() -> None:
    """A task played twice has the same weight as one played once."""
    twice = [*scores("x."), episode(0, good=False, episode="a/t0/1")]
    found = compare(TSR, twice, scores(".."))
    assert found is not None
    assert found.left == 0.25
