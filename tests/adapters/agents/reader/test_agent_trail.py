"""Words are dealt with by the way that was taken for them, until the way turns out to be wrong."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.scripted.reader.screen.screen import take_in
from adapters.agents.scripted.reader.screen.trail import Trail
from tests.support.trees import button, page, row, text


def test_a_dead_end_gives_its_words_back():
    """After going back the words that led there are open again."""
    trail = Trail()
    trail.arrive(0)
    trail.leave(frozenset({3}))
    trail.arrive(1)
    assert trail.passed == {3}
    trail.retreating = True
    assert trail.arrive(0) == frozenset()
    assert trail.passed == frozenset()


def test_what_was_chosen_on_a_page_that_closed_is_dealt_with_for_good():
    """A page that closes by itself has taken the choice."""
    trail = Trail()
    trail.arrive(0)
    trail.leave(frozenset({3}))
    trail.arrive(1)
    trail.leave(frozenset({4}))
    assert trail.arrive(0) == {3, 4}


def test_a_touch_that_stays_on_its_page_chose_something():
    """Words for it are dealt with at once."""
    trail = Trail()
    trail.arrive(0)
    trail.leave(frozenset({5}))
    assert trail.arrive(0) == {5}


@given(st.lists(st.integers(0, 4), min_size=1, max_size=20))
def test_no_page_is_on_the_way_twice(pages):
    """Whoever comes back to a page goes on from there."""
    trail = Trail()
    for item in pages:
        trail.arrive(item)
        stops = [stop.page for stop in trail.stops]
        assert len(set(stops)) == len(stops)
        assert stops[-1] == item


def test_a_page_is_known_again_after_it_was_scrolled():
    """By what stays where it is, not by what scrolls past."""
    trail = Trail()
    first = take_in(page(text("Zoo"), button("Search"), row("Ann"), row("Bo")))
    again = take_in(page(text("Zoo"), button("Search"), row("Ann"), row("Bo"), row("Cy")))
    other = take_in(page(text("Park"), button("Search"), row("Ann"), row("Bo")))
    assert trail.page(first) == trail.page(again) != trail.page(other)
