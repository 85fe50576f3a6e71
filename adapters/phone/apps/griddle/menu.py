"""Griddle Nine's front: the one long menu, its search, and the sheet that picks the restaurant."""

from __future__ import annotations

from functools import lru_cache

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.catalogue import HEADINGS, SECTIONS, Item, item, listed, money, search
from adapters.phone.apps.griddle.model import State, pieces, total
from adapters.phone.apps.griddle.shops import SHOPS, Shop, shop
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

LATE = 4
"""From this tab on the strip opens at its end, so that the chosen one is in sight."""


def menu(state: State, place: Route, view: View) -> Screen:
    """All sections in one list. It begins at the chosen one; what stands before it follows after the last."""
    chosen = place.get("tab", SECTIONS[0])
    at = SECTIONS.index(chosen) if chosen in SECTIONS else 0
    return _front(state, view, at)


def _front(state: State, view: View, at: int, overlay: Overlay | None = None) -> Screen:
    rows: list[Node] = []
    sections = (*SECTIONS[at:], *SECTIONS[:at])
    for section in sections if overlay is None else sections[:2]:  # what lies under a sheet does not scroll
        dishes = listed(section)
        first = not rows
        rows.append(_heading(section, f"{len(dishes)} items", mark=first and at > 0, top=18 if first else 30))
        for index, one in enumerate(dishes):
            if index:
                rows.append(node("column", w.divider(), width="fill", pad=(16, 0, 16, 0), align="stretch"))
            rows.append(_row(one))
    here = shop(state.shop)
    top = node(
        "column",
        _where(here),
        _banner(here) if at == 0 else None,
        _tabs(SECTIONS[at]),
        width="fill",
        bg=p.INK,
        align="stretch",
    )
    bottom = p.tray_bar(pieces(state.tray), total(state.tray))
    return Screen(w.page(rows), top=top, bottom=bottom, overlay=overlay, title="Menu")


def _heading(section: str, support: str, *, mark: bool, top: float) -> Node:
    words = p.caps(HEADINGS[section], 24, heading=mark, lines=1)
    return node(
        "row",
        node("column", words, grow=1),
        w.text(support, "bodyM", "on_surface_variant"),
        width="fill",
        pad=(16, top, 16, 6),
        align="center",
    )


def _where(here: Shop) -> Node:
    """Where the order is collected; a tap picks another restaurant."""
    address = node(
        "row",
        w.text(here.address, "16,24,Bold,0.1", p.CHALK, lines=1),
        w.icon("expand_more", 20, p.CHALK),
        align="center",
        gap=2,
    )
    picker = node(
        "row",
        w.icon("location_on", 24, p.GOLD),
        node("column", w.text("Pickup from", "bodyS", p.ASH), address, grow=1),
        on=ev("go", to="shops"),
        id="pickup_from",
        cls=w.ROW,
        grow=1,
        height=56,
        pad=(16, 0, 8, 0),
        gap=12,
        align="center",
    )
    return node(
        "row",
        picker,
        w.action("search", "Search", ev("search"), rid="search", color=p.CHALK),
        w.action("receipt_long", "Your orders", ev("go", to="orders"), rid="orders", color=p.CHALK),
        w.action("person_outline", "Account", ev("go", to="account"), rid="account", color=p.CHALK),
        width="fill",
        pad=(0, 6, 4, 4),
        align="center",
        id="header",
    )


def _banner(here: Shop) -> Node:
    return node(
        "column",
        p.caps("HOT OFF THE NINE", 34, p.GOLD, heading=True, lines=1),
        w.text(f"Ready in {here.wait}  ·  open until {here.hours[1]}", "bodyM", p.ASH, lines=1),
        width="fill",
        pad=(16, 6, 16, 18),
        gap=2,
    )


@lru_cache(maxsize=16)
def _tabs(chosen: str) -> Node:
    cells = []
    for label in SECTIONS:
        on = label == chosen
        words = w.text(
            label, "15,20,Bold,0.1" if on else "15,20,Medium,0.1", "on_surface" if on else "on_surface_variant"
        )
        line = node("spacer", height=4, width=len(label) * 7.8 + 8, bg=p.GOLD if on else "")
        cells.append(
            node(
                "column",
                node("row", words, height=44, align="center"),
                line,
                on=ev("tab", tab=label),
                desc=label,
                selected=on,
                cls=w.ROW,
                height=48,
                align="center",
                pad=(10, 0, 10, 0),
            )
        )
    strip = node(
        "scroll",
        node("row", cells, height=48),
        horizontal=True,
        variant="end" if SECTIONS.index(chosen) >= LATE else "",
        id="tabs",
        cls="android.widget.HorizontalScrollView",
        width="fill",
        height=48,
        pad=(4, 0, 4, 0),
    )
    return node("column", strip, w.divider(), width="fill", bg="surface", align="stretch")


@lru_cache(maxsize=64)
def _row(one: Item) -> Node:
    """One dish; it depends on nothing but the menu, so each row is made once."""
    price = node(
        "row",
        w.text(money(one.cents), "16,24,Bold,0", "outline" if one.sold_out else "on_surface", id="price"),
        w.text(f"{one.kcal} kcal", "bodyS", "on_surface_variant"),
        align="center",
        gap=10,
        pad=(0, 6, 0, 0),
    )
    words = node(
        "column",
        p.tag(one.tag) if one.tag else None,
        w.space(2) if one.tag else None,
        w.text(one.name, "16,24,Bold,0.1", "outline" if one.sold_out else "on_surface", id="name", lines=2),
        w.text(one.about, "bodyM", "on_surface_variant", id="about", lines=2) if one.about else None,
        w.text("Sold out today", "labelL", "error", id="sold_out") if one.sold_out else price,
        grow=1,
        gap=1,
    )
    return node(
        "row",
        words,
        _photo(one),
        on=ev("open", key=one.key),
        id="row_item",
        cls=w.GROUP,
        width="fill",
        pad=(16, 12, 16, 12),
        gap=16,
        align="center",
    )


def _photo(one: Item) -> Node:
    """The picture; its lower right corner adds the dish as it comes."""
    image = node("image", art=one.art, width=104, height=104, radius=p.CORNER, alpha=0.45 if one.sold_out else 1.0)
    if one.sold_out:
        return node("stack", image, width=104, height=104)
    plus = w.action("add", f"Add {one.name}", ev("quick", key=one.key), rid="quick_add", color=p.GOLD)
    plus = plus.styled(bg=p.INK, radius=p.CORNER, width=40, height=40)
    cut = node("column", plus, bg="surface", radius=(6, 0, 0, 0), pad=(4, 4, 0, 0), place=("end", "end"))
    return node("stack", image, cut, width=104, height=104)


def find(state: State, place: Route, view: View) -> Screen:
    """The search page."""
    query = state.ui.query
    top = p.search_bar(query)
    found = search(query)
    bottom = p.tray_bar(pieces(state.tray), total(state.tray))
    if found:
        many = "1 dish" if len(found) == 1 else f"{len(found)} dishes"
        body = w.page(p.section(many, top=8), [_row(one) for one in found])
    elif query:
        again = c.button("Whole menu", ev("home"), rid="browse", variant="outlined", width="wrap", height=40)
        body = w.page(
            w.empty(
                "search_off",
                f"No dish for “{query}”",
                "Try what is in it: cheese, lime, caramel.",
                again.styled(radius=4),
            )
        )
    else:
        tips = ("Bacon", "Chilli", "Cheddar", "Lime", "Shake")
        body = w.page(
            p.section("People look for", top=8),
            [
                w.row(tip, on=ev("query", text=tip), rid="row_suggestion", leading=w.icon("search", 20), height=52)
                for tip in tips
            ],
        )
    return Screen(body, top=top, bottom=bottom, title="Search")


def pick_shop(state: State, place: Route, view: View) -> Screen:
    """The restaurants, as a sheet over the menu."""
    rows = [_shop_row(one, one.name == state.shop) for one in SHOPS]
    sheet = node(
        "column",
        handle(),
        node(
            "row",
            node("column", p.caps("Where will you collect?", 22), grow=1),
            w.action("close", "Close", w.UP, rid="close", color="on_surface"),
            id="toolbar",
            cls=w.GROUP,
            width="fill",
            pad=(16, 4, 8, 4),
            align="center",
        ),
        node("column", rows, id="shop_group", cls="android.widget.RadioGroup", width="fill", align="stretch"),
        w.space(12),
        id="design_bottom_sheet",
        cls="android.widget.FrameLayout",
        width="fill",
        bg="surface",
        radius=(12, 12, 0, 0),
        align="stretch",
    )
    return _front(state, view, 0, Overlay("sheet", sheet))


def _shop_row(one: Shop, chosen: bool) -> Node:
    names = node(
        "column",
        w.text(one.name, "16,24,Bold,0.1", "outline" if one.closed else "on_surface"),
        w.text(f"{one.address}  ·  {one.distance}", "bodyM", "on_surface_variant", lines=1),
        w.text(one.closed or f"Ready in {one.wait}", "bodyM", "error" if one.closed else "on_surface_variant"),
        grow=1,
    )
    info = w.action("info_outline", f"About {one.name}", ev("view_shop", shop=one.name), rid="about")
    return node(
        "row",
        node("radio", checked=chosen, enabled=not one.closed, width=20, height=20, id="radio"),
        names,
        info,
        on=ev("shop", value=one.name),
        id="row_shop",
        cls=w.ROW,
        selected=chosen,
        width="fill",
        pad=(20, 10, 8, 10),
        gap=16,
        align="center",
    )


def handle() -> Node:
    """The grip at the upper edge of a sheet."""
    grip = node("spacer", width=32, height=4, radius=2, bg="outline_variant", place=("center", "center"))
    return node("stack", grip, width="fill", height=24)


def over_menu(state: State, view: View, key: str, sheet: Node) -> Screen:
    """The menu at a dish's section, under a sheet."""
    return _front(state, view, SECTIONS.index(item(key).section), Overlay("sheet", sheet))
