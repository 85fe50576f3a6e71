"""The word lists of `words.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib import resources
from itertools import product


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The word lists, as patterns over folded text and as tables from a word to its meaning."""

    separators: str
    negations: re.Pattern[str]
    alternatives: re.Pattern[str]
    conjunctions: re.Pattern[str]
    question_starts: re.Pattern[str]
    summaries: re.Pattern[str]
    hedges: re.Pattern[str]
    doubts: re.Pattern[str]
    approximations: re.Pattern[str]
    openers: frozenset[str]
    conclusions: re.Pattern[str]
    contrasts: tuple[str, ...]
    oppositions: re.Pattern[str]
    comparisons: re.Pattern[str]
    continuations: re.Pattern[str]
    answer_labels: re.Pattern[str]
    joints: str
    am: str
    pm: str
    hour_words: str
    noon: str
    midnight: str
    weekdays: str
    relative: Mapping[str, int]
    after_hour: str
    before_hour: str
    numbers: Mapping[str, int]
    currencies: Mapping[str, str]
    units: Mapping[str, str]
    dimensions: Mapping[str, str]
    factors: Mapping[str, Decimal]
    months: Mapping[str, int]


@cache
def lexicon() -> Lexicon:
    """The word lists of `words.toml`."""
    data = tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))
    clauses, clock = data["clauses"], data["clock"]
    return Lexicon(
        separators=any_of([*clauses["separators"], *clauses["oppositions"]]),
        negations=re.compile(any_of(clauses["negations"])),
        alternatives=re.compile(any_of(clauses["alternatives"])),
        conjunctions=re.compile(any_of(clauses["conjunctions"])),
        question_starts=re.compile(any_of(clauses["question_starts"])),
        summaries=re.compile(any_of(clauses["summaries"])),
        hedges=re.compile(any_of(clauses["hedges"])),
        doubts=re.compile(any_of(clauses["doubts"])),
        approximations=re.compile(rf"{any_of(clauses['approximations'])}\W*$"),
        openers=frozenset(clauses["openers"]),
        conclusions=re.compile(any_of(clauses["conclusions"])),
        contrasts=tuple(clauses["contrasts"]),
        oppositions=re.compile(any_of(clauses["oppositions"])),
        comparisons=re.compile(any_of(clauses["comparisons"])),
        answer_labels=re.compile(rf"{any_of(clauses['answer_labels'])}\W*$"),
        continuations=re.compile(any_of(clauses["continuations"])),
        joints=any_of(clauses["joints"]),
        am=any_of(clock["am"]),
        pm=any_of(clock["pm"]),
        hour_words=any_of(clock["hour_words"]),
        noon=any_of(clock["noon"]),
        midnight=any_of(clock["midnight"]),
        weekdays=any_of(clock["weekdays"]),
        relative=clock["relative"],
        after_hour=any_of(clock["after_hour"]),
        before_hour=any_of(clock["before_hour"]),
        numbers=_numbers(data["numbers"]),
        currencies=_by_word(data["currencies"]),
        units=_by_word(data["units"]),
        dimensions=_by_word(data["dimensions"]),
        factors={unit: Decimal(factor) for unit, factor in data["factors"].items()},
        months={word: int(month) for month, words in data["months"].items() for word in words},
    )


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, longest first. Latin words must not continue, and may be joined by hyphens
    instead of spaces; ideographs have no spaces.
    """
    return "(?:" + "|".join(_bounded(word) for word in sorted(words, key=len, reverse=True)) + ")"


def _bounded(word: str) -> str:
    before = r"(?<![a-z])" if word[0].isascii() and word[0].isalpha() else ""
    after = r"(?![a-z])" if word[-1].isascii() and word[-1].isalpha() else ""
    return before + re.escape(word).replace(r"\ ", r"[\s-]+") + after


def _by_word(table: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {word: meaning for meaning, words in table.items() for word in words}


def _numbers(data: Mapping[str, Mapping[str, str]]) -> dict[str, int]:
    """The numbers from 0 to 99 by their names: those that have a name of their own, and the composed ones."""
    found: dict[str, int] = {}
    for names in data.values():
        units = {word: int(number) for number, words in names.items() if number.isdigit() for word in words.split()}
        found |= units
        tens = {word: number for word, number in units.items() if number >= 20}
        digits = {word: number for word, number in units.items() if 0 < number < 10}
        for ten, digit in product(tens, digits):
            found[names["joined"].format(ten=ten, digit=digit)] = tens[ten] + digits[digit]
    return found
