"""What the clock does by itself: alarms ring, snoozed ones ring again, timers run out, the bedtime is told of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from adapters.phone.apps.clock.alarms import alarms
from adapters.phone.apps.clock.content import DAYS, Alarm, Timer
from adapters.phone.apps.clock.model import (
    REMINDERS,
    SILENCES,
    Ring,
    Snooze,
    State,
    alarm_of,
    rings,
    timer_name,
)
from adapters.phone.apps.clock.parts import pill_button
from adapters.phone.apps.clock.times import brief, moment, next_time, parts, shown, stamp
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Effect, Notice, Notify, Route, Screen, Start, View, Withdraw, route
from adapters.phone.ui.node import Ev, ev, node
from adapters.phone.ui.reducer import Step

PACKAGE = "com.android.deskclock"
RINGING = route("ringing")
WAKE = "wake"
_AHEAD = dict(zip(REMINDERS, (0, 15, 30, 60), strict=False))
"""Minutes before the bedtime at which the phone reminds of it."""

Result = tuple[State, tuple[Effect, ...]]


def due(state: State, after: datetime) -> datetime | None:
    """The first moment later than the given one at which the clock has something to do."""
    return min((one for one in _moments(state, after) if one > after), default=None)


def _moments(state: State, after: datetime) -> Iterator[datetime]:
    for alarm in state.alarms:
        then = rings(alarm, after)
        if then is not None:
            yield then
    for timer in state.timers:
        if timer.ends:
            yield moment(timer.ends, after)
    for snooze in state.snoozed:
        yield moment(snooze.until, after)
    for ring in state.ringing:
        if (over := _silent(state, ring, after)) is not None:
            yield over
    for daily in (wake_time(state, after), _reminder(state, after)):
        if daily is not None:
            yield daily


def wake_time(state: State, after: datetime) -> datetime | None:
    """When the bedtime's own alarm rings next: on the mornings of its days, where no other alarm rings then."""
    bed = state.bedtime
    if not bed.on or any(one.on and one.time == bed.wake for one in state.alarms):
        return None
    return _on_days(bed.wake, bed.days, after)


def _reminder(state: State, after: datetime) -> datetime | None:
    bed = state.bedtime
    if not bed.on or bed.reminder not in _AHEAD:
        return None
    hour, minute = parts(bed.bed)
    early = (hour * 60 + minute - _AHEAD[bed.reminder]) % 1440
    return _on_days(f"{early // 60:02d}:{early % 60:02d}", bed.days, after)


def _on_days(time: str, days: tuple[str, ...], after: datetime) -> datetime | None:
    first = next_time(time, after)
    coming = (first + timedelta(ahead) for ahead in range(7))
    return next((then for then in coming if DAYS[then.weekday()] in days), None)


def _silent(state: State, ring: Ring, now: datetime) -> datetime | None:
    """When a ring that nobody hears ends; None: never."""
    if state.prefs.silence == SILENCES[-1]:
        return None
    return moment(ring.since, now) + timedelta(minutes=int(state.prefs.silence.split()[0]))


def _due(state: State, event: Ev, view: View) -> Result:
    """Everything that falls on this very moment."""
    now, just = view.moment, view.moment - timedelta(seconds=1)
    effects: list[Effect] = []
    for ring in state.ringing:
        if _silent(state, ring, now) == now:
            state, more = _missed(state, ring, view)
            effects += more
    heard = [one.id for one in state.alarms if rings(one, just) == now]
    heard += [one.key for one in state.snoozed if moment(one.until, now) == now and one.key not in heard]
    if wake_time(state, just) == now:
        heard.append(WAKE)
    for key in heard:
        state, more = _rung(state, key, view)
        effects += more
    over = [one for one in state.timers if one.ends and moment(one.ends, now) == now]
    state = replace(state, timers=tuple(replace(one, left=0) if one in over else one for one in state.timers))
    for timer in over:
        text = f"{timer_name(timer)}, {brief(timer.length)}"
        effects.append(Notify(Notice(_timer_key(timer), "Time’s up", text, route("timers"))))
    if _reminder(state, just) == now:
        text = f"Bedtime at {shown(state.bedtime.bed, view)}"
        effects.append(Notify(Notice("bedtime", text, "Time to wind down", route("bedtime"))))
    return state, tuple(effects)


def _rung(state: State, key: str, view: View) -> Result:
    """An alarm begins to ring: over everything, and in the shade."""
    ring = Ring(key, stamp(view.moment))
    others = tuple(one for one in state.ringing if one.key != key)
    left = tuple(one for one in state.snoozed if one.key != key)
    state = replace(state, ringing=(*others, ring), snoozed=left)
    alarm = _of(state, key)
    title, text = alarm.label or "Alarm", shown(alarm.time, view)
    return state, (Notify(Notice(f"alarm-{key}", title, text, RINGING)), Start(PACKAGE, RINGING))


def _of(state: State, key: str) -> Alarm:
    """The alarm that rings; the bedtime's own is made of the schedule."""
    if key == WAKE:
        bed = state.bedtime
        return Alarm(WAKE, bed.wake, bed.days, "Wake-up", bed.sound, snooze=state.prefs.snooze)
    return alarm_of(state, key) or Alarm(key)


def _quiet(state: State, ring: Ring) -> State:
    """It rings no more. What rang for its one day is off."""
    kept = tuple(one for one in state.ringing if one.key != ring.key)
    over = tuple(
        replace(one, on=False, date="") if one.id == ring.key and not one.days else one for one in state.alarms
    )
    return replace(state, ringing=kept, alarms=over)


def _missed(state: State, ring: Ring, view: View) -> Result:
    alarm = _of(state, ring.key)
    state = _quiet(state, ring)
    notice = Notice(f"alarm-{ring.key}", "Missed alarm", f"{shown(alarm.time, view)} {alarm.label}".strip(),
                    route("alarms"))  # fmt: skip
    return state, (Notify(notice),)


def _dismiss(state: State, event: Ev, view: View) -> Result:
    if not state.ringing:
        return state, (Back(),)
    ring = state.ringing[-1]
    state = _quiet(state, ring)
    return state, (Withdraw(f"alarm-{ring.key}"), *(() if state.ringing else (Back(),)))


def _snooze(state: State, event: Ev, view: View) -> Result:
    if not state.ringing:
        return state, (Back(),)
    ring = state.ringing[-1]
    alarm = _of(state, ring.key)
    rest = _rest(alarm)
    until = view.now + timedelta(minutes=rest or 0)
    kept = tuple(one for one in state.ringing if one.key != ring.key)
    state = replace(state, ringing=kept, snoozed=(*state.snoozed, Snooze(ring.key, stamp(until))))
    until_text = shown(f"{until.hour:02d}:{until.minute:02d}", view)
    notice = Notice(f"alarm-{ring.key}", "Snoozed alarm", f"{alarm.label or 'Alarm'}, until {until_text}",
                    route("alarms"))  # fmt: skip
    return state, (Notify(notice), *(() if state.ringing else (Back(),)))


def _rest(alarm: Alarm) -> int | None:
    """Minutes that it can be snoozed; None: it cannot."""
    number = alarm.snooze.split()[0]
    return int(number) if number.isdigit() else None


def _timer_key(timer: Timer) -> str:
    return f"timer-{timer.id}"


def timer_heard(key: str) -> Withdraw:
    """What a timer asks for that is stopped, reset, prolonged or deleted: its notice goes."""
    return Withdraw(f"timer-{key}")


def ringing(state: State, place: Route, view: View) -> Screen:
    """The alarm that rings, over everything; the list of alarms where none does."""
    if not state.ringing:
        return alarms(state, place, view)
    alarm = _of(state, state.ringing[-1].key)
    rest = _rest(alarm)
    white, soft = "#FFFFFF", "#C6CEFF"
    body = node(
        "column", w.push(),
        w.icon("alarm", 40, soft),
        w.text(shown(f"{view.now.hour:02d}:{view.now.minute:02d}", view), "72,84,Regular,-1", white,
               id="digital_clock", lines=1),
        w.text(alarm.label or "Alarm", "headlineS", soft, id="title", heading=True, text_align="center", lines=3,
               pad=(32, 8, 32, 0)),
        w.text(alarm.sound, "bodyM", soft, id="ringtone", pad=(0, 8, 0, 0)), w.push(),
        node("row",
             pill_button(f"Snooze {rest} min", ev("ring_snooze"), "snooze", glyph="snooze", grow=1)
             if rest is not None else None,
             pill_button("Dismiss", ev("ring_dismiss"), "dismiss", glyph="alarm_off", variant="filled", grow=1),
             width="fill", gap=12, pad=(24, 0, 24, 72)),
        width="fill", height="fill", align="center", gap=4, bg="#141A3A", pad=(0, 24, 0, 0),
    )  # fmt: skip
    return Screen(body, edge=True, bg="#141A3A", ink="light", title="Alarm")


RULES: dict[str, Step[State]] = {"@due": _due, "ring_snooze": _snooze, "ring_dismiss": _dismiss}
