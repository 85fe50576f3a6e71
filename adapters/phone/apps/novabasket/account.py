"""Novabasket's account: the user's page, addresses, orders."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.basket import with_held
from adapters.phone.apps.novabasket.catalogue import ITEMS
from adapters.phone.apps.novabasket.checkout import no_such_order, receipt
from adapters.phone.apps.novabasket.model import Address, Order, State
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import chip_strip
from adapters.phone.components.shop_rows import order_progress
from adapters.phone.framework.actions import Handled, go, replace_with
from adapters.phone.framework.baskets import count_text
from adapters.phone.framework.dates import time_or_date
from adapters.phone.framework.state_paths import find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Replace, Screen, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

STEPS = (("To ship", "inventory_2"), ("On the way", "local_shipping"), ("Received", "check_circle"))
STATUSES = (*STEPS, ("Cancelled", "cancel"))
"""What can become of an order, with the icon of each."""
ALL = "All"


@app.screen("me", activity=".MainActivity")
def me(state: State) -> Screen:
    """Who is signed in, the orders by status, and the way to everything else."""
    body = w.page(
        w.space(4),
        p.card(p.section("Your orders", "All orders", go("orders"), top=0), _statuses(state)),
        p.card(
            _link("Saved items", len(state.saved), "favorite_border", go("saved")),
            _link("Coupons", len(state.coupons), "local_activity", go("coupons")),
            _link("Addresses", len(state.addresses), "place", go("addresses")),
            pad=(0, 2),
        ),
        p.section("Because you looked at it", top=8),
        p.tiles(ITEMS[8:18]),
    )
    return Screen(body, top=_user(len(state.orders)), bottom=p.nav(state, "Me"), bg=p.PAGE, bar="primary", title="Me")


def _user(orders: int) -> Node:
    about = words(
        w.text("Robin Vale", "20,26,Bold,0", "on_primary", heading=True),
        w.text(f"{orders} orders so far", "bodyM", "on_primary"),
    )
    return line(w.avatar(3, 56), about, bg="primary", pad=(16, 12, 16, 16), gap=14)


def _statuses(state: State) -> Node:
    cells = [_status(label, glyph, sum(order.status == label for order in state.orders)) for label, glyph in STATUSES]
    return node("row", cells, width="fill")


def _status(label: str, glyph: str, count: int) -> Node:
    return node(
        "column", w.icon(glyph, 26, "primary"), w.text(label, "labelM", lines=1), p.note(str(count)),
        on=go("orders", tab=label), id="tile_orders", cls=w.ROW, grow=1, height=76, align="center", justify="center",
        gap=2,
    )  # fmt: skip


def _link(label: str, count: int, glyph: str, on: Ev) -> Node:
    trailing = [p.text(str(count)), w.icon("chevron_right", 20)]
    return w.row(label, on=on, rid="row_link", leading=w.icon(glyph, 22), trailing=trailing, height=52)


@app.screen("addresses", distractor="addresses of the account, where none is picked for an order")
def addresses(state: State) -> Screen:
    """The saved addresses; the first is the default of orders."""
    rows = [_address(address, first=not index) for index, address in enumerate(state.addresses)]
    return p.page("Addresses", w.page(w.space(4), rows))


def _address(address: Address, *, first: bool) -> Node:
    glyph = "home" if first else "place"
    return p.card(
        p.fact(address.label, address.name, glyph, rid="row_address", support=f"{address.street}, {address.city}"),
        node("row", p.tag("Default"), pad=(50, 0, 14, 8), width="fill") if first else None,
    )


@app.screen("orders", distractor="past orders, beside the one that a task places")
def orders(state: State, view: View, tab: str = ALL) -> Screen:
    """All orders or those of a status, the newest first."""
    shown = [order for order in reversed(state.orders) if tab in (ALL, order.status)]
    rows = [_order_card(order, view.now) for order in shown]
    if not rows:
        rows = [w.empty("receipt_long", "Nothing here", f"No order is “{tab.lower()}” at the moment.")]
    tabs = (ALL, *(status for status, _ in STATUSES))
    strip = chip_strip(
        tab, tabs, rid="chip_status", group="statuses", on=lambda label: replace_with("orders", tab=label),
        radius=p.CORNER, variant="end" if tab in tabs[3:] else "",
    )  # fmt: skip
    top = column(p.bar("Your orders", p.basket_action(state)), strip, bg=p.CARD)
    return replace(p.page("Your orders", w.page(w.space(4), rows)), top=top)


def _order_card(order: Order, now: datetime) -> Node:
    color = "on_surface_variant" if order.status == "Cancelled" else "primary"
    head = line(
        w.text(order.number, "labelL/Bold", id="number"),
        p.note(time_or_date(order.placed, now), grow=1),
        w.text(order.status, "labelL", color, id="status"),
        gap=8,
    )
    sums = node("column", w.text(order.total, "15,20,Bold,0", id="total"), p.note(count_text(order.lines)), align="end")
    names = ", ".join(ordered.item for ordered in order.lines)
    middle = line(
        p.picture(order.lines[0].item if order.lines else "", 64),
        w.text(names, "bodyM", lines=2, grow=1, id="names"),
        sums,
        gap=12,
    )
    row = column(
        head, middle,
        on=go("order", number=order.number), id="row_order", cls=w.GROUP, bg=p.CARD, radius=p.CORNER,
        pad=(14, 10, 14, 12), gap=8,
    )  # fmt: skip
    return column(row, pad=p.MARGIN)


@app.screen("order", distractor="one order, which tells what was chosen in it")
def order_page(state: State, view: View, number: str = "") -> Screen:
    """One order: where it is and what is in it."""
    order = find(state.orders, number=number)
    if order is None:
        return no_such_order()
    bottom = p.foot(p.block("Buy again", ev("again", number=number), rid="buy_again"))
    body = w.page(w.space(4), p.card(_progress(order)), receipt(state, order))
    placed = time_or_date(order.placed, view.now)
    return p.page(f"Order {number}", body, bottom=bottom, support=placed, name="Order")


def _progress(order: Order) -> Node:
    if order.status == "Cancelled":
        return p.fact("Status", "Cancelled", "cancel", rid="row_status")
    return order_progress(STEPS, [status for status, _ in STEPS].index(order.status), bar=3)


@app.on("again")
def again(state: State, number: str) -> Handled:
    """Put everything of an order into the basket once more, ticked."""
    order, basket = find(state.orders, number=number), state.basket
    for ordered in reversed(order.lines) if order is not None else ():
        basket = with_held(basket, ordered)
    return replace(state, basket=basket), Replace(route("cart"), root=True)
