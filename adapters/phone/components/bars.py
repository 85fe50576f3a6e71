"""Bars at the upper and lower edge of a page in an app’s own look, and the bottom navigation. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from adapters.phone.components.boxes import Pad, column, line, words
from adapters.phone.style.typography import TypeStyle
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Ev, Node, node
from adapters.phone.ui.widgets import Some

SelectionAction = tuple[str, str, Ev, str]
"""What can be done with selected rows: icon, description, event, resource id."""


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


def selection_bar(
    title: Node, *actions: SelectionAction, any_selected: bool, ink: str = "on_surface", close_id: str = "", **look: Any
) -> Node:
    """Return the bar of a list while rows are being selected: the way out in this ink, how many, what can be done."""
    close = widgets.action("close", "Navigate up", widgets.UP, rid=close_id, color=ink)
    title = title.styled(grow=1, pad=(8, 0, 0, 0))
    buttons = [
        widgets.action(glyph, desc, on, rid=rid, color=ink, enabled=any_selected) for glyph, desc, on, rid in actions
    ]
    return line(close, title, buttons, **{"id": "toolbar", "cls": widgets.GROUP, "height": 64, "pad": (4, 0), **look})


def title_bar(
    title: str,
    *actions: Node,
    support: str = "",
    lead: Node | None = None,
    style: TypeStyle = "20,26,Bold,0",
    ink: str = "on_surface",
    soft: str = "on_surface_variant",
    **look: Any,
) -> Node:
    """Return the bar of a page: the way back or another button, title over support, actions, each apart."""
    heading = widgets.text(title, style, ink, lines=1, heading=True)
    names = words(heading, widgets.text(support, "bodyS", soft, lines=1) if support else None, justify="center")
    back = widgets.action("arrow_back", "Navigate up", widgets.UP, color=ink)
    bar_look = {"height": 64, "pad": (4, 0), "gap": 8, **look}
    return line(lead or back, names, *actions, id="toolbar", cls=widgets.GROUP, **bar_look)


def bottom_bar(*children: Some, pad: Pad = (16, 12), gap: float = 12, bg: str = "surface") -> Node:
    """Return the bar at the lower edge, below a divider, with what leads on."""
    return column(widgets.divider(), line(*children, pad=pad, gap=gap), bg=bg)


@dataclass(frozen=True, slots=True)
class MainPage:
    """An item of the bottom navigation; `count`, of what waits there, is shown as a badge on its icon."""

    label: str
    icon: str
    on: Ev
    rid: str
    count: int = 0


def navigation_bar(pages: Iterable[MainPage], chosen: str, *, height: int = 80, bg: str = "container") -> Node:
    """Return the bottom navigation, with counts on its icons."""
    cells = [_main_page(page, page.label == chosen, height) for page in pages]
    return node("row", cells, width="fill", height=height, bg=bg, id="bottom_nav")


def _main_page(page: MainPage, here: bool, height: int) -> Node:
    ink = "on_secondary_container" if here else "on_surface_variant"
    icon = node(
        "stack",
        widgets.icon(page.icon, 24, ink, place=("center", "center"), id="navigation_bar_item_icon_view"),
        _badge(page.count) if page.count else None,
        width=64, height=32, radius=16, bg="secondary_container" if here else "",
    )  # fmt: skip
    label = widgets.text(
        page.label, "labelM/Bold" if here else "labelM", "on_surface" if here else "on_surface_variant",
        id="navigation_bar_item_large_label_view", pad=(0, 4, 0, 0),
    )  # fmt: skip
    return node(
        "column", icon, label,
        on=page.on, id=page.rid, desc=_described(page), selected=here,
        cls="android.widget.FrameLayout", grow=1, height=height, align="center", pad=(0, (height - 56) // 2, 0, 0),
    )  # fmt: skip


def _described(page: MainPage) -> str:
    if not page.count:
        return page.label
    return f"{page.label}, 1 item" if page.count == 1 else f"{page.label}, {page.count} items"


def _badge(count: int) -> Node:
    number = node(
        "badge", text=str(count), height=16, pad=(4, 0), bg="error", color="on_error", radius=8, type="labelS"
    )
    return node("row", number, place=("end", "start"), pad=(0, 2, 12, 0))
