"""When the clock has something to do by itself: alarms, snoozed ones, timers, the end of the night."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from adapters.phone.apps.clock.model import SILENCES, Ring, State, rings
from adapters.phone.apps.clock.times import moment, next_on_days


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
    if state.prefs.silence == SILENCES[-1]:
        return None
    return moment(ring.since, now) + timedelta(minutes=int(state.prefs.silence.split()[0]))
