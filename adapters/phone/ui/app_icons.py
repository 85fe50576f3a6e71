"""Launcher icons as image nodes."""

from __future__ import annotations

from adapters.phone.ui.app import App
from adapters.phone.ui.node import Art, Node, node


def app_icon(app: App, size: float = 52) -> Node:
    """Return an app's launcher icon, `size` dp wide and high."""
    art = Art(f"appicon:{app.icon.bg}:{app.icon.fg}:{app.icon.glyph}", len(app.label))
    return node("image", art=art, width=size, height=size, radius=size / 2)
