"""Novabasket's basket: what waits, by shop, and what of it is ticked."""

from __future__ import annotations

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.catalogue import BY_NAME, ITEMS, money
from adapters.phone.apps.novabasket.model import Held, State, chosen, each, goods, pieces, selected
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node


def basket(state: State, place: Route, view: View) -> Screen:
    """What waits, by shop; only what is ticked is ordered."""
    if not state.basket:
        back = p.block("Look around", ev("nav", to="home"), rid="browse", variant="tonal", grow=0)
        empty = w.empty("shopping_basket", "Your basket is empty", "What you add waits for you here.", back)
        body = w.page(empty, p.section("People buy now"), p.tiles(ITEMS[4:10]))
        top = p.bar("Basket", up=False)
        return Screen(body, top=top, bottom=p.nav(state, "Basket"), bg=p.PAGE, bar="primary", title="Basket")
    shops: dict[str, list[int]] = {}
    for index, held in enumerate(state.basket):
        one = BY_NAME.get(held.item)
        shops.setdefault(one.shop if one is not None else "No longer sold", []).append(index)
    cards = [
        p.card(
            _shop_row(shop),
            [_held(state.basket[index], index) for index in indexes],
            rid="card_shop",
        )
        for shop, indexes in shops.items()
    ]
    have = {held.item for held in state.basket}
    more = [one for one in ITEMS if one.name not in have][:8]
    body = w.page(w.space(6), cards, p.section("You may also need", top=10), p.tiles(more))
    saved = w.action("favorite_border", "Saved items", ev("go", to="saved"), rid="saved", color="on_primary")
    bottom = node("column", _sum_bar(state), p.nav(state, "Basket"), width="fill", align="stretch")
    top = p.bar("Basket", saved, up=False)
    return Screen(body, top=top, bottom=bottom, bg=p.PAGE, bar="primary", title="Basket")


def _tick(label: str, on: Ev, checked: bool, *, rid: str) -> Node:
    """A box to tick in its touch room; the room takes the tap and tells the state."""
    return node(
        "stack",
        node("checkbox", checked=checked, width=20, height=20, place=("center", "center")),
        on=on,
        id=rid,
        cls="android.widget.CheckBox",
        desc=label,
        checked=checked,
        width=48,
        height=48,
    )


def _shop_row(shop: str) -> Node:
    return node(
        "row",
        w.icon("storefront", 18),
        w.text(shop, "labelL/Bold", lines=1),
        width="fill",
        height=40,
        pad=(14, 0, 14, 0),
        gap=6,
        align="center",
    )


def _held(held: Held, index: int) -> Node:
    one = BY_NAME.get(held.item)
    choices = None
    if chosen(held):
        choices = node(
            "row",
            w.text(
                chosen(held),
                "bodyS",
                "on_surface_variant",
                bg="container",
                radius=4,
                pad=(6, 2, 6, 2),
                lines=1,
                id="choices",
            ),
            width="fill",
        )
    words = node(
        "column",
        w.text(held.item, "bodyM", lines=2, id="name", on=ev("open", key=one.key) if one else None),
        choices,
        node(
            "row",
            p.price(each(held) * held.quantity, 17),
            w.push(),
            c.stepper(held.quantity, ev("line", index=index, by=-1), ev("line", index=index, by=1), compact=True),
            width="fill",
            align="center",
        ),
        node(
            "row",
            w.push(),
            c.button("Save for later", ev("later", index=index), rid="later", variant="text", height=40, width="wrap"),
            w.action("delete_outline", f"Remove {held.item}", ev("remove", index=index), rid="remove"),
            width="fill",
            align="center",
        ),
        grow=1,
        gap=4,
        align="stretch",
    )
    tick = _tick(f"Select {held.item}", ev("select", index=index), held.selected, rid="select_line")
    return node(
        "row",
        tick,
        p.picture(held.item, 80),
        words.styled(pad=(10, 0, 0, 0)),
        id="row_line",
        cls=w.GROUP,
        width="fill",
        pad=(0, 6, 12, 0),
    )


def _sum_bar(state: State) -> Node:
    lines = selected(state)
    every = len(lines) == len(state.basket)
    go = p.block(f"Checkout ({pieces(lines)})", ev("checkout"), rid="checkout", enabled=bool(lines), grow=0)
    return node(
        "column",
        w.divider(),
        node(
            "row",
            _tick("Select all", ev("select_all"), every, rid="select_all"),
            w.text("All", "bodyM"),
            w.push(),
            node(
                "column",
                w.text("Without delivery", "bodyS", "on_surface_variant"),
                w.text(money(goods(lines)), "18,22,Bold,0", "primary", id="sum"),
                align="end",
                pad=(0, 0, 12, 0),
            ),
            go,
            width="fill",
            height=64,
            pad=(4, 0, 12, 0),
            align="center",
        ),
        width="fill",
        bg=p.CARD,
        align="stretch",
    )
