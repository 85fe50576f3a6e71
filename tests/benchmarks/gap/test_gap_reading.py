"""The action schema of AgentCPM-GUI: which values it accepts, and why it rejects others."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap.records import Predicted
from benchmarks.gap.rules import reading

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_KEYS = st.sampled_from(["thought", "POINT", "to", "duration", "PRESS", "TYPE", "DEEP_LINK", "CLEAR", "STATUS", "x"])


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ({"POINT": [640, 500]}, Predicted("click", (0.64, 0.5))),
        (
            {"thought": "t", "POINT": [500.0, 0], "STATUS": "continue"},
            Predicted("click", (0.5, 0.0), status="continue"),
        ),
        ({"POINT": [0, 1000], "duration": 201}, Predicted("long_press", (0.0, 1.0), duration=201.0)),
        ({"POINT": [1, 2], "to": "up"}, Predicted("scroll", (0.001, 0.002), "up")),
        ({"POINT": [1, 2], "to": [3, 4], "duration": 500}, Predicted("scroll", (0.001, 0.002), (0.003, 0.004), 500.0)),
        ({"TYPE": ""}, Predicted("type", text="")),
        ({"PRESS": "ENTER", "duration": 5}, Predicted("press", duration=5.0, button="ENTER")),
        ({"CLEAR": None}, Predicted("clear")),
        ({"DEEP_LINK": None}, Predicted("link")),
        ({"duration": 3000}, Predicted("wait", duration=3000.0)),
        ({"STATUS": "finish"}, Predicted("stop", status="finish")),
        ({"POINT": [1, 2], "STATUS": "finish"}, Predicted("stop", (0.001, 0.002), status="finish")),
        ({"duration": 10**400}, Predicted("wait", duration=math.inf)),
    ],
    ids=str,
)
def test_an_action_is_read(value, read):
    """A valid object, or its JSON text, gives the action with all its fields."""
    assert reading.predicted(value) == read
    assert reading.from_text(json.dumps(value)) == read


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("not json", "str instead of an object"),
        ([], "list instead"),
        ({}, "nothing to do"),
        ({"thought": "done"}, "nothing to do"),
        ({"STATUS": "start"}, "nothing to do"),
        ({"POINT": [1001, 500]}, "whole numbers 0..1000, not 1001"),
        ({"POINT": [-1, 500]}, "not -1"),
        ({"POINT": [500.5, 500]}, "not 500.5"),
        ({"POINT": [math.nan, 500]}, "not nan"),
        ({"POINT": [True, 500]}, "not True"),
        ({"POINT": [500]}, r"not \[x, y\]"),
        ({"POINT": "500, 500"}, r"not \[x, y\]"),
        ({"POINT": [500, 500], "foo": 1}, "unknown key 'foo'"),
        ({"POINT": [500, 500], "TYPE": "x"}, "POINT and TYPE"),
        ({"PRESS": "BACK", "CLEAR": None}, "PRESS and CLEAR"),
        ({"to": "down"}, "without POINT"),
        ({"PRESS": "BACK", "to": "down"}, "without POINT"),
        ({"POINT": [1, 2], "to": "Up"}, "`to` is one of"),
        ({"POINT": [1, 2], "to": None}, r"not \[x, y\]"),
        ({"STATUS": "continue", "OPEN_APP": "Clock"}, "unknown key 'OPEN_APP'"),
        ({"PRESS": "back"}, "PRESS is one of"),
        ({"PRESS": ["BACK"]}, "PRESS is one of"),
        ({"STATUS": "done"}, "STATUS is one of"),
        ({"TYPE": 5}, "TYPE is no text"),
        ({"thought": 5, "CLEAR": None}, "thought is no text"),
        ({"CLEAR": True}, "CLEAR takes null"),
        ({"duration": -1}, "not -1"),
        ({"duration": "200"}, "whole number of milliseconds"),
    ],
    ids=str,
)
def test_violations_of_the_schema_are_refused_with_the_reason(value, why):
    """A value that violates the schema raises a ValueError that names the problem."""
    with pytest.raises(ValueError, match=why):
        reading.predicted(value)


@pytest.mark.parametrize("text", ["not json", "", "[" * 100_000, '{"POINT": [1, 2]} and more', "NaN"])
def test_text_that_is_no_object_is_refused(text):
    """Text that is not exactly one JSON object raises a ValueError."""
    with pytest.raises(ValueError, match=r"not JSON|instead of an object"):
        reading.from_text(text)


@given(st.dictionaries(_KEYS, _JSON, max_size=4) | _JSON)
def test_no_value_does_anything_else(value):
    """Any JSON value is either parsed or raises a ValueError."""
    try:
        read = reading.predicted(value)
    except ValueError:
        return
    assert isinstance(read, Predicted)
    assert all(0 <= number <= 1 for number in read.point or ())
