"""A product of Larderly: pack, how it is to be, what happens if it runs out, a word for the picker."""

from dataclasses import replace

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.app import app
from adapters.phone.apps.larderly.catalogue import MOST, Item, Prep, item_of, listed, pack_of
from adapters.phone.apps.larderly.model import Line, State, cents, draft_for, fresh
from adapters.phone.apps.larderly.terms import SUBSTITUTES
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import Entry, Picked, card_choice, chip_choice, radio_choice
from adapters.phone.framework.actions import Handled, focus, share
from adapters.phone.framework.baskets import with_line, with_quantity
from adapters.phone.framework.prices import money
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Screen, Toast, route
from adapters.phone.ui.node import Node, ev, node

NOTE_LENGTH = 60


@app.on("open_item")
def open_item(state: State, key: str) -> Handled:
    """Open the page of a product, with the declared defaults."""
    item = item_of(key)
    draft = fresh(item, state.preferences.substitute)
    return replace(state, draft=draft), Focus(None), Go(route("product", key=item.key))


@app.screen("product")
def product(state: State, key: str = "") -> Screen:
    """One product with all that can be chosen for it."""
    item = item_of(key)
    draft = draft_for(state, item.key)
    others = [other.key for other in listed(item.aisle) if other.key != item.key]
    body = w.form(
        node("image", art=item.art, desc=item.name, width="fill", height=250, id="photo"),
        _head(item, draft),
        _packs(item, draft),
        _prep(item, item.prep, draft) if item.prep else None,
        _substitute(item, draft),
        _note(item, draft),
        p.section("Others in this aisle"),
        p.strip(state, others[:6], "similar"),
    )
    shared = share(f"{item.name}, {item.packs[0].label}: {money(item.cents)} at Larderly")
    top = w.app_bar("", w.action("share", "Share", shared, rid="share", color="on_surface"), bg=p.PAGE)
    return Screen(body, top=top, bottom=_buy(item, draft), bg="container", bar=p.PAGE, title=item.name)


def _buy(item: Item, draft: Line) -> Node:
    less, more = ev("quantity", key=item.key, by=-1), ev("quantity", key=item.key, by=1)
    label = "Sold out" if item.gone else f"Add to basket   {money(cents(draft))}"
    add = p.block(label, ev("add", key=item.key), rid="add_to_basket", enabled=not item.gone)
    return p.foot(c.stepper(draft.quantity, less, more), add)


def _head(item: Item, draft: Line) -> Node:
    offer = [p.tag("Offer", p.AMBER, p.BROWN)] if item.was else []
    flags = [*offer, *map(p.tag, item.tags)]
    pack = pack_of(item, draft.pack)
    before = p.text(money(item.was), strike=True) if item.was and pack is item.packs[0] else None
    cost = line(
        w.text(money(pack.cents), "24,30,Bold,0", "primary", id="price"),
        before,
        w.push(),
        p.text(pack.unit, lines=1) if pack.unit else None,
        gap=8,
        align="end",
    )
    about = column(
        node("row", flags, gap=6, pad=(0, 0, 0, 4)) if flags else None,
        w.text(item.name, "22,28,Bold,0", heading=True, lines=3, id="name"),
        cost,
        p.text(item.about, pad=(0, 6, 0, 0)) if item.about else None,
        pad=(16, 6),
        gap=2,
    )
    return p.card(about)


def _picked(item: Item, group: str, value: str) -> Picked:
    return Picked(value, ev("pick", key=item.key, group=group))


def _packs(item: Item, draft: Line) -> Node:
    packs = [Entry(pack.label, money(pack.cents)) for pack in item.packs]
    picked = _picked(item, "pack", draft.pack)
    cards = card_choice(picked, packs, rid="pack_option", group="pack_group", height=60, gap=10, pad=(16, 4, 16, 6))
    return p.card(p.small("Pack"), cards)


def _prep(item: Item, prep: Prep, draft: Line) -> Node:
    picked = _picked(item, "prep", draft.prep)
    chips = chip_choice(picked, prep.options, rid="prep_option", group="prep_group", inset=16)
    return p.card(p.small(prep.title), chips, w.space(4))


def _substitute(item: Item, draft: Line) -> Node:
    picked = _picked(item, "substitute", draft.substitute)
    rows = radio_choice(
        picked, p.entries(SUBSTITUTES), rid="substitute_option", group="substitute_group", inset=16, tall=60
    )
    return p.card(p.small("If it runs out"), rows)


def _note(item: Item, draft: Line) -> Node:
    box = c.field(
        draft.note, "A word for the picker (optional)", "note", change=ev("type_note", key=item.key),
        submit=focus(None), leading="edit_note", radius=16,
    )  # fmt: skip
    return p.field_card(box)


@app.on("pick")
def pick(state: State, key: str, group: str, value: str) -> State:
    """Pick one of a group: pack, prep, substitute."""
    changed = {group: value}
    return replace(state, draft=replace(draft_for(state, key), **changed))  # type: ignore[arg-type]


@app.on("type_note")
def type_note(state: State, key: str, text: str = "") -> State:
    """Write a word for the picker."""
    return replace(state, draft=replace(draft_for(state, key), note=text[:NOTE_LENGTH]))


@app.on("quantity")
def quantity(state: State, key: str, by: int) -> State:
    """Order more or fewer of the product."""
    draft = draft_for(state, key)
    return replace(state, draft=replace(draft, quantity=min(MOST, max(1, draft.quantity + by))))


@app.on("add")
def add(state: State, key: str) -> Handled:
    """Put the product into the basket, with all that was chosen on its page."""
    if item_of(key).gone:
        return None
    draft = draft_for(state, key)
    basket = with_line(state.basket, replace(draft, note=draft.note.strip()), most=MOST)
    return replace(state, basket=basket, draft=Line("")), Focus(None), Back(), Toast(f"{draft.item} added")


@app.on("more")
def more(state: State, key: str) -> Handled:
    """Put one more of something into the basket: of the line that is there last, or as it comes."""
    item = item_of(key)
    if item.gone:
        return None
    known = [ordered for ordered in state.basket if ordered.item == item.name]
    wanted = replace(known[-1], quantity=1) if known else fresh(item, state.preferences.substitute)
    return replace(state, basket=with_line(state.basket, wanted, most=MOST))


@app.on("less")
def less(state: State, key: str) -> Handled:
    """Take one of something out of the basket, from the line that is there last."""
    name = item_of(key).name
    places = [index for index, ordered in enumerate(state.basket) if ordered.item == name]
    if not places:
        return None
    return replace(state, basket=with_quantity(state.basket, places[-1], -1, least=0))
