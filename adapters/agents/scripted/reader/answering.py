"""The answer that an instruction asks for, from the texts of a screen. Pure.

What kind of value is asked for (a time, an amount, a quantity, a name) follows from words of the question. Of all
values of this kind the one is taken whose line, with the line above it, has most other words of the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from adapters.agents.scripted.reader.screen import ScreenView
from runtime.language.answering.values import find_values
from runtime.language.instructions.lexicon import lexicon
from runtime.language.instructions.likeness import content_of, share_found, words_of
from runtime.language.text import fold

_NAME: Final = re.compile(r"[A-Z][^\W\d]*\.?(?: [A-Z][^\W\d]*){0,3}")


def find_answer(question: str, known: Iterable[str], view: ScreenView) -> str:
    """The text that answers a question best; empty if none does.

    `known` are names that the way here was taken by: they say which thing is meant, not what is asked of it.
    """
    given = {word for text in known for word in content_of(text)}
    asked = tuple(word for word in content_of(question) if word not in given)

    def score(around: str) -> float:
        words = content_of(around)
        return share_found(asked, words) + share_found(tuple(given), words) / 2

    if asked_kind(question) == "name":
        return _name(given, view)
    return max(_values(question, view), key=lambda item: score(item[1]), default=("", ""))[0]


def asked_kind(question: str) -> str:
    """The kind of value that a question asks for: `time`, `amount`, `quantity`, or `name`."""
    words = set(words_of(question))
    return next((kind for kind, cues in lexicon().answer_cues.items() if cues & words), "name")


def _values(question: str, view: ScreenView) -> Iterator[tuple[str, str]]:
    """The values of the kind that is asked for, with the words around each. Of a span it is the end that closes."""
    kind, ends = asked_kind(question), lexicon().ending_words & set(words_of(question))
    above = ""
    for line in view.texts:
        around = " ".join((above, *line))
        for text in line:
            folded = fold(text)
            values = [item for item in find_values(folded) if item.value.kind == kind]
            if values:
                chosen = values[-1] if ends else values[0]
                yield folded[chosen.start : chosen.end], around
        above = " ".join(line)


def _name(given: set[str], view: ScreenView) -> str:
    """The name of the row that holds most of what the way here was taken by, else the first text like a name."""
    rows = [item for item in view.controls if item.role == "row" and item.label and not item.fixed]
    found = {row.label: len(given & set(content_of(" ".join(row.texts)))) for row in rows}
    best = max(found, key=lambda label: found[label], default="")
    if found.get(best):
        return best
    touched = {text for item in view.controls for text in item.texts}
    texts = [text for line in view.texts for text in line if text not in touched and text != view.title]
    return next((text for text in texts if _NAME.fullmatch(text)), best)
