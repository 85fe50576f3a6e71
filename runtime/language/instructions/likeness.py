"""How well a text on the screen fits words of an instruction, from 0 to 1. Pure."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from runtime.language.instructions.lexicon import lexicon
from runtime.language.text import Words, find_phrase, normalized_words, stem_words

INFLECTED, SAME_ROOT, SYNONYM = 0.96, 0.8, 0.7
"""How alike two words are that have one stem, that share a root, or that may stand for each other on a control."""
_IN_ORDER = 0.01
"""What a label gains that stands among the words wanted just so."""
_ROOT = 5
"""Letters that words of one root share at least."""
_LEAST_FOUND = 0.5
"""Share of the words wanted below which a label has nothing to do with them."""


@lru_cache(maxsize=1 << 14)
def words_of(text: str) -> Words:
    """The words of a text in comparable form."""
    return normalized_words(text)


@lru_cache(maxsize=1 << 14)
def content_of(text: str) -> Words:
    """The words of a text without function words; all of them if there are no others."""
    own = lexicon().function_words
    return tuple(word for word in words_of(text) if word not in own) or words_of(text)


@lru_cache(maxsize=1 << 14)
def _stem(word: str) -> str:
    return stem_words((word,))[0]


@lru_cache(maxsize=1 << 16)
def word_likeness(word: str, other: str) -> float:
    """How alike two words are: 1 if they are equal, 0 if they have nothing in common."""
    if word == other:
        return 1.0
    first, second = _stem(word), _stem(other)
    if first == second:
        return INFLECTED
    if len(first) >= _ROOT and len(second) >= _ROOT and first[:_ROOT] == second[:_ROOT]:
        return SAME_ROOT
    same = lexicon().same
    return SYNONYM if same.get(first, frozenset()) & same.get(second, frozenset()) else 0.0


def share_found(wanted: Words, words: Words) -> float:
    """The share of the wanted words that are among the words."""
    if not wanted:
        return 0.0
    return sum(max((word_likeness(word, other) for other in words), default=0.0) for word in wanted) / len(wanted)


@lru_cache(maxsize=1 << 15)
def label_likeness(wanted: str, label: str) -> float:
    """How well a label fits the words wanted: 1 if it is just that, 0.64 at least if all words wanted are in it."""
    if not words_of(wanted) or not words_of(label):
        return 0.0
    if words_of(wanted) == words_of(label):
        return 1.0
    asked, shown = content_of(wanted), content_of(label)
    found = share_found(asked, shown)
    if found < _LEAST_FOUND:
        return 0.0
    in_order = _IN_ORDER if any(find_phrase(words_of(label), words_of(wanted))) else 0.0
    return found * sqrt(found) * (0.64 + 0.34 * share_found(shown, asked)) + in_order
