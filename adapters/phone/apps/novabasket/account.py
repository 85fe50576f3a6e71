"""Novabasket's account: the user's page, addresses, settings."""

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.catalogue import ITEMS
from adapters.phone.apps.novabasket.model import Address, State
from adapters.phone.apps.novabasket.orders import STATUSES
from adapters.phone.apps.novabasket.terms import PAYMENTS, WAYS
from adapters.phone.components.boxes import line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.settings_rows import switch_row
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
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
            _link("Settings", None, "settings", go("settings")),
            pad=(0, 2),
        ),
        p.section("Because you looked at it", top=8),
        p.tiles(ITEMS[8:18]),
    )
    return Screen(body, top=_user(state), bottom=p.nav(state, "Me"), bg=p.PAGE, bar="primary", title="Me")


def _user(state: State) -> Node:
    count = len(state.reviews)
    about = words(
        w.text("Robin Vale", "20,26,Bold,0", "on_primary", heading=True),
        w.text(f"{count} review{'' if count == 1 else 's'}", "bodyM", "on_primary"),
    )
    gear = w.action("settings", "Settings", go("settings"), rid="settings", color="on_primary")
    return line(w.avatar(3, 56), about, gear, bg="primary", pad=(16, 12, 4, 16), gap=14)


def _statuses(state: State) -> Node:
    cells = [_status(label, glyph, sum(order.status == label for order in state.orders)) for label, glyph in STATUSES]
    return node("row", cells, width="fill")


def _status(label: str, glyph: str, count: int) -> Node:
    return node(
        "column", w.icon(glyph, 26, "primary"), w.text(label, "labelM", lines=1), p.note(str(count)),
        on=go("orders", tab=label), id="tile_orders", cls=w.ROW, grow=1, height=76, align="center", justify="center",
        gap=2,
    )  # fmt: skip


def _link(label: str, count: int | None, glyph: str, on: Ev) -> Node:
    number = p.text(str(count)) if count is not None else None
    trailing = [number, w.icon("chevron_right", 20)]
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


@app.screen("settings", distractor="where orders start, which is not what an order is placed with")
def settings(state: State) -> Screen:
    """Where orders start, and what may be notified."""
    mine = state.preferences
    updates, drops, offers = (bind(state, f"preferences.{name}") for name in ("updates", "drops", "offers"))
    body = w.page(
        p.section("Ordering", top=8),
        p.card(
            p.fact("Usual delivery", mine.delivery, "local_shipping", rid="row_delivery", on=go("usual_way")),
            p.fact("Usual payment", mine.payment, "credit_card", rid="row_payment", on=go("usual_payment")),
            p.fact("Addresses", str(len(state.addresses)), "place", rid="row_addresses", on=go("addresses")),
        ),
        p.section("Notifications", top=12),
        p.card(
            switch_row("Order updates", "Placed, shipped, arrived", updates, rid="row_updates"),
            switch_row("Price drops", "On what you have saved", drops, rid="row_drops"),
            switch_row("Offers", "Member nights and new coupons", offers, rid="row_offers"),
        ),
        p.note("Novabasket 9.3.1", pad=(16, 14, 16, 0)),
    )
    return p.page("Settings", body)


@app.dialog("usual_way", over="settings", distractor="sets the delivery of later orders, not of this one")
def usual_way(state: State) -> Overlay:
    """Which delivery orders start with."""
    return choice_dialog("Usual delivery", bind(state, "preferences.delivery"), [way.name for way in WAYS])


@app.dialog("usual_payment", over="settings", distractor="sets the payment of later orders, not of this one")
def usual_payment(state: State) -> Overlay:
    """Which payment orders start with."""
    return choice_dialog("Usual payment", bind(state, "preferences.payment"), PAYMENTS)
