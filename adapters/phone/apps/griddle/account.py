"""Griddle Nine's records and settings: orders, stamps, restaurants, the account."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.catalogue import ALLERGENS
from adapters.phone.apps.griddle.model import Order, State, find, stamps
from adapters.phone.apps.griddle.shops import PAYMENTS, TIMES, TO_FREE, VOUCHERS, shop
from adapters.phone.apps.griddle.till import receipt
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def moment(stamp: str, now: datetime) -> str:
    """`Today, 09:24`, `Yesterday, 18:40` or `Sat, 31 Oct`."""
    if not stamp:
        return ""
    then = datetime.fromisoformat(stamp)
    days = (now.date() - then.date()).days
    if days in (0, 1):
        return f"{'Yesterday' if days else 'Today'}, {then:%H:%M}"
    return f"{DAYS[then.weekday()]}, {then.day} {then:%b}"


def orders(state: State, place: Route, view: View) -> Screen:
    """All orders, the newest first, under the stamp card."""
    rows: list[Node] = []
    for order in reversed(state.orders):
        rows += [
            _order_row(order, view.now),
            node("column", w.divider(), width="fill", pad=(16, 0, 16, 0), align="stretch"),
        ]
    if not rows:
        rows = [w.empty("receipt_long", "No orders yet", "The first stamp is waiting.")]
    have = stamps(state)
    card = w.row(
        "Stamp card",
        f"{have} of {TO_FREE}, {TO_FREE - have} to go" if have < TO_FREE else "Full: your next side is free",
        on=ev("go", to="stamps"),
        rid="row_stamps",
        leading=w.disc("outdoor_grill", 44, p.GOLD, p.INK).styled(radius=p.CORNER),
        trailing=w.icon("chevron_right"),
        style="titleM",
        height=76,
        bg="container",
    )
    return Screen(w.page(card, w.space(4), rows), top=p.bar("Your orders"), title="Your orders")


def _order_row(order: Order, now: datetime) -> Node:
    words = node(
        "column",
        w.text(order.number, "16,24,Bold,0.1", id="number"),
        w.text(
            ", ".join(f"{line.quantity} × {line.item}" for line in order.lines),
            "bodyM",
            "on_surface",
            lines=2,
            id="dishes",
        ),
        w.text(f"{moment(order.placed, now)}  ·  {order.shop}", "bodyM", "on_surface_variant", lines=1),
        grow=1,
        gap=1,
    )
    side = node("column", w.text(order.total, "16,24,Bold,0", id="total"), align="end")
    return node(
        "row",
        p.picture(order.lines[0].item if order.lines else "", 64),
        words,
        side,
        on=ev("order", number=order.number),
        id="row_order",
        cls=w.GROUP,
        width="fill",
        pad=(16, 14, 16, 14),
        gap=14,
    )


def order_page(state: State, place: Route, view: View) -> Screen:
    """One order, to look at, share or repeat."""
    order = find(state, place.get("number", ""))
    if order is None:
        gone = w.page(w.empty("receipt_long", "No such order", "It may belong to another account."))
        return Screen(gone, top=p.bar("Order"), title="Order")
    today = order.placed[:10] == view.now.strftime("%Y-%m-%d")
    word, more = ("On the griddle", "We call your name") if today else ("Collected", "Enjoyed, we hope")
    if today and order.time != TIMES[0]:
        word, more = f"Planned for {order.time}", "Made just before"
    status = node(
        "row",
        w.icon("outdoor_grill" if today else "check_circle", 24, p.INK),
        w.text(word, "titleM", p.INK, grow=1),
        w.text(more, "bodyM", p.INK),
        width="fill",
        bg=p.GOLD,
        pad=(16, 12, 16, 12),
        gap=12,
        align="center",
        id="row_status",
        cls=w.GROUP,
    )
    bottom = p.foot(
        p.block("Share", ev("share", number=order.number), rid="share_order", variant="outlined").styled(
            color="on_surface"
        ),
        p.block("Order again", ev("again", number=order.number), rid="order_again"),
    )
    top = p.bar(f"Order {order.number}", support=moment(order.placed, view.now))
    return Screen(w.page(status, w.space(4), receipt(order)), top=top, bottom=bottom, title="Order")


def stamp_card(state: State, place: Route, view: View) -> Screen:
    """Nine stamps, the vouchers, and what they are good for."""
    have = stamps(state)
    cells = [_stamp(index < have, index == TO_FREE - 1) for index in range(TO_FREE)]
    card = node(
        "column",
        p.caps("NINE STAMPS, ONE FREE SIDE", 22, p.GOLD, lines=1),
        w.text(f"{have} of {TO_FREE} stamps", "bodyM", p.CHALK, id="stamps"),
        w.space(10),
        node("grid", cells, columns=3, gap=10, width="fill"),
        width="fill",
        bg=p.INK,
        radius=p.CORNER,
        pad=16,
        align="stretch",
        id="stamp_card",
        cls=w.GROUP,
    )
    codes = [
        w.row(one.code, one.about, leading=w.icon("confirmation_number"), rid="row_voucher", style="titleM")
        for one in VOUCHERS
    ]
    body = w.page(
        node("column", card, width="fill", pad=16, align="stretch"),
        p.section("Vouchers", "Type the code at the till", top=8),
        codes,
        p.section("How it works"),
        w.text(
            "Every order is a stamp, whatever it costs. With nine on the card your next side is on us; "
            "then a new card begins.",
            "bodyM",
            "on_surface_variant",
            pad=(16, 0, 16, 0),
        ),
    )
    return Screen(body, top=p.bar("Stamp card"), title="Stamp card")


def _stamp(full: bool, last: bool) -> Node:
    glyph = "redeem" if last and not full else "outdoor_grill"
    color = p.INK if full else "#6B675C"
    return node(
        "stack",
        w.icon(glyph, 36, color, place=("center", "center")),
        width="fill",
        height=76,
        bg=p.GOLD if full else "#2B2A26",
        radius=p.CORNER,
    )


def shop_page(state: State, place: Route, view: View) -> Screen:
    """One restaurant."""
    one = shop(place.get("shop", ""))
    chosen = one.name == state.shop
    body = w.form(
        node("image", art=one.art, desc=f"{one.name} restaurant", width="fill", height=188, id="photo"),
        node("column", p.caps(one.name, 30), width="fill", pad=(16, 14, 16, 0)),
        w.text(one.about, "bodyM", "on_surface_variant", pad=(16, 2, 16, 10)),
        w.row(one.closed, leading=w.icon("block", 24, "error"), rid="row_closed", style="titleM")
        if one.closed
        else None,
        p.fact("Address", one.address, "location_on", rid="row_address"),
        p.fact("Every day", f"{one.hours[0]} – {one.hours[1]}", "schedule", rid="row_hours"),
        p.fact("Ready in", one.wait, "timer", rid="row_wait"),
        p.fact("From here", one.distance, "near_me", rid="row_distance"),
        p.section("Good to know"),
        [w.row(line, leading=w.icon("check", 20), rid="row_note", height=48) for line in one.facts],
    )
    label = "Your restaurant" if chosen else "Collect here"
    go = p.block(label, ev("from_shop", shop=one.name), rid="collect_here", enabled=not chosen and not one.closed)
    return Screen(body, top=p.bar(one.name, support=one.distance), bottom=p.foot(go), title=one.name)


def account(state: State, place: Route, view: View) -> Screen:
    """What orders start from, and what this user does not eat."""
    return Screen(_account(state), top=p.bar("Account"), title="Account")


def _account(state: State) -> Node:
    mine = state.account
    chips = [
        c.chip(label, ev("allergen", value=label), label in mine.allergens, rid="chip_allergen", radius=p.CORNER)
        for label in ALLERGENS
    ]
    who = node(
        "row",
        w.avatar(61, 64),
        node(
            "column",
            p.caps(mine.name, 24, lines=1),
            w.text("Regular since March 2024", "bodyM", "on_surface_variant"),
            grow=1,
        ),
        w.action("edit", "Change name", ev("rename"), rid="rename", color="on_surface"),
        width="fill",
        pad=(16, 18, 8, 12),
        gap=16,
        align="center",
        id="row_user",
        cls=w.GROUP,
    )
    return w.page(
        who,
        p.section("Orders start with", top=8),
        w.row("Payment", mine.payment, on=ev("go", to="payment"), rid="row_payment", leading=w.icon("payments"),
              height=72),
        c.switch_row("Cutlery and napkins", "With every order", ev("switch", name="cutlery"), mine.cutlery,
                     rid="row_cutlery", icon_name="flatware"),
        p.section("Messages"),
        c.switch_row("Order updates", "When it is on the griddle, when it is ready", ev("switch", name="updates"),
                     mine.updates, rid="row_updates", icon_name="notifications_none"),
        c.switch_row("Offers", "Twice a month at most", ev("switch", name="offers"), mine.offers,
                     rid="row_offers", icon_name="local_offer"),
        p.section("Warn me about"),
        c.chips(chips, inset=16),
        p.section("More"),
        w.row("Stamp card", on=ev("go", to="stamps"), rid="row_stamps", leading=w.icon("outdoor_grill"),
              trailing=w.icon("chevron_right")),
        w.row("Your orders", on=ev("go", to="orders"), rid="row_orders", leading=w.icon("receipt_long"),
              trailing=w.icon("chevron_right")),
        w.text("Griddle Nine 6.1.0", "bodyS", "on_surface_variant", pad=(16, 16, 16, 8)),
    )  # fmt: skip


def payment(state: State, place: Route, view: View) -> Screen:
    """A dialog: how orders are paid unless something else is picked at the till."""
    chosen = c.choice_dialog("Payment", PAYMENTS, state.account.payment, ev("payment"))
    return Screen(
        _account(state), top=p.bar("Account"), overlay=Overlay("dialog", chosen.styled(radius=8)), title="Account"
    )


def rename(state: State, place: Route, view: View) -> Screen:
    """A dialog with one field."""
    box = c.field(
        state.ui.name, "Name", "name", change=ev("type_name"), submit=ev("save_name"), bg="highest", radius=p.CORNER
    )
    asked = c.dialog(
        "What shall we call?",
        node("column", box, width="fill", pad=(24, 0, 24, 0), align="stretch"),
        buttons=[
            c.dialog_button("Cancel", w.UP, yes=False),
            c.dialog_button("Save", ev("save_name"), enabled=bool(state.ui.name.strip())),
        ],
    )
    return Screen(
        _account(state), top=p.bar("Account"), overlay=Overlay("dialog", asked.styled(radius=8)), title="Account"
    )
