"""Tickmoss's settings."""

from adapters.phone.apps.tickmoss.app import app
from adapters.phone.apps.tickmoss.content import REMINDERS
from adapters.phone.apps.tickmoss.model import State
from adapters.phone.apps.tickmoss.parts import bar
from adapters.phone.components.settings_rows import Preference, preference_dialog, preference_setting, section
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen

PREFERENCES = {"reminder": Preference("Default reminder", REMINDERS, "notifications_none")}


@app.screen("settings", distractor="has a reminder too: that of new tasks")
def settings(state: State) -> Screen:
    """What holds for new tasks."""
    body = w.page(section("New tasks", top=18), preference_setting(state, PREFERENCES, "reminder"))
    return Screen(body, top=bar("Settings"), title="Settings")


@app.dialog("preference", over="settings", distractor="the default reminder has the options of a task's reminder")
def preference(state: State, name: str = "") -> Overlay:
    """The choice of the default reminder."""
    return preference_dialog(state, PREFERENCES, name)
