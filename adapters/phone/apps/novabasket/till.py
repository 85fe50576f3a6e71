"""Novabasket's till: the form with its sheets, the review before anything is ordered, the thanks."""

from __future__ import annotations

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.catalogue import item, money
from adapters.phone.apps.novabasket.model import (
    Checkout,
    Order,
    State,
    address,
    count,
    find,
    goods,
    rebate,
    shipping,
    total,
    usable,
)
from adapters.phone.apps.novabasket.terms import (
    GIFT,
    NO_COUPON,
    PAYMENT_GLYPHS,
    PAYMENTS,
    WAYS,
    Coupon,
    Way,
    coupon,
    way,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def checkout(state: State, place: Route, view: View) -> Screen:
    """The form: where to, how, paid how, with which coupon."""
    filled = state.checkout
    if not filled.lines:
        gone = w.page(w.empty("shopping_basket", "Nothing to order", "Select something in your basket first."))
        return Screen(gone, top=p.bar("Checkout"), bg=p.PAGE, bar=p.CARD, title="Checkout")
    where = address(state, filled.address)
    ways = [_way(one, filled) for one in WAYS]
    pays = [
        c.radio_row(
            one,
            ev("fill", field="payment", value=one),
            one == filled.payment,
            rid="payment_option",
            inset=14,
            height=48,
            leading=w.icon(glyph, 22),
        )
        for one, glyph in zip(PAYMENTS, PAYMENT_GLYPHS, strict=True)
    ]
    taken = usable(filled.coupon, filled.lines)
    body = w.form(
        w.space(4),
        p.card(
            p.fact(
                f"Deliver to  ·  {where.label}",
                where.name or "Choose an address",
                "place",
                rid="row_address",
                on=ev("go", to="pick_address"),
                support=", ".join(part for part in (where.street, where.city) if part),
            )
        ),
        p.card(_small("Delivery"), p.radios(ways, "delivery_group")),
        p.card(_small("Payment"), p.radios(pays, "payment_group")),
        p.card(
            p.fact(
                "Coupon",
                f"{taken.code}, {taken.title}" if taken else NO_COUPON,
                "local_activity",
                rid="row_coupon",
                on=ev("go", to="pick_coupon"),
                support=f"{len(state.coupons)} in your wallet",
            ),
            c.switch_row(
                "Gift wrap", f"Paper, ribbon, no prices  ·  +{money(GIFT)}", ev("gift"), filled.gift, rid="row_gift",
                icon_name="card_giftcard",
            ),
        ),
        p.card(_small(count(filled.lines)), [p.line_row(line) for line in filled.lines]),
        p.card(_sums(filled)),
    )  # fmt: skip
    go = p.block(f"Review order   {money(total(filled))}", ev("review"), rid="review_order")
    top = p.bar("Checkout", support=count(filled.lines))
    return Screen(body, top=top, bottom=p.foot(go), bg=p.PAGE, bar=p.CARD, title="Checkout")


def _small(title: str) -> Node:
    return w.text(title, "16,22,Bold,0", pad=(14, 8, 14, 4), lines=1)


def _way(one: Way, filled: Checkout) -> Node:
    cost = shipping(Checkout(filled.lines, delivery=one.name, coupon=filled.coupon))
    return c.radio_row(
        one.name,
        ev("fill", field="delivery", value=one.name),
        one.name == filled.delivery,
        rid="delivery_option",
        trailing=money(cost) if cost else "Free",
        inset=14,
        support=one.about,
        height=60,
    )


def _sums(filled: Checkout) -> list[Node]:
    less, cost = rebate(filled), shipping(filled)
    rows = [p.amount("Products", money(goods(filled.lines)))]
    if less:
        rows.append(p.amount(f"Coupon {filled.coupon}", f"−{money(less)}", good=True))
    rows.append(p.amount(f"{filled.delivery} delivery", money(cost) if cost else "Free"))
    if filled.gift:
        rows.append(p.amount("Gift wrap", money(GIFT)))
    return [*rows, p.amount("Total", money(total(filled)), strong=True)]


def pick_address(state: State, place: Route, view: View) -> Screen:
    """The addresses, as a sheet over the form."""
    rows = [
        c.radio_row(
            one.label,
            ev("settle", field="address", value=one.label),
            one.label == state.checkout.address,
            rid="address_option",
            support=f"{one.name}, {one.street}, {one.city}",
            inset=16,
            height=64,
        )
        for one in state.addresses
    ]
    window = p.sheet("Deliver to", p.radios(rows, "address_group"))
    return p.over(checkout(state, place, view), window)


def pick_coupon(state: State, place: Route, view: View) -> Screen:
    """The coupons of the wallet, as a sheet over the form; those that don't count say why."""
    lines = state.checkout.lines
    rows = [_no_coupon(state.checkout)]
    rows += [_coupon(one, state.checkout) for code in state.coupons if (one := coupon(code)) is not None]
    window = p.sheet(
        "Coupons",
        p.radios(rows, "coupon_group"),
        w.text(f"Products in this order: {money(goods(lines))}", "bodyS", "on_surface_variant", pad=(16, 8, 16, 0)),
    )
    return p.over(checkout(state, place, view), window)


def _no_coupon(filled: Checkout) -> Node:
    on = not filled.coupon
    return c.radio_row(NO_COUPON, ev("settle", field="coupon", value=""), on, rid="coupon_option", inset=16, height=56)


def _coupon(one: Coupon, filled: Checkout) -> Node:
    fits = usable(one.code, filled.lines) is not None
    return c.radio_row(
        f"{one.code}  ·  {one.title}",
        ev("settle", field="coupon", value=one.code),
        one.code == filled.coupon,
        rid="coupon_option",
        inset=16,
        support=f"{one.about}  ·  {one.ends}" if fits else f"{one.about}: not enough yet",
        height=64,
        trailing="" if fits else "Can’t use",
    )


def _facts(state: State, order: Order | Checkout) -> list[Node]:
    where = address(state, order.address)
    how = way(order.delivery)
    wrap = "Yes, without prices" if order.gift else "No"
    waits = not isinstance(order, Order) or order.status in ("To ship", "On the way")
    return [
        p.fact(
            "Deliver to",
            f"{where.label}: {where.name}",
            "place",
            rid="row_address",
            support=", ".join(part for part in (where.street, where.city) if part),
        ),
        p.fact("Delivery", order.delivery, how.glyph, rid="row_delivery", support=how.about if waits else ""),
        p.fact("Payment", order.payment, "credit_card", rid="row_payment"),
        p.fact("Coupon", order.coupon or NO_COUPON, "local_activity", rid="row_coupon"),
        p.fact("Gift wrap", wrap, "card_giftcard", rid="row_gift"),
    ]


def review(state: State, place: Route, view: View) -> Screen:
    """A last look; the order is placed here and nowhere else."""
    filled = state.checkout
    body = w.page(
        w.space(4),
        p.card([p.line_row(line) for line in filled.lines]),
        p.card(_facts(state, filled)),
        p.card(_sums(filled)),
        w.text("You can cancel until the shop has packed it.", "bodyS", "on_surface_variant", pad=(16, 6, 16, 0)),
    )
    go = p.block(f"Place order   {money(total(filled))}", ev("place"), rid="place_order", enabled=bool(filled.lines))
    top = p.bar("Review your order", support=count(filled.lines))
    return Screen(body, top=top, bottom=p.foot(go), bg=p.PAGE, bar=p.CARD, title="Review your order")


def receipt(state: State, order: Order) -> list[Node]:
    """Lines, facts and sum of an order that there is."""
    sums = Checkout(order.lines, False, order.address, order.delivery, order.payment, order.coupon, order.gift)
    return [
        p.card([p.line_row(line, rate_button(state, order, line.item)) for line in order.lines]),
        p.card(_facts(state, order)),
        p.card(_sums(sums)),
    ]


def rate_button(state: State, order: Order, name: str) -> Node | None:
    """Leads to the review form where the product has arrived."""
    if order.status != "Received":
        return None
    mine = any(one.item == name for one in state.reviews)
    label = "Change review" if mine else "Write review"
    made = c.button(label, ev("ask_rate", item=name), rid="write_review", variant="outlined", height=40, width="wrap")
    return made.styled(radius=p.CORNER)


def placed(state: State, place: Route, view: View) -> Screen:
    """The thanks for a new order."""
    order = find(state, place.get("number", ""))
    if order is None:
        return missing()
    banner = node(
        "column",
        w.disc("check", 64, "primary", "on_primary"),
        w.space(10),
        w.text("Thank you, Robin!", "headlineS/Bold", text_align="center"),
        w.text(f"Order {order.number}", "titleM", "primary", id="order_number", text_align="center"),
        w.text(f"{way(order.delivery).about}  ·  {order.total}", "bodyM", "on_surface_variant", text_align="center"),
        width="fill",
        align="center",
        pad=(16, 14, 16, 14),
        gap=4,
    )
    bottom = p.foot(
        p.block("View order", ev("order", number=order.number), rid="view_order", variant="outlined"),
        p.block("Keep shopping", ev("nav", to="home"), rid="done"),
    )
    body = w.page(w.space(4), p.card(banner), receipt(state, order), p.section("Goes well with it"),
                  p.tiles([item(key) for key in ("scent", "cable", "tea", "tote")]))  # fmt: skip
    return Screen(body, top=p.bar("Order placed"), bottom=bottom, bg=p.PAGE, bar=p.CARD, title="Order placed")


def missing() -> Screen:
    """For the number of an order that there is not."""
    body = w.page(w.empty("receipt_long", "No such order", "It may belong to another account."))
    return Screen(body, top=p.bar("Order"), bg=p.PAGE, bar=p.CARD, title="Order")
