"""The notification shade (clock, date, quick settings, brightness, notifications) and the lock screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from adapters.phone.state.phone_state import PhoneState, PostedNotification
from adapters.phone.system_ui.elements import clock
from adapters.phone.ui.app import App
from adapters.phone.ui.app_icons import app_icon
from adapters.phone.ui.hardware import BATTERY
from adapters.phone.ui.node import Node, ev, node

SCROLL: Final = "notification_stack_scroller"
"""Key of the notifications' scroll."""
BRIGHTEST: Final = 255

TILES: Final = (
    ("wifi", "Wi-Fi", "wifi", "global", "wifi_on", "WIRELESS_SETTINGS"),
    ("bluetooth", "Bluetooth", "bluetooth", "global", "bluetooth_on", "BLUETOOTH_SETTINGS"),
    ("airplane", "Airplane mode", "airplanemode_active", "global", "airplane_mode_on", "AIRPLANE_MODE_SETTINGS"),
    ("dnd", "Do Not Disturb", "do_not_disturb_on", "global", "zen_mode", "ZEN_MODE_SETTINGS"),
    ("rotation", "Auto-rotate", "screen_rotation", "system", "accelerometer_rotation", "DISPLAY_SETTINGS"),
    ("location", "Location", "location_on", "secure", "location_mode", "LOCATION_SOURCE_SETTINGS"),
    ("dark", "Dark theme", "dark_mode", "secure", "ui_night_mode", "DISPLAY_SETTINGS"),
    ("saver", "Battery Saver", "battery_saver", "global", "low_power", "BATTERY_SAVER_SETTINGS"),
)
"""Quick settings: id, label, icon, the setting that each toggles, and the action that opens its page."""
SETTINGS_ACTION: Final = "android.settings.SETTINGS"
"""The intent's action that opens the first page of the settings."""

_VALUES: Final = {"ui_night_mode": ("1", "2"), "location_mode": ("0", "3")}
"""Off and on, where they are not 0 and 1."""


def tile_on(state: PhoneState, namespace: str, key: str) -> bool:
    """Return whether a quick-settings tile is on."""
    value = state.setting(namespace, key, "0")
    return value == "2" if key == "ui_night_mode" else value not in ("", "0")


def toggled(state: PhoneState, name: str) -> PhoneState:
    """Return the state after a tap on a quick-settings tile."""
    for tile, _, _, namespace, key, _ in TILES:
        if tile == name:
            values = _VALUES.get(key, ("0", "1"))
            return state.put(namespace, key, values[not tile_on(state, namespace, key)])
    return state


def page_action(name: str) -> str:
    """Return the intent action of the settings page that a long press on a tile opens."""
    return next((f"android.settings.{action}" for tile, *_, action in TILES if tile == name), SETTINGS_ACTION)


def with_brightness(state: PhoneState, value: float) -> PhoneState:
    """Return the state after a touch on the brightness slider; `value` is 0–1."""
    return state.put("system", "screen_brightness", str(max(1, round(value * BRIGHTEST))))


def lockable(state: PhoneState) -> bool:
    """Return whether the phone has a lock screen; `locksettings set-disabled false` enables it."""
    return state.setting("secure", "lockscreen.disabled", "1") == "0"


def age(state: PhoneState, at_ms: int) -> str:
    """Return the age of a notification as the shade words it."""
    minutes = (state.now_ms - at_ms) // 60_000
    return "now" if minutes < 1 else f"{minutes} min" if minutes < 60 else f"{minutes // 60} h"


def _card(item: PostedNotification, app: App, state: PhoneState) -> Node:
    words = node(
        "column",
        node("text", text=f"{app.label} • {age(state, item.at_ms)}", type="bodyS", color="on_surface_variant",
             id="app_name_text"),
        node("text", text=item.notice.title, type="titleS", lines=1, id="android:id/title"),
        node("text", text=item.notice.text, type="bodyM", color="on_surface_variant", lines=2, id="android:id/text"),
        grow=1, gap=1,
    )  # fmt: skip
    return node(
        "row", app_icon(app, 32), words, on=ev("@notice", package=item.package, key=item.notice.key), width="fill",
        bg="highest", radius=20, pad=(16, 12, 16, 12), gap=14, id="expandableNotificationRow", align="start",
        cls="android.widget.FrameLayout",
    )  # fmt: skip


def _notices(state: PhoneState, named: Callable[[str], App | None]) -> list[Node]:
    """Return the notification cards, or the text for an empty shade."""
    shown = [(item, app) for item in state.posted if (app := named(item.package)) is not None]
    if not shown:
        nothing = node("text", text="No notifications", type="bodyM", color="on_surface_variant", text_align="center",
                       width="fill", pad=(0, 20, 0, 20), id="no_notifications")  # fmt: skip
        return [nothing]
    cards = [_card(item, app, state) for item, app in shown]
    clear = node("row", node("button", text="Clear all", variant="text", on=ev("@clear_notices"), id="dismiss_text"),
                 width="fill", justify="end")  # fmt: skip
    return [node("scroll", cards, width="fill", gap=4, align="stretch", grow=1, id=SCROLL), clear]


def _tile(state: PhoneState, name: str, label: str, icon: str, namespace: str, key: str) -> Node:
    on = tile_on(state, namespace, key)
    ink = "on_primary" if on else "on_surface"
    return node(
        "row",
        node("icon", icon=icon, color=ink, size=22),
        node("column", node("text", text=label, type="titleS", color=ink, lines=1),
             node("text", text="On" if on else "Off", type="bodyS", color=ink), grow=1),
        on={"tap": ev("@tile", name=name), "long": ev("@tile_page", name=name)}, desc=label, checked=on,
        cls="android.widget.Switch", width="fill", height=60, bg="primary" if on else "highest", radius=28,
        pad=(18, 0, 12, 0), gap=14, align="center",
    )  # fmt: skip


def shade(state: PhoneState, named: Callable[[str], App | None], *, wide: bool = False) -> Node:
    """Return the open notification shade; `wide` for landscape."""
    now = state.now
    level = state.number("system", "screen_brightness", 128) / BRIGHTEST
    slider = node(
        "row", node("icon", icon="brightness_medium", size=20, color="on_surface_variant"),
        node("slider", value=min(1.0, max(0.0, level)), on={"change": ev("@brightness")}, grow=1, id="slider",
             desc=f"Display brightness, {round(level * 100)} percent"),
        width="fill", align="center", gap=10, pad=(6, 4, 6, 4), id="brightness_slider",
    )  # fmt: skip
    return node(
        "column",
        node("row",
             node("text", text=clock(state), type="headlineM" if wide else "displayM", id="clock"),
             node("spacer", grow=1),
             node("text", text=f"{BATTERY}%", type="labelL"), width="fill", align="end", pad=(4, 0, 4, 0)),
        node("text", text=f"{now:%a, %b} {now.day}", type="titleM", id="date", pad=(4, 0, 4, 8)),
        slider,
        node("grid", [_tile(state, *tile[:5]) for tile in TILES], columns=4 if wide else 2, gap=8, width="fill",
             align="stretch", id="quick_settings_panel", pad=(0, 0, 0, 12)),
        *_notices(state, named),
        node("row", node("spacer", width=32, height=4, bg="outline", radius=2), width="fill", justify="center"),
        width="fill", bg="low", radius=(0, 0, 28, 28), pad=(16, 36, 16, 12), id="notification_panel",
    )  # fmt: skip


def lock_screen(state: PhoneState, named: Callable[[str], App | None]) -> Node:
    """Return the lock screen: clock, date and notifications over the wallpaper."""
    now, white = state.now, "#FFFFFF"
    shown = [(item, app) for item in state.posted if (app := named(item.package)) is not None]
    return node(
        "column",
        node("text", text=f"{now.hour:02d}", type="96,100,Light,-2", color=white, id="clock_hour"),
        node("text", text=f"{now.minute:02d}", type="96,100,Light,-2", color=white, id="clock_minute"),
        node("text", text=f"{now:%a, %b} {now.day}", type="titleL", color=white, id="date", pad=(0, 8, 0, 36)),
        node("column", [_card(item, app, state) for item, app in shown[:3]], width="fill", gap=4, align="stretch",
             id=SCROLL),
        node("spacer", grow=1),
        node("icon", icon="lock_open", color=white, size=22, desc="Device unlocked", id="lock_icon"),
        node("text", text="Swipe up to open", type="bodyM", color=white, id="keyguard_indication_text",
             pad=(0, 10, 0, 0)),
        width="fill", height="fill", align="center", pad=(16, 96, 16, 48), id="keyguard_root_view",
    )  # fmt: skip
