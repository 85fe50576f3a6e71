"""Boxes of a screen with the values that most have: columns that fill the width, lines, groups. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adapters.phone.ui.node import Node, node
from adapters.phone.ui.widgets import Some, divider

Pad = float | tuple[float, float] | tuple[float, float, float, float]
"""On all sides; or left and right, top and bottom; or left, top, right, bottom. In dp."""


def column(*children: Some, pad: Pad = 0, **more: Any) -> Node:
    """Return a column as wide as its place, with children as wide as itself."""
    return node("column", *children, pad=pad, **{"width": "fill", "align": "stretch", **more})


def line(*children: Some, pad: Pad = 0, **more: Any) -> Node:
    """Return a row as wide as its place, with children centred vertically."""
    return node("row", *children, pad=pad, **{"width": "fill", "align": "center", **more})


def divided(rows: Sequence[Node], inset: float = 0) -> list[Node]:
    """Return rows with a thin line between them, inset from the left."""
    return [part for row in rows for part in (divider(inset), row)][1:]


def strip(*children: Some, rid: str, pad: Pad = 0, **more: Any) -> Node:
    """Return children side by side, more than the screen is wide; they scroll."""
    return node("scroll", *children, horizontal=True, id=rid, pad=pad, **{"width": "fill", **more})


def card(*children: Some, rid: str = "", margin: Pad = (10, 4), **look: Any) -> Node:
    """Return a column on a ground of its own, with a margin to the page around it."""
    return column(column(*children, id=rid, **look), pad=margin)


def words(*children: Some, pad: Pad = 0, **more: Any) -> Node:
    """Return texts one below the other that take the free room of a line."""
    return node("column", *children, pad=pad, **{"grow": 1, **more})


def radio_group(*children: Some, rid: str, pad: Pad = 0) -> Node:
    """Return a column of options of which one is chosen."""
    return column(*children, id=rid, cls="android.widget.RadioGroup", pad=pad)


def radio_line(*children: Some, rid: str, gap: float = 8, pad: Pad = 0) -> Node:
    """Return options side by side of which one is chosen."""
    return node("row", *children, id=rid, cls="android.widget.RadioGroup", width="fill", gap=gap, pad=pad)
