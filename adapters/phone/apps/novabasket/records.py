"""Novabasket's records: orders, one order, cancelling it, reviewing what it brought."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket import till
from adapters.phone.apps.novabasket.catalogue import ITEMS
from adapters.phone.apps.novabasket.model import Order, State, count, find
from adapters.phone.apps.novabasket.terms import REASONS, STARS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


STATUSES = ("To ship", "On the way", "Received", "Cancelled")


GLYPHS = ("inventory_2", "local_shipping", "check_circle", "cancel")


def moment(stamp: str, now: datetime) -> str:
    """`Today, 09:24`, `Yesterday, 18:40` or `Sat, 31 Oct`."""
    then = datetime.fromisoformat(stamp)
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{'Yesterday' if days else 'Today'}, {then:%H:%M}"
    return f"{DAYS[then.weekday()]}, {then.day} {then:%b}"


def orders(state: State, place: Route, view: View) -> Screen:
    """All orders or those of a status, the newest first."""
    tab = place.get("tab", "All")
    shown = [order for order in reversed(state.orders) if tab in ("All", order.status)]
    rows = [_order_card(order, view.now) for order in shown]
    if not rows:
        rows = [w.empty("receipt_long", "Nothing here", f"No order is “{tab.lower()}” at the moment.")]
    cells = [
        c.chip(one, ev("tab", tab=one), one == tab, rid="chip_status", single=True, radius=p.CORNER)
        for one in ("All", *STATUSES)
    ]
    strip = node(
        "scroll",
        cells,
        horizontal=True,
        id="statuses",
        width="fill",
        height=48,
        gap=8,
        pad=(12, 8, 12, 8),
        variant="end" if tab in STATUSES[2:] else "",
    )
    top = node("column", p.bar("Your orders", p.basket_action(state)), strip, width="fill", bg=p.CARD, align="stretch")
    return Screen(w.page(w.space(4), rows), top=top, bg=p.PAGE, bar=p.CARD, title="Your orders")


def _order_card(order: Order, now: datetime) -> Node:
    head = node(
        "row",
        w.text(order.number, "labelL/Bold", id="number"),
        w.text(moment(order.placed, now), "bodyS", "on_surface_variant", grow=1),
        w.text(order.status, "labelL", "on_surface_variant" if order.status == "Cancelled" else "primary", id="status"),
        width="fill",
        gap=8,
        align="center",
    )
    names = ", ".join(line.item for line in order.lines)
    sums = node(
        "column",
        w.text(order.total, "15,20,Bold,0", id="total"),
        w.text(count(order.lines), "bodyS", "on_surface_variant"),
        align="end",
    )
    middle = node(
        "row",
        p.picture(order.lines[0].item if order.lines else "", 64),
        w.text(names, "bodyM", lines=2, grow=1, id="names"),
        sums,
        width="fill",
        gap=12,
        align="center",
    )
    inner = node(
        "column",
        head,
        middle,
        on=ev("order", number=order.number),
        id="row_order",
        cls=w.GROUP,
        width="fill",
        bg=p.CARD,
        radius=p.CORNER,
        pad=(14, 10, 14, 12),
        gap=8,
        align="stretch",
    )
    return node("column", inner, width="fill", pad=(10, 4, 10, 4), align="stretch")


def order_page(state: State, place: Route, view: View) -> Screen:
    """One order: where it is, what is in it, and what can still be done."""
    order = find(state, place.get("number", ""))
    if order is None:
        return till.missing()
    bottom = p.foot(_second(order), p.block("Buy again", ev("again", number=order.number), rid="buy_again"))
    top = p.bar(f"Order {order.number}", support=moment(order.placed, view.now))
    body = w.page(w.space(4), _progress(order), till.receipt(state, order))
    return Screen(body, top=top, bottom=bottom, bg=p.PAGE, bar=p.CARD, title="Order")


def _second(order: Order) -> Node | None:
    number = order.number
    if order.status == "To ship":
        return p.block("Cancel order", ev("ask_cancel", number=number), rid="cancel_order", variant="outlined")
    if order.status == "On the way":
        return p.block("It has arrived", ev("received", number=number), rid="received", variant="outlined")
    return None


def _progress(order: Order) -> Node:
    if order.status == "Cancelled":
        return p.card(p.fact("Status", "Cancelled", "cancel", rid="row_status", support=order.reason))
    at = STATUSES.index(order.status) if order.status in STATUSES else 0
    steps = []
    for index, (label, glyph) in enumerate(zip(STATUSES[:3], GLYPHS[:3], strict=True)):
        done = index <= at
        steps.append(
            node(
                "column",
                w.disc(glyph, 40, "primary" if done else "highest", "on_primary" if done else "on_surface_variant"),
                w.text(label, "labelM/Bold" if index == at else "labelM", lines=1),
                selected=index == at,
                align="center",
                gap=4,
            )
        )
        if index < 2:
            line = node("spacer", height=3, width="fill", bg="primary" if index < at else "highest", radius=1.5)
            steps.append(node("column", line, grow=1, pad=(4, 18, 4, 0)))
    return p.card(node("row", steps, width="fill", pad=(16, 8, 16, 6), id="row_status", cls=w.GROUP))


def cancel(state: State, place: Route, view: View) -> Screen:
    """Why, and then really."""
    number = place.get("number", "")
    rows = [
        c.radio_row(one, ev("reason", value=one), one == state.ui.reason, rid="reason_option", inset=16, height=48)
        for one in REASONS
    ]
    yes = p.block(f"Cancel {number}", ev("cancel", number=number), rid="confirm_cancel")
    keep = p.block("Keep it", w.UP, rid="keep", variant="outlined")
    window = p.sheet("Why do you cancel?", p.radios(rows, "reason_group"), bottom=p.foot(keep, yes))
    return p.over(order_page(state, place, view), window)


def rate(state: State, place: Route, view: View) -> Screen:
    """The form of a review: stars and words."""
    name = place.get("item", ITEMS[0].name)
    cells = [
        node(
            "stack",
            w.icon("star" if int(star) <= state.ui.stars else "star_border", 36, "star", place=("center", "center")),
            on=ev("stars", value=int(star)),
            id="star",
            cls="android.widget.RadioButton",
            desc=f"{star} stars" if star != "1" else "1 star",
            checked=int(star) == state.ui.stars,
            width=52,
            height=52,
        )
        for star in STARS
    ]
    box = c.field(
        state.ui.text, "What should others know?", "text", change=ev("text"), submit=ev("done_typing"), radius=p.CORNER
    )
    words = ("Bad", "Poor", "Fair", "Good", "Very good")[min(5, max(1, state.ui.stars)) - 1]
    body = w.form(
        w.space(4),
        p.card(
            node(
                "row",
                p.picture(name, 64),
                w.text(name, "15,20,Medium,0.1", lines=2, grow=1),
                width="fill",
                pad=(14, 6, 14, 6),
                gap=12,
                align="center",
            )
        ),
        p.card(
            node(
                "column",
                node("row", cells, id="star_group", cls=p.RADIO_GROUP),
                w.text(words, "titleM"),
                width="fill",
                align="center",
                gap=2,
            )
        ),
        p.card(node("column", box, width="fill", pad=(12, 6, 12, 6), align="stretch")),
        w.text("Your name is shown as “Robin V.”", "bodyS", "on_surface_variant", pad=(16, 6, 16, 0)),
    )
    bottom = p.foot(p.block("Publish review", ev("rate", item=name), rid="publish"))
    return Screen(body, top=p.bar("Write review"), bottom=bottom, bg=p.PAGE, bar=p.CARD, title="Write review")
