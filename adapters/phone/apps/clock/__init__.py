"""Clock: alarms with an editor, the world clock, timers, a stopwatch, and bedtime."""

from __future__ import annotations

from adapters.phone.apps.clock import alarms, bedtime, hours, pickers, ringing, setup, timers
from adapters.phone.apps.clock.content import ALL_SOUNDS, SNOOZES
from adapters.phone.apps.clock.model import BUTTONS, LOUDERS, REMINDERS, SILENCES, WEEKS, State
from adapters.phone.apps.clock.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "alarms": alarms.alarms,
    "alarm": alarms.editor,
    "time": pickers.pick_time,
    "date": pickers.pick_date,
    "sounds": pickers.sounds,
    "snooze": pickers.pick_snooze,
    "delete": alarms.delete,
    "clock": hours.clock,
    "timers": timers.timers,
    "newtimer": timers.new_timer,
    "stopwatch": timers.stopwatch,
    "bedtime": bedtime.bedtime,
    "reminder": pickers.pick_reminder,
    "settings": setup.settings,
    "preference": pickers.preference,
    "ringing": ringing.ringing,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Clock shows at a place; an unknown one is the alarms."""
    return _SCREENS.get(place.name, alarms.alarms)(state, place, view)


APP = App(
    name="clock",
    package="com.android.deskclock",
    label="Clock",
    icon=Icon("#1F2547", "#C6CEFF", "schedule"),
    theme=Theme("#3F51B5", "tonal", dark=True, radius=24),
    home=route("alarms"),
    initial=State,
    screen=screen,
    update=update,
    due=ringing.due,
    scratch=(
        "alarms/*/id",
        "draft",
        "timers/*/id",
        "ui",
    ),
    activities={
        "alarms": ".DeskClock",
        "clock": ".DeskClock",
        "timers": ".DeskClock",
        "stopwatch": ".DeskClock",
        "bedtime": ".DeskClock",
        "delete": ".DeskClock",
        "reminder": ".DeskClock",
        "alarm": ".alarms.AlarmActivity",
        "ringing": ".alarms.AlarmActivity",
        "date": ".alarms.AlarmActivity",
        "time": ".alarms.AlarmActivity",
        "snooze": ".alarms.AlarmActivity",
        "sounds": ".ringtone.RingtonePickerActivity",
        "newtimer": ".timer.TimerSetupActivity",
        "settings": ".settings.SettingsActivity",
        "preference": ".settings.SettingsActivity",
    },
    choices=(
        Choice("clock.alarm.time", ("07:00", "Another time"), "07:00"),
        Choice("clock.alarm.days", ("Once", "Every day", "Weekdays", "Weekend", "Other days"), "Once"),
        Choice("clock.alarm.label", ("",), ""),
        Choice("clock.alarm.sound", ALL_SOUNDS, "Morning tide"),
        Choice("clock.alarm.vibrate", ("On", "Off"), "On"),
        Choice("clock.alarm.snooze", SNOOZES, "10 minutes"),
        Choice("clock.alarm.louder", ("On", "Off"), "Off"),
        Choice("clock.timer.label", ("",), ""),
        Choice("clock.timer.sound", ALL_SOUNDS, "Timer bell"),
        Choice("clock.bedtime.reminder", REMINDERS, REMINDERS[1]),
        Choice("clock.bedtime.sound", ALL_SOUNDS, "Paper lantern"),
        Choice("clock.silence", SILENCES, SILENCES[2]),
        Choice("clock.increase", LOUDERS, LOUDERS[0]),
        Choice("clock.buttons", BUTTONS, BUTTONS[0]),
        Choice("clock.week", WEEKS, WEEKS[0]),
    ),
    version="7.6",
    system=True,
)
