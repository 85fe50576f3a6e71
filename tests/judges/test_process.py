"""Alignment of key steps with performed steps."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from judges.evidence.process import align

MATRIX = st.integers(0, 5).flatmap(
    lambda width: st.tuples(
        st.just(width), st.lists(st.lists(st.booleans(), min_size=width, max_size=width), max_size=6)
    )
)


@given(MATRIX)
def test_alignment_is_the_longest_and_earliest_matching(case: tuple[int, list[list[bool]]]) -> None:
    """No order-preserving matching is longer, and no matching of equal length has earlier rows."""
    width, matrix = case
    found = align(matrix, width)
    columns = sorted(found)
    rows = [found[column] for column in columns]
    assert rows == sorted(set(rows))
    assert all(matrix[row][column] for column, row in found.items())
    groups = [
        chosen
        for size in range(min(width, len(matrix)) + 1)
        for chosen in combinations(range(len(matrix)), size)
        for picked in combinations(range(width), size)
        if all(matrix[row][column] for row, column in zip(chosen, picked, strict=True))
    ]
    longest = max(len(chosen) for chosen in groups)
    assert tuple(rows) == min(chosen for chosen in groups if len(chosen) == longest)
