"""Bars at the upper and lower edge of a page in an app's own look. Pure."""

from __future__ import annotations

from typing import Any

from adapters.phone.components.boxes import Pad, column, line, words
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Node
from adapters.phone.ui.widgets import Some


def top_bar(title: Node, *actions: Node, support: Node | None = None, ink: str = "on_surface", **look: Any) -> Node:
    """Return the bar of a page below the main ones: the way back in this ink, title over support, actions."""
    return line(
        widgets.action("arrow_back", "Navigate up", widgets.UP, color=ink),
        widgets.space(0, 8),
        words(title, support, justify="center"),
        *actions,
        id="toolbar",
        cls=widgets.GROUP,
        **{"height": 64, "pad": (4, 0), **look},
    )


def selection_bar(title: Node, *actions: Node, ink: str = "on_surface", close_id: str = "", **look: Any) -> Node:
    """Return the bar of a list while rows are being selected: the way out in this ink, how many, what can be done."""
    close = widgets.action("close", "Navigate up", widgets.UP, rid=close_id, color=ink)
    title = title.styled(grow=1, pad=(8, 0, 0, 0))
    return line(close, title, *actions, **{"id": "toolbar", "cls": widgets.GROUP, "height": 64, "pad": (4, 0), **look})


def bottom_bar(*children: Some, pad: Pad = (16, 12), gap: float = 12, bg: str = "surface") -> Node:
    """Return the bar at the lower edge, below a divider, with what leads on."""
    return column(widgets.divider(), line(*children, pad=pad, gap=gap), bg=bg)
