"""Text comparisons equal those of the public functions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap.rules import texts

_SHORT = st.text("abc ", max_size=9)


def common(first: str, second: str) -> int:
    """Computes the longest common subsequence with the usual table."""
    row = [0] * (len(second) + 1)
    for letter in first:
        before = row
        row = [0]
        for at, other in enumerate(second, 1):
            row.append(before[at - 1] + 1 if letter == other else max(before[at], row[-1]))
    return row[-1]


@given(_SHORT, _SHORT)
def test_the_ratio_is_that_of_the_table(first, second):
    """The bit-parallel length equals that of the table, in either order."""
    total = len(first) + len(second)
    assert texts.ratio(first, second) == texts.ratio(second, first)
    assert texts.ratio(first, second) == (1 - (total - 2 * common(first, second)) / total if total else 1)


def test_the_ratio_of_the_notes():
    """Two texts that differ by one letter have the ratio stated in the notes."""
    assert round(texts.ratio("hotel in london", "hotels in london"), 3) == 0.968


@pytest.mark.parametrize(
    ("first", "second", "plain", "part"),
    [
        ("hotels", "hotels in london", 0.5, 0.5),
        ("Hotels In London", "hotels in london", 1.0, 1.0),
        ("", "x", 0.0, 0.0),
        ("", "", 0.0, 0.0),
        ("hotel", "hotels", 0.0, 1.0),
        ("[up]", "UP", 0.0, 1.0),
        ("a b", "c d", 0.0, 0.0),
    ],
)
def test_f1_of_words(first, second, plain, part):
    """F1 compares the sets of words; the other form removes brackets and accepts part of a word."""
    assert texts.f1(first, second) == plain
    assert texts.f1_or_part(first, second) == part


@given(_SHORT, _SHORT)
def test_f1_is_a_share(first, second):
    """F1 is between 0 and 1, and 1 for equal texts with words."""
    assert 0 <= texts.f1(first, second) <= 1
    assert texts.f1(first, first) == bool(first.split())
    assert texts.f1(first, second) == texts.f1(second, first)
