"""Calendar: a schedule, day and month, events with guests and repeats, several calendars."""

from __future__ import annotations

from adapters.phone.apps.calendar import editor, grids, page, pickers, schedule, side
from adapters.phone.apps.calendar.content import AGENDAS, PERSONAL
from adapters.phone.apps.calendar.events import COLORS, LENGTHS, REMINDERS, REPEATS, USUAL_LENGTH
from adapters.phone.apps.calendar.model import FIRST_DAYS, State
from adapters.phone.apps.calendar.rules import due, update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route
from adapters.phone.ui.records import ACCESS, ONCE, PLAIN, SHOWN_AS, USUAL_REMINDER

_SCREENS = {
    "schedule": schedule.schedule,
    "search": schedule.search,
    "day": grids.day,
    "month": grids.month,
    "drawer": side.drawer,
    "settings": side.settings,
    "preference": side.preference,
    "event": page.event,
    "more": page.more,
    "delete": page.delete,
    "editor": editor.editor,
    "invite": page.invite,
    "pick_calendar": pickers.pick_calendar,
    "date": pickers.date,
    "time": pickers.time,
    "repeat": pickers.repeat,
    "reminder": pickers.reminder,
    "color": pickers.color,
    "busy": pickers.busy,
    "access": pickers.access,
    "guests": pickers.guests,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What the calendar shows at a place; an unknown one is the schedule."""
    return _SCREENS.get(place.name, schedule.schedule)(state, place, view)


_ALL, _INFO, _EDIT = ".AllInOneActivity", ".EventInfoActivity", ".event.EditEventActivity"

APP = App(
    name="calendar",
    package="com.android.calendar",
    label="Calendar",
    icon=Icon("#FFFFFF", "#1E7FA0", "event"),
    theme=Theme("#1E88A8", "tonal", radius=8),
    home=route("schedule"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "draft",
        "events/*/id",
        "ui",
    ),
    activities={
        **dict.fromkeys(("schedule", "day", "month", "drawer"), _ALL),
        "search": ".SearchActivity",
        **dict.fromkeys(("event", "more", "delete"), _INFO),
        **dict.fromkeys(
            (
                "editor", "invite", "pick_calendar", "date", "time", "repeat", "reminder", "color", "busy",
                "access", "guests",
            ),
            _EDIT,
        ),
        "settings": ".CalendarSettingsActivity",
        "preference": ".CalendarSettingsActivity",
    },
    choices=(
        Choice("calendar.event.calendar", tuple(one.name for one in AGENDAS if one.writable), PERSONAL),
        Choice("calendar.event.start", ("Next full hour", "Another time"), "Next full hour"),
        Choice("calendar.event.length", tuple(LENGTHS), USUAL_LENGTH),
        Choice("calendar.event.all_day", ("On", "Off"), "Off"),
        Choice("calendar.event.repeat", REPEATS, ONCE),
        Choice("calendar.event.until", ("Never", "On a day"), "Never"),
        Choice("calendar.event.reminder", REMINDERS, USUAL_REMINDER),
        Choice("calendar.event.guests", ("",), ""),
        Choice("calendar.event.place", ("",), ""),
        Choice("calendar.event.color", (PLAIN, *COLORS), PLAIN),
        Choice("calendar.event.shown_as", SHOWN_AS, SHOWN_AS[0]),
        Choice("calendar.event.access", ACCESS, ACCESS[0]),
        Choice("calendar.first_day", FIRST_DAYS, FIRST_DAYS[0]),
        Choice("calendar.week_numbers", ("On", "Off"), "Off"),
        Choice("calendar.declined", ("On", "Off"), "On"),
    ),
    version="13.0",
    system=True,
    due=due,
)  # fmt: skip
