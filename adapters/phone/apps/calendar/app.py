"""Calendar's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.calendar.content import CONTENT, PERSONAL, REMINDERS, REPEATS
from adapters.phone.apps.calendar.model import State, due
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route
from adapters.phone.ui.records import ONCE, USUAL_REMINDER

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
        Choice("calendar.event.all_day", ("On", "Off"), "Off"),
        Choice("calendar.event.repeat", REPEATS, ONCE),
        Choice("calendar.event.until", ("Never", "On a day"), "Never"),
        Choice("calendar.event.reminder", REMINDERS, USUAL_REMINDER),
    ),
    version="13.0",
    system=True,
    due=due,
)
