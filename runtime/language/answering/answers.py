"""Reads which single value an answer asserts. Pure.

An answer counts only if it commits itself: it asserts exactly one value of the kind that was asked for (a time, a
date, an amount of money, a number with a unit, a number, or a name). What a clause negates, doubts or offers as an
alternative is not asserted. No rivals are values that the instruction states, values behind a declared cue ("opens at
10:30" where the closing time is asked for) or behind a word of contrast ("instead of $22"), the reasons of a conclusion
("it is open from 10:30 to 20:45, i.e. it closes at 20:45"), what the value follows from ("26 knots (49 km/h)"), and a
copy of the element that holds the value. A list of candidates therefore asserts nothing, however long it is and
whatever it contains.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from runtime.language.answering.lexicon import any_of, lexicon
from runtime.language.answering.values import Kind, Value, clock_time, find_values, single_value
from runtime.language.text import fold

Refusal = Literal["missing", "several", "negated", "ungrounded", "wrong"]
"""Why an answer does not count: it asserts no value; more than one; only in clauses that take it back; one that the
agent cannot have read; another value than the right one.
"""

_LOOSE: Mapping[str, tuple[Kind, ...]] = {
    "amount": ("number",),
    "number": ("amount", "quantity"),
    "time": ("amount",),
}
"""Kinds of values that may stand for one of another kind, by that kind."""
_STOP = r"[;!?\n。！？；]+|\.+(?=\s|$)|\.{2,}"
_SENTENCE_END = re.compile(r"[;!?\n。！？；.]")
_COMMA = r"(?:[,()\[\]，、:]\s*|\s[-–—|/]\s)"


@dataclass(frozen=True, slots=True)
class AnswerSlot:
    """What an answer is asked for.

    `accepted` has the texts that meet each requirement, by its id: requirements that share an answer form one slot.
    `cues` are words that introduce another value of the same kind. `grounds` are texts by the value that follows from
    them. `rivals` are other names that could have been told.
    """

    accepted: Mapping[str, tuple[str, ...]]
    cues: tuple[str, ...] = ()
    grounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rivals: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind | Literal["name"]:
        """The kind of its values: that of the first accepted text."""
        first = next((text for texts in self.accepted.values() for text in texts), "")
        value = single_value(first)
        return "name" if value is None else value.kind

    def meets(self, requirement: str, asserted: Iterable[str]) -> bool:
        """Whether one of the texts is a value that the requirement accepts."""
        wanted = self.accepted.get(requirement, ())
        return any(same_value(text, name) for text in asserted for name in wanted)


@dataclass(frozen=True, slots=True)
class Reading:
    """What an answer asserts: the folded texts of its value (several for a copied element), or why it asserts none."""

    values: tuple[str, ...] = ()
    refusal: Refusal | None = None


def same_value(text: str, name: str) -> bool:
    """Whether two texts mean the same value: equal after normalizing format and unit, or equal as words."""
    value, wanted = single_value(text), single_value(name)
    if value is None or wanted is None:
        return _words(text) == _words(name)
    return _as_kind(value, wanted.kind).equals(wanted)


def read_answer(
    text: str, slot: AnswerSlot, *, stated: str = "", rivals: Sequence[str] = (), copied: Sequence[str] = ()
) -> Reading:
    """Return the single value that the answer asserts, or why it asserts none.

    `stated` is the instruction, whose values are no rivals. `rivals` are names beside the slot's own. `copied` are
    texts of the element that holds the value: a literal copy of it counts as one value.
    """
    folded = fold(text)
    found = _find(folded, slot, rivals)
    if not found:
        return Reading(refusal="missing")
    asserted = [item for clause in _asserting_clauses(folded, found) for item in _without_asides(clause, slot)]
    if not asserted:
        return Reading(refusal="negated")
    known = _find(fold(stated), slot, rivals)
    asserted = [item for item in asserted if not any(item.same(other) for other in known)] or asserted
    asserted = list(_without_grounds(asserted, slot))
    starts = [item.start for item in asserted]
    spans = [(bisect_left(starts, start), bisect_left(starts, end)) for start, end in _spans(folded, copied)]
    copies = [asserted[first:last] for first, last in spans if last - first > 1]
    inside = {item.start for group in copies for item in group}
    chosen = _chosen([item for item in asserted if item.start not in inside], copies)
    return Reading(chosen) if chosen else Reading(refusal="several")


def _chosen(alone: Sequence[_Found], copies: Sequence[Sequence[_Found]]) -> tuple[str, ...]:
    """The texts of the value that all agree on; empty if they don't. A copy agrees with each value that is in it."""
    if not alone:
        texts = {tuple(item.text for item in group) for group in copies}
        return texts.pop() if len(texts) == 1 else ()
    first = alone[0]
    agree = all(item.same(first) for item in alone) and all(any(item.same(first) for item in copy) for copy in copies)
    return (first.text,) if agree else ()


@dataclass(frozen=True, slots=True)
class _Found:
    """A value in a folded text. `value` is None if it is a name."""

    start: int
    end: int
    text: str
    value: Value | None = None

    def same(self, other: _Found) -> bool:
        """Whether both are the same value; a part of a name is the same as the name."""
        if self.value is not None and other.value is not None:
            return self.value.equals(other.value)
        words, others = set(_words(self.text)), set(_words(other.text))
        return words <= others or others <= words


def _find(folded: str, slot: AnswerSlot, rivals: Sequence[str]) -> list[_Found]:
    """All values of the slot's kind in a folded text, in order."""
    accepted = [text for texts in slot.accepted.values() for text in texts]
    if slot.kind == "name":
        return _find_names(folded, {fold(name) for name in (*rivals, *slot.rivals, *accepted)} - {""})
    values = [_Found(item.start, item.end, folded[item.start : item.end], item.value) for item in find_values(folded)]
    if slot.kind == "quantity":
        values = _with_shared_units(values, folded)
    found = [item for item in values if item.value is not None and item.value.kind == slot.kind]
    if slot.kind == "quantity":
        wanted = {_dimension(single_value(text)) for text in accepted}
        found = [item for item in found if _dimension(item.value) in wanted]
    if not found and slot.kind in _LOOSE:
        # "20" is an amount, and "5 °C" a number, only where nothing looks more like one.
        loose = [replace(item, value=_as_kind(item.value, slot.kind)) for item in values if item.value is not None]
        found = [item for item in loose if item.value is not None and item.value.kind == slot.kind]
    return found


def _with_shared_units(values: Sequence[_Found], folded: str) -> list[_Found]:
    """The values, with the unit of a quantity also for the numbers that are joined to it ("19 to 26 knots")."""
    joint = re.compile(rf"\s*(?:{lexicon().joints}\s*)+")
    result: list[_Found] = []
    for item in reversed(values):
        after = result[-1] if result else None
        if after is not None and item.value is not None and item.value.kind == "number":
            joined = joint.fullmatch(folded, item.end, after.start) is not None
            if joined and after.value is not None and after.value.kind == "quantity":
                item = replace(item, value=replace(after.value, number=item.value.number))
        result.append(item)
    return result[::-1]


def _find_names(folded: str, names: Iterable[str]) -> list[_Found]:
    """Names in the text, spelled as in `names`; of overlapping ones the one that begins first, then the longest."""
    found: list[_Found] = []
    end = 0
    matches = [(match.span(), name) for name in names for match in re.finditer(_name_pattern(name), folded)]
    for (start, stop), name in sorted(matches, key=lambda match: (match[0][0], -match[0][1], match[1])):
        if start >= end:
            found.append(_Found(start, stop, name))
            end = stop
    return found


def _name_pattern(name: str) -> str:
    """The words of a name, whatever stands between them; ideographs are not separated from their neighbors, and an
    apostrophe may be left out.
    """
    words = re.findall(r"\w+(?:'\w+)*", name) or [re.escape(name)]
    before = r"(?<![a-z0-9_])" if words[0][0].isascii() else ""
    after = r"(?![a-z0-9_])" if words[-1][-1].isascii() else ""
    return before + r"[\W_]+".join(word.replace("'", "'?") for word in words) + after


def _as_kind(value: Value, kind: Kind | Literal["name"]) -> Value:
    """The value as one of the kind, if values of its own kind may stand for it."""
    if value.kind not in _LOOSE.get(kind, ()):
        return value
    if kind == "time":
        return clock_time(value) or value
    return Value(kind, value.number) if kind in ("amount", "number") else value


def _dimension(value: Value | None) -> str:
    return lexicon().dimensions.get(value.unit, value.unit) if value is not None else ""


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", fold(text)))


def contains_value(text: str, value: str, slot: AnswerSlot) -> bool:
    """Whether a text contains a value of the slot's kind, in whatever format; any other value as words."""
    folded, wanted = fold(text), single_value(value)
    if wanted is None:
        return re.search(_name_pattern(fold(value)), folded) is not None if value.strip() else False
    return any(_as_kind(item.value, wanted.kind).equals(wanted) for item in find_values(folded))


# -- clauses -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause: its text, its sentence, the values in it, whether it is a question, and the label before it ("Arrive
    by:").
    """

    text: str
    start: int
    sentence: int
    found: tuple[_Found, ...]
    question: bool
    label: str


def _asserting_clauses(folded: str, found: Sequence[_Found]) -> Iterator[_Clause]:
    """The clauses that assert their values: neither negated, doubted, asked nor offered as an alternative."""
    words = lexicon()
    clauses = list(_clauses(folded, found))
    concluding = {item.sentence: item.start for item in clauses if item.found and words.conclusions.search(item.text)}
    for group in _lists(item for item in clauses if item.start >= concluding.get(item.sentence, 0)):
        # "a, b or c" offers all three.
        if any(_begins_alternative(item) or (item.found and words.alternatives.search(item.text)) for item in group):
            continue
        for clause in group:
            if not (clause.question or words.negations.search(clause.text) or words.hedges.search(clause.text)):
                yield clause


def _lists(clauses: Iterable[_Clause]) -> Iterator[list[_Clause]]:
    """The clauses in groups: neighbors with values in one sentence are one list, and so is "…. Or 21:00."."""
    group: list[_Clause] = []
    for clause in clauses:
        begins = _begins_alternative(clause)
        listed = bool(group) and bool(group[-1].found or _begins_alternative(group[-1]))
        if group and not (listed and (begins or (clause.found and clause.sentence == group[-1].sentence))):
            yield group
            group = []
        group.append(clause)
    if group:
        yield group


def _begins_alternative(clause: _Clause) -> bool:
    return lexicon().alternatives.match(clause.text) is not None


def _clauses(folded: str, found: Sequence[_Found]) -> Iterator[_Clause]:
    """The clauses of a text. What looks like a break within a value is none ("8:45 p.m.")."""
    inside = bytearray(len(folded) + 1)
    for item in found:
        inside[item.start : item.end] = b"\1" * (item.end - item.start)
    for word in lexicon().conclusions.finditer(folded):
        inside[word.start() : word.end()] = b"\1" * (word.end() - word.start())
    breaks = [match for match in _break().finditer(folded) if not inside[match.start()]]
    waiting = deque(found)
    start = sentence = 0
    label = ""
    for end, after, sign in [*((match.start(), match.end(), match.group()) for match in breaks), (len(folded), 0, "")]:
        own = []
        while waiting and waiting[0].start < end:
            own.append(waiting.popleft())
        text = folded[start:end]
        begin = start + len(text) - len(text.lstrip())
        yield _Clause(text.strip(), begin, sentence, tuple(own), "?" in sign or "？" in sign, label)
        label = text if ":" in sign and not own else ""
        sentence += _SENTENCE_END.search(sign) is not None
        start = after


@cache
def _break() -> re.Pattern[str]:
    """What separates clauses: punctuation, or a conjunction."""
    return re.compile(rf"{_STOP}|{_COMMA}(?!\s*{lexicon().alternatives.pattern})|{lexicon().separators}")


def _without_asides(clause: _Clause, slot: AnswerSlot) -> Iterator[_Found]:
    """The values of a clause without those that a cue introduces: the next one after it, else the last before it.

    What stands behind a word of limit ends a range, whose beginning is what the cue introduces.
    """
    cue = re.compile(any_of((*map(fold, slot.cues), *lexicon().contrasts)))
    limit = re.compile(rf"{lexicon().limits}\s*$")
    places: list[tuple[int, _Found | None]] = [(-1, None) for _ in cue.finditer(clause.label)]
    places += [(clause.start + match.start(), None) for match in cue.finditer(clause.text)]
    places += [(item.start, item) for item in clause.found]
    waiting = 0
    left: list[_Found] = []
    for _, item in sorted(places, key=lambda place: place[0]):
        if item is None:
            waiting += 1
        elif waiting and not limit.search(clause.text[: item.start - clause.start]):
            waiting -= 1
        else:
            waiting = 0
            left.append(item)
    yield from left[: max(len(left) - waiting, 0)]


def _without_grounds(items: Sequence[_Found], slot: AnswerSlot) -> Iterator[_Found]:
    """The values without those that are another one in other words: its whole ground ("49 km/h" beside "26 knots")."""
    grounds = [
        text for value, texts in slot.grounds.items() if any(_is(item, value) for item in items) for text in texts
    ]
    for item in items:
        if not any(_is(item, text) for text in grounds):
            yield item


def _is(item: _Found, value: str) -> bool:
    return same_value(item.text, value)


def _spans(folded: str, copied: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where literal copies of the texts stand."""
    for name in {fold(text) for text in copied} - {""}:
        for match in re.finditer(_name_pattern(name), folded):
            yield match.span()
