"""Larderly's orders: all of them, one with what its picker offers, cancelling it."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.app import app
from adapters.phone.apps.larderly.catalogue import BY_NAME, MOST
from adapters.phone.apps.larderly.checkout import no_such_order, receipt
from adapters.phone.apps.larderly.model import Line, Order, State, Swap, cents, chosen, goods
from adapters.phone.apps.larderly.terms import CANCEL_REASONS, CREDIT
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import radio_choice
from adapters.phone.components.shop_rows import order_progress
from adapters.phone.framework.actions import Handled, assign, go, replace_with, share, then
from adapters.phone.framework.baskets import count_text, with_line
from adapters.phone.framework.dates import time_or_date
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, find, with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Go, Screen, Toast, View, Withdraw, route
from adapters.phone.ui.node import Node, ev, node

STEPS = (("Confirmed", "receipt_long"), ("Being picked", "shopping_basket"), ("Delivered", "home"))
COMING = ("Confirmed", "Being picked")
"""What an order is while it is on its way."""
TABS = COMING_TAB, PAST_TAB = ("Coming", "Past")


@app.screen("orders")
def orders(state: State, view: View, tab: str = COMING_TAB) -> Screen:
    """The orders that come, or those that came, the newest first."""
    coming = tab == COMING_TAB
    shown = [order for order in reversed(state.orders) if (order.status in COMING) == coming]
    rows = [_order_card(order, view.now) for order in shown]
    if not rows:
        rows = [w.empty("receipt_long", "Nothing on its way", "Your next order shows up here.")]
    keys = _bought_lately(state)
    lately = [p.section("Bought lately"), p.strip(state, keys, "bought")] if coming and keys else None
    page = p.page("Orders", w.page(w.space(4), rows, lately))
    tabs = w.tabs(TABS, tab, lambda label: replace_with("orders", tab=label))
    return replace(page, top=column(page.top, tabs, bg=p.PAGE))


def _bought_lately(state: State) -> list[str]:
    """The keys of the last eight things that were delivered and are sold still."""
    delivered = [order for order in reversed(state.orders) if order.status == "Delivered"]
    names = dict.fromkeys(ordered.item for order in delivered for ordered in order.lines)
    return [BY_NAME[name].key for name in names if name in BY_NAME][:8]


def _order_card(order: Order, now: datetime) -> Node:
    pictures = [p.picture(ordered.item, 52, 14) for ordered in order.lines[:5]]
    more = len(order.lines) - len(pictures)
    asks = order.status == "Being picked" and any(not swap.answer for swap in order.swaps)
    grounds = () if order.status in COMING else ("highest", "on_surface_variant")
    head = line(
        w.text(f"{order.day}, {order.hours}", "titleM/Bold", grow=1, lines=1, id="when"),
        p.tag(order.status, *grounds),
        gap=8,
    )
    foot = line(
        p.text(count_text(order.lines), grow=1),
        p.tag("Your picker asks", p.AMBER, p.BROWN) if asks else None,
        w.text(order.total, "titleM/Bold", id="total"),
        gap=10,
    )
    plus = w.text(f"+{more}", "labelL", "on_surface_variant", width=34) if more else None
    card = column(
        head,
        p.note(f"{order.number}  ·  {order.place}  ·  {time_or_date(order.placed, now)}", lines=1, id="number"),
        node("row", pictures, plus, gap=6, align="center", pad=(0, 6, 0, 4)),
        foot,
        on=go("order", number=order.number), id="row_order", cls=w.GROUP, bg=p.CARD, radius=p.ROUND, pad=(16, 12),
        gap=2,
    )  # fmt: skip
    return column(card, pad=p.MARGIN)


@app.screen("order")
def order_page(state: State, view: View, number: str = "") -> Screen:
    """One order: where it is, what is asked, what is in it, and what can still be done."""
    order = find(state.orders, number=number)
    if order is None:
        return no_such_order()
    offers = [_swap(order, swap) for swap in order.swaps] if order.status == "Being picked" else None
    body = w.page(
        p.card(_progress(order)),
        p.card(p.small("Your picker offers"), offers) if offers else None,
        receipt(state, order),
    )
    bottom = p.foot(_next_step(order), p.block("Order again", ev("again", number=number), rid="order_again"))
    hand_over = w.action("share", "Share", share(share_text(order)), rid="share", color="on_surface")
    return p.page(f"Order {number}", body, hand_over, bottom=bottom, support=time_or_date(order.placed, view.now))


def _next_step(order: Order) -> Node | None:
    if order.status != "Confirmed":
        return None
    ask = then(assign("ui.cancel", CANCEL_REASONS[0]), go("cancel", number=order.number))
    return p.block("Cancel order", ask, rid="cancel_order", variant="outlined")


def share_text(order: Order) -> str:
    """What "Share" hands over: number and window, then each line."""
    lines = [f"{ordered.quantity} × {ordered.item}, {chosen(ordered)}" for ordered in order.lines]
    return "\n".join([f"My Larderly order {order.number}, {order.day}, {order.hours}", *lines])


def _progress(order: Order) -> Node:
    if order.status == "Cancelled":
        return p.fact("Status", "Cancelled", "cancel", rid="row_status", support=order.reason)
    return order_progress(STEPS, [status for status, _ in STEPS].index(order.status))


def _swap(order: Order, swap: Swap) -> Node:
    """Two things side by side in one row, and yes or no."""
    new = BY_NAME.get(swap.offer)
    ordered = next((ordered for ordered in order.lines if ordered.item == swap.item), Line(swap.item))
    saved = cents(replace(ordered, quantity=1)) - (new.cents if new else 0)
    pictures = node(
        "row", p.picture(swap.item, 56), w.icon("arrow_forward", 20), p.picture(swap.offer, 56), gap=8, align="center"
    )
    about = words(
        w.text(swap.offer, "15,20,Medium,0.1", lines=2, id="offer"),
        p.note(f"for {swap.item}", lines=2, id="name"),
        w.text(_cheaper(saved), "bodyS", "primary", lines=1),
    )
    return column(
        line(pictures, about, gap=14), _answer(order, swap),
        id="row_swap", cls=w.GROUP, pad=(16, 6), gap=4,
    )  # fmt: skip


def _cheaper(saved: int) -> str:
    if not saved:
        return "Same price"
    return f"{money(saved)} less" if saved > 0 else f"{money(-saved)} more, not charged"


def _answer(order: Order, swap: Swap) -> Node:
    """The answer that was given, or the buttons that give it."""
    if swap.answer:
        glyph = w.icon("check_circle" if swap.answer == "Accepted" else "cancel", 20, "primary")
        label = w.text(swap.answer, "labelL", id="answer")
        return node("row", glyph, label, gap=8, align="center", pad=(0, 8, 0, 4))
    answer = ev("swap", number=order.number, item=swap.item)
    no, yes = answer.plus(answer="Refused"), answer.plus(answer="Accepted")
    return node(
        "row",
        c.button("Refuse", no, rid="refuse", variant="outlined", height=40, grow=1),
        c.button("Accept", yes, rid="accept", height=40, grow=1),
        width="fill",
        gap=10,
        pad=(0, 4, 0, 4),
    )


@app.on("swap")
def swap(state: State, number: str, item: str, answer: str) -> Handled:
    """Answer what the picker offers; one answer is final."""
    order = find(state.orders, number=number)
    if order is None or order.status != "Being picked":
        return None
    swaps = with_item(order.swaps, lambda known: known.item == item and not known.answer, answer=answer)
    orders = with_item(state.orders, lambda known: known.number == number, swaps=swaps)
    offer = next((known.offer for known in swaps if known.item == item), "")
    message = f"You get {offer}" if answer == "Accepted" else f"{item} is left out"
    return replace(state, orders=orders), Toast(message)


@app.on("again")
def again(state: State, number: str) -> Handled:
    """Put everything of an order that is still sold into the basket once more."""
    order, basket = find(state.orders, number=number), state.basket
    for ordered in order.lines if order is not None else ():
        basket = with_line(basket, ordered, most=MOST) if cents(ordered) else basket
    message = Toast(f"In your basket: {money(goods(basket))}")
    return replace(state, basket=basket), Go(route("basket")), message


@app.sheet("cancel", over="order")
def cancel(state: State, number: str = "") -> Node:
    """Why, before an order is cancelled."""
    reasons = radio_choice(
        bind(state, "ui.cancel"), CANCEL_REASONS, rid="reason_option", group="reason_group", inset=24, height=48
    )
    keep = p.block("Keep it", w.UP, rid="keep", variant="outlined")
    confirm = p.block(f"Cancel {number}", ev("cancel", number=number), rid="confirm_cancel")
    return p.sheet("Why do you cancel?", reasons, bottom=p.foot(keep, confirm, radius=0, elevation=0))


@app.on("cancel")
def cancel_order(state: State, number: str) -> Handled:
    """Cancel an order that is not being picked yet; what was paid with credit comes back."""
    order = find(state.orders, number=number)
    if order is None or order.status != "Confirmed":
        return Back(), Toast("It is too late to cancel")
    orders = with_item(state.orders, lambda known: known.number == number, status="Cancelled", reason=state.ui.cancel)
    paid = round(float(order.total[1:]) * 100) if order.payment == CREDIT else 0
    after = replace(state, orders=orders, credit=state.credit + paid)
    return after, Back(), Toast("Order cancelled"), Withdraw(number)
