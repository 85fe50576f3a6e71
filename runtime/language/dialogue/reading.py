"""Which slots of a task a question names, and which of their options it puts forward."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from runtime.core.tasks import Requirement, Task
from runtime.language.dialogue.concepts import synonyms
from runtime.language.dialogue.languages import OR, common_words
from runtime.language.dialogue.words import Words, corrected, find, raw, stem, stemmed, stems

_COMMON_OPTIONS = frozenset(map(stem, ("yes", "no", "on", "off", "none", "default", "any", "all", "other")))
"""Options that are too common to tell which slot is meant unless it is named."""
_TELLING = 5
"""A single word of so many letters (in its stem) is particular enough to make its slot known alone."""
_SHORT = 3
"""A short form of an option has a word of so many letters at least."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question names: requirements by name, and each one's options that it puts forward."""

    named: frozenset[str]
    offered: dict[str, frozenset[Words]]
    opening: bool
    """Whether a name or an option is the first that it says."""


@dataclass(frozen=True, slots=True)
class _Span:
    """Words `start` to `end` of the question, taken as a name or an option of one requirement."""

    start: int
    end: int
    owner: str
    text: Words

    def inside(self, other: _Span) -> bool:
        """Whether the other span covers this one and more."""
        return other.start <= self.start and self.end <= other.end and self.end - self.start < other.end - other.start

    def within(self, spans: Iterable[_Span]) -> bool:
        return any(self.inside(span) for span in spans)


class Reader:
    """Reads the questions about one task while the slots `open_ids` are open."""

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
        self._written = frozenset(raw(task.instruction))
        self._instruction = frozenset(stemmed(raw(task.instruction)))

    def words(self, text: str) -> Words:
        """The stems of a text; what is nearly a name or an option is taken for it."""
        return stemmed(corrected(raw(text), self._known, common_words() | self._written))

    def read(self, words: Words) -> Reading:
        """Find the slots in a question: by name, by the anchor that the instruction states, by their options."""
        options = list(self._spans(self._options, words))
        options = [span for span in options if not span.within(own for own in options if own.owner == span.owner)]
        names = [*self._spans(self._names, words), *self._spans(self._stated, words)]
        names = [span for span in names if not span.within(names) and not span.within(_foreign(span, options))]
        named = frozenset(span.owner for span in names)
        offered: dict[str, frozenset[Words]] = {}
        claimed: set[tuple[int, int]] = set()
        # A slot that is named owns its options; only what is left can make a slot known that is not named, and of two
        # such slots with the same options the open one is meant.
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
            if requirement.id in named or len(texts) >= 2 or (texts and self._telling(requirement, texts, words)):
                offered[requirement.id] = texts
                claimed.update((span.start, span.end) for span in own)
        return Reading(named, offered, any(span.start == 0 for span in (*names, *options)))

    def _telling(self, requirement: Requirement, texts: Iterable[Words], words: Words) -> bool:
        """Whether one candidate alone makes its slot known.

        Where a single word is one of several and the others are not the slot's, the question is about something else.
        """
        if requirement.kind == "anchor":
            return True
        alone = not OR.intersection(words)
        return any(
            (len(text) > 1 or (alone and len(text[0]) >= _TELLING)) and not self._instruction.issuperset(text)
            for text in texts
        )

    def _abbreviated(self, owner: str, words: Words) -> frozenset[Words]:
        """The options that are put forward by their beginning or end, in a question that has their slot in hand."""
        return frozenset(option for short, option in self._short[owner] if any(find(short, words)))

    def _spans(self, phrases: dict[str, tuple[Words, ...]], words: Words) -> Iterator[_Span]:
        for owner, texts in phrases.items():
            for text in texts:
                for start, end in find(text, words):
                    yield _Span(start, end, owner, text)


_Phrases = dict[str, tuple[Words, ...]]


@lru_cache(maxsize=256)
def _vocabulary(
    slots: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...],
) -> tuple[_Phrases, _Phrases, dict[str, tuple[tuple[Words, Words], ...]], frozenset[str]]:
    """The names and options of an intent's slots as stems, short forms of options, and all words of both.

    Kept, for an episode asks many times.
    """
    own = {identifier: tuple(map(stems, (slot, *words))) for identifier, slot, words, _ in slots}
    options = {identifier: tuple(map(stems, texts)) for identifier, _, _, texts in slots}
    more = synonyms(own, options)
    names = {identifier: (*phrases, *more[identifier]) for identifier, phrases in own.items()}
    known = frozenset(word for _, slot, words, texts in slots for text in (slot, *words, *texts) for word in raw(text))
    short = {identifier: tuple(_short_forms(identifier, names, options)) for identifier in names}
    return names, options, short, known


def _short_forms(owner: str, names: _Phrases, options: _Phrases) -> Iterator[tuple[Words, Words]]:
    """Beginnings and ends of an option that belong to nothing else, each with the option."""
    for option in options[owner]:
        elsewhere = [
            phrase
            for identifier in names
            for phrase in (*names[identifier], *options[identifier])
            if identifier != owner or phrase != option
        ]
        for size in range(1, len(option)):
            for part in {option[:size], option[-size:]}:
                telling = any(len(word) >= _SHORT and word not in common_words() for word in part)
                if telling and not any(any(find(part, phrase)) for phrase in elsewhere):
                    yield part, option


def _stated(requirement: Requirement, open_ids: Collection[str]) -> tuple[str, ...]:
    """The anchor is known by its text too, but only where that is no secret."""
    if requirement.kind != "anchor" or requirement.id in open_ids:
        return ()
    return (requirement.value, *requirement.aliases)


def _foreign(span: _Span, options: Iterable[_Span]) -> Iterator[_Span]:
    return (option for option in options if option.owner != span.owner)
