"""Bottom sheets: the grip, the window that comes up over a screen with a title and a close button, its rows. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from adapters.phone.components.boxes import Pad, column, line, words
from adapters.phone.style.typography import TypeStyle
from adapters.phone.ui import controls, widgets
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Ev, Node, node


@dataclass(frozen=True, slots=True)
class SheetLook:
    """How an app's bottom sheets look."""

    title: TypeStyle = "titleL"
    title_lines: int = 1
    heading: bool = True
    """Whether the title names the screen for the accessibility tree."""
    head_id: str = "toolbar"
    head_pad: Pad = (16, 0, 4, 4)
    grip_height: float = 24
    grip_width: float = 32
    grip_color: str = "outline_variant"
    close_color: str = "on_surface_variant"
    divider: bool = False
    """Whether a thin line divides the head from the content."""
    end: float = 8
    """Empty room below the content."""
    bg: str = "low"
    radius: float = 28


def grip(height: float = 24, color: str = "outline_variant", width: float = 32) -> Node:
    """Return the handle at the upper edge of a sheet, centred in a strip of this height."""
    bar = node("spacer", width=width, height=4, radius=2, bg=color, place=("center", "center"))
    return node("stack", bar, width="fill", height=height)


def sheet(title: str, *children: widgets.Some, look: SheetLook, bottom: Node | None = None) -> Node:
    """Return the window of `Overlay("sheet", …)`: grip, title, close button, content, and a bar at its end."""
    name = widgets.text(title, look.title, grow=1, lines=look.title_lines, heading=look.heading)
    return sheet_window(
        grip(look.grip_height, look.grip_color, look.grip_width),
        sheet_head(name, rid=look.head_id, close_color=look.close_color, pad=look.head_pad),
        [widgets.divider(), widgets.space(4)] if look.divider else None,
        *children,
        widgets.space(look.end),
        bottom,
        bg=look.bg,
        radius=look.radius,
    )


def sheet_window(*children: widgets.Some, bg: str = "low", radius: float = 28, **look: Any) -> Node:
    """Return the window of `Overlay("sheet", …)` with content of any kind."""
    corners = (radius, radius, 0, 0)
    return column(
        *children, id="design_bottom_sheet", cls="android.widget.FrameLayout", bg=bg, radius=corners, **look
    )  # fmt: skip


def sheet_over(below: Screen, window: Node, title: str) -> Screen:
    """Return a screen with a bottom sheet over it, where `AppBuilder.sheet` cannot name the screen below."""
    return replace(below, overlay=Overlay("sheet", window), title=title)


def sheet_head(
    *children: widgets.Some, rid: str = "toolbar", close_color: str = "on_surface_variant", **look: Any
) -> Node:
    """Return the head of a sheet, with the button that closes it at the end."""
    close = widgets.action("close", "Close", widgets.UP, rid="close", color=close_color)
    return line(*children, close, id=rid, cls=widgets.GROUP if rid else "", **look)


def option_sheet(head: Node, *options: widgets.Some, gap: float = 8) -> Node:
    """Return the window of a sheet in which one of a few options is chosen; they scroll below the head."""
    group = node("scroll", *options, id="option_group", cls="android.widget.RadioGroup", width="fill", align="stretch")
    handle = line(node("spacer", width=32, height=4, radius=2, bg="outline"), justify="center", align="start")
    return sheet_window(handle, head, group, pad=(0, 14, 0, 8), gap=gap)


def sheet_option(
    glyph: str,
    label: str,
    on: Ev,
    *,
    rid: str,
    danger: bool = False,
    style: TypeStyle = "16,22,Regular,0.1",
    ink: str = "on_surface",
    size: float = 24,
    **look: Any,
) -> Node:
    """Return a row of a sheet: something that can be done, red if it cannot be undone easily."""
    text = widgets.text(label, style, "error" if danger else "on_surface", lines=1)
    icon = widgets.icon(glyph, size, "error" if danger else ink)
    row_look = {"height": 54, "pad": (18, 0), "gap": 18, **look}
    return sheet_row(icon, text, on, rid=rid, cls=widgets.ROW, **row_look)


def cancel_head(title: str, *, pad: Pad = (24, 0, 12, 8)) -> Node:
    """Return the title of a bottom sheet with a Cancel button at its right."""
    cancel = controls.button("Cancel", widgets.UP, rid="cancel", variant="text", width="wrap", height=40)
    return line(widgets.text(title, "20,28,Bold,0", heading=True, grow=1), cancel, pad=pad)


def sheet_entry(
    glyph: str, label: str, on: Ev, *, rid: str, support: str = "", leading: Node | None = None, **look: Any
) -> Node:
    """Return a row of a sheet that does something: its icon, or another picture, and what it does."""
    return widgets.row(label, support, on=on, rid=rid, leading=leading or widgets.icon(glyph), inset=24, **look)


def sheet_row(
    icon: Node, title: Node, on: Ev, *, rid: str, support: Node | None = None, tail: Node | None = None, **look: Any
) -> Node:
    """Return a row of a sheet that does something: icon, title over support, and what is chosen at its end."""
    return line(icon, words(title, support), tail, on=on, id=rid, **look)
