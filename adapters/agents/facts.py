"""Which text on a screen answers what was asked: a fact of the right form beside words that were asked for. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adapters.agents.words import overlap, words

_TIME_ASKED = re.compile(r"\b(?:when|time|hours?|until|clos\w+|open(?:s|ing))\b", re.IGNORECASE)
_PRICE_ASKED = re.compile(r"\b(?:price|cost|how much)\b", re.IGNORECASE)
_HOURS = frozenset(("open", "opens", "until", "closes", "closing", "hours"))
_TIME, _PRICE, _NUMBER = re.compile(r"\d{1,2}:\d{2}"), re.compile(r"[$€£¥]\s?\d"), re.compile(r"\d")


def answer(instruction: str, asked: frozenset[str], rows: Sequence[Sequence[str]]) -> str:
    """The row of texts that fits best, as one text; nothing if none does."""
    fact = _NUMBER
    if _PRICE_ASKED.search(instruction):
        fact = _PRICE
    elif _TIME_ASKED.search(instruction):
        fact = _TIME
    best, most = "", 0
    for row in rows:
        if any(fact.search(text) for text in row):
            score = overlap(row, asked) + len(_HOURS.intersection(words(" ".join(row)))) * (fact is _TIME)
            if score > most:
                best, most = " ".join(row), score
    return best
