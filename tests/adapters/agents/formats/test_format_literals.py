"""Literal values in replies are parsed, including careless notation whose meaning is clear."""

from __future__ import annotations

import ast
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.literals import an_object, exact, json_object, objects, tolerant, unescaped

_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(_values)
def test_what_json_writes_is_read_back(value):
    """Any value written as JSON is parsed back to the same value by both parsers."""
    assert exact(json.dumps(value)) == value
    assert exact(json.dumps(value, ensure_ascii=False)) == value
    assert tolerant(f"{{'it': {json.dumps(value, ensure_ascii=False)}}}") == {"it": value}


@given(_values)
def test_what_python_writes_is_read_back(value):
    """Any value written by Python's repr is parsed back to the same value."""
    assert exact(repr(value)) == ast.literal_eval(repr(value))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": "say "hi" now"}', {"a": 'say "hi" now'}),
        ('{"a": "he said "yes", and left", "b": 1}', {"a": 'he said "yes", and left', "b": 1}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        ("{a: click, b: [1, 2,],}", {"a": "click", "b": [1, 2]}),
        ('{"a": {"b": [1, 2', {"a": {"b": [1, 2]}}),
        ("{“a”: “b”}", {"a": "b"}),
        ("{'a': True, 'b': None, 'c': false}", {"a": True, "b": None, "c": False}),
        ("(1, 2)", [1, 2]),
        ('{"a": "it\'s", \'b\': \'say "x"\'}', {"a": "it's", "b": 'say "x"'}),
        ('{"a": "} {", "b": "[,]"}', {"a": "} {", "b": "[,]"}),
        (r'{"a": "\ud83d\ude00 é \d"}', {"a": "😀 é \\d"}),
    ],
)
def test_carelessness_is_understood(text, value):
    """Missing escapes, quotes, brackets and commas are tolerated if the meaning is clear."""
    assert tolerant(text) == value


@pytest.mark.parametrize("text", ['{"a": "cut o', "{'a", "{", "[" * 50, '{"a" 1}', "9" * 50, "", "{'a': }", "[1 2]"])
def test_ambiguous_literals_are_refused(text):
    """An incomplete text, a key without a value or unclosed nesting raises a FormatError."""
    if text == "{":
        assert tolerant(text) == {}
        return
    with pytest.raises(FormatError):
        tolerant(text)


@pytest.mark.parametrize("text", ['{"a": 1', '{"a": "b"} x', "{a: 1}", '"a\nb"', "“a”", "word", "1 2", "[" * 100])
def test_the_exact_reader_forgives_nothing(text):
    """The exact parser refuses everything but one well-formed literal."""
    with pytest.raises(FormatError):
        exact(text)


def test_objects_are_found_among_words():
    """Complete objects are found between other words; braces that begin no object are skipped."""
    text = 'I {think} so: {"a": {"b": 1}} or {"c": 2}, no'
    assert [found for found, _ in objects(text)] == [{"a": {"b": 1}}, {"c": 2}]
    assert an_object(text, "x") == {"a": {"b": 1}}
    with pytest.raises(FormatError, match="no object"):
        an_object("nothing here", "x")


@pytest.mark.parametrize("text", ["[1]", "1", "{", '{"a": 1} {', "[" * 100_000, "NaN", "1" * 5000])
def test_only_an_object_is_a_json_object(text):
    """A text that is not exactly one JSON object raises a FormatError."""
    with pytest.raises(FormatError):
        json_object(text, "x")


@given(st.text())
def test_a_text_without_escapes_is_itself(text):
    """A text without backslashes stays the same when unescaped, and any result can be encoded."""
    assert unescaped(text.replace("\\", "")) == text.replace("\\", "")
    unescaped(text).encode()
