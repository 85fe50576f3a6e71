"""Bunwright's shop front: menu, search and the options page of an item."""

from dataclasses import replace

from adapters.phone.apps.bunwright import catalogue
from adapters.phone.apps.bunwright.app import app
from adapters.phone.apps.bunwright.catalogue import ITEMS, MENU, TABS, Item
from adapters.phone.apps.bunwright.model import Draft, State, cents, draft_for, fresh, line_of
from adapters.phone.apps.bunwright.parts import basket_action, basket_bar, main_pages
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import disc_button
from adapters.phone.components.choices import Entry, Picked, card_choice, radio_choice
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, assign, focus, go, share, switch_to, then
from adapters.phone.framework.baskets import with_line
from adapters.phone.framework.prices import Option, money, with_toggled
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Screen, Toast, route
from adapters.phone.ui.node import Node, ev, node

HEADLINES = {tab.name: tab.headline for tab in MENU.tabs}
OFTEN_SEARCHED = ("Onion", "Chicken", "Slaw", "Chocolate", "Tea")
SEARCH = then(assign("ui.query", ""), go("search"), focus("search_src_text"))


@app.screen("menu")
def menu(state: State, tab: str = TABS[0]) -> Screen:
    """The menu under its tabs."""
    shown = [item for item in ITEMS if item.tab == tab]
    search = w.action("search", "Search the menu", SEARCH, rid="search", color="on_surface")
    bar = w.app_bar("Bunwright", search, basket_action(state), up=False, style="22,28,Bold,0")
    tabs = w.tabs(TABS, tab, lambda label: switch_to("menu", tab=label))
    heading = line(
        w.text(HEADLINES.get(tab, tab), "22,28,Bold,0", grow=1),
        w.text(f"{len(shown)} items", "bodyM", "on_surface_variant"),
        pad=(16, 16, 16, 6),
    )
    rows: list[Node] = []
    for item in shown:
        rows += [column(w.divider(), pad=(16, 0))] if rows else []
        rows.append(_item_row(state, item))
    bottom = column(basket_bar(state), main_pages("Menu"), bg="container")
    return Screen(w.page(heading, rows), top=column(bar, tabs), bottom=bottom, title="Menu")


def _item_row(state: State, item: Item) -> Node:
    price = node(
        "row",
        w.text(money(item.cents), "16,24,Bold,0", id="price"),
        w.text(item.facts.split("  ·  ")[1], "bodyS", "on_surface_variant"),
        w.icon("favorite", 14, "primary") if item.name in state.ui.favourites else None,
        gap=10,
        align="center",
        pad=(0, 6, 0, 0),
    )
    about = words(
        w.pill(item.tag, "primary_container", "on_primary_container") if item.tag else None,
        w.text(item.name, "16,24,Bold,0.1", id="name", lines=2),
        w.text(item.about, "bodyM", "on_surface_variant", id="about", lines=2),
        price,
        gap=1,
    )
    picture = node("image", art=item.art, desc=item.name, width=104, height=104, radius=16, id="photo")
    return line(about, picture, on=ev("open_item", key=item.key), id="row_item", cls=w.GROUP, pad=(16, 12), gap=16)


@app.screen("search", distractor="finds items by a word, where the menu lists them under its tabs")
def search(state: State) -> Screen:
    """The search page."""
    query = bind(state, "ui.query")
    found = catalogue.search(query.value)
    if found:
        count = "1 result" if len(found) == 1 else f"{len(found)} results"
        rows = [
            w.text(count, "bodyM", "on_surface_variant", pad=(16, 8, 16, 4)),
            *(_item_row(state, item) for item in found),
        ]
    elif query.value:
        rows = [w.empty("search_off", f"Nothing for “{query.value}”", "Try a shorter word, such as onion or tea.")]
    else:
        rows = [w.text("Often searched", "titleS", "on_surface_variant", pad=(16, 12, 16, 4))]
        rows += [
            w.row(tip, on=query.to(tip), rid="row_suggestion", leading=w.icon("trending_up"), height=56)
            for tip in OFTEN_SEARCHED
        ]
    return Screen(w.page(rows), top=search_bar(query, "Search the menu"), title="Search")


@app.on("open_item")
def open_item(state: State, key: str) -> Handled:
    """Open the options of an item, with the declared defaults."""
    item = catalogue.item(key)
    return replace(state, draft=fresh(item)), Go(route("item", key=item.key)), Focus(None)


@app.screen("item")
def options(state: State, key: str = "") -> Screen:
    """The options page of one item."""
    item = catalogue.item(key)
    draft = draft_for(state, item.key)
    sheet = column(
        _name(item), _sizes(item, draft), _buns(item, draft), _extras(item, draft), _note(item, draft),
        bg="surface", radius=(28, 28, 0, 0), pad=(0, 18, 0, 0),
    )  # fmt: skip
    photo = node("image", art=item.art, desc=item.name, id="photo", width="fill", height=228)
    hero = node("stack", photo, column(sheet, pad=(0, 200, 0, 0)), width="fill")
    price = money(cents(line_of(draft)))
    bottom = w.sticky(
        c.stepper(draft.quantity, ev("quantity", key=item.key, by=-1), ev("quantity", key=item.key, by=1)),
        c.button(
            f"Add to order   {price}", ev("add", key=item.key), rid="add_to_order", height=52, width="wrap", grow=1
        ),
    )
    return Screen(w.form(hero), top=_over(state, item), bottom=bottom, title=item.name, edge=True, bar="surface")


def _over(state: State, item: Item) -> Node:
    """The round buttons over the picture."""
    loved = item.name in state.ui.favourites
    heart = ("favorite", "Remove from favourites") if loved else ("favorite_border", "Add to favourites")
    return line(
        disc_button("arrow_back", "Navigate up", w.UP),
        w.push(),
        disc_button(*heart, ev("favourite", name=item.name), rid="favourite"),
        disc_button("share", "Share", share(f"{item.name} at Bunwright, {money(item.cents)}"), rid="share"),
        pad=8, gap=8, id="toolbar", cls=w.GROUP,
    )  # fmt: skip


@app.on("favourite")
def favourite(state: State, name: str) -> Handled:
    """Add an item to the favourites, or remove it."""
    after = toggled(state.ui.favourites, name)
    message = "Added to favourites" if name in after else "Removed from favourites"
    return replace(state, ui=replace(state.ui, favourites=after)), Toast(message)


def _name(item: Item) -> Node:
    rating, _, rest = item.facts.partition(" ")
    title = line(
        w.text(item.name, "24,32,Bold,0", grow=1, heading=True, lines=2),
        w.text(money(item.cents), "22,28,Bold,0", "primary", id="price"),
        gap=12,
    )
    star = w.icon("star", 16, "#E08C14", desc=f"Rated {rating} out of 5")
    facts = node("row", star, w.text(f"{rating} {rest}", "bodyM", "on_surface_variant"), gap=5, align="center")
    return column(title, facts, pad=(20, 0, 20, 12), gap=2)


def _picked(item: Item, part: str, value: str) -> Picked:
    return Picked(value, ev("choose", key=item.key, part=part))


def _sizes(item: Item, draft: Draft) -> Node:
    sizes = [Entry(size.label, size.price or size.about) for size in item.sizes]
    picked = _picked(item, "size", draft.size)
    cards = card_choice(picked, sizes, rid="size_option", group="size_group", pad=(20, 0, 20, 14))
    return column(w.head("Size", "Choose one", "Required", strong=True), cards)


def _buns(item: Item, draft: Draft) -> Node | None:
    if not item.buns:
        return None
    buns = [Entry(bun.label, trailing=bun.price or "Included") for bun in item.buns]
    rows = radio_choice(_picked(item, "bun", draft.bun), buns, rid="bun_option", group="bun_group")
    return column(w.head("Bun", "Choose one", "Required", strong=True), rows, pad=(0, 0, 0, 10))


def _extras(item: Item, draft: Draft) -> Node:
    def chip(option: Option) -> Node:
        price = f"  {option.price}" if option.price else ""
        event = ev("extra", key=item.key, value=option.label)
        return c.chip(option.label + price, event, option.label in draft.extras, rid="chip_extra")

    head = w.head("Extras", f"Up to {MENU.most_extras}", "Optional")
    return column(head, c.chips([chip(option) for option in item.extras]), pad=(0, 0, 0, 16))


def _note(item: Item, draft: Draft) -> Node:
    count = w.text(f"{len(draft.note)}/{MENU.note_length}", "bodyS", "on_surface_variant", pad=(0, 0, 8, 0))
    box = c.field(
        draft.note, "Note for the kitchen", "note", change=ev("note", key=item.key), submit=focus(None),
        leading="sticky_note_2", trailing=count, bg="low", radius=16, outline="outline_variant",
    )  # fmt: skip
    hint = w.text("Please tell us about allergies before you order.", "bodyS", "on_surface_variant")
    return column(box, hint, pad=(20, 0, 20, 12), gap=8)


def _edit(state: State, key: str, **changes: object) -> State:
    return replace(state, draft=replace(draft_for(state, key), **changes))  # type: ignore[arg-type]


@app.on("choose")
def choose(state: State, key: str, part: str, value: str) -> State:
    """Choose the size or the bun."""
    return _edit(state, key, **{part: value})


@app.on("extra")
def extra(state: State, key: str, value: str) -> Handled:
    """Add an extra or leave it out. They stay in the menu's order, so that the same choice is the same state."""
    chosen = draft_for(state, key).extras
    if value not in chosen and len(chosen) >= MENU.most_extras:
        return Toast(f"Up to {MENU.most_extras} extras")
    return _edit(state, key, extras=with_toggled(catalogue.item(key).extras, chosen, value))


@app.on("quantity")
def quantity(state: State, key: str, by: int) -> State:
    """Order more or fewer of the item."""
    return _edit(state, key, quantity=min(20, max(1, draft_for(state, key).quantity + by)))


@app.on("note")
def note(state: State, key: str, text: str = "") -> State:
    """Write a note for the kitchen."""
    return _edit(state, key, note=text[: MENU.note_length])


@app.on("add")
def add(state: State, key: str) -> Handled:
    """Put the item into the basket; a line with the same choices grows."""
    new = line_of(draft_for(state, key))
    after = replace(state, basket=with_line(state.basket, new), draft=Draft())
    return after, Focus(None), Back(), Toast(f"{new.item} added")
