"""The clock's state, and what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from adapters.phone.apps.clock.content import (
    ALARMS,
    CITIES,
    DAYS,
    SNOOZES,
    TIMERS,
    WEEKDAYS,
    Alarm,
    Timer,
)
from adapters.phone.apps.clock.times import moment, next_time

SILENCES = ("1 minute", "5 minutes", "10 minutes", "20 minutes", "Never")
BUTTONS = ("Snooze", "Dismiss", "Do nothing")
LOUDERS = ("Never", "15 seconds", "30 seconds", "60 seconds")
WEEKS = ("Monday", "Saturday", "Sunday")
REMINDERS = ("At bedtime", "15 minutes before", "30 minutes before", "1 hour before", "Off")
TIMER_MOST = 99 * 3600 + 59 * 60 + 59


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Runs since `since`, or rests while that is empty; `kept` seconds were counted before. Laps are the totals."""

    since: str = ""
    kept: int = 0
    laps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bedtime:
    """The schedule of the nights."""

    on: bool = True
    bed: str = "23:00"
    wake: str = "06:45"
    days: tuple[str, ...] = WEEKDAYS
    reminder: str = REMINDERS[1]
    sound: str = "Paper lantern"
    quiet: bool = True
    dim: bool = False


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page holds."""

    silence: str = SILENCES[2]
    snooze: str = SNOOZES[1]
    louder: str = LOUDERS[0]
    buttons: str = BUTTONS[0]
    week: str = WEEKS[0]
    timer_sound: str = "Timer bell"
    timer_vibrate: bool = False


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking: the open card, what a dialog holds until it is confirmed."""

    open: str = "1"
    time: str = "07:00"
    keys: str = ""
    name: str = ""
    day: str = ""
    month: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """An alarm that rings: its id (`wake` for the bedtime's own), since when."""

    key: str
    since: str


@dataclass(frozen=True, slots=True)
class Snooze:
    """An alarm that rests until it rings again."""

    key: str
    until: str


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the clock remembers. `draft` stands in the editor; nothing does while its id is empty."""

    alarms: tuple[Alarm, ...] = ALARMS
    timers: tuple[Timer, ...] = TIMERS
    stopwatch: Stopwatch = Stopwatch()
    cities: tuple[str, ...] = tuple(CITIES)
    bedtime: Bedtime = Bedtime()
    prefs: Prefs = Prefs()
    ringing: tuple[Ring, ...] = ()
    snoozed: tuple[Snooze, ...] = ()
    draft: Alarm = Alarm("")
    ui: Ui = Ui()


def alarm_of(state: State, key: str) -> Alarm | None:
    """The alarm with this id."""
    return next((one for one in state.alarms if one.id == key), None)


def draft_for(state: State, key: str) -> Alarm:
    """What the editor shows for this alarm: what was changed so far, or the alarm, or the defaults of a new one."""
    if state.draft.id == key:
        return state.draft
    return alarm_of(state, key) or Alarm("new", snooze=state.prefs.snooze, louder=state.prefs.louder != LOUDERS[0])


def rings(alarm: Alarm, now: datetime) -> datetime | None:
    """When it rings next; None if it is off or its one day is over."""
    if not alarm.on:
        return None
    first = next_time(alarm.time, now)
    if alarm.days:
        return next(
            day for day in (first + timedelta(ahead) for ahead in range(7)) if DAYS[day.weekday()] in alarm.days
        )
    if not alarm.date:
        return first
    then = moment(f"{alarm.date}T{alarm.time}:00", now)
    return then if then > now else None


def armed(alarm: Alarm, now: datetime) -> Alarm:
    """Switched on: one that rings once gets the next day on which it can, unless a later one was picked for it."""
    first = next_time(alarm.time, now).date().isoformat()
    return replace(alarm, on=True, date="" if alarm.days else max(first, alarm.date))


def next_alarm(state: State, now: datetime) -> tuple[Alarm, datetime] | None:
    """The alarm that rings first from now on."""
    coming = [(then, one) for one in state.alarms if (then := rings(one, now)) is not None]
    return next(((one, then) for then, one in sorted(coming, key=lambda pair: pair[0])), None)


def in_order(state: State) -> list[Alarm]:
    """Alarms by their time of day."""
    return sorted(state.alarms, key=lambda one: one.time)


def week(state: State) -> tuple[str, ...]:
    """The days, beginning as the settings say."""
    first = DAYS.index(state.prefs.week[:3])
    return DAYS[first:] + DAYS[:first]


def left(timer: Timer, now: datetime) -> int:
    """Seconds that a timer still has; negative when its time is over.

    Never more than it had when it was started, and nothing once it has rung: screens are told the time to the minute,
    which lags behind.
    """
    if not timer.ends:
        return timer.left
    rest = int((moment(timer.ends, now) - now).total_seconds())
    return min(rest, timer.left)


def elapsed(watch: Stopwatch, now: datetime) -> int:
    """Seconds on the stopwatch."""
    return watch.kept + (max(0, int((now - moment(watch.since, now)).total_seconds())) if watch.since else 0)


def timer_name(timer: Timer) -> str:
    """Its label, or `Timer`."""
    return timer.label or "Timer"


def typed(keys: str) -> int:
    """Seconds of the digits on the keypad, read from the right: `130` is a minute and a half."""
    full = keys.rjust(6, "0")
    return min(TIMER_MOST, int(full[:2]) * 3600 + int(full[2:4]) * 60 + int(full[4:]))


def there(city: str, now: datetime) -> datetime:
    """What the clocks show in a city."""
    return now + timedelta(minutes=CITIES.get(city, 0))


def next_id(ids: list[str]) -> str:
    """An id larger than all of these."""
    return str(1 + max((int(one) for one in ids if one.isdigit()), default=0))
