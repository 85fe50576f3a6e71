"""Novabasket's front: home, search, categories, an aisle, what is saved."""

from __future__ import annotations

from functools import lru_cache

from adapters.phone.apps.novabasket import bargains
from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.catalogue import (
    AISLES,
    BY_NAME,
    ITEMS,
    SORTS,
    TIPS,
    Item,
    listed,
    ordered,
    search,
)
from adapters.phone.apps.novabasket.model import State
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node


def home(state: State, place: Route, view: View) -> Screen:
    """Header, banner, the ten aisles, the flash deals, then goods without end."""
    body = w.page(
        _banner(),
        _aisles(),
        p.section("Flash deals", bargains.left(view), top=6),
        bargains.flash(),
        p.section("Picked for you", "See all", ev("nav", to="categories"), top=4),
        p.tiles(ITEMS[1:24]),
    )
    return Screen(body, top=_header(state), bottom=p.nav(state, "Home"), bg=p.PAGE, bar="primary", title="Novabasket")


def _header(state: State) -> Node:
    pill = node(
        "row",
        w.icon("search", 22),
        w.text("Search 36,000 shops", "bodyM", "on_surface_variant", grow=1, lines=1),
        w.icon("photo_camera", 22),
        on=ev("search"),
        id="search_box",
        cls=w.ROW,
        desc="Search",
        grow=1,
        height=44,
        bg=p.CARD,
        radius=p.CORNER,
        pad=(12, 0, 12, 0),
        gap=10,
        align="center",
    )
    first = node(
        "row",
        pill,
        w.action("favorite_border", "Saved items", ev("go", to="saved"), rid="saved", color="on_primary"),
        w.action("receipt_long", "Your orders", ev("go", to="orders"), rid="orders", color="on_primary"),
        width="fill",
        pad=(12, 8, 2, 0),
        align="center",
    )
    where = state.addresses[0] if state.addresses else None
    second = node(
        "row",
        w.icon("place", 18, "on_primary"),
        w.text(
            f"Deliver to {where.name.split()[0]} – {where.street}" if where else "Where do you live?",
            "labelL",
            "on_primary",
            lines=1,
        ),
        w.icon("expand_more", 18, "on_primary"),
        on=ev("go", to="addresses"),
        id="deliver_to",
        cls=w.ROW,
        width="fill",
        height=48,
        pad=(14, 0, 14, 0),
        gap=6,
        align="center",
    )
    return node("column", first, second, width="fill", bg="primary", align="stretch", id="header")


@lru_cache(maxsize=1)
def _banner() -> Node:
    words = node(
        "column",
        w.text("Weekend harbour sale", "20,26,Bold,0", heading=True, lines=2),
        w.text("Up to 40% off outdoor gear", "bodyM", "on_surface_variant", lines=2),
        w.space(6),
        p.block("Shop now", ev("aisle", aisle="Sport"), rid="banner_button", grow=0).styled(height=40),
        grow=1,
        pad=(14, 14, 8, 14),
    )
    picture = node("image", art=Art("land:day:sea", 12), width=150, height=136, radius=(0, 12, 12, 0))
    inner = node("row", words, picture, width="fill", bg=p.CARD, radius=12, elevation=1, align="center", height=136)
    ground = node("spacer", bg="primary", place=("fill", "start"), height=72)
    return node(
        "stack",
        ground,
        node("column", inner, place=("fill", "start"), pad=(12, 2, 12, 0), align="stretch"),
        width="fill",
        height=146,
    )


@lru_cache(maxsize=1)
def _aisles() -> Node:
    cells = [
        node(
            "column",
            node(
                "stack",
                w.icon(glyph, 24, ink, place=("center", "center")),
                width=48,
                height=48,
                radius=16,
                bg=ground,
            ),
            w.text(name, "labelM", lines=1),
            on=ev("aisle", aisle=name),
            id="tile_aisle",
            cls=w.ROW,
            width="fill",
            align="center",
            gap=5,
            pad=(0, 6, 0, 4),
        )
        for name, glyph, ground, ink in AISLES
    ]
    grid = node("grid", cells, columns=5, width="fill", gap=2, align="stretch")
    return p.card(grid, pad=(6, 4, 6, 6))


def find(state: State, place: Route, view: View) -> Screen:
    """The search page."""
    query = state.ui.query
    found = search(query)
    if found:
        many = "1 product" if len(found) == 1 else f"{len(found)} products"
        body = w.page(p.section(many, top=4), p.tiles(found))
    elif query:
        again = p.block("All categories", ev("nav", to="categories"), rid="browse", variant="outlined", grow=0)
        body = w.page(w.empty("search_off", f"Nothing found for “{query}”", "Try fewer or shorter words.", again))
    else:
        body = w.page(p.section("Popular searches"), _tips())
    return Screen(body, top=c.search_bar(query, "Search products and shops"), bg="surface", title="Search")


def _tips() -> Node:
    cells = [
        c.chip(tip, ev("query", text=tip), False, rid="chip_tip", radius=p.CORNER).styled(bg="high") for tip in TIPS
    ]
    return c.chips(cells, inset=14)


def categories(state: State, place: Route, view: View) -> Screen:
    """All aisles, a card each with what is in it."""
    cards = [_aisle_card(*aisle) for aisle in AISLES]
    search_button = w.action("search", "Search", ev("search"), rid="search", color="on_primary")
    body = w.page(w.space(6), cards, rid="aisles")
    top = p.bar("Categories", search_button, up=False)
    return Screen(body, top=top, bottom=p.nav(state, "Categories"), bg=p.PAGE, bar="primary", title="Categories")


@lru_cache(maxsize=16)
def _aisle_card(name: str, glyph: str, ground: str, ink: str) -> Node:
    goods = listed(name)
    shown = [node("image", art=one.art, width=60, height=60, radius=8) for one in goods[:3]]
    head = node(
        "column",
        node(
            "row",
            w.icon(glyph, 22, ink),
            w.text(name, "16,22,Bold,0", ink, lines=1),
            gap=8,
            align="center",
        ),
        w.text(f"{len(goods)} products", "bodyS", ink),
        grow=1,
        gap=4,
    )
    return node(
        "column",
        node(
            "row",
            head,
            shown,
            on=ev("aisle", aisle=name),
            id="row_aisle",
            cls=w.GROUP,
            width="fill",
            bg=ground,
            radius=p.CORNER,
            pad=(14, 10, 10, 10),
            gap=6,
            align="center",
        ),
        width="fill",
        pad=(10, 4, 10, 4),
        align="stretch",
    )


def aisle(state: State, place: Route, view: View) -> Screen:
    """The goods of an aisle, in one of four orders."""
    name = place.get("aisle", AISLES[0][0])
    sort = place.get("sort", SORTS[0])
    goods = ordered(listed(name), sort)
    cells = [
        c.chip(one, ev("sort", aisle=name, sort=one), one == sort, rid="chip_sort", single=True, radius=p.CORNER)
        for one in SORTS
    ]
    strip = node(
        "scroll",
        cells,
        horizontal=True,
        variant="end" if sort in SORTS[2:] else "",
        id="sorts",
        width="fill",
        height=48,
        gap=8,
        pad=(12, 8, 12, 8),
    )
    top = node(
        "column",
        p.bar(
            name,
            w.action("search", "Search", ev("search"), rid="search", color="on_surface"),
            p.basket_action(state),
            support=f"{len(goods)} products",
        ),
        strip,
        width="fill",
        bg=p.CARD,
        align="stretch",
    )
    body = w.page(w.space(8), p.tiles(goods), p.section("From other aisles"), p.tiles(_others(name)))
    return Screen(body, top=top, bg=p.PAGE, bar=p.CARD, title=name)


def _others(name: str) -> tuple[Item, ...]:
    return tuple(one for one in ITEMS if one.aisle != name)[:8]


def saved(state: State, place: Route, view: View) -> Screen:
    """What was saved for later."""
    goods = [BY_NAME[name] for name in reversed(state.saved) if name in BY_NAME]
    if goods:
        body = w.page(w.space(8), p.tiles(goods), p.section("You may like"), p.tiles(ITEMS[6:12]))
    else:
        body = w.page(w.empty("favorite_border", "Nothing saved yet", "The heart on a product keeps it here."))
    top = p.bar("Saved items", p.basket_action(state))
    return Screen(body, top=top, bg=p.PAGE, bar=p.CARD, title="Saved items")
