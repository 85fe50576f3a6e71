"""A product of Novabasket: its page, and the sheet of options."""

from __future__ import annotations

from adapters.phone.apps.novabasket import parts as p
from adapters.phone.apps.novabasket.catalogue import ITEMS, Item, Size, item, listed, money, off
from adapters.phone.apps.novabasket.model import Line, State, chosen, draft_for, each
from adapters.phone.apps.novabasket.terms import OPINIONS, WAYS, Opinion
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

PAINT = {
    "Graphite": "#3B3F45",
    "Chalk white": "#F2F0EA",
    "Sea blue": "#2E7CA8",
    "Silver": "#C6CACD",
    "Black": "#1C1C1C",
    "Sand": "#D9C39A",
    "Coral": "#EE7A63",
    "Slate": "#5E6B78",
    "Rust": "#A9502B",
    "Off-white": "#EFEBE0",
    "Oat": "#DCCDB0",
    "Moss": "#6F7F45",
    "Plum": "#6B2F57",
    "Ink": "#22314F",
    "Cream": "#F3E6C8",
    "Copper": "#B8703F",
    "Matt black": "#2A2A2A",
    "Forest": "#2F5B3F",
    "Red": "#C8362E",
    "Yellow": "#F0BE2E",
    "Mint": "#8FD3B4",
}


def product(state: State, place: Route, view: View) -> Screen:
    """One product from picture to opinions; below it the two ways to buy, side by side."""
    one = item(place.get("key", ""))
    line = draft_for(state, one.key)
    body = w.page(
        node("image", art=one.art, desc=one.name, width="fill", height=300, id="photo"),
        _head(one),
        p.card(
            p.fact(
                "Selected",
                f"{line.quantity} × {chosen(line) or 'as it comes'}",
                "tune",
                rid="row_options",
                on=ev("options", key=one.key),
            ),
            w.divider(54),
            p.fact(
                "Delivery",
                f"{WAYS[0].name}, {'free' if one.cents >= WAYS[0].free_from else money(WAYS[0].cents)}",
                "local_shipping",
                rid="row_delivery",
                support=WAYS[0].about,
            ),
            w.divider(54),
            p.fact("Returns", "30 days, free from a locker", "inventory_2", rid="row_returns"),
        ),
        _opinions(one),
        p.section("People also bought", top=10),
        p.tiles(_similar(one)),
    )
    saved = one.name in state.saved
    heart = w.action(
        "favorite" if saved else "favorite_border",
        "Remove from saved items" if saved else "Save item",
        ev("save", key=one.key),
        rid="save",
        color="primary" if saved else "on_surface",
    )
    bottom = p.foot(
        heart,
        p.block("Add to basket", ev("options", key=one.key, then="add"), rid="add_to_basket", variant="tonal"),
        p.block("Buy now", ev("options", key=one.key, then="buy"), rid="buy_now"),
    )
    share = w.action("share", "Share", ev("share", key=one.key), rid="share", color="on_surface")
    top = p.bar("Product", share, p.basket_action(state))
    return Screen(body, top=top, bottom=bottom, bg=p.PAGE, bar=p.CARD, title=one.name)


def _similar(one: Item) -> list[Item]:
    """Six others, those of the same aisle first."""
    near = [*listed(one.aisle), *(other for other in ITEMS if other.aisle != one.aisle)]
    return [other for other in near if other.key != one.key][:6]


def _head(one: Item) -> Node:
    prices = node(
        "row",
        p.price(one.cents, 26),
        w.text(money(one.was), "bodyM", "on_surface_variant", strike=True) if one.was else None,
        w.text(off(one), "labelM/Bold", p.WHITE, bg=p.RED, radius=4, pad=(6, 2, 6, 2)) if one.was else None,
        w.push(),
        w.text(f"{one.sold} sold", "bodyM", "on_surface_variant"),
        width="fill",
        gap=8,
        align="center",
    )
    return p.card(
        node(
            "column",
            prices,
            w.text(one.name, "18,24,Medium,0", lines=3, id="name"),
            w.text(one.about, "bodyM", "on_surface_variant", pad=(0, 2, 0, 0)) if one.about else None,
            width="fill",
            pad=(14, 8, 14, 8),
            gap=4,
            align="stretch",
        )
    )


def _of(one: Item) -> list[Opinion]:
    """Which opinions a product has: the same ones each time, in another order for each."""
    at = (one.stars * 7 + one.ratings) % len(OPINIONS)
    return [*OPINIONS[at:], *OPINIONS[:at]]


def _opinion(one: Item, said: Opinion, *, lines: int = 0) -> Node:
    colours = one.kind.colours
    about = {"First choice": colours[:1], "Second colour": colours[1:2]}.get(said.about, (said.about,))
    who = node(
        "row",
        w.avatar(said.face, 28),
        w.text(said.who, "labelL", grow=1, lines=1),
        w.text(said.when, "bodyS", "on_surface_variant"),
        width="fill",
        gap=10,
        align="center",
    )
    return node(
        "column",
        who,
        _stars(said.stars),
        w.text(said.text, "bodyM", lines=lines),
        w.text(about[0], "bodyS", "on_surface_variant") if about and about[0] else None,
        id="row_review",
        width="fill",
        pad=(14, 8, 14, 8),
        gap=4,
        align="stretch",
    )


def _stars(many: int) -> Node:
    cells = [w.icon("star" if at < many else "star_border", 15, "star") for at in range(5)]
    return node("row", cells, gap=1, desc=f"{many} of 5 stars", id="stars", width="wrap")


def _opinions(one: Item) -> Node:
    head = node(
        "row",
        w.text("Reviews", "16,22,Bold,0", grow=1),
        p.rating(one, more=f"  ({one.ratings:,})"),
        id="row_reviews",
        cls=w.ROW,
        width="fill",
        height=48,
        pad=(14, 0, 10, 0),
        gap=6,
        align="center",
    )
    return p.card(head, [_opinion(one, said, lines=2) for said in _of(one)[:2]])


def options(state: State, place: Route, view: View) -> Screen:
    """Colour, size and quantity, in a sheet over the page. What the page asked for is the only button then."""
    one = item(place.get("key", ""))
    line, then = draft_for(state, one.key), place.get("then", "")
    head = node(
        "row",
        node("image", art=one.art, width=88, height=88, radius=8),
        node(
            "column",
            p.price(each(line), 22),
            w.text(one.name, "bodyM", lines=2, id="name"),
            w.text(chosen(line), "bodyS", "on_surface_variant", id="choices") if chosen(line) else None,
            grow=1,
            gap=2,
        ),
        width="fill",
        pad=(16, 0, 16, 8),
        gap=12,
        align="center",
    )
    quantity = node(
        "row",
        w.text("Quantity", "16,24,Bold,0.1", grow=1),
        c.stepper(line.quantity, ev("quantity", key=one.key, by=-1), ev("quantity", key=one.key, by=1), compact=True),
        width="fill",
        pad=(16, 16, 16, 8),
        align="center",
    )
    sum_ = money(each(line) * line.quantity)
    buttons = []
    if then != "buy":
        variant = "filled" if then == "add" else "tonal"
        buttons.append(p.block(f"Add to basket   {sum_}" if then else "Add to basket", ev("add", key=one.key),
                               rid="confirm_add", variant=variant))  # fmt: skip
    if then != "add":
        buttons.append(p.block(f"Buy now   {sum_}", ev("buy", key=one.key), rid="confirm_buy"))
    window = p.sheet("Options", head, _colours(one, line), _sizes(one, line), quantity, bottom=p.foot(buttons))
    return p.over(product(state, place, view), window)


def _colours(one: Item, line: Line) -> Node | None:
    if not one.kind.colours:
        return None
    cells = []
    for colour in one.kind.colours:
        on = colour == line.colour
        swatch = node("spacer", width=20, height=20, radius=10, bg=PAINT[colour], outline="outline_variant")
        cells.append(_cell(one, "colour", colour, on, swatch))
    return _group("Colour", "colour_group", cells)


def _sizes(one: Item, line: Line) -> Node | None:
    def cell(size: Size) -> Node:
        more = w.text(f"+{money(size.cents)}", "bodyS", "on_surface_variant") if size.cents else None
        return _cell(one, "size", size.label, size.label == line.size, more, enabled=size.label not in one.kind.gone)

    if not one.kind.sizes:
        return None
    return _group(one.kind.size_title, "size_group", [cell(size) for size in one.kind.sizes])


def _cell(one: Item, group: str, label: str, on: bool, more: Node | None, *, enabled: bool = True) -> Node:
    ink = "on_primary_container" if on else "on_surface" if enabled else "outline"
    words = w.text(label, "labelL/Bold" if on else "labelL", ink, lines=1, strike=not enabled)
    inside = (more, words) if group == "colour" else (words, more)
    return node(
        "row",
        *inside,
        on=ev("pick", key=one.key, group=group, value=label) if enabled else None,
        id=f"{group}_option",
        cls="android.widget.RadioButton",
        checked=on,
        selected=on,
        enabled=enabled,
        height=48,
        min_width=52,
        pad=(14, 0, 14, 0),
        gap=8,
        radius=p.CORNER,
        align="center",
        justify="center",
        bg="primary_container" if on else "high",
        outline="primary" if on else "",
        outline_width=2,
    )


def _group(title: str, rid: str, cells: list[Node]) -> Node:
    row = node("row", cells, id=rid, cls=p.RADIO_GROUP, width="fill", gap=8, wrap=True, align="center")
    return node(
        "column",
        w.text(title, "16,24,Bold,0.1"),
        row,
        width="fill",
        pad=(16, 12, 16, 0),
        gap=8,
        align="stretch",
    )
