"""On which days an event takes place, and how people read that."""

from calendar import monthrange
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from adapters.phone.framework.dates import TIME_FORMAT, date_text, near_day, shown_time
from adapters.phone.ui.app import View
from adapters.phone.ui.records import WEEKDAYS, Event


def day_of(text: str, other: date | None = None) -> date:
    """Return the day of an ISO date or moment; `other` for what is none.

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
    """Return the moment that `2026-11-17T09:30` names on the phone's clock."""
    return datetime.fromisoformat(text)


def written(then: datetime) -> str:
    """Return a moment as state keeps it."""
    return then.strftime(TIME_FORMAT)


def clock(text: str, view: View) -> str:
    """Return the time of a moment in the phone's format."""
    return shown_time(text[11:16], view)


def hours(event: Event, view: View) -> str:
    """Return `09:30 – 10:15`."""
    return f"{clock(event.start, view)} – {clock(event.end, view)}"


def length_of(event: Event) -> timedelta:
    """Return the time from start to end."""
    return moment(event.end) - moment(event.start)


def days_of(event: Event) -> int:
    """Return on how many days a turn of it takes place."""
    first, end = moment(event.start), moment(event.end)
    last = end - timedelta(minutes=1) if end > first else end
    return max(1, (last.date() - first.date()).days + 1)


def turn(event: Event, day: date) -> Event:
    """Return the turn of a repeated event that begins on this day."""
    return moved(event, datetime.combine(day, moment(event.start).time()))


@lru_cache(maxsize=4096)
def moved(event: Event, start: datetime) -> Event:
    """Return an event with another start and the same length."""
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


def when(event: Event, view: View) -> tuple[str, str]:
    """Return the two lines that say when a turn takes place."""
    first = day_of(event.start)
    last = first + timedelta(days_of(event) - 1)
    near, last_text = near_day(first, view.now), date_text(last, view.now)
    first_text = date_text(first, view.now)
    if event.all_day:
        return near if first == last else f"{first_text} – {last_text}", "All day"
    if first == last:
        return f"{near}, {first.day} {first:%B}" if near.isalpha() else near, hours(event, view)
    return f"{first_text}, {clock(event.start, view)} –", f"{last_text}, {clock(event.end, view)}"
