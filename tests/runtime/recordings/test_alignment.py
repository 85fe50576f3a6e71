"""Two episodes are aligned by what they have in common."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from runtime.recordings.alignment import AlignedRow, align, first_difference, step_key
from runtime.recordings.timeline import TimelineStep

KEYS = st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from("xyz")), max_size=9)


def keys(pages: str) -> list[tuple[str, str]]:
    """Steps that lead to these pages."""
    return [(page, "tap") for page in pages]


def test_equal_episodes_have_no_difference():
    """All rows are the same, and there is no first difference."""
    rows = align(keys("ABC"), keys("ABC"))
    assert rows == tuple(AlignedRow(place, place, same=True) for place in range(3))
    assert first_difference(rows) is None


def test_a_detour_stands_beside_nothing():
    """Steps that only one episode has stand alone, and what follows is common again."""
    rows = align(keys("AXYB"), keys("AB"))
    assert [(row.left, row.right, row.same) for row in rows] == [
        (0, 0, True), (1, None, False), (2, None, False), (3, 1, True),
    ]  # fmt: skip
    assert first_difference(rows) == 1


def test_different_steps_between_common_ones_stand_side_by_side():
    """A step that was done otherwise is beside the one in its place."""
    assert align(keys("AXB"), keys("AYB"))[1] == AlignedRow(1, 1, same=False)


def test_an_episode_that_ends_before_the_other_differs_there():
    """The longer one goes on beside nothing."""
    rows = align(keys("AB"), keys("ABC"))
    assert first_difference(rows) == 2
    assert rows[2] == AlignedRow(None, 2, same=False)


def test_a_step_is_known_by_page_and_operation_or_else_by_its_words():
    """Without a judge's description the action in words takes its place."""
    described = TimelineStep(1, words="Tap “A”", page="app/Home", operation="tap A")
    assert step_key(described) == ("app/Home", "tap A")
    assert step_key(TimelineStep(1, words="Tap “A”")) == ("", "Tap “A”")


def longest(left: list[tuple[str, str]], right: list[tuple[str, str]]) -> int:
    """The length of the longest common subsequence, by its definition."""
    if not left or not right:
        return 0
    if left[0] == right[0]:
        return 1 + longest(left[1:], right[1:])
    return max(longest(left[1:], right), longest(left, right[1:]))


@given(KEYS, KEYS)
def test_every_step_stands_in_one_row_and_as_many_as_possible_are_common(left, right):
    """Rows keep the order of both episodes; common rows hold equal steps, and no alignment has more of them."""
    rows = align(left, right)
    assert [row.left for row in rows if row.left is not None] == list(range(len(left)))
    assert [row.right for row in rows if row.right is not None] == list(range(len(right)))
    common = [(row.left, row.right) for row in rows if row.same]
    assert all(here is not None and there is not None and left[here] == right[there] for here, there in common)
    assert len(common) == longest(left, right)
