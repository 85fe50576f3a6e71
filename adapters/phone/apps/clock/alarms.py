"""The list of alarms: a card for each, which opens to be changed in place, and the question before one is deleted."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.content import SILENT, Alarm
from adapters.phone.apps.clock.model import State, armed, next_alarm, rings, title_of, with_alarm
from adapters.phone.apps.clock.parts import HUGE, THIN, big_button, card, day_discs, open_page, pill_button, tab_page
from adapters.phone.apps.clock.times import days_line, flipped, until
from adapters.phone.components.boxes import column, line
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import Handled, assign, go, toggle
from adapters.phone.framework.dates import day_name, shown_time
from adapters.phone.framework.state_paths import find, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev, node


@app.screen("alarms")
def alarms(state: State, view: View) -> Screen:
    """Every alarm by its time, and which rings next."""
    coming = next_alarm(state, view.now)
    note = f"Next alarm in {until(view.now, coming[1])}" if coming else "All alarms are off"
    cards = [_card(state, alarm, view) for alarm in sorted(state.alarms, key=lambda alarm: alarm.time)]
    body = w.page(
        w.text(note, "bodyM", "on_surface_variant", pad=(20, 0, 20, 12), id="next_alarm"), cards, w.space(108)
    )
    if not cards:
        body = w.page(w.empty("alarm_off", "No alarms", "Add one with the button below."))
    return tab_page("Alarm", body, big_button("add", "Add alarm", ev("new_alarm")))


def _when(alarm: Alarm, now: datetime) -> str:
    """The line under the digits."""
    if alarm.days:
        return days_line(alarm.days)
    then = rings(alarm, now)
    return day_name(then.isoformat(), now) if then else "Once, not set"


def _card(state: State, alarm: Alarm, view: View) -> Node:
    on = rings(alarm, view.now) is not None
    opened = state.ui.open == alarm.id
    ink = "on_surface" if on else "outline"
    time = shown_time(alarm.time, view)
    title = title_of(alarm, time)
    label = w.text(alarm.label, "labelL", "on_surface_variant" if on else "outline", lines=1, id="label", grow=1)
    digits = node(
        "column", w.text(time, HUGE if on else THIN, ink, id="digital_clock", lines=1),
        on=ev("edit_alarm", key=alarm.id), id="clock_face", cls=w.GROUP, desc=f"Edit alarm, {title}",
    )  # fmt: skip
    switch = node(
        "switch", on=ev("switch_alarm", key=alarm.id), id="onoff", checked=on,
        desc=f"{title}, {'on' if on else 'off'}", width=52, height=48,
    )  # fmt: skip
    when = w.text(_when(alarm, view.now), "bodyM", "primary" if on else "outline", id="days_of_week", grow=1, lines=1)
    return card(
        line(label if alarm.label else w.push(), _arrow(alarm, opened), height=40),
        digits,
        line(when, switch, height=44, pad=(0, 0, 4, 0)),
        _details(alarm) if opened else None,
        bg="high" if on else "low",
    )


def _arrow(alarm: Alarm, opened: bool) -> Node:
    icon, desc = ("keyboard_arrow_up", "Collapse alarm") if opened else ("keyboard_arrow_down", "Expand alarm")
    button = node(
        "icon_button", icon=icon, desc=desc, on=assign("ui.open", "" if opened else alarm.id), id="arrow", width=48,
        height=48, size=24,
    )  # fmt: skip
    disc = node("spacer", width=32, height=32, radius=16, bg="highest", place=("center", "center"))
    return node("stack", disc, button, width=48, height=48)


def _details(alarm: Alarm) -> Node:
    """What an opened card adds: days, sound, and what can be done with it."""
    sound = line(
        w.icon("volume_off" if alarm.sound == SILENT else "notifications_active", 22),
        w.text(alarm.sound, "bodyL", lines=1, grow=1),
        on=go("sounds", path=f"alarms[id={alarm.id}].sound"), id="choose_ringtone", cls=w.GROUP,
        desc=f"Sound, {alarm.sound}", width="wrap", grow=1, height=48, gap=14,
    )  # fmt: skip
    vibrate = w.action(
        "vibration", f"Vibrate, {'on' if alarm.vibrate else 'off'}", toggle(f"alarms[id={alarm.id}].vibrate"),
        rid="vibrate_onoff", color="primary" if alarm.vibrate else "outline",
    )  # fmt: skip
    snooze = "No snooze" if alarm.snooze == "Off" else f"Snooze {alarm.snooze}"
    delete_it = pill_button(
        "Delete", open_page("delete", key=alarm.id), "delete", icon="delete_outline", variant="text"
    )
    return column(
        w.space(6),
        day_discs(alarm.days, lambda day: ev("flip_day", key=alarm.id, day=day)),
        line(sound, vibrate, pad=(2, 4, 0, 0)),
        line(
            w.icon("snooze", 22), w.text(snooze, "bodyM", "on_surface_variant", grow=1),
            gap=14, height=36, pad=(2, 0, 0, 0), id="snooze_line",
        ),
        line(delete_it, pad=(0, 6, 0, 0)),
    )  # fmt: skip


def set_message(alarm: Alarm, view: View) -> Toast | None:
    """When an alarm will ring that was just set."""
    then = rings(alarm, view.now)
    return Toast(f"Alarm set for {until(view.now, then)} from now.") if then is not None else None


@app.on("switch_alarm")
def switch_alarm(state: State, view: View, key: str) -> Handled:
    """Turn an alarm off, or on for the next time at which it can ring."""
    alarm = find(state.alarms, id=key)
    if alarm is None:
        return None
    after = replace(alarm, on=False) if rings(alarm, view.now) else armed(alarm, view.now)
    return with_alarm(state, after), set_message(after, view)


@app.on("flip_day")
def flip_day(state: State, view: View, key: str, day: str) -> Handled:
    """Let an alarm ring on one more day, or not on this one."""
    alarm = find(state.alarms, id=key)
    if alarm is None:
        return None
    after = replace(alarm, days=flipped(alarm.days, day), date="")
    after = armed(after, view.now) if rings(alarm, view.now) else replace(after, on=False)
    return with_alarm(state, after), set_message(after, view)


@app.dialog("delete", over="alarms", title="Delete alarm?", distractor="of an alarm that only has to be changed")
def delete(state: State, view: View, key: str = "") -> Node:
    """The question before an alarm is gone."""
    alarm = find(state.alarms, id=key)
    text = "It is gone already."
    if alarm is not None:
        text = f"{title_of(alarm, shown_time(alarm.time, view))}\n{days_line(alarm.days)}"
    return confirmation("Delete alarm?", text, "Delete", ev("delete_alarm", key=key), enabled=alarm is not None)


@app.on("delete_alarm")
def delete_alarm(state: State, key: str) -> Handled:
    """Delete an alarm, and go back to the list."""
    after = replace(state, alarms=without(state.alarms, id=key), draft=Alarm(""))
    return after, Replace(route("alarms"), root=True), Toast("Alarm deleted")
