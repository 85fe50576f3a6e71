"""Days as people name them, and the days of repeated tasks. Days are `2026-11-19`, an empty one is no date."""

from calendar import monthrange
from datetime import date, datetime, timedelta

from adapters.phone.framework.dates import near_day

NO_DATE = "No date"


def label(day: str, now: datetime) -> str:
    """Return `Today`, `Thu, 19 Nov`, with the year where it is another one, or `No date`."""
    return near_day(date.fromisoformat(day), now) if day else NO_DATE


def days_ahead(now: datetime, days: int) -> str:
    """Return the day so many days from now."""
    return (now.date() + timedelta(days)).isoformat()


def following(text: str, repeat: str, now: datetime) -> str:
    """Return the next day of a repeated task: after its day, never before tomorrow; empty if it does not repeat."""
    if repeat == "Never":
        return ""
    start = date.fromisoformat(text) if text else now.date()
    day, turn = start, 0
    while day <= max(start, now.date()) or (repeat == "Every weekday" and day.weekday() > 4):
        turn += 1
        day = _turn(start, repeat, turn)
    return day.isoformat()


def _turn(start: date, repeat: str, turn: int) -> date:
    if repeat in ("Every day", "Every weekday"):
        return start + timedelta(turn)
    if repeat == "Every week":
        return start + timedelta(7 * turn)
    months = start.month - 1 + turn * (12 if repeat == "Every year" else 1)
    year, month = start.year + months // 12, months % 12 + 1
    return date(year, month, min(start.day, monthrange(year, month)[1]))
