"""Griddle Nine's orders: all of them, one to look at, share or repeat, and the stamps that they are worth."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import FULL_CARD, MOST, TIMES, VOUCHERS, shop_of
from adapters.phone.apps.griddle.model import Order, State, choices_of, find, stamps
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import Handled, go, share
from adapters.phone.framework.baskets import with_line
from adapters.phone.framework.dates import time_or_date
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Replace, Screen, View, route
from adapters.phone.ui.node import Node, ev, node


@app.screen("orders")
def orders(state: State, view: View) -> Screen:
    """All orders, the newest first, under the stamp card."""
    rows: list[Node] = []
    for order in reversed(state.orders):
        rows += [_order_row(order, view.now), p.inset_divider()]
    if not rows:
        rows = [w.empty("receipt_long", "No orders yet", "The first stamp is waiting.")]
    count = stamps(state)
    missing = f"{count} of {FULL_CARD}, {FULL_CARD - count} to go"
    card = w.row(
        "Stamp card", missing if count < FULL_CARD else "Full: your next side is free",
        on=go("stamps"), rid="row_stamps", style="titleM", height=76, bg="container",
        leading=w.disc("outdoor_grill", 44, p.GOLD, p.INK).styled(radius=p.CORNER), trailing=w.icon("chevron_right"),
    )  # fmt: skip
    return Screen(w.page(card, w.space(4), rows), top=p.bar("Your orders"), title="Your orders")


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
    order = find(state, number)
    if order is None:
        gone = w.page(w.empty("receipt_long", "No such order", "It may belong to another account."))
        return Screen(gone, top=p.bar("Order"), title="Order")
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
    elif order.time == TIMES[0]:
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
    order, tray = find(state, number), state.tray
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


@app.screen("stamps", activity=".StampCardActivity")
def stamp_card(state: State) -> Screen:
    """Nine stamps, the vouchers, and what they are good for."""
    count = stamps(state)
    cells = [_stamp(index < count, index == FULL_CARD - 1) for index in range(FULL_CARD)]
    card = column(
        p.caps("NINE STAMPS, ONE FREE SIDE", 22, p.GOLD, lines=1),
        w.text(f"{count} of {FULL_CARD} stamps", "bodyM", p.CHALK, id="stamps"),
        w.space(10),
        node("grid", cells, columns=3, gap=10, width="fill"),
        bg=p.INK, radius=p.CORNER, pad=16, id="stamp_card", cls=w.GROUP,
    )  # fmt: skip
    codes = [
        w.row(voucher.code, voucher.about, leading=w.icon("confirmation_number"), rid="row_voucher", style="titleM")
        for voucher in VOUCHERS
    ]
    rules = (
        "Every order is a stamp, whatever it costs. With nine on the card your next side is on us; "
        "then a new card begins."
    )
    body = w.page(
        column(card, pad=16),
        p.section("Vouchers", "Type the code at the till", top=8),
        codes,
        p.section("How it works"),
        w.text(rules, "bodyM", "on_surface_variant", pad=(16, 0, 16, 0)),
    )
    return Screen(body, top=p.bar("Stamp card"), title="Stamp card")


def _stamp(full: bool, last: bool) -> Node:
    ink, ground = (p.INK, p.GOLD) if full else ("#6B675C", "#2B2A26")
    glyph = "redeem" if last and not full else "outdoor_grill"
    sign = w.icon(glyph, 36, ink, place=("center", "center"))
    return node("stack", sign, width="fill", height=76, bg=ground, radius=p.CORNER)
