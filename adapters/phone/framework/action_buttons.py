"""Buttons of a screen's actions: floating with a label, on a disc over a picture or map, filling a row. Pure."""

from __future__ import annotations

from typing import Any

from adapters.phone.ui import controls, widgets
from adapters.phone.ui.node import Ev, Node, node


def extended_fab(label: str, icon: str, on: Ev, *, rid: str, radius: float = 16, **more: Any) -> Node:
    """Return the extended floating action button of a screen: icon and label."""
    return node("button", text=label, icon=icon, variant="fab", on=on, id=rid, height=56, radius=radius, **more)


def disc_button(
    icon: str, desc: str, on: Ev, *, rid: str = "", bg: str = "surface", color: str = "on_surface", elevation: int = 0
) -> Node:
    """Return an icon button on a disc, which can be seen over a picture or a map."""
    return widgets.action(icon, desc, on, rid=rid, color=color).styled(bg=bg, radius=24, elevation=elevation)


def wide_button(label: str, on: Ev, *, rid: str, **more: Any) -> Node:
    """Return a button that takes the free room of its row."""
    return controls.button(label, on, rid=rid, width="wrap", grow=1, **more)
