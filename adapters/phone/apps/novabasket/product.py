"""A product of Novabasket: its page with what people have written, and the sheet of options."""

from dataclasses import replace

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.basket import with_held
from adapters.phone.apps.novabasket.catalogue import ITEMS, MOST, PAINTS, Item, item_of, listed
from adapters.phone.apps.novabasket.checkout import start_checkout
from adapters.phone.apps.novabasket.model import Line, State, chosen, draft_for, each
from adapters.phone.apps.novabasket.terms import OPINIONS, WAYS, Opinion
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import RADIO_GROUP
from adapters.phone.framework.actions import Handled, go, share, then, toast
from adapters.phone.framework.prices import Option, money
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Replace, Screen, Toast, route
from adapters.phone.ui.node import Node, ev, node


@app.screen("product")
def product(state: State, key: str = "") -> Screen:
    """One product from picture to opinions; below it the two ways to buy, side by side."""
    item = item_of(key)
    body = w.page(
        node("image", art=item.art, desc=item.name, width="fill", height=300, id="photo"),
        _head(item),
        _facts(item, draft_for(state, item.key)),
        _opinions(item),
        p.section("People also bought", top=10),
        p.tiles(_similar(item)),
    )
    to_basket, at_once = go("options", key=item.key, then="add"), go("options", key=item.key, then="buy")
    bottom = p.foot(
        _heart(state, item),
        p.block("Add to basket", to_basket, rid="add_to_basket", variant="tonal"),
        p.block("Buy now", at_once, rid="buy_now"),
    )
    shared = share(f"{item.name}\n{money(item.cents)} from {item.shop} on Novabasket")
    hand_over = w.action("share", "Share", shared, rid="share", color="on_surface")
    return p.page("Product", body, hand_over, p.basket_action(state), bottom=bottom, name=item.name)


def _heart(state: State, item: Item) -> Node:
    saved = bind(state, "saved")
    after = saved.to(toggled(saved.value, item.name))
    if item.name in saved.value:
        remove = then(after, toast("Removed from saved items"))
        return w.action("favorite", "Remove from saved items", remove, rid="save", color="primary")
    return w.action("favorite_border", "Save item", then(after, toast("Saved")), rid="save", color="on_surface")


def _similar(item: Item) -> list[Item]:
    """Six others, those of the same aisle first."""
    near = [*listed(item.aisle), *(other for other in ITEMS if other.aisle != item.aisle)]
    return [other for other in near if other.key != item.key][:6]


def _head(item: Item) -> Node:
    off = w.text(item.off, "labelM/Bold", p.WHITE, bg=p.RED, radius=4, pad=(6, 2)) if item.was else None
    prices = line(
        p.price(item.cents, 26),
        p.text(money(item.was), strike=True) if item.was else None,
        off,
        w.push(),
        p.text(f"{item.sold} sold"),
        gap=8,
    )
    about = p.text(item.about, pad=(0, 2, 0, 0)) if item.about else None
    name = w.text(item.name, "18,24,Medium,0", lines=3, id="name")
    return p.card(column(prices, name, about, pad=(14, 8), gap=4))


def _facts(item: Item, draft: Line) -> Node:
    way = WAYS[0]
    cost = "free" if item.cents >= way.free_from else money(way.cents)
    picked = f"{draft.quantity} × {chosen(draft) or 'as it comes'}"
    return p.card(
        p.fact("Selected", picked, "tune", rid="row_options", on=go("options", key=item.key, then="")),
        w.divider(54),
        p.fact("Delivery", f"{way.name}, {cost}", "local_shipping", rid="row_delivery", support=way.about),
        w.divider(54),
        p.fact("Returns", "30 days, free from a locker", "inventory_2", rid="row_returns"),
    )


def _opinions(item: Item) -> Node:
    """Two opinions: the same ones each time, other ones for other products."""
    head = line(
        w.text("Reviews", "16,22,Bold,0", grow=1), p.rating(item, more=f"  ({item.ratings:,})"),
        id="row_reviews", cls=w.ROW, height=48, pad=(14, 0, 10, 0), gap=6,
    )  # fmt: skip
    first = (item.stars * 7 + item.ratings) % len(OPINIONS)
    shown = (OPINIONS[first], OPINIONS[(first + 1) % len(OPINIONS)])
    return p.card(head, [_opinion(item, opinion) for opinion in shown])


def _opinion(item: Item, opinion: Opinion) -> Node:
    who = line(w.avatar(opinion.face, 28), w.text(opinion.who, "labelL", grow=1, lines=1), p.note(opinion.when), gap=10)
    about = _what_about(item, opinion)
    return column(
        who,
        _stars(opinion.stars),
        w.text(opinion.text, "bodyM", lines=2),
        p.note(about) if about else None,
        id="row_review",
        pad=(14, 8),
        gap=4,
    )


def _what_about(item: Item, opinion: Opinion) -> str:
    """What the writer has bought: a colour of this product, or words of their own."""
    place = {"First choice": 0, "Second colour": 1}.get(opinion.about)
    if place is None:
        return opinion.about
    colours = item.kind.colours[place : place + 1]
    return colours[0] if colours else ""


def _stars(count: int) -> Node:
    cells = [w.icon("star" if index < count else "star_border", 15, "star") for index in range(5)]
    return node("row", cells, gap=1, desc=f"{count} of 5 stars", id="stars", width="wrap")


@app.sheet("options", over="product")
def options(state: State, key: str = "", then_: str = "") -> Node:
    """Colour, size and quantity. What the page asked for is the only button then."""
    item = item_of(key)
    draft = draft_for(state, item.key)
    about = words(
        p.price(each(draft), 22),
        p.name_text(item.name),
        p.note(chosen(draft), id="choices") if chosen(draft) else None,
        gap=2,
    )
    head = line(node("image", art=item.art, width=88, height=88, radius=8), about, pad=(16, 0, 16, 8), gap=12)
    less, more = ev("quantity", key=item.key, by=-1), ev("quantity", key=item.key, by=1)
    quantity = line(
        w.text("Quantity", "16,24,Bold,0.1", grow=1),
        c.stepper(draft.quantity, less, more, compact=True),
        pad=(16, 16, 16, 8),
    )
    bottom = p.foot(_buttons(item, money(each(draft) * draft.quantity), then_))
    return p.sheet("Options", head, _colours(item, draft), _sizes(item, draft), quantity, bottom=bottom)


def _buttons(item: Item, cost: str, wanted: str) -> list[Node]:
    """The buttons of the sheet: one of them where it is known what is wanted, else both."""
    add, buy = ev("add", key=item.key), ev("buy", key=item.key)
    if wanted == "add":
        return [p.block(f"Add to basket   {cost}", add, rid="confirm_add")]
    at_once = p.block(f"Buy now   {cost}", buy, rid="confirm_buy")
    if wanted == "buy":
        return [at_once]
    return [p.block("Add to basket", add, rid="confirm_add", variant="tonal"), at_once]


def _colours(item: Item, draft: Line) -> Node | None:
    if not item.kind.colours:
        return None
    return _group("Colour", "colour_group", [_colour(item, draft, colour) for colour in item.kind.colours])


def _colour(item: Item, draft: Line, colour: str) -> Node:
    swatch = node("spacer", width=20, height=20, radius=10, bg=PAINTS[colour], outline="outline_variant")
    here = colour == draft.colour
    return _cell(item, "colour", colour, swatch, _cell_text(colour, here), here=here)


def _sizes(item: Item, draft: Line) -> Node | None:
    if not item.kind.sizes:
        return None
    return _group(item.kind.size_title, "size_group", [_size(item, draft, size) for size in item.kind.sizes])


def _size(item: Item, draft: Line, size: Option) -> Node:
    more = p.note(size.price) if size.cents else None
    here, gone = size.label == draft.size, size.label in item.kind.gone
    return _cell(item, "size", size.label, _cell_text(size.label, here, gone), more, here=here, gone=gone)


def _cell_text(label: str, here: bool, gone: bool = False) -> Node:
    ink = "on_primary_container" if here else "outline" if gone else "on_surface"
    return w.text(label, "labelL/Bold" if here else "labelL", ink, lines=1, strike=gone)


def _cell(item: Item, group: str, label: str, *inside: Node | None, here: bool, gone: bool = False) -> Node:
    return node(
        "row", inside,
        on=None if gone else ev("pick", key=item.key, group=group, value=label),
        id=f"{group}_option", cls="android.widget.RadioButton", checked=here, selected=here, enabled=not gone,
        height=48, min_width=52, pad=(14, 0), gap=8, radius=p.CORNER, align="center", justify="center",
        bg="primary_container" if here else "high", outline="primary" if here else "", outline_width=2,
    )  # fmt: skip


def _group(title: str, rid: str, cells: list[Node]) -> Node:
    options_row = line(cells, id=rid, cls=RADIO_GROUP, gap=8, wrap=True)
    return column(w.text(title, "16,24,Bold,0.1"), options_row, pad=(16, 12, 16, 0), gap=8)


@app.on("pick")
def pick(state: State, key: str, group: str, value: str) -> State:
    """Pick the colour or the size."""
    changed = {group: value}
    return replace(state, draft=replace(draft_for(state, key), **changed))  # type: ignore[arg-type]


@app.on("quantity")
def quantity(state: State, key: str, by: int) -> State:
    """Order more or fewer of the product."""
    draft = draft_for(state, key)
    return replace(state, draft=replace(draft, quantity=min(MOST, max(1, draft.quantity + by))))


@app.on("add")
def add(state: State, key: str) -> Handled:
    """Put what the sheet holds into the basket; the page below it stays."""
    basket = with_held(state.basket, draft_for(state, key))
    return replace(state, basket=basket, draft=Line("")), Back(), Toast("Added to basket")


@app.on("buy")
def buy(state: State, key: str) -> Handled:
    """Go to the checkout past the basket: only what the sheet holds is ordered."""
    checkout = start_checkout(state, (draft_for(state, key),), now=True)
    return replace(state, checkout=checkout, draft=Line("")), Replace(route("checkout"))
