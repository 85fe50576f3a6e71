"""Finds the slots and options of an intent in the words of a question: by name, by topic, in full or in part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from runtime.core.tasks import OptionGroup, Requirement
from runtime.language.answering.values import Value, find_values, single_value
from runtime.language.questions.lexicon import lexicon, topics
from runtime.language.questions.sentences import TurnWords
from runtime.language.text import OPTIONAL_WORDS, Words, normalized_words, stems

_PART = 3
"""Minimum length of a word by which a part of an option is recognized."""

Kind = Literal["name", "option", "part", "group"]


@dataclass(frozen=True, slots=True)
class _Terms:
    """What a suite says of one slot's words. Hashable, unlike a requirement."""

    id: str
    slot: str
    words: tuple[str, ...]
    options: tuple[str, ...]
    groups: tuple[OptionGroup, ...]
    anchor: bool


@dataclass(frozen=True, slots=True)
class Mention:
    """Words `start` to `end` that name a slot, or one of its options (in full or in part) or groups, as `item` says."""

    start: int
    end: int
    kind: Kind
    slot: str
    item: str = ""

    def covers(self, other: Mention) -> bool:
        """Whether the other mention lies within this longer one."""
        return self.start <= other.start and other.end <= self.end and self.end - self.start > other.end - other.start


@dataclass(frozen=True, slots=True)
class _Entry:
    phrase: Words
    kind: Kind
    slot: str
    item: str = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words by which the slots of one intent are recognized.

    `kinds` has the kinds of question word that may stand for a slot; `known` all words that may be misspelt.
    """

    entries: Mapping[str, tuple[_Entry, ...]]
    values: tuple[tuple[Value, str, str], ...]
    kinds: Mapping[str, frozenset[str]]
    owned: frozenset[int]
    """The topics, by index, that some slot is about."""
    known: frozenset[str]

    def find(self, turn: TurnWords) -> list[Mention]:
        """Return all mentions in order, without those that lie within a longer one."""
        words, at = turn.stems, turn.index()
        found = [
            Mention(start, end, entry.kind, entry.slot, entry.item)
            for start, word in enumerate(words)
            for entry in self.entries.get(word, ())
            if words[start : (end := start + len(entry.phrase))] == entry.phrase
        ]
        for value in find_values(turn.text) if self.values else ():
            start, end = at.get(value.start, -1), at.get(value.end - 1, -1)
            if start >= 0 <= end:
                found += [
                    Mention(start, end + 1, "option", slot, option)
                    for wanted, slot, option in self.values
                    if value.value.equals(wanted)
                ]
        return _outermost(found)


def _outermost(found: Iterable[Mention]) -> list[Mention]:
    """The mentions that lie within no longer one, in order. Takes the time of sorting them."""
    outer: list[Mention] = []
    for mention in sorted(set(found), key=lambda item: (item.start, -item.end, item.kind, item.slot, item.item)):
        if not any(other.covers(mention) for other in outer[-8:]):
            outer.append(mention)
    return outer


def vocabulary(requirements: Iterable[Requirement]) -> Vocabulary:
    """The vocabulary of an intent. Cached, because an episode may ask many questions."""
    return _vocabulary(
        tuple(
            _Terms(item.id, item.slot, item.words, item.options, item.groups, item.kind == "anchor")
            for item in requirements
        )
    )


@lru_cache(maxsize=256)
def _vocabulary(requirements: tuple[_Terms, ...]) -> Vocabulary:
    own = {item.id: tuple(map(stems, (item.slot, *item.words))) for item in requirements}
    options = {item.id: tuple((option, stems(option)) for option in item.options) for item in requirements}
    groups = {item.id: tuple(_group_names(item.groups)) for item in requirements}
    phrases = {identifier: {*own[identifier], *(phrase for _, phrase in options[identifier])} for identifier in own}
    synonyms, kinds, owned = _topics(own, phrases)
    entries = [_Entry(name, "name", item.id) for item in requirements for name in (*own[item.id], *synonyms[item.id])]
    for item in requirements:
        entries += [_Entry(phrase, "option", item.id, option) for option, phrase in options[item.id]]
        entries += [_Entry(phrase, "group", item.id, name) for name, phrase in groups[item.id]]
        entries += _parts(item.id, options[item.id], phrases, groups)
    by_word: dict[str, list[_Entry]] = {}
    for entry in dict.fromkeys(entries):
        if entry.phrase:
            by_word.setdefault(entry.phrase[0], []).append(entry)
    values = [(single_value(option), item.id, option) for item in requirements for option in item.options]
    texts = [text for item in requirements for text in (item.slot, *item.words, *item.options, *_names(item.groups))]
    return Vocabulary(
        {word: tuple(found) for word, found in by_word.items()},
        tuple((value, slot, option) for value, slot, option in values if value is not None),
        {item.id: kinds[item.id].union(_own_kinds(item)) for item in requirements},
        owned,
        frozenset(word for text in texts for word in normalized_words(text)),
    )


def _own_kinds(item: _Terms) -> Iterator[str]:
    """The kinds of question word that stand for a slot whatever it is about."""
    if item.anchor:
        yield "thing"
    if not item.options:
        yield "text"


def _names(groups: Iterable[OptionGroup]) -> Iterator[str]:
    return (name for group in groups for name in group.names)


def _group_names(groups: Iterable[OptionGroup]) -> Iterator[tuple[str, Words]]:
    """Each name of a group in words, with the group's first name; names like `all` say nothing by themselves."""
    generic = lexicon().generic
    return (
        (group.names[0], stems(name))
        for group in groups
        for name in group.names
        if not all(word in generic or word.removesuffix("s") in generic for word in normalized_words(name))
    )


def _topics(
    own: Mapping[str, Sequence[Words]], phrases: Mapping[str, set[Words]]
) -> tuple[dict[str, list[Words]], dict[str, frozenset[str]], frozenset[int]]:
    """The names that each slot gets from its topics, its kinds, and which topics some slot is about.

    A topic belongs to the slot whose first name is among its marks, else to one with another name among them. Its names
    count for the slot only if it is the only such slot, and if they are no name or option of another.
    """
    names: dict[str, list[Words]] = {identifier: [] for identifier in own}
    kinds: dict[str, set[str]] = {identifier: set() for identifier in own}
    owned = set()
    for index, topic in enumerate(topics()):
        ranks = {identifier: _rank(texts, topic.marks) for identifier, texts in own.items()}
        best = max(ranks.values(), default=0)
        owners = [identifier for identifier, rank in ranks.items() if rank]
        if not best:
            continue
        owned.add(index)
        for owner in owners:
            # A slot's own name says more about it than its other names.
            if ranks[owner] == max(_rank(own[owner], other.marks) for other in topics()):
                kinds[owner].add(topic.kind)
        chosen = [identifier for identifier in owners if ranks[identifier] == best]
        if len(chosen) == 1:
            elsewhere = [phrase for other in own if other != chosen[0] for phrase in phrases[other]]
            names[chosen[0]] += [name for name in topic.names if not any(_within(name, phrase) for phrase in elsewhere)]
    return names, {identifier: frozenset(found - {""}) for identifier, found in kinds.items()}, frozenset(owned)


def _rank(names: Sequence[Words], marks: Sequence[Words]) -> int:
    """2 if the slot's own name is among the marks, 1 if another of its names is, else 0."""
    return 2 if names[0] in marks else int(any(name in marks for name in names[1:]))


def _parts(
    owner: str,
    options: Sequence[tuple[str, Words]],
    phrases: Mapping[str, set[Words]],
    groups: Mapping[str, Sequence[tuple[str, Words]]],
) -> Iterator[_Entry]:
    """Consecutive words of an option that are in no other option, name or group."""
    elsewhere = [
        other
        for identifier, texts in phrases.items()
        for other in (*(texts if identifier != owner else ()), *(name for _, name in groups[identifier]))
    ]
    elsewhere += [phrase for phrase in phrases[owner] if phrase not in {own for _, own in options}]
    holders: dict[Words, list[str]] = {}
    generic = lexicon().generic
    for option, phrase in options:
        written = tuple(word for word in normalized_words(option) if word not in OPTIONAL_WORDS)
        for size in range(1, len(phrase)):
            for start in range(len(phrase) - size + 1):
                words = written[start : start + size]
                telling = [word.isdigit() or (len(word) >= _PART and word not in generic) for word in words]
                if telling[0] and telling[-1]:
                    holders.setdefault(phrase[start : start + size], []).append(option)
    full = {phrase for _, phrase in options}
    for part, texts in holders.items():
        if len(set(texts)) == 1 and part not in full and not any(_within(part, other) for other in elsewhere):
            yield _Entry(part, "part", owner, texts[0])


def _within(part: Words, phrase: Words) -> bool:
    size = len(part)
    return any(phrase[start : start + size] == part for start in range(len(phrase) - size + 1))
