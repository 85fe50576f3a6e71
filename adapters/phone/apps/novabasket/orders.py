"""Novabasket's orders: all of them, one of them, cancelling it, reviewing what it brought."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.basket import with_held
from adapters.phone.apps.novabasket.catalogue import ITEMS
from adapters.phone.apps.novabasket.checkout import no_such_order, receipt
from adapters.phone.apps.novabasket.model import Order, Review, State, find
from adapters.phone.apps.novabasket.terms import REASONS, STARS
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import RADIO_GROUP, chip_strip, radio_choice
from adapters.phone.components.shop_rows import order_progress
from adapters.phone.framework.actions import Handled, assign, focus, go, replace_with, then, toast
from adapters.phone.framework.baskets import count_text
from adapters.phone.framework.dates import time_or_date
from adapters.phone.framework.state_paths import bind, with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Replace, Screen, Toast, View, Withdraw, route
from adapters.phone.ui.node import Node, ev, node

STEPS = (("To ship", "inventory_2"), ("On the way", "local_shipping"), ("Received", "check_circle"))
STATUSES = (*STEPS, ("Cancelled", "cancel"))
"""What can become of an order, with the icon of each."""
ALL = "All"
TEXT_LENGTH = 200
WORDS = ("Bad", "Poor", "Fair", "Good", "Very good")
"""What one to five stars mean."""


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
    """One order: where it is, what is in it, and what can still be done."""
    order = find(state, number)
    if order is None:
        return no_such_order()
    bottom = p.foot(_next_step(order), p.block("Buy again", ev("again", number=number), rid="buy_again"))
    body = w.page(w.space(4), p.card(_progress(order)), receipt(state, order))
    placed = time_or_date(order.placed, view.now)
    return p.page(f"Order {number}", body, bottom=bottom, support=placed, name="Order")


def _next_step(order: Order) -> Node | None:
    if order.status == "To ship":
        ask = then(assign("ui.reason", REASONS[0]), go("cancel", number=order.number))
        return p.block("Cancel order", ask, rid="cancel_order", variant="outlined")
    if order.status == "On the way":
        arrived = assign(f"orders[number={order.number}].status", "Received")
        thanked = then(arrived, toast("Thank you for telling us"))
        return p.block("It has arrived", thanked, rid="received", variant="outlined")
    return None


def _progress(order: Order) -> Node:
    if order.status == "Cancelled":
        return p.fact("Status", "Cancelled", "cancel", rid="row_status", support=order.reason)
    return order_progress(STEPS, [status for status, _ in STEPS].index(order.status), bar=3)


@app.on("again")
def again(state: State, number: str) -> Handled:
    """Put everything of an order into the basket once more, ticked."""
    order, basket = find(state, number), state.basket
    for ordered in reversed(order.lines) if order is not None else ():
        basket = with_held(basket, ordered)
    return replace(state, basket=basket), Replace(route("cart"), root=True)


@app.sheet("cancel", over="order", distractor="the way back from an order that was placed")
def cancel(state: State, number: str = "") -> Node:
    """Why, before an order is cancelled."""
    reasons = radio_choice(
        bind(state, "ui.reason"), REASONS, rid="reason_option", group="reason_group", inset=16, height=48
    )
    keep = p.block("Keep it", w.UP, rid="keep", variant="outlined")
    confirm = p.block(f"Cancel {number}", ev("cancel", number=number), rid="confirm_cancel")
    return p.sheet("Why do you cancel?", reasons, bottom=p.foot(keep, confirm))


@app.on("cancel")
def cancel_order(state: State, number: str) -> Handled:
    """Cancel an order that is not on its way yet."""
    order = find(state, number)
    if order is None or order.status != "To ship":
        return Back(), Toast("It is too late to cancel")
    orders = with_item(state.orders, lambda known: known.number == number, status="Cancelled", reason=state.ui.reason)
    return replace(state, orders=orders), Back(), Toast("Order cancelled"), Withdraw(number)


@app.screen("rate", distractor="stars for what has arrived, not for what is bought")
def rate(state: State, item: str = ITEMS[0].name) -> Screen:
    """The form of a review: stars and words."""
    stars = min(5, max(1, state.ui.stars))
    product = line(p.picture(item, 64), w.text(item, "15,20,Medium,0.1", lines=2, grow=1), pad=(14, 6), gap=12)
    row = node("row", [_star(int(star), state.ui.stars) for star in STARS], id="star_group", cls=RADIO_GROUP)
    box = c.field(
        state.ui.text, "What should others know?", "text", change=ev("type_review"), submit=focus(None),
        radius=p.CORNER,
    )  # fmt: skip
    body = w.form(
        w.space(4),
        p.card(product),
        p.card(column(row, w.text(WORDS[stars - 1], "titleM"), align="center", gap=2)),
        p.card(column(box, pad=(12, 6))),
        p.note("Your name is shown as “Robin V.”", pad=(16, 6, 16, 0)),
    )
    return p.page(
        "Write review", body, bottom=p.foot(p.block("Publish review", ev("publish", item=item), rid="publish"))
    )


def _star(star: int, given: int) -> Node:
    glyph = w.icon("star" if star <= given else "star_border", 36, "star", place=("center", "center"))
    return node(
        "stack", glyph,
        on=assign("ui.stars", star), id="star", cls="android.widget.RadioButton",
        desc="1 star" if star == 1 else f"{star} stars", checked=star == given, width=52, height=52,
    )  # fmt: skip


@app.on("type_review")
def type_review(state: State, text: str = "") -> State:
    """Write a review, which has an end."""
    return replace(state, ui=replace(state.ui, text=text[:TEXT_LENGTH]))


@app.on("publish")
def publish(state: State, item: str) -> Handled:
    """Publish a review; a second one of a product takes the place of the first."""
    others = tuple(review for review in state.reviews if review.item != item)
    review = Review(item, state.ui.stars, state.ui.text.strip())
    return replace(state, reviews=(*others, review)), Focus(None), Back(), Toast("Your review is published")
