"""Larderly's basket: what is in it, what happens if something of it runs out, and emptying it."""

from dataclasses import replace

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.app import app
from adapters.phone.apps.larderly.catalogue import BY_NAME, MOST
from adapters.phone.apps.larderly.model import Line, State, cents, chosen, goods, missing
from adapters.phone.apps.larderly.terms import ASK, DELIVERY, FREE_FROM, SUBSTITUTES
from adapters.phone.components.bottom_sheets import sheet_over
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import radio_choice
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import assign, back, go, switch_to, then, toast
from adapters.phone.framework.baskets import count_text, with_quantity
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node, ev, node

OFTEN = ("eggs", "spinach", "oil", "yogurt", "coffee", "blue")
TRACK = 347
"""Width of the bar that shows how near free delivery is."""


@app.screen("basket")
def basket(state: State) -> Screen:
    """What is in it, each with its stepper and what happens if it runs out."""
    if not state.basket:
        browse = p.block("Browse the aisles", switch_to("home"), rid="browse", variant="tonal", grow=0)
        hint = "What you add in the aisles shows up here."
        return p.page("Basket", w.page(w.empty("shopping_basket", "Nothing in it yet", hint, browse)))
    body = w.page(
        _free_bar(state) if state.till.way == DELIVERY else None,
        p.card([_line(state, index) for index in range(len(state.basket))]),
        _hint() if any(ordered.substitute == ASK for ordered in state.basket) else None,
        p.section("You buy often"),
        p.strip(state, OFTEN, "usual"),
    )
    lacks = missing(state)
    label = f"{money(lacks)} more for delivery" if lacks else f"Go to checkout   {money(goods(state.basket))}"
    bottom = p.foot(p.block(label, go("checkout"), rid="checkout", enabled=not lacks))
    clear = w.action("delete_sweep", "Empty the basket", go("empty"), rid="empty", color="on_surface")
    return p.page("Basket", body, clear, bottom=bottom, support=count_text(state.basket))


def _free_bar(state: State) -> Node:
    """How much is still needed until the delivery costs nothing."""
    amount = goods(state.basket)
    lacks = max(0, FREE_FROM - amount)
    label = f"{money(lacks)} more and delivery is free" if lacks else "Delivery is free"
    done = max(8.0, TRACK * min(1.0, amount / FREE_FROM))
    track = node(
        "stack",
        node("spacer", width=TRACK, height=8, radius=4, bg="highest"),
        node("spacer", width=done, height=8, radius=4, bg="primary"),
        width=TRACK,
        height=8,
    )
    head = node("row", w.icon("moped", 20, "primary"), w.text(label, "titleS", lines=1), gap=10, align="center")
    return p.card(node("column", head, track, pad=(16, 4, 16, 6), gap=8, id="free_delivery"))


def _line(state: State, index: int) -> Node:
    ordered = state.basket[index]
    item = BY_NAME.get(ordered.item)
    swap = node(
        "row",
        w.icon("swap_horiz", 18, "primary"),
        w.text(ordered.substitute, "labelL", "primary", lines=1, id="substitute"),
        on=go("substitute", index=index), id="row_substitute", cls=w.ROW, height=40, gap=6, align="center",
    )  # fmt: skip
    price = w.text(money(cents(ordered)), "15,20,Bold,0", id="price")
    about = words(
        line(p.name_text(ordered.item, grow=1), price, gap=10, align="start"),
        p.note(chosen(ordered), lines=1, id="choices"),
        p.note(f"“{ordered.note}”", lines=1, id="note") if ordered.note else None,
        line(swap, w.push(), _stepper(ordered, index)),
    )
    return node(
        "row", p.picture(ordered.item, 64), about,
        on=ev("open_item", key=item.key) if item else None, id="row_line", cls=w.GROUP, width="fill",
        pad=(14, 8, 14, 4), gap=12,
    )  # fmt: skip


def _stepper(ordered: Line, index: int) -> Node:
    name, minus = ordered.item, "delete_outline" if ordered.quantity == 1 else "remove"
    return node(
        "row",
        w.action(minus, f"Remove one {name}", ev("line", index=index, by=-1), rid="minus"),
        w.text(str(ordered.quantity), "16,24,Bold,0", id="qty", text_align="center", width=24),
        w.action("add", f"Add one {name}", ev("line", index=index, by=1), rid="plus"),
        height=40,
        radius=20,
        bg="container",
        align="center",
    )


@app.on("line")
def change_line(state: State, index: int, by: int) -> State:
    """Order one more or one less of a line; the last one less removes it."""
    return replace(state, basket=with_quantity(state.basket, index, by, least=0, most=MOST))


def _hint() -> Node:
    """Where the user wants to be asked: messages have to get through."""
    text = "You want to be asked about some things. Keep the app’s notifications on while your order is picked."
    return p.card(line(w.icon("notifications_active", 22, "primary"), p.text(text, grow=1), pad=(16, 6), gap=14))


@app.screen("substitute", activity=".BasketActivity", distractor="decides for a line what its product’s page does too")
def substitute(state: State, index: int = 0) -> Screen:
    """A sheet: what happens if a line of the basket runs out."""
    below = basket(state)
    if not 0 <= index < len(state.basket):
        return below
    value = bind(state, f"basket.{index}.substitute")
    rows = radio_choice(value, p.entries(SUBSTITUTES), rid="substitute_option", group="substitute_group")
    everything = tuple(replace(ordered, substitute=value.value) for ordered in state.basket)
    for_all = then(assign("basket", everything), back(), toast(f"{value.value} for everything"))
    button = c.button("Use this for the whole basket", for_all, rid="for_all", variant="text", height=48)
    name = p.text(state.basket[index].item, pad=(20, 0, 20, 6))
    window = p.sheet("If it runs out", name, rows, column(button, pad=(12, 4, 12, 0)))
    return sheet_over(below, window, below.title)


@app.dialog("empty", over="basket", distractor="a wrong turn from the basket")
def empty(state: State) -> Node:
    """A question before the basket is emptied."""
    empty_it = then(assign("basket", ()), back(), toast("The basket is empty"))
    removed = f"{count_text(state.basket)} will be removed."
    return confirmation("Empty the basket?", removed, "Empty", empty_it, rid="")
