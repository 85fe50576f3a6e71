"""Settings of the device: network, sound, Do Not Disturb, display, battery, apps, storage, about."""

from __future__ import annotations

from adapters.phone.apps.settings import device, installed, root, senses
from adapters.phone.apps.settings.model import CALLS, DURATIONS, TIMEOUTS, State
from adapters.phone.apps.settings.parts import plain
from adapters.phone.apps.settings.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "root": root.root,
    "search": root.search,
    "network": device.network,
    "internet": device.internet,
    "connected": device.connected,
    "apps": installed.apps,
    "all_apps": installed.all_apps,
    "app": installed.app,
    "force_stop": installed.force_stop,
    "app_permissions": installed.permissions,
    "app_permission": installed.permission,
    "notifications": device.notifications,
    "battery": device.battery,
    "storage": device.storage,
    "sound": senses.sound,
    "dnd": senses.dnd,
    "dnd_duration": senses.dnd_duration,
    "dnd_calls": senses.dnd_calls,
    "display": senses.display,
    "timeout": senses.screen_timeout,
    "location": device.location,
    "about": device.about,
    "wallpaper": plain(
        "Wallpaper & style",
        ("Wallpaper", "Dusk over the quarry"),
        ("Wallpaper colours", "Slate"),
        ("Themed icons", "Off"),
        ("App grid", "5 × 5"),
    ),
    "accessibility": plain(
        "Accessibility",
        ("Screen reader", "Off / Speak items on screen"),
        ("Text and display", "Default"),
        ("Extra dim", "Off"),
        ("Magnification", "Off"),
        ("Colour correction", "Off"),
        ("Captions", "Off"),
        ("Timing controls", "Default"),
        ("Vibration", "On"),
    ),
    "security": plain(
        "Security & privacy",
        ("App security", "No harmful apps found"),
        ("Screen lock", "None"),
        ("Find my device", "Off"),
        ("System update", "Up to date"),
        ("Privacy dashboard", "Past 24 hours"),
        ("Permission manager", "23 apps"),
        ("Encryption", "Encrypted"),
    ),
    "system": plain(
        "System",
        ("Languages", "English"),
        ("Gestures", "Gesture navigation"),
        ("Date & time", "UTC, Alder Cross"),
        ("Backup", "Off"),
        ("System update", "Up to date"),
        ("Multiple users", "Signed in as Owner"),
        ("Reset options", "Network, apps or everything"),
    ),
}


_ACTIONS = {
    "android.settings.SETTINGS": None,
    "android.settings.WIFI_SETTINGS": route("internet"),
    "android.settings.BLUETOOTH_SETTINGS": route("connected"),
    "android.settings.LOCATION_SOURCE_SETTINGS": route("location"),
    "android.settings.NOTIFICATION_SETTINGS": route("notifications"),
    "android.settings.WIRELESS_SETTINGS": route("network"),
    "android.settings.AIRPLANE_MODE_SETTINGS": route("network"),
    "android.settings.SOUND_SETTINGS": route("sound"),
    "android.settings.ZEN_MODE_SETTINGS": route("dnd"),
    "android.settings.DISPLAY_SETTINGS": route("display"),
    "android.settings.BATTERY_SAVER_SETTINGS": route("battery"),
    "android.settings.DEVICE_INFO_SETTINGS": route("about"),
    "android.settings.APPLICATION_SETTINGS": route("apps"),
    "android.settings.MANAGE_APPLICATIONS_SETTINGS": route("apps"),
    "android.settings.INTERNAL_STORAGE_SETTINGS": route("storage"),
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Settings shows at a place; an unknown one is the front page."""
    return _SCREENS.get(place.name, root.root)(state, place, view)


APP = App(
    name="settings",
    package="com.android.settings",
    label="Settings",
    icon=Icon("#E8EDF4", "#3C4B60", "settings"),
    theme=Theme("#4C5F7A", "neutral", radius=28),
    home=route("root"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "secure/accessibility_enabled",
        "secure/default_input_method",
        "secure/enabled_accessibility_services",
        "secure/enabled_input_methods",
        "ui",
    ),
    activities={
        "root": ".Settings",
        **{name: ".SubSettings" for name in _SCREENS if name not in ("root", "search")},
        "search": ".SearchActivity",
    },
    choices=(
        Choice("settings.dnd.duration", DURATIONS, DURATIONS[0]),
        Choice("settings.dnd.calls", CALLS, CALLS[0]),
        Choice("settings.screen_timeout", tuple(label for label, _ in TIMEOUTS), "1 minute"),
    ),
    version="13",
    system=True,
    oversees=True,
    actions=_ACTIONS,
    device_state="settings",
)
