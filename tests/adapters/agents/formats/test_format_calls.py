"""Function calls in replies are parsed, including careless notation whose meaning is clear."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.formats.grammar.calls import call_at, exact_call, numbers
from adapters.agents.formats.grammar.errors import FormatError

_TEXTS = ("content", "0")


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("f(content='it's 5 o'clock')", {"content": "it's 5 o'clock"}),
        ("f(content='say (it)')", {"content": "say (it)"}),
        ("f(content='f('x') is it')", {"content": "f('x') is it"}),
        ("f(content='two\nlines')", {"content": "two\nlines"}),
        ("f(content=\"double\", b='(1,2)')", {"content": "double", "b": "(1,2)"}),
        (r"f(content='it\'s\n')", {"content": "it's\n"}),
        ("f(content=“curly”)", {"content": "curly"}),
        ("f(a=[1, 2], b=(3,4), c=5)", {"a": "[1, 2]", "b": "(3,4)", "c": "5"}),
        ("f(a='<point>1 2</point>)", {"a": "<point>1 2</point>)"}),
        ("f(a='(1,2)'", {"a": "(1,2)"}),
        ("f('x', 7)", {"0": "x", "1": "7"}),
        ("f()", {}),
        ("f(", {}),
    ],
)
def test_carelessness_in_calls_is_understood(text, arguments):
    """Quotes inside texts, missing ends, and any kind of quote or bracket are understood."""
    call = call_at(text, 0, _TEXTS)
    assert call is not None
    assert {key: value.words for key, value in call.arguments.items()} == arguments
    assert call.end <= len(text)


def test_a_text_ends_before_the_next_call():
    """A text ends before the next call, so that two calls in a row stay two."""
    text = "f(content='a')\nf(content='b')"
    first = call_at(text, 0, _TEXTS)
    assert first is not None
    assert first.words("content") == "a"
    second = call_at(text, first.end + 1, _TEXTS)
    assert second is not None
    assert second.words("content") == "b"


def test_half_a_text_is_refused_when_it_is_needed():
    """Using a text that is cut off raises a FormatError."""
    call = call_at("f(content='half a te", 0, _TEXTS)
    assert call is not None
    with pytest.raises(FormatError, match="no end"):
        call.words("content")


_names = st.from_regex(r"[a-z_]{1,8}", fullmatch=True)
_literals = st.text() | st.integers(-999, 999) | st.lists(st.integers(0, 999), max_size=4) | st.none() | st.booleans()


@given(name=_names, arguments=st.dictionaries(_names, _literals, max_size=4))
def test_the_exact_reader_agrees_with_pythons(name, arguments):
    """A call in Python's notation is parsed to the values that Python itself reads."""
    text = f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
    read_name, read = exact_call(text)
    assert (read_name, read) == (name, arguments)
    if not _reserved(text):
        tree = ast.parse(text, mode="eval").body
        assert isinstance(tree, ast.Call)
        assert read == {word.arg: ast.literal_eval(word.value) for word in tree.keywords}


def _reserved(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return True
    return False


@pytest.mark.parametrize(
    "text",
    [
        "f",
        "f(",
        "f(a=)",
        "f(a=1",
        "f(a=1) x",
        "f(a=1 b=2)",
        "f(a='x)",
        "f(a=1, 2)",
        "f(a='\\x')",
        "f(\0)",
        "1",
        "",
        "f(a=x)",
    ],
)
def test_the_exact_reader_forgives_nothing_in_calls(text):
    """The exact parser refuses everything but one complete call with literal keyword arguments."""
    with pytest.raises(FormatError):
        exact_call(text)


def test_numbers_are_found_whatever_is_around_them():
    """Numbers are found in all notations of points and boxes; one with too many digits is refused."""
    assert numbers("<point>12 34</point>") == [12, 34]
    assert numbers("<|box_start|>(12,34)<|box_end|>") == [12, 34]
    assert numbers("[1.5, -2, 3, 4, 5, 6]") == [1.5, -2, 3, 4, 5]
    assert numbers("1e9 1_000 1.2.3 5٣0 x7 500px, 3s") == [500, 3]
    with pytest.raises(FormatError, match="too long"):
        numbers("1" * 40)
