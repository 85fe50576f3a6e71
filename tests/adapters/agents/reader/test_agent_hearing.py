"""How like words are is looked up by what they have in common; that look-up must miss nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.scripted.reader.language.hearing import known, likeness, shares, traits
from adapters.agents.scripted.reader.language.lexicon import numeral, rhythm
from adapters.agents.scripted.reader.language.rating import Ear
from adapters.agents.scripted.reader.language.words import stem

_FAMILIAR = (
    *("mon", "monday", "may", "min", "minutes", "hrs", "hour", "weekly", "weeks", "three", "3", "photo", "pictures"),
    *("reminder", "remind", "deliver", "delivery", "boxes", "box", "class", "colour", "shades", "every", "recurring"),
)
_words = st.sampled_from(_FAMILIAR) | st.text(st.characters(categories=("Ll", "Nd")), min_size=1, max_size=8)


@given(_words, _words)
def test_words_with_no_trait_in_common_are_not_alike(seen, value):
    """What the traits of two words do not share, no rule of likeness finds."""
    if traits(seen).isdisjoint(traits(value)):
        assert likeness(seen, value) == 0.0


@given(_words, st.lists(_words, max_size=6))
def test_the_places_that_a_word_is_like_are_all_of_them(word, value):
    """An ear that looks a word up hears just what comparing it with every word told would hear."""
    items = tuple(value)
    alike = {at: share for at, item in enumerate(items) if (share := likeness(word, item))}
    assert shares(word, items) == alike
    assert Ear(items, frozenset(range(len(items))), frozenset(), ()).shares(word) == alike
    assert not alike or not known(items).isdisjoint(traits(word))


def test_every_form_of_a_word_is_among_its_traits():
    """Forms by which words are the same are traits of both, so they can be met."""
    for word in _FAMILIAR:
        assert {word, numeral(word), stem(rhythm(word))} <= traits(word)
