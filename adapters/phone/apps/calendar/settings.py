"""What holds for new events."""

from adapters.phone.apps.calendar.app import app
from adapters.phone.apps.calendar.content import LENGTHS, REMINDERS
from adapters.phone.apps.calendar.model import State, writable
from adapters.phone.components.settings_rows import (
    Preference,
    Preferences,
    preference_dialog,
    preference_setting,
    section,
)
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen


def _preferences(state: State) -> Preferences:
    """What is picked from a few labels; new events can go to calendars that are not those of others."""
    calendars = tuple(agenda.name for agenda in writable(state))
    return {
        "length": Preference("Default length", tuple(LENGTHS), "hourglass_empty"),
        "calendar": Preference("Default calendar", calendars, "event"),
        "reminder": Preference("Default notification", REMINDERS, "notifications_none"),
    }


@app.screen("settings", activity=".CalendarSettingsActivity", distractor="has a notification too: that of new events")
def settings(state: State) -> Screen:
    """The settings page."""
    preferences = _preferences(state)
    body = w.page(
        section("New events", inset=20, top=18),
        preference_setting(state, preferences, "calendar"),
        preference_setting(state, preferences, "length"),
        preference_setting(state, preferences, "reminder"),
    )
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


@app.dialog("preference", over="settings", distractor="the default notification has the options of an event's")
def preference(state: State, name: str = "") -> Overlay:
    """One of the settings that are picked from a few labels."""
    return preference_dialog(state, _preferences(state), name)
