"""Evaluations as JSON lines: written lines are parsed to equal values, and other lines are rejected."""

from __future__ import annotations

import json
import math
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmarks.gap.evaluators import Evaluated
from benchmarks.gap.evaluators.evaluation_json import (
    BEGIN,
    EvaluationLine,
    digest,
    from_document,
    key_of,
    parse_line,
    predicted,
    to_json,
)
from benchmarks.gap.records import DIRECTIONS, KINDS, Predicted, Status, Step, Truth

SHARES = st.floats(0, 1)
POINTS = st.tuples(SHARES, SHARES)
TEXTS = st.text(st.characters(), max_size=20)
"""Lone surrogates too: replies are cut anywhere."""
PREDICTED = st.builds(
    Predicted,
    st.sampled_from((*KINDS, "clear", "link", "note")),
    point=st.none() | POINTS,
    to=st.none() | POINTS | st.sampled_from(DIRECTIONS),
    duration=st.none() | st.floats(0) | st.just(math.inf),
    text=st.none() | TEXTS,
    button=TEXTS,
    status=st.sampled_from((*get_args(Status), "continue", "start", "")),
    box=st.none() | st.tuples(SHARES, SHARES, SHARES, SHARES),
    element=st.none() | st.integers(0, 500),
)
EVALUATED = st.builds(
    Evaluated,
    st.none() | PREDICTED,
    TEXTS,
    TEXTS,
    st.dictionaries(st.sampled_from(("input", "output", "reused")), st.integers(0, 10**9)),
)
LINES = st.builds(
    EvaluationLine,
    TEXTS,
    st.integers(-1, 10**6),
    TEXTS,
    st.binary(min_size=16, max_size=16),
    TEXTS.map(digest),
    EVALUATED,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(LINES)
def test_a_line_is_read_back(line: EvaluationLine):
    """Any evaluation gives one line of ASCII JSON with our prefix, which is parsed to an equal value."""
    data = line.dumped()
    assert data.startswith(BEGIN)
    assert data.isascii()
    assert data.find(b"\n") == len(data) - 1
    json.loads(data, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert parse_line(data) == line


@given(LINES, st.data())
def test_a_truncated_line_is_refused(line: EvaluationLine, data: Any):
    """Any truncation of a line makes parsing raise a ValueError."""
    content = line.dumped()[:-1]
    with pytest.raises(ValueError, match=r"Expecting|Unterminated|Invalid"):
        parse_line(content[: data.draw(st.integers(0, len(content) - 1))])


FIELDS = ("version", "episode", "step", "evaluator", "key", "thought", "predicted", "invalid", "raw", "usage")


@given(LINES, st.sampled_from(FIELDS), JSON)
def test_any_json_in_a_field_is_parsed_or_a_value_error(line: EvaluationLine, field: str, value: Any):
    """For any JSON in one field, parsing raises a ValueError or gives an evaluation that survives a round trip."""
    document = json.loads(line.dumped())
    document[field] = value
    try:
        found = from_document(document)
    except ValueError:
        return
    assert parse_line(found.dumped()) == found


@example(Predicted("click"), "point", [0, math.nan])
@given(
    PREDICTED, st.sampled_from(("kind", "point", "to", "duration", "text", "button", "status", "box", "element")), JSON
)
def test_any_json_in_an_action_is_parsed_or_a_value_error(action: Predicted, field: str, value: Any):
    """For any JSON in one field of an action, parsing raises a ValueError or gives an action that round-trips."""
    try:
        found = predicted({**to_json(action), field: value})
    except ValueError:
        return
    assert predicted(json.loads(json.dumps(to_json(found)))) == found


def test_a_field_that_is_missing_is_named():
    """The error for a line without one of its fields names that field."""
    document = json.loads(EvaluationLine("e", 1, "rules/1", b"k" * 16, "t", Evaluated(None)).dumped())
    for field in FIELDS[1:]:
        with pytest.raises(ValueError, match=field):
            from_document({name: value for name, value in document.items() if name != field})


def test_the_key_covers_all_inputs_of_an_evaluation():
    """The key of an evaluation depends on evaluator, step, thought, history and screen, and not on goal or truth."""

    def step(**more: Any) -> Step:
        given: dict[str, Any] = {"episode": "e", "step": 1, "instruction": "go", "truth": Truth("stop"), **more}
        return Step("aitz", **given)

    boxes = np.array([[0.0, 0.0, 0.5, 0.5]])
    plain_step = step()
    same = [step(instruction="other"), step(truth=Truth("wait")), step(source="b.json:3"), step(app="clock")]
    for picture in (None, b"png"):
        first = key_of("r", plain_step, "t", (), picture)
        assert {key_of("r", item, "t", (), picture) for item in same} == {first}
        others = [
            key_of("s", plain_step, "t", (), picture),
            key_of("r", step(episode="f"), "t", (), picture),
            key_of("r", step(step=2), "t", (), picture),
            key_of("r", plain_step, "u", (), picture),
            key_of("r", plain_step, "t", ("u",), picture),
            key_of("r", plain_step, "t", ("u", "v"), picture),
            key_of("r", plain_step, "t", ("uv",), picture),
            key_of("r", plain_step, "t", (), b"other"),
        ]
        assert len({first, *others}) == len(others) + 1
    looks = [step(boxes=boxes), step(labels=("a",)), step(labels=("a", "")), step(screen=(1, 2))]
    assert len({key_of("r", look, "t", (), None) for look in (plain_step, *looks)}) == 5
    assert len({key_of("r", look, "t", (), b"png") for look in (plain_step, *looks)}) == 1, "a picture is all it sees"
