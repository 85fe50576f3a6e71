"""Thriftloom's till: how a piece travels, what is paid for it and with what, a last look, thanks."""

from __future__ import annotations

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.catalogue import Piece, money, piece
from adapters.phone.apps.thriftloom.model import (
    PAYMENT_GLYPHS,
    PAYMENTS,
    WAYS,
    Purchase,
    State,
    Till,
    fee,
    purchase,
    total,
    way,
)
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def checkout(state: State, place: Route, view: View) -> Screen:
    """Everything that can be chosen for this piece, on one page."""
    till, one = state.till, piece(state.till.key)
    if not till.key:
        return Screen(w.page(p.nothing("checkroom", "Nothing to buy", "Choose a piece first.")),
                      top=p.bar("Checkout"), title="Checkout")  # fmt: skip
    ways = [
        p.option(this.name, this.about, ev("till", name="delivery", value=this.name), this.name == till.delivery,
                 rid="way_option", price=money(this.cents) if this.cents else "Free", glyph=this.glyph)
        for this in WAYS
    ]  # fmt: skip
    how = way(till.delivery)
    places = [
        p.option(name, where, ev("till", name="place", value=name), name == till.place, rid="place_option")
        for name, where in how.places
    ]
    payments = [
        p.option(name, "", ev("till", name="payment", value=name), name == till.payment, rid="payment_option",
                 glyph=glyph)
        for name, glyph in zip(PAYMENTS, PAYMENT_GLYPHS, strict=True)
    ]  # fmt: skip
    where = {"Parcel shop": "Collect at", "To my door": "Deliver to"}.get(how.name, "Meet at")
    body = w.form(
        _piece(one, till), w.divider(),
        p.section("Delivery", top=20), node("column", ways, id="way_group", cls=p.RADIO_GROUP, width="fill"),
        p.section(where, top=20), node("column", places, id="place_group", cls=p.RADIO_GROUP, width="fill"),
        p.section("Buyer protection", top=20),
        p.tick("Protect this purchase", "Money back if it is not as described", ev("protect"), till.protection,
               rid="protection", price=money(fee(till.cents))),
        p.section("Payment", top=16), node("column", payments, id="payment_group", cls=p.RADIO_GROUP, width="fill"),
        p.section("A note to the seller", top=20),
        p.entry(till.note, "Optional", "note", ev("note")), w.space(12),
    )  # fmt: skip
    go = p.block(f"REVIEW  {money(total(till))}", ev("review"), rid="review")
    return Screen(body, top=p.bar("Checkout"), bottom=p.foot(go), title="Checkout")


def _piece(one: Piece, till: Till) -> Node:
    words = node(
        "column", p.caps(one.brand, "on_surface", lines=1), w.text(one.name, "16,22,Regular,0.1", lines=2, id="name"),
        w.text(f"Size {one.size}  ·  {one.condition}  ·  {one.colour}", "13,18,Regular,0.1", "on_surface_variant",
               lines=2, id="traits"),
        w.text(f"From {one.seller}", "13,18,Regular,0.1", "on_surface_variant", lines=1),
        node("row", w.text(money(till.cents), "16,24,Medium,0", id="price"),
             w.text(f"agreed in {till.offer}", "13,18,Regular,0.1", "on_surface_variant") if till.offer else None,
             gap=8, align="center"),
        grow=1, gap=2,
    )  # fmt: skip
    return node("row", p.thumb(one), words, id="row_piece", cls=w.GROUP, width="fill", pad=(p.EDGE, 14, p.EDGE, 14),
                gap=16)  # fmt: skip


def review(state: State, place: Route, view: View) -> Screen:
    """All that was chosen, once more; nothing is paid yet."""
    till, one = state.till, piece(state.till.key)
    how = way(till.delivery)
    body = w.page(
        _piece(one, till), w.divider(),
        p.fact("Delivery", till.delivery, on=w.UP, rid="row_delivery", support=how.about),
        p.fact("Where", till.place, on=w.UP, rid="row_place", support=dict(how.places).get(till.place, "")),
        p.fact("Payment", till.payment, on=w.UP, rid="row_payment"),
        p.fact("Protection", "Yes" if till.protection else "No", on=w.UP, rid="row_protection"),
        p.fact("Note", till.note or "None", on=w.UP, rid="row_note"),
        w.space(14), _sums(till),
        w.text("The seller has three days to post it. You can cancel until then.", "bodyS", "on_surface_variant",
               pad=(p.EDGE, 14, p.EDGE, 8)),
    )  # fmt: skip
    bottom = p.foot(p.block(f"PAY  {money(total(till))}", ev("pay"), rid="pay"))
    return Screen(body, top=p.bar("Review"), bottom=bottom, title="Review")


def _sums(till: Till) -> list[Node]:
    rows = [p.amount("Piece", money(till.cents)), p.amount(till.delivery, money(way(till.delivery).cents))]
    if till.protection:
        rows.append(p.amount("Buyer protection", money(fee(till.cents))))
    return [*rows, p.amount("Total", money(total(till)), strong=True)]


def bought(state: State, place: Route, view: View) -> Screen:
    """Thanks, and what was bought."""
    made = purchase(state, place.get("number", ""))
    if made is None:
        return Screen(w.page(p.nothing("receipt_long", "No such purchase", "It may be an old link.")),
                      top=p.bar("It’s yours"), title="It’s yours")  # fmt: skip
    picture = node("image", art=piece(made.key).picture, width="fill", height=250)
    words = node("column", w.text("It’s yours.", "34,42,Light,0"),
                 w.text(f"{made.seller} has been told and packs it within three days.", "15,22,Regular,0.1",
                        "on_surface_variant"), width="fill", pad=(p.EDGE, 18, p.EDGE, 16), gap=4)  # fmt: skip
    body = w.page(picture, words, w.divider(), facts(made))
    bottom = p.foot(p.block("SEE PURCHASE", ev("purchase", number=made.number), rid="see_purchase", filled=False),
                    p.block("BACK TO THE RAIL", ev("nav", to="home"), rid="browse"))  # fmt: skip
    return Screen(body, top=p.bar("Order placed"), bottom=bottom, title="Order placed")


def facts(made: Purchase) -> list[Node]:
    """Everything that the record of a purchase holds."""
    set_by = f"Agreed in {made.offer}" if made.offer else ""
    return [
        p.fact("Number", made.number, rid="row_number"),
        p.fact("Piece", made.piece, support=made.brand, rid="row_item"),
        p.fact("Size", made.size, rid="row_size"),
        p.fact("Condition", made.condition, rid="row_condition"),
        p.fact("Colour", made.colour, rid="row_colour"),
        p.fact("Seller", made.seller, rid="row_seller"),
        p.fact("Price", made.price, support=set_by, rid="row_price"),
        p.fact("Delivery", made.delivery, support=made.place, rid="row_delivery"),
        p.fact("Protection", "Yes" if made.protection else "No", rid="row_protection"),
        p.fact("Payment", made.payment, rid="row_payment"),
        p.fact("Note", made.note, rid="row_note") if made.note else p.fact("Note", "None", rid="row_note"),
        p.fact("Total", made.total, rid="row_total"),
    ]
