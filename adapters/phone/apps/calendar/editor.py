"""The form of an event: everything that will be saved, and what stands in the way."""

from __future__ import annotations

from datetime import timedelta

from adapters.phone.apps.calendar.days import clock, dated, day_of, moment, written
from adapters.phone.apps.calendar.model import State, agenda_of, color_of, draft_for, event_of, wrong
from adapters.phone.apps.calendar.parts import dot, line
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import ONCE, PLAIN, Event


def editor(state: State, place: Route, view: View) -> Screen:
    """New or known; the bar saves or leaves."""
    key = place.get("key", "new")
    draft = draft_for(state, key, view.now)
    if key != "new" and event_of(state, key) is None:
        gone = w.empty("event_busy", "This event is gone", "It was deleted or never existed.")
        return Screen(w.page(gone, rid="scroll"), top=w.app_bar("Event"), title="Event")
    save = c.button("Save", ev("save", key=key), rid="action_save", height=40, width="wrap")
    title = "New event" if key == "new" else "Edit event"
    top = node(
        "row", w.action("close", "Navigate up", w.UP, rid="action_cancel", color="on_surface"),
        w.text(title, "titleL", heading=True, grow=1, pad=(8, 0, 0, 0)), save,
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(4, 0, 16, 0), align="center",
    )  # fmt: skip
    name = node(
        "field", text=draft.title, hint="Add title", id="title", type="24,32,Regular,0", width="fill", min_height=64,
        lines=3, on={"change": ev("edit_text", key=key, name="title"), "submit": ev("searched")}, pad=(68, 12, 20, 12),
    )  # fmt: skip
    return Screen(w.form(name, w.divider(), _rows(state, draft, key, view)), top=top, title=title)


def _ask(to: str, key: str, **more: str) -> Ev:
    return ev("ask", to=to, key=key, **more)


def _rows(state: State, draft: Event, key: str, view: View) -> list[Node | None]:
    agenda = agenda_of(state, draft.calendar)
    bad = wrong(draft)
    people = ", ".join(draft.guests)
    return [
        node(
            "row", node("row", dot(color_of(state, draft), 18, 5), width=24, justify="center"),
            node("column", w.text(agenda.name, "bodyL", lines=1), w.text(agenda.account, "bodyM",
                 "on_surface_variant", lines=1), grow=1),
            w.icon("arrow_drop_down"),
            on=_ask("pick_calendar", key), id="row_calendar", cls=w.GROUP, width="fill", min_height=60, gap=24,
            align="center", pad=(20, 8, 20, 8),
        ),
        w.divider(),
        line("schedule", "All day", on=ev("all_day", key=key), rid="row_all_day", tail=c.switch(draft.all_day)),
        _moment("start", "Start", draft.start, draft.all_day, key, view, bad=False),
        _moment("end", "End", draft.end, draft.all_day, key, view, bad=bool(bad)),
        w.text(bad, "bodyM", "error", pad=(68, 2, 20, 8), id="error", width="fill") if bad else None,
        line("repeat", draft.repeat, on=_ask("repeat", key), rid="row_repeat"),
        line("event_busy", "Repeat ends", dated(day_of(draft.until), view.now) if draft.until else "Never",
             on=_ask("date", key, which="until"), rid="row_until") if draft.repeat != ONCE else None,
        w.divider(),
        line("people", "Guests" if people else "Add guests", people, on=_ask("guests", key), rid="row_guests"),
        w.divider(),
        _field("place", "Add place", draft.place, "place", key),
        w.divider(),
        line("notifications_none", "Notification", draft.reminder, on=_ask("reminder", key), rid="row_reminder"),
        node(
            "row", w.icon("palette"), w.text(draft.color, "bodyL", grow=1),
            dot(color_of(state, draft), 20, 10) if draft.color != PLAIN else None,
            on=_ask("color", key), id="row_color", cls=w.GROUP, width="fill", min_height=56, gap=24, align="center",
            pad=(20, 8, 20, 8),
        ),
        w.divider(),
        _field("subject", "Add description", draft.notes, "notes", key),
        w.divider(),
        line("work", "Show as", draft.shown_as, on=_ask("busy", key), rid="row_busy"),
        line("lock", "Visibility", draft.access, on=_ask("access", key), rid="row_access"),
    ]  # fmt: skip


def _moment(which: str, name: str, at: str, whole: bool, key: str, view: View, *, bad: bool) -> Node:
    """Day and time of one end; each is touched by itself."""
    shown = at
    if whole and which == "end":
        shown = written(moment(at) - timedelta(minutes=1))
    ink = "error" if bad else "on_surface"
    day = node(
        "row", w.text(dated(day_of(shown), view.now), "bodyL", ink, lines=1),
        on=_ask("date", key, which=which), id=f"{which}_date", cls=w.ROW, grow=1, height=48, align="center",
        desc=f"{name} date",
    )  # fmt: skip
    time = node(
        "row", w.text(clock(at, view), "bodyL", ink, lines=1),
        on=_ask("time", key, which=which), id=f"{which}_time", cls=w.ROW, height=48, align="center", justify="end",
        desc=f"{name} time", pad=(20, 0, 0, 0),
    )  # fmt: skip
    return node("row", day, None if whole else time, width="fill", pad=(68, 0, 20, 0), align="center")


def _field(glyph: str, hint: str, value: str, name: str, key: str) -> Node:
    box = node(
        "field", text=value, hint=hint, id=name, grow=1, height=56, type="bodyL", pad=(0, 16, 0, 16),
        on={"change": ev("edit_text", key=key, name=name), "submit": ev("searched")},
    )  # fmt: skip
    return node("row", w.icon(glyph), box, width="fill", gap=24, align="center", pad=(20, 0, 20, 0))
