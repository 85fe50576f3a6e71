"""What the system itself draws: status bar, navigation handle, toast, notification shade, recents, share chooser."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adapters.world.app import App, Theme
from adapters.world.node import Art, Node, ev, node
from adapters.world.state import PhoneState, Posted, Task

SYSTEM_UI = "com.android.systemui"
STATUS_DP = 24
HANDLE_DP = 24
MOST_NOTICES = 6
"""Notifications that fit under the quick settings."""
MOST_MARKS = 3
BATTERY = 80
"""Charge in percent; the virtual phone hangs on a cable and keeps it."""

TILES = (
    ("wifi", "Wi-Fi", "wifi", "global", "wifi_on"),
    ("bluetooth", "Bluetooth", "bluetooth", "global", "bluetooth_on"),
    ("airplane", "Airplane mode", "airplanemode_active", "global", "airplane_mode_on"),
    ("dnd", "Do Not Disturb", "do_not_disturb_on", "global", "zen_mode"),
    ("dark", "Dark theme", "dark_mode", "secure", "ui_night_mode"),
    ("saver", "Battery Saver", "battery_saver", "global", "low_power"),
)
"""Quick settings: id, label, icon and the setting that each toggles."""


def system_theme(dark: bool) -> Theme:
    """The colours of the system's own windows."""
    return Theme(seed="#4C5F7A", style="tonal", dark=dark, radius=28)


def is_dark(state: PhoneState) -> bool:
    """Whether the dark theme is on."""
    return state.setting("secure", "ui_night_mode", "1") == "2"


def tile_on(state: PhoneState, namespace: str, key: str) -> bool:
    """Whether a quick-settings tile is on."""
    value = state.setting(namespace, key, "0")
    return value == "2" if key == "ui_night_mode" else value != "0"


def toggled(state: PhoneState, name: str) -> PhoneState:
    """The state after a tap on a quick-settings tile."""
    for tile, _, _, namespace, key in TILES:
        if tile == name:
            on = tile_on(state, namespace, key)
            values = ("1", "2") if key == "ui_night_mode" else ("0", "1")
            return state.put(namespace, key, values[not on])
    return state


def clock(state: PhoneState) -> str:
    """The time as the status bar shows it."""
    return f"{state.now.hour}:{state.now.minute:02d}"


def app_icon(app: App, size: float = 52) -> Node:
    """An app's launcher icon as a picture."""
    art = Art(f"appicon:{app.icon.bg}:{app.icon.fg}:{app.icon.glyph}", len(app.label))
    return node("image", art=art, width=size, height=size, radius=size / 2)


def status_bar(state: PhoneState, ink: str, named: Callable[[str], App | None]) -> Node:
    """Clock and whose notifications there are at the left; at the right what is on, the networks and the battery."""
    apps = [app for package in dict.fromkeys(one.package for one in state.posted) if (app := named(package))]
    marks = [node("icon", icon=app.icon.glyph, size=15, color=ink) for app in apps[:MOST_MARKS]]
    offline = state.setting("global", "airplane_mode_on") == "1"
    names = [
        "do_not_disturb_on" if state.setting("global", "zen_mode", "0") != "0" else "",
        "airplanemode_active" if offline else "",
        "signal_wifi_4_bar" if state.setting("global", "wifi_on") == "1" else "",
        "" if offline else "signal_cellular_4_bar",
        "battery_full",
    ]
    icons = [node("icon", icon=name, size=15, color=ink) for name in names if name]
    return node(
        "row",
        node("text", text=clock(state), type="14,20,Medium,0", color=ink),
        node("spacer", width=2),
        *marks,
        node("spacer", grow=1),
        *icons,
        node("text", text=f"{BATTERY}%", type="13,16,Medium,0", color=ink),
        width="fill", height=STATUS_DP, pad=(16, 3, 16, 0), gap=3, align="center",
    )  # fmt: skip


def handle(ink: str) -> Node:
    """The bar of gesture navigation."""
    return node("spacer", width=108, height=4, bg=ink, radius=2)


def toast(text: str, app: App | None) -> Node:
    """A short message with the sender's icon."""
    return node(
        "row",
        app_icon(app, 24) if app is not None else None,
        node("text", text=text, type="bodyM", color="on_surface", lines=2),
        bg="high", radius=24, elevation=3, min_height=48, pad=(16, 8, 20, 8), gap=12, align="center", max_width=320,
    )  # fmt: skip


def _card(one: Posted, app: App, now_ms: int) -> Node:
    minutes = (now_ms - one.at_ms) // 60_000
    age = "now" if minutes < 1 else f"{minutes} min" if minutes < 60 else f"{minutes // 60} h"
    words = node(
        "column",
        node("text", text=f"{app.label} • {age}", type="bodyS", color="on_surface_variant", id="app_name_text"),
        node("text", text=one.notice.title, type="titleS", lines=1, id="android:id/title"),
        node("text", text=one.notice.text, type="bodyM", color="on_surface_variant", lines=2, id="android:id/text"),
        grow=1, gap=1,
    )  # fmt: skip
    return node(
        "row", app_icon(app, 32), words, on=ev("@notice", package=one.package, key=one.notice.key), width="fill",
        bg="highest", radius=20, pad=(16, 12, 16, 12), gap=14, id="expandableNotificationRow", align="start",
        cls="android.widget.FrameLayout",
    )  # fmt: skip


def _notices(state: PhoneState, named: Callable[[str], App | None]) -> list[Node]:
    """The notifications, or that there are none."""
    shown = [(one, app) for one in state.posted if (app := named(one.package)) is not None]
    if not shown:
        nothing = node("text", text="No notifications", type="bodyM", color="on_surface_variant", text_align="center",
                       width="fill", pad=(0, 28, 0, 20), id="no_notifications")  # fmt: skip
        return [nothing]
    cards = [_card(one, app, state.now_ms) for one, app in shown[:MOST_NOTICES]]
    clear = node("row", node("button", text="Clear all", variant="text", on=ev("@clear_notices"), id="dismiss_text"),
                 width="fill", justify="end")  # fmt: skip
    return [node("spacer", height=12), node("column", cards, width="fill", gap=4, align="stretch"), clear]


def shade(state: PhoneState, named: Callable[[str], App | None]) -> Node:
    """The notification shade, pulled down: clock and date, quick settings, notifications."""
    now = state.now

    def tile(name: str, label: str, icon: str, namespace: str, key: str) -> Node:
        on = tile_on(state, namespace, key)
        ink = "on_primary" if on else "on_surface"
        return node(
            "row",
            node("icon", icon=icon, color=ink),
            node("column", node("text", text=label, type="titleS", color=ink, lines=1),
                 node("text", text="On" if on else "Off", type="bodyS", color=ink), grow=1),
            on=ev("@tile", name=name), desc=label, checked=on, cls="android.widget.Switch", width="fill", height=64,
            bg="primary" if on else "highest", radius=28, pad=(18, 0, 12, 0), gap=14, align="center",
        )  # fmt: skip

    return node(
        "column",
        node("row",
             node("text", text=clock(state), type="displayM", id="clock"),
             node("spacer", grow=1),
             node("text", text=f"{BATTERY}%", type="labelL"), width="fill", align="end", pad=(4, 0, 4, 0)),
        node("text", text=f"{now:%a, %b} {now.day}", type="titleM", id="date", pad=(4, 0, 4, 12)),
        node("grid", [tile(*one) for one in TILES], columns=2, gap=8, width="fill", align="stretch",
             id="quick_settings_panel"),
        *_notices(state, named),
        node("row", node("spacer", width=32, height=4, bg="outline", radius=2), width="fill", justify="center"),
        width="fill", bg="low", radius=(0, 0, 28, 28), pad=(16, 36, 16, 12), id="notification_panel",
    )  # fmt: skip


def recents(tasks: Sequence[Task], named: Callable[[str], App | None]) -> Node:
    """The open apps, the latest first."""
    cards = []
    for task in reversed(tasks):
        app = named(task.package)
        if app is None:
            continue
        cards.append(
            node(
                "column",
                node("row", app_icon(app, 32), node("text", text=app.label, type="titleM"), gap=12, align="center"),
                on=ev("@task", id=task.id),
                desc=app.label,
                cls="android.widget.FrameLayout",
                id="task",
                width="fill",
                height=120,
                bg="container",
                radius=24,
                pad=20,
            )
        )
    nothing = node("text", text="No recent items", type="titleM", width="fill", text_align="center", pad=(0, 200, 0, 0))
    return node(
        "column",
        node("scroll", cards or nothing, id="recents", width="fill", grow=1, gap=16, align="stretch",
             pad=(32, 64, 32, 16)),
        node("button", text="Clear all", variant="tonal", on=ev("@clear_all"), id="clear_all") if cards else None,
        width="fill", bg="surface", align="center", pad=(0, 0, 0, 48), id="overview_panel",
    )  # fmt: skip


def stopped(app: App) -> Node:
    """What the system says of an app that has raised."""

    def action(name: str, label: str, icon: str, event: str) -> Node:
        return node(
            "row", node("icon", icon=icon, color="on_surface_variant"), node("text", text=label), on=ev(event),
            id=f"android:id/{name}", cls="android.widget.Button", width="fill", height=56, pad=(24, 0, 24, 0), gap=16,
            align="center",
        )  # fmt: skip

    return node(
        "column",
        node("text", text=f"{app.label} keeps stopping", type="headlineS", id="android:id/alertTitle", heading=True,
             pad=(24, 0, 24, 12), width="fill"),
        action("aerr_app_info", "App info", "info", "@info"),
        action("aerr_close", "Close app", "close", "@close"),
        width=312, bg="high", radius=28, pad=(0, 24, 0, 12), id="android:id/parentPanel",
    )  # fmt: skip


def chooser(text: str, apps: Sequence[App]) -> Node:
    """Which app gets the shared text."""
    rows = [
        node("row", app_icon(app, 40), node("text", text=app.label), on=ev("@share", package=app.package),
             id="target", width="fill", height=64, pad=(24, 0, 24, 0), gap=16, align="center")
        for app in apps
    ]  # fmt: skip
    return node(
        "column",
        node("text", text="Share", type="titleL", id="title", heading=True, pad=(24, 0, 24, 8)),
        node("text", text=text, type="bodyM", color="on_surface_variant", lines=2, pad=(24, 0, 24, 12),
             id="content_preview_text"),
        *rows,
        width="fill", bg="low", radius=(28, 28, 0, 0), pad=(0, 24, 0, 24), id="contentPanel",
    )  # fmt: skip
