"""Bunwright's basket and checkout."""

from dataclasses import replace

from adapters.phone.apps.bunwright.app import app
from adapters.phone.apps.bunwright.catalogue import BRANCHES, TIMES, named
from adapters.phone.apps.bunwright.model import FIRST_NUMBER, Checkout, Draft, Line, Order, State, cents, total
from adapters.phone.apps.bunwright.parts import chosen_texts, line_row
from adapters.phone.components.boxes import line, words
from adapters.phone.components.choices import Entry, chip_choice, radio_choice
from adapters.phone.components.shop_rows import sum_row
from adapters.phone.framework.actions import Handled, assign, go, switch_to, then
from adapters.phone.framework.baskets import count_text, with_quantity, without_line
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev, node


@app.screen("basket")
def basket(state: State) -> Screen:
    """What will be ordered, to be changed line by line."""
    if not state.basket:
        browse = c.button("Browse the menu", switch_to("menu"), rid="browse", variant="tonal", width="wrap", height=40)
        hint = w.empty("shopping_bag", "Your basket is empty", "What you add from the menu waits for you here.", browse)
        return Screen(w.page(hint), top=w.app_bar("Basket"), title="Basket")
    more = c.button(
        "Add more items", switch_to("menu"), rid="add_more", variant="text", width="wrap", height=40, icon_name="add"
    )
    amount = total(state.basket)
    body = w.page(
        [_basket_line(item, index) for index, item in enumerate(state.basket)],
        node("row", more, pad=(8, 4, 8, 12), width="fill"),
        w.divider(),
        w.space(12),
        sum_row("Items", amount),
        sum_row("Pickup", "Free"),
        sum_row("Total", amount, strong=True),
    )
    to_checkout = then(assign("checkout", Checkout()), go("checkout"))
    bottom = w.sticky(c.button(f"Go to checkout   {amount}", to_checkout, rid="checkout", height=52))
    return Screen(body, top=w.app_bar("Basket", support=count_text(state.basket)), bottom=bottom, title="Basket")


def _basket_line(item: Line, index: int) -> Node:
    known = named(item.item)
    picture = node("image", art=known.art, width=72, height=72, radius=16) if known else w.disc("lunch_dining", 72)
    tools = line(
        c.stepper(item.quantity, ev("line", index=index, by=-1), ev("line", index=index, by=1), compact=True),
        w.action("delete_outline", f"Remove {item.item}", ev("remove", index=index), rid="remove"),
        w.push(),
        w.text(money(cents(item)), "16,24,Bold,0", id="price"),
        gap=4,
        pad=(0, 8, 0, 0),
    )
    about = words(chosen_texts(item, "16,24,Bold,0.1"), tools, align="stretch")
    return node("row", picture, about, id="row_line", cls=w.GROUP, width="fill", pad=(20, 12, 20, 12), gap=16)


@app.on("line")
def change_line(state: State, index: int, by: int) -> State:
    """Order more or fewer of a line."""
    return replace(state, basket=with_quantity(state.basket, index, by))


@app.on("remove")
def remove(state: State, index: int) -> State:
    """Remove a line."""
    return replace(state, basket=without_line(state.basket, index))


@app.screen("checkout")
def checkout(state: State) -> Screen:
    """Branch, time and a last look at the lines."""
    branch, time = bind(state, "checkout.branch"), bind(state, "checkout.time")
    shops = [Entry(shop.name, shop.address) for shop in BRANCHES]
    body = w.form(
        w.space(8),
        w.head("Pickup branch", "Where you collect your order"),
        radio_choice(branch, shops, rid="branch_option", group="branch_group", pad=(0, 0, 0, 14)),
        w.head("Pickup time", "Today, ready in about 12 min"),
        chip_choice(time, TIMES, rid="chip_time", group="time_group"),
        w.space(20),
        w.head("Payment", "Nothing is charged now"),
        w.row("Pay at the counter", "Card or cash", leading=w.icon("payments"), rid="row_payment", height=64, inset=20),
        w.space(8),
        w.head("Your order", count_text(state.basket)),
        [line_row(item) for item in state.basket],
        w.divider(),
        w.space(8),
        sum_row("Total", total(state.basket), strong=True),
    )
    label = f"Place order   {total(state.basket)}"
    bottom = w.sticky(c.button(label, ev("place"), rid="place_order", height=52, enabled=bool(state.basket)))
    return Screen(body, top=w.app_bar("Checkout"), bottom=bottom, title="Checkout")


@app.on("place")
def place(state: State, view: View) -> Handled:
    """Place the order."""
    if not state.basket:
        return Toast("Your basket is empty")
    count, chosen = FIRST_NUMBER + len(state.orders), state.checkout
    order = Order(
        str(count), f"BW-{count}", state.basket, chosen.branch, chosen.time, total(state.basket),
        view.now.strftime(TIME_FORMAT),
    )  # fmt: skip
    after = replace(state, orders=(*state.orders, order), basket=(), checkout=Checkout(), draft=Draft())
    return after, Replace(route("menu"), root=True), Go(route("placed", number=order.number))
