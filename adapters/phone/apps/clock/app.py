"""Clock's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.clock.content import SNOOZES, USUAL_SNOOZE
from adapters.phone.apps.clock.model import State, due
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

PACKAGE = "com.android.deskclock"

app = AppBuilder(
    State,
    activity=".DeskClock",
    name="clock",
    package=PACKAGE,
    label="Clock",
    icon=Icon("#1F2547", "#C6CEFF", "schedule"),
    theme=Theme("#3F51B5", "tonal", dark=True, radius=24),
    home=route("alarms"),
    due=due,
    scratch=("alarms/*/id", "draft", "timers/*/id", "ui"),
    choices=(
        Choice("clock.alarm.time", ("07:00", "Another time"), "07:00"),
        Choice("clock.alarm.days", ("Once", "Every day", "Weekdays", "Weekend", "Other days"), "Once"),
        Choice("clock.alarm.label", ("",), ""),
        Choice("clock.alarm.vibrate", ("On", "Off"), "On"),
        Choice("clock.alarm.snooze", SNOOZES, USUAL_SNOOZE),
    ),
    version="7.6",
    system=True,
)
