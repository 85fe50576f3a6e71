"""The shelf, a tea, and the basket."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.components.boxes import column, divided, line, words
from adapters.phone.components.choices import Entry, card_choice
from adapters.phone.components.text_styles import modifier, text_style
from adapters.phone.framework.actions import Handled, assign, go, switch_to, then
from adapters.phone.framework.baskets import count_text, with_line, with_quantity, without_line
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast
from adapters.phone.ui.node import Node, ev, node
from steepwell.app import BY_NAME, MOST, SIZES, TEAS, Checkout, Line, State, Tea, app, total

KINDS = tuple(dict.fromkeys(tea.kind for tea in TEAS))

name = text_style("16,24,Bold,0.1", lines=2, id="name")
note = text_style("bodyM", "on_surface_variant", lines=2)
price = text_style("16,24,Bold,0", "primary", id="price")
card = modifier(pad=(16, 12), gap=16, cls=w.GROUP)


def main_pages(chosen: str) -> Node:
    """Return the bar that leads to the main pages."""
    pages = (("shelf", "storefront", "Shelf"), ("basket", "shopping_basket", "Basket"), ("orders", "receipt", "Orders"))
    return w.nav_bar([(f"nav_{page}", glyph, label, switch_to(page)) for page, glyph, label in pages], chosen)


def photo(tea: Tea, size: float) -> Node:
    """Return the picture of a tea."""
    return node("image", art=tea.art, desc=tea.name, width=size, height=size, radius=12, id="photo")


@app.screen("shelf")
def shelf(kind: str = KINDS[0]) -> Screen:
    """All teas of a kind."""
    tabs = w.tabs(KINDS, kind, lambda label: switch_to("shelf", kind=label))
    rows = divided([_tea_row(tea) for tea in TEAS if tea.kind == kind], 16)
    top = column(w.app_bar("Steepwell", up=False), tabs)
    return Screen(w.page(rows), top=top, bottom=main_pages("Shelf"), title="Steepwell")


def _tea_row(tea: Tea) -> Node:
    about = words(name(tea.name), note(tea.about), price(money(tea.cents)), gap=2)
    choose = then(assign("draft", Line(tea.name)), go("tea", name=tea.name))
    return line(about, photo(tea, 88), on=choose, id="row_tea", **card)


@app.screen("tea")
def tea_page(state: State, name: str = "") -> Screen:
    """A tea, with the size of the bag and how many."""
    tea, size, quantity = BY_NAME.get(name, TEAS[0]), bind(state, "draft.size"), bind(state, "draft.quantity")
    sizes = [Entry(option.label, option.price or "included") for option in SIZES]
    body = w.form(
        line(photo(tea, 180), justify="center", pad=(0, 8)),
        column(w.text(tea.name, "24,32,Bold,0", heading=True), note(tea.about), pad=(20, 12), gap=4),
        w.head("Bag", "Choose one", "Required", strong=True),
        card_choice(size, sizes, rid="size_option", group="size_group", pad=(20, 0, 20, 16)),
    )
    less, more = quantity.to(max(1, quantity.value - 1)), quantity.to(min(MOST, quantity.value + 1))
    label = f"Add to basket   {money(state.draft.cents)}"
    add = c.button(label, ev("add_line"), rid="add_to_basket", height=52, width="wrap", grow=1)
    bottom = w.sticky(c.stepper(quantity.value, less, more), add)
    return Screen(body, top=w.app_bar(tea.kind), bottom=bottom, title=tea.name)


@app.on("add_line")
def add_line(state: State) -> Handled:
    """Put the tea into the basket; the same tea in the same bag is one line."""
    basket = with_line(state.basket, state.draft, most=MOST)
    return replace(state, basket=basket), Back(), Toast(f"{state.draft.tea} is in your basket")


@app.screen("basket")
def basket(state: State) -> Screen:
    """What is going to be ordered."""
    rows = divided([_basket_row(bind(state, "basket"), index) for index in range(len(state.basket))], 16)
    empty = w.empty("shopping_basket", "Your basket is empty", "Teas that you add wait here.")
    order = then(assign("checkout", Checkout()), go("checkout"))
    check_out = w.sticky(c.button(f"Check out   {total(state.basket)}", order, rid="checkout", height=52))
    top = w.app_bar("Basket", up=False, support=count_text(state.basket))
    bottom = column(check_out if rows else None, main_pages("Basket"))
    return Screen(w.page(rows or empty), top=top, bottom=bottom, title="Basket")


def _basket_row(lines: Bound[tuple[Line, ...]], index: int) -> Node:
    item = lines.value[index]
    less, more = (lines.to(with_quantity(lines.value, index, by, most=MOST)) for by in (-1, 1))
    drop = lines.to(without_line(lines.value, index))
    remove = w.action("delete_outline", f"Remove {item.tea}", drop, rid="remove")
    controls = line(c.stepper(item.quantity, less, more, compact=True), w.push(), remove)
    about = words(name(item.tea), note(item.size), price(money(item.cents)), controls, gap=2)
    return line(photo(BY_NAME[item.tea], 72), about, id="row_line", **card)
