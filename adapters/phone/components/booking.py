"""What apps that sell tickets are made of: steps of a booking, options in a frame, fields that open a picker. Pure."""

from __future__ import annotations

from typing import Any

from adapters.phone.components.boxes import Pad, column, line
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Ev, Node, node
from adapters.phone.ui.widgets import Some


def framed_option(
    *children: Some, on: Ev, chosen: bool, rid: str, margin: Pad = (16, 4), outline: str = "", **look: Any
) -> Node:
    """Return one of a few options in a frame of its own; that of the chosen one has the primary colour."""
    frame = line(
        *children, on=on, id=rid, cls="android.widget.RadioButton", checked=chosen, selected=chosen,
        outline="primary" if chosen else outline, outline_width=2 if chosen else 1, **look,
    )  # fmt: skip
    return column(frame, pad=margin)


def step_bars(step: int, steps: int, *, done: str, ahead: str, pad: Pad = (16, 0, 16, 10)) -> Node:
    """Return a bar for each step of a booking; those up to this step have the colour `done`."""
    bars = [node("spacer", height=4, grow=1, radius=2, bg=done if at < step else ahead) for at in range(steps)]
    return node("row", bars, width="fill", height=14, pad=pad, gap=6, desc=f"Step {step} of {steps}", id="steps")


def picker_field(
    label: str, value: str, icon: str, on: Ev, *, rid: str, grow: float = 0, wrong: bool = False, bg: str = "lowest"
) -> Node:
    """Return an outlined field that opens a picker; its label breaks the line above."""
    ink = "error" if wrong else "on_surface_variant"
    frame = line(
        widgets.icon(icon, 22, ink), widgets.text(value, "bodyL", lines=1, grow=1, id="value"),
        on=on, id=rid, cls=widgets.GROUP, height=56, radius=4, outline="error" if wrong else "outline",
        outline_width=2 if wrong else 1, bg=bg, pad=(14, 0, 8, 0), gap=12,
    )  # fmt: skip
    name = node("row", widgets.text(label, "bodyS", ink, bg=bg, pad=(4, 0), lines=1), pad=(10, 0, 0, 0))
    field = column(frame, place=("fill", "start"), pad=(0, 8, 0, 0), width="wrap")
    return node("stack", field, name, height=64, width="wrap" if grow else "fill", grow=grow)
