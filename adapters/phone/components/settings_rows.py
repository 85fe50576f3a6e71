"""Rows of a settings page: headings, switches bound to the state, rows that open or say something. Pure."""

from __future__ import annotations

from adapters.phone.framework.state_paths import Bound
from adapters.phone.ui import controls, widgets
from adapters.phone.ui.node import Ev, Node


def section(title: str, *, inset: float = 24, top: float = 16, rid: str = "") -> Node:
    """Return the heading of some rows."""
    return widgets.text(title, "titleS", "primary", pad=(inset, top, inset, 4), width="fill", id=rid)


def choice_setting(title: str, value: Bound[str], on: Ev, *, icon_name: str = "") -> Node:
    """Return a row that says which of several labels is set, and opens the choice of another one."""
    return controls.setting(title, value.value, on=on, icon_name=icon_name)


def switch_setting(title: str, value: Bound[bool], summary: str = "", *, icon_name: str = "") -> Node:
    """Return a row whose switch is a value of the state."""
    return controls.setting(title, summary, on=value.toggled, icon_name=icon_name, checked=value.value)
