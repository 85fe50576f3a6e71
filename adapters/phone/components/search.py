"""The bar of a search page, bound to the query. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adapters.phone.framework.actions import focus
from adapters.phone.framework.state_paths import Bound
from adapters.phone.ui import controls, widgets
from adapters.phone.ui.node import Node, node


def search_bar(
    query: Bound[str], hint: str, *, ink: str = "on_surface", field: Mapping[str, Any] | None = None, **look: Any
) -> Node:
    """Return the bar with back button and field; the keyboard's search key closes the keyboard.

    `ink` is the colour of the back button, `field` the look of the field and `look` that of the bar.
    """
    clear = widgets.action("close", "Clear", query.to(""), rid="search_close_btn") if query.value else None
    box = controls.field(
        query.value, hint, "search_src_text", change=query.changed, submit=focus(None), leading="search",
        trailing=clear, **{"height": 48, "radius": 24, **(field or {})},
    )  # fmt: skip
    return node(
        "row",
        widgets.action("arrow_back", "Navigate up", widgets.UP, color=ink),
        node("column", box, grow=1, align="stretch"),
        id="toolbar",
        cls=widgets.GROUP,
        **{"width": "fill", "height": 64, "pad": (4, 0, 12, 0), "gap": 4, "align": "center", **look},
    )
