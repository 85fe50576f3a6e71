"""Griddle Nine's front: the one long menu, its search, and the restaurants in which one collects."""

from dataclasses import replace
from functools import lru_cache

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import HEADINGS, SECTIONS, SHOPS, Item, Shop, listed, shop_of
from adapters.phone.apps.griddle.catalogue import search as find
from adapters.phone.apps.griddle.model import State
from adapters.phone.components.boxes import column, line, radio_group, words
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import assign, back, focus, go, switch_to, then, toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Node, ev, node

LATE = 4
"""From this tab on the strip opens at its end, so that the chosen one is in sight."""
OFTEN_SEARCHED = ("Bacon", "Chilli", "Cheddar", "Lime", "Shake")
SEARCH = then(assign("query", ""), go("search"), focus("search_src_text"))


@app.screen("menu")
def menu(state: State, tab: str = SECTIONS[0]) -> Screen:
    """All sections in one list. It begins at the chosen one; what stands before it follows after the last."""
    return _menu(state, _sections_from(tab))


def menu_under(state: State, sheet: Node, section: str = SECTIONS[0]) -> Screen:
    """The menu at a section, under a sheet. It does not scroll there, so two sections are enough."""
    return replace(_menu(state, _sections_from(section)[:2]), overlay=Overlay("sheet", sheet))


def _sections_from(section: str) -> tuple[str, ...]:
    start = SECTIONS.index(section) if section in SECTIONS else 0
    return SECTIONS[start:] + SECTIONS[:start]


def _menu(state: State, sections: tuple[str, ...]) -> Screen:
    rows: list[Node] = []
    for section in sections:
        rows += _section_rows(section, first=not rows)
    shop = shop_of(state.shop)
    banner = _banner(shop) if sections[0] == SECTIONS[0] else None
    top = column(_header(shop), banner, _tabs(sections[0]), bg=p.INK)
    return Screen(w.page(rows), top=top, bottom=p.tray_bar(state), title="Menu")


def _section_rows(section: str, *, first: bool) -> list[Node]:
    """A section's heading, which names the screen if there is no banner, and its dishes."""
    dishes = listed(section)
    heading = p.caps(HEADINGS[section], 24, heading=first and section != SECTIONS[0], lines=1)
    count = w.text(f"{len(dishes)} items", "bodyM", "on_surface_variant")
    rows = [line(words(heading), count, pad=(16, 18 if first else 30, 16, 6))]
    for dish in dishes:
        rows += [p.inset_divider()] if len(rows) > 1 else []
        rows.append(_item_row(dish))
    return rows


def _header(shop: Shop) -> Node:
    """Where the order is collected, and the ways to search and orders."""
    address = node(
        "row", w.text(shop.address, "16,24,Bold,0.1", p.CHALK, lines=1), w.icon("expand_more", 20, p.CHALK),
        align="center", gap=2,
    )  # fmt: skip
    picker = node(
        "row",
        w.icon("location_on", 24, p.GOLD),
        words(w.text("Pickup from", "bodyS", p.ASH), address),
        on=go("shops"), id="pickup_from", cls=w.ROW, grow=1, height=56, pad=(16, 0, 8, 0), gap=12, align="center",
    )  # fmt: skip
    return line(
        picker,
        w.action("search", "Search", SEARCH, rid="search", color=p.CHALK),
        w.action("receipt_long", "Your orders", go("orders"), rid="orders", color=p.CHALK),
        pad=(0, 6, 4, 4),
        id="header",
    )


def _banner(shop: Shop) -> Node:
    return column(
        p.caps("HOT OFF THE NINE", 34, p.GOLD, heading=True, lines=1),
        w.text(f"Ready in {shop.wait}  ·  open until {shop.open_until}", "bodyM", p.ASH, lines=1),
        pad=(16, 6, 16, 18),
        gap=2,
        align="start",
    )


@lru_cache(maxsize=16)
def _tabs(chosen: str) -> Node:
    strip = node(
        "scroll",
        node("row", [_tab(label, label == chosen) for label in SECTIONS], height=48),
        horizontal=True,
        variant="end" if SECTIONS.index(chosen) >= LATE else "",
        id="tabs",
        cls="android.widget.HorizontalScrollView",
        width="fill",
        height=48,
        pad=(4, 0, 4, 0),
    )
    return column(strip, w.divider(), bg="surface")


def _tab(label: str, chosen: bool) -> Node:
    style, color = ("15,20,Bold,0.1", "on_surface") if chosen else ("15,20,Medium,0.1", "on_surface_variant")
    indicator = node("spacer", height=4, width=len(label) * 7.8 + 8, bg=p.GOLD if chosen else "")
    return node(
        "column",
        node("row", w.text(label, style, color), height=44, align="center"),
        indicator,
        on=switch_to("menu", tab=label), desc=label, selected=chosen, cls=w.ROW,
        height=48, align="center", pad=(10, 0, 10, 0),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _item_row(item: Item) -> Node:
    """One dish; it depends on nothing but the menu, so each row is made once."""
    ink = "outline" if item.sold_out else "on_surface"
    sold_out = w.text("Sold out today", "labelL", "error", id="sold_out")
    about = words(
        [p.tag(item.tag), w.space(2)] if item.tag else None,
        w.text(item.name, "16,24,Bold,0.1", ink, id="name", lines=2),
        w.text(item.about, "bodyM", "on_surface_variant", id="about", lines=2) if item.about else None,
        sold_out if item.sold_out else p.price(item, rid="price", top=6),
        gap=1,
    )
    photo = p.photo_with_plus(item, 104, 104)
    return line(about, photo, on=ev("open_item", key=item.key), id="row_item", cls=w.GROUP, pad=(16, 12), gap=16)


@app.screen("search", distractor="finds dishes by a word, where the menu lists them by section")
def search(state: State) -> Screen:
    """The search page."""
    query = bind(state, "query")
    top = search_bar(
        query, "Search dishes", ink=p.CHALK, field={"bg": "surface", "radius": p.CORNER},
        height=72, pad=(4, 0, 16, 0), gap=8, bg=p.INK,
    )  # fmt: skip
    found = find(query.value)
    if found:
        count = "1 dish" if len(found) == 1 else f"{len(found)} dishes"
        body = w.page(p.section(count, top=8), [_item_row(item) for item in found])
    elif query.value.strip():
        again = c.button("Whole menu", switch_to("menu"), rid="browse", variant="outlined", width="wrap", height=40)
        tip = "Try what is in it: cheese, lime, caramel."
        body = w.page(w.empty("search_off", f"No dish for “{query.value}”", tip, again.styled(radius=4)))
    else:
        suggestions = [
            w.row(word, on=query.to(word), rid="row_suggestion", leading=w.icon("search", 20), height=52)
            for word in OFTEN_SEARCHED
        ]
        body = w.page(p.section("People look for", top=8), suggestions)
    return Screen(body, top=top, bottom=p.tray_bar(state), title="Search")


@app.screen("shops", activity=".MenuActivity")
def pick_shop(state: State) -> Screen:
    """The restaurants, as a sheet over the menu."""
    head = p.head_of_sheet(words(p.caps("Where will you collect?", 22)), pad=(16, 4, 8, 4))
    rows = radio_group([_shop_row(shop, shop.name == state.shop) for shop in SHOPS], rid="shop_group")
    return menu_under(state, p.sheet(head, rows, w.space(12)))


def _shop_row(shop: Shop, chosen: bool) -> Node:
    about = words(
        w.text(shop.name, "16,24,Bold,0.1", "outline" if shop.closed else "on_surface"),
        w.text(f"{shop.address}  ·  {shop.distance}", "bodyM", "on_surface_variant", lines=1),
        w.text(shop.closed or f"Ready in {shop.wait}", "bodyM", "error" if shop.closed else "on_surface_variant"),
    )
    pick = toast(f"{shop.name}: {shop.closed.lower()}") if shop.closed else then(assign("shop", shop.name), back())
    return line(
        node("radio", checked=chosen, enabled=not shop.closed, width=20, height=20, id="radio"), about,
        on=pick, id="row_shop", cls=w.ROW, selected=chosen, pad=(20, 10), gap=16,
    )  # fmt: skip
