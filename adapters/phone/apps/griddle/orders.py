"""Griddle Nine's orders: all of them, and one to look at, share or repeat."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import AS_SOON_AS_POSSIBLE, MOST, shop_of
from adapters.phone.apps.griddle.model import Order, State, choices_of
from adapters.phone.components.boxes import line, words
from adapters.phone.framework.actions import Handled, go, share
from adapters.phone.framework.baskets import with_line
from adapters.phone.framework.dates import time_or_date
from adapters.phone.framework.state_paths import find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Replace, Screen, View, route
from adapters.phone.ui.node import Node, ev, node


@app.screen("orders")
def orders(state: State, view: View) -> Screen:
    """All orders, the newest first."""
    rows: list[Node] = []
    for order in reversed(state.orders):
        rows += [_order_row(order, view.now), p.inset_divider()]
    if not rows:
        rows = [w.empty("receipt_long", "No orders yet", "What you order stays here.")]
    return Screen(w.page(rows), top=p.bar("Your orders"), title="Your orders")


def _order_row(order: Order, now: datetime) -> Node:
    dishes = ", ".join(f"{ordered.quantity} × {ordered.item}" for ordered in order.lines)
    about = words(
        w.text(order.number, "16,24,Bold,0.1", id="number"),
        w.text(dishes, "bodyM", "on_surface", lines=2, id="dishes"),
        w.text(f"{time_or_date(order.placed, now)}  ·  {order.shop}", "bodyM", "on_surface_variant", lines=1),
        gap=1,
    )
    return node(
        "row",
        p.picture(order.lines[0].item if order.lines else "", 64),
        about,
        node("column", w.text(order.total, "16,24,Bold,0", id="total"), align="end"),
        on=go("order", number=order.number), id="row_order", cls=w.GROUP, width="fill", pad=(16, 14), gap=14,
    )  # fmt: skip


@app.screen("order")
def order_page(state: State, view: View, number: str = "") -> Screen:
    """One order, to look at, share or repeat."""
    order = find(state.orders, number=number)
    if order is None:
        return p.no_order()
    bottom = p.foot(
        p.second("Share", share(share_text(order)), rid="share_order"),
        p.block("Order again", ev("again", number=order.number), rid="order_again"),
    )
    top = p.bar(f"Order {order.number}", support=time_or_date(order.placed, view.now))
    body = w.page(_status(order, view.now), w.space(4), p.receipt(order))
    return Screen(body, top=top, bottom=bottom, title="Order")


def _status(order: Order, now: datetime) -> Node:
    today = order.placed[:10] == f"{now:%Y-%m-%d}"
    if not today:
        status, more = "Collected", "Enjoyed, we hope"
    elif order.time == AS_SOON_AS_POSSIBLE:
        status, more = "On the griddle", "We call your name"
    else:
        status, more = f"Planned for {order.time}", "Made just before"
    return line(
        w.icon("outdoor_grill" if today else "check_circle", 24, p.INK),
        w.text(status, "titleM", p.INK, grow=1),
        w.text(more, "bodyM", p.INK),
        bg=p.GOLD, pad=(16, 12), gap=12, id="row_status", cls=w.GROUP,
    )  # fmt: skip


@app.on("again")
def again(state: State, number: str) -> Handled:
    """Put everything of an order on the tray once more."""
    order, tray = find(state.orders, number=number), state.tray
    for ordered in order.lines if order is not None else ():
        tray = with_line(tray, ordered, most=MOST)
    return replace(state, tray=tray), Replace(route("menu"), root=True), Go(route("tray"))


def share_text(order: Order) -> str:
    """What "Share" hands over: number, lines, and where and when, each on a line of its own."""
    lines = [
        f"{ordered.quantity} × {ordered.item}: {'; '.join(choices_of(ordered)).replace('  ·  ', ', ')}"
        for ordered in order.lines
    ]
    where = f"{order.how} at {shop_of(order.shop).address}"
    return "\n".join([f"My Griddle Nine order {order.number}", *lines, f"Ready: {order.time}", where])
