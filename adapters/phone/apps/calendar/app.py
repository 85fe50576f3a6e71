"""Calendar's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.calendar.content import (
    COLORS,
    CONTENT,
    LENGTHS,
    PERSONAL,
    REMINDERS,
    REPEATS,
    USUAL_LENGTH,
)
from adapters.phone.apps.calendar.model import FIRST_DAYS, State
from adapters.phone.apps.calendar.notifications import due
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route
from adapters.phone.ui.records import ACCESS, ONCE, PLAIN, SHOWN_AS, USUAL_REMINDER

app = AppBuilder(
    State,
    activity=".AllInOneActivity",
    name="calendar",
    package="com.android.calendar",
    label="Calendar",
    icon=Icon("#FFFFFF", "#1E7FA0", "event"),
    theme=Theme("#1E88A8", "tonal", radius=8),
    home=route("schedule"),
    scratch=("draft", "events/*/id", "ui"),
    choices=(
        Choice("calendar.event.calendar", tuple(known.name for known in CONTENT.calendars if known.writable), PERSONAL),
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
)
