"""The declaration of Settings; its screens and handlers stand in `pages` and `installed_apps`."""

from adapters.phone.apps.settings.model import CALLS, DURATIONS, State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

SUB_SETTINGS = ".SubSettings"
"""The activity of all pages but the front page and the search."""

app = AppBuilder(
    State,
    name="settings",
    package="com.android.settings",
    label="Settings",
    icon=Icon("#E8EDF4", "#3C4B60", "settings"),
    theme=Theme("#4C5F7A", "neutral", radius=28),
    home=route("root"),
    scratch=(
        "secure/accessibility_enabled",
        "secure/default_input_method",
        "secure/enabled_accessibility_services",
        "secure/enabled_input_methods",
        "ui",
    ),
    choices=(
        Choice("settings.dnd.duration", DURATIONS, DURATIONS[0]),
        Choice("settings.dnd.calls", CALLS, CALLS[0]),
    ),
    version="13",
    system=True,
    oversees=True,
    actions={
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
    },
    device_state="settings",
)
