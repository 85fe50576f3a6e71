"""Griddle Nine's restaurants: the sheet in which one is picked, and one with all that is known of it."""

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import SHOPS, Shop, shop_of
from adapters.phone.apps.griddle.menu import menu_under
from adapters.phone.apps.griddle.model import State
from adapters.phone.components.boxes import column, line, radio_group, words
from adapters.phone.framework.actions import assign, back, go, switch_to, then, toast
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node, node


@app.screen("shops", activity=".MenuActivity")
def pick_shop(state: State) -> Screen:
    """The restaurants, as a sheet over the menu."""
    head = p.head_of_sheet(words(p.caps("Where will you collect?", 22)), pad=(16, 4, 8, 4))
    rows = radio_group([_shop_row(shop, shop.name == state.shop) for shop in SHOPS], rid="shop_group")
    return menu_under(state, p.sheet(head, rows, w.space(12)))


def _shop_row(shop: Shop, chosen: bool) -> Node:
    about = words(
        w.text(shop.name, "16,24,Bold,0.1", "outline" if shop.closed else "on_surface"),
        w.text(f"{shop.address}  ·  {shop.distance}", "bodyM", "on_surface_variant", lines=1),
        w.text(shop.closed or f"Ready in {shop.wait}", "bodyM", "error" if shop.closed else "on_surface_variant"),
    )
    info = w.action("info_outline", f"About {shop.name}", go("shop", shop=shop.name), rid="about")
    pick = toast(f"{shop.name}: {shop.closed.lower()}") if shop.closed else then(assign("shop", shop.name), back())
    return line(
        node("radio", checked=chosen, enabled=not shop.closed, width=20, height=20, id="radio"), about, info,
        on=pick, id="row_shop", cls=w.ROW, selected=chosen, pad=(20, 10, 8, 10), gap=16,
    )  # fmt: skip


@app.screen("shop", activity=".RestaurantActivity")
def shop_page(state: State, shop: str = "") -> Screen:
    """One restaurant."""
    shown = shop_of(shop)
    chosen = shown.name == state.shop
    closed = w.row(shown.closed, leading=w.icon("block", 24, "error"), rid="row_closed", style="titleM")
    body = w.form(
        node("image", art=shown.art, desc=f"{shown.name} restaurant", width="fill", height=188, id="photo"),
        column(p.caps(shown.name, 30), pad=(16, 14, 16, 0), align="start"),
        w.text(shown.about, "bodyM", "on_surface_variant", pad=(16, 2, 16, 10)),
        closed if shown.closed else None,
        p.fact("Address", shown.address, "location_on", rid="row_address"),
        p.fact("Every day", f"{shown.hours[0]} – {shown.hours[1]}", "schedule", rid="row_hours"),
        p.fact("Ready in", shown.wait, "timer", rid="row_wait"),
        p.fact("From here", shown.distance, "near_me", rid="row_distance"),
        p.section("Good to know"),
        [w.row(fact, leading=w.icon("check", 20), rid="row_note", height=48) for fact in shown.facts],
    )
    collect = p.block(
        "Your restaurant" if chosen else "Collect here",
        then(assign("shop", shown.name), switch_to("menu")),
        rid="collect_here",
        enabled=not chosen and not shown.closed,
    )
    return Screen(body, top=p.bar(shown.name, support=shown.distance), bottom=p.foot(collect), title=shown.name)
