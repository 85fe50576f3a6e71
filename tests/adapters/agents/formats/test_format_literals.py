"""Values are read as they are written, and as they are meant where that is beyond doubt."""

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
    """Whatever the standard library writes as JSON, both readers read as it is."""
    assert exact(json.dumps(value)) == value
    assert exact(json.dumps(value, ensure_ascii=False)) == value
    assert tolerant(f"{{'it': {json.dumps(value, ensure_ascii=False)}}}") == {"it": value}


@given(_values)
def test_what_python_writes_is_read_back(value):
    """The same for Python's notation."""
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
    """Forgotten escapes, quotes, brackets and commas do not hide what is meant."""
    assert tolerant(text) == value


@pytest.mark.parametrize("text", ['{"a": "cut o', "{'a", "{", "[" * 50, '{"a" 1}', "9" * 50, "", "{'a': }", "[1 2]"])
def test_what_is_in_doubt_is_refused(text):
    """Half a text, a key without its value, brackets without end: nothing is made up."""
    if text == "{":
        assert tolerant(text) == {}
        return
    with pytest.raises(FormatError):
        tolerant(text)


@pytest.mark.parametrize("text", ['{"a": 1', '{"a": "b"} x', "{a: 1}", '"a\nb"', "“a”", "word", "1 2", "[" * 100])
def test_the_exact_reader_forgives_nothing(text):
    """A well-formed literal and nothing else."""
    with pytest.raises(FormatError):
        exact(text)


def test_objects_are_found_among_words():
    """Each in turn, not those inside of others; braces that begin nothing are passed over."""
    text = 'I {think} so: {"a": {"b": 1}} or {"c": 2}, no'
    assert [found for found, _ in objects(text)] == [{"a": {"b": 1}}, {"c": 2}]
    assert an_object(text, "x") == {"a": {"b": 1}}
    with pytest.raises(FormatError, match="no object"):
        an_object("nothing here", "x")


@pytest.mark.parametrize("text", ["[1]", "1", "{", '{"a": 1} {', "[" * 100_000, "NaN", "1" * 5000])
def test_only_an_object_is_a_json_object(text):
    """Other values, other texts and depths that the library gives up on are refused."""
    with pytest.raises(FormatError):
        json_object(text, "x")


@given(st.text())
def test_a_text_without_escapes_is_itself(text):
    """Only a backslash begins an escape, and what comes out can be written down."""
    assert unescaped(text.replace("\\", "")) == text.replace("\\", "")
    unescaped(text).encode()
