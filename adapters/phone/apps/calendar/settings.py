"""What holds for new events and for the views."""

from __future__ import annotations

from adapters.phone.apps.calendar.app import app
from adapters.phone.apps.calendar.content import LENGTHS, REMINDERS
from adapters.phone.apps.calendar.model import FIRST_DAYS, State, writable
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.settings_rows import choice_setting, section, switch_setting
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Node

PREFERENCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "calendar": ("Default calendar", ()),
    "length": ("Default length", tuple(LENGTHS)),
    "reminder": ("Default notification", REMINDERS),
    "first_day": ("Start of the week", FIRST_DAYS),
}


@app.screen("settings", activity=".CalendarSettingsActivity", distractor="has a notification too: that of new events")
def settings(state: State) -> Screen:
    """The settings page."""
    weeks, declined = bind(state, "prefs.week_numbers"), bind(state, "prefs.declined")
    notify, when = bind(state, "prefs.notify"), "At the time that each event says"
    answered = "Invitations that you answered with No"
    body = w.page(
        section("New events", inset=20, top=18),
        _choice(state, "calendar", "event"),
        _choice(state, "length", "hourglass_empty"),
        _choice(state, "reminder", "notifications_none"),
        section("Views", inset=20, top=18),
        _choice(state, "first_day", "calendar_today"),
        switch_setting("Show week numbers", weeks, icon_name="view_week"),
        switch_setting("Show declined events", declined, answered, icon_name="event_busy"),
        section("Notifications", inset=20, top=18),
        switch_setting("Notify on this phone", notify, when, icon_name="notifications"),
    )
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


def _choice(state: State, name: str, icon: str) -> Node:
    title, _ = PREFERENCES[name]
    return choice_setting(title, bind(state, f"prefs.{name}"), go("preference", name=name), icon_name=icon)


@app.dialog("preference", over="settings", distractor="the default notification has the options of an event's")
def preference(state: State, name: str = "length") -> Overlay:
    """One of the settings that are picked from a few labels."""
    title, labels = PREFERENCES[name]
    calendars = tuple(agenda.name for agenda in writable(state))
    return choice_dialog(title, bind(state, f"prefs.{name}"), labels or calendars)
