"""Text fields without a shape of their own, for pages and bars that are written on. Pure."""

from __future__ import annotations

from typing import Any

from adapters.phone.ui.node import Ev, Gesture, Node, node


def plain_field(value: str, hint: str, *, rid: str, change: Ev, submit: Ev | None = None, **look: Any) -> Node:
    """Return a field that takes the free room of its line."""
    events: dict[Gesture, Ev] = {"change": change}
    if submit is not None:
        events["submit"] = submit
    return node(
        "field", text=value, hint=hint, id=rid, on=events,
        **{"grow": 1, "height": 48, "type": "bodyL", "color": "on_surface", **look},
    )  # fmt: skip
