"""Finds values in a text: times, dates, amounts of money, numbers with and without a unit. Pure.

English, German and Chinese forms are read side by side: `20:45`, `8:45 pm`, `quarter to nine in the evening`,
`20.45 Uhr` and `晚上8点45分` are the same time. Two values are equal if kind, unit and number are; what a text leaves
out (am or pm, the currency, the year) fits anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from typing import Literal

from runtime.language.answering.lexicon import any_of, lexicon
from runtime.language.text import fold

Kind = Literal["time", "date", "amount", "quantity", "number"]

_HALF_DAY = 12 * 60
_SMALL = 12
"""Number words up to this one ("one", "two") are seldom meant as a number."""
_NUMBER = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+[.,][0-9]+|[0-9]+"


@dataclass(frozen=True, slots=True)
class Value:
    """One value.

    `number` is in minutes after midnight for a time, month and day as MMDD for a date. `unit` is the unit, the
    currency, or the year of a date; empty if none is named. `half_day`: a time without am or pm, so that both fit.
    """

    kind: Kind
    number: Decimal
    unit: str = ""
    half_day: bool = False

    def equals(self, other: Value) -> bool:
        """Whether both may be the same value."""
        if self.kind != other.kind:
            return False
        if self.kind in ("amount", "date"):
            return self.number == other.number and (self.unit == other.unit or not self.unit or not other.unit)
        if self.half_day or other.half_day:
            return self.number % _HALF_DAY == other.number % _HALF_DAY
        return self.number == other.number and self.unit == other.unit

    @property
    def text(self) -> str:
        """The value in one format, whatever it was written like."""
        if self.kind == "time":
            return f"{int(self.number) // 60:02}:{int(self.number) % 60:02}"
        return f"{self.number} {self.unit}".strip()


def clock_time(value: Value) -> Value | None:
    """The time that an amount without a currency ("18.20") or a number ("1820") may be meant as, or None."""
    number = value.number * 100 if value.kind == "amount" else value.number
    hour, minute = divmod(int(number), 100)
    is_integer = number == int(number) and (value.kind == "amount" or number >= 100)
    right = is_integer and value.kind in ("amount", "number") and not value.unit and 0 <= hour < 24 and minute < 60
    return Value("time", Decimal(hour * 60 + minute)) if right else None


@dataclass(frozen=True, slots=True)
class Mention:
    """A value and where it stands in the folded text."""

    start: int
    end: int
    value: Value


def find_values(text: str) -> list[Mention]:
    """All values in a folded text, in order; where two readings overlap, the one that begins first, then the longer.

    Takes time linear in the length of the text.
    """
    found: list[Mention] = []
    end = 0
    readings = [mention for pattern, read in _readers() for mention in _matches(pattern, read, text)]
    for mention in sorted(readings, key=lambda item: (item.start, -item.end)):
        if mention.start >= end:
            found.append(mention)
            end = mention.end
    return found


@lru_cache(maxsize=4096)
def single_value(text: str) -> Value | None:
    """The value that a text is nothing but, or None."""
    folded = fold(text)
    found = find_values(folded)
    return found[0].value if len(found) == 1 and (found[0].start, found[0].end) == (0, len(folded)) else None


def _matches(pattern: re.Pattern[str], read: _Reader, text: str) -> Iterator[Mention]:
    for match in pattern.finditer(text):
        value = read(match.groupdict())
        if value is not None:
            yield Mention(match.start(), match.end(), value)


_Groups = dict[str, str | None]
_Reader = Callable[[_Groups], Value | None]
"""Makes a value of the named parts of a match; None if they are impossible (hour 25)."""


@cache
def _readers() -> tuple[tuple[re.Pattern[str], _Reader], ...]:
    words = lexicon()
    day = rf"(?:(?:(?:on\s+)?{words.weekdays}\s+)?(?:(?P<pm>{words.pm})|(?P<am>{words.am})))"
    before = rf"(?:(?:(?P<early>{words.am})|(?P<late>{words.pm}))\s*)?"
    hour, minute = r"(?P<hour>[01]?[0-9]|2[0-4])", r"(?P<minute>[0-5][0-9])"
    # A colon or comma before a value ends a label or a clause, but not behind a digit.
    start, stop = r"(?<![0-9a-z_/-])(?<![0-9][.:,])", r"(?![0-9a-z_:]|[.,][0-9])"
    number = rf"(?P<number>-?(?:{_NUMBER}))"
    number_word = any_of(words.numbers)
    chinese = any_of(word for word in words.numbers if not word.isascii())
    five_minutes = any_of(word for word, count in words.numbers.items() if count % 5 == 0)
    chinese_minutes = rf"(?:{minute}|(?P<minutes>{chinese}))\s*分?|(?P<half>半)|(?P<quarter>一刻)"
    sides = rf"(?:(?P<after>{words.after_hour})|{words.before_hour})"
    relative = rf"(?P<relative>{any_of(words.relative)})|(?P<minutes>{five_minutes})\s+{sides}"
    large = any_of(word for word, count in words.numbers.items() if count > _SMALL)
    counted = rf"(?:{number}|(?P<word>{number_word}))"
    currency, unit, month = (any_of(table) for table in (words.currencies, words.units, words.months))
    date = r"(?P<day>[0-3]?[0-9])"
    patterns: tuple[tuple[str, _Reader], ...] = (
        (rf"{before}{start}{hour}:{minute}(?::[0-5][0-9])?(?:\s*(?:{day}|{words.hour_words})|{stop})", _time),
        (rf"{start}{hour}h{minute}{stop}", _time),
        (rf"{start}(?P<hour>[01][0-9]|2[0-3]){minute}\s*(?:h|hrs|hours|uhr)(?![a-z])", _time),
        (rf"{start}{hour}\.{minute}\s*(?:{day}|{words.hour_words})", _time),
        (rf"{start}{hour}\s*{day}", _time),
        (rf"{start}{hour}\s*{words.hour_words}(?:\s*{minute}{stop})?(?:\s*{day})?", _spoken_time),
        (rf"{before}(?<![0-9])(?:{hour}|(?P<word>{chinese}))\s*[点时]\s*(?:{chinese_minutes})?", _spoken_time),
        (rf"(?:{relative})\s*(?:{hour}{stop}|(?P<word>{number_word}))(?:\s*{day})?", _spoken_time),
        (rf"(?P<noon>{words.noon})|(?P<midnight>{words.midnight})", _time),
        (rf"{start}(?P<year>[0-9]{{4}})-(?P<month>[01][0-9])-{date}{stop}", _date),
        (rf"{start}{date}\.(?P<month>[01]?[0-9])\.(?P<year>[0-9]{{4}}){stop}", _date),
        (rf"{start}{date}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<name>{month})(?:,?\s+(?P<year>[0-9]{{4}}))?", _date),
        (rf"(?P<name>{month})\s+{date}(?:st|nd|rd|th)?(?![0-9])(?:,?\s+(?P<year>[0-9]{{4}}))?", _date),
        (rf"(?:(?P<year>[0-9]{{4}})年)?(?<![0-9])(?P<month>[01]?[0-9])月{date}[日号]", _date),
        (rf"(?P<currency>{currency})\s*{number}{stop}", _amount),
        (rf"{start}{counted}\s*(?P<currency>{currency})", _amount),
        (
            r"(?<![0-9a-z_/])(?<![0-9][.:,])(?P<number>-?(?:[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]{2}|[0-9]+[.,][0-9]{2}))(?![0-9:%])",
            _amount,
        ),
        (rf"{start}{counted}\s*(?P<unit>{unit})", _quantity),
        (rf"(?<![0-9a-z_])(?<![0-9][.:,])(?:{number}(?![0-9a-z_])|(?P<word>{large}))", _number),
    )
    return tuple((re.compile(pattern), read) for pattern, read in patterns)


def _time(groups: _Groups) -> Value | None:
    """A time of the 24-hour clock, or of the 12-hour clock with am or pm."""
    if groups.get("noon") or groups.get("midnight"):
        return Value("time", Decimal(_HALF_DAY if groups.get("noon") else 0))
    hour, minute = int(groups.get("hour") or 0), int(groups.get("minute") or 0)
    early, late = groups.get("am") or groups.get("early"), groups.get("pm") or groups.get("late")
    if (early or late) and hour <= 12:
        hour = hour % 12 + (12 if late else 0)
    return Value("time", Decimal(hour % 24 * 60 + minute)) if hour * 60 + minute <= 24 * 60 else None


def _spoken_time(groups: _Groups) -> Value | None:
    """A time in words, which means the 12-hour clock: without am or pm both fit."""
    relative = lexicon().relative[_plain(text)] if (text := groups.get("relative")) else 0
    word, minutes = groups.get("word"), groups.get("minutes")
    hour = _word_number(word) if word else int(groups.get("hour") or 0)
    minute = groups.get("minute") or ("30" if groups.get("half") else "15" if groups.get("quarter") else "0")
    if minutes and "after" in groups:
        relative = _word_number(minutes) * (1 if groups["after"] else -1)
    elif minutes:
        minute = str(_word_number(minutes))
    if hour > 24 or int(minute) > 59 or abs(relative) > 59:
        return None
    exact = _time({**groups, "hour": str(hour), "minute": minute})
    if exact is None or (hour > 12 and relative):
        return None
    named = any(groups.get(part) for part in ("am", "pm", "early", "late"))
    return Value("time", (exact.number + relative) % (2 * _HALF_DAY), half_day=not named and 1 <= hour <= 12)


def _date(groups: _Groups) -> Value | None:
    name = groups.get("name")
    month, day = lexicon().months[name] if name else int(groups.get("month") or 0), int(groups.get("day") or 0)
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Value("date", Decimal(month * 100 + day), groups.get("year") or "")


def _amount(groups: _Groups) -> Value:
    currency = groups.get("currency")
    return Value("amount", _counted(groups), lexicon().currencies[currency] if currency else "")


def _quantity(groups: _Groups) -> Value:
    return Value("quantity", _counted(groups), lexicon().units[_plain(groups.get("unit") or "")])


def _number(groups: _Groups) -> Value:
    return Value("number", _counted(groups))


def _plain(words: str) -> str:
    """Words as they stand in the word lists, which may be joined in other ways in a text."""
    return re.sub(r"(?<=[a-z])[\s-]+(?=[a-z])", " ", words)


def _word_number(word: str) -> int:
    return lexicon().numbers[_plain(word)]


def _counted(groups: _Groups) -> Decimal:
    if word := groups.get("word"):
        return Decimal(_word_number(word))
    text = groups.get("number") or "0"
    if re.fullmatch(r"-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?", text):
        return Decimal(text.replace(",", ""))
    return Decimal(text.replace(",", "."))
