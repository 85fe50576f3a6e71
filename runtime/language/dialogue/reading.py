"""Finds the slots that a question names and the options that it offers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from runtime.core.tasks import Requirement, Task
from runtime.language.dialogue.concepts import synonyms
from runtime.language.dialogue.languages import ALTERNATIVE_WORDS, common_words
from runtime.language.dialogue.words import (
    Words,
    correct_spelling,
    find_phrase,
    normalized_words,
    stem,
    stem_words,
    stems,
)

_COMMON_OPTIONS = frozenset(map(stem, ("yes", "no", "on", "off", "none", "default", "any", "all", "other")))
"""Options that are too common to identify a slot that is not named."""
_DISTINCTIVE = 5
"""Minimum length of a stem for a single word to identify its slot."""
_SHORT_FORM = 3
"""Minimum length of a word in a short form of an option."""


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """The slots found in a question: requirements by name, and the options offered for each."""

    named: frozenset[str]
    offered: dict[str, frozenset[Words]]
    opening: bool
    """Whether the question begins with a name or an option."""


@dataclass(frozen=True, slots=True)
class _Span:
    """Words `start` to `end` of the question, matched to a name or an option of one requirement."""

    start: int
    end: int
    owner: str
    text: Words

    def inside(self, other: _Span) -> bool:
        """Return whether the other span covers this one and more."""
        return other.start <= self.start and self.end <= other.end and self.end - self.start < other.end - other.start

    def within(self, spans: Iterable[_Span]) -> bool:
        return any(self.inside(span) for span in spans)


class QuestionParser:
    """Parses questions about one task while the slots `open_ids` are open."""

    def __init__(self, task: Task, open_ids: Collection[str]) -> None:
        self._open = open_ids
        self._requirements = task.intent.requirements
        key = tuple(
            (requirement.id, requirement.slot, requirement.words, requirement.options)
            for requirement in self._requirements
        )
        self._names, self._options, self._short, self._known = _vocabulary(key)
        self._stated = {
            requirement.id: tuple(map(stems, _stated(requirement, open_ids))) for requirement in self._requirements
        }
        self._written = frozenset(normalized_words(task.instruction))
        self._instruction = frozenset(stem_words(normalized_words(task.instruction)))

    def words(self, text: str) -> Words:
        """Return the stems of a text, with misspelled names and options corrected."""
        return stem_words(correct_spelling(normalized_words(text), self._known, common_words() | self._written))

    def read(self, words: Words) -> ParsedQuestion:
        """Find the slots in a question: by name, by the anchor that the instruction states, or by their options."""
        options = list(self._spans(self._options, words))
        options = [span for span in options if not span.within(own for own in options if own.owner == span.owner)]
        names = [*self._spans(self._names, words), *self._spans(self._stated, words)]
        names = [span for span in names if not span.within(names) and not span.within(_of_other_slots(span, options))]
        named = frozenset(span.owner for span in names)
        offered: dict[str, frozenset[Words]] = {}
        claimed: set[tuple[int, int]] = set()
        # A named slot claims its options first. Only the remaining options can identify a slot that is not named. Of
        # two such slots with the same options, the open one is meant.
        for requirement in sorted(
            self._requirements, key=lambda item: (item.id not in named, item.id not in self._open)
        ):
            own = [span for span in options if span.owner == requirement.id]
            if requirement.id not in named:
                own = [
                    span
                    for span in own
                    if (span.start, span.end) not in claimed
                    and not (len(span.text) == 1 and span.text[0] in _COMMON_OPTIONS)
                ]
            texts = frozenset(span.text for span in own)
            if requirement.id in named or any(len(text) > 1 for text in texts):
                texts |= self._abbreviated(requirement.id, words)
            if (
                requirement.id in named
                or len(texts) >= 2
                or (texts and self._identifies_slot(requirement, texts, words))
            ):
                offered[requirement.id] = texts
                claimed.update((span.start, span.end) for span in own)
        return ParsedQuestion(named, offered, any(span.start == 0 for span in (*names, *options)))

    def _identifies_slot(self, requirement: Requirement, texts: Iterable[Words], words: Words) -> bool:
        """Return whether a single candidate identifies its slot.

        A single word among alternatives that are not the slot's options does not: the question is about something else.
        """
        if requirement.kind == "anchor":
            return True
        alone = not ALTERNATIVE_WORDS.intersection(words)
        return any(
            (len(text) > 1 or (alone and len(text[0]) >= _DISTINCTIVE)) and not self._instruction.issuperset(text)
            for text in texts
        )

    def _abbreviated(self, owner: str, words: Words) -> frozenset[Words]:
        """Return the options that the question offers by their beginning or end; the slot must be known already."""
        return frozenset(option for short, option in self._short[owner] if any(find_phrase(short, words)))

    def _spans(self, phrases: dict[str, tuple[Words, ...]], words: Words) -> Iterator[_Span]:
        for owner, texts in phrases.items():
            for text in texts:
                for start, end in find_phrase(text, words):
                    yield _Span(start, end, owner, text)


_Phrases = dict[str, tuple[Words, ...]]


@lru_cache(maxsize=256)
def _vocabulary(
    slots: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...],
) -> tuple[_Phrases, _Phrases, dict[str, tuple[tuple[Words, Words], ...]], frozenset[str]]:
    """Return the stems of names and options of an intent's slots, short forms of options, and all words of both.

    Cached, because an episode may ask many questions.
    """
    own = {identifier: tuple(map(stems, (slot, *words))) for identifier, slot, words, _ in slots}
    options = {identifier: tuple(map(stems, texts)) for identifier, _, _, texts in slots}
    more = synonyms(own, options)
    names = {identifier: (*phrases, *more[identifier]) for identifier, phrases in own.items()}
    known = frozenset(
        word for _, slot, words, texts in slots for text in (slot, *words, *texts) for word in normalized_words(text)
    )
    short = {identifier: tuple(_short_forms(identifier, names, options)) for identifier in names}
    return names, options, short, known


def _short_forms(owner: str, names: _Phrases, options: _Phrases) -> Iterator[tuple[Words, Words]]:
    """Return beginnings and ends of options that fit nothing else, each with its option."""
    for option in options[owner]:
        elsewhere = [
            phrase
            for identifier in names
            for phrase in (*names[identifier], *options[identifier])
            if identifier != owner or phrase != option
        ]
        for size in range(1, len(option)):
            for part in {option[:size], option[-size:]}:
                distinctive = any(len(word) >= _SHORT_FORM and word not in common_words() for word in part)
                if distinctive and not any(any(find_phrase(part, phrase)) for phrase in elsewhere):
                    yield part, option


def _stated(requirement: Requirement, open_ids: Collection[str]) -> tuple[str, ...]:
    """Return the anchor's texts if the instruction states it; else nothing, because they are secret."""
    if requirement.kind != "anchor" or requirement.id in open_ids:
        return ()
    return (requirement.value, *requirement.aliases)


def _of_other_slots(span: _Span, options: Iterable[_Span]) -> Iterator[_Span]:
    return (option for option in options if option.owner != span.owner)
