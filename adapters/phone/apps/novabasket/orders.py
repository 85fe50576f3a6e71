"""Novabasket's orders: all of them, and one of them."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.basket import with_held
from adapters.phone.apps.novabasket.checkout import no_such_order, receipt
from adapters.phone.apps.novabasket.model import Order, State, find
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import chip_strip
from adapters.phone.components.shop_rows import order_progress
from adapters.phone.framework.actions import Handled, go, replace_with
from adapters.phone.framework.baskets import count_text
from adapters.phone.framework.dates import time_or_date
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Replace, Screen, View, route
from adapters.phone.ui.node import Node, ev, node

STEPS = (("To ship", "inventory_2"), ("On the way", "local_shipping"), ("Received", "check_circle"))
STATUSES = (*STEPS, ("Cancelled", "cancel"))
"""What can become of an order, with the icon of each."""
ALL = "All"


@app.screen("orders", distractor="past orders, beside the one that a task places")
def orders(state: State, view: View, tab: str = ALL) -> Screen:
    """All orders or those of a status, the newest first."""
    shown = [order for order in reversed(state.orders) if tab in (ALL, order.status)]
    rows = [_order_card(order, view.now) for order in shown]
    if not rows:
        rows = [w.empty("receipt_long", "Nothing here", f"No order is “{tab.lower()}” at the moment.")]
    tabs = (ALL, *(status for status, _ in STATUSES))
    strip = chip_strip(
        tab, tabs, rid="chip_status", group="statuses", on=lambda label: replace_with("orders", tab=label),
        radius=p.CORNER, variant="end" if tab in tabs[3:] else "",
    )  # fmt: skip
    top = column(p.bar("Your orders", p.basket_action(state)), strip, bg=p.CARD)
    return replace(p.page("Your orders", w.page(w.space(4), rows)), top=top)


def _order_card(order: Order, now: datetime) -> Node:
    color = "on_surface_variant" if order.status == "Cancelled" else "primary"
    head = line(
        w.text(order.number, "labelL/Bold", id="number"),
        p.note(time_or_date(order.placed, now), grow=1),
        w.text(order.status, "labelL", color, id="status"),
        gap=8,
    )
    sums = node("column", w.text(order.total, "15,20,Bold,0", id="total"), p.note(count_text(order.lines)), align="end")
    names = ", ".join(ordered.item for ordered in order.lines)
    middle = line(
        p.picture(order.lines[0].item if order.lines else "", 64),
        w.text(names, "bodyM", lines=2, grow=1, id="names"),
        sums,
        gap=12,
    )
    row = column(
        head, middle,
        on=go("order", number=order.number), id="row_order", cls=w.GROUP, bg=p.CARD, radius=p.CORNER,
        pad=(14, 10, 14, 12), gap=8,
    )  # fmt: skip
    return column(row, pad=p.MARGIN)


@app.screen("order", distractor="one order, which tells what was chosen in it")
def order_page(state: State, view: View, number: str = "") -> Screen:
    """One order: where it is and what is in it."""
    order = find(state, number)
    if order is None:
        return no_such_order()
    bottom = p.foot(p.block("Buy again", ev("again", number=number), rid="buy_again"))
    body = w.page(w.space(4), p.card(_progress(order)), receipt(state, order))
    placed = time_or_date(order.placed, view.now)
    return p.page(f"Order {number}", body, bottom=bottom, support=placed, name="Order")


def _progress(order: Order) -> Node:
    if order.status == "Cancelled":
        return p.fact("Status", "Cancelled", "cancel", rid="row_status")
    return order_progress(STEPS, [status for status, _ in STEPS].index(order.status), bar=3)


@app.on("again")
def again(state: State, number: str) -> Handled:
    """Put everything of an order into the basket once more, ticked."""
    order, basket = find(state, number), state.basket
    for ordered in reversed(order.lines) if order is not None else ():
        basket = with_held(basket, ordered)
    return replace(state, basket=basket), Replace(route("cart"), root=True)
