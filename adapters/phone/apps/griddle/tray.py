"""Griddle Nine's tray: what will be ordered, to be changed line by line."""

from dataclasses import replace

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import MOST, Item, item_by_key
from adapters.phone.apps.griddle.model import Checkout, Line, State, cents, total
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import assign, back, go, switch_to, then, toast
from adapters.phone.framework.baskets import count_text, with_quantity
from adapters.phone.framework.prices import money
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node, ev, node

BESIDE = ("fries", "cola", "cookie", "slaw", "vanilla", "ring")
"""Dishes that are offered beside what is on the tray."""
CLEAR = then(assign("tray", ()), back(), toast("Your tray is empty again"))
TO_CHECKOUT = then(assign("checkout", Checkout()), go("details"))


@app.screen("tray")
def tray(state: State) -> Screen:
    """The lines, the sum, and dishes that go with them."""
    if not state.tray:
        browse = p.block("See the menu", switch_to("menu"), rid="browse", variant="outlined", grow=0).styled(height=44)
        hint = "Add a dish and it waits for you here."
        body = w.page(w.empty("takeout_dining", "Nothing on your tray", hint, browse))
        return Screen(body, top=p.bar("Your tray"), title="Your tray")
    amount = total(state.tray)
    rows: list[Node] = []
    for index, ordered in enumerate(state.tray):
        rows += [_tray_line(ordered, index), p.inset_divider()]
    more = c.button(
        "Add another dish", switch_to("menu"), rid="add_more", variant="text", width="wrap", height=48, icon_name="add"
    )
    body = w.page(
        rows,
        node("row", more, width="fill", pad=(4, 8, 16, 8)),
        p.amount("Dishes", amount),
        p.amount("Service", "Free"),
        w.space(4),
        p.amount("Total", amount, strong=True),
        _beside(state),
    )
    clear = w.action("delete_sweep", "Empty the tray", CLEAR, rid="clear", color=p.CHALK)
    top = p.bar("Your tray", clear, support=count_text(state.tray))
    bottom = p.foot(p.block(f"Continue   {amount}", TO_CHECKOUT, rid="continue_button"))
    return Screen(body, top=top, bottom=bottom, title="Your tray")


def _tray_line(ordered: Line, index: int) -> Node:
    tools = line(
        p.stepper(ordered.quantity, ev("line", index=index, by=-1), ev("line", index=index, by=1), least=0),
        w.push(),
        w.text(money(cents(ordered)), "18,24,Bold,0", id="price"),
        pad=(0, 10, 0, 0),
    )
    about = words(p.line_texts(ordered), tools, align="stretch")
    picture = p.picture(ordered.item, 84)
    return node("row", picture, about, id="row_line", cls=w.GROUP, width="fill", pad=(16, 14), gap=14)


@app.on("line")
def change_line(state: State, index: int, by: int) -> State:
    """Order one more or one less of a line; the last one less takes it off the tray."""
    return replace(state, tray=with_quantity(state.tray, index, by, least=0, most=MOST))


def _beside(state: State) -> Node:
    """Dishes that are not on the tray, side by side; the plus takes them as they come."""
    on_tray = {ordered.item for ordered in state.tray}
    cards = [_card(item) for item in map(item_by_key, BESIDE) if item.name not in on_tray]
    strip = node("scroll", cards, horizontal=True, id="beside", width="fill", gap=10, pad=(16, 0))
    return column(p.section("Goes well with", top=26), strip)


def _card(item: Item) -> Node:
    return node(
        "column",
        p.photo_with_plus(item, 124, 88),
        w.text(item.name, "labelL", lines=2, id="name", pad=(0, 6, 0, 0)),
        w.text(money(item.cents), "bodyM", "on_surface_variant", id="price"),
        on=ev("open_item", key=item.key),
        id="card_item",
        cls=w.GROUP,
        width=124,
    )
