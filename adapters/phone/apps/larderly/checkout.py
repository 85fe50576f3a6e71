"""Larderly's checkout: the form, a last look, the thanks."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.phone.apps.larderly import model
from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.app import app
from adapters.phone.apps.larderly.model import FIRST_NUMBER, Line, Order, State, Till
from adapters.phone.apps.larderly.terms import BAGS, CREDIT, DELIVERY, HANDOVERS, PAYMENT_GLYPHS, POINTS, TIPS
from adapters.phone.components.choices import Entry, chip_choice, radio_choice
from adapters.phone.components.shop_rows import thanks
from adapters.phone.framework.actions import Handled, go, switch_to
from adapters.phone.framework.baskets import count_text
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.prices import labels, money
from adapters.phone.framework.state_paths import bind, find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Notice, Notify, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev


@app.screen("checkout")
def checkout(state: State, view: View) -> Screen:
    """The form: when and where, bags, at the door, tip, payment."""
    if not state.basket:
        return p.page("Checkout", w.page(w.empty("shopping_basket", "Nothing to order", "Your basket is empty.")))
    parts = model.bill(state, view.now)
    home = state.till.way == DELIVERY
    bags, payment = bind(state, "till.bags"), bind(state, "till.payment")
    bag_rows = radio_choice(bags, p.entries(BAGS), rid="bags_option", group="bags_group", inset=16, tall=60)
    payments = radio_choice(payment, _payments(state), rid="payment_option", group="payment_group", inset=16, tall=60)
    body = w.form(
        _when_and_where(state, view),
        _chips(state, "handover", "At the door", HANDOVERS) if home else None,
        p.card(p.small("Bags"), bag_rows),
        _chips(state, "tip", "Tip for the driver", labels(TIPS)) if home else None,
        p.card(p.small("Payment"), payments),
        p.card(p.bill(parts)),
    )
    review_order = p.block(f"Review order   {money(parts['Total'])}", ev("review"), rid="review_order")
    return p.page("Checkout", body, bottom=p.foot(review_order), support=count_text(state.basket))


def _when_and_where(state: State, view: View) -> Node:
    till, window = state.till, model.settled(state, view.now)
    label, glyph = ("To", "home") if till.way == DELIVERY else ("Collect at", "storefront")
    when = f"{window.day}, {window.hours}"
    return p.card(
        p.fact("When", when, "schedule", rid="row_window", on=go("slot"), support=till.way),
        w.divider(64),
        p.fact(label, model.receiver(till), glyph, rid="row_place", on=go("slot"), support=_place(state, till)),
    )


def _chips(state: State, name: str, title: str, options: Sequence[str]) -> Node:
    value = bind(state, f"till.{name}")
    chips = chip_choice(value, options, rid=f"{name}_option", group=f"{name}_group", inset=16)
    return p.card(p.small(title), chips, w.space(6))


def _payments(state: State) -> list[Entry]:
    hints = ("Expires 08/28", f"You have {money(state.credit)}", "Card or cash")
    return [Entry(name, hint, icon=glyph) for (name, glyph), hint in zip(PAYMENT_GLYPHS.items(), hints, strict=True)]


def _place(state: State, till: Till) -> str:
    """Where an address or a collection point is."""
    if till.way == DELIVERY:
        return model.address_of(state, till.address).place
    return next((point.about for point in POINTS if point.label == till.point), "")


def facts(state: State, order: Order | Till, when: str) -> list[Node | None]:
    """What was chosen, each in a row."""
    till = order if isinstance(order, Till) else Till(order.way, order.place, order.place)
    home = till.way == DELIVERY
    label, glyph = ("Deliver to", "home") if home else ("Collect at", "storefront")
    return [
        p.fact("When", when, "schedule", rid="row_window", support=order.way),
        p.fact(label, model.receiver(till), glyph, rid="row_place", support=_place(state, till)),
        p.fact("Bags", order.bags, "shopping_bag", rid="row_bags"),
        p.fact("At the door", order.handover, "door_front", rid="row_handover") if home else None,
        p.fact("Tip", order.tip, "volunteer_activism", rid="row_tip") if home else None,
        p.fact("Payment", order.payment, "credit_card", rid="row_payment"),
    ]


def _lacks_credit(state: State, total: int) -> bool:
    return state.till.payment == CREDIT and total > state.credit


@app.on("review")
def to_review(state: State, view: View) -> Handled:
    """Look at everything once more; an order needs enough credit and an address."""
    if _lacks_credit(state, model.bill(state, view.now)["Total"]):
        return Toast("Your credit is not enough")
    if state.till.way == DELIVERY and not model.address_of(state, state.till.address).street:
        return Toast("Choose a delivery address")
    return Go(route("review"))


@app.screen("review")
def review(state: State, view: View) -> Screen:
    """A last look; the order is placed here and nowhere else."""
    window, parts = model.settled(state, view.now), model.bill(state, view.now)
    terms = "You can cancel it until picking begins. Loose goods are weighed, the bill follows the scales."
    body = w.page(
        p.card(facts(state, state.till, f"{window.day}, {window.hours}")),
        p.lines_card(state.basket),
        p.card(p.bill(parts)),
        p.note(terms, pad=(20, 6, 20, 0)),
    )
    label = f"Place order   {money(parts['Total'])}"
    place_order = p.block(label, ev("place"), rid="place_order", enabled=bool(state.basket))
    return p.page("Review your order", body, bottom=p.foot(place_order))


@app.on("place")
def place(state: State, view: View) -> Handled:
    """Place the order; credit is taken at once, and a notification follows."""
    if not state.basket or model.missing(state):
        return Toast("There is nothing to order")
    total = model.bill(state, view.now)["Total"]
    if _lacks_credit(state, total):
        return Toast("Your credit is not enough")
    order = _order(state, view, money(total))
    mine = state.preferences
    after = replace(
        state, orders=(*state.orders, order), basket=(), draft=Line(""),
        till=Till(address=state.till.address, bags=mine.bags, handover=mine.handover),
        credit=state.credit - (total if order.payment == CREDIT else 0),
    )  # fmt: skip
    return after, Replace(route("home"), root=True), Go(route("placed", number=order.number)), Notify(_notice(order))


def _order(state: State, view: View, total: str) -> Order:
    """The order that the form stands for."""
    till, window = state.till, model.settled(state, view.now)
    number = FIRST_NUMBER + len(state.orders)
    return Order(
        str(number), f"LD-{number}", state.basket, till.way, model.receiver(till), window.day, window.hours, till.bags,
        till.handover if till.way == DELIVERY else "", till.payment, till.tip, total,
        view.now.strftime(TIME_FORMAT), window.cents,
    )  # fmt: skip


def _notice(order: Order) -> Notice:
    """The notification that follows an order; a tap opens it."""
    text = f"{order.day}, {order.hours}, {order.place}"
    return Notice(order.number, f"Order {order.number} is in", text, route("order", number=order.number))


def receipt(state: State, order: Order) -> list[Node]:
    """Facts, lines and bill of an order that was placed."""
    till = Till(order.way, bags=order.bags, tip=order.tip)
    return [
        p.card(facts(state, order, f"{order.day}, {order.hours}")),
        p.lines_card(order.lines),
        p.card(p.bill(model.sums(order.lines, till, order.slot_cents))),
    ]


@app.screen("placed")
def placed(state: State, number: str = "") -> Screen:
    """The thanks for a new order."""
    order = find(state.orders, number=number)
    if order is None:
        return no_such_order()
    banner = thanks(
        "check",
        w.text("See you soon, Robin!", "headlineS/Bold", text_align="center"),
        w.text(f"Order {order.number}", "titleM", "primary", id="order_number"),
        p.text(f"{order.day}, {order.hours}  ·  {order.total}", id="when"),
        size=72,
        room=8,
    )
    bottom = p.foot(
        p.block("View order", go("order", number=order.number), rid="view_order", variant="tonal"),
        p.block("Keep shopping", switch_to("home"), rid="done"),
    )
    return p.page("Order placed", w.page(p.card(banner), receipt(state, order)), bottom=bottom)


def no_such_order() -> Screen:
    """For the number of an order that does not exist."""
    return p.page("Order", w.page(w.empty("receipt_long", "No such order", "It may belong to another account.")))
