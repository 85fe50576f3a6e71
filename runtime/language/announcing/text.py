"""Splits a thought into sentences and words with positions; a quotation is one word. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_FLAT: Final = str.maketrans("，；：！？（）［］“”„«»‘’‚`", ',;:!?()[]"""""\'\'\'\'')
"""Maps characters one to one, so that positions stay the same."""
_LONGEST: Final = 4000
"""Characters at the end of a thought that are parsed; the conclusion is there."""

_LABELS: Final = 8192
"""Size of the caches of parsed labels; the same screens are parsed repeatedly."""

_QUOTED = re.compile(
    r"\"([^\"\n]{1,400})\"|“([^“”\n]{1,400})[”\"]|„([^„“\n]{1,400})[“”]|«([^«»\n]{1,400})»"
    r"|(?<!\w)['‘`]([^'‘’`\n]{1,400}(?:['’]\w[^'‘’`\n]{0,200}){0,3})['’`](?!\w)"
    r"|「([^」\n]{1,400})」|『([^』\n]{1,400})』|《([^》\n]{1,400})》|【([^】\n]{1,400})】|\*\*([^*\n]{1,400})\*\*"
)
_TOKEN = re.compile(
    r"\x00+"  # a masked quotation
    r"|\d+(?:[.:]\d+)*"
    r"|[^\W\d_\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff](?:[^\W_\u2e80-\u9fff]|['&@_](?=\w)|\.(?=[a-z\d]))*"
    r"|[^\s]"
)
_SENTENCE_END = re.compile(r"[!?。；;\n]+|\.+(?=\s|$|\x00)|…+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, punctuation mark or quotation: `low` is its normalized form, `quoted` the text in quotes."""

    low: str
    start: int
    end: int
    quoted: str | None = None

    @property
    def word(self) -> bool:
        """Whether it is a word or a number."""
        return self.quoted is None and (self.low[0].isalnum())


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its tokens and its position in the thought."""

    tokens: tuple[Token, ...]
    start: int
    end: int
    asks: bool
    """Whether it ends in a question mark."""


@dataclass(frozen=True, slots=True)
class ThoughtText:
    """A parsed thought: `original` as written, `flat` with plain punctuation, `masked` without quotations."""

    original: str
    flat: str
    masked: str
    sentences: tuple[Sentence, ...]
    quotations: Mapping[int, str]
    """Quoted texts by the position of their opening quote."""

    def chinese(self, sentence: Sentence) -> bool:
        """Return whether a sentence is mainly Chinese; embedded Latin names count little."""
        own = self.masked[sentence.start : sentence.end]
        return len(_HAN.findall(own)) > len(_LATIN.findall(own))


def parse_text(thought: str) -> ThoughtText:
    """Parse the end of a thought."""
    ending = thought[-_LONGEST:]
    flat = ending.translate(_FLAT)
    quotes: dict[int, str] = {}
    pieces: list[str] = []
    at = 0
    for found in _QUOTED.finditer(ending):
        group = found.lastindex or 1
        quotes[found.start()] = ending[found.start(group) : found.end(group)].strip()
        pieces += [flat[at : found.start()], "\x00" * (found.end() - found.start())]
        at = found.end()
    masked = "".join([*pieces, flat[at:]])
    return ThoughtText(ending, flat, masked, tuple(_sentences(masked, quotes)), quotes)


def _sentences(masked: str, quotes: dict[int, str]) -> Iterator[Sentence]:
    at = 0
    for found in [*_SENTENCE_END.finditer(masked), None]:
        end = found.start() if found else len(masked)
        tokens = tuple(_tokens(masked, at, end, quotes))
        if tokens:
            yield Sentence(tokens, at, end, found is not None and "?" in found[0])
        at = found.end() if found else end


def _tokens(masked: str, start: int, end: int, quotes: dict[int, str]) -> Iterator[Token]:
    for found in _TOKEN.finditer(masked, start, end):
        if found[0][0] == "\x00":
            yield Token("\x00", found.start(), found.end(), quotes.get(found.start(), ""))
        else:
            yield Token(found[0].casefold(), found.start(), found.end())


@lru_cache(maxsize=_LABELS)
def label_words(label: str) -> tuple[str, ...]:
    """Return the normalized words and signs of a label."""
    flat = label.translate(_FLAT)
    return tuple(found[0].casefold() for found in _TOKEN.finditer(flat) if found[0].strip("\x00"))


@lru_cache(maxsize=_LABELS)
def normalize_label(label: str) -> str:
    """Normalize a label: case-folded, single spaces, plain punctuation, no punctuation around it."""
    return " ".join(label.translate(_FLAT).casefold().split()).strip(" .,:;!?\"'…")
