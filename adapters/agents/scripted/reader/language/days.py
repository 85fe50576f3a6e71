"""Days as phones write them. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTH = 3
"""Letters of a month's short form."""
_DATE = re.compile(r"\b([A-Z][a-z]{2,8}),? (?:([A-Z][a-z]{2,8}) (\d{1,2})|(\d{1,2}) ([A-Z][a-z]{2,8}))\b")


@dataclass(frozen=True, slots=True)
class Day:
    """A day as the phone's first page tells it."""

    weekday: str
    day: int
    month: str


def today(title: str) -> Day | None:
    """The day that a text like `Tue, Nov 17` tells."""
    found = _DATE.search(title)
    if found is None:
        return None
    weekday = next((one for one in WEEKDAYS if one.startswith(found[1].casefold()[:3])), "")
    month = (found[2] or found[5]).casefold()[:_MONTH]
    return Day(weekday, int(found[3] or found[4]), month) if weekday else None
