"""What several of Bunwright's screens show: the way to the basket, the main pages, sums and lines of an order."""

from adapters.phone.apps.bunwright.model import Line, State, cents, choices_of, extras_of, total
from adapters.phone.components import shop_rows
from adapters.phone.components.boxes import column, line
from adapters.phone.framework.actions import go, switch_to
from adapters.phone.framework.baskets import count_text, pieces
from adapters.phone.framework.prices import money
from adapters.phone.ui import widgets as w
from adapters.phone.ui.node import Node


def main_pages(chosen: str) -> Node:
    """The bottom navigation of the three main pages."""
    pages = (
        ("nav_menu", "lunch_dining", "Menu", switch_to("menu")),
        ("nav_orders", "receipt_long", "Orders", switch_to("orders")),
        ("nav_branches", "storefront", "Branches", switch_to("branches")),
    )
    return w.nav_bar(pages, chosen)


def basket_action(state: State) -> Node:
    """The way to the basket, with the count of what is in it."""
    count = pieces(state.basket)
    desc = f"Basket, {count_text(state.basket)}" if count else "Basket"
    return w.badged(w.action("shopping_bag", desc, go("basket"), rid="basket", color="on_surface"), count)


def basket_bar(state: State) -> Node | None:
    """Over the navigation while there is something in the basket."""
    if not state.basket:
        return None
    count = w.text(
        str(pieces(state.basket)), "labelL/Bold", "primary",
        bg="on_primary", radius=8, width=26, height=26, text_align="center", pad=(0, 3, 0, 3),
    )  # fmt: skip
    bar = line(
        count,
        w.text("View basket", "titleM/Bold", "on_primary", grow=1),
        w.text(total(state.basket), "titleM/Bold", "on_primary"),
        on=go("basket"), id="view_basket", cls=w.ROW, height=52, radius=26, bg="primary", pad=(14, 0, 18, 0), gap=12,
    )  # fmt: skip
    return column(bar, pad=(16, 10), bg="surface")


def chosen_texts(order_line: Line, style: str) -> list[Node | None]:
    """A line's item with all that was chosen."""
    note = order_line.note
    return [
        w.text(order_line.item, style, id="name", lines=2),
        w.text(choices_of(order_line), "bodyM", "on_surface_variant", id="choices"),
        w.text(extras_of(order_line), "bodyM", "on_surface_variant", id="extras", lines=2),
        w.text(f"“{note}”", "bodyM", "on_surface_variant", id="note", lines=2) if note else None,
    ]


def line_row(order_line: Line) -> Node:
    """One order line with all that was chosen, in one row."""
    count = w.text(
        f"{order_line.quantity} ×", "labelL/Bold", "on_primary_container", id="qty",
        bg="primary_container", radius=12, width=44, height=32, text_align="center", pad=(0, 6, 0, 6),
    )  # fmt: skip
    texts = chosen_texts(order_line, "16,24,Medium,0.1")
    return shop_rows.order_line(count, texts, money(cents(order_line)), pad=(20, 10), gap=14)
