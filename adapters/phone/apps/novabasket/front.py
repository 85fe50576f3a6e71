"""Novabasket's front: home, search, categories, an aisle, what is saved."""

from functools import lru_cache

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.app import app
from adapters.phone.apps.novabasket.catalogue import AISLES, BY_NAME, ITEMS, SORTS, TIPS, Aisle, listed, ordered
from adapters.phone.apps.novabasket.catalogue import search as search_items
from adapters.phone.apps.novabasket.deals import flash, time_left
from adapters.phone.apps.novabasket.model import State
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import chip_strip
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import go, replace_with, switch_to
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Art, Node, node


@app.screen("home", activity=".MainActivity")
def home(state: State, view: View) -> Screen:
    """Header, banner, the ten aisles, the flash deals, then goods without end."""
    body = w.page(
        _banner(),
        _aisles(),
        p.section("Flash deals", time_left(view), top=6),
        flash(),
        p.section("Picked for you", "See all", switch_to("categories"), top=4),
        p.tiles(ITEMS[1:24]),
    )
    return Screen(body, top=_header(state), bottom=p.nav(state, "Home"), bg=p.PAGE, bar="primary", title="Novabasket")


def _header(state: State) -> Node:
    pill = line(
        w.icon("search", 22),
        p.text("Search 36,000 shops", grow=1, lines=1),
        on=p.SEARCH, id="search_box", cls=w.ROW, desc="Search", width="wrap", grow=1, height=44, bg=p.CARD,
        radius=p.CORNER, pad=(12, 0), gap=10,
    )  # fmt: skip
    receipts = w.action("receipt_long", "Your orders", go("orders"), rid="orders", color="on_primary")
    where = state.addresses[0] if state.addresses else None
    deliver_to = line(
        w.icon("place", 18, "on_primary"),
        w.text(
            f"Deliver to {where.name.split()[0]} – {where.street}" if where else "Where do you live?",
            "labelL", "on_primary", lines=1,
        ),
        w.icon("expand_more", 18, "on_primary"),
        on=go("addresses"), id="deliver_to", cls=w.ROW, height=48, pad=(14, 0), gap=6,
    )  # fmt: skip
    first = line(pill, p.saved_action(), receipts, pad=(12, 8, 2, 0))
    return column(first, deliver_to, bg="primary", id="header")


@lru_cache(maxsize=1)
def _banner() -> Node:
    about = words(
        w.text("Weekend harbour sale", "20,26,Bold,0", heading=True, lines=2),
        p.text("Up to 40% off outdoor gear", lines=2),
        w.space(6),
        p.block("Shop now", go("aisle", aisle="Sport"), rid="banner_button", grow=0).styled(height=40),
        pad=(14, 14, 8, 14),
    )
    picture = node("image", art=Art("land:day:sea", 12), width=150, height=136, radius=(0, 12, 12, 0))
    inner = line(about, picture, bg=p.CARD, radius=12, elevation=1, height=136)
    ground = node("spacer", bg="primary", place=("fill", "start"), height=72)
    banner = node("column", inner, place=("fill", "start"), pad=(12, 2, 12, 0), align="stretch")
    return node("stack", ground, banner, width="fill", height=146)


@lru_cache(maxsize=1)
def _aisles() -> Node:
    grid = node("grid", [_aisle_tile(aisle) for aisle in AISLES], columns=5, width="fill", gap=2, align="stretch")
    return p.card(grid, pad=(6, 4, 6, 6))


def _aisle_tile(aisle: Aisle) -> Node:
    sign = w.icon(aisle.glyph, 24, aisle.ink, place=("center", "center"))
    return column(
        node("stack", sign, width=48, height=48, radius=16, bg=aisle.ground),
        w.text(aisle.name, "labelM", lines=1),
        on=go("aisle", aisle=aisle.name), id="tile_aisle", cls=w.ROW, align="center", gap=5, pad=(0, 6, 0, 4),
    )  # fmt: skip


@app.screen("search", distractor="a second way to a product, which shows no aisle")
def search(state: State) -> Screen:
    """The search page."""
    query = bind(state, "query")
    found = search_items(query.value)
    if found:
        count = "1 product" if len(found) == 1 else f"{len(found)} products"
        body = w.page(p.section(count, top=4), p.tiles(found))
    elif query.value:
        again = p.block("All categories", switch_to("categories"), rid="browse", variant="outlined", grow=0)
        nothing = f"Nothing found for “{query.value}”"
        body = w.page(w.empty("search_off", nothing, "Try fewer or shorter words.", again))
    else:
        body = w.page(p.section("Popular searches"), _tips(query))
    return Screen(body, top=search_bar(query, "Search products and shops"), bg="surface", title="Search")


def _tips(query: Bound[str]) -> Node:
    chips = [c.chip(tip, query.to(tip), False, rid="chip_tip", radius=p.CORNER).styled(bg="high") for tip in TIPS]
    return c.chips(chips, inset=14)


@app.screen("categories", activity=".MainActivity")
def categories(state: State) -> Screen:
    """All aisles, a card each with what is in it."""
    body = w.page(w.space(6), [_aisle_card(aisle.name) for aisle in AISLES], rid="aisles")
    return p.main_page(state, "Categories", body, p.search_action("on_primary"))


@lru_cache(maxsize=16)
def _aisle_card(name: str) -> Node:
    aisle = next(aisle for aisle in AISLES if aisle.name == name)
    goods = listed(name)
    title = w.text(name, "16,22,Bold,0", aisle.ink, lines=1)
    about = words(
        node("row", w.icon(aisle.glyph, 22, aisle.ink), title, gap=8, align="center"),
        w.text(f"{len(goods)} products", "bodyS", aisle.ink),
        gap=4,
    )
    pictures = [node("image", art=item.art, width=60, height=60, radius=8) for item in goods[:3]]
    row = line(
        about, pictures,
        on=go("aisle", aisle=name), id="row_aisle", cls=w.GROUP, bg=aisle.ground, radius=p.CORNER,
        pad=(14, 10, 10, 10), gap=6,
    )  # fmt: skip
    return column(row, pad=p.MARGIN)


@app.screen("aisle")
def aisle_page(state: State, aisle: str = AISLES[0].name, sort: str = SORTS[0]) -> Screen:
    """The goods of an aisle, in one of four orders."""
    goods = ordered(listed(aisle), sort)
    others = [item for item in ITEMS if item.aisle != aisle][:8]
    actions = (p.search_action("on_surface"), p.basket_action(state))
    sorts = chip_strip(
        sort, SORTS, rid="chip_sort", group="sorts", on=lambda label: replace_with("aisle", aisle=aisle, sort=label),
        radius=p.CORNER, variant="end" if sort in SORTS[2:] else "",
    )  # fmt: skip
    top = column(p.bar(aisle, *actions, support=f"{len(goods)} products"), sorts, bg=p.CARD)
    body = w.page(w.space(8), p.tiles(goods), p.section("From other aisles"), p.tiles(others))
    return Screen(body, top=top, bg=p.PAGE, bar=p.CARD, title=aisle)


@app.screen("saved", distractor="what is saved, which is not what waits in the basket")
def saved(state: State) -> Screen:
    """What was saved for later."""
    goods = [BY_NAME[name] for name in reversed(state.saved) if name in BY_NAME]
    if goods:
        body = w.page(w.space(8), p.tiles(goods), p.section("You may like"), p.tiles(ITEMS[6:12]))
    else:
        body = w.page(w.empty("favorite_border", "Nothing saved yet", "The heart on a product keeps it here."))
    return p.page("Saved items", body, p.basket_action(state))
