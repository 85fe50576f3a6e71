"""Days and times as apps write them: `Today`, `Yesterday`, `Sat, 21 Nov`, `09:12`. Pure.

Times are local, as `2026-11-17T09:12`.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from adapters.phone.ui.app import View

DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
TIME_FORMAT: Final = "%Y-%m-%dT%H:%M"
"""Format of a time in an app's state."""


def days_ago(time: str, now: datetime) -> int:
    """Return how many days a time is before today; negative if it lies ahead."""
    return (now.date() - datetime.fromisoformat(time).date()).days


def elapsed(time: str, now: datetime) -> str:
    """Return how long ago a time was: `now`, `18 min` or `3 h`; empty from 24 hours on."""
    minutes = int((now.replace(tzinfo=None) - datetime.fromisoformat(time)).total_seconds()) // 60
    if minutes < 1:
        return "now"
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 24 * 60 else ""


def day_name(time: str, now: datetime) -> str:
    """Return `Today`, `Yesterday`, `Tomorrow` or `Sat, 21 Nov`."""
    then = datetime.fromisoformat(time)
    near = {0: "Today", 1: "Yesterday", -1: "Tomorrow"}
    return near.get(days_ago(time, now)) or f"{DAYS[then.weekday()]}, {then.day} {then:%b}"


def date_text(day: date, now: datetime) -> str:
    """Return `Thu, 19 Nov`, with the year where it is another one."""
    year = f" {day.year}" if day.year != now.year else ""
    return f"{DAYS[day.weekday()]}, {day.day} {day:%b}{year}"


def near_day(day: date, now: datetime) -> str:
    """Return `Today`, `Yesterday`, `Tomorrow`, or the date with the year where it is another one."""
    near = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
    return near.get((day - now.date()).days) or date_text(day, now)


def full_date(day: date) -> str:
    """Return `Tuesday 17 November`."""
    return f"{day:%A} {day.day} {day:%B}"


def day_and_time(time: str, now: datetime) -> str:
    """Return `Today, 18:00`, `Tomorrow, 08:00` or `Fri, 20 Nov, 18:00`."""
    return f"{day_name(time, now)}, {datetime.fromisoformat(time):%H:%M}"


def shown_time(time: str, view: View) -> str:
    """Return the time of day `18:05` in the phone's format: as it is, or `6:05 PM`."""
    if view.setting("system", "time_12_24", "24") == "24":
        return time
    hour = int(time[:2])
    return f"{hour % 12 or 12}{time[2:5]} {'AM' if hour < 12 else 'PM'}"


def time_or_day(time: str, now: datetime) -> str:
    """Return `09:12` for today, `Yesterday`, the weekday for the last six days, else `6 Nov`; empty for no time."""
    if not time:
        return ""
    then, days = datetime.fromisoformat(time), days_ago(time, now)
    if days == 0:
        return f"{then:%H:%M}"
    if days == 1:
        return "Yesterday"
    return DAYS[then.weekday()] if 0 < days < 7 else f"{then.day} {then:%b}"


def time_or_date(time: str, now: datetime) -> str:
    """Return `Today, 09:24`, `Yesterday, 18:40` or `Sat, 31 Oct`; empty for no time."""
    if not time:
        return ""
    return day_and_time(time, now) if days_ago(time, now) in (0, 1) else day_name(time, now)
