"""Buttons: floating over a list, round beside a field, on a disc over a picture or map, filling a row, likes. Pure."""

from __future__ import annotations

from typing import Any

from adapters.phone.ui import controls, widgets
from adapters.phone.ui.node import Ev, Gesture, Node, node


def floating_button(
    glyph: str, desc: str, on: Ev, *, rid: str, bg: str = "primary", color: str = "on_primary", **more: Any
) -> Node:
    """Return the button of a screen's main action, which floats over its list."""
    look = {"variant": "fab", "width": 56, "height": 56, "radius": 16, "elevation": 3, **more}
    return node("icon_button", icon=glyph, desc=desc, on=on, id=rid, bg=bg, color=color, **look)


def round_button(
    glyph: str,
    desc: str,
    on: Ev | dict[Gesture, Ev],
    *,
    rid: str,
    enabled: bool = True,
    bg: str = "primary",
    color: str = "on_primary",
    **more: Any,
) -> Node:
    """Return a filled round button, such as the one that sends what is written beside it."""
    look = {"width": 48, "height": 48, "radius": 24, "size": 22, "bg": bg if enabled else "highest", **more}
    return node("icon_button", icon=glyph, desc=desc, on=on, id=rid, enabled=enabled, color=color, **look)


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


def reaction(
    active: bool,
    icons: tuple[str, str],
    descs: tuple[str, str],
    on: Ev,
    *,
    rid: str = "",
    tint: str = "primary",
    ink: str = "on_surface_variant",
    **look: Any,
) -> Node:
    """Return an icon button that shows and turns whether something is liked, saved or followed.

    The first of `icons` and `descs` is shown while it is; in `tint`, otherwise in `ink`.
    """
    shown = 0 if active else 1
    return widgets.action(icons[shown], descs[shown], on, rid=rid, color=tint if active else ink).styled(**look)
