"""What Settings itself remembers. Device settings live in the phone's tables and are read through `View.setting`."""

from dataclasses import dataclass
from typing import Literal, cast

from adapters.phone.framework.actions import do
from adapters.phone.ui.app import Put, View
from adapters.phone.ui.hardware import BATTERY
from adapters.phone.ui.node import Ev

UNTIL_TURNED_OFF = "Until you turn it off"
DURATIONS = (UNTIL_TURNED_OFF, "1 hour", "2 hours", "Until next alarm")
CALLS = ("Starred contacts", "Anyone", "Contacts", "No one")
BRIGHTNESS = 255
VOLUMES = (
    ("volume_music", "Media volume", "music_note", 15, 6),
    ("volume_voice", "Call volume", "call", 7, 5),
    ("volume_ring", "Ring volume", "notifications", 7, 4),
    ("volume_notification", "Notification volume", "notifications_active", 7, 4),
    ("volume_alarm", "Alarm volume", "alarm", 7, 6),
)
"""Key in the `system` table, label, icon, largest value, default."""
ON_AFTER_RESET = frozenset(
    {
        "adaptive_battery_management_enabled", "adaptive_connectivity", "dtmf_tone", "location_mode",
        "lockscreen_sounds_enabled", "nfc_on", "notification_badging", "notification_bubbles", "sound_effects_enabled",
        "status_bar_show_battery_percent", "wifi_on", "zen_alarms",
    }
)  # fmt: skip
"""The switches of the device tables that are on while nobody has set them."""


@dataclass(frozen=True, slots=True)
class Ui:
    """What is being chosen or looked for right now."""

    query: str = ""
    duration: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """The app's own state, apart from the device tables."""

    ui: Ui = Ui()


def is_on(view: View, key: str) -> bool:
    """Whether a switch of the device tables is on: `global wifi_on`. The dark theme is on with 2."""
    table, _, name = key.partition(" ")
    value = view.setting(table, name, "1" if name in ON_AFTER_RESET else "0")
    return value == "2" if name == "ui_night_mode" else value not in ("", "0")


def switched(view: View, key: str) -> Ev:
    """The action that gives a switch of the device tables its other value."""
    table, _, name = key.partition(" ")
    on, off = ("2", "1") if name == "ui_night_mode" else ("1", "0")
    return do(Put(cast("Literal['global', 'secure', 'system']", table), name, off if is_on(view, key) else on))


def values(view: View) -> dict[str, object]:
    """What the summaries of rows can tell."""
    return {
        "battery": BATTERY,
        "calls": calls(view),
        "device_name": view.setting("global", "device_name", "Halden 6"),
        "dnd": dnd_status(view),
        "duration": duration(view),
    }


def duration(view: View) -> str:
    """How long Do Not Disturb lasts once it is turned on."""
    return view.setting("global", "zen_duration") or UNTIL_TURNED_OFF


def calls(view: View) -> str:
    """Whose calls come through Do Not Disturb."""
    return view.setting("global", "zen_calls") or CALLS[0]


def dnd_status(view: View) -> str:
    """`Off`, `On` or `On · 2 hours`."""
    if not is_on(view, "global zen_mode"):
        return "Off"
    return "On" if duration(view) == UNTIL_TURNED_OFF else f"On · {duration(view)}"
