"""Kappa, Jaccard and similar measures against published examples and each other."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.metrics.reliability import Overlap, cohen_kappa, confusion, fleiss_kappa, item_overlap

LABELS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=30)


def test_cohen_is_what_the_textbook_says() -> None:
    """Cohen's kappa of the textbook's table of 50 proposals is 0.4."""
    table = {("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}
    assert cohen_kappa(table) == Fraction(2, 5)


def test_fleiss_is_what_the_paper_says() -> None:
    """Fourteen raters, ten subjects and five categories, the usual worked example of Fleiss (1971), give 0.210."""
    rows = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    subjects = [[label for label, count in enumerate(row) for _ in range(count)] for row in rows]
    found = fleiss_kappa(subjects)
    assert found is not None
    assert round(float(found), 3) == 0.210


@given(LABELS)
def test_cohen_is_one_exactly_for_raters_of_one_mind(pairs: list[tuple[str, str]]) -> None:
    """Equal labels give 1 (or None with a single label); any difference gives less."""
    found = cohen_kappa(confusion(pairs))
    if all(text == other for text, other in pairs):
        assert found in (None, Fraction(1))
    else:
        assert found is not None
        assert found < 1


@given(LABELS)
def test_cohen_is_symmetric(pairs: list[tuple[str, str]]) -> None:
    """Cohen's kappa is symmetric."""
    assert cohen_kappa(confusion(pairs)) == cohen_kappa(confusion((other, text) for text, other in pairs))


@given(LABELS)
def test_fleiss_of_two_lies_below_cohen_only_by_the_margins(pairs: list[tuple[str, str]]) -> None:
    """With two raters Fleiss' kappa pools their margins, so it never exceeds Cohen's."""
    two, pooled = cohen_kappa(confusion(pairs)), fleiss_kappa(pairs)
    if two is not None and pooled is not None:
        assert pooled <= two


@pytest.mark.parametrize("rows", [[["a"]], [["a", "b"], ["a"]]])
def test_fleiss_refuses_what_it_is_not_defined_for(rows: list[list[str]]) -> None:
    """Fleiss' kappa of a single rater, or of varying numbers of raters, raises a ValueError."""
    with pytest.raises(ValueError, match="same number of raters"):
        fleiss_kappa(rows)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
def test_overlap_is_what_sets_say(marks: list[tuple[bool, bool]]) -> None:
    """Counting item by item gives the same as comparing the two sets."""
    counts = sum((item_overlap(found, true) for found, true in marks), Overlap())
    found = {at for at, (flag, _) in enumerate(marks) if flag}
    true = {at for at, (_, flag) in enumerate(marks) if flag}
    assert counts.n == len(marks)
    assert counts.jaccard == (Fraction(len(found & true), len(found | true)) if found | true else 1)
    assert counts.precision == (Fraction(len(found & true), len(found)) if found else None)
    assert counts.recall == (Fraction(len(found & true), len(true)) if true else None)
    assert counts.kappa == cohen_kappa(confusion(marks))
