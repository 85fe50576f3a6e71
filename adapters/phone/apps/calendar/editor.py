"""The form of an event: everything that will be saved, what is wrong with it, and how it becomes an event."""

from dataclasses import replace
from datetime import datetime, time, timedelta

from adapters.phone.apps.calendar import model
from adapters.phone.apps.calendar.app import app
from adapters.phone.apps.calendar.days import clock, day_of, moment, written
from adapters.phone.apps.calendar.model import State
from adapters.phone.apps.calendar.parts import dot, tool
from adapters.phone.components.boxes import line, words
from adapters.phone.components.fields import plain_field
from adapters.phone.components.settings_rows import detail_row
from adapters.phone.framework.actions import Handled, focus
from adapters.phone.framework.dates import date_text
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import ONCE, Event

EDITOR = route("editor")


@app.on("new_event")
def new_event(state: State, view: View, day: str) -> Handled:
    """Open the editor with a new event on a day."""
    return replace(state, draft=model.fresh(state, view.now, day)), Go(EDITOR), Focus("title")


@app.on("edit_event")
def edit_event(state: State, key: str) -> Handled:
    """Open the editor with an event as it is."""
    event = model.event_of(state, key)
    return (replace(state, draft=event), Go(EDITOR)) if event else None


@app.screen("editor", activity=".event.EditEventActivity")
def editor(state: State, view: View) -> Screen:
    """New or known; the bar saves or leaves."""
    state = model.with_draft(state, view.now)
    title = bind(state, "draft.title")
    name = "New event" if model.event_of(state, state.draft.id) is None else "Edit event"
    top = line(
        tool("close", "Navigate up", w.UP, "action_cancel"),
        w.text(name, "titleL", heading=True, grow=1, pad=(8, 0, 0, 0)),
        c.button("Save", ev("save"), rid="action_save", height=40, width="wrap"),
        id="toolbar",
        cls=w.GROUP,
        height=60,
        pad=(4, 0, 16, 0),
    )
    field = plain_field(
        title.value, "Add title", rid="title", change=title.changed, submit=focus(None), type="24,32,Regular,0",
        width="fill", height="wrap", min_height=64, grow=0, lines=3, color="", pad=(68, 12, 20, 12),
    )  # fmt: skip
    return Screen(w.form(field, w.divider(), _rows(state, view)), top=top, title=name)


def pick(picker: str, which: str = "") -> Ev:
    """Open a picker at what the draft holds."""
    return ev("pick", picker=picker, which=which)


@app.on("pick")
def open_picker(state: State, view: View, picker: str, which: str) -> Handled:
    """Open a picker, for one of the times of the draft if it has `which`."""
    state = model.with_draft(state, view.now)
    draft = state.draft
    time_ = {"end": draft.end, "until": draft.until}.get(which) or draft.start
    if which == "end" and draft.all_day:
        time_ = written(moment(time_) - timedelta(days=1))
    hour, minute = int(time_[11:13] or 0), int(time_[14:16] or 0)
    ui = replace(state.ui, pick=time_[:10], picked_month=time_[:7], hour=hour, minute=minute)
    return replace(state, ui=ui), Focus(None), Go(route(picker, which=which) if which else route(picker))


def _rows(state: State, view: View) -> list[Node | None]:
    draft = state.draft
    wrong = model.problem(draft)
    all_day = ev("all_day")
    return [
        _calendar_row(state),
        w.divider(),
        detail_row("schedule", "All day", on=all_day, rid="row_all_day", trailing=c.switch(draft.all_day)),
        _time_row("start", "Start", draft.start, draft.all_day, view),
        _time_row("end", "End", draft.end, draft.all_day, view, ink="error" if wrong else "on_surface"),
        w.text(wrong, "bodyM", "error", pad=(68, 2, 20, 8), id="error", width="fill") if wrong else None,
        detail_row("repeat", draft.repeat, on=pick("repeat"), rid="row_repeat"),
        _until_row(draft, view) if draft.repeat != ONCE else None,
        w.divider(),
        _field("place", "Add place", bind(state, "draft.place"), "place"),
        w.divider(),
        detail_row("notifications_none", "Notification", draft.reminder, on=pick("reminder"), rid="row_reminder"),
        w.divider(),
        _field("subject", "Add description", bind(state, "draft.notes"), "notes"),
    ]


def _calendar_row(state: State) -> Node:
    agenda = model.agenda_of(state, state.draft.calendar)
    account = w.text(agenda.account, "bodyM", "on_surface_variant", lines=1)
    return line(
        node("row", dot(model.color_of(state, state.draft)), width=24, justify="center"),
        words(w.text(agenda.name, "bodyL", lines=1), account),
        w.icon("arrow_drop_down"),
        on=pick("pick_calendar"), id="row_calendar", cls=w.GROUP, min_height=60, gap=24, pad=(20, 8),
    )  # fmt: skip


def _until_row(draft: Event, view: View) -> Node:
    until = date_text(day_of(draft.until), view.now) if draft.until else "Never"
    return detail_row("event_busy", "Repeat ends", until, on=pick("date", "until"), rid="row_until")


def _time_row(which: str, name: str, text: str, all_day: bool, view: View, ink: str = "on_surface") -> Node:
    """Day and time of one end; each is touched by itself."""
    last = moment(text) - timedelta(minutes=1) if all_day and which == "end" else moment(text)
    day = node(
        "row", w.text(date_text(last.date(), view.now), "bodyL", ink, lines=1), on=pick("date", which),
        id=f"{which}_date", cls=w.ROW, grow=1, height=48, align="center", desc=f"{name} date",
    )  # fmt: skip
    hour = node(
        "row", w.text(clock(text, view), "bodyL", ink, lines=1), on=pick("time", which), id=f"{which}_time",
        cls=w.ROW, height=48, align="center", justify="end", desc=f"{name} time", pad=(20, 0, 0, 0),
    )  # fmt: skip
    return line(day, None if all_day else hour, pad=(68, 0, 20, 0))


def _field(icon: str, hint: str, text: Bound[str], name: str) -> Node:
    field = plain_field(
        text.value, hint, rid=name, change=text.changed, submit=focus(None), height=56, color="", pad=(0, 16)
    )
    return line(w.icon(icon), field, gap=24, pad=(20, 0))


@app.on("all_day")
def switch_all_day(state: State, view: View) -> State:
    """On: from midnight to midnight of its days. Off: the hour that a new event has, on the first of them."""
    state = model.with_draft(state, view.now)
    draft = state.draft
    if draft.all_day:
        usual = model.fresh(state, view.now, draft.start[:10])
        return replace(state, draft=replace(draft, all_day=False, start=usual.start, end=usual.end))
    last = day_of(draft.end)
    if moment(draft.end) > datetime.combine(last, time()) or draft.end == draft.start:
        last += timedelta(1)
    after = replace(draft, all_day=True, start=f"{draft.start[:10]}T00:00", end=f"{last}T00:00")
    return replace(state, draft=after)


@app.on("save")
def save(state: State, view: View) -> Handled:
    """Make an event of the draft, or the change of one; its page shows that."""
    draft = model.with_draft(state, view.now).draft
    if model.problem(draft):
        return Focus(None), Toast(model.problem(draft))
    event = replace(draft, title=draft.title.strip(), place=draft.place.strip(), notes=draft.notes.strip())
    new = model.event_of(state, draft.id) is None
    if new:
        event = replace(event, id=model.next_id(state))
        events = (*state.events, event)
    else:
        events = tuple(event if known.id == event.id else known for known in state.events)
    message = f"{'Saved to' if new else 'Changed in'} {event.calendar}"
    page = route("event", key=event.id, day=event.start[:10], saved=message)
    after = replace(state, events=events, draft=Event(""))
    # The page of a known event lies below the editor and makes room for the one that tells.
    return after, Focus(None), None if new else Back(), Replace(page)
