"""The metrics against hand calculation, and the laws of their reducers."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import Score
from runtime.metrics.reducers import METRICS, SECONDARY_METRICS, Estimate, Mean, State
from runtime.plugins.protocols import Reducer

ALL: dict[str, Mean] = {**METRICS, **SECONDARY_METRICS}


def score(name: str, *, task: str = "", **changes: Any) -> Score:
    """Make a finished, fully judged episode: two requirements met, two key steps hit, four steps."""
    base: dict[str, Any] = {
        "episode": name,
        "judge": "rules",
        "task": task or name,
        "agent": "a",
        "intent": f"intent-{task or name}",
        "level": "ambiguous",
        "domain": "social",
        "difficulty": "simple",
        "apps": ("x",),
        "ending": "finished",
        "requirements": 2,
        "key_steps": 2,
        "gap": 2,
        "steps": 4,
        "met": {"r1": (True, True), "r2": (True, True)},
        "hits": {"k1": True, "k2": True},
        "termination": "normal",
    }
    return Score(**{**base, **changes})


def result(metric: str, *scores: Score) -> Estimate:
    """Return the metric over these scores."""
    reducer = ALL[metric]
    return reducer.result(reducer.run(scores))


HALF = score("half", met={"r1": (True, True), "r2": (False, False)}, hits={"k1": True, "k2": False})
LAPSED = score("lapsed", met={"r1": (True, True), "r2": (True, False)})
SWEEP = score("sweep", side_effects={"cart/9": True, "cart/8": False})
LOST = score("lost", ending="fault", cause="device", steps=9, redundant={1: "loop"}, turns=1, labels={1: "trivial"})
UNSCORED = score("unscored", met={"r1": (None, None), "r2": (None, None)}, hits={}, termination=None)
FAULT = score("fault", ending="fault", cause="agent", met={"r1": (False, False), "r2": (False, False)})


@pytest.mark.parametrize(
    ("metric", "scores", "expected"),
    [
        ("RCR", (score("full"), HALF), Estimate(0.75, 2, 0.75, 2)),
        ("RCR", (score("full"), HALF, LOST), Estimate(0.5, 3, 0.75, 2)),
        ("RCR", (score("full"), HALF, UNSCORED), Estimate(0.5, 3, 0.75, 2)),
        ("RCR", (score("full"), FAULT), Estimate(0.5, 2, 0.5, 2)),
        ("RCR", (LAPSED,), Estimate(1.0, 1, 1.0, 1)),
        ("RCR", (score("open", ending=None),), Estimate(0.0, 1, None, 0)),
        ("RCR", (score("part", met={"r1": (True, True)}),), Estimate(0.5, 1, None, 0)),
        ("RCR", (), Estimate(None, 0, None, 0)),
        ("RCR_final", (LAPSED, HALF), Estimate(0.5, 2, 0.5, 2)),
        ("TSR", (score("full"), HALF, LAPSED, LOST), Estimate(0.5, 4, 2 / 3, 3)),
        ("TSR_final", (score("full"), HALF, LAPSED, LOST), Estimate(0.25, 4, 1 / 3, 3)),
        ("TSR", (SWEEP,), Estimate(1.0, 1, 1.0, 1)),
        ("TSR_final", (SWEEP,), Estimate(0.0, 1, 0.0, 1)),
        ("TSR_final", (score("undone", side_effects={"cart/8": False}),), Estimate(1.0, 1, 1.0, 1)),
        ("TSR_final", (score("shell", bypasses={"cart/8": True}),), Estimate(0.0, 1, 0.0, 1)),
        ("TSR_final", (score("by hand", bypasses={"cart/8": False}),), Estimate(1.0, 1, 1.0, 1)),
        ("SHR", (score("full"), HALF, LOST, UNSCORED), Estimate(0.375, 4, 0.75, 2)),
        ("SHR", (score("none", key_steps=0, hits={}),), Estimate(None, 0, None, 0)),
        ("ARR", (score("r", redundant={2: "loop"}), score("s")), Estimate(0.125, 2, 0.125, 2)),
        ("ARR", (score("r", redundant={2: "loop"}), score("u", redundant={1: None})), Estimate(0.25, 1, 0.25, 1)),
        ("ARR", (score("still", steps=0),), Estimate(None, 0, None, 0)),
        ("ARR", (score("r", redundant={2: "loop"}), LOST, UNSCORED), Estimate(0.25, 1, 0.25, 1)),
        ("ETR_E", (score("e", termination="early"), score("n"), LOST, UNSCORED), Estimate(0.5, 2, 0.5, 2)),
        ("ETR_D", (score("e", termination="early"), score("d", termination="delayed_cap")), Estimate(0.5, 2, 0.5, 2)),
        ("ETR_D", (score("g", termination="delayed_goal"), score("n")), Estimate(0.5, 2, 0.5, 2)),
        (
            "ETR",
            (score("e", termination="early"), score("d", termination="delayed_cap"), score("n"), score("m")),
            Estimate(0.5, 4, 0.5, 4),
        ),
        ("DCR", (score("q", turns=2, labels={1: "compliant", 2: "trivial"}), score("mute")), Estimate(0.5, 1, 0.5, 1)),
        ("DCR", (score("mute"),), Estimate(None, 0, None, 0)),
        ("DCR", (score("q", turns=2, labels={1: "compliant", 2: "not_understood"}),), Estimate(1.0, 1, 1.0, 1)),
        ("DCR", (score("q", turns=1, labels={1: "not_understood"}),), Estimate(None, 0, None, 0)),
        ("DCR", (score("deaf", can_ask=False, turns=1, labels={1: "trivial"}),), Estimate(None, 0, None, 0)),
        ("DCR", (LOST,), Estimate(None, 0, None, 0)),
        ("DCR", (score("q", turns=2, labels={1: "compliant"}),), Estimate(None, 0, None, 0)),
        ("DCR_all", (score("q", turns=1, labels={1: "trivial"}), score("mute")), Estimate(0.5, 2, 0.5, 2)),
        ("DCR_all", (score("deaf", can_ask=False),), Estimate(None, 0, None, 0)),
        ("IGR", (score("silent"),), Estimate(0.0, 1, 0.0, 1)),
        ("IGR", (score("no gap", gap=0),), Estimate(None, 0, None, 0)),
        ("IGR", (score("deaf", can_ask=False),), Estimate(None, 0, None, 0)),
        (
            "IGR",
            (
                score(
                    "asked",
                    turns=3,
                    labels={1: "compliant", 2: "repetitive", 3: "compliant"},
                    filled={1: ("r1",), 2: ("r2",), 3: ("r1",)},
                ),
                score("all", turns=1, labels={1: "compliant"}, filled={1: ("r1", "r2")}),
                LOST,
            ),
            Estimate(float(Fraction(2, 3)), 3, 1.0, 2),
        ),
    ],
)
def test_a_metric_has_the_value_that_its_definition_gives(
    metric: str, scores: tuple[Score, ...], expected: Estimate
) -> None:
    """Values, nulls, lost and unscored episodes, averages over all and over clean episodes match hand calculation."""
    assert result(metric, *scores) == expected


def test_repeats_of_a_task_are_averaged_before_tasks_are() -> None:
    """Three repeats of one task have the weight of a single play of another; a lost repeat leaves only `clean`."""
    repeats = [score(f"t~{n}", task="t", met={"r1": (n == 0, True), "r2": (n == 0, True)}) for n in range(3)]
    assert result("RCR", *repeats, score("u")) == Estimate(float(Fraction(2, 3)), 2, float(Fraction(2, 3)), 2)
    lost = score("t~3", task="t", cause="device")
    assert result("RCR", *repeats, lost, score("u")) == Estimate(0.625, 2, float(Fraction(2, 3)), 2)


def test_scoring_an_episode_again_replaces_it() -> None:
    """An episode counts once: the higher attempt wins in any order, else the later score."""
    bad, good = score("e", met={"r1": (False, False), "r2": (False, False)}), score("e")
    assert result("RCR", bad, good).value == 1.0
    late = score("e", attempt=1, met=bad.met)
    assert result("RCR", late, good) == result("RCR", good, late) == Estimate(0.0, 1, 0.0, 1)


def test_the_metrics_are_reducers_in_the_order_of_the_tables() -> None:
    """The metrics have the published names and order, and each is a reducer."""
    assert list(METRICS) == ["RCR", "TSR", "TSR_final", "SHR", "ARR", "ETR_E", "ETR_D", "ETR", "DCR", "IGR"]
    assert list(SECONDARY_METRICS) == ["RCR_final", "DCR_all", "DCR_paper", "ETR_D_paper", "IGR_paper"]
    reducer: Reducer[State, Estimate] = METRICS["RCR"]
    assert reducer.result(reducer.initial()) == Estimate(None, 0, None, 0)


MARK = st.sampled_from([None, True, False])
BODIES = st.fixed_dictionaries(
    {
        "task": st.sampled_from(["t1", "t2", "t3", "t4"]),
        "ending": st.sampled_from(["finished", "stopped", "max_steps", "fault", "void", None]),
        "cause": st.sampled_from([None, None, None, "agent", "device", "judge"]),
        "can_ask": st.booleans(),
        "gap": st.integers(0, 2),
        "steps": st.integers(0, 25),
        "turns": st.integers(0, 2),
        "met": st.fixed_dictionaries({name: st.tuples(MARK, MARK) for name in ("r1", "r2")}),
        "hits": st.fixed_dictionaries({"k1": MARK, "k2": MARK}),
        "redundant": st.dictionaries(st.integers(1, 25), st.just("loop"), max_size=5),
        "labels": st.dictionaries(st.integers(1, 2), st.sampled_from([None, "compliant", "trivial"])),
        "filled": st.dictionaries(st.integers(1, 2), st.sampled_from([(), ("r1",), ("r1", "r2")])),
        "side_effects": st.dictionaries(st.just("x"), st.booleans()),
        "termination": st.sampled_from([None, "normal", "early", "delayed_goal", "delayed_cap"]),
    }
)
SCORES = st.lists(BODIES, max_size=12).map(
    lambda bodies: [score(f"e{n}", **dict[str, Any](body)) for n, body in enumerate(bodies)]
)


@given(SCORES, st.lists(st.integers(0, 12), max_size=4), st.permutations(range(12)))
def test_metrics_do_not_depend_on_order_or_merging(scores: list[Score], cuts: list[int], order: list[int]) -> None:
    """Metrics do not depend on the order of scores, nor on how parts are merged."""
    edges = [0, *sorted(min(cut, len(scores)) for cut in cuts), len(scores)]
    shuffled = [scores[n] for n in order if n < len(scores)]
    for reducer in ALL.values():
        entries = reducer.run(scores)
        parts = [reducer.run(scores[start:end]) for start, end in pairwise(edges)]
        left = reducer.initial()
        for part in parts:
            left = reducer.merge(left, part)
        right = reducer.initial()
        for part in reversed(parts):
            right = reducer.merge(part, right)
        assert left == right == entries == reducer.run(shuffled)
        expected = reducer.result(entries)
        assert expected == reducer.result(left) == reducer.result(reducer.run(shuffled))
        for number in (expected.value, expected.clean):
            assert number is None or 0 <= number <= 1


@given(SCORES)
def test_early_and_delayed_exclude_each_other(scores: list[Score]) -> None:
    """ETR is exactly the sum of its two parts, episode by episode."""
    early, delayed, either = (METRICS[name] for name in ("ETR_E", "ETR_D", "ETR"))
    for item in scores:
        parts = (early.entry(item).clean, delayed.entry(item).clean, either.entry(item).clean)
        if parts[2] is not None:
            assert (parts[0] or 0) + (parts[1] or 0) == parts[2]
