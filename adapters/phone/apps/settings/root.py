"""The front page of Settings and its search."""

from __future__ import annotations

from adapters.phone.apps.settings.model import State, dnd_status, is_on, timeout
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.hardware import BATTERY
from adapters.phone.ui.node import Node, ev, node

ENTRIES = (
    ("network", "wifi", "Network & internet", "Mobile, Wi-Fi, hotspot"),
    ("connected", "devices", "Connected devices", "Bluetooth, pairing"),
    ("apps", "apps", "Apps", "Recent apps, default apps"),
    ("notifications", "notifications_none", "Notifications", "Notification history, conversations"),
    ("battery", "battery_full", "Battery", f"{BATTERY}% – about 1 day, 2 hr left"),
    ("storage", "storage", "Storage", "46% used – 68.9 GB free"),
    ("sound", "volume_up", "Sound & vibration", "Volume, haptics, Do Not Disturb"),
    ("display", "brightness_medium", "Display", "Dark theme, font size, brightness"),
    ("wallpaper", "palette", "Wallpaper & style", "Colours, themed icons, app grid"),
    ("accessibility", "accessibility_new", "Accessibility", "Display, interaction, audio"),
    ("security", "lock", "Security & privacy", "App security, screen lock, permissions"),
    ("location", "location_on", "Location", "On – 9 apps have access to location"),
    ("system", "info", "System", "Languages, gestures, time, backup"),
    ("about", "phone_android", "About phone", "Halden 6"),
)
"""Route, icon, title and summary of every entry."""

INSIDE = (
    ("network", "Airplane mode", "Network & internet"),
    ("network", "Wi-Fi", "Network & internet"),
    ("network", "Hotspot & tethering", "Network & internet"),
    ("connected", "Bluetooth", "Connected devices"),
    ("sound", "Media volume", "Sound & vibration"),
    ("sound", "Vibrate first, then ring", "Sound & vibration"),
    ("dnd", "Do Not Disturb", "Sound & vibration"),
    ("dnd", "Calls that can interrupt", "Do Not Disturb"),
    ("display", "Dark theme", "Display"),
    ("display", "Brightness level", "Display"),
    ("display", "Screen timeout", "Display"),
    ("battery", "Battery Saver", "Battery"),
    ("about", "Android version", "About phone"),
)
"""What the search knows beside the entries: route, title, where it is."""


def summary(name: str, text: str, view: View) -> str:
    """The summary of an entry; some tell the state of the device."""
    if name == "network" and is_on(view, "airplane_mode_on"):
        return "Airplane mode is on"
    if name == "sound" and is_on(view, "zen_mode"):
        return f"Do Not Disturb: {dnd_status(view)}"
    if name == "display":
        return (
            f"{'Dark' if is_on(view, 'ui_night_mode', '1', 'secure') else 'Light'} theme, sleep after {timeout(view)}"
        )
    if name == "battery" and is_on(view, "low_power"):
        return "Battery Saver is on"
    if name == "about":
        return view.setting("global", "device_name", text)
    if name == "location" and not is_on(view, "location_mode", "3", "secure"):
        return "Off"
    return text


def root(state: State, place: Route, view: View) -> Screen:
    """The front page."""
    bar = node(
        "row",
        w.push(),
        w.action(
            "account_circle", "Account and profile", ev("say", text="No account on this phone"), color="primary"
        ).styled(size=32),
        width="fill",
        height=56,
        pad=(0, 6, 12, 0),
        align="center",
    )
    search = node(
        "row",
        w.icon("search", color="on_surface"),
        w.text("Search settings", "bodyL", "on_surface_variant", grow=1),
        on=ev("search"),
        id="search_action_bar",
        cls=w.ROW,
        width="fill",
        height=56,
        radius=28,
        bg="high",
        pad=(16, 0, 16, 0),
        gap=16,
        align="center",
    )
    rows = [
        c.setting(title, summary(name, text, view), on=ev("go", to=name), icon_name=glyph)
        for name, glyph, title, text in ENTRIES
    ]
    body = w.page(
        bar,
        w.big_title("Settings"),
        node("column", search, width="fill", pad=(16, 0, 16, 10), align="stretch"),
        rows,
        rid="recycler_view",
    )
    return Screen(body, title="Settings")


def search(state: State, place: Route, view: View) -> Screen:
    """Settings by name."""
    query = state.ui.query.casefold().strip()
    known = [(name, title, "Settings") for name, _, title, _ in ENTRIES] + list(INSIDE)
    found = [one for one in known if query in one[1].casefold()] if query else []
    rows: list[Node] = [c.setting(title, where, on=ev("go", to=name)) for name, title, where in found]
    if not query:
        rows = [w.text("Type the name of a setting.", "bodyM", "on_surface_variant", pad=(24, 16, 24, 8))]
    elif not rows:
        rows = [w.empty("search_off", "No results", "Nothing in Settings has this name.")]
    return Screen(
        w.page(rows, rid="recycler_view"), top=c.search_bar(state.ui.query, "Search settings"), title="Search settings"
    )
