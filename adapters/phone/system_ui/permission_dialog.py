"""The system dialog that asks the user for a permission."""

from __future__ import annotations

from typing import Final

from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import App
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.package_names import PERMISSION_CONTROLLER
from adapters.phone.ui.permission_names import COARSE, FINE, QUESTIONS

TITLE: Final = f"{PERMISSION_CONTROLLER}/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
_WHILE_USED: Final = frozenset({FINE, COARSE, "android.permission.CAMERA", "android.permission.RECORD_AUDIO"})
"""These are granted while the app is used, or once."""


def question(state: PhoneState, app: App) -> Node:
    """Return the dialog: app and permission, and the answers below each other."""
    asked = state.asked
    permission = asked.permission if asked is not None else FINE
    glyph, words = QUESTIONS.get(permission, ("privacy_tip", f"use {permission.rpartition('.')[2].lower()}"))
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
            "button", text=text, variant="tonal", on=ev("@permission", do=do), id=f"{PERMISSION_CONTROLLER}:id/{rid}",
            width="fill", height=54,
            radius=(16 if at == 0 else 4, 16 if at == 0 else 4, 16 if at == last else 4, 16 if at == last else 4),
        )
        for at, (text, do, rid) in enumerate(answers)
    ]  # fmt: skip
    return node(
        "column",
        w.icon(glyph, 24, "primary", id=f"{PERMISSION_CONTROLLER}:id/permission_icon"),
        w.text(f"Allow {app.label} to {words}?", "titleL", text_align="center", width="fill", heading=True,
               id=f"{PERMISSION_CONTROLLER}:id/permission_message", pad=(0, 8, 0, 4)),
        _accuracy(asked.fine) if permission == FINE and asked is not None else None,
        node("column", buttons, width="fill", gap=2, align="stretch", pad=(0, 12, 0, 0)),
        width=340, bg="high", radius=28, pad=24, gap=4, align="center", id=f"{PERMISSION_CONTROLLER}:id/grant_dialog",
    )  # fmt: skip


def _accuracy(fine: bool) -> Node:
    """Return the selector between precise and approximate location: two discs with maps."""

    def disc(label: str, do: str, rid: str, glyph: str, chosen: bool) -> Node:
        inner = node(
            "stack", w.icon(glyph, 40, "on_primary_container" if chosen else "on_surface_variant",
                            place=("center", "center")),
            width=112, height=112, radius=56, bg="primary_container" if chosen else "highest",
            outline="primary" if chosen else "", outline_width=3,
        )  # fmt: skip
        return node(
            "column", inner, w.text(label, "titleS", "primary" if chosen else "on_surface"),
            on=ev("@permission", do=do), id=f"{PERMISSION_CONTROLLER}:id/permission_location_accuracy_radio_{rid}",
            cls="android.widget.RadioButton", checked=chosen, align="center", gap=8, grow=1, desc=label,
        )  # fmt: skip

    return node(
        "row",
        disc("Precise", "fine", "fine", "my_location", fine),
        disc("Approximate", "coarse", "coarse", "location_city", not fine),
        width="fill", pad=(0, 12, 0, 4), id=f"{PERMISSION_CONTROLLER}:id/permission_location_accuracy",
    )  # fmt: skip
