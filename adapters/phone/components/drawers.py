"""Drawers: the side menu of an app, with its main pages and what else it leads to. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adapters.phone.components.boxes import Pad, column, line
from adapters.phone.style.typography import TypeStyle
from adapters.phone.ui import widgets
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Ev, Node, node


def drawer_window(
    *entries: widgets.Some, head: Node | None = None, width: float, radius: float, pad: Pad, bg: str = "low"
) -> Node:
    """Return the window of a drawer: entries that scroll, below a head that does not."""
    rows = node(
        "scroll", *entries, widgets.space(28), id="drawer_list", cls="androidx.recyclerview.widget.RecyclerView",
        width="fill", grow=1, align="stretch",
    )  # fmt: skip
    return column(
        head, rows, id="navigation_view", cls="android.widget.FrameLayout",
        width=width, height="fill", bg=bg, radius=(0, radius, radius, 0), pad=pad,
    )  # fmt: skip


def drawer_over(below: Screen, window: Node, title: str) -> Screen:
    """Return a screen with a drawer over it, where `AppBuilder.drawer` cannot name the screen below."""
    return replace(below, overlay=Overlay("drawer", window), title=title)


def drawer_entry(
    icon: str | Node,
    label: str,
    on: Ev,
    *,
    here: bool = False,
    count: int = 0,
    style: TypeStyle = "titleS",
    here_style: TypeStyle = "",
    icon_size: float = 24,
    **look: Any,
) -> Node:
    """Return an entry of a drawer: an icon or another mark, a label, and how much is there; tinted if it is `here`."""
    ink = "on_secondary_container" if here else "on_surface"
    mark = widgets.icon(icon, icon_size, ink if here else "on_surface_variant") if isinstance(icon, str) else icon
    return line(
        mark,
        widgets.text(label, here_style or style if here else style, ink, lines=1, grow=1),
        widgets.text(str(count), "labelL", "on_surface_variant") if count else None,
        on=on, id="drawer_item", cls=widgets.GROUP, selected=here, bg="secondary_container" if here else "",
        **{"height": 48, "radius": 24, "pad": (16, 0, 20, 0), "gap": 16, **look},
    )  # fmt: skip
