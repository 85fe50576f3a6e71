"""Novabasket's account: the user's page, addresses, settings."""

from __future__ import annotations

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.catalogue import ITEMS
from adapters.phone.apps.novabasket.model import State
from adapters.phone.apps.novabasket.records import GLYPHS, STATUSES
from adapters.phone.apps.novabasket.terms import PAYMENTS, WAYS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import ev, node


def me(state: State, place: Route, view: View) -> Screen:
    """Who is signed in, the orders by status, and the way to everything else."""
    head = node(
        "row",
        w.avatar(3, 56),
        node(
            "column",
            w.text("Robin Vale", "20,26,Bold,0", "on_primary", heading=True),
            w.text(f"{len(state.reviews)} review{'' if len(state.reviews) == 1 else 's'}", "bodyM", "on_primary"),
            grow=1,
        ),
        w.action("settings", "Settings", ev("go", to="settings"), rid="settings", color="on_primary"),
        width="fill",
        bg="primary",
        pad=(16, 12, 4, 16),
        gap=14,
        align="center",
    )
    cells = [
        node(
            "column",
            w.icon(glyph, 26, "primary"),
            w.text(label, "labelM", lines=1),
            w.text(str(sum(order.status == label for order in state.orders)), "bodyS", "on_surface_variant"),
            on=ev("order_tab", tab=label),
            id="tile_orders",
            cls=w.ROW,
            grow=1,
            height=76,
            align="center",
            justify="center",
            gap=2,
        )
        for label, glyph in zip(STATUSES, GLYPHS, strict=True)
    ]
    links = (
        ("Saved items", str(len(state.saved)), "favorite_border", "saved"),
        ("Coupons", str(len(state.coupons)), "local_activity", "coupons"),
        ("Addresses", str(len(state.addresses)), "place", "addresses"),
        ("Settings", "", "settings", "settings"),
    )
    rows = [
        w.row(
            label,
            on=ev("go", to=to),
            rid="row_link",
            leading=w.icon(glyph, 22),
            trailing=[w.text(many, "bodyM", "on_surface_variant") if many else None, w.icon("chevron_right", 20)],
            height=52,
        )
        for label, many, glyph, to in links
    ]
    body = w.page(
        w.space(4),
        p.card(p.section("Your orders", "All orders", ev("go", to="orders"), top=0), node("row", cells, width="fill")),
        p.card(rows, pad=(0, 2, 0, 2)),
        p.section("Because you looked at it", top=8),
        p.tiles(ITEMS[8:18]),
    )
    return Screen(body, top=head, bottom=p.nav(state, "Me"), bg=p.PAGE, bar="primary", title="Me")


def addresses(state: State, place: Route, view: View) -> Screen:
    """The saved addresses; the first is where orders go when nobody says otherwise."""
    rows = [
        p.card(
            p.fact(
                one.label,
                one.name,
                "home" if not index else "place",
                rid="row_address",
                support=f"{one.street}, {one.city}",
            ),
            node("row", p.tag("Default"), pad=(50, 0, 14, 8), width="fill") if not index else None,
        )
        for index, one in enumerate(state.addresses)
    ]
    body = w.page(w.space(4), rows)
    return Screen(body, top=p.bar("Addresses"), bg=p.PAGE, bar=p.CARD, title="Addresses")


def settings(state: State, place: Route, view: View) -> Screen:
    """Where orders start, and what may be notified."""
    mine = state.preferences
    body = w.page(
        p.section("Ordering", top=8),
        p.card(
            p.fact("Usual delivery", mine.delivery, "local_shipping", rid="row_delivery", on=ev("go", to="usual_way")),
            p.fact("Usual payment", mine.payment, "credit_card", rid="row_payment", on=ev("go", to="usual_payment")),
            p.fact("Addresses", str(len(state.addresses)), "place", rid="row_addresses", on=ev("go", to="addresses")),
        ),
        p.section("Notifications", top=12),
        p.card(
            c.switch_row("Order updates", "Placed, shipped, arrived", ev("switch", name="updates"), mine.updates,
                         rid="row_updates"),
            c.switch_row("Price drops", "On what you have saved", ev("switch", name="drops"), mine.drops,
                         rid="row_drops"),
            c.switch_row("Offers", "Member nights and new coupons", ev("switch", name="offers"), mine.offers,
                         rid="row_offers"),
        ),
        w.text("Novabasket 9.3.1", "bodyS", "on_surface_variant", pad=(16, 14, 16, 0)),
    )  # fmt: skip
    return Screen(body, top=p.bar("Settings"), bg=p.PAGE, bar=p.CARD, title="Settings")


def usual_way(state: State, place: Route, view: View) -> Screen:
    """Which delivery orders start with."""
    return _usual(state, place, view, "Usual delivery", "delivery", tuple(one.name for one in WAYS))


def usual_payment(state: State, place: Route, view: View) -> Screen:
    """Which payment orders start with."""
    return _usual(state, place, view, "Usual payment", "payment", PAYMENTS)


def _usual(state: State, place: Route, view: View, title: str, field: str, values: tuple[str, ...]) -> Screen:
    below = settings(state, place, view)
    window = c.choice_dialog(title, values, getattr(state.preferences, field), ev("prefer", field=field))
    return Screen(below.body, below.top, overlay=Overlay("dialog", window), bg=p.PAGE, bar=p.CARD, title="Settings")
