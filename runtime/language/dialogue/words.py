"""Texts as words that compare: case, accents, look-alike letters, inflection and typing mistakes don't matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from runtime.core.text import tokens

Words = tuple[str, ...]

_ENDING = re.compile(r"(?<=\w)'(?:s|m|d|ll|re|ve)\b")
_ENUMERATOR = re.compile(r"(?:(?<=\s)|^)\(?(?:\d{1,2}|[a-e])\)\s|^\d{1,2}\.\s", re.MULTILINE)
_NUMBERS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10"
}  # fmt: skip
_LOOSE = frozenset({"the", "at"})
_MISSPELT_FROM = 5
"""Shorter words are too close to each other to guess which was meant."""


def plain(text: str) -> str:
    """Case-blind, no accents, compatible forms unified, straight quotes, single spaces, no list numbers.

    Line breaks stay: they end a clause. What cannot be seen (zero-width, direction marks) goes.
    """
    parts = unicodedata.normalize("NFKD", text.replace("’", "'").replace("‘", "'"))
    seen = "".join(sign for sign in parts if unicodedata.category(sign) not in ("Mn", "Cf"))
    lines = unicodedata.normalize("NFC", seen).casefold().splitlines()
    spaced = "\n".join(" ".join(line.split()) for line in lines)
    return _ENDING.sub("", _ENUMERATOR.sub(" ", spaced))


def stem(word: str) -> str:
    """A word without plural, -ing and final e, so that `sizes`, `sizing` and `size` are one. Light on purpose."""
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 4 and word.endswith(("ses", "xes", "zes", "ches", "shes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        word = word[:-1]
    if len(word) > 5 and word.endswith("ing"):
        word = word[:-3]
        if len(word) > 2 and word[-1] == word[-2]:
            word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def stems(text: str) -> Words:
    """The stems of a text's words, in order; small numbers as digits."""
    return stemmed(raw(text))


def raw(text: str) -> Words:
    """A text's words as they are written, but plain."""
    return tokens(plain(text))


def stemmed(words: Words) -> Words:
    """The stems of words that `raw` gave, without those that come and go (`Saturday at 10:00`)."""
    return tuple(_NUMBERS.get(word) or stem(word) for word in words if word not in _LOOSE) or words


def find(wanted: Words, words: Words) -> Iterator[tuple[int, int]]:
    """Where the wanted words follow each other: start and end."""
    size = len(wanted)
    if not size:
        return
    first = wanted[0]
    for start in range(len(words) - size + 1):
        if words[start] == first and words[start : start + size] == wanted:
            yield start, start + size


def without(words: Words, phrase: Words) -> Words:
    """The words with every occurrence of the phrase blanked; a blank keeps what stood apart apart."""
    for start, end in tuple(find(phrase, words)):
        words = (*words[:start], *([""] * (end - start)), *words[end:])
    return words


def corrected(words: Words, known: Collection[str], common: Collection[str]) -> Words:
    """Each word that is nearly one of the known ones (and no common word) as that one, if only one is so near."""
    return tuple(word if word in known or word in common else _nearest(word, known) for word in words)


def _nearest(word: str, known: Collection[str]) -> str:
    if len(word) < _MISSPELT_FROM - 1 or not word.isalpha() or not word.isascii():
        return word
    near = {
        text
        for text in known
        if len(text) >= _MISSPELT_FROM - 1 and text[0] == word[0] and text.isalpha() and _one_slip(word, text)
    }
    return near.pop() if len(near) == 1 else word


def _one_slip(word: str, other: str) -> bool:
    """Whether one letter is missing, too many or another, or two neighbours are swapped.

    The last letter is only ever swapped: endings make other words (`deliver`, `delivery`).
    """
    if abs(len(word) - len(other)) > 1:
        return False
    at = 0
    while at < min(len(word), len(other)) and word[at] == other[at]:
        at += 1
    rest, wanted = word[at:], other[at:]
    if len(rest) == len(wanted):
        swapped = rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:]
        return swapped or rest[1:] == wanted[1:] != ""
    return (rest[1:] == wanted or rest == wanted[1:]) and word[-1] == other[-1]
