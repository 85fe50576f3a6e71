"""Alarms: the list of cards, the editor that shows everything before it is saved, and delete."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.clock.content import DAYS, WEEKDAYS, WEEKEND, Alarm
from adapters.phone.apps.clock.model import State, alarm_of, armed, draft_for, in_order, next_alarm, rings
from adapters.phone.apps.clock.parts import (
    HUGE,
    THIN,
    big_button,
    bottom,
    card,
    day_discs,
    line,
    pill_button,
    tab_bar,
    toggle,
)
from adapters.phone.apps.clock.times import day_of, days_line, shown, until
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

SETS = (("Once", ()), ("Every day", DAYS), ("Weekdays", WEEKDAYS), ("Weekend", WEEKEND))
"""Days that one touch picks."""


def alarms(state: State, place: Route, view: View) -> Screen:
    """Every alarm by its time, and which rings next."""
    fab = big_button("add", "Add alarm", ev("new"))
    if not state.alarms:
        body = w.page(w.empty("alarm_off", "No alarms", "Add one with the button below."))
        return Screen(body, top=tab_bar("Alarm"), bottom=bottom("Alarm"), fab=fab, title="Alarm")
    coming = next_alarm(state, view.now)
    told = f"Next alarm in {until(view.now, coming[1])}" if coming else "All alarms are off"
    body = w.page(
        w.text(told, "bodyM", "on_surface_variant", pad=(20, 0, 20, 12), id="next_alarm"),
        [_card(state, one, view) for one in in_order(state)],
        w.space(108),
    )
    return Screen(body, top=tab_bar("Alarm"), bottom=bottom("Alarm"), fab=fab, title="Alarm")


def _when(alarm: Alarm, now: datetime) -> str:
    """The line under the digits."""
    if alarm.days:
        return days_line(alarm.days)
    then = rings(alarm, now)
    return day_of(then.date().isoformat(), now) if then else "Once, not set"


def _card(state: State, one: Alarm, view: View) -> Node:
    on = rings(one, view.now) is not None
    opened = state.ui.open == one.id
    ink = "on_surface" if on else "outline"
    time = shown(one.time, view)
    title = f"{time} {one.label}".strip()
    arrow = node(
        "icon_button", icon="keyboard_arrow_up" if opened else "keyboard_arrow_down",
        desc="Collapse alarm" if opened else "Expand alarm", on=ev("expand", key=one.id), id="arrow", width=48,
        height=48, size=24,
    )  # fmt: skip
    round_arrow = node(
        "stack", node("spacer", width=32, height=32, radius=16, bg="highest", place=("center", "center")), arrow,
        width=48, height=48,
    )  # fmt: skip
    label = w.text(one.label, "labelL", "on_surface_variant" if on else "outline", lines=1, id="label", grow=1)
    head = node("row", label if one.label else w.push(), round_arrow, width="fill", height=40, align="center")
    clock = node(
        "column", w.text(time, HUGE if on else THIN, ink, id="digital_clock", lines=1), on=ev("edit", key=one.id),
        id="clock_face", cls=w.GROUP, desc=f"Edit alarm, {title}",
    )  # fmt: skip
    foot = node(
        "row",
        w.text(_when(one, view.now), "bodyM", "primary" if on else "outline", id="days_of_week", grow=1, lines=1),
        toggle(f"{title}, {'on' if on else 'off'}", ev("toggle", key=one.id), on),
        width="fill", height=44, align="center", pad=(0, 0, 4, 0),
    )  # fmt: skip
    return card(head, clock, foot, _more(state, one) if opened else None, bg="high" if on else "low")


def _more(state: State, one: Alarm) -> Node:
    """What an opened card adds: days, sound, and what can be done with it."""
    silent = one.sound == "Silent"
    sound = node(
        "row",
        w.icon("volume_off" if silent else "notifications_active", 22),
        w.text(one.sound, "bodyL", lines=1, grow=1),
        on=ev("card_sound", key=one.id), id="choose_ringtone", cls=w.GROUP, desc=f"Sound, {one.sound}", grow=1,
        height=48, gap=14, align="center",
    )  # fmt: skip
    vibrate = w.action(
        "vibration", f"Vibrate, {'on' if one.vibrate else 'off'}", ev("card_vibrate", key=one.id), rid="vibrate_onoff",
        color="primary" if one.vibrate else "outline",
    )  # fmt: skip
    snooze = "No snooze" if one.snooze == "Off" else f"Snooze {one.snooze}"
    return node(
        "column",
        w.space(6),
        day_discs(state, one.days, ev("card_day", key=one.id)),
        node("row", sound, vibrate, width="fill", align="center", pad=(2, 4, 0, 0)),
        node("row", w.icon("snooze", 22), w.text(snooze, "bodyM", "on_surface_variant", grow=1), width="fill", gap=14,
             height=36, align="center", pad=(2, 0, 0, 0), id="snooze_line"),
        node("row",
             pill_button("Delete", ev("delete", key=one.id), "delete", glyph="delete_outline", variant="text"),
             pill_button("Duplicate", ev("copy", key=one.id), "duplicate", glyph="content_copy", variant="text"),
             width="fill", gap=4, pad=(0, 6, 0, 0)),
        width="fill", align="stretch",
    )  # fmt: skip


def editor(state: State, place: Route, view: View) -> Screen:
    """The form of an alarm: all that will be saved, and when it will ring."""
    key = place.get("key", "new")
    draft = draft_for(state, key)
    fresh = key == "new"
    if not fresh and alarm_of(state, key) is None:
        gone = w.empty("alarm_off", "This alarm is gone", "It was deleted or never existed.")
        return Screen(w.page(gone, rid="scroll"), top=w.app_bar("Alarm"), title="Alarm")
    then = rings(armed(draft, view.now), view.now)
    soon = f"Rings {_near(then, view.now)}, in {until(view.now, then)}" if then else ""
    digits = node(
        "column",
        w.text(shown(draft.time, view), "72,84,Regular,-1", "primary", id="digital_clock", lines=1),
        w.text("Tap to change the time", "bodyS", "on_surface_variant"),
        on=ev("ask_time", key=key), id="clock_face", cls=w.GROUP, width="fill", bg="container", radius=28,
        pad=(16, 16, 16, 16), align="center",
    )  # fmt: skip
    name = c.field(
        draft.label, "Label", "edit_label", change=ev("label", key=key), submit=ev("searched"),
        leading="label_outline", radius=16, bg="container",
    )  # fmt: skip
    body = w.form(
        node("column", digits, width="fill", pad=(16, 4, 16, 16), align="stretch"),
        node("row", w.text("Repeat", "titleS", grow=1), w.text(days_line(draft.days) or "Once", "bodyM", "primary",
             id="days_of_week"), width="fill", pad=(24, 0, 24, 6)),
        node("column", day_discs(state, draft.days, ev("day", key=key)), width="fill", pad=(16, 0, 16, 4),
             align="stretch"),
        c.chips([c.chip(label, ev("days", key=key, days=days), draft.days == days, rid="chip_days", single=True)
                 for label, days in SETS]),
        line("event", "Schedule alarm", day_of(draft.date, view.now) if draft.date else "The next day that it can",
             on=ev("ask_day", key=key), rid="row_schedule") if not draft.days else None,
        w.space(14),
        node("column", name, width="fill", pad=(16, 0, 16, 8), align="stretch"),
        line("music_note", "Sound", draft.sound, on=ev("ask_sound", key=key), rid="row_sound"),
        line("vibration", "Vibrate", on=ev("flag", key=key, name="vibrate"), rid="row_vibrate",
             tail=c.switch(draft.vibrate)),
        line("snooze", "Snooze", draft.snooze, on=ev("ask", to="snooze", key=key), rid="row_snooze"),
        line("trending_up", "Gradually louder", "Over the first half minute", on=ev("flag", key=key, name="louder"),
             rid="row_louder", tail=c.switch(draft.louder)),
        None if fresh else line("delete_outline", "Delete alarm", on=ev("delete", key=key), rid="row_delete"),
    )  # fmt: skip
    foot = node(
        "column",
        w.text(soon, "bodyM", "on_surface_variant", id="review", text_align="center", width="fill"),
        node("row", c.button("Cancel", w.UP, rid="cancel", variant="outlined", grow=1),
             c.button("Save", ev("save", key=key), rid="save", grow=1), width="fill", gap=12),
        width="fill", bg="container", radius=(24, 24, 0, 0), pad=(20, 12, 20, 14), gap=10, align="stretch",
    )  # fmt: skip
    title = "New alarm" if fresh else "Edit alarm"
    return Screen(body, top=w.app_bar(title), bottom=foot, title=title)


def _near(then: datetime, now: datetime) -> str:
    """The day within a sentence."""
    day = day_of(then.date().isoformat(), now)
    return day.lower() if day in ("Today", "Tomorrow") else f"on {day}"


def delete(state: State, place: Route, view: View) -> Screen:
    """The question before an alarm is gone."""
    one = alarm_of(state, place.get("key", ""))
    named = f"{shown(one.time, view)} {one.label}".strip() if one else "It is gone already."
    when = (days_line(one.days) or "Once") if one else ""
    window = c.dialog(
        "Delete alarm?",
        w.text(f"{named}\n{when}".strip(), "bodyM", "on_surface_variant", pad=(24, 0, 24, 0), id="android:id/message"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Delete", ev("deleted", key=place.get("key", "")), enabled=one is not None)),
    )  # fmt: skip
    return replace(alarms(state, place, view), overlay=Overlay("dialog", window), title="Delete alarm?")
