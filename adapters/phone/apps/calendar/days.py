"""Days and times as people read them, and on which days an event takes place."""

from __future__ import annotations

from calendar import Calendar, monthrange
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from adapters.phone.ui.app import View
from adapters.phone.ui.records import WEEKDAYS, Event

SHORT = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def day_of(text: str, other: date | None = None) -> date:
    """The day of an ISO date or moment; `other` for what is none.

    Raises:
        ValueError: it is none, and there is no other.
    """
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        if other is None:
            raise
        return other


def moment(text: str) -> datetime:
    """The moment that `2026-11-17T09:30` names on the phone's clock."""
    return datetime.fromisoformat(text)


def written(then: datetime) -> str:
    """As state keeps a moment."""
    return then.strftime("%Y-%m-%dT%H:%M")


def clock(text: str, view: View) -> str:
    """The time of a moment as the phone's format has it: `09:30`, or `9:30 AM`."""
    time = text[11:16]
    if view.setting("system", "time_12_24", "24") == "24":
        return time
    hour = int(time[:2])
    return f"{hour % 12 or 12}:{time[3:]} {'AM' if hour < 12 else 'PM'}"


def dated(day: date, now: datetime) -> str:
    """`Thu, 19 Nov`, with the year where it is another one."""
    year = f" {day.year}" if day.year != now.year else ""
    return f"{SHORT[day.weekday()]}, {day.day} {MONTHS[day.month - 1][:3]}{year}"


def near(day: date, now: datetime) -> str:
    """`Today`, `Tomorrow`, `Yesterday`, or the date."""
    return {0: "Today", 1: "Tomorrow", -1: "Yesterday"}.get((day - now.date()).days) or dated(day, now)


def spoken(day: date) -> str:
    """`Tuesday 17 November`."""
    return f"{NAMES[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"


def length_of(event: Event) -> timedelta:
    """From start to end."""
    return moment(event.end) - moment(event.start)


def days_of(event: Event) -> int:
    """On how many days one turn of it takes place."""
    first, end = moment(event.start), moment(event.end)
    last = end - timedelta(minutes=1) if end > first else end
    return max(1, (last.date() - first.date()).days + 1)


def turn(event: Event, day: date) -> Event:
    """The turn of a repeated event that begins on this day."""
    start = datetime.combine(day, moment(event.start).time())
    return _moved(event, start)


@lru_cache(maxsize=4096)
def _moved(event: Event, start: datetime) -> Event:
    return replace(event, start=written(start), end=written(start + length_of(event)))


def begins(event: Event, day: date) -> bool:
    """Whether a turn of it begins on this day."""
    first = day_of(event.start)
    if day < first or (event.until and day.isoformat() > event.until) or day.isoformat() in event.skipped:
        return False
    gap = (day - first).days
    match event.repeat:
        case "Every day":
            return True
        case "Every week":
            return gap % 7 == 0
        case "Every 2 weeks":
            return gap % 14 == 0
        case "Every month":
            return day.day == min(first.day, monthrange(day.year, day.month)[1])
        case "Every year":
            leap = (first.month, first.day) == (2, 29) and (day.month, day.day) == (2, 28)
            return (day.month, day.day) == (first.month, first.day) or (leap and monthrange(day.year, 2)[1] == 28)
        case _:
            return day.weekday() < 5 if event.repeat == WEEKDAYS else gap == 0


def beside(month: str, by: int) -> str:
    """The month that lies so many months from `2026-11`."""
    year, number = int(month[:4]), int(month[5:7]) - 1 + by
    return f"{year + number // 12:04d}-{number % 12 + 1:02d}"


def month_weeks(month: str, sunday: bool) -> list[list[date]]:
    """The weeks of `2026-11` with the days of its neighbours that fill them up."""
    return Calendar(6 if sunday else 0).monthdatescalendar(int(month[:4]), int(month[5:7]))


def week_of(day: date, sunday: bool) -> Iterator[date]:
    """The seven days of the week that this day belongs to."""
    first = day - timedelta((day.weekday() + 1) % 7 if sunday else day.weekday())
    return (first + timedelta(at) for at in range(7))


def when(event: Event, view: View) -> tuple[str, str]:
    """The one or two lines that say when a turn takes place."""
    first, last = day_of(event.start), day_of(event.start) + timedelta(days_of(event) - 1)
    if event.all_day:
        days = near(first, view.now) if first == last else f"{dated(first, view.now)} – {dated(last, view.now)}"
        return days, "All day"
    hours = f"{clock(event.start, view)} – {clock(event.end, view)}"
    if first == last:
        day = near(first, view.now)
        return (f"{day}, {first.day} {MONTHS[first.month - 1]}" if day.isalpha() else day), hours
    return (
        f"{dated(first, view.now)}, {clock(event.start, view)} –",
        f"{dated(last, view.now)}, {clock(event.end, view)}",
    )
