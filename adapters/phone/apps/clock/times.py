"""Hours, days and spans as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from adapters.phone.apps.clock.content import DAYS, FULL_DAYS
from adapters.phone.ui.app import View

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def shown(time: str, view: View) -> str:
    """`06:45` as the phone's format setting has it: the same, or `6:45 AM`."""
    if view.setting("system", "time_12_24", "24") == "24":
        return time
    hour, minute = parts(time)
    return f"{hour % 12 or 12}:{minute:02d} {'AM' if hour < 12 else 'PM'}"


def parts(time: str) -> tuple[int, int]:
    """Hour and minute of `HH:MM`; midnight for anything else."""
    hour, _, minute = time.partition(":")
    return (int(hour) % 24, int(minute) % 60) if hour.isdigit() and minute.isdigit() else (0, 0)


def stamp(now: datetime) -> str:
    """The moment as state keeps it, to the second."""
    return now.strftime("%Y-%m-%dT%H:%M:%S")


def moment(text: str, now: datetime) -> datetime:
    """The moment that a stamp names, in the zone of `now`."""
    return datetime.fromisoformat(text).replace(tzinfo=now.tzinfo)


def next_time(time: str, now: datetime) -> datetime:
    """When the clock shows this time next, later than now."""
    hour, minute = parts(time)
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return then if then > now else then + timedelta(days=1)


def day_of(text: str, now: datetime) -> str:
    """Today, Tomorrow, Yesterday, or `Sat, 21 Nov`, of an ISO date."""
    then = date.fromisoformat(text[:10])
    near = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
    return near.get((then - now.date()).days, f"{DAYS[then.weekday()]}, {then.day} {MONTHS[then.month - 1]}")


def full_day(day: date) -> str:
    """`Tuesday, 17 Nov`."""
    return f"{FULL_DAYS[day.weekday()]}, {day.day} {MONTHS[day.month - 1]}"


def days_line(days: Sequence[str]) -> str:
    """The days of a week in their order, or `Every day`."""
    return "Every day" if len(days) == 7 else ", ".join(day for day in DAYS if day in days)


def _some(count: int, one: str) -> str:
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def span(minutes: int) -> str:
    """`1 day 3 hours`, `8 hours 4 minutes`: the two largest parts."""
    if minutes < 1:
        return "less than a minute"
    days, rest = divmod(minutes, 1440)
    hours, left = divmod(rest, 60)
    told = [_some(count, name) for count, name in ((days, "day"), (hours, "hour"), (left, "minute")) if count]
    return " ".join(told[:2])


def until(now: datetime, then: datetime) -> str:
    """The span between two moments."""
    return span(int((then - now).total_seconds() // 60))


def digits(seconds: int) -> str:
    """`4:00`, `1:30:00`; what is over counts on with a minus."""
    sign, seconds = ("−", -seconds) if seconds < 0 else ("", seconds)
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    return f"{sign}{hours}:{minutes:02d}:{left:02d}" if hours else f"{sign}{minutes}:{left:02d}"


def brief(seconds: int) -> str:
    """`25 min`, `1 h 30 min`, `45 s`."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    told = [f"{n} {unit}" for n, unit in ((hours, "h"), (minutes, "min"), (left, "s")) if n]
    return " ".join(told) or "0 s"


def slept(bed: str, wake: str) -> int:
    """Minutes from going to bed to waking, over midnight."""
    (a, b), (c, d) = parts(bed), parts(wake)
    return (c * 60 + d - a * 60 - b) % 1440
