"""Rows of a shop's checkout and orders: facts, lines, sums, how far an order is, thanks for it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adapters.phone.components.boxes import Pad, column, line, words
from adapters.phone.style.typography import TypeStyle
from adapters.phone.ui import widgets
from adapters.phone.ui.node import Ev, Node, node
from adapters.phone.ui.widgets import Some


def fact_row(
    label: str,
    value: str,
    leading: Node | None,
    *,
    rid: str,
    support: str = "",
    on: Ev | None = None,
    label_lines: int = 0,
    style: TypeStyle = "15,20,Medium,0.1",
    lines: int = 2,
    value_id: str = "value",
    **look: Any,
) -> Node:
    """Return what was chosen under its label; `on` leads to where it is chosen, such as a sheet of options."""
    texts = words(
        widgets.text(label, "bodyS", "on_surface_variant", lines=label_lines),
        widgets.text(value, style, lines=lines, id=value_id),
        widgets.text(support, "bodyS", "on_surface_variant", lines=2) if support else None,
        gap=1,
    )
    chevron = widgets.icon("chevron_right", 20) if on else None
    row_look = {"pad": (14, 9, 10, 9), "gap": 14, "min_height": 56, **look}
    return line(leading, texts, chevron, on=on, id=rid, cls=widgets.GROUP, **row_look)


def order_line(quantity: Node, texts: Some, price: str, *, pad: Pad, gap: float) -> Node:
    """Return a line of an order in one row: how many, what with all that was chosen, and its price."""
    amount = widgets.text(price, "16,24,Medium,0", id="price")
    return node("row", quantity, words(texts), amount, id="row_line", cls=widgets.GROUP, width="fill", pad=pad, gap=gap)


def product_line(picture: Node, texts: Some, price: str, quantity: int, *, pad: Pad, gap: float = 2) -> Node:
    """Return a line of an order in one row: picture, what with all that was chosen, its price over how many."""
    amount = node(
        "column",
        widgets.text(price, "15,20,Bold,0", id="price"),
        widgets.text(f"× {quantity}", "bodyM", "on_surface_variant", id="qty"),
        align="end",
    )
    about = words(texts, gap=gap)
    return node("row", picture, about, amount, id="row_line", cls=widgets.GROUP, width="fill", pad=pad, gap=12)


def sum_row(
    label: str,
    amount: str,
    *,
    strong: bool = False,
    style: TypeStyle = "bodyM",
    strong_style: TypeStyle = "titleM/Bold",
    pad: Pad = (20, 4),
    amount_color: str = "",
    amount_id: str = "",
) -> Node:
    """Return a label with its amount; `strong` for the total."""
    shown, color = (strong_style, "on_surface") if strong else (style, "on_surface_variant")
    return line(
        widgets.text(label, shown, color, grow=1),
        widgets.text(amount, shown, amount_color or color, id=amount_id),
        id="row_total" if strong else "row_sum",
        cls=widgets.GROUP,
        pad=pad,
    )


def order_progress(steps: Sequence[tuple[str, str]], at: int, *, bar: float = 4) -> Node:
    """Return the steps of an order as icons with labels, joined by bars; those up to `at` are done.

    Args:
        steps: label and icon of each.
        at: index of the step that the order is at.
        bar: height of the bars.
    """
    parts: list[Node] = []
    for index, (label, icon) in enumerate(steps):
        if index:
            ground = "primary" if index <= at else "highest"
            joint = node("spacer", height=bar, width="fill", bg=ground, radius=bar / 2)
            parts.append(node("column", joint, grow=1, pad=(4, 18, 4, 0)))
        parts.append(_step(label, icon, done=index <= at, here=index == at))
    return node("row", parts, width="fill", pad=(16, 8, 16, 6), id="row_status", cls=widgets.GROUP)


def _step(label: str, icon: str, *, done: bool, here: bool) -> Node:
    ground, ink = ("primary", "on_primary") if done else ("highest", "on_surface_variant")
    name = widgets.text(label, "labelM/Bold" if here else "labelM", lines=1)
    return node("column", widgets.disc(icon, 40, ground, ink), name, selected=here, align="center", gap=4)


def thanks(icon: str, *texts: Node, size: float = 64, room: float = 10, **look: Any) -> Node:
    """Return the head of a page that confirms something: an icon on a disc, texts below it, all centred."""
    disc = widgets.disc(icon, size, "primary", "on_primary")
    return column(disc, widgets.space(room), *texts, **{"align": "center", "pad": (16, 12), "gap": 4, **look})
