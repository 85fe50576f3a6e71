"""A thought as sentences and words, each with its place in the text; what stands in quotes is one word. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_FLAT: Final = str.maketrans("，；：！？（）［］“”„«»‘’‚`", ',;:!?()[]"""""\'\'\'\'')
"""One character for one, so that places in the flat text are places in the thought."""
_LONGEST: Final = 4000
"""Characters of a thought that are read, from its end: its conclusion is there."""

_LABELS: Final = 8192
"""Labels whose words are kept: the same screens are looked at over and over."""

_QUOTED = re.compile(
    r"\"([^\"\n]{1,400})\"|“([^“”\n]{1,400})[”\"]|„([^„“\n]{1,400})[“”]|«([^«»\n]{1,400})»"
    r"|(?<!\w)['‘`]([^'‘’`\n]{1,400}(?:['’]\w[^'‘’`\n]{0,200}){0,3})['’`](?!\w)"
    r"|「([^」\n]{1,400})」|『([^』\n]{1,400})』|《([^》\n]{1,400})》|【([^】\n]{1,400})】|\*\*([^*\n]{1,400})\*\*"
)
_TOKEN = re.compile(
    r"\x00+"  # what was in quotes
    r"|\d+(?:[.:]\d+)*"
    r"|[^\W\d_\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff](?:[^\W_\u2e80-\u9fff]|['&@_](?=\w)|\.(?=[a-z\d]))*"
    r"|[^\s]"
)
_SENTENCE_END = re.compile(r"[!?。；;\n]+|\.+(?=\s|$|\x00)|…+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, sign or quotation: `low` is how it compares, `quoted` what stood in quotes."""

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
    """One sentence: its tokens, and where it stands in the thought."""

    tokens: tuple[Token, ...]
    start: int
    end: int
    asks: bool
    """Whether it ends in a question mark."""


@dataclass(frozen=True, slots=True)
class Text:
    """A thought. `said` is as it was written, `flat` has plain marks, `masked` has quotations blotted out."""

    said: str
    flat: str
    masked: str
    sentences: tuple[Sentence, ...]
    quotations: Mapping[int, str]
    """What stands in quotes, by where its first quote is."""

    def chinese(self, sentence: Sentence) -> bool:
        """Whether a sentence is written in Chinese; foreign names do not count for much."""
        own = self.masked[sentence.start : sentence.end]
        return len(_HAN.findall(own)) > len(_LATIN.findall(own))


def read(thought: str) -> Text:
    """The end of a thought, taken apart."""
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
    return Text(ending, flat, masked, tuple(_sentences(masked, quotes)), quotes)


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
def words(label: str) -> tuple[str, ...]:
    """A label's words and signs as they compare with a thought's."""
    flat = label.translate(_FLAT)
    return tuple(found[0].casefold() for found in _TOKEN.finditer(flat) if found[0].strip("\x00"))


@lru_cache(maxsize=_LABELS)
def plain(label: str) -> str:
    """The form under which labels are compared: case-blind, single spaces, plain marks, no marks around it."""
    return " ".join(label.translate(_FLAT).casefold().split()).strip(" .,:;!?\"'…")
