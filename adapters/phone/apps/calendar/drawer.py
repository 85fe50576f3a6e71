"""The drawer with the views and the calendars."""

from adapters.phone.apps.calendar.app import app
from adapters.phone.apps.calendar.content import Agenda
from adapters.phone.apps.calendar.model import State, agenda_color
from adapters.phone.components.boxes import line
from adapters.phone.components.drawers import drawer_entry, drawer_window
from adapters.phone.framework.actions import back, go, switch_to, then, toggle
from adapters.phone.ui import widgets as w
from adapters.phone.ui.node import Node, node


@app.drawer("drawer", over="schedule", title="Menu", distractor="leads to views of other days")
def drawer(state: State, under: str = "schedule") -> Node:
    """Views and calendars over the page in front."""
    schedule_on = switch_to("schedule")
    entries = [
        drawer_entry("view_agenda", "Schedule", schedule_on, here=under == "schedule"),
        drawer_entry("view_day", "Day", then(schedule_on, go("day")), here=under == "day"),
        drawer_entry("calendar_view_month", "Month", then(schedule_on, go("month")), here=under == "month"),
    ]
    name = w.text("Calendar", "22,28,Medium,0", "primary", grow=1, pad=(16, 0, 0, 0))
    return drawer_window(
        entries,
        w.space(8),
        w.divider(),
        w.text("Calendars", "titleS", "on_surface_variant", pad=(16, 14, 16, 4)),
        [_calendar(agenda) for agenda in state.calendars],
        w.space(8),
        w.divider(),
        w.space(8),
        drawer_entry("settings", "Settings", then(back(), go("settings"))),
        head=line(name, w.action("close", "Close", w.UP, rid="close_drawer"), height=56),
        width=300,
        radius=16,
        pad=(12, 30, 12, 0),
    )


def _calendar(agenda: Agenda) -> Node:
    """A calendar with a box that shows and hides it."""
    color = agenda_color(agenda)
    tick = w.icon("check", 16, "#FFFFFF", place=("center", "center")) if agenda.shown else None
    box = node(
        "stack", tick, width=20, height=20, radius=5, bg=color if agenda.shown else "", outline=color, outline_width=2
    )
    return line(
        node("row", box, width=24, justify="center"), w.text(agenda.name, "bodyL", lines=1, grow=1),
        on=toggle(f"calendars[name={agenda.name}].shown"), id="drawer_calendar", cls="android.widget.CheckBox",
        checked=agenda.shown, height=48, pad=(16, 0, 20, 0), gap=16,
    )  # fmt: skip
