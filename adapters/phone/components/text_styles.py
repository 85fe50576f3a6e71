"""Text styles and modifiers by name, so that an app says once how its titles, notes and cards look. Pure.

title = text_style("16,24,Bold,0.1", lines=2)
card = modifier(bg="lowest", radius=10, pad=(14, 8))

column(title(dish.name), **card)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adapters.phone.style.typography import TypeStyle
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Node


def text_style(style: TypeStyle, color: str = "on_surface", **look: Any) -> Callable[..., Node]:
    """Return a function that makes texts of one type, colour and look; what is given with a text goes first."""

    def make(value: str, **more: Any) -> Node:
        return widgets.text(value, **{"style": style, "color": color, **look, **more})

    return make


def modifier(**look: Any) -> Mapping[str, Any]:
    """Return a look under a name of its own, for any box: `column(…, **card)`."""
    return look
