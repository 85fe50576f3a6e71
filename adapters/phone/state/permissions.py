"""Permissions at run time: what was decided, and what the system asks. Pure; `pm grant` and `pm revoke` come here too.

What was decided is kept by package and permission: `granted`, `once` (until the app is stopped), `denied` (it may ask
once more) and `refused` (denied twice, so that nothing is asked again, as since Android 11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from adapters.phone.state.back_stacks import HOME
from adapters.phone.state.phone_state import Asked, Keyboard, PhoneState
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import App, Ask, Installed
from adapters.phone.ui.node import Ev, Node, ev, node

CONTROLLER: Final = "com.android.permissioncontroller"
TITLE: Final = f"{CONTROLLER}/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
FINE: Final = "android.permission.ACCESS_FINE_LOCATION"
COARSE: Final = "android.permission.ACCESS_COARSE_LOCATION"

_PHRASES: Final[Mapping[str, tuple[str, str]]] = {
    FINE: ("location_on", "access this device’s location"),
    COARSE: ("location_on", "access this device’s approximate location"),
    "android.permission.CAMERA": ("photo_camera", "take pictures and record video"),
    "android.permission.RECORD_AUDIO": ("mic", "record audio"),
    "android.permission.READ_CONTACTS": ("contacts", "access your contacts"),
    "android.permission.READ_CALENDAR": ("event", "access your calendar"),
    "android.permission.READ_SMS": ("sms", "send and view SMS messages"),
    "android.permission.SEND_SMS": ("sms", "send and view SMS messages"),
    "android.permission.CALL_PHONE": ("call", "make and manage phone calls"),
    "android.permission.READ_CALL_LOG": ("call", "access your phone call logs"),
    "android.permission.READ_MEDIA_IMAGES": ("photo_library", "access photos and videos on this device"),
    "android.permission.READ_MEDIA_AUDIO": ("library_music", "access music and audio on this device"),
    "android.permission.READ_EXTERNAL_STORAGE": ("folder", "access photos and media on your device"),
    "android.permission.POST_NOTIFICATIONS": ("notifications", "send you notifications"),
    "android.permission.BODY_SENSORS": ("favorite", "access sensor data about your vital signs"),
    "android.permission.ACTIVITY_RECOGNITION": ("directions_run", "access your physical activity"),
    "android.permission.BLUETOOTH_CONNECT": ("devices", "find and connect to nearby devices"),
}
"""Permission to the glyph and the words of its question, after the system's own."""
_WHILE_USED: Final = frozenset({FINE, COARSE, "android.permission.CAMERA", "android.permission.RECORD_AUDIO"})
"""These are granted while the app is used, or once."""


_NAMES: Final[Mapping[str, str]] = {
    FINE: "Precise location", COARSE: "Location", "android.permission.RECORD_AUDIO": "Microphone",
    "android.permission.READ_CONTACTS": "Contacts", "android.permission.READ_CALENDAR": "Calendar",
    "android.permission.READ_SMS": "SMS", "android.permission.SEND_SMS": "SMS",
    "android.permission.CALL_PHONE": "Phone", "android.permission.READ_CALL_LOG": "Call logs",
    "android.permission.READ_MEDIA_IMAGES": "Photos and videos",
    "android.permission.READ_MEDIA_AUDIO": "Music and audio", "android.permission.POST_NOTIFICATIONS": "Notifications",
    "android.permission.READ_EXTERNAL_STORAGE": "Files and media",
}  # fmt: skip


def name_of(permission: str) -> str:
    """What Settings calls a permission."""
    plain = permission.rpartition(".")[2].replace("_", " ").capitalize()
    return _NAMES.get(permission, plain)


def is_runtime(permission: str) -> bool:
    """Whether this is a permission that users decide on, so far as the phone knows it."""
    return permission in _PHRASES


def granted(state: PhoneState, package: str) -> frozenset[str]:
    """The permissions that an app has been given."""
    return frozenset(name for name, how in state.permissions.get(package, {}).items() if how in ("granted", "once"))


def decided(state: PhoneState, package: str) -> Mapping[str, str]:
    """All that was decided for an app: permission to `granted`, `once`, `denied` or `refused`."""
    return state.permissions.get(package, {})


def grant(state: PhoneState, package: str, permission: str) -> PhoneState:
    """The state with a permission given for good."""
    return _put(state, package, permission, "granted")


def revoke(state: PhoneState, package: str, permission: str) -> PhoneState:
    """The state as if nobody had ever been asked."""
    left = {name: how for name, how in decided(state, package).items() if name != permission}
    return replace(state, permissions={**state.permissions, package: left})


def decide(state: PhoneState, package: str, permission: str, allowed: bool) -> PhoneState:
    """The state after the user has changed her mind about a permission in Settings."""
    return _put(state, package, permission, "granted" if allowed else "refused")


def stopped(state: PhoneState, package: str) -> PhoneState:
    """The app has been stopped: what was allowed once is over."""
    kept = {name: how for name, how in decided(state, package).items() if how != "once"}
    if len(kept) == len(decided(state, package)):
        return state
    return replace(state, permissions={**state.permissions, package: kept})


def _put(state: PhoneState, package: str, permission: str, how: str) -> PhoneState:
    return replace(state, permissions={**state.permissions, package: {**decided(state, package), permission: how}})


def overseen(state: PhoneState, apps: Sequence[App]) -> tuple[Installed, ...]:
    """All apps but the launcher, as the one sees them that oversees them: those that run first, the latest before."""
    running = [entry.package for task in reversed(state.tasks) for entry in reversed(task.entries)]
    seen = [Installed(app, app.package in running, decided(state, app.package)) for app in apps if app.package != HOME]
    return tuple(sorted(seen, key=lambda one: running.index(one.app.package) if one.running else len(running)))


def ask(state: PhoneState, package: str, what: Ask) -> tuple[PhoneState, Ev | None]:
    """The state with the question on the screen; or the answer that the app gets at once, as it is decided already."""
    how = decided(state, package).get(what.permission)
    if how in ("granted", "once"):
        return state, what.granted
    if how == "refused":
        return state, what.denied
    asked = Asked(package, what.permission, what.granted, what.denied)
    return replace(state, panel="permission", asked=asked, keyboard=Keyboard()), None


def answered(state: PhoneState, answer: str) -> tuple[PhoneState, Ev | None]:
    """The state after a touch on the question, and what the app that asked is told.

    Args:
        state: with the question on its screen.
        answer: `allow`, `once`, `deny`, `cancel` (BACK: nothing is kept), `fine` or `coarse` (which discs are chosen).
    """
    asked = state.asked
    if state.panel != "permission" or asked is None:
        return state, None
    if answer in ("fine", "coarse"):
        return replace(state, asked=replace(asked, fine=answer == "fine")), None
    closed = replace(state, panel="", asked=None)
    package, permission = asked.package, asked.permission
    if answer == "cancel":
        return closed, asked.denied
    if answer == "deny":
        before = decided(state, package).get(permission)
        return _put(closed, package, permission, "refused" if before == "denied" else "denied"), asked.denied
    how = "once" if answer == "once" else "granted"
    if permission == FINE:
        closed = _put(closed, package, COARSE, how)
        if not asked.fine:  # the area only: the app has not got what it asked for, but may read the other permission
            return _put(closed, package, FINE, "denied"), asked.granted
    return _put(closed, package, permission, how), asked.granted


def question(state: PhoneState, app: App) -> Node:
    """The dialog: who asks for what, and the answers below each other."""
    asked = state.asked
    permission = asked.permission if asked is not None else FINE
    glyph, words = _PHRASES.get(permission, ("privacy_tip", f"use {permission.rpartition('.')[2].lower()}"))
    if permission in _WHILE_USED:
        answers = [
            ("While using the app", "allow", "permission_allow_foreground_only_button"),
            ("Only this time", "once", "permission_allow_one_time_button"),
        ]
    else:
        answers = [("Allow", "allow", "permission_allow_button")]
    answers.append(("Don’t allow", "deny", "permission_deny_button"))
    last = len(answers) - 1
    buttons = [
        node(
            "button", text=text, variant="tonal", on=ev("@permission", do=do), id=f"{CONTROLLER}:id/{rid}",
            width="fill", height=54,
            radius=(16 if at == 0 else 4, 16 if at == 0 else 4, 16 if at == last else 4, 16 if at == last else 4),
        )
        for at, (text, do, rid) in enumerate(answers)
    ]  # fmt: skip
    return node(
        "column",
        w.icon(glyph, 24, "primary", id=f"{CONTROLLER}:id/permission_icon"),
        w.text(f"Allow {app.label} to {words}?", "titleL", text_align="center", width="fill", heading=True,
               id=f"{CONTROLLER}:id/permission_message", pad=(0, 8, 0, 4)),
        _accuracy(asked.fine) if permission == FINE and asked is not None else None,
        node("column", buttons, width="fill", gap=2, align="stretch", pad=(0, 12, 0, 0)),
        width=340, bg="high", radius=28, pad=24, gap=4, align="center", id=f"{CONTROLLER}:id/grant_dialog",
    )  # fmt: skip


def _accuracy(fine: bool) -> Node:
    """Two discs with maps: the exact place, and the area."""

    def disc(label: str, do: str, rid: str, glyph: str, chosen: bool) -> Node:
        inner = node(
            "stack", w.icon(glyph, 40, "on_primary_container" if chosen else "on_surface_variant",
                            place=("center", "center")),
            width=112, height=112, radius=56, bg="primary_container" if chosen else "highest",
            outline="primary" if chosen else "", outline_width=3,
        )  # fmt: skip
        return node(
            "column", inner, w.text(label, "titleS", "primary" if chosen else "on_surface"),
            on=ev("@permission", do=do), id=f"{CONTROLLER}:id/permission_location_accuracy_radio_{rid}",
            cls="android.widget.RadioButton", checked=chosen, align="center", gap=8, grow=1, desc=label,
        )  # fmt: skip

    return node(
        "row",
        disc("Precise", "fine", "fine", "my_location", fine),
        disc("Approximate", "coarse", "coarse", "location_city", not fine),
        width="fill", pad=(0, 12, 0, 4), id=f"{CONTROLLER}:id/permission_location_accuracy",
    )  # fmt: skip
