"""Lines of a basket: adding, changing and counting."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.framework.baskets import count_text, pieces, with_line, with_quantity, without_line


@dataclass(frozen=True, slots=True)
class Line:
    """A line with one choice."""

    item: str
    size: str = "Small"
    quantity: int = 1


TEA, LARGE_TEA, CAKE = Line("Tea", quantity=2), Line("Tea", "Large"), Line("Cake")
BASKET = (TEA, CAKE)


def test_the_same_choice_grows_and_another_one_is_a_line_of_its_own() -> None:
    """All fields but the quantity tell lines apart; the order stays."""
    assert with_line(BASKET, TEA) == (Line("Tea", quantity=4), CAKE)
    assert with_line(BASKET, LARGE_TEA) == (TEA, CAKE, LARGE_TEA)
    assert with_line((), CAKE) == (CAKE,)


def test_a_line_grows_to_its_most() -> None:
    """More than a shop sells at once is not added."""
    assert with_line(BASKET, Line("Tea", quantity=7), most=5) == (Line("Tea", quantity=5), CAKE)


@pytest.mark.parametrize(
    ("index", "by", "least", "after"),
    [
        (0, -1, 1, (Line("Tea"), CAKE)),
        (1, -1, 1, BASKET),
        (1, -1, 0, (TEA,)),
        (0, 9, 1, (Line("Tea", quantity=5), CAKE)),
        (2, 1, 0, BASKET),
        (-1, 1, 0, BASKET),
    ],
    ids=["fewer", "not below one", "none is gone", "not above the most", "no such line", "no line from the end"],
)
def test_a_quantity_changes_within_its_bounds(index: int, by: int, least: int, after: tuple[Line, ...]) -> None:
    """With `least` 0 the last one less removes the line; an index that no line has changes nothing."""
    assert with_quantity(BASKET, index, by, least=least, most=5) == after


def test_a_line_is_removed_by_its_place() -> None:
    """The others stay as they are."""
    assert without_line(BASKET, 0) == (CAKE,)


def test_things_are_counted_not_lines() -> None:
    """One thing is an item, any other number are items."""
    assert pieces(BASKET) == 3
    assert [count_text(lines) for lines in ((), (CAKE,), BASKET)] == ["0 items", "1 item", "3 items"]


@given(st.lists(st.sampled_from((TEA, LARGE_TEA, CAKE)), max_size=12))
def test_whatever_is_added_is_counted_once(added: list[Line]) -> None:
    """No line stands twice, and nothing is lost."""
    basket: tuple[Line, ...] = ()
    for line in added:
        basket = with_line(basket, line)
    assert pieces(basket) == pieces(added)
    assert len({(line.item, line.size) for line in basket}) == len(basket)
