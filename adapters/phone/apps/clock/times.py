"""Hours, days and spans as people read them."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from adapters.phone.framework.dates import DAYS

FULL_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def parts(time: str) -> tuple[int, int]:
    """Return hour and minute of `HH:MM`; midnight for anything else."""
    hour, _, minute = time.partition(":")
    return (int(hour) % 24, int(minute) % 60) if hour.isdigit() and minute.isdigit() else (0, 0)


def clock_time(minutes: int) -> str:
    """Return `07:05` for 425 minutes after midnight, of this day or another one."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def stamp(now: datetime) -> str:
    """Return the moment as state keeps it, to the second."""
    return now.strftime("%Y-%m-%dT%H:%M:%S")


def moment(text: str, now: datetime) -> datetime:
    """Return the moment that a stamp names, in the zone of `now`."""
    return datetime.fromisoformat(text).replace(tzinfo=now.tzinfo)


def next_time(time: str, now: datetime) -> datetime:
    """Return when the clock shows this time next, later than now."""
    hour, minute = parts(time)
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return then if then > now else then + timedelta(days=1)


def next_on_days(time: str, days: Sequence[str], now: datetime) -> datetime | None:
    """Return when the clock shows this time next on one of some days; None without days."""
    first = next_time(time, now)
    coming = (first + timedelta(ahead) for ahead in range(7))
    return next((then for then in coming if DAYS[then.weekday()] in days), None)


def full_day(day: date) -> str:
    """Return `Tuesday, 17 Nov`."""
    return f"{day:%A}, {day.day} {day:%b}"


def days_line(days: Sequence[str]) -> str:
    """Return the days of a week in their order, `Every day` for all, or `Once` for none."""
    if not days:
        return "Once"
    return "Every day" if len(days) == 7 else ", ".join(day for day in DAYS if day in days)


def flipped(days: Sequence[str], day: str) -> tuple[str, ...]:
    """Return the days of a week with one more, or without it if it is there."""
    return tuple(known for known in DAYS if (known in days) != (known == day))


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def span(minutes: int) -> str:
    """Return `1 day 3 hours`, `8 hours 4 minutes`: the two largest parts."""
    if minutes < 1:
        return "less than a minute"
    days, hours = divmod(minutes // 60, 24)
    counts = ((days, "day"), (hours, "hour"), (minutes % 60, "minute"))
    return " ".join([_count(number, unit) for number, unit in counts if number][:2])


def until(now: datetime, then: datetime) -> str:
    """Return the span between two moments."""
    return span(int((then - now).total_seconds() // 60))


def _split(seconds: int) -> tuple[int, int, int]:
    return seconds // 3600, seconds // 60 % 60, seconds % 60


def digits(seconds: int) -> str:
    """Return `4:00`, `1:30:00`; what is over counts on with a minus."""
    sign = "−" if seconds < 0 else ""
    hours, minutes, rest = _split(abs(seconds))
    return f"{sign}{hours}:{minutes:02d}:{rest:02d}" if hours else f"{sign}{minutes}:{rest:02d}"


def brief(seconds: int) -> str:
    """Return `25 min`, `1 h 30 min`, `45 s`."""
    counts = zip(_split(seconds), ("h", "min", "s"), strict=True)
    return " ".join(f"{number} {unit}" for number, unit in counts if number) or "0 s"


def slept(bed: str, wake: str) -> int:
    """Return the minutes from going to bed to waking, over midnight."""
    bed_hour, bed_minute = parts(bed)
    wake_hour, wake_minute = parts(wake)
    return ((wake_hour - bed_hour) * 60 + wake_minute - bed_minute) % 1440
