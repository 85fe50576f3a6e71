"""Screens of disturbances: pop-ups over an app, loading pages and offline pages."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.disturbances import lifecycle
from adapters.phone.state.disturbances import Disturbance
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import App, Overlay, Screen
from adapters.phone.ui.app_icons import app_icon
from adapters.phone.ui.node import Art, Ev, Node, ev, node
from adapters.phone.ui.package_names import PERMISSION_CONTROLLER

_OFFERS = (
    ("TODAY ONLY", "Half price on your second order", "Claim now"),
    ("LUCKY YOU", "A gift card of $20 is waiting", "Open it"),
    ("NEW", "Play the game that half the city plays", "Play free"),
    ("LAST CHANCE", "Three months of Plus for $0.99", "Start trial"),
)


def popup(state: PhoneState, app: App) -> Overlay:
    """Return the pop-up in front; `state.shared` holds the disturbance's index and whether its second page is open."""
    number, _, page = state.shared.partition("/")
    disturbance = state.disturbances.declared[int(number)]
    if page:
        return Overlay("sheet", _sponsor(_OFFERS[(state.seed + int(number)) % len(_OFFERS)]))
    return _POPUPS[disturbance.kind](app, state.seed + int(number))


def window_package(state: PhoneState, app: App) -> str:
    """Return the package that owns the pop-up's window."""
    kind = state.disturbances.declared[int(state.shared.partition("/")[0])].kind
    return PERMISSION_CONTROLLER if kind == "permission" else app.package


def apply_to_screen(state: PhoneState, app: App, screen: Screen) -> Screen:
    """Return the screen with its page replaced while the app is offline or loading."""
    if lifecycle.active_disturbance(state, "offline", app) is not None:
        return _with_body(screen, _offline())
    if lifecycle.active_disturbance(state, "slow", app) is not None:
        return _with_body(screen, _loading())
    return screen


def _with_body(screen: Screen, body: Node) -> Screen:
    return replace(screen, body=body, fab=None, overlay=None, edge=False)


def _loading() -> Node:
    ring = w.icon("autorenew", 40, "primary", cls="android.widget.ProgressBar", id="progress")
    words = w.text("Loading…", "bodyM", "on_surface_variant", id="loading_text")
    return node("column", w.push(), ring, words, w.push(), width="fill", height="fill", align="center", gap=16)


def _offline() -> Node:
    return node(
        "column", w.push(), w.icon("cloud_off", 56, "outline"),
        w.text("You’re offline", "titleL", id="error_title"),
        w.text("Check your connection and try again.", "bodyM", "on_surface_variant", id="error_text"),
        node("button", text="Try again", variant="outlined", on=_event("retry"), id="retry"), w.push(),
        width="fill", height="fill", align="center", gap=12,
    )  # fmt: skip


def _event(what: str) -> Ev:
    return ev("@disturbance", do=what)


def _ad(app: App, seed: int) -> Overlay:
    head, line, button = _OFFERS[seed % len(_OFFERS)]
    words = node(
        "column", w.text("Ad", "labelS", "#FFFFFF", id="ad_tag"), w.push(),
        w.text(head, "labelL", "#FFFFFF"), w.text(line, "headlineM/Bold", "#FFFFFF", lines=3), w.space(8),
        node("button", text=button, on=_event("accept"), id="ad_action", width="fill", height=52),
        width="fill", height="fill", pad=20, gap=4, place=("fill", "fill"), align="stretch",
    )  # fmt: skip
    card = node(
        "stack", node("image", art=Art("cover", 40 + seed % 9), width=296, height=420, radius=20),
        node("spacer", width=296, height=420, radius=20, bg="#000000", alpha=0.35), words,
        width=296, height=420, radius=20, id="ad_card",
    )  # fmt: skip
    cross = w.icon("close", 16, "#FFFFFF", place=("center", "center"))
    ring = node("stack", cross, on=_event("close"), id="ad_x", cls="android.widget.ImageView", width=32, height=32,
                radius=16, bg="#33302C", outline="#FFFFFF")  # fmt: skip
    return Overlay("dialog", node("column", card, w.space(20), ring, w.space(4), align="center"))


def _sponsor(offer: tuple[str, str, str]) -> Node:
    return node(
        "column", w.text("Sponsored", "labelM", "on_surface_variant", pad=(24, 0, 24, 4)),
        w.text(offer[1], "headlineS", pad=(24, 0, 24, 8), lines=2),
        w.text("Offered by a partner. Terms apply, renews monthly until cancelled.", "bodyM", "on_surface_variant",
               pad=(24, 0, 24, 16)),
        node("row", node("button", text="Install", on=_event("install"), id="install", grow=1),
             node("button", text="Back", variant="text", on=_event("close"), id="back"), width="fill", gap=8,
             pad=(24, 0, 24, 8)),
        width="fill", bg="low", radius=(28, 28, 0, 0), pad=(0, 24, 0, 16), id="landing_page",
    )  # fmt: skip


def _update(app: App, seed: int) -> Overlay:
    major, minor, *_ = app.version.split(".")
    lines = ("Faster start", "Fewer taps where it matters", "Small repairs everywhere")
    return Overlay("sheet", node(
        "column",
        node("row", app_icon(app, 56), node("column", w.text(f"Update {app.label}", "titleL", heading=True),
             w.text(f"Version {major}.{int(minor) + 1} · {18 + seed % 40} MB", "bodyM", "on_surface_variant"), grow=1),
             gap=16, align="center", width="fill", pad=(24, 0, 24, 16)),
        [w.text(f"• {line}", "bodyL", pad=(24, 2, 24, 2)) for line in lines],
        node("column", node("button", text="Update now", on=_event("accept"), id="update_now", width="fill", height=48),
             node("button", text="Not now", variant="text", on=_event("close"), id="not_now", width="fill"),
             width="fill", pad=(24, 16, 24, 0), gap=4, align="stretch"),
        width="fill", bg="low", radius=(28, 28, 0, 0), pad=(0, 28, 0, 16), gap=4, align="stretch", id="update_sheet",
    ))  # fmt: skip


def _rating(app: App, seed: int) -> Overlay:
    stars = [
        node("icon_button", icon="star_border", desc=f"{number} of 5 stars", on=_event("star"), id="star")
        for number in range(1, 6)
    ]
    return Overlay("dialog", node(
        "column", w.text(f"Enjoying {app.label}?", "headlineS", heading=True, id="android:id/alertTitle"),
        w.text("Tap a star to rate it.", "bodyM", "on_surface_variant", id="android:id/message"),
        node("row", stars, width="fill", justify="center"),
        node("row", node("button", text="Not now", variant="text", on=_event("close"), id="android:id/button2"),
             w.push(), node("button", text="Submit", variant="text", enabled=False, id="android:id/button1"),
             width="fill"),
        width=312, bg="high", radius=28, pad=(24, 24, 24, 16), gap=12, align="stretch", id="android:id/parentPanel",
    ))  # fmt: skip


def _permission(app: App, seed: int) -> Overlay:
    answers = (("Allow", "accept", "permission_allow_button"), ("Don’t allow", "deny", "permission_deny_button"))
    name = f"{PERMISSION_CONTROLLER}:id"
    return Overlay("dialog", node(
        "column", w.icon("notifications", 24, "secondary"),
        w.text(f"Allow {app.label} to send you notifications?", "titleL", text_align="center", width="fill",
               id=f"{name}/permission_message", heading=True),
        w.space(4),
        [node("button", text=text, variant="tonal", on=_event(do), id=f"{name}/{rid}", width="fill", height=54)
         for text, do, rid in answers],
        width=340, bg="high", radius=28, pad=(24, 24, 24, 24), gap=4, align="center", id=f"{name}/grant_dialog",
    ))  # fmt: skip


_POPUPS = {"ad": _ad, "update": _update, "rating": _rating, "permission": _permission}


def answer_popup(state: PhoneState, do: str) -> PhoneState:
    """Return the state after a tap on a pop-up, or on "Try again" of the offline page."""
    if state.panel != "disturbance":
        return lifecycle.record_incident(state, "retry", "") if do == "retry" else state
    number, _, page = state.shared.partition("/")
    disturbance: Disturbance = state.disturbances.declared[int(number)]
    changed_state = lifecycle.record_incident(state, f"{disturbance.kind}:{do}", disturbance.app)
    if disturbance.kind == "ad" and do == "accept" and not page:
        return replace(changed_state, shared=f"{number}/page")
    return replace(changed_state, panel="", shared="")
