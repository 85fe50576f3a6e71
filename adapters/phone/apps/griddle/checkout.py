"""Griddle Nine's checkout: the form, the review before anything is ordered, the thanks."""

from dataclasses import replace

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import PAYMENTS, TIMES, WAYS, shop_of, voucher_of
from adapters.phone.apps.griddle.model import FIRST_NUMBER, Checkout, Line, Order, State, discount, find, total
from adapters.phone.components.boxes import column
from adapters.phone.components.choices import Entry, card_choice, chip_choice, radio_choice
from adapters.phone.framework.actions import Handled, focus, go, switch_to
from adapters.phone.framework.baskets import count_text
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, with_value
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Go, Notice, Notify, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev

NAME_LENGTH = 24
WAY_HINTS = ("We call your name", "Take any free seat")


@app.screen("details", activity=".CheckoutActivity")
def details(state: State) -> Screen:
    """The form: how, where, when, for whom, paid how."""
    shop = shop_of(state.shop)
    ways = [Entry(way, hint) for way, hint in zip(WAYS, WAY_HINTS, strict=True)]
    how, time, payment = bind(state, "checkout.how"), bind(state, "checkout.time"), bind(state, "checkout.payment")
    body = w.form(
        p.section("How"),
        card_choice(how, ways, rid="how_option", group="how_group", radius=p.CORNER, pad=(16, 0, 16, 6)),
        p.fact("Restaurant", f"{shop.name}, {shop.address}", "storefront", on=go("shops"), rid="row_shop"),
        p.section("When", f"Now about {shop.wait}", top=12),
        chip_choice(time, TIMES, rid="chip_time", group="time_group", inset=16, radius=p.CORNER),
        p.section("Name on the order"),
        _name(state.checkout.name),
        p.section("Payment"),
        radio_choice(payment, PAYMENTS, rid="payment_option", group="payment_group", inset=16, height=48),
        p.section("Extras"),
        p.switch_row(
            "Cutlery and napkins",
            "Only if you need them",
            bind(state, "checkout.cutlery"),
            rid="row_cutlery",
            glyph="flatware",
        ),
        _voucher(state),
    )
    label = f"Review order   {total(state.tray, state.checkout.applied)}"
    bottom = p.foot(p.block(label, ev("review"), rid="review_order", enabled=bool(state.tray)))
    return Screen(body, top=p.bar("Details", support=count_text(state.tray)), bottom=bottom, title="Details")


def _name(value: str) -> Node:
    error = "" if value.strip() else "We call this name, so we need one"
    box = c.field(
        value, "Name", "name", change=ev("type_name", path="checkout.name"), submit=focus(None),
        leading="person_outline", bg="low", radius=p.CORNER, outline="error" if error else "outline_variant",
    )  # fmt: skip
    return column(box, _error(error), pad=(16, 0))


def _error(error: str) -> Node | None:
    """What is wrong with the field above."""
    return w.text(error, "bodyS", "error", pad=(16, 4, 0, 0), id="error") if error else None


@app.on("type_name")
def type_name(state: State, path: str, text: str = "") -> State:
    """Type a name, which has an end."""
    return with_value(state, path, text[:NAME_LENGTH])


def _voucher(state: State) -> Node:
    """The voucher that counts, or the field for its code."""
    filled = state.checkout
    if filled.applied:
        amount = discount(state.tray, filled.applied)
        effect = f"−{money(amount)}" if amount else "Does not count for this tray"
        drop = w.action("close", "Remove voucher", bind(state, "checkout.applied").to(""), rid="drop_voucher")
        ticket = w.icon("confirmation_number")
        return w.row(filled.applied, effect, leading=ticket, trailing=drop, rid="row_voucher", style="titleM")
    use = c.button("Apply", ev("apply_voucher"), rid="apply_voucher", variant="text", height=40, width="wrap")
    box = c.field(
        filled.voucher, "Voucher code", "voucher", change=ev("type_voucher"), submit=ev("apply_voucher"),
        leading="confirmation_number", trailing=use, bg="low", radius=p.CORNER,
        outline="error" if filled.error else "outline_variant",
    )  # fmt: skip
    return column(box, _error(filled.error), pad=(16, 8))


@app.on("type_voucher")
def type_voucher(state: State, text: str = "") -> State:
    """Type a code; what was wrong with the last one is forgotten."""
    return replace(state, checkout=replace(state.checkout, voucher=text, error=""))


@app.on("apply_voucher")
def apply_voucher(state: State) -> Handled:
    """Let the typed voucher count if the tray costs enough for it."""
    code = state.checkout.voucher.strip().upper()
    voucher = voucher_of(code)
    if voucher is not None and discount(state.tray, code):
        applied = replace(state.checkout, applied=code, voucher="", error="")
        return replace(state, checkout=applied), Focus(None), Toast(f"{code} applied")
    if voucher is not None:
        error = f"{voucher.code}: {voucher.about}"
    else:
        error = f"No voucher has the code {code}" if code else "Type the code first"
    return replace(state, checkout=replace(state.checkout, error=error, applied="")), Focus(None)


@app.on("review")
def to_review(state: State) -> Handled:
    """Look at everything once more; an order needs a name."""
    if not state.checkout.name.strip():
        return Toast("Whose name may we call?")
    return Focus(None), Go(route("review"))


@app.screen("review")
def review(state: State) -> Screen:
    """Everything once more, before the order is confirmed."""
    order = _order(state)
    note = w.text("Nothing is ordered until you confirm.", "bodyM", "on_surface_variant", pad=(16, 14, 16, 6))
    change = p.second("Change", w.UP, rid="change", grow=0)
    confirm = p.block(f"Confirm order   {order.total}", ev("confirm"), rid="confirm_order", enabled=bool(state.tray))
    body = w.page(note, p.receipt(order))
    return Screen(body, top=p.bar("Review"), bottom=p.foot(change, confirm), title="Review")


def _order(state: State, number: str = "", placed: str = "") -> Order:
    """The order that the form stands for."""
    filled = state.checkout
    code = filled.applied if discount(state.tray, filled.applied) else ""
    return Order(
        number, f"G9-{number}", state.tray, state.shop, filled.how, filled.time, filled.name.strip(), filled.payment,
        filled.cutlery, code, total(state.tray, code), placed,
    )  # fmt: skip


@app.on("confirm")
def confirm(state: State, view: View) -> Handled:
    """Confirm the order; a notification follows if the user wants them."""
    if not state.tray or not state.checkout.name.strip():
        return Toast("There is nothing to order")
    order = _order(state, str(FIRST_NUMBER + len(state.orders)), view.now.strftime(TIME_FORMAT))
    after = replace(state, orders=(*state.orders, order), tray=(), checkout=Checkout(), draft=Line(""))
    notification = Notify(_notice(order)) if state.account.updates else None
    return after, Replace(route("menu"), root=True), Go(route("placed", number=order.number)), notification


def _notice(order: Order) -> Notice:
    """The notification that follows an order; a tap opens it."""
    plan = "on the griddle" if order.time == TIMES[0] else f"planned for {order.time}"
    title = f"Order {order.number} is {plan}"
    text = f"{order.how} at {order.shop}, {order.total}"
    return Notice(order.number, title, text, route("order", number=order.number))


@app.screen("placed", activity=".ConfirmedActivity")
def placed(state: State, number: str = "") -> Screen:
    """The thanks for a new order, with its number in large type."""
    order = find(state, number) or state.orders[-1]
    card = column(
        w.text("YOUR NUMBER", "labelM", p.ASH),
        p.caps(order.number, 56, p.GOLD, lines=1),
        w.text(f"We call “{order.name}” at {order.shop}", "bodyM", p.CHALK, text_align="center", lines=2),
        bg=p.INK, pad=(16, 8, 16, 24), align="center", gap=2, id="number_card", cls=w.GROUP,
    )  # fmt: skip
    bottom = p.foot(
        p.second("View order", go("order", number=order.number), rid="view_order"),
        p.block("Done", switch_to("menu"), rid="done"),
    )
    body = w.page(card, w.space(6), p.receipt(order))
    return Screen(body, top=p.bar("Order confirmed"), bottom=bottom, title="Order confirmed")
