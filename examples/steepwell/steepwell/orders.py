"""Ordering: a form whose rows open sheets and a dialog, a review, the thanks, and the orders."""

from __future__ import annotations

from dataclasses import asdict, replace

from adapters.phone.components.choices import Entry, choice_dialog, choice_sheet
from adapters.phone.components.dialogs import confirmation
from adapters.phone.components.shop_rows import sum_row
from adapters.phone.framework.actions import Handled, assign, back, go, switch_to, then, toast
from adapters.phone.framework.dates import TIME_FORMAT, time_or_date
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, find, with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Overlay, Replace, Screen, View, route
from adapters.phone.ui.node import Node, ev
from steepwell.app import ADDRESSES, PAYMENTS, TIMES, Checkout, Line, Order, State, app, total
from steepwell.shop import main_pages

FIRST_NUMBER = 2041


def facts(filled: Checkout, *, editable: bool = False) -> list[Node]:
    """Return where an order goes, when, and how it is paid; rows of the form lead to where that is chosen."""
    rows = (
        ("Deliver to", f"{filled.address}, {ADDRESSES[filled.address]}", "place", "address"),
        ("When", filled.time, "schedule", "time"),
        ("Payment", filled.payment, "payments", "payment"),
    )
    return [
        w.row(label, value, on=go(name) if editable else None, rid=f"row_{name}", leading=w.icon(glyph))
        for label, value, glyph, name in rows
    ]


def receipt(lines: tuple[Line, ...]) -> list[Node]:
    """Return the lines of an order with their sum."""
    rows = [sum_row(f"{item.quantity} × {item.tea}, {item.size}", money(item.cents)) for item in lines]
    return [w.head("Teas"), *rows, sum_row("Total", total(lines), strong=True)]


@app.screen("checkout")
def form(state: State) -> Screen:
    """The form."""
    gift = bind(state, "checkout.gift")
    wrap = c.switch_row("Gift wrap", "Paper and a card", gift.toggled, gift.value, rid="row_gift", icon_name="redeem")
    body = w.form(facts(state.checkout, editable=True), wrap, receipt(state.basket))
    review = c.button("Review order", go("review"), rid="review_order", height=52)
    return Screen(body, top=w.app_bar("Checkout"), bottom=w.sticky(review), title="Checkout")


@app.sheet("address", over="checkout", title="Deliver to")
def choose_address(state: State) -> Node:
    """The addresses."""
    addresses = [Entry(name, street) for name, street in ADDRESSES.items()]
    return choice_sheet("Deliver to", bind(state, "checkout.address"), addresses, rid="address_option")


@app.sheet("time", over="checkout", title="When")
def choose_time(state: State) -> Node:
    """The times of delivery."""
    return choice_sheet("When", bind(state, "checkout.time"), TIMES, rid="time_option")


@app.dialog("payment", over="checkout", title="Payment")
def choose_payment(state: State) -> Overlay:
    """The ways to pay."""
    return choice_dialog("Payment", bind(state, "checkout.payment"), PAYMENTS)


@app.screen("review")
def review(state: State) -> Screen:
    """A last look: the order is placed here and nowhere else."""
    gift = w.row("Gift wrap", "Yes" if state.checkout.gift else "No", leading=w.icon("redeem"), rid="row_gift")
    body = w.page(facts(state.checkout), gift, receipt(state.basket))
    place = c.button("Place order", ev("place_order"), rid="place_order", height=52, enabled=bool(state.basket))
    return Screen(body, top=w.app_bar("Review"), bottom=w.sticky(place), title="Review")


@app.on("place_order")
def place_order(state: State, view: View) -> Handled:
    """Place the order."""
    number = str(FIRST_NUMBER + len(state.orders))
    order = Order(**asdict(state.checkout), number=number, lines=state.basket, placed=view.now.strftime(TIME_FORMAT))
    after = replace(state, orders=(*state.orders, order), basket=(), checkout=Checkout())
    return after, Replace(route("shelf"), root=True), Go(route("placed", number=number))


@app.screen("placed")
def placed(number: str = "") -> Screen:
    """The thanks."""
    thanks = w.empty("check_circle", "Thank you", f"Order {number} is on its way to our scales.")
    buttons = (
        c.button("View order", go("order", number=number), rid="view_order", variant="outlined"),
        c.button("Done", switch_to("shelf"), rid="done"),
    )
    return Screen(w.page(thanks), top=w.app_bar("Order placed"), bottom=w.sticky(*buttons), title="Order placed")


def _status(order: Order) -> str:
    return "Cancelled" if order.cancelled else f"Coming: {order.time}"


@app.screen("orders")
def orders(state: State, view: View) -> Screen:
    """All orders, the newest first."""
    rows = [_order_row(order, view) for order in reversed(state.orders)]
    empty = w.empty("receipt", "No orders yet", "What you order is listed here.")
    return Screen(w.page(rows or empty), top=w.app_bar("Orders", up=False), bottom=main_pages("Orders"), title="Orders")


def _order_row(order: Order, view: View) -> Node:
    when = f"{time_or_date(order.placed, view.now)}  ·  {total(order.lines)}"
    truck, on = w.disc("local_shipping"), go("order", number=order.number)
    return w.row(f"Order {order.number}", when, _status(order), on=on, rid="row_order", leading=truck)


@app.screen("order")
def order_page(state: State, number: str = "") -> Screen:
    """An order, which can be taken back."""
    order = find(state.orders, number=number)
    if order is None:
        gone = w.empty("receipt", "No such order", "Your orders are listed under Orders.")
        return Screen(w.page(gone), top=w.app_bar("Order"), title="Order")
    status = w.row("Status", _status(order), leading=w.icon("info"))
    cancel = c.button("Cancel order", go("cancel", number=number), rid="cancel_order", variant="outlined")
    bottom = None if order.cancelled else w.sticky(cancel)
    body = w.page(status, facts(order), receipt(order.lines))
    return Screen(body, top=w.app_bar(f"Order {number}"), bottom=bottom, title=f"Order {number}")


@app.dialog("cancel", over="order", title="Cancel this order?")
def cancel(state: State, number: str = "") -> Node:
    """The question before an order is taken back."""
    cancelled = with_item(state.orders, lambda order: order.number == number, cancelled=True)
    yes = then(assign("orders", cancelled), back(), toast(f"Order {number} was cancelled"))
    return confirmation("Cancel this order?", "It has not left the shop yet.", "Cancel order", yes)
