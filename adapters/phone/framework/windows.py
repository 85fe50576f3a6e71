"""Windows over a screen: dialogs, sheets and confirmations. Pure."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.framework.boxes import Pad, column, line
from adapters.phone.ui import controls, widgets
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Ev, Node
from adapters.phone.ui.widgets import Some


def dialog_over(below: Screen, window: Node, title: str) -> Screen:
    """Return a screen with a dialog over it."""
    return replace(below, overlay=Overlay("dialog", window), title=title)


def sheet_over(below: Screen, window: Node, title: str) -> Screen:
    """Return a screen with a bottom sheet over it."""
    return replace(below, overlay=Overlay("sheet", window), title=title)


def confirmation(question: str, message: str, label: str, on: Ev, *, enabled: bool = True) -> Node:
    """Return a dialog that asks before something is done: Cancel, or the button of this label."""
    text = widgets.text(message, "bodyM", "on_surface_variant", id="android:id/message", pad=(24, 0, 24, 0))
    return controls.dialog(question, text, buttons=_answers(label, on, enabled))


def input_dialog(title: str, field: Node, label: str, on: Ev) -> Node:
    """Return a dialog with a field to type into: Cancel, or the button of this label."""
    return controls.dialog(title, column(field, pad=(24, 0, 24, 8)), buttons=_answers(label, on, True))


def _answers(label: str, on: Ev, enabled: bool) -> tuple[Node, Node]:
    cancel = controls.dialog_button("Cancel", widgets.UP, yes=False)
    return cancel, controls.dialog_button(label, on, enabled=enabled)


def sheet(*children: Some, bg: str = "low", radius: float = 28, pad: Pad = 0, gap: float = 0) -> Node:
    """Return a bottom sheet."""
    return column(
        *children, bg=bg, radius=(radius, radius, 0, 0), pad=pad, gap=gap, id="design_bottom_sheet",
        cls="android.widget.FrameLayout",
    )  # fmt: skip


def sheet_head(title: str, *, pad: Pad = (24, 0, 12, 8)) -> Node:
    """Return the title of a bottom sheet with a Cancel button at its right."""
    cancel = controls.button("Cancel", widgets.UP, rid="cancel", variant="text", width="wrap", height=40)
    return line(widgets.text(title, "20,28,Bold,0", heading=True, grow=1), cancel, pad=pad)
