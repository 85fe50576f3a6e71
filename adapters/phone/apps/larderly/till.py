"""Larderly's till: the form, a last look, the thanks."""

from __future__ import annotations

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.basket import receiver, settled
from adapters.phone.apps.larderly.catalogue import money
from adapters.phone.apps.larderly.model import Order, State, Till, address, count, find, sums, usable
from adapters.phone.apps.larderly.terms import (
    BAG_WORDS,
    BAGS,
    DELIVERY,
    HANDOVERS,
    PAYMENT_GLYPHS,
    PAYMENTS,
    POINTS,
    TIPS,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def checkout(state: State, place: Route, view: View) -> Screen:
    """The form: when and where, bags, at the door, tip, code, payment."""
    if not state.basket:
        return p.page("Checkout", w.page(w.empty("shopping_basket", "Nothing to order", "Your basket is empty.")))
    till, when = state.till, settled(state, view)
    parts = sums(state.basket, till, when.cents)
    home = till.way == DELIVERY
    bags = [
        c.radio_row(name, ev("fill", field="bags", value=name), name == till.bags, rid="bags_option", support=words,
                    inset=16, height=60)
        for name, words in zip(BAGS, BAG_WORDS, strict=True)
    ]  # fmt: skip
    doors = [
        c.chip(
            name, ev("fill", field="handover", value=name), name == till.handover, rid="handover_option", single=True
        )
        for name in HANDOVERS
    ]
    tips = [c.chip(name, ev("fill", field="tip", value=name), name == till.tip, rid="tip_option", single=True)
            for name in TIPS]  # fmt: skip
    body = w.form(
        p.card(
            p.fact("When", f"{when.day}, {when.hours}", "schedule", rid="row_window", on=ev("go", to="slot"),
                   support=till.way),
            w.divider(64),
            p.fact("To" if home else "Collect at", receiver(state, till), "home" if home else "storefront",
                   rid="row_place", on=ev("go", to="slot"), support=_where(state, till)),
        ),
        p.card(p.small("At the door"), c.chips(doors, inset=16, rid="handover_group", cls=p.RADIO_GROUP), w.space(6))
        if home else None,
        p.card(p.small("Bags"), p.radios(bags, "bags_group")),
        p.card(p.small("Tip for the driver"), c.chips(tips, inset=16, rid="tip_group", cls=p.RADIO_GROUP), w.space(6))
        if home else None,
        p.card(p.small("Code"), _code(state)),
        p.card(p.small("Payment"), p.radios(_payments(state), "payment_group")),
        p.card(p.bill(parts)),
    )  # fmt: skip
    go = p.block(f"Review order   {money(parts['Total'])}", ev("review"), rid="review_order")
    return p.page("Checkout", body, bottom=p.foot(go), support=count(state.basket))


def _payments(state: State) -> list[Node]:
    support = ("Expires 08/28", f"You have {money(state.credit)}", "Card or cash")
    return [
        c.radio_row(name, ev("fill", field="payment", value=name), name == state.till.payment, rid="payment_option",
                    support=words, inset=16, height=60, leading=w.icon(glyph, 22))
        for name, glyph, words in zip(PAYMENTS, PAYMENT_GLYPHS, support, strict=True)
    ]  # fmt: skip


def _code(state: State) -> list[Node]:
    """The field of a code, or the code that counts."""
    known = usable(state.till.code, state.basket)
    if known is not None:
        off = w.action("close", "Remove code", ev("drop_code"), rid="remove_code")
        row = w.row(known.name, known.about, rid="row_code", leading=w.disc("local_offer", 36), trailing=off)
        return [row]
    bad = state.ui.code_error
    apply = c.button("Apply", ev("apply_code"), rid="apply_code", variant="text", width="wrap", height=40)
    box = c.field(state.ui.code, "Enter a code", "code", change=ev("code"), submit=ev("apply_code"), radius=16,
                  leading="local_offer", trailing=apply, outline="error" if bad else "")  # fmt: skip
    warning = w.text(bad, "bodyS", "error", pad=(16, 4, 16, 0), id="code_error") if bad else None
    return [node("column", box, warning, width="fill", pad=(12, 4, 12, 4), align="stretch")]


def _where(state: State, till: Till) -> str:
    if till.way != DELIVERY:
        return next((words for name, words, _ in POINTS if name == till.point), "")
    here = address(state, till.address)
    return ", ".join(part for part in (here.street, here.city) if part)


def facts(state: State, order: Order | Till, day: str, hours: str) -> list[Node]:
    """What was chosen, each in a row."""
    till = order if isinstance(order, Till) else Till(order.way, order.place, order.place)
    home = till.way == DELIVERY
    label = receiver(state, till)
    rows = [
        p.fact("When", f"{day}, {hours}", "schedule", rid="row_window", support=order.way),
        p.fact("Deliver to" if home else "Collect at", label, "home" if home else "storefront", rid="row_place",
               support=_where(state, till)),
        p.fact("Bags", order.bags, "shopping_bag", rid="row_bags"),
        p.fact("At the door", order.handover, "door_front", rid="row_handover") if home else None,
        p.fact("Tip", order.tip, "volunteer_activism", rid="row_tip") if home else None,
        p.fact("Code", order.code, "local_offer", rid="row_code") if order.code else None,
        p.fact("Payment", order.payment, "credit_card", rid="row_payment"),
    ]  # fmt: skip
    return [row for row in rows if row is not None]


def review(state: State, place: Route, view: View) -> Screen:
    """A last look; the order is placed here and nowhere else."""
    when = settled(state, view)
    parts = sums(state.basket, state.till, when.cents)
    body = w.page(
        p.card(facts(state, state.till, when.day, when.hours)),
        p.card(p.small(count(state.basket)), [p.line_row(line) for line in state.basket]),
        p.card(p.bill(parts)),
        w.text("You can cancel it until picking begins. Loose goods are weighed, the bill follows the scales.",
               "bodyS", "on_surface_variant", pad=(20, 6, 20, 0)),
    )  # fmt: skip
    go = p.block(f"Place order   {money(parts['Total'])}", ev("place"), rid="place_order", enabled=bool(state.basket))
    return p.page("Review your order", body, bottom=p.foot(go))


def bill_of(order: Order) -> dict[str, int]:
    """The bill of an order that was placed."""
    till = Till(order.way, order.place, order.place, order.day, order.hours, order.bags, order.handover, order.payment,
                order.code, order.tip)  # fmt: skip
    return sums(order.lines, till, order.slot_cents)


def placed(state: State, place: Route, view: View) -> Screen:
    """The thanks for a new order."""
    order = find(state, place.get("number", ""))
    if order is None:
        return missing()
    banner = node(
        "column",
        w.disc("check", 72, "primary", "on_primary"),
        w.space(8),
        w.text("See you soon, Robin!", "headlineS/Bold", text_align="center"),
        w.text(f"Order {order.number}", "titleM", "primary", id="order_number"),
        w.text(f"{order.day}, {order.hours}  ·  {order.total}", "bodyM", "on_surface_variant", id="when"),
        width="fill",
        align="center",
        pad=(16, 12, 16, 12),
        gap=4,
    )
    body = w.page(
        p.card(banner),
        p.card(facts(state, order, order.day, order.hours)),
        p.card(p.small(count(order.lines)), [p.line_row(line) for line in order.lines]),
        p.card(p.bill(bill_of(order))),
    )
    bottom = p.foot(
        p.block("View order", ev("order", number=order.number), rid="view_order", variant="tonal"),
        p.block("Keep shopping", ev("shop"), rid="done"),
    )
    return p.page("Order placed", body, bottom=bottom)


def missing() -> Screen:
    """For the number of an order that there is not."""
    return p.page("Order", w.page(w.empty("receipt_long", "No such order", "It may belong to another account.")))
