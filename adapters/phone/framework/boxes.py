"""Boxes of a screen with the values that most have: columns that fill the width, lines, groups. Pure."""

from __future__ import annotations

from typing import Any

from adapters.phone.ui.node import Node, node
from adapters.phone.ui.widgets import Some

Pad = float | tuple[float, float] | tuple[float, float, float, float]
"""On all sides; or left and right, top and bottom; or left, top, right, bottom. In dp."""


def padding(pad: Pad) -> tuple[float, float, float, float]:
    """Return a padding with all four sides."""
    if not isinstance(pad, tuple):
        return (pad, pad, pad, pad)
    if len(pad) == 2:
        return (pad[0], pad[1], pad[0], pad[1])
    return pad


def column(*children: Some, pad: Pad = 0, **more: Any) -> Node:
    """Return a column as wide as its place, with children as wide as itself."""
    return node("column", *children, pad=padding(pad), **{"width": "fill", "align": "stretch", **more})


def line(*children: Some, pad: Pad = 0, **more: Any) -> Node:
    """Return a row as wide as its place, with children centred vertically."""
    return node("row", *children, pad=padding(pad), **{"width": "fill", "align": "center", **more})


def words(*children: Some, pad: Pad = 0, **more: Any) -> Node:
    """Return texts one below the other that take the free room of a line."""
    return node("column", *children, pad=padding(pad), **{"grow": 1, **more})


def radio_group(*children: Some, rid: str, pad: Pad = 0) -> Node:
    """Return a column of options of which one is chosen."""
    return column(*children, id=rid, cls="android.widget.RadioGroup", pad=pad)


def radio_line(*children: Some, rid: str, gap: float = 8, pad: Pad = 0) -> Node:
    """Return options side by side of which one is chosen."""
    return node("row", *children, id=rid, cls="android.widget.RadioGroup", width="fill", gap=gap, pad=padding(pad))
