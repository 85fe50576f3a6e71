"""Icon buttons with a ground of their own: floating over a list, or round beside a field. Pure."""

from __future__ import annotations

from typing import Any

from adapters.phone.ui.node import Ev, Node, node


def floating_button(
    glyph: str, desc: str, on: Ev, *, rid: str, bg: str = "primary", color: str = "on_primary", **more: Any
) -> Node:
    """Return the button of a screen's main action, which floats over its list."""
    look = {"variant": "fab", "width": 56, "height": 56, "radius": 16, "elevation": 3, **more}
    return node("icon_button", icon=glyph, desc=desc, on=on, id=rid, bg=bg, color=color, **look)


def round_button(
    glyph: str,
    desc: str,
    on: Ev,
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
