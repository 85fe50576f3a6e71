"""Tickmoss's settings."""

from adapters.phone.apps.tickmoss.app import app
from adapters.phone.apps.tickmoss.content import REMINDERS
from adapters.phone.apps.tickmoss.model import FIRST_DAYS, State
from adapters.phone.apps.tickmoss.parts import bar
from adapters.phone.components.settings_rows import (
    Preference,
    preference_dialog,
    preference_setting,
    section,
    switch_setting,
)
from adapters.phone.framework.actions import toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen

PREFERENCES = {
    "reminder": Preference("Default reminder", REMINDERS, "notifications_none"),
    "first_day": Preference("First day of the week", FIRST_DAYS, "calendar_today"),
}


@app.screen("settings", distractor="has a reminder too: that of new tasks")
def settings(state: State) -> Screen:
    """What holds for all lists."""
    summary, sound = bind(state, "prefs.summary"), bind(state, "prefs.sound")
    body = w.page(
        section("New tasks", top=18),
        preference_setting(state, PREFERENCES, "reminder"),
        section("Calendar", top=18),
        preference_setting(state, PREFERENCES, "first_day"),
        section("Sounds and notifications", top=18),
        switch_setting("Morning summary", summary, "At 07:30, when something is due", icon_name="wb_sunny"),
        switch_setting("Sound when a task is done", sound, icon_name="volume_up"),
        section("About", top=18),
        c.setting(
            "Tickmoss 4.2.1", "Everything is stored on this phone", on=toast("You have the latest version"),
            icon_name="task_alt",
        ),
    )  # fmt: skip
    return Screen(body, top=bar("Settings"), title="Settings")


@app.dialog("preference", over="settings", distractor="the default reminder has the options of a task's reminder")
def preference(state: State, name: str = "") -> Overlay:
    """One of the settings that are picked from a few labels."""
    return preference_dialog(state, PREFERENCES, name)
