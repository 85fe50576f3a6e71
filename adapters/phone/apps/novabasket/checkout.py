"""Novabasket's checkout: the form with its sheets, the review before anything is ordered, the thanks."""

from dataclasses import replace

from adapters.phone.apps.novabasket import model
from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.catalogue import item_of
from adapters.phone.apps.novabasket.model import FIRST_NUMBER, Checkout, Held, Line, Order, State
from adapters.phone.apps.novabasket.terms import GIFT, NO_COUPON, PAYMENT_GLYPHS, WAYS, Coupon, coupon_of, way_of
from adapters.phone.components.boxes import radio_group
from adapters.phone.components.choices import Entry, choice_sheet, choose_and_close, radio_choice
from adapters.phone.components.settings_rows import switch_row
from adapters.phone.components.shop_rows import thanks
from adapters.phone.framework.actions import Handled, go, switch_to, toast
from adapters.phone.framework.baskets import count_text
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, find
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Notice, Notify, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev

BESIDE = ("scent", "cable", "tea", "tote")
"""Products that are offered beside what was ordered."""


def start_checkout(state: State, lines: tuple[Line, ...], *, now: bool = False) -> Checkout:
    """What the form starts from: these lines, to the first address."""
    return Checkout(lines, now, state.addresses[0].label if state.addresses else "")


@app.screen("checkout")
def checkout(state: State) -> Screen:
    """The form: where to, how, paid how, with which coupon."""
    filled = state.checkout
    if not filled.lines:
        return p.page(
            "Checkout", w.page(w.empty("shopping_basket", "Nothing to order", "Select something in your basket first."))
        )
    where = model.address_of(state, filled.address)
    delivery, payment = bind(state, "checkout.delivery"), bind(state, "checkout.payment")
    ways = [Entry(way.name, way.about, _way_cost(filled, way.name)) for way in WAYS]
    payments = [Entry(name, icon=glyph) for name, glyph in PAYMENT_GLYPHS.items()]
    body = w.form(
        w.space(4),
        p.card(
            p.fact(
                f"Deliver to  ·  {where.label}", where.name or "Choose an address", "place",
                rid="row_address", on=go("pick_address"), support=where.place,
            )
        ),
        p.card(
            p.small("Delivery"),
            radio_choice(delivery, ways, rid="delivery_option", group="delivery_group", inset=14, tall=60),
        ),
        p.card(
            p.small("Payment"),
            radio_choice(payment, payments, rid="payment_option", group="payment_group", inset=14, height=48),
        ),
        _extras(state),
        p.card(p.small(count_text(filled.lines)), [p.line_row(ordered) for ordered in filled.lines]),
        p.card(_sums(filled)),
    )  # fmt: skip
    review_order = p.block(f"Review order   {money(model.total(filled))}", ev("review"), rid="review_order")
    return p.page("Checkout", body, bottom=p.foot(review_order), support=count_text(filled.lines))


def _way_cost(filled: Checkout, delivery: str) -> str:
    cost = model.shipping(replace(filled, delivery=delivery))
    return money(cost) if cost else "Free"


def _extras(state: State) -> Node:
    """The coupon and the gift wrap."""
    coupon = model.usable(state.checkout.coupon, state.checkout.lines)
    wrap = f"Paper, ribbon, no prices  ·  +{money(GIFT)}"
    return p.card(
        p.fact(
            "Coupon", f"{coupon.code}, {coupon.title}" if coupon else NO_COUPON, "local_activity",
            rid="row_coupon", on=go("pick_coupon"), support=f"{len(state.coupons)} in your wallet",
        ),
        switch_row("Gift wrap", wrap, bind(state, "checkout.gift"), rid="row_gift", icon_name="card_giftcard"),
    )  # fmt: skip


def _sums(filled: Checkout) -> list[Node | None]:
    less, cost = model.rebate(filled), model.shipping(filled)
    return [
        p.amount("Products", money(model.goods(filled.lines))),
        p.amount(f"Coupon {filled.coupon}", f"−{money(less)}", good=True) if less else None,
        p.amount(f"{filled.delivery} delivery", money(cost) if cost else "Free"),
        p.amount("Gift wrap", money(GIFT)) if filled.gift else None,
        p.amount("Total", money(model.total(filled)), strong=True),
    ]


@app.sheet("pick_address", over="checkout")
def pick_address(state: State) -> Node:
    """The addresses."""
    options = [Entry(known.label, f"{known.name}, {known.street}, {known.city}") for known in state.addresses]
    return choice_sheet(
        "Deliver to", bind(state, "checkout.address"), options,
        rid="address_option", group="address_group", look=p.SHEET, inset=16,
    )  # fmt: skip


@app.sheet("pick_coupon", over="checkout")
def pick_coupon(state: State) -> Node:
    """The coupons of the wallet; those that do not count say why."""
    lines, applied = state.checkout.lines, bind(state, "checkout.coupon")
    choose = choose_and_close(applied)
    held = [coupon for coupon in map(coupon_of, state.coupons) if coupon is not None]
    none = c.radio_row(NO_COUPON, choose(""), not applied.value, rid="coupon_option", inset=16, height=56)
    rows = [_coupon(coupon, state.checkout, choose(coupon.code)) for coupon in held]
    note = p.note(f"Products in this order: {money(model.goods(lines))}", pad=(16, 8, 16, 0))
    return p.sheet("Coupons", radio_group(none, rows, rid="coupon_group"), note)


def _coupon(coupon: Coupon, filled: Checkout, use: Ev) -> Node:
    fits = model.usable(coupon.code, filled.lines) is not None
    return c.radio_row(
        f"{coupon.code}  ·  {coupon.title}",
        use if fits else toast("The order is too small for this coupon"),
        coupon.code == filled.coupon,
        rid="coupon_option",
        inset=16,
        support=f"{coupon.about}  ·  {coupon.ends}" if fits else f"{coupon.about}: not enough yet",
        height=64,
        trailing="" if fits else "Can’t use",
    )


@app.on("review")
def to_review(state: State) -> Handled:
    """Look at everything once more; an order needs an address."""
    if not model.address_of(state, state.checkout.address).street:
        return Toast("Choose a delivery address")
    return Go(route("review"))


@app.screen("review", activity=".ReviewOrderActivity")
def review(state: State) -> Screen:
    """A last look; the order is placed here and nowhere else."""
    filled = state.checkout
    body = w.page(
        w.space(4),
        p.card([p.line_row(ordered) for ordered in filled.lines]),
        p.card(_facts(state, filled)),
        p.card(_sums(filled)),
        p.note("Nothing is ordered until you place the order.", pad=(16, 6, 16, 0)),
    )
    label = f"Place order   {money(model.total(filled))}"
    place_order = p.block(label, ev("place"), rid="place_order", enabled=bool(filled.lines))
    return p.page("Review your order", body, bottom=p.foot(place_order), support=count_text(filled.lines))


def _facts(state: State, order: Order | Checkout) -> list[Node]:
    where = model.address_of(state, order.address)
    way = way_of(order.delivery)
    waits = not isinstance(order, Order) or order.status in ("To ship", "On the way")
    return [
        p.fact("Deliver to", f"{where.label}: {where.name}", "place", rid="row_address", support=where.place),
        p.fact("Delivery", order.delivery, way.glyph, rid="row_delivery", support=way.about if waits else ""),
        p.fact("Payment", order.payment, "credit_card", rid="row_payment"),
        p.fact("Coupon", order.coupon or NO_COUPON, "local_activity", rid="row_coupon"),
        p.fact("Gift wrap", "Yes, without prices" if order.gift else "No", "card_giftcard", rid="row_gift"),
    ]


@app.on("place")
def place(state: State, view: View) -> Handled:
    """Place the order; a notification follows."""
    filled = state.checkout
    if not filled.lines:
        return Toast("There is nothing to order")
    if not model.address_of(state, filled.address).street:
        return Toast("Choose a delivery address")
    number = FIRST_NUMBER + len(state.orders)
    code = filled.coupon if model.usable(filled.coupon, filled.lines) is not None else ""
    order = Order(
        str(number), f"NB-{number}", filled.lines, filled.address, filled.delivery, filled.payment, code, filled.gift,
        money(model.total(filled)), view.now.strftime(TIME_FORMAT),
    )  # fmt: skip
    after = replace(
        state, orders=(*state.orders, order), basket=_rest_of_basket(state), checkout=Checkout(), draft=Line(""),
        coupons=tuple(known for known in state.coupons if known != code),
    )  # fmt: skip
    return after, Replace(route("home"), root=True), Go(route("placed", number=order.number)), Notify(_notice(order))


def _rest_of_basket(state: State) -> tuple[Held, ...]:
    """What stays in the basket when the checkout's lines are ordered: all of it if they were bought past it."""
    filled = state.checkout
    if filled.now:
        return state.basket
    return tuple(held for held in state.basket if not (held.selected and model.line_of(held) in filled.lines))


def _notice(order: Order) -> Notice:
    """The notification that follows an order; a tap opens it."""
    text = f"{order.delivery} delivery to {order.address}, {order.total}"
    return Notice(order.number, f"Order {order.number} is placed", text, route("order", number=order.number))


def receipt(state: State, order: Order) -> list[Node]:
    """Lines, facts and sum of an order that was placed."""
    sums = Checkout(order.lines, False, order.address, order.delivery, order.payment, order.coupon, order.gift)
    return [
        p.card([p.line_row(ordered) for ordered in order.lines]),
        p.card(_facts(state, order)),
        p.card(_sums(sums)),
    ]


@app.screen("placed")
def placed(state: State, number: str = "") -> Screen:
    """The thanks for a new order."""
    order = find(state.orders, number=number)
    if order is None:
        return no_such_order()
    banner = thanks(
        "check",
        w.text("Thank you, Robin!", "headlineS/Bold", text_align="center"),
        w.text(f"Order {order.number}", "titleM", "primary", id="order_number", text_align="center"),
        p.text(f"{way_of(order.delivery).about}  ·  {order.total}", text_align="center"),
        pad=(16, 14),
    )
    bottom = p.foot(
        p.block("View order", go("order", number=order.number), rid="view_order", variant="outlined"),
        p.block("Keep shopping", switch_to("home"), rid="done"),
    )
    beside = [item_of(key) for key in BESIDE]
    body = w.page(w.space(4), p.card(banner), receipt(state, order), p.section("Goes well with it"), p.tiles(beside))
    return p.page("Order placed", body, bottom=bottom)


def no_such_order() -> Screen:
    """For the number of an order that does not exist."""
    return p.page("Order", w.page(w.empty("receipt_long", "No such order", "It may belong to another account.")))
