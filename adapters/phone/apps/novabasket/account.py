"""Novabasket's account: the user's page, and addresses."""

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.catalogue import ITEMS
from adapters.phone.apps.novabasket.model import Address, State
from adapters.phone.apps.novabasket.orders import STATUSES
from adapters.phone.components.boxes import line, words
from adapters.phone.framework.actions import go
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, node


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
