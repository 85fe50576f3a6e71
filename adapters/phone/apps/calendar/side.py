"""The drawer with views and calendars, and the settings."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.calendar import grids
from adapters.phone.apps.calendar.events import COLORS, LENGTHS, REMINDERS, Agenda
from adapters.phone.apps.calendar.model import FIRST_DAYS, VIEWS, State
from adapters.phone.apps.calendar.parts import group
from adapters.phone.apps.calendar.schedule import schedule
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

GLYPHS = {"Schedule": "view_agenda", "Day": "view_day", "Month": "calendar_view_month"}
PAGES = {"schedule": schedule, "day": grids.day, "month": grids.month}


def _under(state: State, place: Route, view: View) -> Screen:
    return PAGES.get(place.get("over", "schedule"), schedule)(state, place, view)


def drawer(state: State, place: Route, view: View) -> Screen:
    """Views and calendars over the page in front."""
    here = place.get("over", "schedule")
    rows = node(
        "scroll",
        [_entry(GLYPHS[name], name, ev("view", to=name.lower()), name.lower() == here) for name in VIEWS],
        w.space(8), w.divider(), w.text("Calendars", "titleS", "on_surface_variant", pad=(16, 14, 16, 4)),
        [_calendar(one) for one in state.calendars],
        w.space(8), w.divider(), w.space(8),
        _entry("settings", "Settings", ev("nav", to="settings"), False),
        w.space(28),
        id="drawer_list", cls="androidx.recyclerview.widget.RecyclerView", width="fill", grow=1, align="stretch",
    )  # fmt: skip
    panel = node(
        "column",
        node("row", w.text("Calendar", "22,28,Medium,0", "primary", grow=1, pad=(16, 0, 0, 0)),
             w.action("close", "Close", w.UP, rid="close_drawer"), width="fill", height=56, align="center"),
        rows, width=300, height="fill", bg="low", radius=(0, 16, 16, 0), pad=(12, 30, 12, 0), align="stretch",
        id="navigation_view", cls="android.widget.FrameLayout",
    )  # fmt: skip
    return replace(_under(state, place, view), overlay=Overlay("drawer", panel), title="Menu")


def _entry(glyph: str, name: str, on: Ev, here: bool) -> Node:
    ink = "on_secondary_container" if here else "on_surface"
    return node(
        "row", w.icon(glyph, 24, ink if here else "on_surface_variant"), w.text(name, "titleS", ink, lines=1, grow=1),
        on=on, id="drawer_item", cls=w.GROUP, selected=here, width="fill", height=48, radius=24,
        bg="secondary_container" if here else "", pad=(16, 0, 20, 0), gap=16, align="center",
    )  # fmt: skip


def _calendar(one: Agenda) -> Node:
    color = COLORS.get(one.color, COLORS["Slate"])
    mark = w.icon("check", 16, "#FFFFFF", place=("center", "center")) if one.shown else None
    box = node("stack", mark, width=20, height=20, radius=5, bg=color if one.shown else "", outline=color,
               outline_width=2)  # fmt: skip
    return node(
        "row", node("row", box, width=24, justify="center"), w.text(one.name, "bodyL", lines=1, grow=1),
        on=ev("calendar_shown", name=one.name), id="drawer_calendar", cls="android.widget.CheckBox", checked=one.shown,
        width="fill", height=48, pad=(16, 0, 20, 0), gap=16, align="center",
    )  # fmt: skip


PREFERENCES = {
    "calendar": ("Default calendar", ()),
    "length": ("Default length", tuple(LENGTHS)),
    "reminder": ("Default notification", REMINDERS),
    "first_day": ("Start of the week", FIRST_DAYS),
}


def settings(state: State, place: Route, view: View) -> Screen:
    """What holds for new events and for the views."""
    prefs = state.prefs
    body = w.page(
        group("New events"),
        c.setting("Default calendar", prefs.calendar, on=ev("pref_ask", name="calendar"), icon_name="event"),
        c.setting("Default length", prefs.length, on=ev("pref_ask", name="length"), icon_name="hourglass_empty"),
        c.setting("Default notification", prefs.reminder, on=ev("pref_ask", name="reminder"),
                  icon_name="notifications_none"),
        group("Views"),
        c.setting("Start of the week", prefs.first_day, on=ev("pref_ask", name="first_day"),
                  icon_name="calendar_today"),
        c.setting("Show week numbers", on=ev("pref_flag", name="week_numbers"), checked=prefs.week_numbers,
                  icon_name="view_week"),
        c.setting("Show declined events", "Invitations that you answered with No", icon_name="event_busy",
                  on=ev("pref_flag", name="declined"), checked=prefs.declined),
        group("Notifications"),
        c.setting("Notify on this phone", "At the time that each event says", icon_name="notifications",
                  on=ev("pref_flag", name="notify"), checked=prefs.notify),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


def preference(state: State, place: Route, view: View) -> Screen:
    """One of the settings that are picked from a few labels."""
    name = place.get("name") if place.get("name") in PREFERENCES else "length"
    title, options = PREFERENCES[name]
    if name == "calendar":
        options = tuple(one.name for one in state.calendars if one.writable)
    window = c.choice_dialog(title, options, getattr(state.prefs, name, ""), ev("pref", name=name))
    return replace(settings(state, place, view), overlay=Overlay("dialog", window), title=title)
