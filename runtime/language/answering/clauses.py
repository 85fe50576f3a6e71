"""Splits an answer into clauses, and says which values they assert. Pure."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from runtime.language.answering.finding import NEAR, Found
from runtime.language.answering.lexicon import any_of, lexicon
from runtime.language.answering.slot import AnswerSlot
from runtime.language.text import fold

_STOP = r"[;!?\n。！？；]+|\.+(?=\s|$)|\.{2,}"
_SENTENCE_END = re.compile(r"[;!?\n。！？；.]")
_PARENTHESES = re.compile(r"\([^()\n]*\)")
_COMMA = r"(?:[,()\[\]，、:]\s*|\s[-–—|/]\s)"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its text, its sentence, the values in it, whether it is a question, and the label before it ("Arrive
    by:", "the kitchen, which closes …"). `aside`: it is in parentheses, set against the one before ("but"),
    or part of a comparison.
    """

    text: str
    start: int
    sentence: int
    found: tuple[Found, ...]
    question: bool
    label: str
    aside: bool


def asserting_clauses(folded: str, found: Sequence[Found]) -> Iterator[Clause]:
    """The clauses that assert their values: neither negated, doubted, asked nor offered as an alternative."""
    words = lexicon()
    clauses = list(_clauses(folded, found))
    concluding = {item.sentence: item.start for item in clauses if item.found and words.conclusions.search(item.text)}
    firsts = {item.sentence: item.text for item in reversed(clauses) if item.text}
    questions = {item.sentence for item in clauses if item.question}
    # All clauses of a sentence that begins like a question ask ("Would that be $20, the lowest?").
    asking = {sentence for sentence in questions if words.question_starts.match(firsts.get(sentence, ""))}
    comparing = {item.sentence for item in clauses if words.comparisons.search(item.text)}
    for group in _lists(item for item in clauses if item.start >= concluding.get(item.sentence, 0)):
        if _offers(group):
            continue
        for clause in group:
            asked = clause.question or clause.sentence in asking
            if not (asked or words.negations.search(clause.text) or words.hedges.search(clause.text)):
                aside = clause.aside or clause.sentence in comparing
                yield replace(clause, found=tuple(_exact(clause.found, folded)), aside=aside)


def _exact(found: Iterable[Found], folded: str) -> Iterator[Found]:
    """The values that are meant exactly: not "about 20", nor the end of "about 18 to 20"."""
    words = lexicon()
    joint = re.compile(rf"\s*{words.joints}\s*")
    about: Found | None = None
    for item in found:
        joined = about is not None and joint.fullmatch(folded, about.end, item.start)
        near = item.value is not None and words.approximations.search(folded[max(item.start - NEAR, 0) : item.start])
        if joined or near:
            about = item
        else:
            yield item


def _lists(clauses: Iterable[Clause]) -> Iterator[list[Clause]]:
    """The clauses in groups: neighbors with values in one sentence are one list, and so is "…. Or 21:00."."""
    group: list[Clause] = []
    for clause in clauses:
        begins = _begins_alternative(clause)
        joined = bool(group) and bool(group[-1].found) and clause.sentence == group[-1].sentence
        if group and clause.found and not begins and not joined and not _begins_alternative(group[-1]):
            yield group
            group = []
        group.append(clause)
    if group:
        yield group


def _offers(group: Sequence[Clause]) -> bool:
    """Whether a list offers its values instead of asserting them ("a, b or c", "one of: a")."""
    words = lexicon()
    before: Clause | None = None
    for item in group:
        near = item.found or (before is not None and before.found)
        if near and _begins_alternative(item):
            return True
        if item.found and (
            words.conjunctions.search(item.text) or words.alternatives.search(f"{item.label}\n{item.text}")
        ):
            return True
        before = item
    return False


def _begins_alternative(clause: Clause) -> bool:
    return lexicon().conjunctions.match(clause.text) is not None


def _clauses(folded: str, found: Sequence[Found]) -> Iterator[Clause]:
    """The clauses of a text. What looks like a break within a value is none ("8:45 p.m.")."""
    words = lexicon()
    inside, bracketed = bytearray(len(folded) + 1), bytearray(len(folded) + 1)
    for first, last in [*((item.start, item.end) for item in found), *map(_span, words.conclusions.finditer(folded))]:
        inside[first:last] = b"\1" * (last - first)
    breaks = [match for match in _break().finditer(folded) if not inside[match.start()]]
    waiting = deque(found)
    for match in _PARENTHESES.finditer(folded):
        bracketed[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    before: Clause | None = None
    start = sentence = 0
    sign = ""
    for end, after, next_sign in [*((*match.span(), match.group()) for match in breaks), (len(folded), 0, "")]:
        own = []
        while waiting and waiting[0].start < end:
            own.append(waiting.popleft())
        text = folded[start:end]
        begin = start + len(text) - len(text.lstrip())
        aside = bool(bracketed[begin]) or words.oppositions.fullmatch(sign.strip()) is not None
        question = "?" in next_sign or "？" in next_sign
        clause = Clause(text.strip(), begin, sentence, tuple(own), question, "", aside)
        if before is not None and before.sentence == sentence and _goes_on(before, sign, clause):
            clause = replace(clause, label=f"{before.label}\n{before.text}")
        yield clause
        before, sign, start = clause, next_sign, after
        sentence += _SENTENCE_END.search(next_sign) is not None


def _goes_on(before: Clause, sign: str, clause: Clause) -> bool:
    """Whether a clause is about what the one before names: after a colon, in parentheses, behind a word that goes on
    ("the kitchen, which …"), or as another value of the same list ("wind 16 knots and 26 knots").
    """
    if before.found:
        ends = before.found[-1].end == before.start + len(before.text)
        return ends and bool(clause.found) and clause.found[0].start == clause.start
    return ":" in sign or "(" in sign or lexicon().continuations.match(clause.text) is not None


def _span(match: re.Match[str]) -> tuple[int, int]:
    return match.span()


@cache
def _break() -> re.Pattern[str]:
    """What separates clauses: punctuation, or a conjunction."""
    return re.compile(rf"{_STOP}|{_COMMA}(?!\s*{lexicon().conjunctions.pattern})|{lexicon().separators}")


def is_conclusion(clause: Clause) -> bool:
    """Whether a clause sums up what was said before ("so it closes at 20:45")."""
    return lexicon().summaries.match(f"{clause.label} {clause.text}".lstrip()) is not None


def is_called_answer(clause: Clause) -> bool:
    """Whether a clause is labelled as the answer ("Answer: 20:45")."""
    return lexicon().answer_labels.search(clause.label) is not None


# -- labels ------------------------------------------------------------------------------------------------------------

_Mark = Literal["contrast", "aside", "other", "wanted", "asked"]


@dataclass(frozen=True, slots=True)
class Labels:
    """The words that say what the value beside them is."""

    pattern: re.Pattern[str]

    @classmethod
    def of(cls, slot: AnswerSlot) -> Labels:
        """The labels of a slot: its cues and the options that its answer depends on."""
        words: dict[_Mark, list[str]] = {
            "contrast": list(lexicon().contrasts),
            "aside": [fold(cue) for cue in slot.cues],
            "asked": [form for text in slot.asked for form in _forms(text)],
            "wanted": [form for text in slot.wanted for form in _forms(text)],
            "other": [form for text in slot.others for form in _forms(text)],
        }
        return cls(re.compile("|".join(f"(?P<{mark}>{any_of(texts)})" for mark, texts in words.items() if texts)))

    def own_values(self, clause: Clause, *, comparing: bool) -> list[Found]:
        """The values of a clause that may be the answer.

        A label says what the next value is; the last one of a clause also what the value before it is, if nothing else
        does ("20:45 on Friday"). What is asked for outweighs all others, a cue outweighs options. `comparing`: values
        of other options are left out in asides.
        """
        dropped = ("contrast", "aside", "other") if comparing and clause.aside else ("contrast", "aside")
        places: list[tuple[int, str | Found]] = [(-1, mark) for mark, _ in self._marks(clause.label)]
        places += [(clause.start + at, mark) for mark, at in self._marks(clause.text)]
        places += [(item.start, item) for item in clause.found]
        inside = {at for item in clause.found for at in range(item.start + 1, item.end)}
        mine: list[Found] = []
        mark, unlabelled = "", False
        for at, place in sorted(places, key=lambda item: item[0]):
            if isinstance(place, str):
                if at not in inside:
                    mark = mark if mark in ("aside", "contrast") and place != "asked" else place
                continue
            unlabelled = not mark
            if mark not in dropped:
                mine.append(place)
            mark = ""
        if unlabelled and mine and mark in dropped and mark != "contrast":
            mine.pop()
        return mine

    def _marks(self, text: str) -> Iterator[tuple[str, int]]:
        for match in self.pattern.finditer(text):
            yield match.lastgroup or "", match.start()


def _forms(option: str) -> Iterator[str]:
    """An option in singular and plural."""
    name = fold(option)
    yield from {name, f"{name}s", name.removesuffix("s")} - {""}
