"""Reads which single value an answer asserts. Pure.

An answer counts only if it commits itself: it asserts exactly one value of the kind that was asked for (a time, a
date, an amount of money, a number with a unit, a number, or a name). What a clause negates or offers as an alternative
is not asserted, nor is anything if the answer doubts itself ("I'm not sure", "please check"). No rivals are values that
the instruction or the user states, values behind a declared cue ("opens at 10:30" where the closing time is asked for)
or behind a word of contrast ("instead of $22"), the reasons of a conclusion ("it is open from 10:30 to 20:45, i.e. it
closes at 20:45"), what the value follows from or is in another unit ("26 knots (49 km/h)"), and a copy of the element
that holds the value. Where a name is asked for, any other proper name is a rival. A list of candidates therefore
asserts nothing, however long it is and whatever it contains.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

from runtime.language.answering.clauses import Labels, asserting_clauses, is_called_answer, is_conclusion
from runtime.language.answering.finding import Found, find_in, other_names
from runtime.language.answering.lexicon import lexicon
from runtime.language.answering.slot import AnswerSlot, dimension, same_value
from runtime.language.answering.values import Value
from runtime.language.text import fold

Refusal = Literal["missing", "several", "negated", "ungrounded", "wrong"]
"""Why an answer does not count: it asserts no value; more than one; only in clauses that take it back; one that the
agent cannot have read; another value than the right one.
"""

_ROUNDING: Final = Decimal("0.03")
"""By how much a value that was converted to another unit may differ."""
_BOLD: Final = re.compile(r"\*\*(?=\S)[^*\n]*\*\*|(?<!\w)__(?=\S)[^_\n]*__(?!\w)")


@dataclass(frozen=True, slots=True)
class Reading:
    """What an answer asserts: the folded texts of its value (several for a copied element), or why it asserts none."""

    values: tuple[str, ...] = ()
    refusal: Refusal | None = None


def read_answer(
    text: str, slot: AnswerSlot, *, stated: str = "", rivals: Sequence[str] = (), copied: Sequence[str] = ()
) -> Reading:
    """Return the single value that the answer asserts, or why it asserts none.

    `stated` is the instruction and what the user said; their values are no rivals. `rivals` are names beside the slot's
    own. `copied` are texts of the element that holds the value: a copy of all its values counts as one value.
    """
    folded, context = fold(text), fold(stated)
    rivals = (*rivals, *other_names(text, context, slot))
    found = find_in(folded, slot, rivals, context)
    if not found:
        return Reading(refusal="missing")
    if lexicon().doubts.search(folded):
        return Reading(refusal="negated")
    labels = Labels.of(slot)
    clauses = [(clause, labels.own_values(clause, comparing=True)) for clause in asserting_clauses(folded, found)]
    if all(clause.aside for clause, values in clauses if values):
        clauses = [(clause, labels.own_values(clause, comparing=False)) for clause, _ in clauses]
    asserted = [item for _, values in clauses for item in values]
    if not asserted:
        return Reading(refusal="negated")
    known = find_in(context, slot, rivals, context)
    asserted = [item for item in asserted if not any(item.same(other) for other in known)] or asserted
    asserted = list(_without_grounds(asserted, slot))
    concluded = [item for clause, values in clauses if is_conclusion(clause) for item in values]
    called = [item for clause, values in clauses if is_called_answer(clause) for item in values]
    if stressed := _only(called) or _emphasized(asserted, folded) or _repeated(concluded, found):
        return Reading((stressed.text,))
    copies = [group for text in dict.fromkeys(copied) for group in _copies(text, asserted, slot, rivals)]
    inside = {item.start for group in copies for item in group}
    chosen = _chosen([item for item in asserted if item.start not in inside], copies)
    return Reading(chosen) if chosen else Reading(refusal="several")


def _emphasized(items: Iterable[Found], folded: str) -> Found | None:
    """The value in bold type, if there is only one."""
    spans = [match.span() for match in _BOLD.finditer(folded)]
    return _only(item for item in items if any(start <= item.start < end for start, end in spans))


def _repeated(items: Sequence[Found], found: Sequence[Found]) -> Found | None:
    """The value of a conclusion, if it has only one, and that was named before."""
    value = _only(items)
    named = value is not None and any(item.same(value) and item.start < items[0].start for item in found)
    return value if named else None


def _only(items: Iterable[Found]) -> Found | None:
    """The value that all of them are; None if there are several or none."""
    values = _distinct(items)
    return values[0] if len(values) == 1 else None


def _distinct(items: Iterable[Found]) -> list[Found]:
    """The values without repetitions."""
    result: list[Found] = []
    for item in items:
        if not any(item.same(other) for other in result):
            result.append(item)
    return result


def _chosen(alone: Sequence[Found], copies: Sequence[Sequence[Found]]) -> tuple[str, ...]:
    """The texts of the value that all agree on; empty if they don't. A copy agrees with each value that is in it."""
    if not alone:
        texts = {tuple(item.text for item in group) for group in copies}
        return texts.pop() if len(texts) == 1 else ()
    first = alone[0]
    agree = all(item.same(first) for item in alone) and all(any(item.same(first) for item in copy) for copy in copies)
    return (first.text,) if agree else ()


def _without_grounds(items: Sequence[Found], slot: AnswerSlot) -> Iterator[Found]:
    """The values without those that are another one in other words: its whole ground, or the same in another unit."""
    grounds = [
        text for value, texts in slot.grounds.items() if any(_is(item, value) for item in items) for text in texts
    ]
    right = {item.value for item in items if any(_is(item, text) for text in slot.texts)}
    for item in items:
        converted = item.value not in right and any(_is_converted(item.value, other) for other in right)
        if not converted and not any(_is(item, text) for text in grounds):
            yield item


def _is_converted(value: Value | None, other: Value | None) -> bool:
    """Whether two quantities are the same in different units, up to rounding."""
    factors = lexicon().factors
    if value is None or other is None or value.unit not in factors or other.unit not in factors:
        return False
    if dimension(value) != dimension(other):
        return False
    first, second = value.number * factors[value.unit], other.number * factors[other.unit]
    return abs(first - second) <= _ROUNDING * abs(second)


def _is(item: Found, value: str) -> bool:
    return same_value(item.text, value)


def _copies(text: str, items: Sequence[Found], slot: AnswerSlot, rivals: Sequence[str]) -> Iterator[Sequence[Found]]:
    """Where all values of a text follow each other, if it has several."""
    wanted = find_in(fold(text), slot, rivals, "")
    size = len(wanted)
    start = 0
    while size > 1 and start + size <= len(items):
        group = items[start : start + size]
        same = all(item.same(other) for item, other in zip(group, wanted, strict=True))
        if same:
            yield group
        start += size if same else 1
