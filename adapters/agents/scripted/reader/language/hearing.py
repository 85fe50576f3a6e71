"""How like a word on the screen is to each word that was told. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType

from adapters.agents.scripted.reader.language.lexicon import kin, kinds, numeral, rhythm
from adapters.agents.scripted.reader.language.words import in_full, spans, stem, words

KIN, ROOT = 0.5, 0.7
"""The likeness of a word that may stand for another, and of one of the same root."""
_LETTERS = 5
"""Letters that words of one root share."""
NOTHING: Mapping[int, float] = MappingProxyType({})


@lru_cache(maxsize=1 << 16)
def likeness(seen: str, told: str) -> float:
    """1 for the same word in any form, less for one that may stand for it, 0 for another."""
    if (
        seen == told
        or spans((seen,), (told,))
        or numeral(seen) == numeral(told)
        or stem(rhythm(seen)) == stem(rhythm(told))
    ):
        return 1.0
    if len(seen) >= _LETTERS and len(told) >= _LETTERS and seen[:_LETTERS] == told[:_LETTERS]:
        return ROOT
    if bool(seen.endswith("ing")) != bool(told.endswith("ing")) and _root(seen) == _root(told):
        return ROOT
    return KIN if kin(stem(seen), stem(told)) else 0.0


def _root(word: str) -> str:
    """What "leaving" and "leave" have in common."""
    return word[:-3] if word.endswith("ing") and len(word) > _LETTERS else word.removesuffix("e")


@lru_cache(maxsize=1 << 14)
def traits(word: str) -> frozenset[str | int]:
    """What a word is compared by: words without a common one are not alike at all."""
    forms = (word, *in_full(word), numeral(word), stem(rhythm(word)))
    forms = (*forms, _root(word))
    return frozenset((*forms, *([word[:_LETTERS]] if len(word) >= _LETTERS else ()), *kinds(stem(word))))


@lru_cache(maxsize=1 << 12)
def sounds(text: str) -> frozenset[str | int]:
    """The traits of all words of a text."""
    return frozenset(trait for word in words(text) for trait in traits(word))


@lru_cache(maxsize=1 << 8)
def known(said: tuple[str, ...]) -> frozenset[str | int]:
    """The traits of all words told: a word with none of them is like nothing that was told."""
    return frozenset(trait for word in said for trait in traits(word))


@lru_cache(maxsize=1 << 13)
def shares(word: str, said: tuple[str, ...]) -> Mapping[int, float]:
    """The places of the words told that the word is like, with how much."""
    return {at: share for at, one in enumerate(said) if (share := likeness(word, one))}


@lru_cache(maxsize=1 << 8)
def joined(said: tuple[str, ...]) -> tuple[str, ...]:
    """By place: the word told and the next one as one word."""
    return tuple(f"{one}{stem(other)}" for one, other in pairwise(said))


@lru_cache(maxsize=1 << 8)
def pairs(said: tuple[str, ...]) -> frozenset[str]:
    """All words told that are one with the next."""
    return frozenset(joined(said))
