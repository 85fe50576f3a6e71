"""How much a text speaks of what was told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.scripted.reader.language.hearing import likeness
from adapters.agents.scripted.reader.policy import Policy

WORDS = st.text("abcdefgh", min_size=2, max_size=8)


def rate(instruction: str, *texts: str) -> tuple[float, bool, bool]:
    """Score, whether it was told word for word, whether a name is met in part only."""
    rating = Policy(instruction, True).ear.rate(texts[0], texts)
    return rating.score, rating.exact, rating.partial


@given(WORDS)
def test_every_word_is_like_itself(word):
    """A word told is a word heard."""
    assert likeness(word, word) == 1


@pytest.mark.parametrize(
    ("seen", "text"),
    [("weekly", "week"), ("2", "two"), ("Fri".casefold(), "friday"), ("tickets", "ticket")],
)
def test_other_forms_are_the_same_word(seen, text):
    """Plurals, short days, numbers in words and rhythms are the word itself."""
    assert likeness(seen, text) == 1


@pytest.mark.parametrize(("seen", "text"), [("location", "place"), ("notification", "remind"), ("photo", "picture")])
def test_what_may_stand_for_a_word_is_less_than_it(seen, text):
    """What people and apps use for one another counts, but for less."""
    assert 0 < likeness(seen, text) < 1


def test_more_of_what_was_told_weighs_more():
    """Of two rows the one that speaks of more of it."""
    text = "Open the mail that Ann Vale wrote about the harbour."
    assert rate(text, "Ann Vale", "The harbour again")[0] > rate(text, "Ann Vale", "Lunch")[0] > rate(text, "Bo")[0]


def test_part_of_a_name_is_not_the_name():
    """A lamp of another colour is not the lamp that was told."""
    text = "Buy the Amber Desk Lamp."
    assert rate(text, "Amber Desk Lamp") == (*rate(text, "Amber Desk Lamp")[:1], True, False)
    assert rate(text, "Olive Desk Lamp")[1:] == (False, True)


def test_a_name_is_told_letter_by_letter():
    """Loop is not Loops."""
    assert rate("Follow the Zoo Loops.", "Zoo Loop")[1:] == (False, True)


def test_a_unit_says_nothing_without_its_number():
    """All day is not one day before."""
    assert rate("Remind me 1 day before.", "All day")[0] <= 0


def test_whatever_is_dealt_with_counts_no_more():
    """A row that was told and chosen is as good as any."""
    policy = Policy("Order a tea with lemon.", True)
    policy.placed |= policy.at("lemon")
    assert policy.ear.rate("Lemon", ("Lemon",)).score <= 0
