"""The word lists of `words.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The word lists, as patterns over folded text and as tables from a word to its meaning."""

    separators: str
    negations: re.Pattern[str]
    alternatives: re.Pattern[str]
    hedges: re.Pattern[str]
    conclusions: re.Pattern[str]
    contrasts: tuple[str, ...]
    limits: str
    joints: str
    am: str
    pm: str
    hour_words: str
    noon: str
    midnight: str
    relative: Mapping[str, int]
    numbers: Mapping[str, int]
    currencies: Mapping[str, str]
    units: Mapping[str, str]
    dimensions: Mapping[str, str]
    months: Mapping[str, int]


@cache
def lexicon() -> Lexicon:
    """The word lists of `words.toml`."""
    data = tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))
    clauses, clock = data["clauses"], data["clock"]
    return Lexicon(
        separators=any_of(clauses["separators"]),
        negations=re.compile(any_of(clauses["negations"])),
        alternatives=re.compile(any_of(clauses["alternatives"])),
        hedges=re.compile(any_of(clauses["hedges"])),
        conclusions=re.compile(any_of(clauses["conclusions"])),
        contrasts=tuple(clauses["contrasts"]),
        limits=any_of(clauses["limits"]),
        joints=any_of(clauses["joints"]),
        am=any_of(clock["am"]),
        pm=any_of(clock["pm"]),
        hour_words=any_of(clock["hour_words"]),
        noon=any_of(clock["noon"]),
        midnight=any_of(clock["midnight"]),
        relative=clock["relative"],
        numbers=data["numbers"],
        currencies=_by_word(data["currencies"]),
        units=_by_word(data["units"]),
        dimensions=_by_word(data["dimensions"]),
        months={word: int(month) for month, words in data["months"].items() for word in words},
    )


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, longest first. Latin words must not continue; ideographs have no spaces."""
    return "(?:" + "|".join(_bounded(word) for word in sorted(words, key=len, reverse=True)) + ")"


def _bounded(word: str) -> str:
    before = r"(?<![a-z])" if word[0].isascii() and word[0].isalpha() else ""
    after = r"(?![a-z])" if word[-1].isascii() and word[-1].isalpha() else ""
    return before + re.escape(word).replace(r"\ ", r"\s+") + after


def _by_word(table: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {word: meaning for meaning, words in table.items() for word in words}
