"""The pages about what the phone lets be heard and seen: sound, Do Not Disturb, display, and their dialogs."""

from __future__ import annotations

from adapters.phone.apps.settings.model import (
    BRIGHTNESS,
    CALLS,
    DURATIONS,
    TIMEOUTS,
    VOLUMES,
    State,
    calls,
    dnd_status,
    duration,
    is_on,
    timeout,
)
from adapters.phone.apps.settings.parts import group, page, say, switch
from adapters.phone.ui import controls as c
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def sound(state: State, place: Route, view: View) -> Screen:
    """Volumes and sounds."""
    sliders = [
        c.slider("seekbar", label, int(view.setting("system", key, str(default))) / top, ev("level", key=key), glyph)
        for key, label, glyph, top, default in VOLUMES
    ]
    return page(
        "Sound & vibration",
        sliders,
        c.setting("Do Not Disturb", dnd_status(view), on=ev("go", to="dnd")),
        c.setting("Phone ringtone", "Morning tide", on=say("Morning tide")),
        switch(view, "Vibrate first, then ring gradually", "", "apply_ramping_ringer", table="system"),
        c.setting("Live Caption", "Captions speech automatically", on=say("No language is installed")),
        c.setting("Default notification sound", "Drop", on=say("Drop")),
        c.setting("Default alarm sound", "Kestrel", on=say("Kestrel")),
        switch(view, "Dial pad tones", "", "dtmf_tone", table="system", default="1"),
        switch(view, "Screen locking sound", "", "lockscreen_sounds_enabled", table="system", default="1"),
        switch(view, "Touch sounds", "", "sound_effects_enabled", table="system", default="1"),
        c.setting("Vibration & haptics", "On", on=say("On")),
    )


def dnd(state: State, place: Route, view: View) -> Screen:
    """Do Not Disturb: status, switch, exceptions."""
    on = is_on(view, "zen_mode")
    button = c.button(
        "Turn off now" if on else "Turn on now",
        ev("dnd"),
        rid="dnd_button",
        variant="tonal" if on else "filled",
        width="wrap",
    )
    return page(
        "Do Not Disturb",
        c.setting("Status", dnd_status(view), icon_name="do_not_disturb_on" if on else "remove_circle_outline"),
        node("row", button, width="fill", pad=(24, 4, 24, 10)),
        group("What can interrupt Do Not Disturb"),
        c.setting("People", "Starred conversations", on=say("Starred conversations")),
        c.setting("Calls", calls(view), on=ev("go", to="dnd_calls")),
        c.setting("Apps", "No apps", on=say("No apps can interrupt")),
        switch(
            view,
            "Alarms & other interruptions",
            "Alarms, media and touch sounds",
            "zen_alarms",
            table="secure",
            default="1",
        ),
        group("General"),
        c.setting("Schedules", "None", on=say("No schedule is on")),
        c.setting("Duration", duration(view), on=ev("duration")),
        c.setting(
            "Display options for hidden notifications",
            "No sound from notifications",
            on=say("No sound from notifications"),
        ),
    )


def display(state: State, place: Route, view: View) -> Screen:
    """Brightness, timeout, theme."""
    bright = int(view.setting("system", "screen_brightness", "128")) / BRIGHTNESS
    return page(
        "Display",
        group("Brightness"),
        c.slider(
            "seekbar", "Brightness level", min(1.0, bright), ev("level", key="screen_brightness"), "brightness_medium"
        ),
        switch(
            view,
            "Adaptive brightness",
            "On" if is_on(view, "screen_brightness_mode", "0", "system") else "Off",
            "screen_brightness_mode",
            table="system",
        ),
        group("Lock screen"),
        c.setting("Lock screen", "Show all notification content", on=say("All content is shown")),
        c.setting("Screen timeout", f"After {timeout(view)} of inactivity", on=ev("go", to="timeout")),
        group("Appearance"),
        switch(
            view,
            "Dark theme",
            "On" if is_on(view, "ui_night_mode", "1", "secure") else "Off",
            "ui_night_mode",
            table="secure",
            default="1",
        ),
        c.setting("Font size", "Default", on=say("Default")),
        c.setting("Display size", "Default", on=say("Default")),
        group("Colour"),
        switch(view, "Night Light", "Tints the screen amber at night", "night_display_activated", table="secure"),
        c.setting("Colours", "Adaptive", on=say("Adaptive")),
        group("Other display controls"),
        switch(
            view,
            "Auto-rotate screen",
            "On" if is_on(view, "accelerometer_rotation", "0", "system") else "Off",
            "accelerometer_rotation",
            table="system",
        ),
        c.setting("Screen saver", "Clock", on=say("Clock")),
    )


def dnd_duration(state: State, place: Route, view: View) -> Screen:
    """The dialog that asks how long; "OK" decides."""
    chosen = state.ui.duration or duration(view)
    window = c.choice_dialog(
        "Duration for Quick Settings", DURATIONS, chosen, ev("duration_pick"), yes=("OK", ev("duration_ok"))
    )
    return _over(dnd(state, place, view), window, "Duration")


def dnd_calls(state: State, place: Route, view: View) -> Screen:
    """The dialog that asks whose calls; a tap decides."""
    return _over(
        dnd(state, place, view), c.choice_dialog("Allow calls from", CALLS, calls(view), ev("calls_pick")), "Calls"
    )


def screen_timeout(state: State, place: Route, view: View) -> Screen:
    """The dialog that asks for the timeout; a tap decides."""
    labels = [label for label, _ in TIMEOUTS]
    return _over(
        display(state, place, view),
        c.choice_dialog("Screen timeout", labels, timeout(view), ev("timeout_pick")),
        "Screen timeout",
    )


def _over(below: Screen, window: Node, title: str) -> Screen:
    return Screen(below.body, top=below.top, overlay=Overlay("dialog", window), title=title)
