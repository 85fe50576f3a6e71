"""Griddle Nine's till: the tray, the form, the review before anything is ordered, the thanks."""

from __future__ import annotations

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.catalogue import Item, item, money
from adapters.phone.apps.griddle.model import Line, Order, State, cents, count, find, off, sum_of, told, total
from adapters.phone.apps.griddle.shops import HOW, PAYMENTS, TIMES, shop
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

BESIDE = ("fries", "cola", "cookie", "slaw", "vanilla", "ring")


def tray(state: State, place: Route, view: View) -> Screen:
    """What will be ordered, to be changed line by line."""
    if not state.tray:
        back = p.block("See the menu", ev("home"), rid="browse", variant="outlined", grow=0).styled(height=44)
        body = w.page(w.empty("takeout_dining", "Nothing on your tray", "Add a dish and it waits for you here.", back))
        return Screen(body, top=p.bar("Your tray"), title="Your tray")
    rows: list[Node] = []
    for index, line in enumerate(state.tray):
        rows += [
            _tray_line(line, index),
            node("column", w.divider(), width="fill", pad=(16, 0, 16, 0), align="stretch"),
        ]
    clear = w.action("delete_sweep", "Empty the tray", ev("clear"), rid="clear", color=p.CHALK)
    more = c.button(
        "Add another dish", ev("home"), rid="add_more", variant="text", width="wrap", height=48, icon_name="add"
    )
    body = w.page(
        rows,
        node("row", more, width="fill", pad=(4, 8, 16, 8)),
        p.amount("Dishes", total(state.tray)),
        p.amount("Service", "Free"),
        w.space(4),
        p.amount("Total", total(state.tray), strong=True),
        _beside(state),
    )
    go = p.block(f"Continue   {total(state.tray)}", ev("checkout"), rid="continue_button")
    return Screen(body, top=p.bar("Your tray", clear, support=count(state.tray)), bottom=p.foot(go), title="Your tray")


def _beside(state: State) -> Node:
    """Dishes that are not on the tray, side by side; the plus takes them as they come."""
    have = {line.item for line in state.tray}
    cards = [_card(item(key)) for key in BESIDE if item(key).name not in have]
    strip = node("scroll", cards, horizontal=True, id="beside", width="fill", gap=10, pad=(16, 0, 16, 0))
    return node("column", p.section("Goes well with", top=26), strip, width="fill", align="stretch")


def _card(one: Item) -> Node:
    plus = w.action("add", f"Add {one.name}", ev("quick", key=one.key), rid="quick_add", color=p.GOLD)
    plus = plus.styled(bg=p.INK, radius=p.CORNER, width=40, height=40)
    cut = node("column", plus, bg="surface", radius=(6, 0, 0, 0), pad=(4, 4, 0, 0), place=("end", "end"))
    picture = node("image", art=one.art, width=124, height=88, radius=p.CORNER)
    return node(
        "column",
        node("stack", picture, cut, width=124, height=88),
        w.text(one.name, "labelL", lines=2, id="name", pad=(0, 6, 0, 0)),
        w.text(money(one.cents), "bodyM", "on_surface_variant", id="price"),
        on=ev("open", key=one.key),
        id="card_item",
        cls=w.GROUP,
        width=124,
    )


def _tray_line(line: Line, index: int) -> Node:
    words = node(
        "column",
        w.text(line.item, "16,24,Bold,0.1", id="name", lines=2),
        [w.text(phrase, "bodyM", "on_surface_variant", id="choices", lines=2) for phrase in told(line)],
        node(
            "row",
            p.stepper(line.quantity, ev("line", index=index, by=-1), ev("line", index=index, by=1), least=0),
            w.push(),
            w.text(money(cents(line)), "18,24,Bold,0", id="price"),
            width="fill",
            align="center",
            pad=(0, 10, 0, 0),
        ),
        grow=1,
        align="stretch",
    )
    picture = p.picture(line.item, 84)
    return node("row", picture, words, id="row_line", cls=w.GROUP, width="fill", pad=(16, 14, 16, 14), gap=14)


def details(state: State, place: Route, view: View) -> Screen:
    """The form: how, where, when, for whom, paid how."""
    filled = state.checkout
    how = [
        c.option_card(
            one, about, ev("fill", field="how", value=one), one == filled.how, rid="how_option", radius=p.CORNER
        )
        for one, about in zip(HOW, ("We call your name", "Take any free seat"), strict=True)
    ]
    times = [
        c.chip(
            one, ev("fill", field="time", value=one), one == filled.time, rid="chip_time", single=True, radius=p.CORNER
        )
        for one in TIMES
    ]
    pay = [
        c.radio_row(
            one,
            ev("fill", field="payment", value=one),
            one == filled.payment,
            rid="payment_option",
            inset=16,
            height=48,
        )
        for one in PAYMENTS
    ]
    here = shop(state.shop)
    body = w.form(
        p.section("How"),
        node("row", how, width="fill", gap=8, pad=(16, 0, 16, 6), id="how_group", cls="android.widget.RadioGroup"),
        p.fact("Restaurant", f"{here.name}, {here.address}", "storefront", on=ev("go", to="shops"), rid="row_shop"),
        p.section("When", f"Now about {here.wait}", top=12),
        c.chips(times, inset=16, rid="time_group", cls="android.widget.RadioGroup"),
        p.section("Name on the order"),
        _name(filled.name),
        p.section("Payment"),
        node("column", pay, width="fill", id="payment_group", cls="android.widget.RadioGroup", align="stretch"),
        p.section("Extras"),
        c.switch_row(
            "Cutlery and napkins",
            "Only if you need them",
            ev("cutlery"),
            filled.cutlery,
            rid="row_cutlery",
            icon_name="flatware",
        ),
        _voucher(state),
    )
    go = p.block(
        f"Review order   {total(state.tray, filled.applied)}",
        ev("review"),
        rid="review_order",
        enabled=bool(state.tray),
    )
    return Screen(body, top=p.bar("Details", support=count(state.tray)), bottom=p.foot(go), title="Details")


def _name(value: str) -> Node:
    empty = not value.strip()
    box = c.field(
        value,
        "Name",
        "name",
        change=ev("name"),
        submit=ev("searched"),
        leading="person_outline",
        bg="low",
        radius=p.CORNER,
        outline="error" if empty else "outline_variant",
    )
    note = (
        w.text("We call this name, so we need one", "bodyS", "error", pad=(16, 4, 0, 0), id="error") if empty else None
    )
    return node("column", box, note, width="fill", pad=(16, 0, 16, 0), align="stretch")


def _voucher(state: State) -> Node:
    filled = state.checkout
    if filled.applied:
        taken = off(state.tray, filled.applied)
        words = f"−{money(taken)}" if taken else "Does not count for this tray"
        drop = w.action("close", "Remove voucher", ev("drop_voucher"), rid="drop_voucher")
        return w.row(
            filled.applied,
            words,
            leading=w.icon("confirmation_number"),
            trailing=drop,
            rid="row_voucher",
            style="titleM",
        )
    use = c.button("Apply", ev("apply"), rid="apply_voucher", variant="text", height=40, width="wrap")
    box = c.field(
        filled.voucher,
        "Voucher code",
        "voucher",
        change=ev("voucher"),
        submit=ev("apply"),
        leading="confirmation_number",
        trailing=use,
        bg="low",
        radius=p.CORNER,
        outline="error" if filled.error else "outline_variant",
    )
    note = w.text(filled.error, "bodyS", "error", pad=(16, 4, 0, 0), id="error") if filled.error else None
    return node("column", box, note, width="fill", pad=(16, 8, 16, 8), align="stretch")


def _facts(order: Order) -> list[Node]:
    here = shop(order.shop)
    return [
        p.fact(
            order.how,
            f"{order.shop}, {here.address}",
            "storefront",
            rid="row_shop",
            on=ev("view_shop", shop=order.shop),
        ),
        p.fact("Time", order.time, "schedule", rid="row_time"),
        p.fact("Name", order.name, "person_outline", rid="row_name"),
        p.fact("Payment", order.payment, "payments", rid="row_payment"),
        p.fact("Cutlery", "Yes, please" if order.cutlery else "None", "flatware", rid="row_cutlery"),
    ]


def receipt(order: Order) -> list[Node]:
    """Facts, lines and the sum of an order, placed or not."""
    taken = sum_of(order.lines) - off(order.lines, order.voucher)
    return [
        *_facts(order),
        p.section("Dishes", count(order.lines), top=14),
        *[p.receipt_line(line) for line in order.lines],
        w.space(6),
        w.divider(),
        w.space(8),
        *([p.amount(f"Voucher {order.voucher}", f"−{money(sum_of(order.lines) - taken)}")] if order.voucher else []),
        p.amount("Total", order.total, strong=True),
    ]


def review(state: State, place: Route, view: View) -> Screen:
    """Everything once more, before the order is confirmed."""
    filled = state.checkout
    code = filled.applied if off(state.tray, filled.applied) else ""
    shown = Order(
        "", "", state.tray, state.shop, filled.how, filled.time, filled.name.strip(), filled.payment, filled.cutlery,
        code, total(state.tray, code), "",
    )  # fmt: skip
    note = w.text("Nothing is ordered until you confirm.", "bodyM", "on_surface_variant", pad=(16, 14, 16, 6))
    go = p.block(f"Confirm order   {shown.total}", ev("confirm"), rid="confirm_order", enabled=bool(state.tray))
    change = p.block("Change", w.UP, rid="change", variant="outlined", grow=0).styled(color="on_surface")
    return Screen(w.page(note, receipt(shown)), top=p.bar("Review"), bottom=p.foot(change, go), title="Review")


def placed(state: State, place: Route, view: View) -> Screen:
    """The thanks for a new order, with its number in large type."""
    order = find(state, place.get("number", "")) or state.orders[-1]
    number = node(
        "column",
        w.text("YOUR NUMBER", "labelM", p.ASH),
        p.caps(order.number, 56, p.GOLD, lines=1),
        w.text(f"We call “{order.name}” at {order.shop}", "bodyM", p.CHALK, text_align="center", lines=2),
        width="fill",
        bg=p.INK,
        pad=(16, 8, 16, 24),
        align="center",
        gap=2,
        id="number_card",
        cls=w.GROUP,
    )
    bottom = p.foot(
        p.block("View order", ev("order", number=order.number), rid="view_order", variant="outlined").styled(
            color="on_surface"
        ),
        p.block("Done", ev("home"), rid="done"),
    )
    return Screen(
        w.page(number, w.space(6), receipt(order)), top=p.bar("Order confirmed"), bottom=bottom, title="Order confirmed"
    )
