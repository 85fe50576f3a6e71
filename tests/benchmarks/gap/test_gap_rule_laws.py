"""Properties of every rule, step and prediction."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap import rules
from benchmarks.gap.records import DIRECTIONS, KINDS, Match, Predicted, Step, Truth

_NUMBER = st.one_of(
    st.integers(0, 1000).map(lambda number: number / 1000),
    st.floats(0, 1),
    st.sampled_from([-1.0, 2.5, 1e-300, 1e300, math.inf, -math.inf, math.nan]),
)
_POINT = st.tuples(_NUMBER, _NUMBER)
_FOUR = st.tuples(_NUMBER, _NUMBER, _NUMBER, _NUMBER)
_TEXT = st.sampled_from(["", "a", "Hotels", "hotels in london", "UP", "[x", "日本", " "])
_BUTTON = st.sampled_from(["", "back", "HOME", "Enter ", "PRESS_BACK", "PRESS HOME", "volume_up", "_"])
_TRUTHS = st.builds(
    Truth,
    st.sampled_from(KINDS),
    st.none() | st.sampled_from([0, 1, 3, 4, 5, 6, 7, 10, 11]),
    st.none() | _POINT,
    st.none() | _POINT,
    st.none() | st.sampled_from(DIRECTIONS),
    _TEXT,
    _BUTTON,
    st.none() | _NUMBER,
    st.sampled_from(["", "click on it", "scroll", "scroll up", "input x", "press the back button", "stop", "swipe"]),
    st.lists(_FOUR, max_size=3).map(tuple),
)
_STEPS = st.builds(
    lambda truth, boxes, screen: Step(
        "d", "e", 0, "", truth, np.array(boxes, dtype=np.float64).reshape(-1, 4), screen=screen
    ),
    _TRUTHS,
    st.lists(_FOUR, max_size=9),
    st.none() | st.sampled_from([(1080, 2400), (1, 1), (1, 4000)]),
)
_PREDICTED = st.builds(
    Predicted,
    st.sampled_from([*KINDS, "clear", "link", "note"]),
    st.none() | _POINT,
    st.none() | _POINT | st.sampled_from([*DIRECTIONS, "sideways"]),
    st.none() | st.sampled_from([0.0, 100.0, 200.0, 201.0, math.inf, math.nan]),
    st.none() | _TEXT,
    _BUTTON,
    st.sampled_from(["", "continue", "start", "finish", "satisfied", "impossible", "interrupt", "need_feedback"]),
    st.none() | _FOUR,
    st.none() | st.integers(-2, 12),
)
_LABELS = sorted(
    set(rules.names()) | {f"{name}?{switch}" for name in rules.names() for switch in rules.named(name).quirks}
)


def test_a_box_that_is_nowhere_contains_no_point():
    """A box of a broken dataset, infinitely far to the right and infinitely narrow, gives no warning and no hit."""
    boxes = np.array([[0.0, 0.0, 0.0, 0.0]] * 4 + [[0.0, math.inf, 0.0012, -math.inf]])
    truth = Truth("click", None, (0.0, 0.0), None, None, "", "", None, "", ())
    predicted = Predicted("click", (0.0, 0.041), None, None, None, "", "", None, None)
    for name in rules.names():
        assert isinstance(rules.named(name).match(Step("d", "e", 0, "", truth, boxes, screen=None), predicted), Match)


@pytest.mark.parametrize("name", rules.names())
@given(step=_STEPS, predicted=st.none() | _PREDICTED, data=st.data())
def test_every_pair_has_a_consistent_result(name, step, predicted, data):
    """No exception or warning; exact implies right type, right type implies a format; only points have grounding."""
    rule = rules.named(data.draw(st.sampled_from([label for label in _LABELS if label.partition("?")[0] == name])))
    found = rule.match(step, predicted)
    assert found.type_match or not found.exact
    assert found.format_hit or not found.type_match
    assert found.format_hit == (found.kind is not None)
    assert (found.grounded is None) == (rule.match(step, None).grounded is None)
    if found.grounded is not None and found.type_match:
        assert found.exact == found.grounded
    if predicted is None:
        assert not found.format_hit


@given(st.sampled_from(_LABELS), _STEPS, _PREDICTED)
def test_the_label_determines_the_answer(label, step, predicted):
    """A rule opened by its label gives the same results as the original rule."""
    rule = rules.named(label)
    assert repr(rule.match(step, predicted)) == repr(rules.named(rule.label).match(step, predicted))


_PLAIN = st.one_of(
    st.tuples(st.integers(0, 1000), st.integers(0, 1000)).map(lambda point: ("click", point)),
    _TEXT.map(lambda text: ("type", text)),
    st.sampled_from(["back", "home", "enter"]).map(lambda button: ("press", button)),
    st.sampled_from(DIRECTIONS).map(lambda direction: ("scroll", direction)),
    st.just(("stop", "")),
)


@given(_PLAIN, _PLAIN)
def test_agentcpm_is_symmetric_without_boxes(first, second):
    """Without boxes, exchanging prediction and correct action does not change the result."""
    rule = rules.named("agentcpm")

    def matches(wanted: tuple[str, Any], mine: tuple[str, Any]) -> bool:
        return rule.match(Step("d", "e", 0, "", _truth(*wanted)), _predicted(*mine)).exact

    assert matches(first, second) == matches(second, first)
    assert matches(first, first)


def _truth(kind: Any, value: Any) -> Truth:
    at = (value[0] / 1000, value[1] / 1000) if kind == "click" else None
    return Truth(
        kind,
        4 if at else None,
        at,
        at,
        direction=value if kind == "scroll" else None,
        text=value if kind == "type" else "",
        button=value if kind == "press" else "",
    )


def _predicted(kind: Any, value: Any) -> Predicted:
    return Predicted(
        kind,
        (value[0] / 1000, value[1] / 1000) if kind == "click" else None,
        value if kind == "scroll" else None,
        text=value if kind == "type" else None,
        button=value if kind == "press" else "",
        status="finish" if kind == "stop" else "",
    )
