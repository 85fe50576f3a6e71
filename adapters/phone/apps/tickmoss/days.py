"""Days as people name them, and the calendar page of a month. Days are `2026-11-19`, an empty one is no date."""

from __future__ import annotations

from calendar import Calendar
from datetime import date, datetime, timedelta

SHORT = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
NO_DATE = "No date"


def day_of(text: str) -> date | None:
    """The date; None for an empty or malformed day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def label(text: str, now: datetime) -> str:
    """`Today`, `Tomorrow`, `Yesterday`, `Thu, 19 Nov`, with the year where it is another one; `No date`."""
    day = day_of(text)
    if day is None:
        return NO_DATE
    near = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}.get((day - now.date()).days)
    return near or dated(day) + (f" {day.year}" if day.year != now.year else "")


def dated(day: date) -> str:
    """`Thu, 19 Nov`."""
    return f"{SHORT[day.weekday()]}, {day.day} {MONTHS[day.month - 1][:3]}"


def spoken(day: date) -> str:
    """`Tuesday 17 November`."""
    return f"{NAMES[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"


def plus(now: datetime, days: int) -> str:
    """The day so many days from now."""
    return (now.date() + timedelta(days)).isoformat()


def month_page(year: int, month: int, first: int) -> tuple[tuple[int, ...], ...]:
    """The weeks of a month as day numbers, 0 where the week belongs to another month; `first` is the first weekday."""
    return tuple(tuple(week) for week in Calendar(first).monthdayscalendar(year, month))


def beside(month: str, by: int) -> str:
    """The month that lies so many months from `2026-11`."""
    year, number = int(month[:4]), int(month[5:7]) - 1 + by
    return f"{year + number // 12:04d}-{number % 12 + 1:02d}"


def following(text: str, repeat: str, now: datetime) -> str:
    """When a repeated task comes next: after its day, and never before tomorrow; empty where it does not repeat."""
    if repeat not in ("Every day", "Every weekday", "Every week", "Every month", "Every year"):
        return ""
    start = day_of(text) or now.date()
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
    months = turn * (12 if repeat == "Every year" else 1)
    year, month = start.year + (start.month - 1 + months) // 12, (start.month - 1 + months) % 12 + 1
    last = max(day for week in month_page(year, month, 0) for day in week)
    return date(year, month, min(start.day, last))
