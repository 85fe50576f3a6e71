"""Bunwright's orders: the confirmation of a new one, all of them, and one to look at, share or repeat."""

from dataclasses import replace

from adapters.phone.apps.bunwright.app import app
from adapters.phone.apps.bunwright.catalogue import branch, named
from adapters.phone.apps.bunwright.model import Order, State, choices_of, extras_of, find
from adapters.phone.apps.bunwright.parts import basket_action, line_row, main_pages
from adapters.phone.components.boxes import column
from adapters.phone.components.shop_rows import sum_row
from adapters.phone.framework.actions import Handled, go, share, switch_to
from adapters.phone.framework.baskets import count_text
from adapters.phone.framework.dates import time_or_date
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Screen, View, route
from adapters.phone.ui.node import Node, ev, node


@app.screen("placed")
def placed(state: State, number: str = "") -> Screen:
    """The confirmation of a new order."""
    order = find(state, number)
    banner = column(
        w.disc("check", 72, "primary", "on_primary"),
        w.space(14),
        w.text("Thank you!", "headlineS/Bold", text_align="center"),
        w.text(f"Order {order.number}", "titleM", "primary", id="order_number", text_align="center", pad=(0, 4, 0, 0)),
        w.text(
            "Show this number at the counter.", "bodyM", "on_surface_variant", text_align="center", pad=(0, 4, 0, 0)
        ),
        align="center",
        pad=(20, 16, 20, 20),
    )
    look = go("order", number=order.number)
    bottom = w.sticky(
        c.button("View order", look, rid="view_order", variant="outlined", width="wrap", grow=1),
        c.button("Back to menu", switch_to("menu"), rid="done", width="wrap", grow=1),
    )
    body = w.page(banner, _facts(order), w.space(10), _receipt(order))
    return Screen(body, top=w.app_bar("Order placed"), bottom=bottom, title="Order placed")


@app.screen("orders")
def orders(state: State, view: View) -> Screen:
    """All orders, the newest first."""
    rows = [
        w.row(
            order.number, ", ".join(f"{line.quantity} × {line.item}" for line in order.lines),
            f"{time_or_date(order.placed, view.now)}  ·  {order.branch}",
            on=go("order", number=order.number), rid="row_order",
            leading=_thumb(order), trailing=w.text(order.total, "titleM"), style="titleM", inset=20,
        )
        for order in reversed(state.orders)
    ]  # fmt: skip
    body = w.page(rows or w.empty("receipt_long", "No orders yet", "Your orders show up here."))
    top = w.app_bar("Orders", basket_action(state), up=False, style="22,28,Bold,0")
    return Screen(body, top=top, bottom=main_pages("Orders"), title="Orders")


def _thumb(order: Order) -> Node:
    item = named(order.lines[0].item) if order.lines else None
    return node("image", art=item.art, width=56, height=56, radius=16) if item else w.disc("lunch_dining", 56)


@app.screen("order")
def order_page(state: State, view: View, number: str = "") -> Screen:
    """One order, to look at, share or repeat."""
    order = find(state, number)
    preparing = order.placed[:10] == view.now.strftime("%Y-%m-%d")
    glyph, status, about = (
        ("outdoor_grill", "Preparing", "We call your number")
        if preparing
        else ("check", "Picked up", "Hope you liked it")
    )
    band = w.row(status, about, rid="row_status", inset=20, leading=w.disc(glyph, 40), style="titleM")
    pass_on = c.button(
        "Share",
        share(share_text(order)),
        rid="share_order",
        variant="outlined",
        icon_name="share",
        width="wrap",
        grow=1,
    )
    again = c.button("Order again", ev("again", number=order.number), rid="order_again", width="wrap", grow=1)
    body = w.page(band, _facts(order), w.space(10), _receipt(order))
    top = w.app_bar(f"Order {order.number}", support=time_or_date(order.placed, view.now))
    return Screen(body, top=top, bottom=w.sticky(pass_on, again), title="Order")


@app.on("again")
def again(state: State, number: str) -> Handled:
    """Put everything of an order into the basket once more."""
    return replace(state, basket=state.basket + find(state, number).lines), Go(route("basket"))


def _facts(order: Order) -> list[Node]:
    """Branch and time, a row each with its value."""
    shop = branch(order.branch)
    return [
        w.row(
            "Pickup branch", order.branch, shop.address, leading=w.icon("storefront"), rid="row_branch", inset=20,
            on=go("branch", branch=order.branch), trailing=w.icon("chevron_right"),
        ),
        w.row("Pickup time", order.time, leading=w.icon("schedule"), rid="row_time", inset=20),
    ]  # fmt: skip


def _receipt(order: Order) -> list[Node]:
    return [
        w.head("Your order", count_text(order.lines)),
        *map(line_row, order.lines),
        w.space(6),
        w.divider(),
        w.space(8),
        sum_row("Total", order.total, strong=True),
    ]


def share_text(order: Order) -> str:
    """What "Share" hands over: number, lines, time, and the address on a line of its own."""
    lines = [
        f"{line.quantity} × {line.item}, {choices_of(line).replace('  ·  ', ', ')}, {extras_of(line)}"
        for line in order.lines
    ]
    pickup = f"Pickup at {branch(order.branch).address}"
    return "\n".join([f"My Bunwright order {order.number}", *lines, f"Ready: {order.time}", pickup])
