"""Rows of a shop's orders: their lines and sums. Pure."""

from __future__ import annotations

from adapters.phone.components.boxes import Pad, line, words
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Node, node
from adapters.phone.ui.widgets import Some


def order_line(quantity: Node, texts: Some, price: str, *, pad: Pad, gap: float) -> Node:
    """Return a line of an order in one row: how many, what with all that was chosen, and its price."""
    amount = widgets.text(price, "16,24,Medium,0", id="price")
    return node("row", quantity, words(texts), amount, id="row_line", cls=widgets.GROUP, width="fill", pad=pad, gap=gap)


def sum_row(
    label: str, amount: str, *, strong: bool = False, strong_style: str = "titleM/Bold", pad: Pad = (20, 4)
) -> Node:
    """Return a label with its amount; `strong` for the total."""
    style, color = (strong_style, "on_surface") if strong else ("bodyM", "on_surface_variant")
    return line(
        widgets.text(label, style, color, grow=1),
        widgets.text(amount, style, color),
        id="row_total" if strong else "row_sum",
        cls=widgets.GROUP,
        pad=pad,
    )
