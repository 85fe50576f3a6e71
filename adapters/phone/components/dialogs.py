"""Dialogs over a screen: confirmations, messages, a field to fill in. Pure."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.components.boxes import Pad, column
from adapters.phone.ui import controls, widgets
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Ev, Node
from adapters.phone.ui.widgets import Some


def dialog_over(below: Screen, window: Node, title: str) -> Screen:
    """Return a screen with a dialog over it, where `AppBuilder.dialog` cannot name the screen below."""
    return replace(below, overlay=Overlay("dialog", window), title=title)


def confirmation(
    question: str,
    message: str,
    label: str,
    on: Ev,
    *more: Some,
    enabled: bool = True,
    icon_name: str = "",
    end: float = 0,
    lines: int = 0,
    rid: str = "android:id/message",
) -> Node:
    """Return a dialog that asks before something is done: Cancel, or the button of this label.

    Below the message, with `end` dp between, stand further choices.
    """
    text = _message(message, end, lines, rid)
    return controls.dialog(question, text, *more, buttons=_answers(label, on, enabled), icon_name=icon_name)


def message_dialog(title: str, message: str, *, end: float = 0) -> Node:
    """Return a dialog that says why something cannot be done, with Cancel."""
    cancel = controls.dialog_button("Cancel", widgets.UP, yes=False)
    return controls.dialog(title, _message(message, end), buttons=(cancel,))


def _message(message: str, end: float, lines: int = 0, rid: str = "android:id/message") -> Node:
    return widgets.text(message, "bodyM", "on_surface_variant", id=rid, pad=(24, 0, 24, end), lines=lines)


def input_dialog(
    title: str, field: Node, label: str, on: Ev, *, enabled: bool = True, pad: Pad = (24, 0, 24, 8)
) -> Node:
    """Return a dialog with a field to type into: Cancel, or the button of this label."""
    return controls.dialog(title, column(field, pad=pad), buttons=_answers(label, on, enabled))


def _answers(label: str, on: Ev, enabled: bool) -> tuple[Node, Node]:
    cancel = controls.dialog_button("Cancel", widgets.UP, yes=False)
    return cancel, controls.dialog_button(label, on, enabled=enabled)
