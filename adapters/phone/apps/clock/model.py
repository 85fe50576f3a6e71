"""The clock's state, what can be asked of it, and when it has something to do by itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from adapters.phone.apps.clock.content import CONTENT, USUAL_SNOOZE, Alarm, Timer
from adapters.phone.apps.clock.times import moment, next_on_days, next_time
from adapters.phone.framework.dates import DAYS

NEVER = "Never"
SILENCES = ("1 minute", "5 minutes", "10 minutes", "20 minutes", NEVER)
NEW = "new"
"""The id of an alarm that is not in the list yet."""


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
    days: tuple[str, ...] = DAYS[:5]
    sound: str = "Paper lantern"


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page holds."""

    silence: str = "10 minutes"
    snooze: str = USUAL_SNOOZE


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
    """An alarm that rings: its id (`wake` for the bedtime's own), and since when."""

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

    alarms: tuple[Alarm, ...] = CONTENT.alarms
    timers: tuple[Timer, ...] = CONTENT.timers
    stopwatch: Stopwatch = Stopwatch()
    cities: tuple[str, ...] = tuple(CONTENT.cities)
    bedtime: Bedtime = Bedtime()
    prefs: Prefs = Prefs()
    ringing: tuple[Ring, ...] = ()
    snoozed: tuple[Snooze, ...] = ()
    draft: Alarm = Alarm("")
    ui: Ui = Ui()


def with_alarm(state: State, alarm: Alarm) -> State:
    """Return the state with an alarm in place of the one with its id."""
    alarms = tuple(alarm if known.id == alarm.id else known for known in state.alarms)
    return replace(state, alarms=alarms)


def rings(alarm: Alarm, now: datetime) -> datetime | None:
    """Return when it rings next; None if it is off or its one day is over."""
    if not alarm.on:
        return None
    if alarm.days:
        return next_on_days(alarm.time, alarm.days, now)
    if not alarm.date:
        return next_time(alarm.time, now)
    then = moment(f"{alarm.date}T{alarm.time}:00", now)
    return then if then > now else None


def armed(alarm: Alarm, now: datetime) -> Alarm:
    """Return it switched on.

    One that rings once gets the next day on which it can, unless a later one was picked for it.
    """
    return replace(alarm, on=True, date="" if alarm.days else max(first_day(alarm, now), alarm.date))


def first_day(alarm: Alarm, now: datetime) -> str:
    """Return the first day on which it can ring."""
    return next_time(alarm.time, now).date().isoformat()


def next_alarm(state: State, now: datetime) -> tuple[Alarm, datetime] | None:
    """Return the alarm that rings first from now on."""
    coming = [(alarm, then) for alarm in state.alarms if (then := rings(alarm, now)) is not None]
    return min(coming, key=lambda pair: pair[1], default=None)


def title_of(alarm: Alarm, time: str) -> str:
    """Return `06:45 Gym bag`, with the time as the phone shows it."""
    return f"{time} {alarm.label}".strip()


def next_id(records: Iterable[Alarm | Timer]) -> str:
    """Return an id larger than all of these."""
    return str(1 + max((int(record.id) for record in records if record.id.isdigit()), default=0))


def due(state: State, after: datetime) -> datetime | None:
    """Return the first moment later than the given one at which the clock has something to do."""
    return min((then for then in _moments(state, after) if then is not None and then > after), default=None)


def _moments(state: State, after: datetime) -> Iterator[datetime | None]:
    yield from (rings(alarm, after) for alarm in state.alarms)
    yield from (moment(timer.ends, after) for timer in state.timers if timer.ends)
    yield from (moment(snooze.until, after) for snooze in state.snoozed)
    yield from (silent_from(state, ring, after) for ring in state.ringing)
    yield wake_time(state, after)


def wake_time(state: State, after: datetime) -> datetime | None:
    """Return when the bedtime's own alarm rings next: on the mornings of its days, unless another alarm rings then."""
    bed = state.bedtime
    if not bed.on or any(alarm.on and alarm.time == bed.wake for alarm in state.alarms):
        return None
    return next_on_days(bed.wake, bed.days, after)


def silent_from(state: State, ring: Ring, now: datetime) -> datetime | None:
    """Return when a ring that nobody hears ends; None: never."""
    if state.prefs.silence == NEVER:
        return None
    return moment(ring.since, now) + timedelta(minutes=int(state.prefs.silence.split()[0]))
