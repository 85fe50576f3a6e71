"""What the clock does by itself: alarms ring, snoozed ones ring again, timers run out."""

from dataclasses import replace
from datetime import timedelta

from adapters.phone.apps.clock.alarms import alarms
from adapters.phone.apps.clock.app import PACKAGE, app
from adapters.phone.apps.clock.content import Alarm
from adapters.phone.apps.clock.model import Ring, Snooze, State, rings, silent_from, title_of, wake_time
from adapters.phone.apps.clock.parts import pill_button
from adapters.phone.apps.clock.timers import name_of, notice_key
from adapters.phone.apps.clock.times import brief, moment, stamp
from adapters.phone.framework.actions import Handled
from adapters.phone.framework.dates import shown_time
from adapters.phone.framework.state_paths import find, with_item, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Effect, Notice, Notify, Screen, Start, View, Withdraw, route
from adapters.phone.ui.node import ev, node

RINGING = route("ringing")
WAKE = "wake"
"""The id of the bedtime's own alarm."""


@app.on("@due")
def on_due(state: State, view: View) -> Handled:
    """Do everything that falls on this very moment."""
    now, just_before = view.moment, view.moment - timedelta(seconds=1)
    effects: list[Effect] = []
    for ring in state.ringing:
        if silent_from(state, ring, now) == now:
            state = _quiet(state, ring)
            effects.append(_missed(state, ring, view))
    heard = [alarm.id for alarm in state.alarms if rings(alarm, just_before) == now]
    heard += [rest.key for rest in state.snoozed if moment(rest.until, now) == now and rest.key not in heard]
    if wake_time(state, just_before) == now:
        heard.append(WAKE)
    for key in heard:
        state = _rung(state, key, view)
        alarm = _alarm(state, key)
        notice = Notice(f"alarm-{key}", alarm.label or "Alarm", shown_time(alarm.time, view), RINGING)
        effects += [Notify(notice), Start(PACKAGE, RINGING)]
    over = [timer for timer in state.timers if timer.ends and moment(timer.ends, now) == now]
    state = replace(state, timers=with_item(state.timers, lambda timer: timer in over, left=0))
    for timer in over:
        text = f"{name_of(timer)}, {brief(timer.length)}"
        effects.append(Notify(Notice(notice_key(timer), "Time’s up", text, route("timers"))))
    return state, *effects


def _rung(state: State, key: str, view: View) -> State:
    """An alarm begins to ring."""
    ringing = (*without(state.ringing, key=key), Ring(key, stamp(view.moment)))
    return replace(state, ringing=ringing, snoozed=without(state.snoozed, key=key))


def _alarm(state: State, key: str) -> Alarm:
    """The alarm that rings; the bedtime's own is made of the schedule."""
    if key == WAKE:
        bed = state.bedtime
        return Alarm(WAKE, bed.wake, bed.days, "Wake-up", bed.sound, snooze=state.prefs.snooze)
    return find(state.alarms, id=key) or Alarm(key)


def _quiet(state: State, ring: Ring) -> State:
    """It rings no more. What rang for its one day is off."""
    over = with_item(state.alarms, lambda alarm: alarm.id == ring.key and not alarm.days, on=False, date="")
    return replace(state, ringing=without(state.ringing, key=ring.key), alarms=over)


def _missed(state: State, ring: Ring, view: View) -> Notify:
    alarm = _alarm(state, ring.key)
    text = title_of(alarm, shown_time(alarm.time, view))
    return Notify(Notice(f"alarm-{ring.key}", "Missed alarm", text, route("alarms")))


@app.on("ring_dismiss")
def dismiss(state: State) -> Handled:
    """End the ringing of an alarm."""
    if not state.ringing:
        return Back()
    ring = state.ringing[-1]
    after = _quiet(state, ring)
    return after, Withdraw(f"alarm-{ring.key}"), None if after.ringing else Back()


@app.on("ring_snooze")
def snooze(state: State, view: View) -> Handled:
    """Let an alarm rest, and ring again."""
    if not state.ringing:
        return Back()
    ring = state.ringing[-1]
    alarm = _alarm(state, ring.key)
    until = view.now + timedelta(minutes=_rest(alarm) or 0)
    ringing = without(state.ringing, key=ring.key)
    text = f"{alarm.label or 'Alarm'}, until {shown_time(f'{until:%H:%M}', view)}"
    notice = Notice(f"alarm-{ring.key}", "Snoozed alarm", text, route("alarms"))
    after = replace(state, ringing=ringing, snoozed=(*state.snoozed, Snooze(ring.key, stamp(until))))
    return after, Notify(notice), None if ringing else Back()


def _rest(alarm: Alarm) -> int | None:
    """Minutes that it can be snoozed; None: it cannot."""
    number = alarm.snooze.split()[0]
    return int(number) if number.isdigit() else None


@app.screen("ringing", activity=".alarms.AlarmActivity", distractor="comes up over everything when an alarm rings")
def ringing(state: State, view: View) -> Screen:
    """The alarm that rings, over everything; the list of alarms where none does."""
    if not state.ringing:
        return alarms(state, view)
    alarm = _alarm(state, state.ringing[-1].key)
    rest, ink = _rest(alarm), "#C6CEFF"
    title = w.text(
        alarm.label or "Alarm", "headlineS", ink, id="title", heading=True, text_align="center", lines=3,
        pad=(32, 8, 32, 0),
    )  # fmt: skip
    snooze_it = pill_button(f"Snooze {rest} min", ev("ring_snooze"), "snooze", icon="snooze", grow=1)
    stop = pill_button("Dismiss", ev("ring_dismiss"), "dismiss", icon="alarm_off", variant="filled", grow=1)
    body = node(
        "column",
        w.push(),
        w.icon("alarm", 40, ink),
        w.text(
            shown_time(f"{view.now:%H:%M}", view), "72,84,Regular,-1", "#FFFFFF", id="digital_clock", lines=1
        ),
        title,
        w.text(alarm.sound, "bodyM", ink, id="ringtone", pad=(0, 8, 0, 0)),
        w.push(),
        node("row", snooze_it if rest is not None else None, stop, width="fill", gap=12, pad=(24, 0, 24, 72)),
        width="fill", height="fill", align="center", gap=4, bg="#141A3A", pad=(0, 24, 0, 0),
    )  # fmt: skip
    return Screen(body, edge=True, bg="#141A3A", ink="light", title="Alarm")
