"""Thriftloom's till: how a piece travels, what is paid for it and with what, a last look, thanks."""

from dataclasses import replace

from adapters.phone.apps.thriftloom import model
from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.catalogue import piece_of
from adapters.phone.apps.thriftloom.model import FIRST_BUY, PAYMENTS, WAYS, State, Till, Way
from adapters.phone.apps.thriftloom.purchases import purchase_facts
from adapters.phone.apps.thriftloom.records import Purchase
from adapters.phone.components.boxes import column, line, radio_group, words
from adapters.phone.framework.actions import Handled, assign, focus, go, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Notice, Notify, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev, node

ACTIVITY = ".CheckoutActivity"


@app.on("buy_piece")
def buy_piece(state: State, key: str) -> Handled:
    """Go to the till with a piece at the price that is asked."""
    piece = piece_of(key)
    if model.is_bought(state, piece):
        return Toast("It is yours already")
    return replace(state, till=Till(piece.key, piece.cents)), Go(route("checkout"))


@app.screen("checkout")
def checkout(state: State) -> Screen:
    """Everything that can be chosen for this piece, on one page."""
    till = state.till
    if not till.key:
        return p.missing_page("Checkout", "checkroom", "Nothing to buy", "Choose a piece first.")
    way = model.way_of(till.delivery)
    place, payment = bind(state, "till.place"), bind(state, "till.payment")
    places = [
        p.option(name, place.to(name), name == place.value, support=where, rid="place_option")
        for name, where in way.places.items()
    ]
    payments = [
        p.option(name, payment.to(name), name == payment.value, rid="payment_option", glyph=glyph)
        for name, glyph in PAYMENTS.items()
    ]
    protection = p.tick(
        "Protect this purchase", "Money back if it is not as described", bind(state, "till.protection"),
        rid="protection", cost=money(model.fee(till.cents)),
    )  # fmt: skip
    body = w.form(
        _piece(till),
        w.divider(),
        p.section("Delivery", top=20),
        radio_group([_way_option(till, each) for each in WAYS], rid="way_group"),
        p.section(way.where, top=20),
        radio_group(places, rid="place_group"),
        p.section("Buyer protection", top=20),
        protection,
        p.section("Payment", top=16),
        radio_group(payments, rid="payment_group"),
        w.space(12),
    )
    on = then(focus(None), go("review"))
    bottom = p.foot(p.block(f"REVIEW  {money(model.total(till))}", on, rid="review"))
    return Screen(body, top=p.bar("Checkout"), bottom=bottom, title="Checkout")


def _way_option(till: Till, way: Way) -> Node:
    """A way of delivery; another one presets its first place."""
    chosen = way.name == till.delivery
    changed = till if chosen else replace(till, delivery=way.name, place=next(iter(way.places)))
    cost = money(way.cents) if way.cents else "Free"
    return p.option(
        way.name, assign("till", changed), chosen, support=way.about, rid="way_option", cost=cost, glyph=way.glyph
    )


def _piece(till: Till) -> Node:
    piece = piece_of(till.key)
    texts = words(
        p.brand(piece.brand),
        p.title(piece.name),
        p.detail(p.traits(piece), lines=2, id="traits"),
        p.detail(f"From {piece.seller}", lines=1),
        p.price(money(till.cents)),
        gap=2,
    )
    picture = p.thumb(piece.key, "")
    return line(picture, texts, id="row_piece", cls=w.GROUP, pad=(p.EDGE, 14), gap=16, align="start")


@app.screen("review", activity=ACTIVITY)
def review(state: State) -> Screen:
    """All that was chosen, once more; nothing is paid yet."""
    till = state.till
    way = model.way_of(till.delivery)
    body = w.page(
        _piece(till),
        w.divider(),
        p.fact("Delivery", till.delivery, on=w.UP, rid="row_delivery", support=way.about),
        p.fact("Where", till.place, on=w.UP, rid="row_place", support=way.places.get(till.place, "")),
        p.fact("Payment", till.payment, on=w.UP, rid="row_payment"),
        p.fact("Protection", "Yes" if till.protection else "No", on=w.UP, rid="row_protection"),
        w.space(14),
        p.sum_row("Piece", money(till.cents)),
        p.sum_row(till.delivery, money(way.cents)),
        p.sum_row("Buyer protection", money(model.fee(till.cents))) if till.protection else None,
        p.sum_row("Total", money(model.total(till)), strong=True),
        p.small("The seller has three days to post it.", pad=(p.EDGE, 14, p.EDGE, 8)),
    )
    bottom = p.foot(p.block(f"PAY  {money(model.total(till))}", ev("pay_till"), rid="pay"))
    return Screen(body, top=p.bar("Review"), bottom=bottom, title="Review")


@app.on("pay_till")
def pay_till(state: State, view: View) -> Handled:
    """Buy the piece that is at the till."""
    till, piece = state.till, piece_of(state.till.key)
    if not till.key or model.is_bought(state, piece):
        return Toast("There is nothing to pay")
    number = FIRST_BUY + len(state.purchases)
    made = Purchase(
        str(number), f"TL-{number}", piece.key, piece.brand, piece.name, piece.size, piece.condition, piece.colour,
        piece.seller, money(till.cents), till.delivery, till.place, till.protection, till.payment,
        money(model.total(till)), view.now.strftime(TIME_FORMAT),
    )  # fmt: skip
    text = f"{made.piece}, size {made.size}, {made.total}"
    notice = Notice(made.number, f"{made.seller} is packing", text, route("purchase", number=made.number))
    return (
        replace(state, purchases=(*state.purchases, made), till=Till()),
        Replace(route("home"), root=True),
        Go(route("bought", number=made.number)),
        Notify(notice),
    )


@app.screen("bought", activity=ACTIVITY)
def bought(state: State, number: str = "") -> Screen:
    """Thanks, and what was bought."""
    made = find(state.purchases, number=number)
    if made is None:
        return p.missing_page("It’s yours", "receipt_long", "No such purchase")
    thanks = column(
        p.huge("It’s yours."), p.news(f"{made.seller} has been told and packs it within three days."),
        pad=(p.EDGE, 18, p.EDGE, 16), gap=4, align="start",
    )  # fmt: skip
    picture = node("image", art=piece_of(made.key).photo(), width="fill", height=250)
    see = p.block("SEE PURCHASE", go("purchase", number=made.number), rid="see_purchase", filled=False)
    body = w.page(picture, thanks, w.divider(), purchase_facts(made))
    return Screen(body, top=p.bar("Order placed"), bottom=p.foot(see, p.TO_RAIL), title="Order placed")
