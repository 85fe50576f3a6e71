"""What is compared where the cheapest, the longest or the best of several is asked for. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_PRICE = re.compile(r"[$€£¥]\s?(\d[\d,]*(?:\.\d+)?)")
_RATING = re.compile(r"\b(\d[.]\d)\b")
_CLOCK = re.compile(r"\b(\d{1,2}):(\d{2})\b")
_SPAN = re.compile(r"(?:(\d+) ?(?:h|hr|hours?)\b)? ?(?:(\d+) ?(?:m|min|mins|minutes?)\b)?")
_AWAY = re.compile(r"\b(\d+(?:[.]\d+)?) ?(km|mi|m)\b")
_SIZE = re.compile(r"\b(\d+(?:[.]\d+)?) ?([kKMGT]?)B\b")
_SCALE = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_ASKED: tuple[tuple[str, re.Pattern[str], bool], ...] = (
    (r"cheapest|least\s+expensive|lowest[- ]pri\w+|lowest fare", _PRICE, False),
    (r"most\s+expensive|priciest|dearest|highest[- ]pri\w+", _PRICE, True),
    (r"best[- ]rated|highest[- ]rated|top[- ]rated|best rating|highest rating", _RATING, True),
    (r"earliest", _CLOCK, False),
    (r"nearest|closest", _AWAY, False),
    (r"furthest|farthest", _AWAY, True),
    (r"fastest|quickest|shortest", _SPAN, False),
    (r"longest|slowest", _SPAN, True),
    (r"largest|biggest", _SIZE, True),
    (r"smallest", _SIZE, False),
)


@lru_cache(maxsize=1 << 8)
def compared(instruction: str) -> tuple[re.Pattern[str], bool] | None:
    """The form of what is compared, and whether the most of it is wanted; nothing if nothing is compared."""
    for said, fact, most in _ASKED:
        if re.search(rf"\b(?:{said})\b", instruction, re.IGNORECASE):
            return fact, most
    return None


def amount(texts: Sequence[str], fact: re.Pattern[str]) -> float | None:
    """How much of it the texts tell; the first of several amounts is the one that holds."""
    for text in texts:
        for found in fact.finditer(text):
            if found.group().strip():
                return _number(found, fact)
    return None


def _number(found: re.Match[str], fact: re.Pattern[str]) -> float:
    one, other = found[1] or "0", found[2] if fact.groups > 1 else ""
    number = float(one.replace(",", ""))
    if fact is _CLOCK or fact is _SPAN:
        return number * 60 + float(other or 0)
    if fact is _AWAY:
        return number * {"km": 1000, "mi": 1609}.get(other or "", 1)
    return number * _SCALE[other or ""] if fact is _SIZE else number
