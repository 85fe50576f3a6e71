"""Parts of the system UI: status bar, navigation handle, toast, clipboard notice, share chooser, crash dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App
from adapters.phone.ui.app_icons import app_icon
from adapters.phone.ui.hardware import BATTERY
from adapters.phone.ui.node import Node, ev, node

STATUS_DP = 24
HANDLE_DP = 24
MOST_MARKS = 3


def system_theme(dark: bool) -> Theme:
    """Return the theme of the system's own windows."""
    return Theme(seed="#4C5F7A", style="tonal", dark=dark, radius=28)


def is_dark(state: PhoneState) -> bool:
    """Return whether the dark theme is on."""
    return state.setting("secure", "ui_night_mode", "1") == "2"


@dataclass(frozen=True, slots=True)
class Status:
    """What the status bar shows: the time, the notifications' glyphs left, and the icons right."""

    time: str
    marks: tuple[str, ...]
    icons: tuple[str, ...]


def status(state: PhoneState, named: Callable[[str], App | None]) -> Status:
    """Return what the status bar shows of a state."""
    apps = [app for package in dict.fromkeys(item.package for item in state.posted) if (app := named(package))]
    offline = state.setting("global", "airplane_mode_on") == "1"
    names = (
        "do_not_disturb_on" if state.setting("global", "zen_mode", "0") != "0" else "",
        "airplanemode_active" if offline else "",
        "signal_wifi_4_bar" if state.setting("global", "wifi_on") == "1" else "",
        "" if offline else "signal_cellular_4_bar",
        "battery_full",
    )
    marks = tuple(app.icon.glyph for app in apps[:MOST_MARKS])
    return Status(clock(state), marks, tuple(name for name in names if name))


def clock(state: PhoneState) -> str:
    """Return the time as the status bar shows it."""
    return f"{state.now:%H:%M}"


def status_bar(shown: Status, ink: str) -> Node:
    """Return the status bar: clock and notification icons left; switches, networks and battery right."""
    return node(
        "row",
        node("text", text=shown.time, type="14,20,Medium,0", color=ink),
        node("spacer", width=2),
        [node("icon", icon=glyph, size=15, color=ink) for glyph in shown.marks],
        node("spacer", grow=1),
        [node("icon", icon=name, size=15, color=ink) for name in shown.icons],
        node("text", text=f"{BATTERY}%", type="13,16,Medium,0", color=ink),
        width="fill", height=STATUS_DP, pad=(16, 3, 16, 0), gap=3, align="center",
    )  # fmt: skip


def handle(ink: str) -> Node:
    """Return the gesture navigation handle."""
    return node("spacer", width=108, height=4, bg=ink, radius=2)


def toast(text: str, app: App | None) -> Node:
    """Return a toast with its app's icon."""
    return node(
        "row",
        app_icon(app, 24) if app is not None else None,
        node("text", text=text, type="bodyM", color="on_surface", lines=2),
        bg="high", radius=24, elevation=3, min_height=48, pad=(16, 8, 20, 8), gap=12, align="center", max_width=320,
    )  # fmt: skip


def copied(text: str) -> Node:
    """Return the clipboard notice with the copied text."""
    return node(
        "row",
        node("icon", icon="content_copy", size=20, color="on_surface_variant"),
        node("text", text=text or " ", type="bodyM", color="on_surface", lines=3, max_width=176),
        bg="high", radius=20, elevation=3, min_height=56, min_width=112, pad=(16, 12, 20, 12), gap=12, align="center",
    )  # fmt: skip


def toolbar(*, selected: bool, entire: bool, secret: bool, paste: bool) -> Node:
    """Return the floating toolbar of a text field, with or without a selection; `entire`: of all of its text."""
    offers = [
        ("Cut", "cut", selected and not secret), ("Copy", "copy", selected and not secret), ("Paste", "paste", paste),
        ("Share", "share", selected and not secret), ("Select all", "all", not entire),
    ]  # fmt: skip
    buttons = [
        node("column", node("text", text=label, type="labelL", lines=1), on=ev("@edit", do=do), desc=label,
             id="android:id/floating_toolbar_menu_item_text", cls="android.widget.Button", height=48,
             pad=(14, 0, 14, 0), justify="center")
        for label, do, there in offers if there
    ]  # fmt: skip
    return node("row", buttons, bg="high", radius=24, elevation=2, height=48, pad=(6, 0, 6, 0))


def stopped(app: App) -> Node:
    """Return the dialog about an app that keeps stopping."""

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
    """Return the sheet that offers apps for the shared text."""
    rows = [
        node("row", app_icon(app, 40), node("text", text=app.label), on=ev("@share", package=app.package),
             id="target", width="fill", height=64, pad=(24, 0, 24, 0), gap=16, align="center")
        for app in apps
    ]  # fmt: skip
    return node(
        "column",
        node("text", text="Share", type="titleL", id="title", heading=True, pad=(24, 0, 24, 8)),
        node("row",
             node("text", text=text, type="bodyM", color="on_surface_variant", lines=2, grow=1,
                  id="content_preview_text"),
             node("button", text="Copy", icon="content_copy", variant="tonal", on=ev("@copy"),
                  id="android:id/chooser_copy_button"),
             width="fill", align="center", gap=16, pad=(24, 0, 24, 12)),
        *rows,
        width="fill", bg="low", radius=(28, 28, 0, 0), pad=(0, 24, 0, 24), id="contentPanel",
    )  # fmt: skip
