"""Splits a turn into words and sentences, and says which sentences ask and how."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from runtime.core.text import token_spans
from runtime.language.questions.lexicon import lexicon
from runtime.language.text import OPTIONAL_WORDS, correct_spelling, normalize, stem_words

_END = re.compile(r"[?!;。？！；…\n]|\.\s|\.\.")
"""What stands between two words if a sentence ends there; a point within a name ("mira.draws") is no end."""
_QUESTION_MARK = re.compile(r"[?？]")
_LIST = re.compile(r"[,，、/|:：()（）\[\]–—;]|\s-\s")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a turn: its comparable form, as written, its position in the text, and what stands before it."""

    stem: str
    text: str
    start: int
    end: int
    gap: str

    @property
    def begins_item(self) -> bool:
        """Whether a comma or the like separates it from the word before."""
        return _LIST.search(self.gap) is not None


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words `first` to `last` (exclusive). `asks`: it is a question; `open`: it has a question word."""

    first: int
    last: int
    text: str
    asks: bool
    open: bool


@dataclass(frozen=True, slots=True)
class TurnWords:
    """A turn as words. `text` is normalized; `stems` are the comparable forms of the words."""

    text: str
    words: tuple[Word, ...]
    stems: tuple[str, ...]

    def written(self, first: int, last: int) -> str:
        """The words `first` to `last` (exclusive) as written."""
        return self.text[self.words[first].start : self.words[last - 1].end]

    def index(self) -> dict[int, int]:
        """The index of the word at each position of the text."""
        return {at: number for number, word in enumerate(self.words) for at in range(word.start, word.end)}


def read_words(question: str, known: Collection[str], written: Collection[str]) -> TurnWords:
    """The words of a question. Words that are a misspelling of a `known` one are corrected, except `written` ones."""
    text = normalize(question)
    spans = list(token_spans(text))
    plain = tuple(token for token, _, _ in spans)
    common = lexicon().common
    fixed = correct_spelling(plain, known, common | frozenset(written))
    words: list[Word] = []
    end = 0
    for token, (_, start, stop) in zip(fixed, spans, strict=True):
        if token not in OPTIONAL_WORDS:
            words.append(Word(stem_words((token,))[0], token, start, stop, text[end:start]))
            end = stop
    return TurnWords(text, tuple(words), tuple(word.stem for word in words))


def split_sentences(turn: TurnWords, inside: Collection[int], mentioned: Collection[int]) -> list[Sentence]:
    """The sentences of a turn, and the questions that are joined within one ("Which size, and should I …").

    `inside` are words that no sentence begins with, as they belong to what is mentioned; `mentioned` are words that
    belong to a mention, so that a new question may follow.
    """
    starts = [0]
    begun = False
    """Whether something was asked or mentioned in the sentence, so that a new question may follow."""
    for number, word in enumerate(turn.words):
        begun = begun or number - 1 in mentioned
        begins = _begins_question(turn.words, number)
        joined = begins and begun and (word.begins_item or turn.words[number - 1].text in lexicon().fillers)
        if number and number not in inside and (_END.search(word.gap) is not None or joined):
            starts.append(number)
            begun = False
        begun = begun or begins
    ends = [*starts[1:], len(turn.words)]
    return [_sentence(turn, first, last) for first, last in zip(starts, ends, strict=True) if last > first]


def _begins_question(words: Sequence[Word], number: int) -> bool:
    """Whether a question begins here, with a question word, or with a verb and its subject."""
    lists, word = lexicon(), words[number]
    follows = words[number + 1].text if number + 1 < len(words) else ""
    asks = lists.interrogatives.match(f"{word.text} {follows}") is not None
    return asks or (word.text in lists.auxiliaries and follows in lists.subjects)


def _sentence(turn: TurnWords, first: int, last: int) -> Sentence:
    lists = lexicon()
    words = turn.words[first:last]
    after = turn.words[last].gap if last < len(turn.words) else turn.text[words[-1].end :]
    text = turn.text[words[0].start : words[-1].end]
    own = [word.text for word in words]
    start = next((at for at, word in enumerate(own) if word not in lists.fillers), 0)
    head = own[start : start + 2]
    verb_first = bool(head) and head[0] in lists.auxiliaries and (len(head) == 1 or head[1] in lists.subjects)
    # "Do you want alerts when it is out?" is no open question; "Do you know when?" is one.
    closed_form = verb_first and lists.telling.isdisjoint(own)
    requests = lists.requests.search(text) is not None
    # "I take it that you mean the man who wrote last?" is no open question either.
    declares = bool(head) and head[0] in lists.pronouns and not requests and lists.telling.isdisjoint(own)
    open_form = not (closed_form or declares) and lists.interrogatives.search(text) is not None
    asks = (
        _QUESTION_MARK.search(after) is not None
        or lists.interrogatives.match(" ".join(head)) is not None
        or verb_first
        or requests
    )
    if lists.courtesies.search(text) and is_generic(words[3:]):
        asks = False
    return Sentence(first, last, text, asks, open_form)


def list_items(words: Sequence[Word], first: int, last: int) -> Iterator[tuple[int, int]]:
    """The parts of a sentence between commas, slashes, list marks and words like `or`."""
    begin = first
    for number in range(first, last):
        alternative = words[number].text in lexicon().alternatives
        if number > begin and (words[number].begins_item or alternative):
            yield begin, number
            begin = number
        if alternative:
            begin = number + 1
    if begin < last:
        yield begin, last


def offers(words: Sequence[Word], first: int, last: int) -> bool:
    """Whether a part of the text enumerates: it has a list mark or a word like `or`."""
    return any(
        word.text in lexicon().alternatives or (number > first and word.begins_item)
        for number, word in enumerate(words[first:last], first)
    )


def is_generic(words: Sequence[Word], instruction: Collection[str] = ()) -> bool:
    """Whether words have no subject of their own, or only words of the instruction."""
    generic = lexicon().generic
    return all(
        word.text in generic or word.text.removesuffix("s") in generic or word.stem in instruction for word in words
    )
