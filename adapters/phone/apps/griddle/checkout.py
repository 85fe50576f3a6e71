"""Griddle Nine's checkout: the form, the review before anything is ordered, the thanks."""

from dataclasses import replace

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import AS_SOON_AS_POSSIBLE, PAYMENTS, TIMES, WAYS, shop_of
from adapters.phone.apps.griddle.model import FIRST_NUMBER, OWNER, Checkout, Line, Order, State, total
from adapters.phone.components.boxes import column
from adapters.phone.components.choices import Entry, card_choice, chip_choice, radio_choice
from adapters.phone.components.settings_rows import switch_row
from adapters.phone.framework.actions import Handled, go, switch_to
from adapters.phone.framework.baskets import count_text
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Notice, Notify, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import ev

WAY_HINTS = ("We call your name", "Take any free seat")


@app.screen("details", activity=".CheckoutActivity")
def details(state: State) -> Screen:
    """The form: how, where, when, paid how."""
    shop = shop_of(state.shop)
    ways = [Entry(way, hint) for way, hint in zip(WAYS, WAY_HINTS, strict=True)]
    how, time, payment = bind(state, "checkout.how"), bind(state, "checkout.time"), bind(state, "checkout.payment")
    body = w.form(
        p.section("How"),
        card_choice(how, ways, rid="how_option", group="how_group", radius=p.CORNER, pad=(16, 0, 16, 6)),
        p.fact("Restaurant", f"{shop.name}, {shop.address}", "storefront", on=go("shops"), rid="row_shop"),
        p.section("When", f"Now about {shop.wait}", top=12),
        chip_choice(time, TIMES, rid="chip_time", group="time_group", inset=16, radius=p.CORNER),
        p.section("Payment"),
        radio_choice(payment, PAYMENTS, rid="payment_option", group="payment_group", inset=16, height=48),
        p.section("Extras"),
        switch_row(
            "Cutlery and napkins", "Only if you need them", bind(state, "checkout.cutlery"),
            rid="row_cutlery", icon_name="flatware",
        ),
    )  # fmt: skip
    label = f"Review order   {total(state.tray)}"
    bottom = p.foot(p.block(label, go("review"), rid="review_order", enabled=bool(state.tray)))
    return Screen(body, top=p.bar("Details", support=count_text(state.tray)), bottom=bottom, title="Details")


@app.screen("review")
def review(state: State) -> Screen:
    """Everything once more, before the order is confirmed."""
    order = _order(state)
    note = w.text("Nothing is ordered until you confirm.", "bodyM", "on_surface_variant", pad=(16, 14, 16, 6))
    change = p.second("Change", w.UP, rid="change", grow=0)
    confirm = p.block(f"Confirm order   {order.total}", ev("confirm"), rid="confirm_order", enabled=bool(state.tray))
    body = w.page(note, p.receipt(order))
    return Screen(body, top=p.bar("Review"), bottom=p.foot(change, confirm), title="Review")


def _order(state: State, number: str = "", placed: str = "") -> Order:
    """The order that the form stands for."""
    filled = state.checkout
    return Order(
        number, f"G9-{number}", state.tray, state.shop, filled.how, filled.time, OWNER, filled.payment,
        filled.cutlery, total(state.tray), placed,
    )  # fmt: skip


@app.on("confirm")
def confirm(state: State, view: View) -> Handled:
    """Confirm the order; a notification follows."""
    if not state.tray:
        return Toast("There is nothing to order")
    order = _order(state, str(FIRST_NUMBER + len(state.orders)), view.now.strftime(TIME_FORMAT))
    after = replace(state, orders=(*state.orders, order), tray=(), checkout=Checkout(), draft=Line(""))
    return after, Replace(route("menu"), root=True), Go(route("placed", number=order.number)), Notify(_notice(order))


def _notice(order: Order) -> Notice:
    """The notification that follows an order; a tap opens it."""
    plan = "on the griddle" if order.time == AS_SOON_AS_POSSIBLE else f"planned for {order.time}"
    title = f"Order {order.number} is {plan}"
    text = f"{order.how} at {order.shop}, {order.total}"
    return Notice(order.number, title, text, route("order", number=order.number))


@app.screen("placed", activity=".ConfirmedActivity")
def placed(state: State, number: str = "") -> Screen:
    """The thanks for a new order, with its number in large type."""
    order = find(state.orders, number=number)
    if order is None:
        return p.no_order()
    card = column(
        w.text("YOUR NUMBER", "labelM", p.ASH),
        p.caps(order.number, 56, p.GOLD, lines=1),
        w.text(f"We call “{order.name}” at {order.shop}", "bodyM", p.CHALK, text_align="center", lines=2),
        bg=p.INK, pad=(16, 8, 16, 24), align="center", gap=2, id="number_card", cls=w.GROUP,
    )  # fmt: skip
    bottom = p.foot(
        p.second("View order", go("order", number=order.number), rid="view_order"),
        p.block("Done", switch_to("menu"), rid="done"),
    )
    body = w.page(card, w.space(6), p.receipt(order))
    return Screen(body, top=p.bar("Order confirmed"), bottom=bottom, title="Order confirmed")
