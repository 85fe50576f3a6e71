"""What the editor picks from: calendars, dates, times, and sheets of a few labels."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from adapters.phone.apps.calendar import model
from adapters.phone.apps.calendar.app import app
from adapters.phone.apps.calendar.content import REMINDERS, REPEATS
from adapters.phone.apps.calendar.days import day_of, moment, moved, written
from adapters.phone.apps.calendar.model import State
from adapters.phone.apps.calendar.parts import dot, option, options
from adapters.phone.components.choices import choose_and_close
from adapters.phone.components.pickers import (
    TimePills,
    month_bar,
    month_grid,
    neutral_button,
    picked_text,
    picker_window,
    time_pills,
)
from adapters.phone.framework.actions import Handled, assign, then
from adapters.phone.framework.dates import date_text, full_date, shown_time
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, View
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.records import ONCE

TITLES = {"start": "Start date", "end": "End date", "until": "Repeats until"}
PILLS = TimePills()


@app.sheet("pick_calendar", over="editor", title="Calendar", distractor="the calendar stands above the time")
def pick_calendar(state: State) -> Node:
    """Where the event goes; calendars of others cannot be written to."""
    chosen = bind(state, "draft.calendar")
    choose = choose_and_close(chosen)
    rows = [
        option(
            agenda.name, choose(agenda.name), agenda.name == chosen.value, dot(model.agenda_color(agenda)),
            agenda.account,
        )
        for agenda in model.writable(state)
    ]  # fmt: skip
    return options("Calendar", rows)


@app.sheet("repeat", over="editor", title="Repeat")
def pick_repeat(state: State) -> Node:
    """How often it takes place; what takes place once has no end of its repeats."""
    chosen, no_end = bind(state, "draft.repeat"), assign("draft.until", "")
    choose = choose_and_close(chosen)
    rows = [
        option(label, then(no_end, choose(label)) if label == ONCE else choose(label), label == chosen.value)
        for label in REPEATS
    ]
    return options("Repeat", rows)


@app.sheet("reminder", over="editor", title="Notification")
def pick_reminder(state: State) -> Node:
    """When the phone notifies of it."""
    chosen = bind(state, "draft.reminder")
    choose = choose_and_close(chosen)
    return options("Notification", [option(label, choose(label), label == chosen.value) for label in REMINDERS])


@app.dialog("date", over="editor", title="Select date")
def pick_date(state: State, view: View, which: str = "start") -> Node:
    """A month to pick a day from. Nothing is set before "OK"."""
    draft = model.with_draft(state, view.now).draft
    chosen = day_of(state.ui.pick, day_of(draft.start))
    shown = state.ui.picked_month or chosen.isoformat()[:7]
    today = view.now.date()
    never = neutral_button("Never", ev("set_date", which=which, day="")) if which == "until" else None
    return picker_window(
        TITLES.get(which, TITLES["start"]),
        picked_text(date_text(chosen, view.now), "32,44,Regular,0", pad=(24, 0, 24, 8)),
        month_bar(shown, bind(state, "ui.picked_month").to, centred=True, height=44),
        month_grid(
            shown, lambda day: _day(day, day == chosen, day == today), style="labelM", height=42, inset=12
        ),
        neutral=never,
        ok=ev("set_date", which=which, day=chosen.isoformat()),
        width=348,
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _day(day: date, chosen: bool, today: bool) -> Node:
    ink = "on_primary" if today else "on_primary_container" if chosen else "on_surface"
    ground = "primary" if today else "primary_container" if chosen else ""
    style = "14,20,Medium,0" if chosen or today else "bodyM"
    number = w.text(str(day.day), style, ink, place=("center", "center"))
    return node(
        "column", node("stack", number, width=34, height=34, radius=17, bg=ground), w.space(4, 4),
        on=assign("ui.pick", day.isoformat()), id="day", cls="android.view.View", desc=full_date(day),
        selected=chosen, height=42, align="center",
    )  # fmt: skip


@app.on("set_date")
def set_date(state: State, view: View, which: str, day: str) -> Handled:
    """The day under "OK"; another start takes the end along."""
    state = model.with_draft(state, view.now)
    draft = state.draft
    if which == "until":
        draft = replace(draft, until=day)
    elif which == "end":
        end = datetime.combine(day_of(day), moment(draft.end).time()) + timedelta(days=1 if draft.all_day else 0)
        draft = replace(draft, end=written(end))
    else:
        draft = moved(draft, datetime.combine(day_of(day), moment(draft.start).time()))
    return replace(state, draft=draft), Back()


@app.dialog("time", over="editor", title="Select time")
def pick_time(state: State, view: View, which: str = "start") -> Node:
    """Hour and minute. Nothing is set before "OK"."""
    hour, minute = bind(state, "ui.hour"), bind(state, "ui.minute")
    text = shown_time(f"{hour.value:02d}:{minute.value:02d}", view)
    return picker_window(
        "End time" if which == "end" else "Start time",
        picked_text(text, "45,52,Regular,0", "primary"),
        time_pills(hour.value, minute.value, hour.to, minute.to, PILLS),
        ok=ev("set_time", which=which),
        end=16,
        width=348,
    )


@app.on("set_time")
def set_time(state: State, view: View, which: str) -> Handled:
    """The time under "OK"; another start takes the end along."""
    state = model.with_draft(state, view.now)
    draft, picked = state.draft, time(state.ui.hour, state.ui.minute)
    if which == "end":
        draft = replace(draft, end=written(datetime.combine(day_of(draft.end), picked)))
    else:
        draft = moved(draft, datetime.combine(day_of(draft.start), picked))
    return replace(state, draft=draft), Back()
