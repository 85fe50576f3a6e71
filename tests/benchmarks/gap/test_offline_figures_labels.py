"""Words that fit: broken at joints, cut in the middle, nothing that a font cannot draw."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap.figures.labels import ELLIPSIS, printable, unprintable, wrapped


def letters(text: str) -> float:
    """A typeface in which every character is one wide."""
    return float(len(text))


def test_names_break_at_their_joints():
    """A line ends after a separator; words are broken at capitals only if they must be, versions never if they fit."""
    assert wrapped("Qwen/Qwen2.5-VL-72B-Instruct", 13, letters) == ["Qwen/Qwen2.5-", "VL-72B-", "Instruct"]
    assert wrapped("AndroidControl", 8, letters) == ["Android", "Control"]
    assert wrapped("AndroidControl", 14, letters) == ["AndroidControl"]
    assert wrapped("model (rules/1)", 9, letters) == ["model", "(rules/1)"]
    assert wrapped("智能体模型", 2, letters) == ["智能", "体模", "型"]


def test_what_is_too_long_loses_its_middle():
    """The beginning and the end of a name stay, since that is where sizes and versions are."""
    lines = wrapped("a-name-that-nobody-would-want-to-read-in-full-7B", 8, letters, most=2)
    text = "".join(lines)
    assert len(lines) == 2
    assert text.startswith("a-na")
    assert text.endswith("7B")
    assert ELLIPSIS in text


@given(st.text(st.sampled_from("aBc1-_/ .(智"), min_size=1, max_size=60), st.integers(2, 20), st.integers(1, 4))
def test_no_line_is_too_wide(text, width, most):
    """Whatever the name, lines fit in width and number; what is not cut keeps every character."""
    lines = wrapped(text, width, letters, most)
    assert 1 <= len(lines) <= most
    assert all(letters(line) <= width for line in lines)
    if ELLIPSIS not in "".join(lines):
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_what_no_font_has_is_spelt_out():
    """Instead of a box stands the number of the character; line breaks and tabs are spaces."""
    covered = frozenset(map(ord, "abc U+0123456789F"))
    assert printable("a\n\tb\U0001f600", covered) == "a bU+1F600"
    assert unprintable(["a😀", "😀 b", "é"], covered) == ["é", "😀"]
