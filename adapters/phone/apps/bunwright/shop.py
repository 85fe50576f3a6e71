"""Bunwright's shop front: menu, search and the options page of an item."""

from __future__ import annotations

from adapters.phone.apps.bunwright.catalogue import (
    ITEMS,
    MAX_EXTRAS,
    NOTE_LENGTH,
    TABS,
    Item,
    Option,
    item,
    money,
    search,
)
from adapters.phone.apps.bunwright.model import Draft, State, cents, draft_for, line_of, pieces, total
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

HEADLINES = {"Burgers": "From the griddle", "Sides": "On the side", "Drinks": "Something to sip"}


def nav(chosen: str) -> Node:
    """The bottom navigation of the three top places."""
    return w.nav_bar(
        [
            ("nav_menu", "lunch_dining", "Menu", ev("nav", to="menu")),
            ("nav_orders", "receipt_long", "Orders", ev("nav", to="orders")),
            ("nav_branches", "storefront", "Branches", ev("nav", to="branches")),
        ],
        chosen,
    )


def basket_action(state: State) -> Node:
    """The way to the basket, with the count of what is in it."""
    count = pieces(state.basket)
    desc = "Basket" if count == 0 else "Basket, 1 item" if count == 1 else f"Basket, {count} items"
    return w.badged(w.action("shopping_bag", desc, ev("go", to="basket"), rid="basket", color="on_surface"), count)


def basket_bar(state: State) -> Node | None:
    """Over the navigation while there is something in the basket."""
    if not state.basket:
        return None
    count = w.text(
        str(pieces(state.basket)),
        "labelL/Bold",
        "primary",
        bg="on_primary",
        radius=8,
        width=26,
        height=26,
        text_align="center",
        pad=(0, 3, 0, 3),
    )
    bar = node(
        "row",
        count,
        w.text("View basket", "titleM/Bold", "on_primary", grow=1),
        w.text(total(state.basket), "titleM/Bold", "on_primary"),
        on=ev("go", to="basket"),
        id="view_basket",
        cls=w.ROW,
        width="fill",
        height=52,
        radius=26,
        bg="primary",
        pad=(14, 0, 18, 0),
        gap=12,
        align="center",
    )
    return node("column", bar, width="fill", pad=(16, 10, 16, 10), bg="surface", align="stretch")


def menu(state: State, place: Route, view: View) -> Screen:
    """The menu under its tabs."""
    chosen = place.get("tab", TABS[0])
    shown = [one for one in ITEMS if one.tab == chosen]
    rows: list[Node] = []
    for index, one in enumerate(shown):
        if index:
            rows.append(node("column", w.divider(), width="fill", pad=(16, 0, 16, 0), align="stretch"))
        rows.append(_item_row(one, one.name in state.ui.favourites))
    top = node(
        "column",
        w.app_bar(
            "Bunwright",
            w.action("search", "Search the menu", ev("search"), rid="search", color="on_surface"),
            basket_action(state),
            up=False,
            style="22,28,Bold,0",
        ),
        w.tabs(TABS, chosen, "tab"),
        width="fill",
        align="stretch",
    )
    heading = node(
        "row",
        w.text(HEADLINES.get(chosen, chosen), "22,28,Bold,0", grow=1),
        w.text(f"{len(shown)} items", "bodyM", "on_surface_variant"),
        width="fill",
        pad=(16, 16, 16, 6),
        align="center",
    )
    bottom = node("column", basket_bar(state), nav("Menu"), width="fill", align="stretch", bg="container")
    return Screen(w.page(heading, rows), top=top, bottom=bottom, title="Menu")


def _item_row(one: Item, favourite: bool) -> Node:
    mark = w.pill(one.tag, "primary_container", "on_primary_container") if one.tag else None
    heart = w.icon("favorite", 14, "primary") if favourite else None
    price = node(
        "row",
        w.text(money(one.cents), "16,24,Bold,0", id="price"),
        w.text(one.facts.split("  ·  ")[1], "bodyS", "on_surface_variant"),
        heart,
        gap=10,
        align="center",
        pad=(0, 6, 0, 0),
    )
    words = node(
        "column",
        mark,
        w.text(one.name, "16,24,Bold,0.1", id="name", lines=2),
        w.text(one.about, "bodyM", "on_surface_variant", id="about", lines=2),
        price,
        grow=1,
        gap=1,
    )
    picture = node("image", art=one.art, desc=one.name, width=104, height=104, radius=16, id="photo")
    return node(
        "row",
        words,
        picture,
        on=ev("open_item", key=one.key),
        id="row_item",
        cls=w.GROUP,
        width="fill",
        pad=(16, 12, 16, 12),
        gap=16,
        align="center",
    )


def find(state: State, place: Route, view: View) -> Screen:
    """The search page."""
    query = state.ui.query
    top = c.search_bar(query, "Search the menu")
    found = search(query)
    if found:
        many = "1 result" if len(found) == 1 else f"{len(found)} results"
        body = w.page(
            w.text(many, "bodyM", "on_surface_variant", pad=(16, 8, 16, 4)),
            [_item_row(one, one.name in state.ui.favourites) for one in found],
        )
    elif query:
        body = w.page(w.empty("search_off", f"Nothing for “{query}”", "Try a shorter word, such as onion or tea."))
    else:
        tips = ("Onion", "Chicken", "Slaw", "Chocolate", "Tea")
        body = w.page(
            w.text("Often searched", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)),
            [
                w.row(tip, on=ev("query", text=tip), rid="row_suggestion", leading=w.icon("trending_up"), height=56)
                for tip in tips
            ],
        )
    return Screen(body, top=top, title="Search")


def options(state: State, place: Route, view: View) -> Screen:
    """The options page of one item."""
    one = item(place.get("key", ""))
    draft = draft_for(state, one.key)
    sheet = node(
        "column",
        _name(one),
        _sizes(one, draft),
        _buns(one, draft),
        _extras(one, draft),
        _note(one, draft),
        width="fill",
        bg="surface",
        radius=(28, 28, 0, 0),
        pad=(0, 18, 0, 0),
        align="stretch",
    )
    hero = node(
        "stack",
        node("image", art=one.art, desc=one.name, id="photo", width="fill", height=228),
        node("column", sheet, width="fill", pad=(0, 200, 0, 0), align="stretch"),
        width="fill",
    )
    price = money(cents(line_of(draft)))
    bottom = w.sticky(
        c.stepper(draft.quantity, ev("quantity", key=one.key, by=-1), ev("quantity", key=one.key, by=1)),
        c.button(
            f"Add to order   {price}", ev("add", key=one.key), rid="add_to_order", height=52, width="wrap", grow=1
        ),
    )
    return Screen(w.form(hero), top=_over(state, one), bottom=bottom, title=one.name, edge=True, ink="light")


def _over(state: State, one: Item) -> Node:
    """The round buttons over the picture."""
    loved = one.name in state.ui.favourites

    def disc(glyph: str, desc: str, on: object, name: str = "") -> Node:
        return w.action(glyph, desc, on, rid=name, color="on_surface").styled(bg="surface", radius=24)  # type: ignore[arg-type]

    return node(
        "row",
        disc("arrow_back", "Navigate up", w.UP),
        w.push(),
        disc(
            "favorite" if loved else "favorite_border",
            "Remove from favourites" if loved else "Add to favourites",
            ev("favourite", key=one.key),
            "favourite",
        ),
        disc("share", "Share", ev("share_item", key=one.key), "share"),
        width="fill",
        pad=(8, 8, 8, 8),
        gap=8,
        align="center",
        id="toolbar",
        cls=w.GROUP,
    )


def _name(one: Item) -> Node:
    rating, _, rest = one.facts.partition(" ")
    return node(
        "column",
        node(
            "row",
            w.text(one.name, "24,32,Bold,0", grow=1, heading=True, lines=2),
            w.text(money(one.cents), "22,28,Bold,0", "primary", id="price"),
            width="fill",
            align="center",
            gap=12,
        ),
        node(
            "row",
            w.icon("star", 16, "#E08C14", desc=f"Rated {rating} out of 5"),
            w.text(f"{rating} {rest}", "bodyM", "on_surface_variant"),
            gap=5,
            align="center",
        ),
        width="fill",
        pad=(20, 0, 20, 12),
        gap=2,
        align="stretch",
    )


def _sizes(one: Item, draft: Draft) -> Node | None:
    cards = [
        c.option_card(
            size.label,
            size.about if not size.cents else f"+{money(size.cents)}",
            ev("size", key=one.key, value=size.label),
            size.label == draft.size,
            rid="size_option",
        )
        for size in one.sizes
    ]
    return node(
        "column",
        w.head("Size", "Choose one", "Required", strong=True),
        node("row", cards, width="fill", gap=8, pad=(20, 0, 20, 14), id="size_group", cls="android.widget.RadioGroup"),
        width="fill",
        align="stretch",
    )


def _buns(one: Item, draft: Draft) -> Node | None:
    if not one.buns:
        return None
    rows = [
        c.radio_row(
            bun.label,
            ev("bun", key=one.key, value=bun.label),
            bun.label == draft.bun,
            rid="bun_option",
            trailing=bun.price,
        )
        for bun in one.buns
    ]
    return node(
        "column",
        w.head("Bun", "Choose one", "Required", strong=True),
        node("column", rows, id="bun_group", cls="android.widget.RadioGroup", width="fill", align="stretch"),
        width="fill",
        align="stretch",
        pad=(0, 0, 0, 10),
    )


def _extras(one: Item, draft: Draft) -> Node:
    def chip(option: Option) -> Node:
        price = f"  +{money(option.cents)}" if option.cents else ""
        event = ev("extra", key=one.key, value=option.label)
        return c.chip(option.label + price, event, option.label in draft.extras, rid="chip_extra")

    return node(
        "column",
        w.head("Extras", f"Up to {MAX_EXTRAS}", "Optional"),
        c.chips([chip(option) for option in one.extras]),
        width="fill",
        align="stretch",
        pad=(0, 0, 0, 16),
    )


def _note(one: Item, draft: Draft) -> Node:
    box = c.field(
        draft.note,
        "Note for the kitchen",
        "note",
        change=ev("note", key=one.key),
        submit=ev("searched"),
        leading="sticky_note_2",
        trailing=w.text(f"{len(draft.note)}/{NOTE_LENGTH}", "bodyS", "on_surface_variant", pad=(0, 0, 8, 0)),
        bg="low",
        radius=16,
        outline="outline_variant",
    )
    return node(
        "column",
        box,
        w.text("Please tell us about allergies before you order.", "bodyS", "on_surface_variant"),
        width="fill",
        pad=(20, 0, 20, 12),
        gap=8,
        align="stretch",
    )
