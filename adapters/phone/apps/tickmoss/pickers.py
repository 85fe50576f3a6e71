"""What Tickmoss's editor picks from: a calendar, hours and minutes, lists, priorities, repeats and reminders."""

from dataclasses import replace
from datetime import date

from adapters.phone.apps.tickmoss.app import app
from adapters.phone.apps.tickmoss.content import INBOX, PRIORITIES, REMINDERS, REPEATS
from adapters.phone.apps.tickmoss.days import days_ahead
from adapters.phone.apps.tickmoss.model import State, color_of
from adapters.phone.apps.tickmoss.parts import RINGS, dot
from adapters.phone.components.bottom_sheets import cancel_head, option_sheet
from adapters.phone.components.choices import RADIO_GROUP, choice_dialog
from adapters.phone.components.pickers import (
    TimePills,
    month_bar,
    month_grid,
    neutral_button,
    picked_text,
    picker_window,
    time_pills,
)
from adapters.phone.framework.actions import Handled, assign, back, then
from adapters.phone.framework.dates import DAYS, full_date
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Overlay, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

HEAD_PAD = (24, 0, 12, 6)
PILLS = TimePills(
    hours=range(6, 24), minutes=(0, 10, 15, 20, 30, 40, 45, 50), minute_columns=4, radius=12, gap=6, inset=20,
    hours_end=12, described=False,
)  # fmt: skip


@app.on("pick")
def pick(state: State, view: View, picker: str) -> Handled:
    """Open a picker at what the draft holds."""
    draft = state.draft
    day = draft.day or view.now.date().isoformat()
    hour, minute = map(int, (draft.time or "09:00").split(":"))
    ui = replace(state.ui, day=day, month=day[:7], hour=hour, minute=minute)
    return replace(state, ui=ui), Focus(None), Go(route(picker))


@app.sheet("folder", over="editor", title="List")
def pick_list(state: State) -> Node:
    """The list that the task goes to."""
    chosen = bind(state, "draft.list")
    inbox = _option(INBOX, chosen, w.icon("inbox", 20))
    lists = [
        _option(folder.name, chosen, node("row", dot(color_of(state, folder.name), 12), width=20, justify="center"))
        for folder in state.lists
    ]
    return option_sheet(cancel_head("List", pad=HEAD_PAD), inbox, lists)


@app.sheet("priority", over="editor", title="Priority")
def pick_priority(state: State) -> Node:
    """How urgent it is."""
    chosen = bind(state, "draft.priority")
    flags = {name: "outlined_flag" if name == "None" else "flag" for name in reversed(PRIORITIES)}
    options = [_option(name, chosen, w.icon(flag, 22, RINGS[name])) for name, flag in flags.items()]
    return option_sheet(cancel_head("Priority", pad=HEAD_PAD), options)


def _option(label: str, chosen: Bound[str], leading: Node) -> Node:
    on = then(chosen.to(label), back())
    return c.radio_row(label, on, label == chosen.value, rid="option", inset=24, height=52, leading=leading)


@app.dialog("repeat", over="editor", title="Repeat")
def pick_repeat(state: State) -> Overlay:
    """How often it comes back."""
    return choice_dialog("Repeat", bind(state, "draft.repeat"), REPEATS)


@app.dialog("reminder", over="editor", title="Reminder")
def pick_reminder(state: State) -> Overlay:
    """When the phone reminds of it."""
    return choice_dialog("Reminder", bind(state, "draft.reminder"), REMINDERS)


@app.dialog("day", over="editor", title="Select date", distractor="the day stands above the time, which tasks ask for")
def pick_day(state: State, view: View) -> Node:
    """A page of the month, three near days, and no date at all. Nothing is set before "OK"."""
    today = days_ahead(view.now, 0)
    chosen = state.ui.day or today
    month = bind(state, "ui.month")
    day = date.fromisoformat(chosen)
    weekend = days_ahead(view.now, (5 - view.now.weekday()) % 7 or 7)
    near = {"Today": today, "Tomorrow": days_ahead(view.now, 1), "Weekend": weekend}
    chips = [c.chip(name, _mark(key), key == chosen, rid="chip_day", single=True) for name, key in near.items()]
    return picker_window(
        "Select date",
        picked_text(f"{DAYS[day.weekday()]}, {day.day} {day:%b}", "32,44,Regular,0", pad=(24, 0, 24, 8)),
        c.chips(chips, inset=20, rid="day_group", cls=RADIO_GROUP),
        month_bar(month.value or chosen[:7], month.to),
        month_grid(
            month.value or chosen[:7],
            lambda shown: _day(shown, shown.isoformat() == chosen, shown.isoformat() == today),
        ),
        neutral=neutral_button("No date", ev("set_day", day="")),
        ok=ev("set_day", day=chosen),
    )


def _mark(day: str) -> Ev:
    return then(assign("ui.day", day), assign("ui.month", day[:7]))


def _day(day: date, chosen: bool, today: bool) -> Node:
    ink = "on_primary" if chosen else "primary" if today else "on_surface"
    style = "14,20,Medium,0" if chosen or today else "bodyM"
    disc = node(
        "stack", w.text(str(day.day), style, ink, place=("center", "center")), width=38, height=38, radius=19,
        bg="primary" if chosen else "", outline="primary" if today and not chosen else "",
    )  # fmt: skip
    return node(
        "column", disc, on=_mark(day.isoformat()), cls="android.view.View", desc=full_date(day), selected=chosen,
        height=40, align="center", justify="center", id="day",
    )  # fmt: skip


@app.on("set_day")
def set_day(state: State, day: str) -> Handled:
    """The day under "OK", or no date at all; a task without a date has no time."""
    draft = replace(state.draft, day=day, time=state.draft.time if day else "")
    return replace(state, draft=draft), Back()


@app.dialog("time", over="editor", title="Select time")
def pick_time(state: State) -> Node:
    """An hour and a minute, or no time. Nothing is set before "OK"."""
    hour, minute = bind(state, "ui.hour"), bind(state, "ui.minute")
    time = f"{hour.value:02d}:{minute.value:02d}"
    return picker_window(
        "Select time",
        picked_text(time, "52,60,Regular,0", "primary", pad=(24, 2, 24, 10)),
        time_pills(hour.value, minute.value, hour.to, minute.to, PILLS),
        neutral=neutral_button("No time", ev("set_time", time="")),
        ok=ev("set_time", time=time),
    )


@app.on("set_time")
def set_time(state: State, view: View, time: str) -> Handled:
    """The time under "OK", or none. A time without a date means today."""
    day = state.draft.day or (view.now.date().isoformat() if time else "")
    return replace(state, draft=replace(state.draft, time=time, day=day)), Back()
