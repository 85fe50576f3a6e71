"""Larderly's shop: the rail of aisles with its shelf, the search, one product."""

from __future__ import annotations

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.catalogue import AISLES, FILTERS, Item, item, listed, money, pack, search
from adapters.phone.apps.larderly.model import Line, State, chosen, draft_for, each, held
from adapters.phone.apps.larderly.terms import SUBSTITUTE_WORDS, SUBSTITUTES, first_free
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

USUAL = ("milk", "eggs", "sour", "coffee", "oat", "spinach", "butter")


def home(state: State, place: Route, view: View) -> Screen:
    """The shop: aisles at the left, what stands in the chosen one at the right, the running total over both."""
    names = [name for name, _ in AISLES]
    aisle = place.get("aisle", names[0])
    aisle = aisle if aisle in names else names[0]
    body = node(
        "row",
        _rail(aisle),
        _shelf(state, aisle, place.get("only", FILTERS[0])),
        width="fill",
        height="fill",
        align="stretch",
    )
    top = node("column", _where(state, view), _search_pill(), width="fill", bg=p.PAGE, align="stretch", id="header")
    return Screen(body, top=top, fab=p.total_pill(state), bg=p.PAGE, bar=p.PAGE, title="Larderly")


def _where(state: State, view: View) -> Node:
    """Where and when it would come, and the way to the account."""
    till = state.till
    place = till.address if till.way == "Home delivery" else till.point
    when = first_free(view.now, till.way)
    day, hours = (till.day, till.hours) if till.day else (when.day, when.hours)
    line = node(
        "column",
        node(
            "row",
            w.text(f"{till.way}  ·  {place}", "bodyS", "on_surface_variant", lines=1),
            w.icon("expand_more", 16),
            align="center",
            gap=2,
        ),
        w.text(f"{day}, {hours}", "16,22,Bold,0", lines=1, id="slot"),
        on=ev("go", to="slot"),
        id="where_and_when",
        cls=w.GROUP,
        grow=1,
        height=48,
        justify="center",
    )
    return node(
        "row",
        w.disc("eco", 40, "primary", "on_primary"),
        line,
        w.action("person_outline", "Account", ev("go", to="account"), rid="account", color="on_surface"),
        width="fill",
        height=60,
        pad=(16, 4, 4, 0),
        gap=8,
        align="center",
    )


def _search_pill() -> Node:
    inner = node(
        "row",
        w.icon("search", 22),
        w.text("Search 4,300 groceries", "bodyL", "on_surface_variant", grow=1, lines=1),
        on=ev("search"),
        id="search_bar",
        cls=w.GROUP,
        width="fill",
        height=48,
        radius=24,
        bg="container",
        pad=(16, 0, 16, 0),
        gap=12,
        align="center",
    )
    return node("column", inner, width="fill", pad=(16, 4, 16, 10), align="stretch")


def _rail(chosen_: str) -> Node:
    cells = []
    at = 0
    for index, (name, glyph) in enumerate(AISLES):
        here = name == chosen_
        at = index if here else at
        ground = node(
            "stack",
            w.icon(glyph, 24, "on_primary" if here else "on_surface_variant", place=("center", "center")),
            width=48,
            height=48,
            radius=24,
            bg="primary" if here else "lowest",
        )
        label = w.text(
            name, "labelM/Bold" if here else "labelM", "on_surface" if here else "on_surface_variant", lines=2,
            text_align="center", width="fill",
        )  # fmt: skip
        cells.append(
            node(
                "column", ground, label, on=ev("aisle", aisle=name), id="aisle", cls=w.ROW, desc=name, selected=here,
                width="fill", pad=(4, 10, 4, 10), gap=5, align="center", bg=p.PAGE if here else "",
                radius=(18, 0, 0, 18),
            )
        )  # fmt: skip
    return node(
        "scroll", w.space(6), cells, w.space(100), id="aisle_rail", value=max(0, at - 3) * 88, width=88, height="fill",
        bg="container", pad=(6, 0, 0, 0), align="stretch", cls="androidx.recyclerview.widget.RecyclerView",
    )  # fmt: skip


def _shelf(state: State, aisle: str, only: str) -> Node:
    chips = [
        c.chip(one, ev("only", aisle=aisle, only=one), one == only, rid="chip_filter", single=True) for one in FILTERS
    ]
    filters = node("scroll", chips, horizontal=True, id="filters", value=140 if only in FILTERS[3:] else 0,
                   width="fill", height=44, gap=8, pad=(12, 6, 12, 6))  # fmt: skip
    found = listed(aisle, only)
    rows: list[Node] = [p.shelf_row(one, held(state, one.name)) for one in found]
    if not found:
        rows = [_nothing(only, aisle)]
    tail: list[Node] = []
    if len(found) < 6:
        more = [item(key) for key in USUAL if item(key) not in found]
        tail = [w.text("You buy often", "16,22,Bold,0", pad=(12, 18, 12, 4))]
        tail += [p.shelf_row(one, held(state, one.name)) for one in more]
    return node(
        "scroll",
        w.text(aisle, "22,28,Bold,0", heading=True, pad=(12, 8, 12, 2), lines=1),
        filters,
        rows,
        tail,
        w.space(110),
        id="list",
        grow=1,
        height="fill",
        align="stretch",
        cls="androidx.recyclerview.widget.RecyclerView",
    )


def _nothing(only: str, aisle: str) -> Node:
    return node(
        "column",
        w.disc("eco", 96, "container", "outline_variant"),
        w.text(f"Nothing {only.lower()} in {aisle}", "titleM", text_align="center", pad=(16, 14, 16, 4)),
        c.button("Show all", ev("only", aisle=aisle, only=FILTERS[0]), rid="show_all", variant="tonal", width="wrap",
                 height=40),
        width="fill",
        align="center",
        pad=(0, 40, 0, 20),
        gap=4,
    )  # fmt: skip


def find(state: State, place: Route, view: View) -> Screen:
    """The search page."""
    query = state.ui.query
    found = search(query)
    if found:
        many = "1 result" if len(found) == 1 else f"{len(found)} results"
        rows = [p.shelf_row(one, held(state, one.name)) for one in found]
        few = [p.section("You buy often"), p.strip(state, USUAL, "usual")] if len(found) < 6 else []
        body = w.page(w.text(many, "bodyM", "on_surface_variant", pad=(16, 8, 16, 2)), rows, few, w.space(80))
    elif query:
        back = c.button("Browse the aisles", w.UP, rid="browse", variant="tonal", width="wrap", height=40)
        body = w.page(w.empty("search_off", f"No groceries for “{query}”", "Try another word or fewer words.", back))
    else:
        body = w.page(p.section("You buy often"), p.strip(state, USUAL, "usual"), w.space(80))
    top = c.search_bar(query, "Search groceries")
    return Screen(body, top=top, fab=p.total_pill(state), bg=p.PAGE, bar=p.PAGE, title="Search")


def product(state: State, place: Route, view: View) -> Screen:
    """One product: picture, price, pack, how it is to be, what happens if it runs out, a word for the picker."""
    one = item(place.get("key", ""))
    line = draft_for(state, one.key)
    picture = node("image", art=one.art, desc=one.name, width="fill", height=250, id="photo")
    body = w.form(
        picture,
        _head(one, line),
        _packs(one, line),
        _prep(one, line) if one.prep else None,
        _substitute(one, line),
        _note(one, line),
        p.section("Others in this aisle"),
        p.strip(state, [other.key for other in listed(one.aisle) if other.key != one.key][:6], "similar"),
    )
    share = w.action("share", "Share", ev("share", key=one.key), rid="share", color="on_surface")
    top = w.app_bar("", share, bg=p.PAGE)
    return Screen(body, top=top, bottom=_buy(one, line), bg="container", bar=p.PAGE, title=one.name)


def _buy(one: Item, line: Line) -> Node:
    less, more = ev("quantity", key=one.key, by=-1), ev("quantity", key=one.key, by=1)
    label = "Sold out" if one.gone else f"Add to basket   {money(each(line) * line.quantity)}"
    return p.foot(
        c.stepper(line.quantity, less, more),
        p.block(label, ev("add", key=one.key), rid="add_to_basket", enabled=not one.gone),
    )


def _head(one: Item, line: Line) -> Node:
    flags = [p.tag(each_) for each_ in one.tags]
    if one.was:
        flags.insert(0, p.tag("Offer", p.AMBER, p.BROWN))
    now = pack(one, line.pack)
    cost = node(
        "row",
        w.text(money(now.cents), "24,30,Bold,0", "primary", id="price"),
        w.text(money(one.was), "bodyM", "on_surface_variant", strike=True) if one.was and now is one.packs[0] else None,
        w.push(),
        w.text(now.unit, "bodyM", "on_surface_variant", lines=1) if now.unit else None,
        width="fill",
        gap=8,
        align="end",
    )
    inner = node(
        "column",
        node("row", flags, gap=6, pad=(0, 0, 0, 4)) if flags else None,
        w.text(one.name, "22,28,Bold,0", heading=True, lines=3, id="name"),
        cost,
        w.text(one.about, "bodyM", "on_surface_variant", pad=(0, 6, 0, 0)) if one.about else None,
        width="fill",
        pad=(16, 6, 16, 6),
        gap=2,
        align="stretch",
    )
    return p.card(inner)


def _packs(one: Item, line: Line) -> Node:
    cards = [
        c.option_card(each_.label, money(each_.cents), ev("pick", key=one.key, group="pack", value=each_.label),
                      each_.label == line.pack, rid="pack_option", height=60)
        for each_ in one.packs
    ]  # fmt: skip
    return p.card(
        p.small("Pack"),
        node("row", cards, width="fill", gap=10, pad=(16, 4, 16, 6), id="pack_group", cls=p.RADIO_GROUP),
    )


def _prep(one: Item, line: Line) -> Node | None:
    if one.prep is None:
        return None
    cells = [
        c.chip(value, ev("pick", key=one.key, group="prep", value=value), value == line.prep, rid="prep_option",
               single=True)
        for value in one.prep.options
    ]  # fmt: skip
    return p.card(p.small(one.prep.title), c.chips(cells, inset=16, rid="prep_group", cls=p.RADIO_GROUP), w.space(4))


def _substitute(one: Item, line: Line) -> Node:
    rows = [
        c.radio_row(value, ev("pick", key=one.key, group="substitute", value=value), value == line.substitute,
                    rid="substitute_option", support=words, inset=16, height=60)
        for value, words in zip(SUBSTITUTES, SUBSTITUTE_WORDS, strict=True)
    ]  # fmt: skip
    return p.card(p.small("If it runs out"), p.radios(rows, "substitute_group"))


def _note(one: Item, line: Line) -> Node:
    box = c.field(line.note, "A word for the picker (optional)", "note", change=ev("note", key=one.key),
                  submit=ev("done_typing"), leading="edit_note", radius=16)  # fmt: skip
    return p.card(node("column", box, width="fill", pad=(12, 4, 12, 4), align="stretch"))


def words(line: Line) -> str:
    """What a line says when it is told to somebody: `2 × Rye sourdough, 750 g, Unsliced`."""
    return f"{line.quantity} × {line.item}, {chosen(line)}"
