"""Finds the values and names in an answer that could be meant as the answer. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from runtime.language.answering.lexicon import any_of, lexicon
from runtime.language.answering.slot import AnswerSlot, as_kind, dimension, name_pattern, words_of
from runtime.language.answering.values import Value, find_values, single_value
from runtime.language.text import fold

NEAR: Final = 20
"""Characters before a word that are looked at."""
_UNIT: Final = re.compile(r"\s?(?!(?:and|or|to|on|at|in|for|as|is|with|und|oder|bis|am|um|mit)\b)[^\W\d_]")
"""A word behind a number that may be a unit which is not known."""
_ADVERB: Final = re.compile(r"\s(?:on|at|in|for|am|um|fur)\s")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n。！？：；]|\s[-–*•])\W*$")
_CAPITALIZED = r"[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ÿ’'-]+"
_JOINED = r"[ ](?:of[ ]|the[ ]|de[ ]|&[ ])?"
_PROPER_NAME = re.compile(
    rf"(?<![0-9][ ])\b(?:(?:[A-Z]\.[ ]?)+{_CAPITALIZED}|{_CAPITALIZED}(?:{_JOINED}{_CAPITALIZED})+)(?!\W{{0,3}}:)"
)
"""Initials and a surname, or several capitalized words, that are no label and no street behind its number."""


@dataclass(frozen=True, slots=True)
class Found:
    """A value in a folded text. `value` is None if it is a name."""

    start: int
    end: int
    text: str
    value: Value | None = None

    def same(self, other: Found) -> bool:
        """Whether both are the same value; a part of a name is the same as the name."""
        if self.value is not None and other.value is not None:
            return self.value.equals(other.value)
        words, others = set(words_of(self.text)), set(words_of(other.text))
        return words <= others or others <= words


def find_in(folded: str, slot: AnswerSlot, rivals: Sequence[str], context: str) -> list[Found]:
    """All values of the slot's kind in a folded text, in order. `context` may name the unit of a bare number."""
    accepted = slot.texts
    if slot.kind == "name":
        return _find_names(folded, {fold(name) for name in (*rivals, *slot.rivals, *accepted)} - {""})
    values = [Found(item.start, item.end, folded[item.start : item.end], item.value) for item in find_values(folded)]
    if slot.kind == "quantity":
        values = _with_shared_units(values, folded)
    found = [item for item in values if item.value is not None and item.value.kind == slot.kind]
    if slot.kind == "quantity":
        wanted = {dimension(single_value(text)) for text in accepted}
        found = [item for item in found if dimension(item.value) in wanted]
    if not found:
        # "20" is an amount, and "5 °C" a number, only where nothing looks more like one.
        unit = ""
        if slot.kind == "quantity":
            unit = _named_unit(folded, accepted) or _named_unit(context, accepted)
        plain = [item for item in values if not unit or not _UNIT.match(folded, item.end)]
        loose = [(item, as_kind(item.value, slot.kind, unit)) for item in plain if item.value is not None]
        found = [replace(item, value=value, text=value.text) for item, value in loose if value.kind == slot.kind]
    return found


def _named_unit(text: str, accepted: Iterable[str]) -> str:
    """The unit of an accepted value that a text names, if it names one of them only."""
    units = {value.unit for name in accepted if (value := single_value(name)) is not None}
    named = {unit for word, unit in lexicon().units.items() if unit in units and re.search(any_of((word,)), text)}
    return named.pop() if len(named) == 1 else ""


def other_names(text: str, context: str, slot: AnswerSlot) -> Iterator[str]:
    """Proper names in a text that are neither known from its context nor names of the accepted value.

    The first word of a sentence may be capitalized for that reason alone, and so may a label before a colon. What is an
    option of another choice is no answer to this one.
    """
    if slot.kind != "name":
        return
    accepted = [set(words_of(name)) for name in slot.texts]
    known = set(words_of(context))
    elsewhere = {words_of(option) for option in slot.others}
    for match in _PROPER_NAME.finditer(text):
        name = re.sub(r"['’]s?$", "", match.group())
        first, _, rest = name.partition(" ")
        before = text[max(match.start() - NEAR, 0) : match.start()]
        if fold(first) in lexicon().openers and _SENTENCE_START.search(before):
            name = rest if " " in rest else ""
        words = words_of(name)
        # An initial belongs to a name: "N. Tarrant" is not "M. Tarrant".
        initials = {word for word in words if len(word) == 1}
        same = any(own.issuperset(words) or (own.issubset(words) and initials <= own) for own in accepted)
        if words and not same and words[-1] not in known and words not in elsewhere:
            yield name


def _with_shared_units(values: Sequence[Found], folded: str) -> list[Found]:
    """The values, with the unit of a quantity also for the numbers that are joined to it ("19 to 26 knots"), and for
    those that follow it with a word of time or place ("26 knots on Friday, 25 on Saturday").
    """
    joint = re.compile(rf"\s*(?:{lexicon().joints}\s*)+")
    result: list[Found] = []
    for item in reversed(values):
        after = result[-1] if result else None
        if after is not None and item.value is not None and item.value.kind == "number":
            joined = joint.fullmatch(folded, item.end, after.start) is not None
            if joined and after.value is not None and after.value.kind == "quantity":
                item = replace(item, value=replace(after.value, number=item.value.number))
        result.append(item)
    result.reverse()
    unit: Value | None = None
    for at, item in enumerate(result):
        if item.value is not None and item.value.kind == "quantity":
            unit = item.value
        elif (
            item.value is not None
            and item.value.kind == "number"
            and unit is not None
            and _ADVERB.match(folded, item.end)
        ):
            result[at] = replace(item, value=replace(unit, number=item.value.number))
    return result


def _find_names(folded: str, names: Iterable[str]) -> list[Found]:
    """Names in the text, spelled as in `names`; of overlapping ones the one that begins first, then the longest."""
    found: list[Found] = []
    end = 0
    matches = [(match.span(), name) for name in names for match in re.finditer(name_pattern(name), folded)]
    for (start, stop), name in sorted(matches, key=lambda match: (match[0][0], -match[0][1], match[1])):
        if start >= end:
            found.append(Found(start, stop, name))
            end = stop
    return found
