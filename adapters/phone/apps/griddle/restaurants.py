"""Griddle Nine's restaurants: the sheet in which one is picked."""

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import SHOPS, Shop
from adapters.phone.apps.griddle.menu import menu_under
from adapters.phone.apps.griddle.model import State
from adapters.phone.components.boxes import line, radio_group, words
from adapters.phone.framework.actions import assign, back, then, toast
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
    pick = toast(f"{shop.name}: {shop.closed.lower()}") if shop.closed else then(assign("shop", shop.name), back())
    return line(
        node("radio", checked=chosen, enabled=not shop.closed, width=20, height=20, id="radio"), about,
        on=pick, id="row_shop", cls=w.ROW, selected=chosen, pad=(20, 10), gap=16,
    )  # fmt: skip
