"""Novabasket's basket: what waits, by shop, and what of it is ticked."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.catalogue import BY_NAME, ITEMS, MOST
from adapters.phone.apps.novabasket.checkout import start_checkout
from adapters.phone.apps.novabasket.model import Held, Line, State, chosen, each, goods, selected
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import assign, go, switch_to, then, toast, toggle
from adapters.phone.framework.baskets import pieces, with_quantity, without_line
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, node


def with_held(basket: Sequence[Held], wanted: Line) -> tuple[Held, ...]:
    """The basket with one more line, selected: on top, or with more pieces where it already is."""
    for index, held in enumerate(basket):
        if (held.item, held.colour, held.size) == (wanted.item, wanted.colour, wanted.size):
            more = replace(held, quantity=min(MOST, held.quantity + wanted.quantity), selected=True)
            return (*basket[:index], more, *basket[index + 1 :])
    return (Held(wanted.item, wanted.colour, wanted.size, wanted.quantity), *basket)


@app.screen("cart", activity=".MainActivity", distractor="a main page, and a longer way to the checkout")
def basket(state: State) -> Screen:
    """What waits, by shop; only what is ticked is ordered."""
    if not state.basket:
        back = p.block("Look around", switch_to("home"), rid="browse", variant="tonal", grow=0)
        empty = w.empty("shopping_basket", "Your basket is empty", "What you add waits for you here.", back)
        return p.main_page(state, "Basket", w.page(empty, p.section("People buy now"), p.tiles(ITEMS[4:10])))
    shops: dict[str, list[Node]] = {}
    for index, held in enumerate(state.basket):
        shops.setdefault(_shop_of(held), []).append(_held(state, index))
    cards = [p.card(_shop_row(shop), rows, rid="card_shop") for shop, rows in shops.items()]
    have = {held.item for held in state.basket}
    more = [item for item in ITEMS if item.name not in have][:8]
    body = w.page(w.space(6), cards, p.section("You may also need", top=10), p.tiles(more))
    return p.main_page(state, "Basket", body, p.saved_action(), above_nav=_sum_bar(state))


def _shop_of(held: Held) -> str:
    item = BY_NAME.get(held.item)
    return item.shop if item is not None else "No longer sold"


def _shop_row(shop: str) -> Node:
    return line(w.icon("storefront", 18), w.text(shop, "labelL/Bold", lines=1), height=40, pad=(14, 0), gap=6)


def _tick(label: str, on: Ev, checked: bool, *, rid: str) -> Node:
    """A box to tick in its touch room; the room takes the tap and tells the state."""
    box = node("checkbox", checked=checked, width=20, height=20, place=("center", "center"))
    return node(
        "stack", box,
        on=on, id=rid, cls="android.widget.CheckBox", desc=label, checked=checked, width=48, height=48,
    )  # fmt: skip


def _held(state: State, index: int) -> Node:
    held, lines = state.basket[index], bind(state, "basket")
    item = BY_NAME.get(held.item)
    choices = p.note(chosen(held), bg="container", radius=4, pad=(6, 2), lines=1, id="choices")
    less, more = (lines.to(with_quantity(state.basket, index, by, most=MOST)) for by in (-1, 1))
    about = words(
        p.name_text(held.item, on=p.open_product(item) if item else None),
        node("row", choices, width="fill") if chosen(held) else None,
        line(p.price(each(held) * held.quantity, 17), w.push(), c.stepper(held.quantity, less, more, compact=True)),
        _ways_out(state, index),
        gap=4,
        align="stretch",
        pad=(10, 0, 0, 0),
    )
    tick = _tick(f"Select {held.item}", toggle(f"basket.{index}.selected"), held.selected, rid="select_line")
    return node(
        "row", tick, p.picture(held.item, 80), about, id="row_line", cls=w.GROUP, width="fill", pad=(0, 6, 12, 0)
    )


def _ways_out(state: State, index: int) -> Node:
    """How a line leaves the basket: for the saved items, or for good."""
    name, rest = state.basket[index].item, assign("basket", without_line(state.basket, index))
    saved = state.saved if name in state.saved else (*state.saved, name)
    later = then(rest, assign("saved", saved), toast("Moved to saved items"))
    remove = then(rest, toast("Removed from basket"))
    return line(
        w.push(),
        c.button("Save for later", later, rid="later", variant="text", height=40, width="wrap"),
        w.action("delete_outline", f"Remove {name}", remove, rid="remove"),
    )


def _sum_bar(state: State) -> Node:
    lines = selected(state)
    all_selected = len(lines) == len(state.basket)
    turned = tuple(replace(held, selected=not all_selected) for held in state.basket)
    to_checkout = then(assign("checkout", start_checkout(state, lines)), go("checkout"))
    label = f"Checkout ({pieces(lines)})"
    amount = node(
        "column",
        p.note("Without delivery"),
        w.text(money(goods(lines)), "18,22,Bold,0", "primary", id="sum"),
        align="end",
        pad=(0, 0, 12, 0),
    )
    row = line(
        _tick("Select all", assign("basket", turned), all_selected, rid="select_all"),
        w.text("All", "bodyM"),
        w.push(),
        amount,
        p.block(label, to_checkout, rid="checkout", enabled=bool(lines), grow=0),
        height=64,
        pad=(4, 0, 12, 0),
    )
    return column(w.divider(), row, bg=p.CARD)
