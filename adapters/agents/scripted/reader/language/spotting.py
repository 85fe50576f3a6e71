"""Which row of a page answers at the end of a way that was spelt out. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adapters.agents.scripted.reader.language.words import overlap, words

_HOURS = frozenset(("open", "opens", "until", "closes", "closing", "hours"))
_TIME = re.compile(r"\d{1,2}:\d{2}")
_NUMBER = re.compile(r"\d")
_FORMS = (
    (re.compile(r"\b(?:price|costs?|how much)\b", re.IGNORECASE), re.compile(r"[$€£¥]\s?\d")),
    (
        re.compile(r"\b(?:how long|length|duration|lasts?|takes?)\b", re.IGNORECASE),
        re.compile(r"\b\d{1,2}:\d{2}\b|\b\d+\s?(?:min|h|hr|hours?|minutes?|s|sec)\b"),
    ),
    (re.compile(r"\b(?:how far|distance)\b", re.IGNORECASE), re.compile(r"\b\d+(?:[.,]\d+)?\s?(?:km|m|mi|miles?)\b")),
    (re.compile(r"\bnumber of\b", re.IGNORECASE), re.compile(r"\+?\d[\d ()-]{5,}")),
    (re.compile(r"\b(?:rating|rated|stars)\b", re.IGNORECASE), re.compile(r"\b\d[.,]\d\b")),
    (re.compile(r"\b(?:when|time|hours?|until|clos\w+|open(?:s|ing))\b", re.IGNORECASE), _TIME),
)
"""How something is asked for, and what it looks like."""


def answer(instruction: str, asked: frozenset[str], rows: Sequence[Sequence[str]], *, there: bool = False) -> str:
    """The row of texts that fits best, as one text; nothing if none does.

    `there`: the page is about just that; then the first fact of the right form does, if it has a form of its own.
    """
    fact = next((form for words_, form in _FORMS if words_.search(instruction)), _NUMBER)
    best, most = "", 0
    for row in rows:
        if any(fact.search(text) for text in row):
            score = overlap(row, asked) + len(_HOURS.intersection(words(" ".join(row)))) * (fact is _TIME)
            if score > most or (there and not best and fact is not _NUMBER):
                best, most = " ".join(row), max(score, most)
    return best
