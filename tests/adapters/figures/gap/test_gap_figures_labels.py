"""Labels that fit: broken at joints, shortened in the middle, with glyphs for all characters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adapters.figures.drawing.labels import ELLIPSIS, printable, unprintable, wrapped


def letters(text: str) -> float:
    """A font in which every character has width one."""
    return float(len(text))


def test_names_break_at_their_joints():
    """Lines end after separators; words are broken at capitals only if necessary, versions never if they fit."""
    assert wrapped("Qwen/Qwen2.5-VL-72B-Instruct", 13, letters) == ["Qwen/Qwen2.5-", "VL-72B-", "Instruct"]
    assert wrapped("AndroidControl", 8, letters) == ["Android", "Control"]
    assert wrapped("AndroidControl", 14, letters) == ["AndroidControl"]
    assert wrapped("model (rules/1)", 9, letters) == ["model", "(rules/1)"]
    assert wrapped("智能体模型", 2, letters) == ["智能", "体模", "型"]


def test_what_is_too_long_loses_its_middle():
    """A label that is too long is shortened in the middle, so that beginning and end are kept."""
    lines = wrapped("a-name-that-nobody-would-want-to-read-in-full-7B", 8, letters, most=2)
    text = "".join(lines)
    assert len(lines) == 2
    assert text.startswith("a-na")
    assert text.endswith("7B")
    assert ELLIPSIS in text


@given(st.text(st.sampled_from("aBc1-_/ .(智"), min_size=1, max_size=60), st.integers(2, 20), st.integers(1, 4))
def test_no_line_is_too_wide(text, width, most):
    """For any name, width and number of lines are limited; names that are not shortened keep all characters."""
    lines = wrapped(text, width, letters, most)
    assert 1 <= len(lines) <= most
    assert all(letters(line) <= width for line in lines)
    if ELLIPSIS not in "".join(lines):
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_characters_without_a_glyph_are_spelt_out():
    """A character without a glyph is replaced by its code point; line breaks and tabs become spaces."""
    covered = frozenset(map(ord, "abc U+0123456789F"))
    assert printable("a\n\tb\U0001f600", covered) == "a bU+1F600"
    assert unprintable(["a😀", "😀 b", "é"], covered) == ["é", "😀"]
