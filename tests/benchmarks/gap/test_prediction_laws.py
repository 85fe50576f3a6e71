"""No text and no record makes the parsers of predictions fail."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.gap import predictions
from benchmarks.gap.predictions import forms
from benchmarks.gap.records import Defect
from tests.support.hostile import PATTERNS

_PIECES = (
    "Thought: ", "\nAction: ", "click(start_box='(1,2)')", "(", ")", "'", '"', "{", "}", "<thinking>", "</thinking>",
    "<tool_call>", "</tool_call>", '{"name":"mobile_use","arguments":{"action":"click","coordinate":[1,2]}}', "\n",
    'do(action="Tap", element=[1,2])', "finish(", "<answer>", '{"thought":"t","POINT":[1,2]}', "9" * 20, "1e9", "-1",
)  # fmt: skip
_texts = st.one_of(
    st.text(), st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=5)), max_size=12).map("".join)
)
_scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), _texts, st.sampled_from(["click", "up", "pixel"])
)
_keys = st.one_of(
    st.sampled_from(
        ["episode_id", "step_id", "pred", "thought", "action", "kind", "point", "to", "text", "POINT", "TYPE", "STATUS",
         "output_text", "coordinate", "id", "duration", "name", "arguments", "box", "element", "unit", "image_width"]
    ),
    st.text(max_size=4),
)  # fmt: skip
_values = st.recursive(
    _scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_keys, inner, max_size=5), max_leaves=12
)
_sizes = st.one_of(st.none(), st.tuples(st.integers(1, 5000), st.integers(1, 5000)))


@pytest.mark.parametrize("form", predictions.names())
@given(value=st.one_of(_texts, _values), half=st.characters(categories=["Cs"]), size=_sizes)
@settings(max_examples=80)
def test_any_text_gives_an_action_or_a_reason(form, value, half, size):
    """Any text gives either an action on the picture or a reason why there is none."""
    for item in (value, value + half) if isinstance(value, str) else (value,):
        found = forms.named(form).reader(item, lambda: size)
        assert (found.predicted is None) == bool(found.invalid)
        if found.predicted is not None:
            ends = [found.predicted.point, found.predicted.to]
            assert all(0 <= end[0] <= 1 and 0 <= end[1] <= 1 for end in ends if isinstance(end, tuple))


@given(
    lines=st.lists(st.one_of(_values.map(json.dumps), _texts), max_size=5), form=st.sampled_from(predictions.names())
)
@settings(max_examples=60)
def test_any_line_is_a_prediction_or_a_defect(tmp_path_factory, lines, form):
    """A line gives at most a prediction or a defect, never an exception."""
    path = tmp_path_factory.mktemp("p") / "p.jsonl"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    for record in predictions.read(form, path, lambda _: None):
        assert record.source.startswith("p.jsonl:")
        assert isinstance(record, Defect) or record.predicted is None or not record.invalid


@pytest.mark.parametrize("form", predictions.names())
def test_a_long_answer_takes_no_longer_than_it_may(form):
    """Inputs of twenty thousand characters that cause backtracking in careless patterns are parsed quickly."""
    started = time.process_time()
    for pattern in PATTERNS:
        for head in ("", "Thought: ", "<thinking>", '{"thought": "'):
            forms.named(form).reader(head + pattern * (20_000 // len(pattern)), lambda: (1080, 2400))
    assert time.process_time() - started < 8
