"""What an instruction wants that does not spell out its steps: names, texts to write, and what it leaves open. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from runtime.language.instructions.lexicon import lexicon
from runtime.language.instructions.likeness import content_of, label_likeness, share_found, word_likeness, words_of
from runtime.language.instructions.steps import quotations
from runtime.language.text import Words

HOLDS: Final = 0.64
"""The likeness from which a label holds all words of a name."""
_NAMED, _EXACT = 0.95, 0.99
"""The share of a label's words that have to be wanted if the label is to be what is wanted; of a button's just so."""
_SHORT: Final = 2
"""Characters of a name that has to be all of a label, such as the size M."""
_HINT: Final = 4
"""Words before a quoted text that may say what it is."""
_WORD: Final = r"[A-Z0-9](?:[^\s,;()“”\"]*[^\s,;:.?!()“”’\"])?"
_NAME: Final = re.compile(rf"(?<=\s)(?:\d+ [a-z]+|[a-z]\w*(?:[._]\w+)+|{_WORD}(?:\s(?:(?:of|the|&)\s)?{_WORD})*)")
"""A number with its unit, an account, or a run of words with capitals or digits that does not begin the text."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted.

    `names` are names and numbers of things, `texts` what stands in quotation marks, `words` all words with a meaning.
    `verbs` are what is to be done. `off`: something is to be switched off. `vague`: something is left open on purpose.
    `informational`: it asks for information.
    """

    text: str
    words: Words
    names: tuple[str, ...]
    texts: tuple[str, ...]
    verbs: frozenset[str]
    off: bool
    vague: bool
    informational: bool

    def label_share(self, label: str) -> float:
        """The share of a label's words that are wanted."""
        return share_found(content_of(label), self.words)

    def wants(self, label: str, *, exactly: bool = False) -> bool:
        """Whether a label is something that is wanted: all its words are, but it is no mere part of a longer name."""
        words = set(content_of(label))
        if any(words < set(content_of(name)) for name in self.names):
            return False
        exactly = exactly or all(any(word_likeness(word, verb) >= _NAMED for verb in self.verbs) for word in words)
        return self.label_share(label) >= (_EXACT if exactly else _NAMED)

    def names_in(self, label: str) -> frozenset[str]:
        """The names that a label holds."""
        return _names_in(self.names, label)

    def hint(self, text: str) -> str:
        """The last words before a quoted text, which may say what it is."""
        before = words_of(self.text[: max(self.text.find(text), 0)])[-_HINT:]
        return " ".join(word for word in before if word not in self.verbs)


@lru_cache(maxsize=1 << 14)
def _names_in(names: tuple[str, ...], label: str) -> frozenset[str]:
    found = {name: label_likeness(name, label) for name in names}
    return frozenset(name for name in found if found[name] >= (HOLDS if len(name) > _SHORT else 1))


@lru_cache(maxsize=1 << 10)
def read_wish(instruction: str, replies: tuple[str, ...] = ()) -> Wish:
    """What an instruction wants, with what the user said besides."""
    text = " ".join((instruction, *replies))
    quoted = quotations(instruction)
    unquoted = instruction
    for part in quoted:
        unquoted = unquoted.replace(part, " ")
    names = [found[0] for found in _NAME.finditer(unquoted)]
    return Wish(
        instruction,
        content_of(text),
        tuple(dict.fromkeys((*replies, *quoted, *(name for name in names if name != "I")))),
        quoted,
        frozenset(word for word in words_of(instruction) if word in lexicon().verbs),
        lexicon().switching_off.search(unquoted) is not None,
        lexicon().vague.search(unquoted) is not None,
        lexicon().informational.search(instruction) is not None,
    )


@lru_cache(maxsize=1 << 13)
def button_kind(label: str) -> str:
    """Whether a button leads `onward`, is `final` or `drops` what was begun, by how its label begins; empty if none.

    What follows may only be a word or two for what it is done to: "Save changes" is final, "Save this way" is not.
    """
    words, lists = words_of(label), lexicon()
    kinds = {"onward": lists.onward, "final": lists.final, "drops": lists.dropping}
    found = [
        (len(words_of(phrase)), kind)
        for kind, phrases in kinds.items()
        for phrase in phrases
        if words[: len(words_of(phrase))] == words_of(phrase)
    ]
    length, kind = max(found, default=(0, ""))
    rest = [word for word in words[length:] if word not in lists.function_words | lists.button_objects]
    return "" if rest and kind == "final" else kind
