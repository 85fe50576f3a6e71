"""What holds for the whole clock."""

from __future__ import annotations

from adapters.phone.apps.clock.model import State
from adapters.phone.apps.clock.parts import section
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import ev

VOLUME_MOST = 7
"""The largest value of the device setting `volume_alarm`."""


def settings(state: State, place: Route, view: View) -> Screen:
    """The settings page."""
    prefs = state.prefs
    volume = view.setting("system", "volume_alarm", "6")
    level = int(volume) / VOLUME_MOST if volume.isdigit() else 0.0
    body = w.page(
        section("Alarms"),
        c.setting("Silence after", prefs.silence, on=ev("ask_pref", name="silence")),
        c.setting("Snooze length", prefs.snooze, on=ev("ask_pref", name="snooze")),
        c.slider("volume_alarm", "Alarm volume", min(1.0, level), ev("volume"), "alarm"),
        c.setting("Gradually increase volume", prefs.louder, on=ev("ask_pref", name="louder")),
        c.setting("Volume buttons", prefs.buttons, on=ev("ask_pref", name="buttons")),
        c.setting("Start week on", prefs.week, on=ev("ask_pref", name="week")),
        section("Timers"),
        c.setting("Timer sound", prefs.timer_sound, on=ev("ask_sound", key="timer")),
        c.setting("Vibrate", "When a timer is over", on=ev("pref_flag", name="timer_vibrate"),
                  checked=prefs.timer_vibrate),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")
