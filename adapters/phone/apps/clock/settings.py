"""What holds for the whole clock."""

from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.content import SNOOZES
from adapters.phone.apps.clock.model import SILENCES, State
from adapters.phone.components.settings_rows import Preference, preference_dialog, preference_setting, section
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen

PREFERENCES = {
    "silence": Preference("Silence after", SILENCES),
    "snooze": Preference("Snooze length", SNOOZES),
}


@app.screen("settings", activity=".settings.SettingsActivity", distractor="has a snooze length too: that of new alarms")
def settings(state: State) -> Screen:
    """The settings page."""
    rows = [preference_setting(state, PREFERENCES, name) for name in PREFERENCES]
    return Screen(w.page(section("Alarms", top=18), rows), top=w.app_bar("Settings"), title="Settings")


@app.dialog("preference", over="settings", distractor="the snooze length has the options of an alarm's snooze")
def preference(state: State, name: str = "") -> Overlay:
    """One of the settings that are picked from a few labels."""
    return preference_dialog(state, PREFERENCES, name)
