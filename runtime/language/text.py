"""Normalizes texts into comparable words: ignores case, accents, look-alike letters, inflection and typing errors.

`fold` is the form in which values are found in an answer; `normalize` goes further and is for what people ask.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from runtime.core.text import tokens

Words = tuple[str, ...]

_ENDING = re.compile(r"(?<=\w)'(?:s|m|d|ll|re|ve)\b")
_ITEM = re.compile(r"(?:(?<=\s)|^)\(?(?:\d{1,2}|[a-e])\)\s|\s*^(?:\d{1,2}\.|[-*•–·])\s*(?=\S)", re.MULTILINE)
"""The mark before an item of a list: `1)`, `a)`, `1.` or a bullet."""
_PLAIN = str.maketrans("’‘“”„‟«»", "''" + '"' * 6)
_NUMBERS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10"
}  # fmt: skip
_FULL = {
    "mon": "monday", "tue": "tuesday", "tues": "tuesday", "wed": "wednesday", "thu": "thursday", "thurs": "thursday",
    "fri": "friday", "sat": "saturday", "sun": "sunday", "jan": "january", "feb": "february", "apr": "april",
    "jun": "june", "jul": "july", "aug": "august", "sep": "september", "sept": "september", "oct": "october",
    "nov": "november", "dec": "december",
}  # fmt: skip
"""Days and months by their short names."""
OPTIONAL_WORDS = frozenset({"the", "at"})
"""Words that may be left out: `Saturday at 10:00` is `Saturday 10:00`."""
_MISSPELT_FROM = 5
"""Minimum length of words that are corrected; shorter words are too similar to each other."""


def fold(text: str) -> str:
    """Return the text case-folded, without accents and invisible characters, with plain quotes and single spaces.

    Line breaks are kept, because they end a clause.
    """
    plain = text.translate(_PLAIN)
    plain = unicodedata.normalize("NFKD", plain.replace("℃", "°C").replace("−", "-"))
    shown = "".join(sign for sign in plain if unicodedata.category(sign) not in ("Mn", "Cf"))
    return "\n".join(" ".join(line.split()) for line in unicodedata.normalize("NFC", shown).casefold().splitlines())


def normalize(text: str) -> str:
    """Fold a text, drop the endings of contractions (`it's`), and write lists on one line, `|` before each item."""
    return _ENDING.sub("", _joined_lists(_ITEM.sub(_item_mark, fold(text))))


_LONGEST_ASIDE = 200
"""Characters before a closing parenthesis in which the opening one is looked for."""


def _item_mark(mark: re.Match[str]) -> str:
    """A bar for the mark of a list item; `43) ` that closes a parenthesis is none."""
    before = mark.string[max(mark.start() - _LONGEST_ASIDE, 0) : mark.start()]
    closes = mark[0].strip()[:1] != "(" and before.rfind("(") > before.rfind(")")
    return mark[0] if closes else " | "


def _joined_lists(text: str) -> str:
    """Join the lines that follow a colon, up to a blank line or one that asks."""
    lines: list[str] = []
    listing = False
    for line in text.splitlines():
        listing = listing and bool(line.strip()) and not line.rstrip().endswith(("?", "？"))
        if listing:
            lines[-1] += f" | {line}"
        else:
            lines.append(line)
        listing = listing or line.rstrip().endswith((":", "："))
    return "\n".join(lines)


def stem(word: str) -> str:
    """Return a word without plural, -ing and final e, so that `sizes`, `sizing` and `size` are equal. Light on
    purpose.
    """
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 4 and word.endswith(("sses", "xes", "zzes", "ches", "shes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        word = word[:-1]
    if len(word) > 5 and word.endswith("ing"):
        word = word[:-3]
        if len(word) > 2 and word[-1] == word[-2]:
            word = word[:-1]
        elif len(word) == 3 and word[-1] not in "aeiouwxy":
            word += "e"
    # Short words keep their e: `note` is not `not`, `same` is not `Sam`.
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


def stems(text: str) -> Words:
    """Return the stems of a text's words, in order; small numbers as digits."""
    return stem_words(normalized_words(text))


def normalized_words(text: str) -> Words:
    """Return the normalized words of a text without stemming."""
    return tokens(normalize(text))


def stem_words(words: Words) -> Words:
    """Return the stems of words from `normalized_words`, without optional words (`Saturday at 10:00`); small numbers as
    digits, days and months by their full names.
    """
    known = _NUMBERS | _FULL
    return tuple(known.get(word) or stem(word) for word in words if word not in OPTIONAL_WORDS) or words


def find_phrase(wanted: Words, words: Words) -> Iterator[tuple[int, int]]:
    """Iterate over the positions (start, end) where the wanted words occur consecutively."""
    size = len(wanted)
    if not size:
        return
    first = wanted[0]
    for start in range(len(words) - size + 1):
        if words[start] == first and words[start : start + size] == wanted:
            yield start, start + size


def blank_phrase(words: Words, phrase: Words) -> Words:
    """Blank all occurrences of the phrase; blanks keep the words on both sides apart."""
    for start, end in tuple(find_phrase(phrase, words)):
        words = (*words[:start], *([""] * (end - start)), *words[end:])
    return words


def correct_spelling(words: Words, known: Collection[str], common: Collection[str]) -> Words:
    """Correct each word that is a misspelling of exactly one known word and is not a common word."""
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
    """Return whether the words differ by one missing, extra or replaced letter, or by two swapped neighbors.

    The last letter may only be swapped, because endings make different words (`deliver`, `delivery`).
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
