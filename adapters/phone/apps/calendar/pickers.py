"""What the editor picks from: calendars, dates, times, guests, and sheets of a few labels."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.calendar.days import clock, dated, day_of
from adapters.phone.apps.calendar.editor import editor
from adapters.phone.apps.calendar.events import COLORS, REMINDERS, REPEATS, Guest
from adapters.phone.apps.calendar.model import State, agenda_of, draft_for, guests_found
from adapters.phone.apps.calendar.parts import dot, month_grid, month_head, radio, sheet
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import ACCESS, PLAIN, SHOWN_AS

ENDS = {"start": "Start date", "end": "End date", "until": "Repeats until"}


def _over(state: State, place: Route, view: View, rows: list[Node], title: str) -> Screen:
    return replace(editor(state, place, view), overlay=Overlay("sheet", sheet(title, rows)), title=title)


def _pick(key: str, name: str, value: str) -> Ev:
    return ev("picked", key=key, name=name, value=value)


def pick_calendar(state: State, place: Route, view: View) -> Screen:
    """Where the event goes; calendars of others cannot be written to."""
    key = place.get("key", "new")
    draft = draft_for(state, key, view.now)
    rows = [
        radio(one.name, _pick(key, "calendar", one.name), one.name == draft.calendar,
              dot(COLORS.get(one.color, COLORS["Slate"]), 18, 5), one.account)
        for one in state.calendars if one.writable
    ]  # fmt: skip
    return _over(state, place, view, rows, "Calendar")


def repeat(state: State, place: Route, view: View) -> Screen:
    """How often it takes place."""
    return _labels(state, place, view, "repeat", "Repeat", REPEATS)


def reminder(state: State, place: Route, view: View) -> Screen:
    """When the phone tells of it."""
    return _labels(state, place, view, "reminder", "Notification", REMINDERS)


def busy(state: State, place: Route, view: View) -> Screen:
    """Whether others see the time as taken."""
    return _labels(state, place, view, "shown_as", "Show as", SHOWN_AS)


def access(state: State, place: Route, view: View) -> Screen:
    """Who may read it."""
    return _labels(state, place, view, "access", "Visibility", ACCESS)


def _labels(state: State, place: Route, view: View, name: str, title: str, options: tuple[str, ...]) -> Screen:
    key = place.get("key", "new")
    chosen = getattr(draft_for(state, key, view.now), name)
    return _over(state, place, view, [radio(one, _pick(key, name, one), one == chosen) for one in options], title)


def color(state: State, place: Route, view: View) -> Screen:
    """The event's own colour, or its calendar's."""
    key = place.get("key", "new")
    draft = draft_for(state, key, view.now)
    own = COLORS.get(agenda_of(state, draft.calendar).color, COLORS["Slate"])
    rows = [
        radio(one, _pick(key, "color", one), one == draft.color, dot(COLORS.get(one, own), 22, 11))
        for one in (PLAIN, *COLORS)
    ]
    return _over(state, place, view, rows, "Colour")


def date(state: State, place: Route, view: View) -> Screen:
    """A month to pick a day from. Nothing is set before "OK"."""
    key, which = place.get("key", "new"), place.get("which", "start")
    draft = draft_for(state, key, view.now)
    chosen = day_of(state.ui.pick, day_of(draft.start))
    month = state.ui.picked_month or chosen.isoformat()[:7]
    never = None
    if which == "until":
        never = c.button("Never", ev("date_set", key=key, which=which, day=""), rid="android:id/button3",
                         variant="text", width="wrap", height=40)  # fmt: skip
    window = node(
        "column",
        w.text(ENDS.get(which, "Start date"), "labelL", "on_surface_variant", pad=(24, 0, 24, 0)),
        w.text(dated(chosen, view.now), "32,44,Regular,0", id="android:id/alertTitle", heading=True,
               pad=(24, 0, 24, 8)),
        month_head(month, "pick_month"),
        month_grid(state, view, month, chosen, "pick_day"),
        node("row", never, w.push(), c.dialog_button("Cancel", w.UP, yes=False),
             c.dialog_button("OK", ev("date_set", key=key, which=which, day=chosen.isoformat())),
             width="fill", pad=(12, 8, 12, 0), gap=4),
        id="android:id/parentPanel", cls="android.widget.FrameLayout", width=348, bg="high", radius=28,
        pad=(0, 20, 0, 16), align="stretch", elevation=3,
    )  # fmt: skip
    return replace(editor(state, place, view), overlay=Overlay("dialog", window), title="Select date")


def time(state: State, place: Route, view: View) -> Screen:
    """Hour and minute. Nothing is set before "OK"."""
    key, which, ui = place.get("key", "new"), place.get("which", "start"), state.ui
    told = f"{ui.hour:02d}:{ui.minute:02d}"
    hours = [_pill(f"{one:02d}", f"{one} hours", ev("hour", value=one), one == ui.hour, "hour") for one in range(24)]
    minutes = [
        _pill(f":{one:02d}", f"{one} minutes", ev("minute", value=one), one == ui.minute, "minute")
        for one in range(0, 60, 5)
    ]
    window = node(
        "column",
        w.text("Start time" if which == "start" else "End time", "labelL", "on_surface_variant", pad=(24, 0, 24, 0)),
        w.text(clock(f"0000-00-00T{told}", view), "45,52,Regular,0", "primary", id="android:id/alertTitle",
               heading=True, pad=(24, 2, 24, 8)),
        w.text("Hour", "labelM", "on_surface_variant", pad=(24, 0, 24, 4)),
        node("grid", hours, columns=6, gap=4, width="fill", align="stretch", pad=(18, 0, 18, 10), id="hour_group"),
        w.text("Minute", "labelM", "on_surface_variant", pad=(24, 0, 24, 4)),
        node("grid", minutes, columns=6, gap=4, width="fill", align="stretch", pad=(18, 0, 18, 8), id="minute_group"),
        node("row", w.push(), c.dialog_button("Cancel", w.UP, yes=False),
             c.dialog_button("OK", ev("time_set", key=key, which=which)), width="fill", pad=(12, 8, 16, 0), gap=4),
        id="android:id/parentPanel", cls="android.widget.FrameLayout", width=348, bg="high", radius=28,
        pad=(0, 20, 0, 16), align="stretch", elevation=3,
    )  # fmt: skip
    return replace(editor(state, place, view), overlay=Overlay("dialog", window), title="Select time")


def _pill(label: str, desc: str, on: Ev, chosen: bool, rid: str) -> Node:
    return node(
        "column", w.text(label, "15,20,Medium,0", "on_primary" if chosen else "on_surface"), on=on, id=rid,
        cls="android.widget.RadioButton", checked=chosen, selected=chosen, desc=desc, height=40, radius=8,
        align="center", justify="center", bg="primary" if chosen else "low",
    )  # fmt: skip


def guests(state: State, place: Route, view: View) -> Screen:
    """Whom to invite: people by name or address, or an address that is typed whole."""
    key = place.get("key", "new")
    chosen = draft_for(state, key, view.now).guests
    query = state.ui.guest.strip()
    shown = guests_found(query)
    rows: list[Node] = [_person(one, one.name in chosen, key) for one in shown]
    if not shown and "@" in query:
        rows = [
            w.row(query, "Add this address", on=ev("guest", key=key, name=query), rid="row_address",
                  leading=w.disc("person_add", 40))
        ]  # fmt: skip
    elif not shown:
        rows = [w.empty("people", "Nobody found", "Type a whole e-mail address to invite somebody new.")]
    strip = node(
        "row",
        [node("chip", text=name, icon="close", on=ev("guest", key=key, name=name), id="guest_chip", height=32,
              radius=16, variant="action", type="labelL", color="on_surface_variant", desc=f"Remove {name}")
         for name in chosen],
        width="fill", gap=8, wrap=True, pad=(16, 8, 16, 8), align="center", id="chip_group",
    )  # fmt: skip
    box = c.field(
        state.ui.guest, "Name or e-mail address", "guest_search", change=ev("guest_query"), submit=ev("searched"),
        leading="person_add", radius=8,
    )  # fmt: skip
    done = c.button("Done", w.UP, rid="done", variant="text", height=40, width="wrap")
    top = node(
        "column", w.app_bar("Add guests", done),
        node("column", box, width="fill", pad=(16, 0, 16, 4), align="stretch"), strip if chosen else None,
        width="fill", align="stretch",
    )  # fmt: skip
    return Screen(w.page(rows), top=top, title="Add guests")


def _person(one: Guest, on: bool, key: str) -> Node:
    face = w.avatar(one.face) if one.face else w.disc("person")
    return node(
        "row", face,
        node("column", w.text(one.name, "bodyL", lines=1), w.text(one.mail, "bodyM", "on_surface_variant", lines=1),
             grow=1),
        node("checkbox", checked=on, width=24, height=24, id="checkbox"),
        on=ev("guest", key=key, name=one.name), id="row_guest", cls=w.GROUP, selected=on, width="fill", height=64,
        gap=16, align="center", pad=(16, 0, 24, 0),
    )  # fmt: skip
