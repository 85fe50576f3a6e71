"""What holds for the whole clock."""

from __future__ import annotations

from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.content import SNOOZES
from adapters.phone.apps.clock.model import BUTTONS, LOUDERS, SILENCES, WEEKS, State
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.settings_rows import choice_setting, section, switch_setting
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Put, Screen, View
from adapters.phone.ui.node import Node, ev

VOLUME_MOST = 7
"""The largest value of the device setting `volume_alarm`."""
PREFERENCES = {
    "silence": ("Silence after", SILENCES),
    "snooze": ("Snooze length", SNOOZES),
    "louder": ("Gradually increase volume", LOUDERS),
    "buttons": ("Volume buttons", BUTTONS),
    "week": ("Start week on", WEEKS),
}


@app.screen("settings", activity=".settings.SettingsActivity", distractor="has a snooze length too: that of new alarms")
def settings(state: State, view: View) -> Screen:
    """The settings page."""
    volume = view.setting("system", "volume_alarm", "6")
    level = min(1.0, int(volume) / VOLUME_MOST) if volume.isdigit() else 0.0
    vibrate = bind(state, "prefs.timer_vibrate")
    body = w.page(
        section("Alarms", top=18),
        _choice(state, "silence"),
        _choice(state, "snooze"),
        c.slider("volume_alarm", "Alarm volume", level, ev("volume"), "alarm"),
        _choice(state, "louder"),
        _choice(state, "buttons"),
        _choice(state, "week"),
        section("Timers", top=18),
        choice_setting("Timer sound", bind(state, "prefs.timer_sound"), go("sounds", path="prefs.timer_sound")),
        switch_setting("Vibrate", vibrate, "When a timer is over"),
    )
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


def _choice(state: State, name: str) -> Node:
    return choice_setting(PREFERENCES[name][0], bind(state, f"prefs.{name}"), go("preference", name=name))


@app.dialog("preference", over="settings", distractor="the snooze length has the options of an alarm's snooze")
def preference(state: State, name: str = "silence") -> Overlay:
    """One of the settings that are picked from a few labels."""
    known = name if name in PREFERENCES else "silence"
    title, options = PREFERENCES[known]
    return choice_dialog(title, bind(state, f"prefs.{known}"), options)


@app.on("volume")
def set_volume(value: float = 0.0) -> Put:
    """Set the volume of alarms on the phone."""
    share = min(1.0, max(0.0, float(value)))
    return Put("system", "volume_alarm", str(round(share * VOLUME_MOST)))
