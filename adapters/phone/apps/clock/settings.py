"""What holds for the whole clock."""

from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.content import SNOOZES
from adapters.phone.apps.clock.model import BUTTONS, LOUDERS, SILENCES, WEEKS, State
from adapters.phone.components.settings_rows import (
    Preference,
    choice_setting,
    preference_dialog,
    preference_setting,
    section,
    switch_setting,
)
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Put, Screen, View
from adapters.phone.ui.node import ev

VOLUME_MOST = 7
"""The largest value of the device setting `volume_alarm`."""
PREFERENCES = {
    "silence": Preference("Silence after", SILENCES),
    "snooze": Preference("Snooze length", SNOOZES),
    "louder": Preference("Gradually increase volume", LOUDERS),
    "buttons": Preference("Volume buttons", BUTTONS),
    "week": Preference("Start week on", WEEKS),
}


@app.screen("settings", activity=".settings.SettingsActivity", distractor="has a snooze length too: that of new alarms")
def settings(state: State, view: View) -> Screen:
    """The settings page."""
    volume = view.setting("system", "volume_alarm", "6")
    level = min(1.0, int(volume) / VOLUME_MOST) if volume.isdigit() else 0.0
    vibrate = bind(state, "prefs.timer_vibrate")
    body = w.page(
        section("Alarms", top=18),
        preference_setting(state, PREFERENCES, "silence"),
        preference_setting(state, PREFERENCES, "snooze"),
        c.slider("volume_alarm", "Alarm volume", level, ev("volume"), "alarm"),
        preference_setting(state, PREFERENCES, "louder"),
        preference_setting(state, PREFERENCES, "buttons"),
        preference_setting(state, PREFERENCES, "week"),
        section("Timers", top=18),
        choice_setting("Timer sound", bind(state, "prefs.timer_sound"), go("sounds", path="prefs.timer_sound")),
        switch_setting("Vibrate", vibrate, "When a timer is over"),
    )
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


@app.dialog("preference", over="settings", distractor="the snooze length has the options of an alarm's snooze")
def preference(state: State, name: str = "") -> Overlay:
    """One of the settings that are picked from a few labels."""
    return preference_dialog(state, PREFERENCES, name)


@app.on("volume")
def set_volume(value: float = 0.0) -> Put:
    """Set the volume of alarms on the phone."""
    share = min(1.0, max(0.0, float(value)))
    return Put("system", "volume_alarm", str(round(share * VOLUME_MOST)))
